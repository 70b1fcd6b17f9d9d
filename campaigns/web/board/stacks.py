"""Stacks: blocks that lie so close that none but the topmost could be pressed.

They are drawn slightly fanned, with their number; in a browser a press spreads them (``board_stacks.js`` does the same
reckoning at each zoom).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.web.board.ground import Pair, short

REACH = 20.0
"""Blocks whose middles are nearer to the first than this, in units of the drawing, are one stack: most of each is covered."""

FAN = (5.0, -4.0)
"""How far each block of a stack is shifted from the one beneath it."""

BESIDE = (22.0, -12.0)
"""From the place of the lowest block to the middle of the number."""


@dataclass(frozen=True)
class Stack:
    """A stack: the place of its lowest block, and how many there are."""

    x: float
    y: float
    count: int

    @property
    def placed(self) -> str:
        """The place of its number as an SVG transform."""
        return f"translate({short(self.x + BESIDE[0])} {short(self.y + BESIDE[1])})"


def stacked(middles: Sequence[Pair]) -> list[list[int]]:
    """Which of some blocks lie on one another, as lists of two or more of their indices, the lowest first.

    A block belongs to the first stack whose lowest block is near enough, so a long line of blocks is no stack.
    """
    cells: dict[tuple[int, int], list[int]] = {}
    found: dict[int, list[int]] = {}
    for index, (x, y) in enumerate(middles):
        column, row = int(x // REACH), int(y // REACH)
        near = [
            lowest
            for right in (-1, 0, 1)
            for down in (-1, 0, 1)
            for lowest in cells.get((column + right, row + down), ())
            if math.dist(middles[lowest], (x, y)) < REACH
        ]
        if near:
            found[min(near)].append(index)
        else:
            found[index] = [index]
            cells.setdefault((column, row), []).append(index)
    return [those for those in found.values() if len(those) > 1]
