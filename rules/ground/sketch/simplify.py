"""A line that was drawn by hand, with as few of its points as keep it where it was drawn: computed in whole numbers.  [KS-DEF-04]

It is the way of Douglas and Peucker: the farthest point from the straight way between two that are kept is kept too, if
it is farther than the tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapely import LineString

from rules.ground.sketch.curves import thinned
from rules.values.measure import Point


def simplified(line: Sequence[Point], tolerance: int, *, closed: bool) -> list[Point]:
    """The points of a line of which no point lies farther than so many sixteenths from what is left; its ends stay.

    closed: it goes on from the last point to the first, which is not repeated; a hand that went past where it began has crossed the
    line, and what lies past the crossing is left out.  Where the drawn line did not cross itself,
    what is left does not either.

    >>> simplified([(0, 0), (40, 3), (80, 0), (80, 70)], 8, closed=False)
    [(0, 0), (80, 0), (80, 70)]
    >>> simplified([(0, 0), (40, 9), (80, 0), (80, 70)], 8, closed=False)
    [(0, 0), (40, 9), (80, 0), (80, 70)]
    """
    drawn = thinned(line)
    if closed and len(drawn) > 1 and drawn[0] == drawn[-1]:
        drawn.pop()
    if closed:
        drawn = _without_overshoot(drawn)
    if len(drawn) < 3:
        return drawn
    was_simple = _is_simple(drawn, closed=closed)
    while True:
        left = _ring(drawn, tolerance) if closed else _open(drawn, tolerance)
        if not tolerance or _is_simple(left, closed=closed) or not was_simple:
            return left
        tolerance //= 2


def _without_overshoot(ring: list[Point]) -> list[Point]:
    """A ring without so much of its end that it no longer crosses itself; as it was where half of it does not suffice."""
    for fewer in range(len(ring) // 2):
        left = ring[: len(ring) - fewer]
        if _is_simple(left, closed=True):
            return left
    return ring


def _open(line: Sequence[Point], tolerance: int) -> list[Point]:
    """A line with its ends."""
    kept, spans = {0, len(line) - 1}, [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        place, far = _farthest(line, first, last)
        if place and far[0] > tolerance * tolerance * far[1]:
            kept.add(place)
            spans += [(first, place), (place, last)]
    return [line[place] for place in sorted(kept)]


def _ring(line: Sequence[Point], tolerance: int) -> list[Point]:
    """A ring: the two halves between its first point and the one that is farthest from it.  At least three points stay."""
    far = max(range(len(line)), key=lambda place: (_square(line[0], line[place]), -place))
    there, back = _open(line[: far + 1], tolerance), _open([*line[far:], line[0]], tolerance)
    ring = [*there, *back[1:-1]]
    if len(ring) > 2:
        return ring
    place, _ = _farthest([*line, line[0]], far, len(line)) if far < len(line) - 1 else _farthest(line, 0, far)
    return [line[0], line[far], line[place]]


def _farthest(line: Sequence[Point], first: int, last: int) -> tuple[int, tuple[int, int]]:
    """The point between two others that is farthest from the straight way between them, and the square of how far, as a fraction; 0
    where there is none."""
    (ax, ay), (bx, by) = line[first], line[last]
    east, north = bx - ax, by - ay
    long = east * east + north * north
    found, most = 0, -1
    for place in range(first + 1, last):
        x, y = line[place][0] - ax, line[place][1] - ay
        along = x * east + y * north
        if long == 0 or along <= 0:
            square = (x * x + y * y) * max(long, 1)
        elif along >= long:
            square = _square(line[place], line[last]) * long
        else:
            square = (x * north - y * east) ** 2
        if square > most:
            found, most = place, square
    return found, (most, max(long, 1))


def _square(one: Point, other: Point) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _is_simple(line: Sequence[Point], *, closed: bool) -> bool:
    """Whether a line does not cross itself.  Its points are whole numbers, so that this is exact."""
    return bool(LineString([*line, line[0]] if closed else line).is_simple) if len(line) > 1 else True
