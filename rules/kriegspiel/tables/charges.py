"""Every number printed in the book for charges and retreats, with its clause.  [KS-CHARGE]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.values.measure import INCH

FAR, MIDDLE, NEAR = "far", "middle", "near"
"""The bands of a charge.  [KS-CHARGE-03]"""
MIDDLE_BEGINS = 24 * INCH
"""Sixteenths beyond which a charge is far.  [KS-CHARGE-03]"""
NEAR_BEGINS = 12 * INCH
"""Sixteenths up to which a charge is near.  [KS-CHARGE-03]"""

LEAST_CHARGE = 8
"""Sabres that a charge needs.  [KS-CHARGE-01]"""

CHARGING_RATE = 36
"""Inches that cavalry goes in a move; the road bonus never lengthens a charge.  [KS-DEF-11]"""

KILLED_STANDING, THROWN_STANDING = 5, 15
"""The effect of one sabre on cavalry caught standing: killed, thrown back.  [KS-CHARGE-16]"""

THROWN_BACK = 36 * INCH
"""Sixteenths that men caught standing are thrown.  [KS-CHARGE-16]"""

IN_THE_FIGHT = 6 * INCH
"""Sixteenths within which a man joins the fight of one in contact.  [KS-CHARGE-04, KS-LW-03]"""

FALLS_BACK = 12 * INCH
"""Sixteenths that extended infantry retires when charged.  [KS-CHARGE-13]"""

FULL_RETREAT = 36 * INCH
"""Sixteenths that the loser of a toss retires in its next own move.  [KS-CHARGE-18]"""

EITHER_WAY = 45
"""Degrees by which a retreat may deviate from straight away.  [KS-CHARGE-13, KS-CHARGE-21, KS-CHARGE-27, KS-CHARGE-30]"""

GUN_RETIRES = 24
"""Inches a move of a limbered gun that retires.  [KS-CHARGE-29]"""

STOPPING_REACH = 6 * INCH
"""Sixteenths from the string between pursuer and fugitives within which fresh cavalry stops the pursuer.  [KS-CHARGE-22]"""

GUN_HOLDERS = 4
"""Men that hold a gun.  [KS-CHARGE-28]"""

DEFENDED_WITHIN = 6 * INCH
"""Sixteenths from a gun within which its defenders must be.  [KS-CHARGE-28]"""


class Row(NamedTuple):
    """One band of a charge table: ``one man for every`` of the less effective side, ``kills`` for each of the more effective."""

    clause: str
    kills: int
    one_for_every: int


EXTENDED: Mapping[str, Row] = MappingProxyType(
    {FAR: Row("KS-CHARGE-05", 1, 5), MIDDLE: Row("KS-CHARGE-06", 2, 10), NEAR: Row("KS-CHARGE-07", 3, 15)}
)
"""Against extended order: each sabre kills ``kills``; one horseman falls for every ``one_for_every`` infantry.

[KS-CHARGE-05 to KS-CHARGE-07]
"""

CLOSE: Mapping[str, Row] = MappingProxyType(
    {FAR: Row("KS-CHARGE-09", 3, 15), MIDDLE: Row("KS-CHARGE-10", 2, 10), NEAR: Row("KS-CHARGE-11", 1, 5)}
)
"""Against close order: each infantryman kills ``kills``; one of them falls for every ``one_for_every`` sabres.

[KS-CHARGE-08 to KS-CHARGE-11]
"""

RUNNING_EXTENDED: Mapping[str, int] = MappingProxyType({FAR: 2, MIDDLE: 4, NEAR: 6})
"""Running infantry that each sabre kills, in extended order.  [KS-CHARGE-24]"""

RUNNING_CLOSE: Mapping[str, int] = MappingProxyType({FAR: 2, MIDDLE: 3, NEAR: 4})
"""Running infantry that each sabre kills, in two ranks or fours.  [KS-CHARGE-25]"""

GUN_COSTS: Mapping[str, int] = MappingProxyType({FAR: 4, MIDDLE: 3, NEAR: 1})
"""Men that the cavalry loses for each gun taken.  [KS-CHARGE-28]"""


def band(distance: int) -> str:
    """The band of a charge; exactly two feet and exactly one foot belong to the nearer band.  [KS-CHARGE-03]

    distance: sixteenths, edge to edge, from the body's place at the start of its move.

    >>> band(24 * INCH), band(24 * INCH + 1), band(12 * INCH), band(12 * INCH + 1)
    ('middle', 'far', 'near', 'middle')
    """
    if distance > MIDDLE_BEGINS:
        return FAR
    return MIDDLE if distance > NEAR_BEGINS else NEAR


def one_for_every(number: int, every: int, rule: str = "floor") -> int:
    """One man for every ``every`` of ``number``.  [KS-DEF-10]

    rule: ``floor``, ``nearest`` (half up) or ``ceil``.

    >>> [one_for_every(7, 5, rule) for rule in ("floor", "nearest", "ceil")]
    [1, 1, 2]
    >>> [one_for_every(8, 5, rule) for rule in ("floor", "nearest", "ceil")]
    [1, 2, 2]
    """
    if rule == "floor":
        return number // every
    return (2 * number + every) // (2 * every) if rule == "nearest" else -(-number // every)


def loser_of_a_toss(men: int) -> int:
    """Dead of the side that loses the coin: three quarters, never rounded in its favour.  [KS-CHARGE-18]

    >>> [loser_of_a_toss(n) for n in (8, 9, 10, 11, 12)]
    [6, 7, 8, 9, 9]
    """
    return men - men // 4


def winner_of_a_toss(men: int) -> int:
    """Dead of the side that wins the coin: a quarter.  [KS-CHARGE-18]

    >>> [winner_of_a_toss(n) for n in (8, 9, 10, 11, 12)]
    [2, 2, 2, 2, 3]
    """
    return men // 4
