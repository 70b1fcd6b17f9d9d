"""The arithmetic of a Little Wars melee, which Kriegspiel inherits.  [KS-LW-01, KS-LW-04 to KS-LW-06, LW-MELEE-08 to LW-MELEE-11]"""

from __future__ import annotations

from typing import NamedTuple


class Toll(NamedTuple):
    """The cost of a melee: the dead of each side, which are equal, and the prisoners that each side loses."""

    dead: int
    prisoners: tuple[int, int]


def isolated(men: int, friends: int) -> bool:
    """Whether the friends within a move number less than half of the body.  [KS-LW-01, KS-DEF-09, LW-ISO-01, LW-ISO-02]

    >>> isolated(13, 5), isolated(13, 7), isolated(18, 9), isolated(6, 3), isolated(5, 2)
    (True, False, False, False, True)
    >>> isolated(9, 4), isolated(9, 5), isolated(13, 6), isolated(1, 0), isolated(1, 1)
    (True, False, True, True, False)
    """
    return 2 * friends < men


def toll(one: int, other: int, alone: bool) -> Toll:
    """The dead and the prisoners of a melee, given the men of each side.

    alone: whether the smaller side is isolated.  Equal numbers all die; the smaller side, if supported, kills one each and
    dies; if isolated it loses prisoners man for man until the larger is double what is left.

    >>> toll(9, 9, True), toll(11, 9, True), toll(11, 9, False)
    (Toll(dead=9, prisoners=(0, 0)), Toll(dead=7, prisoners=(0, 2)), Toll(dead=9, prisoners=(0, 0)))
    >>> toll(21, 18, True), toll(9, 6, True), toll(8, 5, True)
    (Toll(dead=15, prisoners=(0, 3)), Toll(dead=3, prisoners=(0, 3)), Toll(dead=2, prisoners=(0, 3)))
    >>> toll(20, 8, True), toll(13, 19, True), toll(21, 13, False)
    (Toll(dead=0, prisoners=(0, 8)), Toll(dead=7, prisoners=(6, 0)), Toll(dead=13, prisoners=(0, 0)))
    """
    smaller = min(one, other)
    taken = min(smaller, abs(one - other)) if alone else 0
    return Toll(smaller - taken, (0, taken) if other < one else (taken, 0))
