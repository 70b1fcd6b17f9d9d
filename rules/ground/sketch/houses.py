"""A row of houses between two points: as many of one size as have room, side by side along it.  [KS-GAME-09]"""

from __future__ import annotations

from math import isqrt

from rules.values.measure import INCH, Point

GAP = 2 * INCH
"""Between two houses of a row."""

MOST_HOUSES = 60
"""Houses of a row at most."""


def row_of_houses(begins: Point, ends: Point, house: Point, size: Point) -> list[tuple[Point, ...]]:
    """The outlines of houses in a row along a line, in the country; at least one.  house: its length along the row, and its depth.

    >>> [one[0] for one in row_of_houses((160, 160), (640, 160), (128, 96), (4608, 3072))]
    [(160, 112), (336, 112), (512, 112)]
    """
    east, north = ends[0] - begins[0], ends[1] - begins[1]
    long = isqrt(east * east + north * north)
    many = max(1, min(MOST_HOUSES, (long + GAP) // (house[0] + GAP)))
    apart = (long - many * house[0]) // (many - 1) if many > 1 else 0
    made = []
    for number in range(many):
        along = number * (house[0] + apart)
        corners = ((along, -1), (along + house[0], -1), (along + house[0], 1), (along, 1))
        outline = tuple(
            _within(_at(begins, (east, north), long, step, side * house[1] // 2), size) for step, side in corners
        )
        made.append(outline)
    return made


def _at(begins: Point, way: Point, long: int, along: int, aside: int) -> Point:
    """A point so far along a way and so far to its left, to the nearest sixteenth."""
    if not long:
        return (begins[0] + along, begins[1] + aside)
    x, y = (way[0] * along - way[1] * aside, way[1] * along + way[0] * aside)
    return (begins[0] + (2 * x + long) // (2 * long), begins[1] + (2 * y + long) // (2 * long))


def _within(point: Point, size: Point) -> Point:
    return (min(max(point[0], 0), size[0]), min(max(point[1], 0), size[1]))
