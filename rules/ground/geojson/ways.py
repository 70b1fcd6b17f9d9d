"""Roads, rails, walls, streams, fords and bridges of a survey, as lines and outlines of the country."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from shapely import LineString
from shapely.geometry.base import BaseGeometry

from rules.ground.geojson.kinds import LEAST_WIDTH, METRES_OF, STREAMS, number_of
from rules.ground.geojson.parse import Feature
from rules.ground.geojson.shapes import strip
from rules.ground.geojson.waters import NEAR, NearLegs, Waters
from rules.ground.geometry import square, square_to_leg
from rules.values.measure import INCH, Point

ROAD = 2 * INCH
"""The least width of a road of the game in sixteenths, so that a body in fours fits on it."""

WIDEST = 48 * INCH
DIRECTIONS = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1))
"""The directions across a river that are tried if no road shows one."""


def width_of(feature: Feature, least: int, metres: float, scale: float) -> int:
    """The width of a way in sixteenths: to scale, but at least that of a thing of the floor."""
    said = number_of(feature, "width", "est_width")
    real = float(said) if said is not None and 0 < said < 10_000 else metres
    return min(max(least, floor(real / scale * INCH)), WIDEST)


def fordable(feature: Feature) -> bool:
    """Whether water may be waded anywhere: as the file says, else by its kind."""
    said = feature.said("fordable")
    if said in ("yes", "true", "no", "false"):
        return said in ("yes", "true")
    return STREAMS.get(feature.said("waterway"), False) or feature.said("intermittent") == "yes"


def stream(feature: Feature, line: Sequence[Point], scale: float) -> BaseGeometry:
    """A line of water as the strip that it covers."""
    return strip(line, stream_width(feature, scale))


def stream_width(feature: Feature, scale: float) -> int:
    """The width of a line of water, in sixteenths."""
    return width_of(feature, LEAST_WIDTH[fordable(feature)], METRES_OF.get(feature.said("waterway"), 5.0), scale)


# -- over the water ------------------------------------------------------------------------------------


def carried_over(a: Point, b: Point, waters: Waters) -> tuple[Point, Point] | None:
    """A line from a to b, extended at both ends to dry land within the window; None if none is in reach."""
    if a == b:
        return None
    first = waters.dry_from(a, (a[0] - b[0], a[1] - b[1]))
    last = waters.dry_from(b, (b[0] - a[0], b[1] - a[1])) if first else None
    return (first, last) if first and last else None


def ford_at(spot: Point, roads: NearLegs, waters: Waters) -> tuple[Point, Point] | None:
    """A ford through the water at a point: along its road, else the shortest way over."""
    wet = waters.nearest(spot)
    if wet is None:
        return None
    for way in _along_roads(spot, roads):
        if line := _over(wet, way, waters):
            return line
    found = [line for way in DIRECTIONS if (line := _over(wet, way, waters))]
    return min(found, key=lambda line: (square(*line), line), default=None)


def _over(wet: Point, way: Point, waters: Waters) -> tuple[Point, Point] | None:
    """From bank to bank through a wet point, in a direction and against it."""
    first = waters.beyond(wet, way)
    last = waters.beyond(wet, (-way[0], -way[1])) if first else None
    return (first, last) if first and last else None


def _along_roads(spot: Point, roads: NearLegs) -> list[Point]:
    """The direction of the leg of a road nearest to a point, or empty if none is near."""
    best = min(((square_to_leg(a, b, spot), a, b) for _, a, b in roads.about(spot, NEAR)), default=None)
    if best is None or best[0] > NEAR * NEAR:
        return []
    return [(best[2][0] - best[1][0], best[2][1] - best[1][1])]


def span(line: Sequence[Point], width: int) -> BaseGeometry:
    """The span of a bridge along a line."""
    return strip(line, width, square=False)


def through_water(line: Sequence[Point], wet: BaseGeometry, carried: BaseGeometry) -> bool:
    """Whether a way goes through water for an inch or more, except over a bridge or by a ford."""
    return LineString(line).intersection(wet).difference(carried).length >= INCH
