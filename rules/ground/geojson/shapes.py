"""Lines and areas cut to the window, thinned and rounded: whole sixteenths in and out.

Shapely cuts the areas on a grid of one sixteenth, which gives valid outlines of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any, cast

import shapely
from shapely import GeometryCollection, LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from rules.ground.batch_geometry import Legs
from rules.ground.geometry import area
from rules.values.measure import INCH, Point
from rules.values.sentence import say

OUTSIDE = say("it lies outside the window")
"""Why a thing is left out that could be drawn elsewhere."""


def window(size: Point, margin: int = 0) -> BaseGeometry:
    """The window as an area, widened by a margin on every side."""
    return shapely.box(-margin, -margin, size[0] + margin, size[1] + margin)


# -- lines ----------------------------------------------------------------------------------------

WHOLE = (Fraction(0), Fraction(1))
"""The part of a leg that is all of it."""


def clip_line(line: Sequence[Point], size: Point, margin: int = 0) -> list[list[Point]]:
    """The pieces of a line within the window, without equal neighbours; a ring cut open at its start is joined there.

    >>> clip_line([(-16, 8), (16, 8), (16, 40)], (32, 32))
    [[(0, 8), (16, 8), (16, 32)]]
    """
    pieces: list[list[Point]] = []
    open_end = False
    for (a, a_in), (b, b_in) in pairwise((point, _within(point, size, margin)) for point in line):
        part = WHOLE if a_in and b_in else _inside(a, b, size, margin)
        if part is None:
            open_end = False
            continue
        start, end = (a, b) if part is WHOLE else (_at(a, b, part[0]), _at(a, b, part[1]))
        if open_end and pieces[-1][-1] == start:
            pieces[-1].append(end)
        else:
            pieces.append([start, end])
        open_end = part[1] == 1
    if len(pieces) > 1 and line[0] == line[-1] == pieces[0][0] == pieces[-1][-1]:
        pieces[0] = pieces.pop() + pieces[0]
    return [piece for piece in map(without_repeats, pieces) if len(piece) > 1]


def _within(point: Point, size: Point, margin: int) -> bool:
    """Whether a point is in the window or on its edge."""
    return all(-margin <= one <= most + margin for one, most in zip(point, size, strict=True))


def _inside(a: Point, b: Point, size: Point, margin: int) -> tuple[Fraction, Fraction] | None:
    """The part of a leg in the window, from and to; None if there is none."""
    first, last = Fraction(0), Fraction(1)
    for axis in (0, 1):
        way = b[axis] - a[axis]
        for limit, sense in ((-margin, 1), (size[axis] + margin, -1)):
            room, pace = (a[axis] - limit) * sense, way * sense
            if pace == 0:
                if room < 0:
                    return None
            elif pace > 0:
                first = max(first, Fraction(-room, pace))
            else:
                last = min(last, Fraction(room, -pace))
    return (first, last) if first < last else None


def _at(a: Point, b: Point, part: Fraction) -> Point:
    """The point at a fraction of a leg, to the nearest sixteenth."""
    x, y = (floor(a[axis] + part * (b[axis] - a[axis]) + Fraction(1, 2)) for axis in (0, 1))
    return x, y


def without_repeats(line: Iterable[Point]) -> list[Point]:
    """A line without repeated neighbouring points."""
    found: list[Point] = []
    for point in line:
        if not found or point != found[-1]:
            found.append(point)
    return found


def thinned(line: Sequence[Point], tolerance: int) -> list[Point]:
    """A line without the points that are within the tolerance, in sixteenths, of it; its ends stay."""
    if len(line) < 3:
        return list(line)
    return points_of(LineString(line).simplify(tolerance, preserve_topology=True))


def points_of(geometry: BaseGeometry) -> list[Point]:
    """The points of a line with whole coordinates."""
    return without_repeats((round(x), round(y)) for x, y in cast(Any, geometry).coords)


def long(line: Sequence[Point]) -> int:
    """A line's length in sixteenths, rounded down."""
    return int(LineString(line).length)


def middle(line: Sequence[Point]) -> Point:
    """The point halfway along a line, to the nearest sixteenth."""
    half = LineString(line).interpolate(0.5, normalized=True)
    return floor(half.x + 0.5), floor(half.y + 0.5)


MOST_OF_A_LINE, MOST_CROSSINGS = 20_000, 200
"""The most points of one line or outline, and the most times it may cross or touch itself and still be repaired."""

NEAR, FINE = 48 * INCH, INCH // 4
"""How far beyond the window a long line is kept, and how close its points may be, in sixteenths."""

TOO_MUCH = say(
    "one of its lines has more than {most_of_a_line} points, or crosses itself more than {most_crossings} times",
    most_of_a_line=f"{MOST_OF_A_LINE:,}",
    most_crossings=MOST_CROSSINGS,
)
"""Why a thing is left out that would cost too much to repair."""


