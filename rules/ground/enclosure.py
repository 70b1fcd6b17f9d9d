"""Which places are separated by fences: fences are lines that share their ends and cannot be passed.

Two places are separated if the fences contain a cycle that encloses one and not the other.
The fences are joined into trees; every further fence closes one cycle with them, and all other cycles combine these.
The winding of each of these cycles about a place is counted along a ray from the place: two places with equal
counts lie in one area.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rules.ground.batch_geometry import Numbers, points
from rules.values.measure import Point

Exact = tuple[Fraction, Fraction] | Point
Fence = tuple[Hashable, Hashable, tuple[Exact, ...]]
"""The posts at the ends of a fence, and the points of its line from the first to the second."""


class Fences:
    """Fences prepared for queries about many places."""

    def __init__(self, fences: Sequence[Fence]) -> None:
        numbers: dict[Hashable, int] = {}
        straight: list[tuple[int, int, Point, Point]] = []
        bent: list[tuple[int, int, tuple[Exact, ...]]] = []
        for one, other, line in fences:
            ends = numbers.setdefault(one, len(numbers)), numbers.setdefault(other, len(numbers))
            (ax, ay), (bx, by) = line[0], line[-1]
            if len(line) == 2 and all(isinstance(at, int) for at in (ax, ay, bx, by)):
                straight.append((*ends, (int(ax), int(ay)), (int(bx), int(by))))
            else:
                bent.append((*ends, line))
        ends_of = [(one, other) for one, other, _, _ in straight] + [(one, other) for one, other, _ in bent]
        self.ones, self.others = np.array(ends_of, dtype=np.int64).reshape(-1, 2).T
        self.starts, self.stops = points(a for _, _, a, _ in straight), points(b for _, _, _, b in straight)
        self.bent = [line for _, _, line in bent]
        self.lows = np.array([int(min(y for _, y in line) // 1) for line in self.bent], dtype=np.int64)
        self.highs = np.array([int(-(-max(y for _, y in line) // 1)) for line in self.bent], dtype=np.int64)
        self.posts = len(numbers)
        self.rings = _grown(self.posts, ends_of)

    def areas(self, places: Sequence[Point]) -> list[int]:
        """For each place, the number of the first place in the same area.  No place may lie on a fence.

        >>> box = [(0, 0), (8, 0), (8, 8), (0, 8)]
        >>> shut = Fences([(i, (i + 1) % 4, (box[i], box[(i + 1) % 4])) for i in range(4)])
        >>> shut.areas([(4, 4), (20, 4), (3, 3), (-4, 9)])
        [0, 1, 0, 1]
        """
        if not self.posts or not places:
            return [0] * len(places)
        crossed = np.stack([self._crossed(place) for place in places], axis=1)
        sums = np.zeros((self.posts, len(places)), dtype=np.int64)
        for ring in self.rings:
            sums[ring.posts] = sums[ring.parents] + ring.senses[:, None] * crossed[ring.fences]
        rounds = sums[self.ones] + crossed - sums[self.others]
        first: dict[bytes, int] = {}
        return [first.setdefault(row.tobytes(), number) for number, row in enumerate(np.ascontiguousarray(rounds.T))]

    def part(self, p: Point, q: Point) -> bool:
        """Whether two places are separated."""
        return self.areas([p, q])[1] == 1

    def _crossed(self, place: Point) -> Numbers:
        """The number of times that each fence crosses the ray from a place to the east: northward minus southward."""
        x, y = place
        before, after = self.starts[:, 1] > y, self.stops[:, 1] > y
        legs = self.stops - self.starts
        side = legs[:, 0] * (y - self.starts[:, 1]) - legs[:, 1] * (x - self.starts[:, 0])
        # A leg that goes north has the place on its left if it crosses the ray to the east of it.
        east = np.where(after, side > 0, side < 0)
        straight = np.where((before != after) & east, after.astype(np.int64) - before, 0)
        bent = np.zeros(len(self.bent), dtype=np.int64)
        for row in np.flatnonzero((self.lows <= y) & (self.highs >= y)).tolist():
            bent[row] = _times(place, self.bent[row])
        found: Numbers = np.concatenate([straight, bent])
        return found


def _times(place: Point, line: Sequence[Exact]) -> int:
    """The number of times that a line of exact points crosses the ray from a place to the east: northward minus southward."""
    x, y = place
    total = 0
    for (ax, ay), (bx, by) in pairwise(line):
        before, after = ay > y, by > y
        if before != after:
            side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if (side > 0) if after else (side < 0):
                total += after - before
    return total


class _Ring(NamedTuple):
    """The posts at one distance, in fences, from the roots of their trees: their parents, and the fences to them.

    senses: 1 if a fence leads from the parent to the post, -1 if it leads back.
    """

    posts: Numbers
    parents: Numbers
    fences: Numbers
    senses: Numbers


def _grown(posts: int, ends: Sequence[tuple[int, int]]) -> list[_Ring]:
    """Trees that join all connected posts, ring by ring from their roots."""
    joined: list[list[tuple[int, int, int]]] = [[] for _ in range(posts)]
    for fence, (one, other) in enumerate(ends):
        joined[one].append((other, fence, 1))
        joined[other].append((one, fence, -1))
    rings: list[list[tuple[int, int, int, int]]] = []
    seen = [False] * posts
    for root in range(posts):
        if seen[root]:
            continue
        seen[root] = True
        grown, number = [root], 0
        while grown:
            ring = []
            for parent in grown:
                for post, fence, sense in joined[parent]:
                    if not seen[post]:
                        seen[post] = True
                        ring.append((post, parent, fence, sense))
            if number == len(rings):
                rings.append([])
            rings[number] += ring
            grown, number = [post for post, _, _, _ in ring], number + 1
    return [_Ring(*np.array(ring, dtype=np.int64).T) for ring in rings if ring]
