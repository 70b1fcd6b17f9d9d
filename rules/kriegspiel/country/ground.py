"""What a path meets on the ground: contours, roads, water, bridges, houses and walls.  [KS-CONT-05, KS-MOVE-03, KS-MOVE-08]

A path is that of the leading man: the middle of a body's front.  Places on it are whole legs and the part of a leg.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from rules.ground.areas import Areas
from rules.ground.batch_geometry import Legs, box_round
from rules.ground.country import Contour, Country
from rules.ground.geometry import (
    Line,
    Stretch,
    crossings,
    joined,
    on_leg,
    part_within,
    side_of_line,
    sign,
    square,
    square_to_leg,
    stretches_inside,
    turn,
    without,
)
from rules.kriegspiel.force import Bridge
from rules.values.measure import FOOT, INCH, Point

POINT_BRIDGE = 2 * INCH
"""Width of the strip about the place of a bridge without a drawn span; crossing the strip is crossing the bridge."""


class Climb(NamedTuple):
    """A crossed contour: the place on the path, the contour, and whether uphill."""

    at: Fraction
    contour: str
    up: bool


class Bar(NamedTuple):
    """An obstacle: the place on the path, its sort (``water``, ``house``, ``wall`` ...), and its id."""

    at: Fraction
    kind: str
    id: str


class Ground:
    """A country prepared for queries; made once for each (``ground_of``)."""

    def __init__(self, country: Country) -> None:
        self.country = country
        self.routes: dict[Line, Any] = {}

    # -- contours -----------------------------------------------------------------------------------

    @cached_property
    def contours(self) -> list[tuple[str, Contour]]:
        """The contours with their ids."""
        return list(self.country.contours.items())

    @cached_property
    def contour_legs(self) -> Legs:
        """The legs of the contours, indexed by place."""
        return Legs([(contour.line, False) for _, contour in self.contours])

    def climbs(self, path: Line) -> list[Climb]:
        """Every contour that a path crosses, in order.  A point on a line is at its foot.  [KS-CONT-05]"""
        if not self.contours:
            return []
        found = []
        for which, among in self.contour_legs.by_line(box_round(path)).items():
            name, contour = self.contours[which]
            upper = contour.upper
            for one in crossings(path, contour.line, -upper, among):
                found.append(Climb(one.at, name, one.leftward == (upper > 0)))
        return sorted(found)

    def at_a_contour(self, point: Point) -> bool:
        """Whether a point lies on a contour.  [KS-CONT-04]"""
        rows = self.contour_legs
        return any(on_leg(*rows.leg(row), point) for row in rows.in_box((*point, *point)))

    def level(self, point: Point, interval: int) -> int:
        """Sixteenths of height of the ground at a point; each terrace is level.  [KS-GAME-06]

        interval: from one contour to the next.  A point on a line is at its foot.
        """
        if not self.contours:
            return 0
        which, number = self._nearest_contour(point)
        contour = self.contours[which][1]
        above = _side_near(contour.line, number, point) == contour.upper
        return contour.height if above else contour.height - interval

    def _nearest_contour(self, point: Point) -> tuple[int, int]:
        """The contour nearest to a point, and the number of its nearest leg."""
        rows, reach = self.contour_legs, FOOT
        while True:
            x, y = point
            found = rows.in_box((x - reach, y - reach, x + reach, y + reach))
            best = min(((square_to_leg(*rows.leg(row), point), row) for row in found), default=None)
            if best is not None and (best[0] <= reach * reach or len(found) == len(rows)):
                return int(rows.owner[best[1]]), int(rows.number[best[1]])
            reach *= 4

    # -- roads and rails ----------------------------------------------------------------------------

    @cached_property
    def road_legs(self) -> Legs:
        """The legs of the roads, indexed by place."""
        return Legs([(road.line, False) for road in self.country.roads.values()])

    def on_roads(self, path: Line) -> list[Stretch]:
        """The stretches of a path that lie on a road.  [KS-MOVE-03]"""
        if not self.country.roads:
            return []
        return self._on_strips(path, self.road_legs, [road.width for road in self.country.roads.values()])

    @staticmethod
    def _on_strips(path: Line, rows: Legs, widths: Sequence[int]) -> list[Stretch]:
        """The stretches of a path within half a width of a line."""
        found = []
        for i, (a, b) in enumerate(pairwise(path)):
            for row in rows.in_box(box_round((a, b), max(widths) // 2 + 1)):
                part = part_within(a, b, *rows.leg(row), widths[int(rows.owner[row])])
                if part is not None and part[0] < part[1]:
                    found.append((i + part[0], i + part[1]))
        return joined(found)

    # -- water and bridges --------------------------------------------------------------------------

    @cached_property
    def water(self) -> tuple[list[str], Areas]:
        """The ids of the waters, and their outlines."""
        return _areas(self.country.water)

    def in_water(self, path: Line) -> list[tuple[Stretch, str]]:
        """The stretches of a path in water, in order, each with the water's id."""
        names, areas = self.water
        return [(stretch, names[which]) for stretch, which in areas.on(path)]

    def into_water(self, path: Line, bridges: Mapping[str, Bridge]) -> Bar | None:
        """Where a path first enters water other than over a standing bridge; ``bridge`` if one is down there.

        [KS-MOVE-08, KS-ART-03, KS-DEST-08]
        """
        return next(self.waters_on(path, bridges), None)

    def waters_on(self, path: Line, bridges: Mapping[str, Bridge]) -> Iterator[Bar]:
        """Every place where a path enters water other than over a standing bridge, in order."""
        wet = self.in_water(path)
        carried = over_bridges(path, bridges, standing=True) if wet else []
        for stretch, name in wet:
            for left in without([stretch], carried):
                down = (
                    fallen
                    for fallen, bridge in sorted(bridges.items())
                    if not bridge.standing and not without([left], over_bridges(path, {fallen: bridge}, standing=False))
                )
                fallen = next(down, "")
                yield Bar(left[0], "bridge" if fallen else "water", fallen or name)

    # -- houses, walls and woods ----------------------------------------------------------------------

    @cached_property
    def houses(self) -> tuple[list[str], Areas]:
        """The ids of the houses, and their outlines."""
        return _areas(self.country.houses)

    def houses_on(self, path: Line) -> list[Bar]:
        """Where a path enters a house; going along its face is not entering.  [KS-GAME-09]"""
        names, areas = self.houses
        return [Bar(stretch[0], "house", names[which]) for stretch, which in areas.on(path)]

    @cached_property
    def wall_legs(self) -> Legs:
        """The legs of the walls, indexed by place."""
        return Legs([(wall.line, False) for wall in self.country.walls.values()])

    def walls_on(self, path: Line) -> list[Bar]:
        """Where a path comes to a wall.  A path that starts on its line may leave it.  [KS-MOVE-08]"""
        if not self.country.walls:
            return []
        names = list(self.country.walls)
        return [Bar(at, "wall", names[which]) for at, which in self.wall_legs.met_by(path) if at > 0]

    @cached_property
    def solid_legs(self) -> Legs:
        """The legs of the houses' outlines and of the walls, indexed by place.  [KS-LW-20]"""
        houses = [(house.outline, True) for house in self.country.houses.values()]
        return Legs([*houses, *((wall.line, False) for wall in self.country.walls.values())])

    @cached_property
    def woods(self) -> tuple[list[str], Areas]:
        """The ids of the woods, and their outlines."""
        return _areas(self.country.woods)

    def woods_on(self, path: Line) -> list[Bar]:
        """Where a path enters a wood, or begins in one.  [KS-GAME-08]"""
        names, areas = self.woods
        return [Bar(stretch[0], "wood", names[which]) for stretch, which in areas.on(path)]

    @cached_property
    def steep(self) -> tuple[list[str], Areas]:
        """The ids and outlines of ground marked as too steep for wheels."""
        return _areas(self.country.steep)

    def steep_on(self, path: Line) -> list[Stretch]:
        """The stretches of a path on ground marked as too steep for wheels.  [KS-CONT-03]"""
        return joined(stretch for stretch, _ in self.steep[1].on(path))

    def over_the_edge(self, path: Line) -> Bar | None:
        """Where a path first leaves the country; None if it does not, or if there are no limits.  [KS-CHARGE-23]

        A leg that begins beyond an edge and does not end within it leaves the country where it begins.
        """
        size = self.country.size
        if size is None:
            return None
        for i, (a, b) in enumerate(pairwise(path)):
            left = [
                _part_to(limit, a[axis], b[axis])
                for axis in (0, 1)
                for limit, past in ((0, b[axis] < 0), (size[axis], b[axis] > size[axis]))
                if past
            ]
            if left:
                return Bar(i + min(left), "edge", "")
        return None