def too_complex(line: Sequence[Point]) -> bool:
    """Whether a line has too many points or crosses itself too often: repairing it costs the square of its points."""
    return len(line) > MOST_OF_A_LINE or (len(line) > 2 and Legs([(line, False)]).tangled(MOST_CROSSINGS))


def shortened(line: Sequence[Point], size: Point) -> list[list[Point]]:
    """The pieces of a long line that are in the window, or near it, without points closer than ``FINE`` to the one before."""
    return [_sparse(piece) for piece in clip_line(line, size, NEAR)]


def outline_near(ring: Sequence[Point], size: Point) -> list[Point]:
    """A long closed outline cut to the window and what is near it, along its four edges; empty where nothing of it is there."""
    kept = list(ring[:-1])
    for axis in (0, 1):
        for limit, sense in ((-NEAR, 1), (size[axis] + NEAR, -1)):
            kept = list(_cut_at(kept, axis, limit, sense))
    return _sparse([*kept, kept[0]]) if len(kept) > 2 else []


def _cut_at(ring: Sequence[Point], axis: int, limit: int, sense: int) -> Iterator[Point]:
    """The part of an outline on one side of a line along an axis."""
    for a, b in pairwise([*ring, ring[0]] if ring else []):
        before, after = (a[axis] - limit) * sense, (b[axis] - limit) * sense
        if before >= 0:
            yield a
        if before * after < 0:
            yield _at(a, b, Fraction(abs(before), abs(before) + abs(after)))


def _sparse(line: Sequence[Point]) -> list[Point]:
    """A line without points that are closer than ``FINE`` to the one kept before; its ends stay."""
    found = [line[0]]
    for point in line[1:-1]:
        if max(abs(point[0] - found[-1][0]), abs(point[1] - found[-1][1])) >= FINE:
            found.append(point)
    return without_repeats([*found, line[-1]])


# -- areas ----------------------------------------------------------------------------------------


def polygon(rings: Sequence[Sequence[Point]]) -> BaseGeometry:
    """An area from its outline and its holes; one that crosses itself is repaired."""
    outline, *holes = (without_repeats(ring) for ring in rings)
    if len(outline) < 3:
        return Polygon()
    put_in_order = shapely.make_valid(Polygon(outline, [hole for hole in holes if len(hole) > 3]))
    return MultiPolygon(list(polygons(put_in_order)))


def polygons(geometry: BaseGeometry) -> Iterator[Polygon]:
    """The areas that a geometry is made of, in a fixed order."""
    parts = shapely.get_parts(shapely.normalize(geometry), return_index=False)
    for part in parts.tolist():
        if isinstance(part, MultiPolygon | GeometryCollection):
            yield from polygons(part)
        elif isinstance(part, Polygon) and not part.is_empty:
            yield part


def inner_point(geometry: BaseGeometry) -> Point:
    """A point inside an area, to the nearest sixteenth; (0, 0) if the area is empty."""
    inner = geometry.representative_point()
    return (0, 0) if inner.is_empty else (floor(inner.x + 0.5), floor(inner.y + 0.5))


def together(geometries: Sequence[BaseGeometry]) -> BaseGeometry:
    """The union of several areas, in whole sixteenths."""
    return shapely.union_all(list(geometries), grid_size=1) if geometries else Polygon()


def strip(line: Sequence[Point], width: int, *, square: bool = True) -> BaseGeometry:
    """The strip of a width along a line; square: whether it extends by half its width at each end."""
    return LineString(line).buffer(
        width / 2, cap_style="square" if square else "flat", join_style="mitre", mitre_limit=2.0
    )


def outlines(
    geometry: BaseGeometry, size: Point, tolerance: int, least: int, *, with_holes: bool = True
) -> list[tuple[Point, ...]]:
    """The outlines of an area within the window, each of at least so many square inches.

    with_holes: an area with a hole is cut through it into areas without holes; else its holes are filled.
    """
    cut = shapely.intersection(geometry, window(size), grid_size=1)
    if tolerance:
        cut = shapely.set_precision(cut.simplify(tolerance, preserve_topology=True), 1)
    found = []
    for one in polygons(cut):
        kept = [hole for hole in one.interiors if with_holes and Polygon(hole).area >= 144 * INCH * INCH]
        for part in _without_holes(Polygon(one.exterior, kept)):
            ring = tuple(points_of(part.exterior)[:-1])
            if len(ring) > 2 and abs(area(ring)) >= 2 * least * INCH * INCH:
                found.append(ring)
    return found


def _without_holes(one: Polygon) -> Iterator[Polygon]:
    """An area cut through the middle of each of its holes."""
    if not one.interiors:
        yield one
        return
    west, south, east, north = (int(edge) for edge in one.bounds)
    hole = one.interiors[0].bounds
    middle = int(hole[0] + hole[2]) // 2
    for low, high in ((west, middle), (middle, east)):
        for part in polygons(shapely.intersection(one, shapely.box(low, south, high, north), grid_size=1)):
            yield from _without_holes(part)
