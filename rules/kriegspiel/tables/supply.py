"""Times and distances of supply, siege and failure; how many packets are due stands in ``packets.py``.

[KS-SUP-04, KS-SUP-08, KS-SUP-09, KS-SUP-11, KS-TS-03, KS-SIEGE-04, KS-SIEGE-06, KS-FAIL-04]
"""

from __future__ import annotations

from rules.values.measure import FOOT, INCH

FIRING_MOVES = 6
"""Own moves of fire after which a packet of ammunition is due.  [KS-SUP-04]"""

SMALL = 30
"""Infantry under this number needs no supplies where it is isolated.  [KS-SUP-08]"""

TOGETHER = 12 * FOOT
"""Sixteenths within which bodies are fed together.  [KS-SUP-09]"""

CUTS_WITHIN = 6 * INCH
"""Sixteenths from the string within which an enemy cuts it.  [KS-SUP-11]"""

LOADS_WITHIN = 6 * INCH
"""Sixteenths within which a waggon loads and unloads.  [KS-TS-03]"""

TEAM = 6
"""Horses of the team of a gun where nothing else is said.  [KS-SUP-03]"""

LEAST_TEAM = 4
"""Horses without which a team draws no gun.  [KS-SIEGE-04]"""

MOVES_TO_SURRENDER = 4
"""Own moves after the last horse is eaten at whose end a surrounded force gives itself up.  [KS-SIEGE-06]"""

MOVES_WITHOUT = 6
"""Own moves after the failed tick at whose end troops still unpaid are out of action.  [KS-FAIL-04]"""
