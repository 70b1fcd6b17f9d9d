"""Bearings in whole degrees, clockwise from north, found without floats.

The slope of a line is looked up among the tangents of the half degrees on either
side of the whole ones.  They are worked out once, in integers of forty places; a
line between points of the floor never falls on a half degree, whose tangent is
irrational, so that the nearest degree is always certain.
"""

from __future__ import annotations

from bisect import bisect_left

from rules.values.measure import Point

_ONE = 10**40
_PI = 31415926535897932384626433832795028841972
"""Pi in the same places as ``_ONE``, rounded."""


def _sine_and_cosine(angle: int) -> tuple[int, int]:
    """Sine and cosine of an angle, as parts of ``_ONE``, by their series."""
    sine, cosine, term, n = 0, 0, _ONE, 0
    while term:
        if n % 2:
            sine += term if n % 4 == 1 else -term
        else:
            cosine += term if n % 4 == 0 else -term
        n += 1
        term = term * angle // (_ONE * n)
    return sine, cosine


_DEGREES = tuple(_sine_and_cosine(_PI * degree // 180) for degree in range(90))
"""Sines and cosines of the whole degrees, as parts of ``_ONE``."""

_HALVES = (_sine_and_cosine(_PI * (2 * degree + 1) // 360) for degree in range(90))
_TANGENTS = tuple(sine * _ONE // cosine for sine, cosine in _HALVES)
"""Tangents of half a degree, of one and a half, and so on to 89 and a half, as parts of ``_ONE``."""


def bearing(start: Point, end: Point) -> int | None:
    """The bearing from one point to another, to the nearest degree; None if they are the same point.

    >>> bearing((0, 0), (0, 5)), bearing((0, 0), (5, 5)), bearing((0, 0), (5, 0)), bearing((0, 0), (-1, 0))
    (0, 45, 90, 270)
    >>> bearing((0, 0), (1, 100)), bearing((0, 0), (1, -100)), bearing((3, 3), (3, 3)) is None
    (1, 179, True)
    """
    east, north, turned = end[0] - start[0], end[1] - start[1], 0
    if not (east or north):
        return None
    while east < 0 or north <= 0:
        east, north, turned = -north, east, turned + 90
    return (turned + bisect_left(_TANGENTS, east * _ONE // north)) % 360


def ahead(point: Point, degrees: int, distance: int) -> Point:
    """The point ``distance`` sixteenths away on a bearing in whole degrees, each coordinate to the nearest sixteenth.

    >>> ahead((0, 0), 0, 16), ahead((0, 0), 90, 16), ahead((5, 5), 180, 5), ahead((0, 0), 30, 100)
    ((0, 16), (16, 0), (5, 0), (50, 87))
    """
    quarters, angle = divmod(degrees % 360, 90)
    sine, cosine = _DEGREES[angle]
    east, north = ((2 * distance * part + _ONE) // (2 * _ONE) for part in (sine, cosine))
    for _ in range(quarters):
        east, north = north, -east
    return (point[0] + east, point[1] + north)
