"""Roads, rails, walls, streams, fords and bridges of a survey, as lines and outlines of the country."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor
from typing import Any, cast

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from rules.geojson.kinds import LEAST_WIDTH, METRES_OF, STREAMS, number_of
from rules.geojson.reading import Feature
from rules.geojson.shapes import inner_point, strip
from rules.geometry import square, square_to_leg, where
from rules.measure import INCH, Point

ROAD = 2 * INCH
"""Sixteenths that a road of the game is wide at least, so that a body of fours goes on it."""

WIDEST = 48 * INCH
FARTHEST = 72 * INCH
"""Sixteenths of water over which a ford or a bridge is carried at most to the dry land."""

BANK = INCH
"""Sixteenths by which it goes on beyond the water."""

NEAR = 24 * INCH
"""Sixteenths from a point that marks a ford to the road or the water that are meant."""

DIRECTIONS = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1))
"""Ways across a river that are tried where no road shows one."""


def width_of(feature: Feature, least: int, metres: float, scale: float) -> int:
    """The width of a way in sixteenths: to scale, and never less than a thing of the floor has."""
    said = number_of(feature, "width", "est_width")
    real = float(said) if said is not None and 0 < said < 10_000 else metres
    return min(max(least, floor(real / scale * INCH)), WIDEST)


def fordable(feature: Feature) -> bool:
    """Whether water may be waded anywhere: as the file says it, else by what it is."""
    said = feature.said("fordable")
    if said in ("yes", "true", "no", "false"):
        return said in ("yes", "true")
    return STREAMS.get(feature.said("waterway"), False) or feature.said("intermittent") == "yes"


def stream(feature: Feature, line: Sequence[Point], scale: float) -> BaseGeometry:
    """A line of water as the strip that it wets."""
    return strip(line, stream_width(feature, scale))


def stream_width(feature: Feature, scale: float) -> int:
    """How wide a line of water is, in sixteenths."""
    return width_of(feature, LEAST_WIDTH[fordable(feature)], METRES_OF.get(feature.said("waterway"), 5.0), scale)


# -- over the water ------------------------------------------------------------------------------------


def carried_over(a: Point, b: Point, waters: Sequence[tuple[Point, ...]], size: Point) -> tuple[Point, Point] | None:
    """A line from a to b, carried on at either end to dry land within the window; None where there is none in reach."""
    far = square(a, b)
    if not far:
        return None
    ends = []
    for start, towards in ((a, (a[0] - b[0], a[1] - b[1])), (b, (b[0] - a[0], b[1] - a[1]))):
        end = _dry_from(start, towards, waters, size)
        if end is None:
            return None
        ends.append(end)
    return ends[0], ends[1]


def _dry_from(start: Point, way: Point, waters: Sequence[tuple[Point, ...]], size: Point) -> Point | None:
    """The first dry point so far beyond the water in a direction, by steps of half an inch; a point that is dry stays."""
    if not _wet(start, waters):
        return start
    long = max(abs(way[0]), abs(way[1]))
    for gone in range(INCH // 2, FARTHEST + 1, INCH // 2):
        point = (start[0] + way[0] * gone // long, start[1] + way[1] * gone // long)
        if not _within(point, size):
            return None
        if not _wet(point, waters):
            bank = (start[0] + way[0] * (gone + BANK) // long, start[1] + way[1] * (gone + BANK) // long)
            return bank if _within(bank, size) and not _wet(bank, waters) else point
    return None


def _wet(point: Point, waters: Sequence[tuple[Point, ...]]) -> bool:
    return any(where(outline, point) >= 0 for outline in waters)


def _within(point: Point, size: Point) -> bool:
    return 0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]


def ford_at(
    spot: Point, roads: Sequence[Sequence[Point]], waters: Sequence[tuple[Point, ...]], size: Point
) -> tuple[Point, Point] | None:
    """A ford through the water at a point: along the road that runs there, else the shortest way over."""
    wet = _nearest_in_water(spot, waters)
    if wet is None:
        return None
    found = []
    for way in [*_along_roads(spot, roads), *DIRECTIONS]:
        ends = [_dry_from(wet, (sense * way[0], sense * way[1]), waters, size) for sense in (1, -1)]
        if ends[0] is not None and ends[1] is not None:
            line = (ends[0], ends[1])
            if way not in DIRECTIONS:
                return line
            found.append(line)
    return min(found, key=lambda line: (square(*line), line), default=None)


def _along_roads(spot: Point, roads: Sequence[Sequence[Point]]) -> list[Point]:
    """The direction of the leg of a road that is nearest to a point, where one is near."""
    legs = [(square_to_leg(a, b, spot), a, b) for road in roads for a, b in pairwise(road)]
    best = min(legs, default=None)
    if best is None or best[0] > NEAR * NEAR:
        return []
    return [(best[2][0] - best[1][0], best[2][1] - best[1][1])]


def _nearest_in_water(spot: Point, waters: Sequence[tuple[Point, ...]]) -> Point | None:
    """The point itself where it is wet, else one in the water that is nearest to it."""
    if _wet(spot, waters):
        return spot
    best = None
    for outline in waters:
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            off = square_to_leg(a, b, spot)
            if best is None or off < best[0]:
                best = (off, outline, a, b)
    if best is None or best[0] > NEAR * NEAR:
        return None
    middle = cast(Any, shapely.Polygon(best[1]).intersection(shapely.Point(spot).buffer(NEAR + 2 * INCH)))
    point = inner_point(middle)
    return point if _wet(point, waters) else None


def span(line: Sequence[Point], width: int) -> BaseGeometry:
    """The span of a bridge along a line."""
    return strip(line, width, square=False)


def through_water(line: Sequence[Point], wet: BaseGeometry, carried: BaseGeometry) -> bool:
    """Whether a way goes through water for an inch or more otherwise than over a bridge or by a ford."""
    return LineString(line).intersection(wet).difference(carried).length >= INCH
