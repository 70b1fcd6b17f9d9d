"""Heights from a few contours: rings within a ring, and contours between two others, none of which cross.  [KS-GAME-06]

Shapely measures and shrinks; what it gives is rounded to whole sixteenths, and kept only where it is a contour between
its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from rules.errors import Invalid
from rules.ground.country import Contour
from rules.ground.geojson.shapes import polygons
from rules.ground.geometry import area, turn
from rules.ground.sketch.curves import thinned
from rules.values.measure import Point
from rules.values.sentence import of_field, say

SAMPLES = 96
"""Points by which two contours are compared."""


class Between(NamedTuple):
    """Two contours as outlines or lines whose points correspond: from the first to the second."""

    one: list[Point]
    other: list[Point]


def hill(ring: Contour, many: int, step: int) -> list[Contour]:
    """Contours within a ring, so many, each higher by a step; where the ground narrows one may be several.

    step: in sixteenths; they lie equally far from one another.
    """
    whole = Polygon(ring.line)
    apart = shapely.maximum_inscribed_circle(whole).length / (many + 1)
    found = []
    for number in range(1, many + 1):
        within = shapely.set_precision(whole.buffer(-apart * number, quad_segs=4), 1)
        for part in polygons(within):
            line = thinned(_points(part.exterior.coords[:-1]))
            if len(line) > 2 and area(line):
                found.append(Contour(line=(*line, line[0]), height=_height(ring, step * number), higher=ring.higher))
    if not found:
        raise Invalid(of_field("steps", say("there is no room for contours in this ring")))
    return found


def _height(ring: Contour, more: int) -> int:
    """The height of a ring within another: higher in a hill, lower in a hollow, never below the floor."""
    return max(0, ring.height + (more if ring.higher == "inside" else -more))


def between(one: Contour, other: Contour, many: int) -> list[Contour]:
    """So many contours between two others, of even heights between theirs; Invalid where they do not run alike."""
    if one.ring != other.ring:
        raise Invalid(of_field("other", say("choose two rings, or two lines from edge to edge")))
    heights = [
        floor(Fraction(other.height - one.height) * number / (many + 1) + one.height + Fraction(1, 2))
        for number in range(1, many + 1)
    ]
    return _rings_between(one, other, heights) if one.ring else _lines_between(one, other, heights)


# -- rings -------------------------------------------------------------------------------------------


def _rings_between(one: Contour, other: Contour, heights: Sequence[int]) -> list[Contour]:
    """Rings between two rings, of which one lies within the other."""
    first, second = Polygon(one.line), Polygon(other.line)
    if not (first.contains(second) or second.contains(first)):
        raise Invalid(of_field("other", say("one of the two rings must lie within the other")))
    if second.contains(first):
        return _rings_between(other, one, list(reversed(heights)))
    rings = _blended(one.line[:-1], other.line[:-1], len(heights))
    if not _are_nested([first, *map(Polygon, rings), second]):
        rings = _shrunk(first, second, len(heights))
    if not _are_nested([first, *map(Polygon, rings), second]):
        raise Invalid(of_field("steps", say("there is no room for so many contours between these two")))
    higher = "inside" if other.height >= one.height else "outside"
    return [
        Contour(line=(*ring, ring[0]), height=height, higher=higher)
        for ring, height in zip(rings, heights, strict=True)
    ]


def _blended(outer: Sequence[Point], inner: Sequence[Point], many: int) -> list[list[Point]]:
    """Rings on the straight ways from points of one ring to the nearest of the other, going round both."""
    if (area(outer) > 0) != (area(inner) > 0):
        inner = list(reversed(inner))
    near = min(range(len(inner)), key=lambda at: _square(inner[at], outer[0]))
    turned = [*inner[near:], *inner[:near]]
    pair = Between(_sampled([*outer, outer[0]]), _sampled([*turned, turned[0]]))
    return [_closed(_at(pair, Fraction(number, many + 1))) for number in range(1, many + 1)]


def _closed(line: list[Point]) -> list[Point]:
    """The corners of a ring."""
    ring = thinned(line)
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _shrunk(outer: Polygon, inner: Polygon, many: int) -> list[list[Point]]:
    """Rings that come in from the outer and stop before the inner, which no shape of the two can make cross."""
    far = shapely.hausdorff_distance(outer.exterior, inner.exterior)
    near = shapely.distance(outer.exterior, inner.exterior)
    found = []
    for number in range(1, many + 1):
        share = number / (many + 1)
        grown = inner.buffer(near * (1 - share), quad_segs=4)
        ring = shapely.set_precision(shapely.union(outer.buffer(-far * share, quad_segs=4), grown), 1)
        parts = [part for part in polygons(ring) if part.contains(inner)]
        found.append(_closed(_points(parts[0].exterior.coords)) if parts else [])
    return found


def _are_nested(shapes: Sequence[Polygon]) -> bool:
    """Whether each of the shapes is a valid area that contains the next, without touching its edge."""
    return all(one.is_valid and not one.is_empty for one in shapes) and all(
        one.contains_properly(other) for one, other in pairwise(shapes)
    )


# -- lines -------------------------------------------------------------------------------------------


def _lines_between(one: Contour, other: Contour, heights: Sequence[int]) -> list[Contour]:
    """Lines between two lines that run side by side; each in the direction of the first."""
    there = list(other.line)
    if _square(one.line[0], there[0]) + _square(one.line[-1], there[-1]) > (
        _square(one.line[0], there[-1]) + _square(one.line[-1], there[0])
    ):
        there.reverse()
    pair = Between(_sampled(one.line), _sampled(there))
    lines = [thinned(_at(pair, Fraction(number, len(heights) + 1))) for number in range(1, len(heights) + 1)]
    every: list[BaseGeometry] = [LineString(line) for line in (one.line, *lines, there) if len(line) > 1]
    if len(every) < len(lines) + 2 or any(not shape.is_simple for shape in every) or _meet(every):
        raise Invalid(of_field("other", say("these two lines run too differently; draw one between them by hand")))
    side = sum(turn(a, b, c) for (a, b), c in zip(pairwise(pair.one), pair.other, strict=False))
    higher = "left" if (side > 0) == (other.height >= one.height) else "right"
    return [
        Contour(line=tuple(line), height=height, higher=higher) for line, height in zip(lines, heights, strict=True)
    ]


def _meet(shapes: Sequence[BaseGeometry]) -> bool:
    """Whether any of the lines meets its neighbour."""
    return any(one.intersects(other) for one, other in pairwise(shapes))


# -- points ------------------------------------------------------------------------------------------


def _sampled(line: Sequence[Point]) -> list[Point]:
    """Points at even distances along a line, its ends among them."""
    along = LineString(line)
    return _points(
        (spot.x, spot.y) for spot in (along.interpolate(at / SAMPLES, normalized=True) for at in range(SAMPLES + 1))
    )


def _at(pair: Between, share: Fraction) -> list[Point]:
    """The points so far on the way from the one to the other, to the nearest sixteenth."""
    half = Fraction(1, 2)
    return [
        (floor(a[0] + (b[0] - a[0]) * share + half), floor(a[1] + (b[1] - a[1]) * share + half))
        for a, b in zip(pair.one, pair.other, strict=True)
    ]


def _points(spots: Iterable[tuple[float, ...]]) -> list[Point]:
    """Spots to the nearest sixteenth."""
    return [(floor(spot[0] + 0.5), floor(spot[1] + 0.5)) for spot in spots]


def _square(a: Point, b: Point) -> int:
    """The square of the distance of two points."""
    return int((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
