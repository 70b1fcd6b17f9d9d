"""A way round the enemy, within a limit of length.  [KS-SUP-11, option ``interdiction`` = route]"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from rules.kriegspiel.floor.survey import near
from rules.kriegspiel.tables.supply import CUTS_WITHIN
from rules.values.measure import Point, leg

CORNERS = ((98, 0), (91, 38), (70, 70), (38, 91), (0, 98), (-38, 91), (-70, 70), (-91, 38),
           (-98, 0), (-91, -38), (-70, -70), (-38, -91), (0, -98), (38, -91), (70, -70), (91, -38))  # fmt: skip
"""Sixteen points around an enemy, just over six inches away, so that the sides between them stay more than six inches away."""


def shortest_way(
    start: Point, end: Point, reach: int, barring: Callable[[Point, Point], Sequence[Point]]
) -> int | None:
    """Length of the shortest way found from start to end with every leg free, or None if it is over ``reach``.

    barring: gives the places of the enemies that bar a leg.  An enemy gets corners only if it bars a leg that was
    tried, so that the work grows with the enemies in the way and not with all of them.

    >>> def barring(a, b):
    ...     return [(480, 0)] if min(a[0], b[0]) < 480 < max(a[0], b[0]) and a[1] == b[1] == 0 else []
    >>> 960 < shortest_way((0, 0), (960, 0), 1152, barring) < 980, shortest_way((0, 0), (960, 0), 960, barring)
    (True, None)
    """
    enemies: set[Point] = set()
    known: dict[tuple[Point, Point], Sequence[Point]] = {}
    while True:
        met: set[Point] = set()
        length = _dijkstra(start, end, reach, {end} | _corners(enemies), known, barring, met)
        if length is not None or met <= enemies:
            return length
        enemies |= met


def _corners(enemies: set[Point]) -> set[Point]:
    """The corners around some enemies that are not too near to another of them."""
    corners = {(x + dx, y + dy) for x, y in enemies for dx, dy in CORNERS}
    return {corner for corner in corners if not any(near(corner, enemy, CUTS_WITHIN) for enemy in enemies)}


def _dijkstra(
    start: Point,
    end: Point,
    reach: int,
    corners: set[Point],
    known: dict[tuple[Point, Point], Sequence[Point]],
    barring: Callable[[Point, Point], Sequence[Point]],
    met: set[Point],
) -> int | None:
    """The shortest free way over the corners; enemies met on the tried legs are added to ``met``."""
    waiting, done = [(0, start)], set[Point]()
    while waiting:
        gone, here = heapq.heappop(waiting)
        if here == end:
            return gone
        if here in done:
            continue
        done.add(here)
        for corner in sorted(corners - done):
            total = gone + leg(here, corner)
            if total + (leg(corner, end) if corner != end else 0) > reach:
                continue
            if (here, corner) not in known:
                known[here, corner] = barring(here, corner)
            met.update(known[here, corner])
            if not known[here, corner]:
                heapq.heappush(waiting, (total, corner))
    return None
