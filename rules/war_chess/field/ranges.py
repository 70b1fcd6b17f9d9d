"""The cells reached from a cell, given the figures in the way: moves of the figures, and the fire of artillery.

A table for each cell is filled as positions need it: the figures on the cells that can bar the way are the
key, the set of cells reached is the value.  Its content does not depend on the caller or the time.
"""

from __future__ import annotations

from rules.war_chess.field.board import BIT, CELLS, OBLIQUE, ORTHOGONAL, bits_of, line
from rules.war_chess.field.figures import FOOT, FORWARD, GUN, HORSE, LIGHT, POWERS, RANGE, WAGON, powers


class Lines(dict[int, int]):
    """The cells reached along some lines, by the set of those that bar the way: up to the first of them, included.

    bars: the cells that can bar the way: all except the last of each line.  [WC-MOV-03, WC-CMD-02]
    """

    __slots__ = ("bars", "lines")

    def __init__(self, lines: tuple[tuple[int, ...], ...]) -> None:
        super().__init__()
        self.lines = tuple(tuple(BIT[cell] for cell in one) for one in lines)
        self.bars = bits_of(cell for one in lines for cell in one[:-1])

    def __missing__(self, standing: int) -> int:
        reached = 0
        for one in self.lines:
            for bit in one:
                reached |= bit
                if bit & standing:
                    break
        self[standing] = reached
        return reached


def lines_from(cell: int, power: dict[str, int]) -> Lines:
    """The lines from a cell, as far as a figure goes in each direction of the board."""
    return Lines(tuple(found for direction, far in power.items() if (found := line(cell, direction, far))))


Row = tuple[int, Lines, int, Lines]
"""The reach of a figure from a cell, in two parts to keep the tables small: each with the cells that bar its way."""


def _row(cell: int, power: dict[str, int], first: tuple[str, ...]) -> Row:
    one = lines_from(cell, {direction: far for direction, far in power.items() if direction in first})
    two = lines_from(cell, {direction: far for direction, far in power.items() if direction not in first})
    return one.bars, one, two.bars, two


def _rows(up: bool) -> dict[str, dict[int, Row]]:
    """The lines of every kind of figure from every cell, for a side that plays up the board, or down."""
    ahead = FORWARD if up else ("B", "BL", "BR")
    parts = {LIGHT: ahead, FOOT: tuple(ORTHOGONAL), HORSE: tuple(ORTHOGONAL), GUN: (), WAGON: ()}
    return {kind: {cell: _row(cell, powers(kind, up), first) for cell in CELLS} for kind, first in parts.items()}


REACH = {up: _rows(up) for up in (True, False)}
"""The reach of a figure, by orientation, kind and cell.  [WC-MOV-01 to WC-MOV-05, WC-CAP-02]"""

FIRE = {cell: lines_from(cell, dict.fromkeys(OBLIQUE, RANGE)) for cell in CELLS}
"""What a battery commands from each cell.  [WC-CMD-01 to WC-CMD-04]"""

BESIDE = {cell: bits_of(step for way in OBLIQUE for step in line(cell, way, 1)) for cell in CELLS}
"""The first cell on each oblique line from a cell: the cells that a battery there protects.  [WC-PRO-01, WC-PRO-04, WC-RIV-06]"""


def reach(kind: str, up: bool, cell: int, standing: int) -> int:
    """The cells on which a figure's move or capture may end, whoever stands there."""
    if not POWERS[kind]:
        return 0
    bars, lines, more_bars, more = REACH[up][kind][cell]
    return lines[standing & bars] | more[standing & more_bars]


def fire(guns: tuple[int, ...], standing: int) -> int:
    """The cells that some batteries command together, whatever happens to these.  [WC-CMD-07, WC-CMD-08]"""
    commanded = 0
    for gun in guns:
        lines = FIRE[gun]
        commanded |= lines[standing & lines.bars]
    return commanded


def beside(guns: tuple[int, ...]) -> int:
    """The cells next to some batteries, along their oblique lines."""
    cells = 0
    for gun in guns:
        cells |= BESIDE[gun]
    return cells


def barred(commanded: int, next_to_enemy: int, next_to_own: int) -> int:
    """The commanded cells on which foot, horse and wagon would be exposed.  [WC-PRO-01 to WC-PRO-05, WC-PRO-08]

    A cell next to an own battery is open to them, unless it is also next to an enemy battery.
    """
    return commanded ^ (commanded & (next_to_own ^ (next_to_own & next_to_enemy)))
