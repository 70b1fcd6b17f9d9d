"""The plan of positions: what a side knows of where things stand, as figures for an SVG and as a text version.

Input is what ``sight`` gives: things with ``side``, ``arm``, ``at`` in inches (x to the east, y to the
north) and ``facing`` in degrees clockwise from north.  Nothing is looked up here, so nothing can leak here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.web.board import signs
from campaigns.web.board.blocks import Sign, blocks, names
from campaigns.web.board.ground import Crossing, Ground, Pair, Sheet, keep_off, lay_out, place, pressed, short
from campaigns.web.board.labels import MIDDLE, Box, Room, beside_a_block, half_of, leader
from campaigns.web.board.lit_layer import unlit
from campaigns.web.board.reach_layer import Kinds, ReachLayer, layers
from campaigns.web.board.stacks import FAN, Stack, stacked
from campaigns.web.board.strokes import Stroke
from campaigns.web.board.underlay import Lies, Underlaid, underlaid
from rules.contract.data import Lit
from rules.contract.traces import MANNERS, Manner
from rules.values.sentence import joined, say, word

WIDE = 1000
LEAST_SPAN = 72
CROWD = 200
"""From so many things on, only the text version gives the place of each, and the names in the table are the links."""

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


@dataclass(frozen=True)
class Flag:
    """A place that is to be held, on the drawing: where, how far round it counts, and what it is called."""

    x: float
    y: float
    reach: float
    name: str
    said: str

    @property
    def place(self) -> str:
        """Its place, as an SVG transform."""
        return f"{short(self.x)} {short(self.y)}"


@dataclass(frozen=True)
class Line:
    """A line of the grid, with its figure in feet."""

    at: float
    feet: int


@dataclass(frozen=True)
class Plan:
    """A plan ready to be drawn.  unit: units in an inch; west and north: the edges in inches; start: where a path would begin.

    orders, drafts, happened: what is drawn of orders in force, of orders that are not sent, and of events.  live: whether
    orders in force come by themselves.  crossings: the bridges that can be pressed.  picture: what lies under the ground.
    flags: the places to be held.  unlit: the path over what is not seen, empty where that is not shown.
    """

    west: float
    north: float
    unit: float
    start: str
    wide: float
    high: float
    signs: tuple[Sign, ...]
    columns: tuple[Line, ...]
    rows: tuple[Line, ...]
    ticks: tuple[Line, ...]
    ground: Ground | None = None
    layers: tuple[ReachLayer, ...] = ()
    orders: tuple[Stroke, ...] = ()
    drafts: tuple[Stroke, ...] = ()
    happened: tuple[Stroke, ...] = ()
    live: bool = False
    stacks: tuple[Stack, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    flags: tuple[Flag, ...] = ()
    picture: Underlaid | None = None
    unlit: str = ""

    @property
    def leaders(self) -> str:
        """The lines from blocks to their labels, as a path."""
        drawn = [(sign, sign.leads) for sign in self.signs if sign.leads]
        return "".join(
            f"M{short(sign.x)} {short(sign.y + MIDDLE)}L{short(sign.x + right)} {short(sign.y + down)}"
            for sign, (right, down) in drawn
        )

    @property
    def high_with_bar(self) -> float:
        """Height of the drawing with its scale bar."""
        return self.high + 64

    @property
    def marks(self) -> frozenset[str]:
        """The ids of the marks that it has."""
        return frozenset(sign.mark for sign in self.signs)

    @property
    def signs_of_arms(self) -> tuple[tuple[str, str], ...]:
        """The blocks of the legend."""
        return signs.legend()

    @property
    def signs_of_ground(self) -> list[tuple[str, str]]:
        """The legend of the ground: what this drawing has of it."""
        drawn = {shape.kind.split()[0] for shape in self.ground.shapes} if self.ground else set()
        return [(kind, name) for kind, name in signs.GROUND if kind in drawn]

    @property
    def signs_of_strokes(self) -> list[Manner]:
        """The legend of orders and events: what this drawing has of them."""
        drawn = {stroke.kind for stroke in (*self.orders, *self.drafts, *self.happened)}
        return [manner for manner in MANNERS.values() if manner.kind in drawn]

    @property
    def blocks(self) -> str:
        """The markup of its blocks."""
        return blocks(self.signs)

    @property
    def names(self) -> str:
        """The markup of their names."""
        return names(self.signs)

    @property
    def here(self) -> Sign | None:
        """The thing that is being ordered."""
        return next((sign for sign in self.signs if sign.here), None)

    @property
    def has_own(self) -> bool:
        """Whether any of the reader's own troops is on it."""
        return any(sign.own for sign in self.signs)

    @property
    def has_links(self) -> bool:
        """Whether any sign or stroke links to somewhere."""
        strokes = (*self.orders, *self.drafts, *self.happened)
        led = any(sign.href for sign in self.signs) or any(stroke.href for stroke in strokes)
        return led or bool(self.crossings)


