"""How many packets are due from a number of men or horses.  [KS-SUP-02, KS-SUP-03, KS-SUP-04, KS-SUP-10, KS-DEF-10]"""

from __future__ import annotations

from rules.values.sentence import Unread, to_say

MEN_TO_A_PACKET = 30
"""Men fed by one packet of food, or riflemen supplied by one of ammunition.  [KS-SUP-02, KS-SUP-04, KS-SIEGE-02]"""

HORSES_TO_A_PACKET = 6
"""Horses fed by one packet of forage.  [KS-SUP-03, KS-SIEGE-02]"""

PER = {"food": MEN_TO_A_PACKET, "forage": HORSES_TO_A_PACKET, "ammunition": MEN_TO_A_PACKET}
"""The men, horses or riflemen that one packet of each kind serves.  [KS-SUP-02, KS-SUP-03, KS-SUP-04]"""


def packets_of_food(men: int) -> int:
    """Packets of food for a number of men; a remainder of fifteen or more counts as thirty.  [KS-SUP-02, KS-SUP-10]

    >>> [packets_of_food(men) for men in (14, 15, 29, 30, 44, 45, 46, 60, 74, 75)]
    [0, 1, 1, 1, 1, 2, 2, 2, 2, 3]
    >>> packets_of_food(90), packets_of_food(69), packets_of_food(66)
    (3, 2, 2)
    """
    return rounded(men, MEN_TO_A_PACKET)


def packets_of_ammunition(men: int) -> int:
    """Packets of ammunition for riflemen who have fired in six consecutive moves.  [KS-SUP-04, KS-SUP-10]

    >>> packets_of_ammunition(46), packets_of_ammunition(44)
    (2, 1)
    """
    return rounded(men, MEN_TO_A_PACKET)


def packets_of_forage(horses: int, fraction: str = "nearest") -> int:
    """Packets of forage for a number of horses.  [KS-SUP-03, KS-SUP-10]

    fraction: how a part of six is rounded: ``nearest`` (three up), ``ceil`` or ``floor``.

    >>> packets_of_forage(18), packets_of_forage(20), packets_of_forage(10), packets_of_forage(17)
    (3, 3, 2, 3)
    >>> [packets_of_forage(horses, rule) for rule in ("nearest", "ceil", "floor") for horses in (2, 3, 8)]
    [0, 1, 1, 1, 1, 2, 0, 0, 1]
    """
    return rounded(horses, HORSES_TO_A_PACKET, fraction)


def rounded(number: int, per: int, fraction: str = "nearest") -> int:
    """Packets for a number when one packet serves ``per``; half or more counts as a whole.  [KS-SUP-10]"""
    whole, rest = divmod(number, per)
    if fraction == "ceil":
        return whole + bool(rest)
    return whole + (fraction == "nearest" and 2 * rest >= per)


def packets_due(kind: str, number: int, forage_fraction: str = "nearest") -> int:
    """Packets of a kind for a number of men or horses.  [KS-SUP-10]"""
    return rounded(number, PER[kind], forage_fraction if kind == "forage" else "nearest")


def reckoning(number: int, per: int) -> Unread:
    """A number as whole packets and a remainder, to be said.

    >>> from rules.values.sentence import worded
    >>> [worded(reckoning(number, 30)) for number in (66, 60, 14)]
    ['66 = 2 × 30 + 6', '60 = 2 × 30', '14 = 0 × 30 + 14']
    """
    whole, rest = divmod(number, per)
    return to_say(
        "{number} = {whole} × {per}{rest}",
        number=number,
        whole=whole,
        per=per,
        rest=to_say(" + {rest}", rest=rest) if rest else "",
    )
