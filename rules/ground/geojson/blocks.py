"""Houses merged into blocks: those that are too small for the floor, and those that stand too close together.

Nothing built is lost: a block covers a point of each of its houses.  The gaps between them are closed, but not over a road, a
railway or water; a block that is still too small is grown.  All in whole sixteenths.  [KS-GAME-08, KS-GAME-09]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

import shapely
from shapely import STRtree
from shapely.geometry.base import BaseGeometry

from rules.ground.geojson.shapes import inner_point, outlines, polygon, polygons, together, window
from rules.values.measure import INCH, Point

CLOSE = 2 * INCH
"""Houses nearer to one another than this become one block: nothing passes between them."""


@dataclass(frozen=True)
class Block:
    """The numbers of its houses, and its outlines."""

    members: tuple[int, ...]
    outlines: list[tuple[Point, ...]]


@dataclass(frozen=True)
class Plan:
    """The houses that stay as they are, and the blocks of the others."""

    alone: list[int] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)


def planned(
    houses: Sequence[BaseGeometry], size: Point, free: Sequence[BaseGeometry], least: int, tolerance: int
) -> Plan:
    """What becomes of houses, each of which has a part in the window.

    free: ground that no gap between houses is closed over.  least: square inches of a house at least; tolerance: for thinning.
    """
    if not houses:
        return Plan()
    cut = [shapely.intersection(shapely.set_precision(one, 1), window(size), grid_size=1) for one in houses]
    cut = [one if one.area else _grown(house, size, 1) for one, house in zip(cut, houses, strict=True)]
    clusters = _clusters(cut)
    plan = Plan()
    crowded = []
    for members in clusters:
        if len(members) == 1 and outlines(houses[members[0]], size, tolerance, least, with_holes=False):
            plan.alone.append(members[0])
        else:
            crowded.append(members)
    plan.alone.sort()
    if crowded:
        plan.blocks.extend(_blocks(cut, crowded, size, free, least, tolerance))
    return plan


def _clusters(houses: Sequence[BaseGeometry]) -> list[list[int]]:
    """The numbers of houses that stand close together, chain by chain, in order of their first.

    Each is widened by half of what is close, and those that come together are one: the cost does not grow with the pairs.
    """
    wide = list(polygons(shapely.union_all(shapely.buffer(_free(houses), (CLOSE - 1) / 2, quad_segs=2))))
    tree = STRtree(wide)
    found: dict[int, list[int]] = {}
    for number, house in enumerate(houses):
        about = tree.query(house.representative_point(), predicate="intersects").tolist()
        found.setdefault(min(about), []).append(number)
    return sorted(found.values())


def _blocks(
    houses: Sequence[BaseGeometry],
    crowded: Sequence[Sequence[int]],
    size: Point,
    free: Sequence[BaseGeometry],
    least: int,
    tolerance: int,
) -> list[Block]:
    """The blocks of houses, each at least as large as the floor wants."""
    keep_open = shapely.make_valid(together([one for one in free if not one.is_empty]))
    shapely.prepare(keep_open)
    parts: list[BaseGeometry] = []
    for members in crowded:
        built = together([houses[number] for number in members])
        parts += polygons(together([built, _without(_closed(built), keep_open)]))
    while small := [i for i, one in enumerate(parts) if one.area < least * INCH * INCH * 5 / 4]:
        for i in small:
            parts[i] = _grown(parts[i], size, least * 5 / 4)
        parts = list(polygons(together(parts)))
    spots = [inner_point(houses[number]) for members in crowded for number in members]
    numbers = [number for members in crowded for number in members]
    tree = STRtree([shapely.Point(spot) for spot in spots])
    found = []
    for part in parts:
        inside = sorted(numbers[i] for i in tree.query(part, predicate="intersects").tolist())
        found.append(
            Block(tuple(inside), _drawn(part, [inner_point(houses[i]) for i in inside], size, least, tolerance))
        )
    return sorted((one for one in found if one.members and one.outlines), key=lambda one: one.members)


def _without(one: BaseGeometry, open_ground: BaseGeometry) -> BaseGeometry:
    """An area less other ground, in whole sixteenths.  (Cut on the grid at once, rounding may turn an edge over.)"""
    rest: BaseGeometry = shapely.set_precision(shapely.difference(one, _free(open_ground)), 1)
    return rest


def _free(given: Any) -> Any:
    """Geometries that are no longer bound to whole sixteenths: GEOS widens some that are bound to nothing at all."""
    return shapely.set_precision(given, 0)


def _closed(built: BaseGeometry) -> BaseGeometry:
    """Houses with the gaps between them closed."""
    half = CLOSE / 2
    wide = _free(built).buffer(half, join_style="mitre", mitre_limit=2.0)
    closed: BaseGeometry = shapely.make_valid(wide.buffer(-half, join_style="mitre", mitre_limit=2.0))
    return closed


def _grown(one: BaseGeometry, size: Point, least: float) -> BaseGeometry:
    """An area with a square round its middle that is as large as the least, within the window."""
    half = (isqrt(int(least * INCH * INCH)) + 2) // 2
    x, y = inner_point(one)
    x, y = min(max(x, half), size[0] - half), min(max(y, half), size[1] - half)
    square = shapely.box(x - half, y - half, x + half, y + half)
    return together([shapely.intersection(one, window(size), grid_size=1), square])


def _drawn(
    part: BaseGeometry, spots: Sequence[Point], size: Point, least: int, tolerance: int
) -> list[tuple[Point, ...]]:
    """The outlines of a block, thinned where every house stays in them."""
    for thin in (tolerance, 0):
        found = outlines(part, size, thin, least, with_holes=True)
        drawn = together([polygon([one]) for one in found])
        if all(drawn.intersects(shapely.Point(spot)) for spot in spots):
            return found
    return outlines(part, size, 0, 0, with_holes=True)
