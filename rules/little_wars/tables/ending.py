"""How battles end, and what they are worth.  [LW-FIN-04, LW-FIN-05, LW-REAR, LW-DEF-02, LW-POINTS]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.values.measure import FOOT

MEN_ON_THE_LINE = 3
"""Men who decide a Blow at the Rear.  [LW-REAR-01]"""

MOVES_TO_WITHDRAW = 6
"""Own moves in which the defeated side gets out.  [LW-REAR-03]"""

A_QUARTER = 4
"""Of so many attackers one must arrive, or live, in a Defensive Game.  [LW-DEF-02]"""

LONG_LINE = 8 * FOOT
"""Sixteenths of a back line beyond which it is long for a Blow at the Rear.  [LW-REAR-06]"""

FEW = 15
"""Men below which on both sides a battle is drawn.  [LW-FIN-04]"""

FEW_OF_A_SMALL_BATTLE, SMALL_BATTLE = 10, 50
"""The same of a battle that a side began with fewer men than the second number.  [LW-FIN-05]"""

WORTH: Mapping[str, int] = MappingProxyType({"victory": 200, "gun": 20, "cavalryman": 3, "infantryman": 2})
"""Half points for each; what prisoners count for may be chosen (``prisoner_points``).  [LW-POINTS-01 to LW-POINTS-04]"""
