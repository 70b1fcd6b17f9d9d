"""The men who stand about a place: a cheap choice, before each is measured exactly.

Among 1,600 men nearly all stand too far from a way to matter; whoever is left out here cannot be within the reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.little_wars.floor.men import Man
from rules.values.measure import Point

Box = tuple[int, int, int, int]
"""A part of the floor in sixteenths: its west, south, east and north edge, all of them included."""


def box_about(places: Sequence[Point], reach: int) -> Box:
    """The box that holds everything within a reach of places, and of the straight ways between them.

    >>> box_about([(0, 0), (100, 40)], 14)
    (-14, -14, 114, 54)
    """
    across, deep = [at[0] for at in places], [at[1] for at in places]
    return min(across) - reach, min(deep) - reach, max(across) + reach, max(deep) + reach


def standing_in(men: Iterable[Man], box: Box) -> list[Man]:
    """The men with a known place in a box, in their sequence."""
    west, south, east, north = box
    return [man for man in men if (at := man.at) is not None and west <= at[0] <= east and south <= at[1] <= north]
