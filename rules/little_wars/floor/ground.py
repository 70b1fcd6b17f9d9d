"""What bars a man's way, and where he may stand: the Country.  [LW-CTRY-08, LW-CTRY-09, LW-MOVE-06, LW-MOVE-07]"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt

from rules.ground.country import Country, Wood
from rules.ground.features import called
from rules.ground.geometry import (
    Line,
    between_legs,
    joined,
    legs,
    part_within,
    square,
    square_to_leg,
    stretches_inside,
    where,
    without,
)
from rules.little_wars.options import Options
from rules.values.measure import INCH, Point
from rules.values.sentence import say

FORD = 4 * INCH
"""The distance from the middle of a ford or bridge within which men may cross.  [LW-CTRY-09]"""

STEM = 1
"""Radius of the stem of a tree in sixteenths."""

FINE = 1 << 10
"""Parts of a sixteenth used to add up a way of several legs, each leg rounded up."""


def travelled(path: Line) -> int:
    """The length of a way in 1024ths of a sixteenth; exact if each leg is a whole number, else rounded up leg by leg.

    >>> travelled(((0, 0), (115, 153))) <= 192 * FINE, travelled(((0, 0), (116, 154))) <= 192 * FINE
    (True, False)
    """
    total = 0
    for a, b in itertools.pairwise(path):
        total += _root_up(square(a, b) * FINE * FINE)
    return total


def _root_up(number: int) -> int:
    root = isqrt(number)
    return root if root * root == number else root + 1


def in_sixteenths(fine: int) -> int:
    """A way in sixteenths, rounded up."""
    return -(-fine // FINE)


# -- movement ---------------------------------------------------------------------------------------


def barred(country: Country, a: Point, b: Point, options: Options) -> str:
    """What bars the way between two points, or empty: houses, walls, trees' stems, and water except at fords and bridges."""
    if options.terrain_effects != "as_ruled":
        return ""
    for name, house in country.houses.items():
        if stretches_inside(a, b, house.outline):
            return called(country, "houses", name)
    for name, wall in country.walls.items():
        if any(not between_legs(a, b, *leg) for leg in legs(wall.line)):
            return called(country, "walls", name)
    for wood in country.woods.values():
        if any(square_to_leg(a, b, stem) < STEM for stem in wood.trunks):
            return _tree_of(wood)
    return _water(country, a, b)


def _tree_of(wood: Wood) -> str:
    """What a tree is called in a sentence."""
    return say("a tree of {name}", name=wood.name) if wood.name else say("a tree")


def _water(country: Country, a: Point, b: Point) -> str:
    """The water that bars a way, or empty if the way goes over a ford or a bridge."""
    for name, water in country.water.items():
        if water.fordable:
            continue
        wet = stretches_inside(a, b, water.outline)
        if wet and without(wet, joined(_over(country, a, b))):
            return called(country, "water", name)
    return ""


def _over(country: Country, a: Point, b: Point) -> Iterator[tuple[Fraction, Fraction]]:
    """The parts of a way that lie on fords and bridges."""
    for ford in country.fords.values():
        for leg in legs(ford.line):
            part = part_within(a, b, *leg, FORD)
            if part is not None:
                yield part
    for bridge in country.bridges.values():
        if bridge.span:
            yield from stretches_inside(a, b, bridge.span)


# -- places ----------------------------------------------------------------------------------------


def stands_in(country: Country, at: Point, radius: int, options: Options) -> str:
    """What a man would stand in, lean on or be within a sixteenth of; empty if he is clear.  [LW-MOVE-07, LW-CTRY-08]"""
    if options.terrain_effects == "all_open":
        return ""
    return footprint(country, at, radius, options) or off_the_field(country, at)


