"""Marks at the corners of blocks: each touches its own block, at the corner where it covers least of the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from campaigns.web.board.blocks import Sign
from campaigns.web.board.labels import Box
from campaigns.web.board.plan import block_of

HALF = 12
"""Half of how wide and high a mark is, in units of the drawing."""

CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""The corners of a block in the sequence in which they are tried: to the right or left, above or below."""


class Corner(NamedTuple):
    """How far the middle of a mark is from the place of its block."""

    right: float
    down: float


def corner_of(signs: Iterable[Sign], x: float, y: float) -> Corner:
    """Where the mark of what stands at a place is drawn.

    What has no block there has its mark as if it had one that faces north.
    """
    own, others = block_of(x, y, 0), []
    for sign in signs:
        box = block_of(sign.x + sign.fan[0], sign.y + sign.fan[1], sign.turn)
        if (sign.x, sign.y) == (x, y):
            own = box
        else:
            others.append(box)
    return min(
        (_at(own, corner, x, y) for corner in CORNERS),
        key=lambda one: sum(_covered(_mark(x + one.right, y + one.down), box) for box in others),
    )


def _at(own: Box, corner: tuple[int, int], x: float, y: float) -> Corner:
    west, north, east, south = own
    right, down = corner
    return Corner((east if right > 0 else west) - 2 * right - x, (south if down > 0 else north) - 2 * down - y)


def _mark(x: float, y: float) -> Box:
    return x - HALF, y - HALF, x + HALF, y + HALF


def _covered(mark: Box, box: Box) -> float:
    """How much of a block a mark covers."""
    wide = min(mark[2], box[2]) - max(mark[0], box[0])
    high = min(mark[3], box[3]) - max(mark[1], box[1])
    return max(0.0, wide) * max(0.0, high)
