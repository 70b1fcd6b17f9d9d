"""Areas by their outlines, queried together: the areas of a point, and the parts of a path in them.  [KS-DEF-04]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rules.ground.batch_geometry import Boxes, Legs, Numbers, box_round, turns
from rules.ground.geometry import Line, Stretch, area, crossings
from rules.values.measure import Point

EDGES: tuple[tuple[int, Literal["left", "right"]], ...] = ((0, "left"), (2, "right"))
"""The western and the eastern edge of a box, and on which side of what is equal a search ends."""


class Areas:
    """Outlines prepared for queries; each is known by its number."""

    def __init__(self, outlines: Sequence[Line]) -> None:
        self.outlines = [tuple(outline) for outline in outlines]
        self.rings = [(*outline, outline[0]) for outline in self.outlines]
        self.legs = Legs([(outline, True) for outline in self.outlines])
        self.inner = [1 if area(outline) > 0 else -1 for outline in self.outlines]
        """The side of each ring on which its inside lies: 1 left, -1 right."""
        self.boxes = Boxes([box_round(outline) for outline in self.outlines])
        self.rows = [np.flatnonzero(self.legs.owner == which) for which in range(len(self.outlines))]

    def __len__(self) -> int:
        return len(self.outlines)

    def at(self, point: Point) -> list[int]:
        """The areas that contain a point; a point on the edge is outside.

        >>> Areas([((0, 0), (8, 0), (8, 8), (0, 8)), ((4, 4), (12, 4), (12, 12))]).at((6, 5))
        [0, 1]
        """
        return [which for which in self.boxes.touching((*point, *point)) if self._is_in(point, self.rows[which])]

    def holding(self, places: Numbers) -> Numbers:
        """Pairs of a row of places and an area that contains it, in order; a point on the edge is outside.

        >>> Areas([((0, 0), (8, 0), (8, 8), (0, 8))]).holding(np.array([[4, 4], [8, 4], [9, 9]])).tolist()
        [[0, 0]]
        """
        order = np.argsort(places[:, 0], kind="stable")
        west, east = (np.searchsorted(places[order, 0], self.boxes.all[:, axis], side) for axis, side in EDGES)
        pairs = []
        for which, (_, south, _, north) in enumerate(self.boxes.boxes):
            near = order[west[which] : east[which]]
            near = near[(places[near, 1] >= south) & (places[near, 1] <= north)]
            near = near[self._are_in(places[near], self.rows[which])]
            pairs.append(np.stack([near, np.full(len(near), which)], axis=1))
        found = np.concatenate([np.empty((0, 2), dtype=np.int64), *pairs])
        ordered: Numbers = found[np.lexsort((found[:, 1], found[:, 0]))]
        return ordered

    def _is_in(self, point: Point, rows: Numbers) -> bool:
        """Whether a point lies within the outline with these legs."""
        return bool(self._are_in(np.array([point]), rows)[0])

    def _are_in(self, places: Numbers, rows: Numbers) -> NDArray[np.bool_]:
        """The same of many points."""
        a, b, at = self.legs.starts[rows], self.legs.ends[rows], places[:, None, :]
        side = turns(a, b, at)
        astride = (a[:, 1] > at[..., 1]) != (b[:, 1] > at[..., 1])
        counted = astride & ((side > 0) == (b[:, 1] > a[:, 1]))
        low, high = np.minimum(a, b), np.maximum(a, b)
        on_it = (side == 0) & ((low <= at) & (at <= high)).all(axis=-1)
        inside: NDArray[np.bool_] = (counted.sum(axis=1) % 2 == 1) & ~on_it.any(axis=1)
        return inside

    def on(self, path: Line) -> list[tuple[Stretch, int]]:
        """The stretches of a path inside areas, in order, each with its area.

        An edge is not inside; but a path that touches it from within and goes back inside is one stretch.
        """
        if not self.outlines:
            return []
        near = self.legs.by_line(box_round(path))
        begun_in = self.at(path[0])
        found = []
        for which in {*near, *begun_in}:
            inner = self.inner[which]
            entered = Fraction(0) if which in begun_in else None
            for one in crossings(path, self.rings[which], -inner, near.get(which, ())):
                if one.leftward == (inner > 0):
                    entered = one.at
                elif entered is not None:
                    found.append(((entered, one.since), which))
                    entered = None
            if entered is not None:
                found.append(((entered, Fraction(len(path) - 1)), which))
        return sorted(found)
