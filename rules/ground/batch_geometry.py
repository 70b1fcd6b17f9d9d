"""Many points and legs at once: exact whole numbers in arrays, with grids and trees to find those near a place.

Grids and trees only propose candidates; decisions use whole numbers, and results are in the order of the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

import numpy as np
import shapely
from numpy.typing import NDArray

from rules.ground.geometry import marks_on
from rules.values.measure import Point

Numbers = NDArray[np.int64]
"""Whole numbers; for points, a row of x and y each."""

Box = tuple[int, int, int, int]
"""West, south, east and north."""


def points(rows: Iterable[Point]) -> Numbers:
    """Points as rows."""
    return np.array(list(rows), dtype=np.int64).reshape(-1, 2)


def point(row: Numbers) -> Point:
    """A row of points as a point."""
    return int(row[0]), int(row[1])


def turns(a: Numbers, b: Numbers, c: Numbers) -> Numbers:
    """For each row, the side of the leg from a to b on which c lies, as in ``rules.ground.geometry.turn``."""
    ab, ac = b - a, c - a
    sides: Numbers = ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0]
    return sides


def squares(a: Numbers, b: Numbers) -> Numbers:
    """For each row, the square of the distance of two points."""
    x, y = a[..., 0] - b[..., 0], a[..., 1] - b[..., 1]
    found: Numbers = x * x + y * y
    return found


def nearest(ones: Numbers, others: Numbers) -> tuple[int, int, int]:
    """The square of the least distance between two sets of points, and the first pair at that distance.

    >>> nearest(points([(0, 0), (9, 0)]), points([(9, 4), (12, 4)]))
    (16, 1, 0)
    """
    found = squares(ones[:, None, :], others[None, :, :])
    place = int(found.argmin())
    return int(found.flat[place]), place // len(others), place % len(others)


def box_of(rows: Numbers, margin: int = 0) -> Box:
    """The box of some points, widened by a margin on every side."""
    (west, south), (east, north) = rows.min(axis=0), rows.max(axis=0)
    return int(west) - margin, int(south) - margin, int(east) + margin, int(north) + margin


def box_round(path: Iterable[Point], margin: int = 0) -> Box:
    """The box of a path, widened by a margin on every side."""
    xs, ys = zip(*path, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


MANY = 32
"""A box in more cells than this, or a query of more cells, is compared with all boxes in one go."""


class Boxes:
    """Boxes in a grid of cells of their size, to find those near a place without comparing all of them."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self.boxes, self.all = boxes, np.array(boxes, dtype=np.int64).reshape(-1, 4)
        breadths = [max(east - west, north - south) for west, south, east, north in boxes]
        self.size = sum(breadths) // max(len(boxes), 1) + 1
        self.cells: dict[Point, list[int]] = {}
        self.wide: list[int] = []
        for row, box in enumerate(boxes):
            cells = self._cells(box)
            for cell in cells:
                self.cells.setdefault(cell, []).append(row)
            if not cells:
                self.wide.append(row)

    def _cells(self, box: Box) -> list[Point]:
        """The cells that a box touches; empty if they are too many."""
        size = self.size
        west, south, east, north = box[0] // size, box[1] // size, box[2] // size, box[3] // size
        if (east - west + 1) * (north - south + 1) > MANY:
            return []
        return [(x, y) for x in range(west, east + 1) for y in range(south, north + 1)]

    def touching(self, box: Box) -> list[int]:
        """The rows of the boxes that touch a box, in order."""
        west, south, east, north = box
        cells, boxes, rows = self._cells(box), self.boxes, self.all
        if not cells or len(self.wide) > MANY:
            met = (rows[:, 0] <= east) & (rows[:, 1] <= north) & (rows[:, 2] >= west) & (rows[:, 3] >= south)
            found: list[int] = np.flatnonzero(met).tolist()
            return found
        near = {
            row
            for some in (self.wide, *map(self.cells.get, cells))
            for row in some or ()
            if (one := boxes[row])[0] <= east and one[1] <= north and one[2] >= west and one[3] >= south
        }
        return sorted(near)


LOOKS = 1_000_000
"""Pairs of legs with touching boxes that are compared before a line counts as tangled."""

BLOCK, FIRST_BLOCK = 256, 8
"""Legs whose meetings are searched at once: at most, and at first."""

AT_ONCE = 200_000
"""Pairs of legs with touching boxes that are held at once, about: lines that lie all over one another take no more memory."""


