"""Places for names on a drawing: occupied boxes are found by place, so that the cost of 500 grows only with their number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge in units of the drawing."""

CELL = 64.0
STEP = 7.0
WIDE_OF_A_LETTER = 8.6


class Room:
    """The occupied boxes of a drawing of that width.  A name may go beyond its upper or lower edge, never beyond its sides.

    kept_off: boxes over which a label lies only where it has no other room.
    """

    def __init__(self, wide: float) -> None:
        self.wide = wide
        self.cells: dict[tuple[int, int], list[Box]] = {}
        self.kept_off: dict[tuple[int, int], list[Box]] = {}

    def occupy(self, box: Box) -> None:
        """Occupy a box, whatever is there."""
        for cell in self._cells(box):
            self.cells.setdefault(cell, []).append(box)

    def keep_off(self, box: Box) -> None:
        """Have labels keep off a box where they can."""
        for cell in self._cells(box):
            self.kept_off.setdefault(cell, []).append(box)

    def take(self, box: Box) -> bool:
        """Occupy a box if it is free, edges included, and say whether it was."""
        if not self._is_free(box):
            return False
        self.occupy(box)
        return True

    def take_one(self, boxes: Iterable[Box]) -> int | None:
        """Occupy the first free box that lies over nothing to be kept off, else the first that is free; which of them it is."""
        second: tuple[int, Box] | None = None
        for number, box in enumerate(boxes):
            if self._is_free(box):
                if not self._is_over(box, self.kept_off):
                    self.occupy(box)
                    return number
                second = second or (number, box)
        if second is None:
            return None
        self.occupy(second[1])
        return second[0]

    def _is_free(self, box: Box) -> bool:
        return box[0] >= 0 and box[2] <= self.wide and not self._is_over(box, self.cells)

    def _is_over(self, box: Box, cells: dict[tuple[int, int], list[Box]]) -> bool:
        """Whether a box lies over one of those."""
        left, top, right, bottom = box
        for cell in self._cells(box):
            for other in cells.get(cell, ()):
                if left <= other[2] and other[0] <= right and top <= other[3] and other[1] <= bottom:
                    return True
        return False

    @staticmethod
    def _cells(box: Box) -> list[tuple[int, int]]:
        columns = range(int(box[0] // CELL), int(box[2] // CELL) + 1)
        rows = range(int(box[1] // CELL), int(box[3] // CELL) + 1)
        return [(column, row) for column in columns for row in rows]


NEAR = 4
"""The first so many places are beside the block; a label farther off is led to it by a line."""


def beside_a_block(room: Room, x: float, y: float, text: str) -> tuple[float, float] | None:
    """The distance from a block at which its name has room: below, above, beside, and so on farther off; none where there is none."""
    half = half_of(text)
    tried = _tried(half)
    taken = room.take_one(box_of(x + right, y + down, half) for right, down in tried)
    return tried[taken] if taken is not None else None


def keep_off_line(room: Room, line: Sequence[tuple[float, float]]) -> None:
    """Have labels keep off a line of the drawing where they can."""
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, round(math.dist((ax, ay), (bx, by)) / STEP))
        for step in range(steps + 1):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            room.keep_off((x - 1, y - 1, x + 1, y + 1))


def half_of(text: str) -> float:
    """Half the width of a label."""
    return len(text) * WIDE_OF_A_LETTER / 2 + 3


def box_of(x: float, y: float, half: float) -> Box:
    """The box of a label whose text is centred there, on its base line."""
    return x - half, y - 15, x + half, y + 4


def _tried(half: float) -> list[tuple[float, float]]:
    """The places at which a label is tried, the nearest first."""
    beside = half + 26
    tried = [(0.0, 42.0), (0.0, -16.0), (beside, 14.0), (-beside, 14.0), (0, 60), (0, -34), (beside, 32), (-beside, 32)]
    return [*tried, (beside, -6), (-beside, -6), (0, 78), (0, -52), (beside + 40, 14), (-beside - 40, 14), (0, 96)]


def anchor_of(right: float) -> str:
    """The end by which a label is held that lies so far to the right of its block, or to its left; in its middle over it."""
    return "start" if right > 0 else "end" if right else "middle"


def leader(label: tuple[float, float], half: float) -> tuple[float, float] | None:
    """Where the line from a block to its label ends, in units from the block; none where the label stands beside it."""
    if label in _tried(half)[:NEAR]:
        return None
    left, top, right, bottom = box_of(*label, half)
    return min(max(0.0, left), right), top if top > 0 else min(bottom, MIDDLE)


MIDDLE = 9.0
"""How far behind the place of a block, the middle of its front, its own middle is, in units of the drawing."""