def compass(facing: int) -> str:
    """A bearing as a word.

    >>> compass(0), compass(180), compass(50), compass(350)
    ('north', 'south', 'north-east', 'north')
    """
    return word(COMPASS[round(facing / 45) % 8])


def place_in_words(at: Any, facing: int | None = None) -> str:
    """Where a thing stands, in words: ``8 ft east, 3 ft north, facing south``."""
    if not at:
        return say("not on the map")
    where = place(at)
    return say("{where}, facing {facing}", where=where, facing=front(facing)) if facing is not None else where


def front(facing: int) -> str:
    """A front as a point of the compass or, between two, in degrees.

    >>> front(0), front(225), front(30)
    ('north', 'south-west', '30°')
    """
    return compass(facing) if facing % 45 == 0 else f"{facing}°"


def _frame(points: list[tuple[float, float]], size: Any) -> tuple[float, float, float, float]:
    """West, south, east and north edge in inches: the country where its size is known, else around the points, in whole feet."""
    if size:
        return 0, 0, size[0] * 12, size[1] * 12
    xs, ys = [x for x, _ in points], [y for _, y in points]
    west, south = (min(xs) - 12) // 12 * 12, (min(ys) - 12) // 12 * 12
    east, north = -(-(max(xs) + 12) // 12) * 12, -(-(max(ys) + 12) // 12) * 12
    return west, south, max(east, west + LEAST_SPAN), max(north, south + LEAST_SPAN)


def _step(span_feet: float) -> int:
    """Feet between two lines of the grid."""
    return next((step for step in (1, 2, 4, 6, 12, 24) if span_feet / step <= 13), 48)


def _middle(x: float, y: float, turn: int) -> Pair:
    """The middle of a block on the plan: it lies behind the middle of its front."""
    return x - MIDDLE * math.sin(math.radians(turn)), y + MIDDLE * math.cos(math.radians(turn))


def block_of(x: float, y: float, turn: int) -> Box:
    """The area of a block on the plan, which turns with its facing."""
    across, along = abs(math.sin(math.radians(turn))), abs(math.cos(math.radians(turn)))
    middle_x, middle_y = _middle(x, y, turn)
    half_wide, half_high = 20 * along + 14 * across, 14 * along + 20 * across
    return middle_x - half_wide, middle_y - half_high, middle_x + half_wide, middle_y + half_high


def sheet_of(
    things: Iterable[Mapping[str, Any]], size: Any = None, country: Mapping[str, Any] | None = None
) -> Sheet | None:
    """Where an inch lies on the drawing that ``draw_plan`` makes of the same; none where it makes none."""
    placed = [thing for thing in things if thing.get("at")]
    frame = _framed(placed, size, country or {})
    return _sheet(frame) if frame else None


def unlit_of(
    things: Iterable[Mapping[str, Any]], size: Any, country: Mapping[str, Any] | None, lit: Lit
) -> tuple[str, Sheet] | None:
    """The layer over what is not seen alone, on the drawing that ``draw_plan`` makes of the same, and its sheet."""
    frame = _framed([thing for thing in things if thing.get("at")], size, country or {})
    return (unlit(lit, _sheet(frame), frame), _sheet(frame)) if frame else None


def draw_plan(
    things: Iterable[Mapping[str, Any]], size: Any = None, of: str = "", country: Mapping[str, Any] | None = None,
    reaches: Iterable[Mapping[str, Any]] = (), kinds: Kinds = (), *,
    orders: Iterable[Stroke] | None = None, drafts: Iterable[Stroke] = (), happened: Iterable[Stroke] = (),
    crossings: Mapping[str, str] | None = None, flags: Iterable[Any] = (), picture: Lies | None = None,
    lit: Lit | None = None,
) -> Plan | None:  # fmt: skip
    """The plan of those things that have a place, on the country; none where there is neither.

    size: in feet, where the country does not give its own.  of: the thing that is being ordered; reaches, kinds: how
    far it reaches.  orders, drafts, happened: what is drawn of orders and events, on the sheet of ``sheet_of``; where
    orders are given, even if there are none yet, later ones come by themselves.  crossings: where bridges lead, by id.
    flags: objectives, each with ``at``, ``inches``, ``name`` and ``said``.  picture: what lies under the country.
    lit: what of it is seen; nothing is darkened without it.
    """
    placed, land, told = _placed(things, of), country or {}, tuple(happened)
    frame = _framed(placed, size, land)
    if not frame:
        return None
    (west, south, east, north), sheet = frame, _sheet(frame)
    step = _step((east - west) / 12)
    columns, rows = _grid(frame, sheet, step)
    room = _room(columns, told, land, sheet)
    drawn, stacks = _signs(placed, sheet, room, of)
    return Plan(
        west=west,
        north=north,
        unit=sheet.unit,
        start=_start(placed, of),
        wide=WIDE,
        high=(north - south) * sheet.unit,
        signs=tuple(drawn),
        columns=columns,
        rows=rows,
        ticks=_ticks(step, sheet),
        ground=lay_out(land, sheet, room) if land else None,
        layers=layers(reaches, sheet, kinds),
        orders=tuple(orders or ()),
        drafts=tuple(drafts),
        happened=told,
        live=orders is not None,
        stacks=stacks,
        crossings=tuple(pressed(land, sheet, crossings or {})),
        flags=tuple(_flags(flags, sheet)),
        picture=underlaid(picture, frame, WIDE),
        unlit=unlit(lit, sheet, frame) if lit else "",
    )


def _placed(things: Iterable[Mapping[str, Any]], of: str) -> list[Mapping[str, Any]]:
    """Those that have a place, the last to be drawn on top: stores and guns over bodies, over all what is being ordered."""
    placed = [thing for thing in things if thing.get("at")]
    placed.sort(key=lambda thing: (thing.get("thing") == of and bool(of), signs.sign_of(str(thing["arm"])).on_top))
    return placed


def _grid(frame: tuple[float, float, float, float], sheet: Sheet, step: int) -> tuple[tuple[Line, ...], ...]:
    """The lines of the grid from north to south, and from east to west."""
    west, south, east, north = frame
    columns = tuple(Line((foot * 12 - west) * sheet.unit, foot) for foot in _feet(west, east, step))
    return columns, tuple(Line((north - foot * 12) * sheet.unit, foot) for foot in _feet(south, north, step))


def _ticks(step: int, sheet: Sheet) -> tuple[Line, ...]:
    """The ticks of the scale bar."""
    return tuple(Line(foot * 12 * sheet.unit, foot) for foot in range(0, 2 * step + 1, step))


def _flags(aims: Iterable[Any], sheet: Sheet) -> Iterable[Flag]:
    """The flags of places that are to be held, one for each place."""
    there: dict[tuple[Any, ...], Flag] = {}
    for one in aims:
        if one.at:
            x, y = sheet.at(one.at)
            there.setdefault((*one.at, one.inches), Flag(x, y, one.inches * sheet.unit, one.name, one.said))
    return there.values()


def _start(placed: Iterable[Mapping[str, Any]], of: str) -> str:
    """Where the path of the thing that is being ordered begins; empty where none is."""
    at = next((thing["at"] for thing in placed if thing.get("thing") == of), None)
    return f"{at[0]},{at[1]}" if at else ""


def _framed(
    placed: Sequence[Mapping[str, Any]], size: Any, land: Mapping[str, Any]
) -> tuple[float, float, float, float] | None:
    """The edges of the drawing in inches; none where there is neither a thing nor a country."""
    if land.get("size"):
        size = [land["size"][0] / 12, land["size"][1] / 12]
    if not placed and not (land and size):
        return None
    return _frame([tuple(thing["at"]) for thing in placed], size)


def _sheet(frame: tuple[float, float, float, float]) -> Sheet:
    """The sheet within these edges."""
    west, _, east, north = frame
    return Sheet(west, north, WIDE / (east - west))


def _room(columns: Iterable[Line], told: Iterable[Stroke], land: Mapping[str, Any], sheet: Sheet) -> Room:
    """The room for names: free of the numbers at the edge, and of figures; and what of the country they keep off."""
    room = Room(WIDE)
    for line in columns:
        room.occupy((line.at - 18, -22, line.at + 18, -3))
    for stroke in told:
        if stroke.figure:
            x, y = stroke.at
            room.occupy((x + 6, y + stroke.above - 17, x + 38, y + stroke.above + 4))
    keep_off(land, sheet, room)
    return room


def _signs(
    placed: Sequence[Mapping[str, Any]], sheet: Sheet, room: Room, of: str
) -> tuple[list[Sign], tuple[Stack, ...]]:
    """The signs of things, each with its label where there is room for it, and where they lie on one another."""
    spots = [(*sheet.at(thing["at"]), int(thing.get("facing") or 0)) for thing in placed]
    fans: dict[int, Pair] = {}
    stacks = stacked([_middle(*spot) for spot in spots])
    for those in stacks:
        for above, index in enumerate(those):
            fans[index] = (FAN[0] * above, FAN[1] * above)
    for index, (x, y, turn) in enumerate(spots):
        right, down = fans.get(index, (0, 0))
        room.occupy(block_of(x + right, y + down, turn))
    first = sorted(range(len(placed)), key=lambda index: _rank(placed[index], of))
    labels = {index: _label(placed[index], *spots[index][:2], room, of) for index in first}
    crowded = len(placed) > CROWD
    drawn = [
        _sign(thing, *spots[index][:2], labels[index], fans.get(index, (0, 0)), of, crowded)
        for index, thing in enumerate(placed)
    ]
    return drawn, tuple(Stack(*spots[those[0]][:2], len(those)) for those in stacks)


def _rank(thing: Mapping[str, Any], of: str) -> int:
    """Whose label is placed first: that of the thing that is being ordered, then those of the reader's own troops."""
    return 0 if of and thing.get("thing") == of else 1 if thing.get("own") or thing.get("href") else 2


def _label(thing: Mapping[str, Any], x: float, y: float, room: Room, of: str) -> Pair | None:
    """Where the label of a thing has room; none where it has none, or where the thing is not named on the map."""
    here = bool(of) and thing.get("thing") == of
    if not here and not signs.sign_of(str(thing["arm"])).labelled:
        return None
    return beside_a_block(room, x, y, _written(thing))


def _written(thing: Mapping[str, Any]) -> str:
    """The label of a thing: its name and its strength."""
    return f"{thing['name']} {thing.get('strength', '')}"


def _feet(first: float, last: float, step: int) -> list[int]:
    """The feet from one edge to the other at which the grid has lines."""
    return [foot for foot in range(int(first // 12), int(last // 12) + 1) if foot % step == 0]


def _sign(thing: Mapping[str, Any], x: float, y: float, label: Pair | None, fan: Pair, of: str, crowded: bool) -> Sign:
    """The sign of one thing at its place."""
    facing = thing.get("facing")
    called = joined(", ", (str(thing[key]) for key in ("name", "said") if thing.get(key)))
    return Sign(
        thing=str(thing.get("thing", "")),
        name=str(thing["name"]),
        side=str(thing["side"]),
        mark=signs.mark(str(thing["arm"]), str(thing["side"]), str(thing.get("form", ""))),
        strength=str(thing.get("strength", "")),
        x=x,
        y=y,
        turn=int(facing or 0),
        label=label,
        said=called if crowded else say("{called}: {place}", called=called, place=place_in_words(thing["at"], facing)),
        href=str(thing.get("href", "")),
        here=bool(of) and thing.get("thing") == of,
        faint=bool(thing.get("faint")),
        own=bool(thing.get("own") or thing.get("href")),
        leads=leader(label, half_of(_written(thing))) if label else None,
        fan=fan,
        stands_for=str(thing.get("stands_for", "")) if thing.get("own") or thing.get("href") else "",
    )
