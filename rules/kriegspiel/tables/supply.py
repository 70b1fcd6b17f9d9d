"""Times and distances of supply, siege and failure; for the packets that are due, see ``packets.py``.

[KS-SUP-04, KS-SUP-08, KS-SUP-09, KS-SUP-11, KS-TS-03, KS-SIEGE-04, KS-SIEGE-06, KS-FAIL-04]
"""

from __future__ import annotations

from rules.values.measure import FOOT, INCH

FIRING_MOVES = 6
"""Own moves of fire after which a packet of ammunition is due.  [KS-SUP-04]"""

SMALL = 30
"""Isolated infantry under this number needs no supplies.  [KS-SUP-08]"""

TOGETHER = 12 * FOOT
"""Sixteenths within which bodies are fed together.  [KS-SUP-09]"""

CUTS_WITHIN = 6 * INCH
"""Sixteenths from the string within which an enemy cuts it.  [KS-SUP-11]"""

LOADS_WITHIN = 6 * INCH
"""Sixteenths within which a waggon loads and unloads.  [KS-TS-03]"""

TEAM = 6
"""Horses of a gun's team by default.  [KS-SUP-03]"""

LEAST_TEAM = 4
"""The fewest horses of a team that can draw a gun.  [KS-SIEGE-04]"""

MOVES_TO_SURRENDER = 4
"""Own moves from the eating of the last horse to the surrender of a surrounded force, at the close.  [KS-SIEGE-06]"""

MOVES_WITHOUT = 6
"""Own moves from the failed tick until unpaid troops are out of action, at the close.  [KS-FAIL-04]"""
