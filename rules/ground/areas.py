"""Areas by their outlines, queried together: the areas of a point, and the parts of a path in them.  [KS-DEF-04]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from rules.ground.batch_geometry import Boxes, Legs, Numbers, box_round, turns
from rules.ground.geometry import Line, Stretch, area, crossings
from rules.values.measure import Point


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

    def _is_in(self, point: Point, rows: Numbers) -> bool:
        """Whether a point lies within the outline with these legs."""
        x, y = point
        a, b = self.legs.starts[rows], self.legs.ends[rows]
        side = turns(a, b, np.array(point))
        astride = (a[:, 1] > y) != (b[:, 1] > y)
        counted = astride & ((side > 0) == (b[:, 1] > a[:, 1]))
        low, high = np.minimum(a, b), np.maximum(a, b)
        on_it = (side == 0) & (low[:, 0] <= x) & (x <= high[:, 0]) & (low[:, 1] <= y) & (y <= high[:, 1])
        return bool(counted.sum() % 2) and not on_it.any()

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
