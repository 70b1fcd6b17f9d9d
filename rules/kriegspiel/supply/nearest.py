"""The nearest of many places to a point, found without looking at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rules.values.measure import Point

Best = tuple[int, str]
"""The square of a distance, and whose it is."""


class Branch(NamedTuple):
    """A place, those on either side of it, and the box that holds them all: west, south, east, north."""

    at: Point
    name: str
    box: tuple[int, int, int, int]
    sides: tuple[Branch, ...]


class Nearest:
    """Places by name, halved again and again by their x and y in turn.

    >>> depots = Nearest([((0, 0), "west"), ((90, 0), "east"), ((90, 80), "north")])
    >>> depots.to((80, 30), lambda name: True), depots.to((80, 30), lambda name: name != "east")
    ('east', 'north')
    """

    def __init__(self, places: Iterable[tuple[Point, str]]) -> None:
        self.root = _grown(list(places), 0)

    def to(self, at: Point, wanted: Callable[[str], bool]) -> str | None:
        """The name of the nearest place that is wanted, the first by name of two as near; None where there is none."""
        best = _search(self.root, at, wanted, None) if self.root is not None else None
        return best[1] if best is not None else None


def _grown(places: list[tuple[Point, str]], axis: int) -> Branch | None:
    """The places halved at the middle one along an axis."""
    if not places:
        return None
    places = sorted(places, key=lambda one: (one[0][axis], one))
    half = len(places) // 2
    halves = (_grown(places[:half], 1 - axis), _grown(places[half + 1 :], 1 - axis))
    x, y = [one[0][0] for one in places], [one[0][1] for one in places]
    at, name = places[half]
    return Branch(at, name, (min(x), min(y), max(x), max(y)), tuple(one for one in halves if one is not None))


def _search(branch: Branch, at: Point, wanted: Callable[[str], bool], best: Best | None) -> Best | None:
    """The better of the best so far and the nearest place of a branch."""
    square = (at[0] - branch.at[0]) ** 2 + (at[1] - branch.at[1]) ** 2
    if (best is None or (square, branch.name) < best) and wanted(branch.name):
        best = (square, branch.name)
    for away, _, side in sorted((_away(one, at), place, one) for place, one in enumerate(branch.sides)):
        if best is None or away <= best[0]:
            best = _search(side, at, wanted, best)
    return best


def _away(branch: Branch, at: Point) -> int:
    """The square of the distance from a point to the box of a branch, nothing inside it."""
    (x, y), (west, south, east, north) = at, branch.box
    return max(west - x, 0, x - east) ** 2 + max(south - y, 0, y - north) ** 2