def _part_to(limit: int, start: int, end: int) -> Fraction:
    """The part of a leg before it passes a limit, on one axis; none of it if it begins beyond.

    >>> _part_to(0, 3, -1), _part_to(0, -5, -3), _part_to(0, -5, -5)
    (Fraction(3, 4), Fraction(0, 1), Fraction(0, 1))
    """
    inside = (start - limit) * (limit - end) > 0
    return Fraction(limit - start, end - start) if inside else Fraction(0)


def _areas(features: Mapping[str, Any]) -> tuple[list[str], Areas]:
    """The ids of some features, and their outlines."""
    return list(features), Areas([feature.outline for feature in features.values()])


def over_bridges(path: Line, bridges: Mapping[str, Bridge], *, standing: bool) -> list[Stretch]:
    """The stretches of a path over bridges that stand, or over those that are down.  [KS-ART-03]"""
    found: list[Stretch] = []
    for bridge in bridges.values():
        if bridge.standing != standing:
            continue
        for i, (a, b) in enumerate(pairwise(path)):
            found += [(i + first, i + last) for first, last in _over(a, b, bridge)]
    return joined(found)


def _over(start: Point, end: Point, bridge: Bridge) -> list[Stretch]:
    """The parts of a leg over a bridge.  A bridge without a span is crossed on the leg that meets its place."""
    if len(bridge.span) > 2:
        return stretches_inside(start, end, bridge.span)
    at = bridge.at
    if at is not None and square_to_leg(start, end, at) <= (POINT_BRIDGE // 2) ** 2:
        return [(Fraction(0), Fraction(1))]
    return []


def _side_near(line: Line, number: int, point: Point) -> int:
    """The side of a line, 1 left, -1 right, 0 on it, of a point whose nearest place on the line is on a given leg."""
    a, b = line[number], line[number + 1]
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    if 0 < along < square(a, b):
        return sign(turn(a, b, point))
    corner = a if along <= 0 else b
    return 0 if point == corner else side_of_line(line, corner, point)


def ground_of(country: Country) -> Ground:
    """The ground of a country, made once and cached."""
    kept = country.__dict__.get("_ground")
    if not isinstance(kept, Ground):
        kept = Ground(country)
        country.__dict__["_ground"] = kept
    return kept
