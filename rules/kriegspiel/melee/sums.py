"""The arithmetic of a Little Wars melee, which Kriegspiel inherits.  [KS-LW-01, KS-LW-04 to KS-LW-06]"""

from __future__ import annotations

from typing import NamedTuple


class Fight(NamedTuple):
    """What a melee of a against b costs: the dead of each, and the prisoners that the smaller loses."""

    dead: tuple[int, int]
    prisoners: tuple[int, int]


def isolated(men: int, friends: int) -> bool:
    """Whether fewer friends stand within a move than half the body's own number.  [KS-LW-01, KS-DEF-09]

    >>> isolated(13, 5), isolated(13, 7), isolated(18, 9), isolated(6, 3), isolated(5, 2)
    (True, False, False, False, True)
    """
    return 2 * friends < men


def melee(a: int, b: int, smaller_is_isolated: bool) -> Fight:
    """The dead and the prisoners of a melee between a and b men.

    Equal numbers all die; the smaller side, if supported, kills one each and dies; if isolated it loses
    prisoners man for man until the larger is double what is left.

    >>> melee(9, 9, True), melee(11, 9, True), melee(11, 9, False)
    (Fight(dead=(9, 9), prisoners=(0, 0)), Fight(dead=(7, 7), prisoners=(0, 2)), Fight(dead=(9, 9), prisoners=(0, 0)))
    >>> melee(21, 18, True), melee(9, 6, True)
    (Fight(dead=(15, 15), prisoners=(0, 3)), Fight(dead=(3, 3), prisoners=(0, 3)))
    >>> melee(20, 8, True), melee(13, 19, True)
    (Fight(dead=(0, 0), prisoners=(0, 8)), Fight(dead=(7, 7), prisoners=(6, 0)))
    """
    smaller = min(a, b)
    taken = min(smaller, abs(a - b)) if smaller_is_isolated else 0
    dead = smaller - taken
    if a == b:
        return Fight((a, b), (0, 0))
    return Fight((dead, dead), (0, taken) if b < a else (taken, 0))
