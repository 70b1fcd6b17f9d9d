"""Guns: when they fire first, and the men at the trail.  [LW-GUN-01, LW-GUN-02, LW-GUN-12, LW-SHOT-09]"""

from __future__ import annotations

from rules.values.measure import INCH

FIRST_FIRE = 2
"""The own move of the First Player in which guns may first fire; the Second Player's follows it.  [LW-GUN-01, LW-GUN-02]"""

AT_THE_TRAIL = 2
"""Men who stand at the end of the trail of a gun that has fired.  [LW-GUN-12]"""

TOLERANCE = 8
"""Sixteenths from a post within which a man counts as at it.  [LW-GUN-12]"""

NEXT_MAN = INCH
"""Sixteenths within which the next man may also be felled by a simulated shot.  [LW-SHOT-09]"""

SHOTS_OF_THE_FIRST_GAME = 6
"""Shots of a gun in a move, by the men who served it, before they became four.  [LW-HIST-03]"""
