"""The lit country: what of it some lookers see, by cells of 3 inches.  [HOUSE-SIGHT-01, HOUSE-SIGHT-03 to HOUSE-SIGHT-05]

A cell is lit if a body in line would be seen with its middle on that of the cell.  The lines are those by which things
are seen, from all points of the lookers: the nearest point first, until one sees the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from rules.contract.data import Lit
from rules.floor.sight.cells import spread
from rules.floor.sight.look import Ends, Looker, parts_from
from rules.floor.sight.screen import Mask, Rays, Screen
from rules.floor.sight.tables import EYE, LIGHTS, LINE, PARTS, ROWS
from rules.ground.batch_geometry import Numbers, point, points, squares
from rules.values.measure import FOOT, INCH, Point

CELL = 3 * INCH
"""Side of a cell in sixteenths."""

WIDEST = 400 * FOOT // CELL
"""Cells from edge to edge at most: no floor is wider, and beyond it nothing is lit."""

FARTHEST = 1 << 26
"""More than the square of any reach in sixteenths."""

NO_LEG = -1
"""In place of the leg that stopped a line."""

BESIDE = (0, -1, 1, 2)
"""A leg that stopped a line to a cell is asked first about the next one, and so are the legs beside it in its outline."""


def lit(screen: Screen, light: str, lookers: Sequence[Looker]) -> Lit:
    """What some lookers see of the country; the sequence of the lookers does not matter."""
    if not lookers:
        return _cells(screen, points([(0, 0)]), points([(0, 0)])).written(np.empty(0, dtype=np.int64))
    eyes = Ends(screen, lookers)
    scouts = np.array([one.scout for one in lookers], dtype=bool)[eyes.owner]
    low, high = _windows(screen, eyes, scouts, light)
    cells = _cells(screen, low, high)
    eye, cell = _in_reach(screen, cells, eyes, scouts, light, low, high)
    return cells.written(_seen(screen, cells, eyes, eye, cell))


class _Cells:
    """The cells of a country in rows from its south-west corner; of one without limits, those that may be in reach.

    west, south: the first column and the first row; across, down: how many.
    """

    def __init__(self, first: Point, last: Point, *, limited: bool) -> None:
        self.west, self.south = first
        self.across, self.down = (min(max(to - since + 1, 0), WIDEST) for since, to in zip(first, last, strict=True))
        self.limited = limited
        self.level = np.zeros(self.across * self.down, dtype=np.int64)
        self.wooded = np.zeros(self.across * self.down, dtype=bool)
        self.learnt = np.zeros(self.across * self.down, dtype=bool)

    def middles(self, cells: Numbers) -> Numbers:
        """The middles of some cells, by their numbers."""
        return np.stack([self.west + cells % self.across, self.south + cells // self.across], axis=1) * CELL + CELL // 2

    def learn(self, screen: Screen, cells: Numbers) -> None:
        """Work out the levels of some cells, and which lie in woods; they are kept, as the country stays."""
        wanted = np.zeros(len(self.level), dtype=bool)
        wanted[cells] = True
        new = np.flatnonzero(wanted & ~self.learnt)
        spots = screen.about_all([(x, y) for x, y in self.middles(new).tolist()])
        self.level[new] = [spot.level for spot in spots]
        self.wooded[new] = [bool(spot.woods) for spot in spots]
        self.learnt[new] = True

    def written(self, seen: Numbers) -> Lit:
        """Some cells as plain data, strip by strip."""
        lit = np.zeros((self.down, self.across + 2), dtype=np.int8)
        lit[seen // max(self.across, 1), 1 + seen % max(self.across, 1)] = 1
        row, first = np.nonzero(np.diff(lit, axis=1) > 0)
        _, end = np.nonzero(np.diff(lit, axis=1) < 0)
        rows: dict[int, list[int]] = {}
        for place, start, after in zip(row.tolist(), first.tolist(), end.tolist(), strict=True):
            rows.setdefault(place, [place + self.south]).extend((start + self.west, after - start))
        of = self.across * self.down if self.limited else 0
        return Lit(cell=CELL // INCH, seen=len(seen), of=of, rows=list(rows.values()))


def _cells(screen: Screen, low: Numbers, high: Numbers) -> _Cells:
    """The cells of a country, made once and kept with it; of one without limits, those of some windows."""
    size = screen.relief.country.size
    if size is None:
        return _Cells(point(low.min(axis=0)), point(high.max(axis=0)), limited=False)
    kept = screen.__dict__.setdefault("cells", None)
    if kept is None:
        last = point((np.array(size) - CELL // 2) // CELL)
        kept = screen.__dict__["cells"] = _Cells((0, 0), last, limited=True)
    return cast(_Cells, kept)


def _windows(screen: Screen, eyes: Ends, scouts: Mask, light: str) -> tuple[Numbers, Numbers]:
    """For each eye the first and the last column and row of cells within its reach, as if they lay as low as any ground."""
    heights = [one.height for one in screen.relief.country.contours.values()]
    lowest = min(heights, default=0) - screen.contour
    reach = ROWS[LINE].seen * (parts_from(eyes.level - lowest, eyes.contour, scouts) // LIGHTS[light]) // PARTS
    low = -((reach[:, None] + CELL // 2 - eyes.at) // CELL)
    high = (eyes.at + reach[:, None] - CELL // 2) // CELL
    return low, high


def _in_reach(
    screen: Screen, cells: _Cells, eyes: Ends, scouts: Mask, light: str, low: Numbers, high: Numbers
) -> tuple[Numbers, Numbers]:
    """Pairs of an eye and a cell that is near enough to be seen from it, by cells, the nearest eye of each first."""
    first, size = np.array([cells.west, cells.south]), np.array([cells.across, cells.down])
    low, high = np.maximum(low, first), np.minimum(high, first + size - 1)
    wide = np.maximum(high - low + 1, 0)
    eye, place = spread(wide[:, 0] * wide[:, 1])
    up, right = np.divmod(place, np.maximum(wide[eye, 0], 1))
    cell = (low[eye, 1] + up - cells.south) * cells.across + low[eye, 0] + right - cells.west
    square = squares(cells.middles(cell), eyes.at[eye])
    most = parts_from(np.full(len(eyes.at), FARTHEST), eyes.contour, scouts)
    seen, divisor = ROWS[LINE].seen, LIGHTS[light]
    near = square * PARTS**2 <= (seen * (most[eye] // divisor)) ** 2
    near &= ~eyes.housed[eye] | (square == 0)  # from within a house one sees nothing else
    eye, cell, square = eye[near], cell[near], square[near]
    cells.learn(screen, cell)
    parts = parts_from(eyes.level[eye] - cells.level[cell], eyes.contour, scouts[eye]) // divisor
    near = square * PARTS**2 <= (seen * parts) ** 2
    eye, cell = eye[near], cell[near]
    order = np.argsort(cell * FARTHEST + square[near], kind="stable")
    return eye[order], cell[order]


def _seen(screen: Screen, cells: _Cells, eyes: Ends, eye: Numbers, cell: Numbers) -> Numbers:
    """Which cells of some pairs are seen, in order; more pairs of a cell are tried at once the longer it stays dark."""
    lit, stopper = np.zeros(len(cells.level), dtype=bool), np.full(len(cells.level), NO_LEG)
    rank, tried, more = np.arange(len(cell)) - np.searchsorted(cell, cell), 0, 1
    while len(cell):
        now = rank < tried + more
        rays = _rays(screen, cells, eyes, eye[now], cell[now])
        open_ = np.flatnonzero(~_by_the_last(screen, rays, stopper[cell[now]]))
        here, there = eye[now][open_], cell[now][open_]
        clear, by = screen.clear(_rays(screen, cells, eyes, here, there))
        lit[there[clear]] = True
        stopper[there[by >= 0]] = by[by >= 0]
        left = ~now & ~lit[cell]
        eye, cell, rank = eye[left], cell[left], rank[left]
        tried, more = tried + more, 2 * more
    return np.flatnonzero(lit)


def _rays(screen: Screen, cells: _Cells, eyes: Ends, eye: Numbers, cell: Numbers) -> Rays:
    """The lines from some eyes to the middles of some cells."""
    heights = np.stack([eyes.eye[eye], EYE * cells.level[cell] + screen.contour], axis=1)
    wooded = np.stack([eyes.wooded[eye], cells.wooded[cell]], axis=1)
    return Rays(eyes.at[eye], cells.middles(cell), heights, eyes.low[eye], eyes.housed[eye], wooded, {})


def _by_the_last(screen: Screen, rays: Rays, stopper: Numbers) -> Mask:
    """Which lines are stopped by a leg that stopped another to the same cell, or by one beside it."""
    found = np.zeros(len(stopper), dtype=bool)
    for beside in BESIDE:
        legs = np.clip(stopper + beside, 0, max(len(screen.starts) - 1, 0))
        found |= screen.stopped_by(rays, np.where((stopper >= 0) & ~found, legs, NO_LEG))
    return found
