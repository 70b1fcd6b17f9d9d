"""A river from its middle line and a width: the outlines of its water, in whole sixteenths.  [KS-GAME-08]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from rules.ground.geojson.shapes import outlines, strip
from rules.values.measure import Point, leg


def river(line: Sequence[Point], width: int, size: Point) -> list[tuple[Point, ...]]:
    """The areas of water along a line; sharp bends are cut off, and round an island the river is two areas.

    Where the line ends at an edge of the country the water goes to that edge on its whole width.

    >>> river([(0, 96), (320, 96)], 32, (320, 320))
    [((0, 80), (0, 112), (320, 112), (320, 80))]
    """
    first, last = line[0], line[-1]
    longer = [
        *([_beyond(first, line[1], width)] if _at_an_edge(first, size) else []),
        *line,
        *([_beyond(last, line[-2], width)] if _at_an_edge(last, size) else []),
    ]
    return outlines(strip(longer, width, square=False), size, 0, 0)


def _at_an_edge(point: Point, size: Point) -> bool:
    """Whether a point lies at an edge of the country."""
    return point[0] in (0, size[0]) or point[1] in (0, size[1])


def _beyond(end: Point, before: Point, far: int) -> Point:
    """A point so far beyond the end of a line, in its direction."""
    share = Fraction(far, max(1, leg(before, end)))
    return floor(end[0] + (end[0] - before[0]) * share), floor(end[1] + (end[1] - before[1]) * share)
