"""The country as it is drawn beneath the positions, in the manner of a survey sheet, and the same in words.

Input is the plain data of a country: lengths in inches.  Its ground is no secret of a side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from campaigns.web.board.labels import Room

Pair = tuple[float, float]

LEAST_ROAD = 5.0
"""Units of the drawing that a road is wide at least."""

TICK, APART = 5.0, 46.0
"""Length of a tick that points downhill, and how far it is to the next, in units of the drawing."""

GROUPS = {
    "contours": "Contours", "water": "Water", "fords": "Fords", "bridges": "Bridges", "roads": "Roads", "rails": "Rails",
    "woods": "Woods", "houses": "Houses", "walls": "Walls and hedges", "steep": "Too steep for wheels", "depots": "Depots",
}  # fmt: skip
"""What a country has, in the order in which it is told."""

BRIDGES = {"road-bridge": "road bridge", "railway-bridge": "railway bridge", "culvert": "railway culvert"}


@dataclass(frozen=True)
class Drawn:
    """A shape: the class by which it is inked, its path, and how wide its line is where that is to scale."""

    kind: str
    path: str
    width: float = 0


@dataclass(frozen=True)
class Word:
    """A name or a height on the plan.  others: further places where it may stand if there is no room."""

    kind: str
    text: str
    x: float
    y: float
    others: tuple[Pair, ...] = ()


@dataclass
class Ground:
    """A country ready to be drawn, and told in words by groups: title and lines."""

    shapes: list[Drawn] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    told: list[tuple[str, list[str]]] = field(default_factory=list)
    size: str = ""


class Sheet:
    """Where an inch of the country lies on the drawing."""

    def __init__(self, west: float, north: float, unit: float) -> None:
        self.west, self.north, self.unit = west, north, unit

    def at(self, point: Sequence[float]) -> Pair:
        """A point in units of the drawing."""
        return (point[0] - self.west) * self.unit, (self.north - point[1]) * self.unit

    def path(self, line: Sequence[Sequence[float]], closed: bool = False) -> str:
        """The path of a line or an outline."""
        steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in map(self.at, line))
        return f"M{steps}{'Z' if closed else ''}"


def lay_out(country: Mapping[str, Any], sheet: Sheet, room: Room) -> Ground:
    """The country on a sheet.  room: where something may still be written; names that find none are told in words alone."""
    ground = Ground(told=list(in_words(country)))
    if country.get("size"):
        ground.size = f"{feet(country['size'][0])} wide and {feet(country['size'][1])} deep"
    ground.shapes += _areas(country, sheet)
    ground.shapes += _contours(country, sheet)
    ground.shapes += _ways(country, sheet)
    for word in _names(country, sheet):
        half = len(word.text) * 3.7 + 3
        for x, y in ((word.x, word.y), *word.others):
            if room.take((x - half, y - 12, x + half, y + 4)):
                ground.words.append(Word(word.kind, word.text, x, y))
                break
    return ground


def _things(country: Mapping[str, Any], group: str) -> list[Mapping[str, Any]]:
    return list((country.get(group) or {}).values())


def _areas(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """Woods, ground too steep for wheels, water."""
    for kind, group in (("wood", "woods"), ("steep", "steep")):
        for one in _things(country, group):
            yield Drawn(kind, sheet.path(one["outline"], True))
            if one.get("trunks"):
                yield Drawn("trunks", "".join(f"M{x:.1f} {y:.1f}h0" for x, y in map(sheet.at, one["trunks"])))
    for one in _things(country, "water"):
        yield Drawn("shallow" if one.get("fordable") else "water", sheet.path(one["outline"], True))


def _contours(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """Contour lines, every third of them heavier, with ticks that point downhill."""
    for one in _things(country, "contours"):
        heavy = " heavy" if one.get("height", 0) % 18 == 0 else ""
        yield Drawn(f"contour{heavy}", sheet.path(one["line"]))
        yield Drawn("tick", _ticks([sheet.at(point) for point in one["line"]], _down(one)))


def _down(contour: Mapping[str, Any]) -> int:
    """The lower side of a contour as it is drawn on the sheet, whose y goes down: 1 to the right of the line, -1 to the left."""
    higher = contour.get("higher", "inside")
    if higher in ("left", "right"):
        return 1 if higher == "left" else -1
    twice = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(contour["line"]))
    return 1 if (twice > 0) == (higher == "inside") else -1


def _ticks(line: list[Pair], down: int) -> str:
    """Short strokes on the lower side of a line, so far from one another."""
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


def _ways(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Drawn]:
    """Roads and rails, fords, bridges, houses, walls, back lines: what lies on the ground, from beneath upwards."""
    roads = [
        (sheet.path(one["line"]), max(one.get("width", 2) * sheet.unit, LEAST_ROAD))
        for one in _things(country, "roads")
    ]
    yield from (Drawn("casing", path, width + 2.4) for path, width in roads)
    yield from (Drawn("road", path, width) for path, width in roads)
    for one in _things(country, "bridges"):
        if one.get("span"):
            yield Drawn("bridge", sheet.path(one["span"], True))
        elif one.get("at"):
            x, y = sheet.at(one["at"])
            yield Drawn("bridge", f"M{x - 7:.1f} {y - 7:.1f}h14v14h-14Z")
    for one in _things(country, "rails"):
        yield Drawn("rail", sheet.path(one["line"]))
        yield Drawn("sleepers", sheet.path(one["line"]))
    yield from (Drawn("ford", sheet.path(one["line"])) for one in _things(country, "fords"))
    yield from (Drawn("wall", sheet.path(one["line"])) for one in _things(country, "walls"))
    yield from (Drawn("house", sheet.path(one["outline"], True)) for one in _things(country, "houses"))
    for side, edge in (country.get("back_lines") or {}).items():
        line = edge_line(edge, country.get("size"))
        if line:
            yield Drawn(f"back {side}", sheet.path(line))


def edge_line(edge: Any, size: Sequence[float] | None) -> list[list[float]]:
    """An edge of the country as a line; nothing where it has no limits."""
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


def _names(country: Mapping[str, Any], sheet: Sheet) -> Iterator[Word]:
    """Heights on the contours, then the names of things; what is small first, since it has the fewest places for its name."""
    for one in _things(country, "contours"):
        x, y = sheet.at(one["line"][len(one["line"]) // 2])
        yield Word("high", f"{one.get('height', 0):g}", x, y + 4)
    for group in ("bridges", "houses", "woods", "water"):
        for one in _things(country, group):
            if one.get("name"):
                points = [sheet.at(point) for point in one.get("outline") or one.get("span") or [one["at"]]]
                yield _area_name("watername" if group == "water" else "placename", one["name"], points)
    for group in ("fords", "rails", "roads", "walls"):
        for one in _things(country, group):
            if one.get("name"):
                legs = sorted(pairwise([sheet.at(point) for point in one["line"]]), key=_long, reverse=True)
                (x, y), *others = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 9) for a, b in legs[:4]]
                yield Word("placename", one["name"], x, y, (*others, (x, y + 30)))


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
    return f"{whole} ft {rest} in." if whole and rest else f"{rest} in." if rest else f"{whole} ft"


def place(point: Sequence[float]) -> str:
    """A place in words: ``8 ft east, 3 ft north``."""
    return f"{feet(point[0])} east, {feet(point[1])} north"


def in_words(country: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The country in words, group by group."""
    for group, title in GROUPS.items():
        rows = country.get(group) or {}
        if rows:
            yield title, [f"{_called(name, one, group)}: {_said(group, one)}" for name, one in rows.items()]
    for side, edge in (country.get("back_lines") or {}).items():
        where = f"the {edge} edge" if isinstance(edge, str) else f"from {place(edge[0])} to {place(edge[-1])}"
        yield f"Back line of {side.capitalize()}", [where]


