"""A path over a country, measured: its length, how much of it is road, its contours, and what bars it.

[KS-DEF-04, KS-MOVE-03, KS-MOVE-08, KS-CONT-01 to KS-CONT-05]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from rules.geometry import Line, Stretch, gone, part_of_leg, without, without_halts
from rules.kriegspiel.force import Bridge
from rules.kriegspiel.ground import Bar, Climb, Ground
from rules.kriegspiel.steepness import steep_on
from rules.measure import INCH, leg

UP = 12 * INCH
"""Sixteenths that a contour uphill counts for.  [KS-CONT-01]"""
DOWN = 6 * INCH
"""Sixteenths that a contour downhill counts for: two count as a foot.  [KS-CONT-02]"""


class Route(NamedTuple):
    """What a path measures.  Lengths in sixteenths; contours up and down, those on the road counted apart too."""

    distance: int
    road: int
    up: int
    down: int
    road_up: int
    road_down: int


def route(ground: Ground, path: Line) -> Route:
    """The measures of a path, its start its first point.  [KS-DEF-04, KS-MOVE-03, KS-CONT-05]"""
    path = without_halts(path)
    roads = ground.on_roads(path)
    climbs = ground.climbs(path)
    by_road = [one for one in climbs if on_stretches(one, roads)]
    return Route(
        sum(leg(a, b) for a, b in pairwise(path)),
        length_of_stretches(path, roads),
        sum(one.up for one in climbs),
        sum(not one.up for one in climbs),
        sum(one.up for one in by_road),
        sum(not one.up for one in by_road),
    )


def farthest(ground: Ground, path: Line, units: tuple[int, int], left: int, *, contours: bool) -> int:
    """Sixteenths of a path that could be gone with what is left of a move.  [KS-DEF-03]

    units: parts of a move that a sixteenth costs, across country and by road.
    """
    path = without_halts(path)
    across, by_road = units
    roads = ground.on_roads(path) if by_road != across else []
    climbs = ground.climbs(path) if contours else []
    marks = sorted(
        {*map(Fraction, range(len(path))), *(one.at for one in climbs), *(at for part in roads for at in part)}
    )
    for here, there in pairwise(marks):
        on_road = any(first <= here and there <= last for first, last in roads)
        unit = by_road if on_road else across
        stretch = (gone(path, there) - gone(path, here)) * unit
        if stretch > left:
            return gone(path, here) + left // unit
        left -= stretch + sum((UP if one.up else DOWN) * unit for one in climbs if one.at == there)
        if left < 0:
            return gone(path, there)
    return gone(path, Fraction(len(path) - 1))


def on_stretches(place: Climb | Bar, stretches: Sequence[Stretch]) -> bool:
    """Whether a place on a path lies on one of some stretches, their ends included."""
    return any(first <= place.at <= last for first, last in stretches)


def length_of_stretches(path: Line, stretches: Sequence[Stretch]) -> int:
    """Sixteenths in some stretches of a path, in each leg to the nearest.  [KS-DEF-04]"""
    total = 0
    for i, (a, b) in enumerate(pairwise(path)):
        begun, ended = Fraction(i), Fraction(i + 1)
        shares = (min(last, ended) - max(first, begun) for first, last in stretches)
        share = sum((one for one in shares if one > 0), Fraction(0))
        if share:
            total += part_of_leg(a, b, share)
    return total


def barred(ground: Ground, path: Line, bridges: Mapping[str, Bridge]) -> tuple[Bar, int] | None:
    """What first bars a path, and the sixteenths to it: the edge, a house, a wall, water, a bridge that is down.  [KS-MOVE-08]"""
    path = without_halts(path)
    found = [*ground.houses_on(path), *ground.walls_on(path)]
    found += [bar for bar in (ground.over_the_edge(path), ground.into_water(path, bridges)) if bar is not None]
    if not found:
        return None
    first = min(found)
    return first, gone(path, first.at)


def barred_to_wheels(ground: Ground, path: Line, rule: str) -> int | None:
    """Sixteenths along a path to ground off the road that is too steep for wheels; None where it is open.  [KS-CONT-03]

    rule: the option ``steep_rule``.
    """
    path = without_halts(path)
    roads = ground.on_roads(path)
    places = steep_on(ground, path) if rule == "4_in_12" else _marked(ground, path, roads)
    off = [at for at in places if not any(first <= at <= last for first, last in roads)]
    return gone(path, min(off)) if off else None


def _marked(ground: Ground, path: Line, roads: Sequence[Stretch]) -> list[Fraction]:
    """Where a path lies on ground marked as steep and not on a road."""
    return [(first + last) / 2 for first, last in without(ground.steep_on(path), roads)]
