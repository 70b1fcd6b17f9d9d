"""How battles end, and their points.  [LW-FIN-04, LW-FIN-05, LW-REAR, LW-DEF-02, LW-POINTS]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.values.measure import FOOT

MEN_ON_THE_LINE = 3
"""Men who decide a Blow at the Rear.  [LW-REAR-01]"""

MOVES_TO_WITHDRAW = 6
"""Own moves in which the defeated side must get out.  [LW-REAR-03]"""

A_QUARTER = 4
"""One in so many attackers must arrive, or live, in a Defensive Game.  [LW-DEF-02]"""

LONG_LINE = 8 * FOOT
"""Sixteenths above which a back line is long for a Blow at the Rear.  [LW-REAR-06]"""

FEW = 15
"""A battle is drawn if both sides have fewer men than this.  [LW-FIN-04]"""

FEW_OF_A_SMALL_BATTLE, SMALL_BATTLE = 10, 50
"""The same for a battle that a side began with fewer men than the second number.  [LW-FIN-05]"""

WORTH: Mapping[str, int] = MappingProxyType({"victory": 200, "gun": 20, "cavalryman": 3, "infantryman": 2})
"""Half points for each; those of prisoners may be chosen (``prisoner_points``).  [LW-POINTS-01 to LW-POINTS-04]"""
