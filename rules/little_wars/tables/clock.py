"""The time for a move.  [LW-TIME-02, LW-TIME-07]"""

from __future__ import annotations

FOR_A_MAN, FOR_A_GUN = 2, 60
"""Seconds for each man and for each gun.  [LW-TIME-02]"""

WARNINGS = (120, 60, 30)
"""Seconds before the end at which the timekeeper warns.  [LW-TIME-07]"""
