"""A path over a country, measured: its length, its length by road, its contours, and what bars it.

[KS-DEF-04, KS-MOVE-03, KS-MOVE-08, KS-CONT-01 to KS-CONT-05]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from rules.ground.geometry import Line, Stretch, covered, gone, milestones, part_of_leg, without
from rules.kriegspiel.country.ground import Bar, Ground
from rules.kriegspiel.country.steepness import steep_on
from rules.kriegspiel.force import Bridge
from rules.kriegspiel.tables.paces import CONTOUR_DOWN, CONTOUR_UP
from rules.values.measure import without_halts

MOST_KEPT = 4096
"""The most routes cached: the same ones are asked for by commanders, at the desk, and in the move."""


class Route(NamedTuple):
    """The measures of a path.  Lengths in sixteenths; contours up and down, with those on the road also counted apart."""

    distance: int
    road: int
    up: int
    down: int
    road_up: int
    road_down: int


def route(ground: Ground, path: Line) -> Route:
    """The measures of a path, which includes its start.  [KS-DEF-04, KS-MOVE-03, KS-CONT-05]"""
    known = ground.routes.get(tuple(path))
    if known is None:
        if len(ground.routes) >= MOST_KEPT:
            ground.routes.clear()
        known = ground.routes[tuple(path)] = _measured(ground, without_halts(path))
    return known


def _measured(ground: Ground, path: Line) -> Route:
    roads = ground.on_roads(path)
    climbs = ground.climbs(path)
    by_road = [one for one in climbs if covered(roads, one.at, one.at)]
    return Route(
        milestones(path)[-1],
        length_of_stretches(path, roads),
        sum(one.up for one in climbs),
        sum(not one.up for one in climbs),
        sum(one.up for one in by_road),
        sum(not one.up for one in by_road),
    )


def farthest(ground: Ground, path: Line, units: tuple[int, int], left: int, *, contours: bool) -> int:
    """Sixteenths of a path that can be marched with what is left of a move.  [KS-DEF-03]

    units: the cost of a sixteenth in parts of a move, across country and by road.
    """
    path = without_halts(path)
    across, by_road = units
    roads = ground.on_roads(path) if by_road != across else []
    climbed: Counter[Fraction] = Counter()
    for one in ground.climbs(path) if contours else ():
        climbed[one.at] += CONTOUR_UP if one.up else CONTOUR_DOWN
    stones = milestones(path)
    marks = sorted({*map(Fraction, range(len(path))), *climbed, *(at for part in roads for at in part)})
    far = 0
    for here, there in pairwise(marks):
        unit = by_road if covered(roads, here, there) else across
        behind, far = far, gone(path, there, stones)
        stretch = (far - behind) * unit
        if stretch > left:
            return behind + left // unit
        left -= stretch + climbed[there] * unit
        if left < 0:
            return far
    return stones[-1]


def length_of_stretches(path: Line, stretches: Sequence[Stretch]) -> int:
    """Sixteenths in some stretches of a path, in each leg to the nearest.  [KS-DEF-04]"""
    shares: Counter[int] = Counter()
    for first, last in stretches:
        for i in range(int(first), ceil(last)):
            shares[i] += min(last, Fraction(i + 1)) - max(first, Fraction(i))  # type: ignore[assignment]
    return sum(part_of_leg(path[i], path[i + 1], Fraction(share)) for i, share in sorted(shares.items()))


def barred(ground: Ground, path: Line, bridges: Mapping[str, Bridge]) -> tuple[Bar, int] | None:
    """The first obstacle of a path, and the sixteenths to it: the edge, a house, a wall, water, a bridge that is down.  [KS-MOVE-08]"""
    path = without_halts(path)
    found = [*ground.houses_on(path), *ground.walls_on(path)]
    found += [bar for bar in (ground.over_the_edge(path), ground.into_water(path, bridges)) if bar is not None]
    if not found:
        return None
    first = min(found)
    return first, gone(path, first.at)


def barred_to_wheels(ground: Ground, path: Line, rule: str) -> int | None:
    """Sixteenths along a path to ground off the road that is too steep for wheels; None if there is none.  [KS-CONT-03]

    rule: the option ``steep_rule``.
    """
    path = without_halts(path)
    roads = ground.on_roads(path)
    places = steep_on(ground, path) if rule == "4_in_12" else _marked(ground, path, roads)
    off = [at for at in places if not covered(roads, at, at)]
    return gone(path, min(off)) if off else None


def _marked(ground: Ground, path: Line, roads: Sequence[Stretch]) -> list[Fraction]:
    """Where a path is on ground marked as steep and not on a road."""
    return [(first + last) / 2 for first, last in without(ground.steep_on(path), roads)]
