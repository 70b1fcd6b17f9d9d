"""Straight lines in a grid of cells, many at once: which may meet, so that only these are compared exactly."""

from __future__ import annotations

import numpy as np

from rules.ground.batch_geometry import Numbers
from rules.values.measure import FOOT

CELL = FOOT
"""Side of a cell in sixteenths."""

FAR = 1 << 24
"""More than the cells of any floor from west to east, or from south to north."""


def cells_of(starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    """The cells that lines pass through or touch: for each, the number of the line and the cell; some lines only come near.

    >>> which, cells = cells_of(np.array([[0, 0]]), np.array([[400, 100]]))
    >>> [divmod(int(one), FAR) for one in cells]
    [(0, 0), (1, 0), (2, 0)]
    """
    steep = np.abs(ends[:, 1] - starts[:, 1]) > np.abs(ends[:, 0] - starts[:, 0])
    a, b = np.where(steep[:, None], starts[:, ::-1], starts), np.where(steep[:, None], ends[:, ::-1], ends)
    back = a[:, 0] > b[:, 0]
    a, b = np.where(back[:, None], b, a), np.where(back[:, None], a, b)
    first, last = a[:, 0] // CELL, b[:, 0] // CELL
    which, step = spread(last - first + 1)
    column = first[which] + step
    a, b = a[which], b[which]
    west, east = np.maximum(column * CELL, a[:, 0]), np.minimum((column + 1) * CELL, b[:, 0])
    wide, high = np.maximum(b[:, 0] - a[:, 0], 1), b[:, 1] - a[:, 1]
    here, there = high * (west - a[:, 0]), high * (east - a[:, 0])
    low = (a[:, 1] + np.minimum(here, there) // wide) // CELL
    top = (a[:, 1] - (-np.maximum(here, there) // wide)) // CELL
    line, step = spread(top - low + 1)
    which, across, up = which[line], column[line], low[line] + step
    swapped = steep[which]
    return which, np.where(swapped, up, across) * FAR + np.where(swapped, across, up)


def spread(counts: Numbers) -> tuple[Numbers, Numbers]:
    """For counts, the number of each row repeated as often as it counts, and the places 0, 1, 2 ... within each.

    >>> [part.tolist() for part in spread(np.array([2, 0, 3]))]
    [[0, 0, 2, 2, 2], [0, 1, 0, 1, 2]]
    """
    which = np.repeat(np.arange(len(counts)), counts)
    begins = np.cumsum(counts) - counts
    return which, np.arange(len(which)) - begins[which]


class Grid:
    """Lines by the cells that they touch."""

    def __init__(self, starts: Numbers, ends: Numbers) -> None:
        which, cells = cells_of(starts, ends)
        order = np.argsort(cells, kind="stable")
        self.lines = which[order]
        self.cells, self.begins, self.counts = np.unique(cells[order], return_index=True, return_counts=True)

    def touched_by(self, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
        """For each of these lines its number and, by number, each cell on its way in which lines of the grid lie."""
        which, cells = cells_of(starts, ends)
        if not len(self.cells) or not len(cells):
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        place = np.minimum(np.searchsorted(self.cells, cells), len(self.cells) - 1)
        used = self.cells[place] == cells
        return which[used], place[used]

    def met_in(self, which: Numbers, place: Numbers) -> tuple[Numbers, Numbers]:
        """In cells that lines touch, pairs of one of them and one of the grid that may meet; some pairs stand there twice."""
        row, step = spread(self.counts[place])
        return which[row], self.lines[self.begins[place[row]] + step]
