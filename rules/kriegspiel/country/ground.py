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
from rules.ground.country import Country
from rules.ground.geometry import (
    Line,
    Stretch,
    joined,
    part_within,
    square_to_leg,
    stretches_inside,
    without,
)
from rules.ground.relief import Relief, areas_of, prepared
from rules.kriegspiel.force import Bridge
from rules.values.measure import INCH, Point

POINT_BRIDGE = 2 * INCH
"""Width of the strip about the place of a bridge without a drawn span; crossing the strip is crossing the bridge."""


class Bar(NamedTuple):
    """An obstacle: the place on the path, its sort (``water``, ``house``, ``wall`` ...), and its id."""

    at: Fraction
    kind: str
    id: str


class Ground(Relief):
    """A country prepared for queries; made once for each (``ground_of``)."""

    def __init__(self, country: Country) -> None:
        super().__init__(country)
        self.routes: dict[Line, Any] = {}

    # -- roads and rails ----------------------------------------------------------------------------

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
        return areas_of(self.country.water)

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

    def houses_on(self, path: Line) -> list[Bar]:
        """Where a path enters a house; going along its face is not entering.  [KS-GAME-09]"""
        names, areas = self.houses
        return [Bar(stretch[0], "house", names[which]) for stretch, which in areas.on(path)]

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

    def woods_on(self, path: Line) -> list[Bar]:
        """Where a path enters a wood, or begins in one.  [KS-GAME-08]"""
        names, areas = self.woods
        return [Bar(stretch[0], "wood", names[which]) for stretch, which in areas.on(path)]

    @cached_property
    def steep(self) -> tuple[list[str], Areas]:
        """The ids and outlines of ground marked as too steep for wheels."""
        return areas_of(self.country.steep)

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


def ground_of(country: Country) -> Ground:
    """The ground of a country, made once and cached."""
    return prepared(country, Ground)
