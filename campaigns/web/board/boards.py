"""The drawing of a board: cells, river, men and lines of fire with their places, from what ``Book.board`` gives.

It depends on no book, only on squares or diamonds and the side of the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.values.sentence import capitalised, joined, say, word, word_of

SQUARE, MARGIN = 100, 44
HALF, EDGE = 50, 46
"""Of a board of squares the side of one and the rim; of one of diamonds half the height of one and the rim."""

FILES = "abcdefgh"
LAYER_AT, LAYER_SIZE = 40, 4
"""How far the signs of a layer stand from the middle of their cell, beside a figure there; and the size of the first."""

RANGE = 3
"""Cells over which a line of fire is drawn at most."""

Place = tuple[int, int]
Plinth = tuple[int, ...]
"""Under a figure: the middle and radius of a circle, or the corner and side of a square; empty where there is none."""
Link = Callable[[str], str]


@dataclass(frozen=True)
class Cell:
    """A cell: its place, its description, its link.  marks: as classes of the stylesheet."""

    cell: str
    label: str
    shape: str
    at: Place
    number: str
    marks: str
    href: str = ""
    skip: bool = False


@dataclass(frozen=True)
class Man:
    """A man or figure, by the corner and the size of the square that it fills."""

    cell: str
    kind: str
    shade: str
    at: Place
    left: int
    top: int
    size: int
    chosen: bool = False
    plinth: Plinth = ()


@dataclass(frozen=True)
class Layer:
    """What a board shows on demand.  number: from 1.  marks: for each cell and shade its outline, and a sign as a plinth is.

    said: its text version: each side with the cells.
    """

    number: int
    title: str
    clause: str
    marks: tuple[tuple[str, str, Plinth], ...]
    said: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Drawing:
    """The drawing of a board.  lines: of fire, each two ends.  rim: letters and numbers at the edge, each with its place.

    said: the text version: each shade with its men and where they stand.  layers: shown on demand.
    """

    shape: str
    width: int
    height: int
    cells: tuple[Cell, ...]
    men: tuple[Man, ...]
    water: tuple[str, ...] = ()
    stream: str = ""
    strokes: tuple[tuple[int, ...], ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    rim: tuple[tuple[str, int, int], ...] = ()
    said: tuple[tuple[str, tuple[str, ...]], ...] = ()
    blind: bool = False
    layers: tuple[Layer, ...] = ()


@dataclass(frozen=True)
class Shown:
    """What is marked on a board: the chosen man, where it may go, and why not elsewhere.

    ends: of the chosen man.  own: cells whose men may be chosen.  shows: cells by what they are, of a refusal.
    link: the address to which a cell leads; none where the board is only looked at.
    """

    chosen: str = ""
    wanted: str = ""
    ends: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    shows: Mapping[str, Iterable[Any]] = field(default_factory=dict)
    link: Link | None = None


def draw_board(
    board: Mapping[str, Any], side: str = "", shown: Shown | None = None, names: Mapping[str, str] | None = None
) -> Drawing | None:
    """The drawing of a board, its viewer's side below; none where there is no board.

    side: the viewer's; anybody else sees it as the book prints it.  names: what the sides are called, in its text version.
    """
    if not board:
        return None
    shown = shown or Shown()
    turned = side in board["shades"] and side != board["low"]
    frame = _Squares(turned) if board["shape"] == "squares" else _Diamonds(turned)
    places = {one["cell"]: frame.place(one["x"], one["y"]) for one in board["cells"]}
    marks = _marks(board, shown)
    cells = tuple(
        _cell(one, frame, board["men"].get(one["cell"]), marks.get(one["cell"], ()), shown) for one in board["cells"]
    )
    men = tuple(
        Man(
            cell,
            man["kind"],
            man["shade"],
            places[cell],
            *frame.corner(places[cell]),
            frame.figure,
            cell == shown.chosen,
            frame.plinth(man["shade"], places[cell]),
        )
        for cell, man in board["men"].items()
    )
    dangers = {**board.get("marks", {}), **shown.shows}
    targets = [*dangers.get("exposed", ()), *dangers.get("way", ()), *([shown.wanted] if shown.wanted else [])]
    return Drawing(
        shape=board["shape"],
        width=frame.width,
        height=frame.height,
        cells=cells,
        men=men,
        water=tuple(frame.outline(frame.place(x, y)) for x, y in board["water"]),
        stream=" ".join(f"{x},{y}" for x, y in (frame.place(*one) for one in board["stream"])),
        strokes=tuple(frame.line(one) for one in board["strokes"]),
        lines=tuple(_fire(dangers.get("batteries", ()), targets, places)) if board["shape"] == "diamonds" else (),
        rim=frame.rim(),
        said=_in_words(board, names or {}),
        blind=bool(board.get("blind")),
        layers=tuple(_layers(board, places, frame, names or {})),
    )


class _Squares:
    """Places on a board of eight by eight."""

    width = height = 8 * SQUARE + 2 * MARGIN
    figure = 88

    def __init__(self, turned: bool) -> None:
        self.turned = turned

    def place(self, x: int, y: int) -> Place:
        """The middle of a square, by file and rank from 0."""
        across, down = (7 - x, y) if self.turned else (x, 7 - y)
        return MARGIN + across * SQUARE + SQUARE // 2, MARGIN + down * SQUARE + SQUARE // 2

    def outline(self, at: Place) -> str:
        """The four corners of a square."""
        x, y, half = *at, SQUARE // 2
        return f"{x - half},{y - half} {x + half},{y - half} {x + half},{y + half} {x - half},{y + half}"

    def corner(self, at: Place) -> Place:
        """Where the picture of a man on a square begins."""
        return at[0] - self.figure // 2, at[1] - self.figure // 2

    def plinth(self, shade: str, at: Place) -> Plinth:
        """Nothing under a man of chess."""
        return ()

    def line(self, ends: Iterable[int]) -> tuple[int, ...]:
        """A line between hundredths; such a board has none."""
        return tuple(ends)

    def rim(self) -> tuple[tuple[str, int, int], ...]:
        """Files below and ranks at the left."""
        files = [(FILES[x], self.place(x, 0)[0], self.height - 13) for x in range(8)]
        ranks = [(str(y + 1), MARGIN // 2, self.place(0, y)[1] + 9) for y in range(8)]
        return (*files, *ranks)


class _Diamonds:
    """Places on the board of diamonds, in half-columns and half-rows."""

    width, height = 18 * HALF + 2 * EDGE - HALF, 20 * HALF + 2 * EDGE - HALF
    figure = 50
    up = 4
    """Figures stand a little above the middle of their cells, for the numbers."""
    round, square = 31, 48
    """The plinths: the radius of a circle and the side of a square that stay inside a cell, so that none covers another."""

    def __init__(self, turned: bool) -> None:
        self.turned = turned

    def place(self, x: int, y: int) -> Place:
        """The middle of a cell."""
        across, down = (16 - x, y) if self.turned else (x, 18 - y)
        return EDGE + across * HALF + HALF // 2, EDGE + down * HALF + HALF // 2

    def outline(self, at: Place) -> str:
        """The four corners of a diamond."""
        x, y = at
        return f"{x},{y - HALF} {x + HALF},{y} {x},{y + HALF} {x - HALF},{y}"

    def corner(self, at: Place) -> Place:
        """Where the picture of a figure on a cell begins."""
        return at[0] - self.figure // 2, at[1] - self.figure // 2 - self.up

    def plinth(self, shade: str, at: Place) -> Plinth:
        """The circle under a light figure, the square under a dark one: they tell the sides apart without colour."""
        if shade == "light":
            return at[0], at[1] - self.up, self.round
        return at[0] - self.square // 2, at[1] - self.up - self.square // 2, self.square

    def line(self, ends: Iterable[int]) -> tuple[int, ...]:
        """A line between two places in hundredths."""
        x1, y1, x2, y2 = ends
        return (*self._fine(x1, y1), *self._fine(x2, y2))

    def _fine(self, x: int, y: int) -> Place:
        across, down = (1600 - x, y) if self.turned else (x, 1800 - y)
        return EDGE + HALF // 2 + across * HALF // 100, EDGE + HALF // 2 + down * HALF // 100

    def rim(self) -> tuple[tuple[str, int, int], ...]:
        """Nothing at the edge: the cells have their numbers."""
        return ()


def _marks(board: Mapping[str, Any], shown: Shown) -> dict[str, list[str]]:
    """The marks of each cell besides its ground, as classes."""
    found: dict[str, list[str]] = {}
    for name, cells in (*board.get("marks", {}).items(), *shown.shows.items()):
        for cell in cells:
            found.setdefault(str(cell), []).append(f"is-{name}")
    named = {
        "is-chosen": [shown.chosen],
        "is-wanted": [shown.wanted],
        "is-end": shown.ends,
        "is-own": shown.own,
        "is-tried": shown.tried,
    }
    for name, these in named.items():
        for cell in these:
            found.setdefault(cell, []).append(name)
    return found


CROSSED = {"ford": say("ford"), "bridge": say("bridge")}
"""The cells where water is crossed, as they are called."""

WORDS = {
    "is-last": say("the last move"),
    "is-check": say("in check"),
    "is-exposed": say("under fire"),
    "is-batteries": say("a battery that can fire at it"),
    "is-way": say("on the way"),
    "is-tried": say("the umpire said no"),
    "is-chosen": say("chosen"),
}


def _cell(
    one: Mapping[str, Any], frame: Any, man: Mapping[str, Any] | None, marks: Iterable[str], shown: Shown
) -> Cell:
    cell, at = one["cell"], frame.place(one["x"], one["y"])
    marks = tuple(dict.fromkeys(marks))
    said = [
        one["name"],
        *([CROSSED[one["kind"]]] if one["kind"] in CROSSED else []),
        *([man["name"]] if man else []),
    ]
    said += [WORDS[mark] for mark in marks if mark in WORDS]
    if cell in shown.ends:
        said.append(say("take it") if man else say("go there"))
    row = "even" if one["y"] % 2 else "odd"
    kind = one["kind"] if frame.__class__ is _Squares else f"{one['kind']} {row}"
    aside = bool(shown.chosen) and cell not in shown.ends and cell not in shown.own
    href = shown.link(cell) if shown.link and (shown.chosen or cell in shown.own) else ""
    return Cell(cell, joined(", ", said), frame.outline(at), at, cell, " ".join((kind, *marks)), href, aside)


def _fire(batteries: Iterable[Any], targets: Iterable[Any], places: Mapping[str, Place]) -> Iterable[tuple[int, ...]]:
    """Lines of fire: from each battery along an oblique line to each cell that it may fire at."""
    for battery in batteries:
        for target in dict.fromkeys(str(one) for one in targets):
            here, there = places.get(str(battery)), places.get(target)
            if here and there and here != there and abs(here[0] - there[0]) == abs(here[1] - there[1]) <= RANGE * HALF:
                yield (*here, *there)


def _layers(
    board: Mapping[str, Any], places: Mapping[str, Place], frame: Any, called: Mapping[str, str]
) -> Iterable[Layer]:
    """The layers; their signs stand at the left corner of a cell for light men and at the right one for dark men.

    The sign of a later layer is larger, and only an outline, so that it goes round the earlier ones.
    """
    names = {cell["cell"]: cell["name"] for cell in board["cells"]}
    for number, one in enumerate(board.get("layers", ()), 1):
        marks, said, far = [], [], LAYER_SIZE * number
        for side, shade in board["shades"].items():
            cells = [str(cell) for cell in one["cells"].get(side, ())]
            for cell in cells:
                x, y = places[cell]
                sign = (x - LAYER_AT, y, far) if shade == "light" else (x + LAYER_AT - far, y - far, 2 * far)
                marks.append((shade, frame.outline((x, y)), sign))
            said.append((_called(side, called), joined(", ", (names[cell] for cell in cells))))
        yield Layer(number, one["title"], one["clause"], tuple(marks), tuple(said))


def _called(side: str, names: Mapping[str, str]) -> str:
    """The name of a side."""
    return names.get(side) or capitalised(word(side))


def _in_words(board: Mapping[str, Any], called: Mapping[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who stands where, by sides, in the order of the cells."""
    names = {one["cell"]: one["name"] for one in board["cells"]}
    kinds: dict[str, list[str]] = {}
    for cell, man in board["men"].items():
        kinds.setdefault(man["side"], []).append(say("{name} on {names}", name=word_of(man["kind"]), names=names[cell]))
    return tuple((_called(side, called), tuple(men)) for side, men in kinds.items())
