"""The edges of a country, on which the back lines lie: which way is inward, and where a point before one is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.values.measure import Point

INWARD: Mapping[str, Point] = MappingProxyType({"south": (0, 1), "west": (1, 0), "north": (0, -1), "east": (-1, 0)})
"""The edges, with the direction from each into the country."""

FACING: Mapping[str, int] = MappingProxyType({"south": 0, "west": 90, "north": 180, "east": 270})
"""The front of those with their backs to an edge, in degrees from north."""


def length(size: Point, edge: str) -> int:
    """The length of an edge of a country, in sixteenths.

    >>> length((288, 192), "south"), length((288, 192), "east")
    (288, 192)
    """
    return size[1] if INWARD[edge][0] else size[0]


def before(size: Point, edge: str, along: int, depth: int) -> Point:
    """The point at a distance along an edge and a distance before it, in sixteenths.

    >>> before((288, 192), "north", 100, 10), before((288, 192), "west", 100, 10)
    ((100, 182), (10, 100))
    """
    east, north = INWARD[edge]
    x = along if north else depth if east > 0 else size[0] - depth
    y = along if east else depth if north > 0 else size[1] - depth
    return (x, y)


def off(size: Point, edge: str, at: Point) -> Point:
    """How far a point lies along an edge and before it, in sixteenths: what ``before`` was given.

    >>> off((288, 192), "north", (100, 182)), off((288, 192), "east", before((288, 192), "east", 40, 7))
    ((100, 10), (40, 7))
    """
    east, north = INWARD[edge]
    along = at[0] if north else at[1]
    inward = at[0] * east + at[1] * north
    return along, inward if east + north > 0 else inward + (size[0] if east else size[1])
