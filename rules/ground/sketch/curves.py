"""A smooth curve through points, kept as points: computed in fractions, so that every machine draws the same.  [KS-DEF-04]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from rules.ground.geometry import in_box, turn
from rules.values.measure import Point, leg


def curve(points: Sequence[Point], size: Point, *, closed: bool, fineness: int) -> list[Point]:
    """A curve through all of these points, in steps of at most so many sixteenths, within the country.

    It is the one of Catmull and Rom.  closed: it goes on from the last point to the first; that is not repeated.

    >>> curve([(0, 0), (64, 64), (128, 0)], (200, 200), closed=False, fineness=48)
    [(0, 0), (28, 36), (64, 64), (100, 36), (128, 0)]
    """
    many = len(points)
    if many < 3:
        return list(points)

    def at(index: int) -> Point:
        return points[index % many] if closed else points[min(max(index, 0), many - 1)]

    drawn = [points[0]]
    for index in range(many if closed else many - 1):
        corners = at(index - 1), at(index), at(index + 1), at(index + 2)
        steps = max(1, -(-leg(corners[1], corners[2]) // fineness))
        drawn += [_between(corners, Fraction(step, steps), size) for step in range(1, steps + 1)]
    if closed:
        drawn.pop()
    return thinned(drawn)


def _between(corners: tuple[Point, Point, Point, Point], t: Fraction, size: Point) -> Point:
    """The point of the curve so far from the second corner to the third, to the nearest sixteenth."""

    def part(axis: int) -> int:
        before, here, there, after = (corner[axis] for corner in corners)
        doubled = (
            2 * here
            + (there - before) * t
            + (2 * before - 5 * here + 4 * there - after) * t**2
            + (3 * here - before - 3 * there + after) * t**3
        )
        return min(max(floor(doubled / 2 + Fraction(1, 2)), 0), size[axis])

    return part(0), part(1)


def thinned(line: Sequence[Point]) -> list[Point]:
    """A line without points that stand twice running, and without those on the straight way between their neighbours.

    >>> thinned([(0, 0), (0, 0), (8, 8), (16, 16), (16, 0)])
    [(0, 0), (16, 16), (16, 0)]
    """
    kept: list[Point] = []
    for point in line:
        if kept and kept[-1] == point:
            continue
        if len(kept) > 1 and not turn(kept[-2], kept[-1], point) and in_box(kept[-2], point, kept[-1]):
            kept.pop()
        kept.append(point)
    return kept
