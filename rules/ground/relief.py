"""The shape of a country: how high its ground is, and its houses, woods, walls and roads, prepared for queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

import shapely

from rules.ground.areas import Areas
from rules.ground.batch_geometry import Legs, box_round, points
from rules.ground.country import Contour, Country
from rules.ground.geometry import Line, crossings, on_leg, side_of_line, sign, square, square_to_leg, turn
from rules.values.measure import Point

NEAR = 1 / 16
"""Sixteenths within which two legs are as near as each other until fractions say which is nearer."""


class Climb(NamedTuple):
    """A crossed contour: the place on the path, the contour, and whether uphill.

    brow: where the upper ground begins or ends, if the path runs along the line before it goes down from it.
    """

    at: Fraction
    contour: str
    up: bool
    brow: Fraction


class Relief:
    """The contours, houses, woods, walls and roads of a country, prepared for queries."""

    def __init__(self, country: Country) -> None:
        self.country = country

    @cached_property
    def contours(self) -> list[tuple[str, Contour]]:
        """The contours with their ids."""
        return list(self.country.contours.items())

    @cached_property
    def uppers(self) -> list[int]:
        """The side of each contour on which the ground is higher: 1 left, -1 right."""
        return [contour.upper for _, contour in self.contours]

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
            upper = self.uppers[which]
            for one in crossings(path, contour.line, -upper, among):
                up = one.leftward == (upper > 0)
                found.append(Climb(one.at, name, up, one.at if up else one.since))
        return sorted(found)

    def at_a_contour(self, point: Point) -> bool:
        """Whether a point lies on a contour.  [KS-CONT-04]"""
        rows = self.contour_legs
        return any(on_leg(*rows.leg(row), point) for row in rows.in_box((*point, *point)))

    def level(self, point: Point, interval: int) -> int:
        """Sixteenths of height of the ground at a point, as of ``levels``."""
        return self.levels((point,), interval)[0]

    def levels(self, places: Sequence[Point], interval: int) -> list[int]:
        """Sixteenths of height of the ground at each of some points; each terrace is level.  [KS-GAME-06]

        interval: from one contour to the next.  A point on a line is at its foot.
        """
        if not self.contours or not places:
            return [0] * len(places)
        found, rows = [], self.contour_legs
        for point, row in zip(places, self._nearest_legs(places), strict=True):
            which, number = rows.places[row]
            contour = self.contours[which][1]
            above = _side_near(contour.line, number, point) == self.uppers[which]
            found.append(contour.height if above else contour.height - interval)
        return found

    def _nearest_legs(self, places: Sequence[Point]) -> list[int]:
        """For each point, the nearest leg of a contour, the first of several.  A tree proposes, fractions decide."""
        rows, spots = self.contour_legs, shapely.points(points(places).astype(float))
        _, far = rows.tree.query_nearest(spots, all_matches=False, return_distance=True)
        near: list[list[int]] = [[] for _ in places]
        for place, row in zip(*rows.tree.query(spots, "dwithin", far + NEAR).tolist(), strict=True):
            near[place].append(row)
        return [
            some[0] if len(some) == 1 else min((square_to_leg(*rows.leg(row), at), row) for row in some)[1]
            for at, some in zip(places, near, strict=True)
        ]

    # -- houses and woods ---------------------------------------------------------------------------

    @cached_property
    def houses(self) -> tuple[list[str], Areas]:
        """The ids of the houses, and their outlines."""
        return areas_of(self.country.houses)

    @cached_property
    def woods(self) -> tuple[list[str], Areas]:
        """The ids of the woods, and their outlines."""
        return areas_of(self.country.woods)

    @cached_property
    def wall_legs(self) -> Legs:
        """The legs of the walls, indexed by place."""
        return Legs([(wall.line, False) for wall in self.country.walls.values()])

    # -- roads --------------------------------------------------------------------------------------

    @cached_property
    def road_legs(self) -> Legs:
        """The legs of the roads, indexed by place."""
        return Legs([(road.line, False) for road in self.country.roads.values()])

    def on_a_road(self, point: Point) -> bool:
        """Whether a point lies on a road, its edges included."""
        widths = [road.width for road in self.country.roads.values()]
        rows, wide = self.road_legs, max(widths, default=0)
        near = rows.in_box(box_round((point,), wide)) if widths else ()
        return any(4 * square_to_leg(*rows.leg(row), point) <= widths[rows.places[row][0]] ** 2 for row in near)

    def in_woods(self, point: Point) -> list[int]:
        """The woods in which a point lies, by number; an edge is outside."""
        return self.woods[1].at(point)


R = TypeVar("R", bound=Relief)


def prepared(country: Country, kind: type[R]) -> R:
    """A country prepared for queries, made once for each and cached with it."""
    kept: dict[type[Relief], Relief] = country.__dict__.setdefault("_prepared", {})
    if kind not in kept:
        kept[kind] = kind(country)
    return cast(R, kept[kind])


def areas_of(features: Mapping[str, Any]) -> tuple[list[str], Areas]:
    """The ids of some features, and their outlines."""
    return list(features), Areas([feature.outline for feature in features.values()])


def _side_near(line: Line, number: int, point: Point) -> int:
    """The side of a line, 1 left, -1 right, 0 on it, of a point whose nearest place on the line is on a given leg."""
    a, b = line[number], line[number + 1]
    along = (point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])
    if 0 < along < square(a, b):
        return sign(turn(a, b, point))
    corner = a if along <= 0 else b
    return 0 if point == corner else side_of_line(line, corner, point)
