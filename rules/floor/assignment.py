"""Men who take new places: who goes where, so that the longest way is short.  [KS-DEF-07, KS-DEF-15]"""

from __future__ import annotations

import numpy as np

from rules.ground.batch_geometry import Numbers, squares
from rules.ground.compass import ahead

_AFAR = 1 << 12
"""The length of the line used to find how far to the right or ahead a place lies."""


def matched(before: Numbers, after: Numbers, facing: int) -> Numbers:
    """The rows of the old places, in the order of the new ones: men go by files or by ranks, whichever is shorter.

    There are as many new places as old ones.  Two men exchange places if that shortens the longer of their ways.
    """
    best: tuple[int, Numbers] | None = None
    for file_by_file in (True, False):
        order = np.empty(len(before), dtype=np.int64)
        order[in_order(after, facing, file_by_file=file_by_file)] = in_order(before, facing, file_by_file=file_by_file)
        order = _exchanged(before, after, order)
        longest = int(squares(before[order], after).max(initial=0))
        if best is None or longest < best[0]:
            best = longest, order
    assert best is not None
    return best[1]


def in_order(rows: Numbers, facing: int, *, file_by_file: bool) -> Numbers:
    """Rows from the left file to the right, or from the front rank to the rear; in a file from the front."""
    right = (rows * np.array(ahead((0, 0), (facing + 90) % 360, _AFAR))).sum(axis=1)
    back = -(rows * np.array(ahead((0, 0), facing, _AFAR))).sum(axis=1)
    # Men are laid out to the nearest sixteenth, so what is nearly abreast counts as abreast.
    right, back = ((part + 2 * _AFAR) // (4 * _AFAR) for part in (right, back))
    order: Numbers = np.lexsort((back, right) if file_by_file else (right, back))
    return order


def _exchanged(before: Numbers, after: Numbers, order: Numbers) -> Numbers:
    """An order of men in which no exchange of two shortens the longer of their ways."""
    order = order.copy()
    for _ in range(4 * len(order)):
        ways = squares(before[order], after)
        worst = int(ways.argmax())
        mine, theirs = squares(before[order[worst]], after), squares(before[order], after[worst])
        longer = np.maximum(mine, theirs)
        other = int(longer.argmin())
        if longer[other] >= ways[worst]:
            break
        order[[worst, other]] = order[[other, worst]]
    return order


def about(rows: Numbers, offsets: Numbers) -> tuple[int, int]:
    """The point to lay out the places about, so that their middle is the middle of the men, to the sixteenth."""
    number = len(rows)
    x, y = ((2 * (rows.sum(axis=0) - offsets.sum(axis=0)) + number) // (2 * number)).tolist()
    return int(x), int(y)
