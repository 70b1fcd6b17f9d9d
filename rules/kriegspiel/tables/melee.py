"""Hand to hand: who is in a melee, prisoners, captures, and the points of a battle.  [KS-LW]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.values.measure import INCH

REACH = 6 * INCH
"""Sixteenths from a man in contact within which others are in the melee with him.  [KS-LW-03]"""

GUARDED_BY_ONE = 7
"""Prisoners that one man can guard; a part of seven needs a man of its own.  [KS-LW-10]"""

GUARD_WITHIN = 6 * INCH
"""Sixteenths within which a guard can hold his prisoners.  [KS-LW-10, KS-LW-11]"""

WALKING_PACE = 12
"""Inches a move of prisoners and their guards.  [KS-LW-10]"""

CAPTORS = 4
"""Men past the axle of a gun, or near a store, who take it.  [KS-LW-13, KS-LW-17]"""

HELD_WITHIN = 6 * INCH
"""Sixteenths within which defenders keep a gun or store, and captors take it.  [KS-LW-13, KS-LW-17]"""

WORTH: Mapping[str, int] = MappingProxyType(
    {"victory": 200, "gun": 20, "cavalryman": 3, "infantryman": 2, "captive": 1}
)
"""Half points for each; men of the other arms count as infantrymen; a captive counts for either side.  [KS-LW-16]"""

FEW = 15
"""The battle is drawn if both sides have fewer men than this.  [KS-LW-16]"""
