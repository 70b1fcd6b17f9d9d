"""The country beneath the positions, drawn in the manner of a survey sheet, and its text version.

Input is the plain data of a country: lengths in inches.  Its ground is public.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from campaigns.web.board.heights import tints
from campaigns.web.board.labels import Room, keep_off_line
from rules.ground import features
from rules.values.sentence import say, word

Pair = tuple[float, float]

LEAST_ROAD = 5.0
"""Units of the drawing that a road is wide at least."""

TICK, APART = 5.0, 46.0
"""Length of a tick that points downhill, and how far it is to the next, in units of the drawing."""

INKS = {"rail": ("rail", "sleepers"), "contour": ("contour", "tick")}
"""Features that are drawn in several strokes, the lowest first."""

BUILT = ("house", "wall", "bridge")
"""Features that no label lies over where it has other room."""

STUB = 0.3
"""The share of a span that is left on each bank when a bridge is down."""

BENEATH = {"road": "casing"}
"""Features that are drawn beneath all others of a sort."""


MANY_LEVELS = 5
"""From so many heights on, each is tinted more faintly: they lie over one another."""


def short(number: float) -> str:
    """A number of units of the drawing, to a tenth, without needless digits.

    >>> short(12.04), short(12.06), short(-0.01), short(0.5)
    ('12', '12.1', '0', '.5')
    """
    said = f"{number:.1f}".removesuffix(".0")
    return "0" if said == "-0" else said.replace("0.", ".", 1) if abs(number) < 1 else said


@dataclass(frozen=True)
class Drawn:
    """A shape: its class, its path, how wide its line is where that is to scale, and what is said where it is pointed at."""

    kind: str
    path: str
    width: float = 0
    said: str = ""


@dataclass(frozen=True)
class Crossing:
    """A bridge that can be pressed: its id, the shape of its span, what it is, and where it leads."""

    thing: str
    path: str
    said: str
    href: str


@dataclass(frozen=True)
class Word:
    """A name or a height on the plan.  others: further places where it may go if there is no room."""

    kind: str
    text: str
    x: float
    y: float
    others: tuple[Pair, ...] = ()


@dataclass
class Ground:
    """A country ready to be drawn, and its text version by groups: title and lines."""

    shapes: list[Drawn] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    told: list[tuple[str, list[str]]] = field(default_factory=list)
    size: str = ""


class Sheet:
    """Where an inch of the country is on the drawing."""

    def __init__(self, west: float, north: float, unit: float) -> None:
        self.west, self.north, self.unit = west, north, unit

    def at(self, point: Sequence[float]) -> Pair:
        """A point in units of the drawing."""
        return (point[0] - self.west) * self.unit, (self.north - point[1]) * self.unit

    @property
    def said(self) -> str:
        """What tells it from other sheets, as the figure of a map has it."""
        return f"{self.unit} {self.west} {self.north}"

    def path(self, line: Sequence[Sequence[float]], closed: bool = False) -> str:
        """The path of a line or an outline."""
        steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self.at, line))
        return f"M{steps}{'Z' if closed else ''}"


def lay_out(country: Mapping[str, Any], sheet: Sheet, room: Room) -> Ground:
    """The country on a sheet.  room: where text may still be placed; names without room appear only in the text version."""
    ground = Ground(told=list(in_words(country)))
    if country.get("size"):
        ground.size = say(
            "{country} wide and {country2} deep", country=feet(country["size"][0]), country2=feet(country["size"][1])
        )
    ground.shapes += _tinted(country, sheet)
    ground.shapes += _shapes(country, sheet)
    ground.shapes += _back_lines(country, sheet)
    for label in _names(country, sheet):
        half = len(label.text) * 3.7 + 3
        for x, y in ((label.x, label.y), *label.others):
            if room.take((x - half, y - 12, x + half, y + 4)):
                ground.words.append(Word(label.kind, label.text, x, y))
                break
    return ground


def keep_off(country: Mapping[str, Any], sheet: Sheet, room: Room) -> None:
    """Have labels keep off what is built, where they can."""
    for sort in features.DRAWN:
        for one in (country.get(sort.key) or {}).values() if sort.ink in BUILT else ():
            if "outline" in one:
                xs, ys = zip(*map(sheet.at, one["outline"]), strict=True)
                room.keep_off((min(xs), min(ys), max(xs), max(ys)))
            elif "line" in one:
                keep_off_line(room, [sheet.at(point) for point in one["line"]])


def _tinted(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """The tint of each height, beneath everything."""
    levels = tints(country.get("contours") or {}, country.get("size"))
    kind = "tint" if len(levels) < MANY_LEVELS else "tint many"
    for _, loops in levels:
        yield Drawn(kind, "".join(sheet.path(loop, closed=True) for loop in loops))


def _shapes(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """What lies on the ground, from the bottom up."""
    for sort in features.DRAWN:
        things = (country.get(sort.key) or {}).values()
        beneath = [(BENEATH[sort.ink], one) for one in things] if sort.ink in BENEATH else []
        strokes = [(ink, one) for one in things for ink in INKS.get(sort.ink, (sort.ink,))]
        for ink, one in (*beneath, *strokes):
            yield from _shape(ink, one, sheet)


def _shape(ink: str, one: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """A stroke of a feature: an area, a line, or a bridge by its span or its place."""
    if "outline" in one:
        yield Drawn("shallow" if one.get("fordable") else ink, sheet.path(one["outline"], True))
        if one.get("trunks"):
            yield Drawn("trunks", "".join(f"M{x:.1f} {y:.1f}h0" for x, y in map(sheet.at, one["trunks"])))
    elif ink == "tick":
        yield Drawn(ink, _ticks([sheet.at(point) for point in one["line"]], _down(one)))
    elif "line" in one:
        heavy = " heavy" if ink == "contour" and one.get("height", 0) % 18 == 0 else ""
        yield Drawn(f"{ink}{heavy}", sheet.path(one["line"]), _width(ink, one, sheet))
    elif one.get("span") or one.get("at"):
        yield from _bridge(ink, one, sheet)


def _bridge(ink: str, one: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """A bridge; one that is down has water in its middle and a stub on each bank."""
    span = _span(one, sheet)
    if one.get("standing", True):
        yield Drawn(ink, _outline(span))
        return
    said = say("{bridge} is down", bridge=one.get("name") or word(features.BRIDGES[one["kind"]]))
    yield Drawn("gap", _outline(span), said=said)
    yield Drawn("fallen", "".join(map(_outline, _stubs(span))), said=said)


def _span(one: Mapping[str, Any], sheet: Sheet) -> list[Pair]:
    """The outline of a bridge on the drawing: its span, or a square at its place."""
    if one.get("span"):
        return [sheet.at(point) for point in one["span"]]
    x, y = sheet.at(one["at"])
    return [(x - 7, y - 7), (x + 7, y - 7), (x + 7, y + 7), (x - 7, y + 7)]


def _outline(points: Sequence[Pair]) -> str:
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in points)}Z"


def _stubs(span: Sequence[Pair]) -> list[list[Pair]]:
    """What is left of a span at both ends of its longest side."""
    (ax, ay), (bx, by) = max(pairwise([*span, span[0]]), key=_long)
    along = [(x * (bx - ax) + y * (by - ay)) for x, y in span]
    least, most = min(along), max(along)
    near, far = least + (most - least) * STUB, most - (most - least) * STUB
    return [_cut(span, along, near, 1), _cut(span, along, far, -1)]


def _cut(span: Sequence[Pair], along: Sequence[float], at: float, way: int) -> list[Pair]:
    """The part of an outline before a place along it (way 1), or behind it (way -1)."""
    kept: list[Pair] = []
    for (a, at_a), (b, at_b) in pairwise([*zip(span, along, strict=True), (span[0], along[0])]):
        if (at - at_a) * way >= 0:
            kept.append(a)
        if (at - at_a) * (at - at_b) < 0:
            share = (at - at_a) / (at_b - at_a)
            kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return kept


def pressed(country: Mapping[str, Any], sheet: Sheet, hrefs: Mapping[str, str]) -> Iterator[Crossing]:
    """The bridges that can be pressed.  hrefs: where each leads."""
    sort = next(sort for sort in features.SORTS if sort.key == features.CROSSINGS)
    for name, one in (country.get(sort.key) or {}).items():
        if name in hrefs and (one.get("span") or one.get("at")):
            said = say("{called}: {said}", called=_called(name, one, sort), said=_said(one, sort))
            yield Crossing(name, _outline(_span(one, sheet)), said, hrefs[name])


def _width(ink: str, one: Mapping[str, Any], sheet: Sheet) -> float:
    """The width of a road on the drawing; its edges show beneath it."""
    if ink not in (*BENEATH, *BENEATH.values()):
        return 0
    return float(max(one.get("width", 2) * sheet.unit, LEAST_ROAD) + (2.4 if ink == "casing" else 0))


def _down(contour: Mapping[str, Any]) -> int:
    """The lower side of a contour on the drawing, whose y goes down: 1 to the right of the line, -1 to the left."""
    higher = contour.get("higher", "inside")
    if higher in ("left", "right"):
        return 1 if higher == "left" else -1
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(contour["line"]))
    return 1 if (twice > 0) == (higher == "inside") else -1


def _ticks(line: list[Pair], down: int) -> str:
    """Short strokes on the lower side of a line, at this distance from each other."""
    strokes, wait = [], APART / 2
    for (ax, ay), (bx, by) in pairwise(line):
        long = math.hypot(bx - ax, by - ay)
        while long and wait <= long:
            x, y = ax + (bx - ax) * wait / long, ay + (by - ay) * wait / long
            strokes.append(
                f"M{x:.1f} {y:.1f}l{-(by - ay) / long * TICK * down:.1f} {(bx - ax) / long * TICK * down:.1f}"
            )
            wait += APART
        wait -= long
    return "".join(strokes)


def _back_lines(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """The back line of each side."""
    for side, edge in (country.get("back_lines") or {}).items():
        line = edge_line(edge, country.get("size"))
        if line:
            yield Drawn(f"back {side}", sheet.path(line))


def edge_line(edge: Any, size: Sequence[float] | None) -> list[list[float]]:
    """An edge of the country as a line; none where it has no limits."""
    if not isinstance(edge, str):
        return list(edge)
    if not size:
        return []
    width, depth = size
    ends: dict[str, list[list[float]]] = {
        "south": [[0, 0], [width, 0]],
        "north": [[0, depth], [width, depth]],
        "west": [[0, 0], [0, depth]],
    }
    return ends.get(edge, [[width, 0], [width, depth]])


# -- names and words ---------------------------------------------------------------------------------

EDGES = {
    "north": say("the north edge"),
    "east": say("the east edge"),
    "south": say("the south edge"),
    "west": say("the west edge"),
}


def _names(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Word]:
    """Heights on the contours, then the names of things; small things first, because they have the fewest places for a name."""
    for one in (country.get(features.NAMES) or {}).values():
        x, y = sheet.at(one["at"])
        yield Word("placename", one["name"], x, y + 4, ((x, y - 12), (x, y + 20)))
    for sort in features.NAMED:
        for one in (country.get(sort.key) or {}).values():
            if sort.ink == "contour":
                x, y = sheet.at(one["line"][len(one["line"]) // 2])
                yield Word("high", f"{one.get('height', 0):g}", x, y + 4)
            elif one.get("name") and "line" in one:
                legs = sorted(pairwise([sheet.at(point) for point in one["line"]]), key=_long, reverse=True)
                (x, y), *others = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 9) for a, b in legs[:4]]
                yield Word("placename", one["name"], x, y, (*others, (x, y + 30)))
            elif one.get("name"):
                points = [sheet.at(point) for point in one.get("outline") or one.get("span") or [one["at"]]]
                yield _area_name("watername" if sort.ink == "water" else "placename", one["name"], points)


def _area_name(kind: str, name: str, points: list[Pair]) -> Word:
    """A name in the middle of an area, or beneath a small one; along a river where there is room."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    (x, y), small = _middle(points), max(xs) - min(xs) < 60
    beneath, above = (x, max(ys) + 15), (x, min(ys) - 5)
    if small:
        return Word(kind, name, *beneath, others=(above,))
    across = zip(points[: len(points) // 2], reversed(points), strict=False)
    along = tuple(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 4) for a, b in across)
    far = max(ys) - min(ys) < (max(xs) - min(xs)) / 4 and len(points) > 12  # a river from side to side
    return Word(kind, name, *(along[len(along) // 4] if far else (x, y + 4)), others=(*along, beneath, above))


def _long(leg: tuple[Pair, Pair]) -> float:
    return math.dist(*leg)


def _middle(points: list[Pair]) -> Pair:
    """The middle of the box round some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def feet(inches: float) -> str:
    """A length as people read it: ``8 ft 3 in.``

    >>> feet(288), feet(99), feet(10), feet(0)
    ('24 ft', '8 ft 3 in.', '10 in.', '0 ft')
    """
    whole, rest = divmod(round(inches), 12)
    return (
        say("{whole} ft {rest} in.", whole=whole, rest=rest)
        if whole and rest
        else say("{rest} in.", rest=rest)
        if rest
        else say("{whole} ft", whole=whole)
    )


def place(point: Sequence[float]) -> str:
    """A place in words: ``8 ft east, 3 ft north``."""
    return say("{point} east, {point2} north", point=feet(point[0]), point2=feet(point[1]))


def in_words(country: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The text version of the country, group by group."""
    for sort in features.SORTS:
        rows = country.get(sort.key) or {}
        if rows:
            yield (
                sort.title,
                [
                    say("{called}: {said}", called=_called(name, one, sort), said=_said(one, sort))
                    for name, one in rows.items()
                ],
            )
    for side, edge in (country.get("back_lines") or {}).items():
        where = (
            EDGES[edge]
            if isinstance(edge, str)
            else say("from {edge} to {edge2}", edge=place(edge[0]), edge2=place(edge[-1]))
        )
        yield say("Back line of {side}", side=word(side.capitalize())), [where]


def _called(name: str, one: Mapping[str, Any], sort: features.Sort) -> str:
    return (
        say("{what} in.", what=f"{one.get('height', 0):g}")
        if sort.ink == "contour"
        else features.listed(name, one.get("name"))
    )


def _said(one: Mapping[str, Any], sort: features.Sort) -> str:
    """What something is, and where."""
    if sort.ink == "contour":
        return _contour_said(one)
    if one.get("kind") in features.BRIDGES:
        at = one.get("at") or _middle([(x, y) for x, y in one["span"]])
        what = word(features.BRIDGES[one["kind"]])
        if not one.get("standing", True):
            return say("{bridge} that is down, {place}", bridge=what, place=place(at))
        return say("{bridge}, {place}", bridge=what, place=place(at))
    if "side" in one:
        return say("{side}’s, {place}", side=word(str(one["side"]).capitalize()), place=place(one["at"]))
    if "at" in one:
        return place(one["at"])
    if "line" in one:
        return say("from {one} to {one2}", one=place(one["line"][0]), one2=place(one["line"][-1]))
    xs, ys = [x for x, _ in one["outline"]], [y for _, y in one["outline"]]
    crossed = say("; can be waded") if one.get("fordable") else say("; crossed only by bridge or ford")
    more = crossed if sort.ink == "water" else ""
    return say(
        "between {place} and {place2}{more}",
        place=place((min(xs), min(ys))),
        place2=place((max(xs), max(ys))),
        more=more,
    )


def _contour_said(one: Mapping[str, Any]) -> str:
    line, higher = one["line"], one.get("higher", "inside")
    if line[0] == line[-1]:
        sort = say("a hill") if higher == "inside" else say("a hollow")
        return say("round {sort} at {place}", sort=sort, place=place(_middle([(x, y) for x, y in line])))
    return say(
        "from {line} to {line2}, higher on the left in that direction"
        if higher == "left"
        else "from {line} to {line2}, higher on the right in that direction",
        line=place(line[0]),
        line2=place(line[-1]),
    )
