"""Places for names on a drawing: occupied boxes are found by place, so that the cost of 500 grows only with their number."""

from __future__ import annotations

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge in units of the drawing."""

CELL = 64.0
WIDE_OF_A_LETTER = 8.6


class Room:
    """The occupied boxes of a drawing of that width.  A name may go beyond its upper or lower edge, never beyond its sides."""

    def __init__(self, wide: float) -> None:
        self.wide = wide
        self.cells: dict[tuple[int, int], list[Box]] = {}

    def occupy(self, box: Box) -> None:
        """Occupy a box, whatever is there."""
        for cell in self._cells(box):
            self.cells.setdefault(cell, []).append(box)

    def take(self, box: Box) -> bool:
        """Occupy a box if it is free, edges included, and say whether it was."""
        left, top, right, bottom = box
        if left < 0 or right > self.wide:
            return False
        for cell in self._cells(box):
            for other in self.cells.get(cell, ()):
                if left <= other[2] and other[0] <= right and top <= other[3] and other[1] <= bottom:
                    return False
        self.occupy(box)
        return True

    @staticmethod
    def _cells(box: Box) -> list[tuple[int, int]]:
        columns = range(int(box[0] // CELL), int(box[2] // CELL) + 1)
        rows = range(int(box[1] // CELL), int(box[3] // CELL) + 1)
        return [(column, row) for column in columns for row in rows]


def beside_a_block(room: Room, x: float, y: float, text: str) -> tuple[float, float] | None:
    """The distance from a block at which its name has room: below, above, beside, and so on farther off; none where there is none."""
    half = len(text) * WIDE_OF_A_LETTER / 2 + 3
    beside = half + 26
    tried = [(0, 42), (0, -16), (beside, 14), (-beside, 14), (0, 60), (0, -34), (beside, 32), (-beside, 32)]
    tried += [(beside, -6), (-beside, -6), (0, 78), (0, -52), (beside + 40, 14), (-beside - 40, 14), (0, 96)]
    for right, down in tried:
        if room.take((x + right - half, y + down - 15, x + right + half, y + down + 4)):
            return right, down
    return None