def footprint(country: Country, at: Point, radius: int, options: Options) -> str:
    """The thing of the Country that something would stand in or be within a sixteenth of; empty if it is clear."""
    if options.terrain_effects == "all_open":
        return ""
    clear = (radius + (options.clearance == "always")) ** 2
    for name, house in country.houses.items():
        if where(house.outline, at) > 0 or _edge_nearer(house.outline, True, at, clear):
            return called(country, "houses", name)
    for name, wall in country.walls.items():
        if _edge_nearer(wall.line, False, at, clear):
            return called(country, "walls", name)
    for contour in country.contours.values():
        if _edge_nearer(contour.line, False, at, clear):
            return say("the edge of a hill")
    for wood in country.woods.values():
        reach = (radius + STEM + (options.clearance == "always")) ** 2
        if any(square(stem, at) < reach for stem in wood.trunks):
            return _tree_of(wood)
    for name, water in country.water.items():
        if not water.fordable and where(water.outline, at) > 0 and not _on_a_crossing(country, at):
            return called(country, "water", name)
    return ""


def _edge_nearer(line: Line, closed: bool, at: Point, clear: int) -> bool:
    return any(square_to_leg(a, b, at) < clear for a, b in legs(line, closed=closed))


def _on_a_crossing(country: Country, at: Point) -> bool:
    return any(
        square_to_leg(a, b, at) <= FORD * FORD for ford in country.fords.values() for a, b in legs(ford.line)
    ) or any(bridge.span and where(bridge.span, at) >= 0 for bridge in country.bridges.values())


def off_the_field(country: Country, at: Point) -> str:
    """The edge of the field that a place lies beyond, or empty."""
    if country.size is None:
        return ""
    inside = 0 <= at[0] <= country.size[0] and 0 <= at[1] <= country.size[1]
    return "" if inside else say("the edge of the field")


def hides(country: Country, a: Point, b: Point) -> bool:
    """Whether a house, a wall or a step of a hill lies across a line of fire.  [LW-SHOT-09]"""
    return (
        any(stretches_inside(a, b, house.outline) for house in country.houses.values())
        or any(not between_legs(a, b, *leg) for wall in country.walls.values() for leg in legs(wall.line))
        or any(not between_legs(a, b, *leg) for one in country.contours.values() for leg in legs(one.line))
    )


def trees_on(country: Country, a: Point, b: Point, width: int) -> bool:
    """Whether the stem of a tree is in a line of fire, or near enough to cover part of the target.  [LW-SHOT-09]"""
    return any(
        square_to_leg(a, b, stem) <= (width + STEM) ** 2 for wood in country.woods.values() for stem in wood.trunks
    )


# -- back lines ------------------------------------------------------------------------------------------


def back_line(country: Country, side: str) -> tuple[Point, ...] | None:
    """The back line of a side, if the Country has one.  [LW-CTRY-11]"""
    edge = country.back_lines.get(side)
    return None if edge is None else country.edge(edge)


def nearest_on(line: Line, at: Point) -> Point:
    """The place on a line nearest to a point, to the nearest sixteenth.  [LW-SETUP-03]"""
    best: tuple[Fraction, Point] | None = None
    for a, b in legs(line):
        length = square(a, b)
        along = Fraction((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1]), length or 1)
        part = min(max(along, Fraction(0)), Fraction(1))
        place = (round(a[0] + part * (b[0] - a[0])), round(a[1] + part * (b[1] - a[1])))
        far = square_to_leg(a, b, at)
        if best is None or far < best[0]:
            best = (far, place)
    return best[1] if best is not None else at


def touches(line: Line, at: Point, radius: int) -> bool:
    """Whether a disc touches a line."""
    return any(square_to_leg(a, b, at) <= radius * radius for a, b in legs(line))


def side_of_line(line: Line, at: Point) -> int:
    """The side of a straight back line on which a point lies: 1 left, -1 right, 0 on it."""
    (ax, ay), (bx, by) = line[0], line[-1]
    turned = (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)
    return (turned > 0) - (turned < 0)


def middle_line(country: Country, sides: tuple[str, ...]) -> tuple[Point, Point] | None:
    """The middle line of the field, midway between the two back lines, if both are known.  [LW-CTRY-11]"""
    lines = [back_line(country, side) for side in sides]
    if any(line is None for line in lines):
        return None
    one, other = (line for line in lines if line is not None)
    ends = (other[0], other[-1])
    if square(one[0], ends[1]) < square(one[0], ends[0]):
        ends = (ends[1], ends[0])
    first, last = (((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip((one[0], one[-1]), ends, strict=True))
    return first, last
