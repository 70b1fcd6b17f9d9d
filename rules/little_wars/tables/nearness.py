"""The limits of contact and nearness; how many men serve a gun or escort prisoners.  [LW-MELEE-01, LW-MELEE-04, LW-GUN-03, LW-PRIS-02]"""

from __future__ import annotations

from rules.values.measure import INCH

CONTACT = INCH // 8
"""Sixteenths within which men are in virtual contact.  [LW-MELEE-01]"""

SIX_INCHES = 6 * INCH
"""Sixteenths within which a gun is served, a melee shared, a prisoner guarded.  [LW-GUN-03, LW-MELEE-04, LW-PRIS-02]"""

CREW = 4
"""Armed men that a gun in action needs, or that take one.  [LW-GUN-03, LW-CAP-01]"""

TO_ONE = 7
"""Prisoners that one man can escort.  [LW-PRIS-02]"""
