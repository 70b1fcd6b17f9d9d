"""Forces: what they cost, how they are proportioned, and how they are put down.  [LW-FORCE, LW-EXT-02, LW-SETUP-03, LW-DEF]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from rules.values.measure import FOOT, INCH

LEAST_FORCE = 10
"""Men that a side needs.  [LW-FORCE-02]"""

LEFT_OUT = 12
"""Men left out before the dice are thrown.  [LW-FORCE-04]"""

FOR_A_GUN: Mapping[str, tuple[int, int]] = MappingProxyType({"inf": (20, 25), "cav": (12, 15)})
"""The usual force for each gun, from so many to so many men.  [LW-FORCE-05, LW-FORCE-07]"""

COST: Mapping[str, Fraction] = MappingProxyType({"inf": Fraction(1), "cav": Fraction(3, 2), "guns": Fraction(10)})
"""Points of a force, by the piece.  [LW-FORCE-08]"""

MUCH_FOR_ONE = (100, 3)
"""Men and guns that one player can handle.  [LW-EXT-02]"""

OFF_THE_LINE = 12 * INCH
"""Sixteenths from his back line within which a man is put down, and still counts as on it in the next move.  [LW-SETUP-03]"""

DEFENDER = Fraction(2, 3)
"""What the force of the defender is of the attacker's.  [LW-DEF-01]"""

MARGIN: Mapping[str, int] = MappingProxyType({"1_ft": FOOT, "2_ft": 2 * FOOT})
"""Sixteenths from the middle line that the defender keeps, where it is not each man's own move.  [LW-DEF-05]"""
