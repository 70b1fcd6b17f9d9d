"""Forces: their prices, proportions, and how they are put down.  [LW-FORCE, LW-EXT-02, LW-SETUP-03, LW-DEF]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from rules.values.measure import FOOT, INCH

LEAST_FORCE = 10
"""The fewest men of a side.  [LW-FORCE-02]"""

LEFT_OUT = 12
"""Men left out before the dice are thrown.  [LW-FORCE-04]"""

FOR_A_GUN: Mapping[str, tuple[int, int]] = MappingProxyType({"inf": (20, 25), "cav": (12, 15)})
"""Men for each gun of a usual force, from and to.  [LW-FORCE-05, LW-FORCE-07]"""

COST: Mapping[str, Fraction] = MappingProxyType({"inf": Fraction(1), "cav": Fraction(3, 2), "guns": Fraction(10)})
"""Points of a force, for each piece.  [LW-FORCE-08]"""

MUCH_FOR_ONE = (100, 3)
"""The most men and guns for one player.  [LW-EXT-02]"""

OFF_THE_LINE = 12 * INCH
"""Sixteenths from his back line within which a man may be put down, and still counts as on it in the next move.  [LW-SETUP-03]"""

DEFENDER = Fraction(2, 3)
"""The force of the defender as a fraction of the attacker's.  [LW-DEF-01]"""

MARGIN: Mapping[str, int] = MappingProxyType({"1_ft": FOOT, "2_ft": 2 * FOOT})
"""Sixteenths that the defender must keep from the middle line, if not each man's own move.  [LW-DEF-05]"""