def _called(name: str, one: Mapping[str, Any], group: str) -> str:
    return str(one.get("name") or name.replace("-", " ")) if group != "contours" else f"{one.get('height', 0):g} in."


def _said(group: str, one: Mapping[str, Any]) -> str:
    """Where a thing lies, and what it is."""
    if group == "contours":
        return _contour_said(one)
    if group == "bridges":
        at = one.get("at") or _middle([(x, y) for x, y in one["span"]])
        return f"{BRIDGES[one['kind']]}, {place(at)}"
    if group == "depots":
        return f"{str(one['side']).capitalize()}’s, {place(one['at'])}"
    if "line" in one:
        return f"from {place(one['line'][0])} to {place(one['line'][-1])}"
    xs, ys = [x for x, _ in one["outline"]], [y for _, y in one["outline"]]
    more = {"water": "; may be waded" if one.get("fordable") else "; crossed by bridge or ford alone"}.get(group, "")
    return f"between {place((min(xs), min(ys)))} and {place((max(xs), max(ys)))}{more}"


def _contour_said(one: Mapping[str, Any]) -> str:
    line, higher = one["line"], one.get("higher", "inside")
    if line[0] == line[-1]:
        sort = "a hill" if higher == "inside" else "a hollow"
        return f"round {sort} at {place(_middle([(x, y) for x, y in line]))}"
    return f"from {place(line[0])} to {place(line[-1])}, higher on the {higher} of one who goes that way"