class Legs:
    """Legs of lines, found by place.

    starts, ends: a row for each leg; owner: the number of its line; number: its own in that line.
    """

    def __init__(self, lines: Sequence[tuple[Sequence[Point], bool]]) -> None:
        """lines: each with whether it is closed."""
        starts: list[Point] = []
        ends: list[Point] = []
        owner: list[int] = []
        number: list[int] = []
        for which, (line, closed) in enumerate(lines):
            after = [*line[1:], line[0]] if closed else list(line[1:])
            starts.extend(line[: len(after)])
            ends.extend(after)
            owner.extend([which] * len(after))
            number.extend(range(len(after)))
        self.starts, self.ends = points(starts), points(ends)
        self.owner, self.number = np.array(owner, dtype=np.int64), np.array(number, dtype=np.int64)
        self.pairs, self.places = list(zip(starts, ends, strict=True)), list(zip(owner, number, strict=True))

    def __len__(self) -> int:
        return len(self.owner)

    @cached_property
    def lines(self) -> Any:
        """The legs as shapely geometries; shapely's stubs declare one geometry instead of an array."""
        return shapely.linestrings(np.stack([self.starts, self.ends], axis=1).astype(float))

    @cached_property
    def tree(self) -> shapely.STRtree:
        """The legs, to find many at once."""
        return shapely.STRtree(self.lines)

    @cached_property
    def boxes(self) -> Boxes:
        """The boxes of the legs, to find them one by one."""
        return Boxes([box_round(leg) for leg in self.pairs])

    def leg(self, row: int) -> tuple[Point, Point]:
        """The leg of a row."""
        return self.pairs[row]

    def in_box(self, box: Box) -> list[int]:
        """The legs whose boxes touch a box, in the order of their rows."""
        return self.boxes.touching(box)

    def by_line(self, box: Box) -> dict[int, list[int]]:
        """For each line, the numbers of its legs whose boxes touch a box."""
        chosen: dict[int, list[int]] = {}
        for row in self.boxes.touching(box):
            owner, number = self.places[row]
            chosen.setdefault(owner, []).append(number)
        return chosen

    def about(self, places: Numbers, reaches: Numbers) -> Numbers:
        """Pairs of a row of places and a leg whose box is within the reach of the place, in order."""
        low, high = places - reaches[:, None], places + reaches[:, None]
        boxes = cast(Any, shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
        which, row = self.tree.query(boxes)
        order = np.lexsort((row, which))
        return np.stack([which[order], row[order]], axis=1).astype(np.int64)

    def met_by(self, path: Sequence[Point]) -> list[tuple[Fraction, int]]:
        """Every place where a path starts or stops meeting a leg, in order, each with the line; the place counts whole legs first."""
        found = set()
        for i, (a, b) in enumerate(pairwise(path)):
            for row in self.in_box(box_round((a, b))):
                found |= {(i + at, self.places[row][0]) for at in marks_on(a, b, *self.pairs[row])}
        return sorted(found)

    def meetings(self) -> Numbers:
        """Pairs of rows, the lower first, whose legs have a point in common, in order."""
        return np.concatenate([np.empty((0, 2), dtype=np.int64), *self.meetings_by_blocks()])

    def meetings_by_blocks(self) -> Iterator[Numbers]:
        """The same pairs as ``meetings``, block by block.

        A caller that stops at the first error avoids searching for all of them, which may number the square of the legs.
        """
        for i, j in self._near_by_blocks():
            met = legs_meet(self.starts[i], self.ends[i], self.starts[j], self.ends[j])
            pairs = np.stack([i[met], j[met]], axis=1).astype(np.int64)
            yield pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]

    def _near_by_blocks(self) -> Iterator[tuple[Numbers, Numbers]]:
        """Pairs of rows, the lower first, whose legs have touching boxes, so many together as ``AT_ONCE`` allows."""
        begin, block = 0, FIRST_BLOCK
        while begin < len(self):
            first, second = self.tree.query(self.lines[begin : begin + block])
            first += begin
            lower = first < second
            yield first[lower], second[lower]
            begin += block
            block = min(BLOCK, 2 * block, max(1, block * AT_ONCE // max(len(first), 1)))

    def tangled(self, most: int) -> bool:
        """Whether legs that are not neighbours meet more than ``most`` times, or too many boxes overlap to check.

        The cost grows linearly with the legs.
        """
        met, looks = -len(self), LOOKS + 8 * len(self)
        for i, j in self._near_by_blocks():
            looks -= len(i)
            met += int(legs_meet(self.starts[i], self.ends[i], self.starts[j], self.ends[j]).sum())
            if met > most or looks < 0:
                return True
        return False


def legs_meet(a: Numbers, b: Numbers, c: Numbers, d: Numbers) -> NDArray[np.bool_]:
    """For each row, whether the legs from a to b and from c to d, whose boxes touch, have a point in common."""
    c_side, d_side = np.sign(turns(a, b, c)), np.sign(turns(a, b, d))
    a_side, b_side = np.sign(turns(c, d, a)), np.sign(turns(c, d, b))
    met: NDArray[np.bool_] = (c_side * d_side <= 0) & (a_side * b_side <= 0)
    return met
