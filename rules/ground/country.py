"""The country: its size, contours, water, ways, houses, walls and woods, edges and stores.  [KS-GAME-02, KS-GAME-06 to KS-GAME-10]

An immutable value, parsed strictly from plain data and written back the same.  Lengths are sixteenths of an inch, x to
the east and y to the north of the south-west corner.  Undrawn ground is level, open and without limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Self

from rules.errors import Invalid
from rules.ground.geometry import Line, area
from rules.values import codec
from rules.values.codec import FLAG, IDENTITY, LENGTH, POINT, TEXT, FieldType, choice, key, list_of, map_of, value_of
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say
from rules.values.value import Value

MOST_POINTS = 200_000
"""The most points of a country; a file with more is an error and not a country to play on."""

EDGES = ("north", "east", "south", "west")
"""The edges of the country by name."""


# -- kinds ----------------------------------------------------------------------------------------


def _line(least: int, called: str) -> FieldType:
    """A line of at least so many points, without equal neighbours."""

    def read(value: Any, where: str) -> tuple[Point, ...]:
        points: tuple[Point, ...] = tuple(
            POINT.read(one, f"{where}.{i}") for i, one in enumerate(codec.read_list(value, where))
        )
        if len(points) < least:
            raise Invalid(
                of_field(
                    where,
                    say(
                        "{called} has {least} points or more, got {points}",
                        called=called,
                        least=least,
                        points=len(points),
                    ),
                )
            )
        for i, (one, other) in enumerate(pairwise(points)):
            if one == other:
                raise Invalid(of_field(f"{where}.{i + 1}", say("the same point stands twice running")))
        return points

    schema = {"type": "array", "items": POINT.schema, "minItems": least}
    return FieldType(read, lambda value: [POINT.write(one) for one in value], schema)


def _outline() -> FieldType:
    """The corners of an area; the first may be repeated at the end, and is not written again."""
    line = _line(3, say("an outline"))

    def read(value: Any, where: str) -> tuple[Point, ...]:
        points: tuple[Point, ...] = line.read(value, where)
        if points[0] == points[-1]:
            points = points[:-1]
        if len(points) < 3 or not area(points):
            raise Invalid(of_field(where, say("an outline with an area is wanted")))
        return points

    return FieldType(read, line.write, line.schema)


def _size() -> FieldType:
    """Width and depth, both above zero."""

    def read(value: Any, where: str) -> Point:
        width, depth = POINT.read(value, where)
        if width <= 0 or depth <= 0:
            raise Invalid(
                of_field(where, say("width and depth over nought are wanted, got {value}", value=f"{value!r}"))
            )
        return (width, depth)

    return FieldType(read, POINT.write, POINT.schema)


def _edge() -> FieldType:
    """An edge of the country by name, or a line."""
    name, line = choice(*EDGES), _line(2, say("a line"))
    return FieldType(
        lambda value, where: name.read(value, where) if isinstance(value, str) else line.read(value, where),
        lambda value: value if isinstance(value, str) else line.write(value),
        {"anyOf": [name.schema, line.schema]},
    )


LINE = _line(2, say("a line"))
OUTLINE = _outline()
EDGE = _edge()
Edge = str | tuple[Point, ...]


# -- what lies on the ground --------------------------------------------------------------------------


@dataclass(frozen=True)
class Contour(Value):
    """A contour line: a ring if its last point is its first, else it runs from edge to edge.  [KS-GAME-06]

    height: of the ground on its upper side.  higher: which side that is; by default the inside of a ring.
    """

    line: tuple[Point, ...] = key(LINE)
    height: int = key(LENGTH, 0)
    higher: str = key(choice("inside", "outside", "left", "right"), "inside")

    @property
    def ring(self) -> bool:
        """Whether the line is closed."""
        return self.line[0] == self.line[-1]

    @property
    def upper(self) -> int:
        """The side on which the ground is higher: 1 to the left of the line as drawn, -1 to the right."""
        if self.higher in ("left", "right"):
            return 1 if self.higher == "left" else -1
        against_the_clock = area(self.line[:-1]) > 0
        return 1 if against_the_clock == (self.higher == "inside") else -1


@dataclass(frozen=True)
class Water(Value):
    """A river or a pond.  Unless it is fordable, it is crossed only by marked fords and bridges.  [KS-INF-01]"""

    outline: tuple[Point, ...] = key(OUTLINE)
    fordable: bool = key(FLAG, False)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Ford(Value):
    """A marked ford: a line from one bank to the other, with its ends on dry land.  [KS-INF-01]"""

    line: tuple[Point, ...] = key(LINE)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Road(Value):
    """A road, or the rails of a line, along its middle.  [KS-MOVE-03, KS-RAIL]"""

    line: tuple[Point, ...] = key(LINE)
    width: int = key(LENGTH, 2 * INCH)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class House(Value):
    """A house: solid and empty.  [KS-GAME-09]"""

    outline: tuple[Point, ...] = key(OUTLINE)
    height: int = key(LENGTH, 6 * INCH)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Wall(Value):
    """A wall, or a hedge as high as a wall: it cannot be passed.  [KS-MOVE-08, KS-SHELL-07]"""

    line: tuple[Point, ...] = key(LINE)
    height: int = key(LENGTH, 2 * INCH)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Wood(Value):
    """A wood: it stops a charge and its trunks stop rifle shots; it has no other effect.  [KS-GAME-08]"""

    outline: tuple[Point, ...] = key(OUTLINE)
    trunks: tuple[Point, ...] = key(list_of(POINT), ())
    height: int = key(LENGTH, 4 * INCH)
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class Steep(Value):
    """Ground marked on the map as too steep for wheels.  [KS-CONT-03, option ``steep_rule``]"""

    outline: tuple[Point, ...] = key(OUTLINE)


@dataclass(frozen=True)
class Unknown(Value):
    """Ground of which a survey knows nothing, or no heights: it is hatched, and the rules take it as level.  [KS-GAME-08]"""

    outline: tuple[Point, ...] = key(OUTLINE)


@dataclass(frozen=True)
class Crossing(Value):
    """A bridge or culvert in its state before the first move.  [KS-DEST-01 to KS-DEST-03]"""

    kind: str = key(choice("railway-bridge", "culvert", "road-bridge"))
    at: Point | None = key(POINT, None)
    span: tuple[Point, ...] = key(OUTLINE, ())
    name: str = key(TEXT, "")


@dataclass(frozen=True)
class PlaceName(Value):
    """A name written on the map at a place; it has no effect on anything.  [KS-GAME-08]"""

    name: str = key(TEXT)
    at: Point = key(POINT)


NOTHING: Mapping[str, Any] = MappingProxyType({})

STORES = ("food", "forage", "ammunition")
"""The kinds of packets.  [KS-SUP-01]"""


def _packets() -> FieldType:
    """Packets by kind; what holds none is not written."""

    def read(value: Any, where: str) -> dict[str, int]:
        held: dict[str, int] = codec.COUNTS.read(value, where)
        strange = sorted(held.keys() - set(STORES))
        if strange:
            raise Invalid(of_field(where, say("choose one of {one_of}", one_of=", ".join(STORES))))
        return {kind: held[kind] for kind in STORES if held.get(kind)}

    return FieldType(read, dict, codec.COUNTS.schema)


@dataclass(frozen=True)
class Store(Value):
    """A depot in its state before the first move, with what it holds.  [KS-SUP-07]"""

    side: str = key(IDENTITY)
    at: Point = key(POINT)
    name: str = key(TEXT, "")
    packets: Mapping[str, int] = key(_packets(), factory=lambda: NOTHING)


def _features(cls: type[Value]) -> Any:
    """Features of one sort by id."""
    return key(map_of(value_of(cls)), factory=lambda: NOTHING)


@dataclass(frozen=True)
class Country(Value):
    """The ground played on.

    size: width and depth in sixteenths, or None if it has no limits.
    back_lines: each side's back line; friendly_edges: the edges over which each side may be relieved.
    """

    name: str = key(TEXT, "")
    size: Point | None = key(_size(), None)
    contours: Mapping[str, Contour] = _features(Contour)
    water: Mapping[str, Water] = _features(Water)
    fords: Mapping[str, Ford] = _features(Ford)
    roads: Mapping[str, Road] = _features(Road)
    rails: Mapping[str, Road] = _features(Road)
    bridges: Mapping[str, Crossing] = _features(Crossing)
    houses: Mapping[str, House] = _features(House)
    walls: Mapping[str, Wall] = _features(Wall)
    woods: Mapping[str, Wood] = _features(Wood)
    steep: Mapping[str, Steep] = _features(Steep)
    unknown: Mapping[str, Unknown] = _features(Unknown)
    depots: Mapping[str, Store] = _features(Store)
    names: Mapping[str, PlaceName] = _features(PlaceName)
    back_lines: Mapping[str, Edge] = key(map_of(EDGE), factory=lambda: NOTHING)
    friendly_edges: Mapping[str, tuple[Edge, ...]] = key(map_of(list_of(EDGE)), factory=lambda: NOTHING)

    @property
    def has_map(self) -> bool:
        """Whether anything is drawn on it; else it is open, level floor without limits."""
        return self != OPEN_FLOOR

    def but(self, **changes: Any) -> Self:
        """A copy with some fields changed; values computed from this one are not copied."""
        new = super().but(**changes)
        for name in new.__dict__.keys() - codec.fields_of(type(self)).keys():
            del new.__dict__[name]
        return new

    def lines(self) -> list[tuple[str, Line, bool]]:
        """Every line and outline with its place in the plain data, and whether it is closed."""
        found: list[tuple[str, Line, bool]] = []
        for group in WITH_LINES:
            for name, feature in getattr(self, group).items():
                found.append((f"{group}.{name}.line", feature.line, False))
        for group in WITH_OUTLINES:
            for name, feature in getattr(self, group).items():
                found.append((f"{group}.{name}.outline", feature.outline, True))
        found += [(f"bridges.{name}.span", one.span, True) for name, one in self.bridges.items() if one.span]
        return found

    def edge(self, edge: Edge) -> tuple[Point, ...] | None:
        """An edge as a line; None if it is named and the country has no limits."""
        if not isinstance(edge, str):
            return edge
        if self.size is None:
            return None
        width, depth = self.size
        ends = {
            "south": ((0, 0), (width, 0)),
            "east": ((width, 0), (width, depth)),
            "north": ((width, depth), (0, depth)),
            "west": ((0, depth), (0, 0)),
        }
        return ends[edge]


WITH_LINES = ("contours", "fords", "roads", "rails", "walls")
WITH_OUTLINES = ("water", "houses", "woods", "steep", "unknown")

OPEN_FLOOR = Country()
"""Level, open and without limits."""
