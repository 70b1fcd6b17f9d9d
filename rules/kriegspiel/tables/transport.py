"""Boats and trains: lots, room, and pace of trains.  [KS-BOAT-01 to KS-BOAT-03, KS-RAIL-01, KS-RAIL-02, KS-ANX-06]"""

from __future__ import annotations

A_LOT = 20
"""Men of one lot at a point.  [KS-BOAT-01, KS-BOAT-02, KS-RAIL-02]"""

MOVES_IN, MOVES_OUT = 2, 1
"""Own moves that a lot takes, in and out.  [KS-BOAT-01, KS-BOAT-02, KS-RAIL-02]"""

HORSE_IN_A_BOAT, GUN_IN_A_BOAT = 2, 20
"""The room in a boat, in men, of a horse with its rider, and of a gun.  [KS-BOAT-03]"""

TRUCKS_DRAWN = 8
"""Trucks that an engine draws.  [KS-RAIL-02]"""

RUN = 96
"""Inches a move of a train.  [KS-RAIL-01]"""

RUN_BY_CHAPTER_V = 4 * 36
"""Inches a move of a train by Chapter V: four times as fast as cavalry.  [KS-ANX-06]"""
