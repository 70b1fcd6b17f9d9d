"""Works, destructions, repairs and mines: moves, men, reaches.  [KS-DEST-01 to KS-DEST-06, KS-MINE, KS-WORK, KS-ANX-07]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.values.measure import INCH


class Labour(NamedTuple):
    """A work: the own moves that it takes, the fewest fit men that can carry it on, and its clause."""

    moves: int
    party: int
    clause: str


LABOURS: Mapping[str, Labour] = MappingProxyType(
    {
        "entrenchment": Labour(4, 2, "KS-WORK-03"),
        "epaulement": Labour(4, 6, "KS-WORK-04"),
        "mine": Labour(6, 2, "KS-MINE-01"),
        "burn-depot": Labour(2, 1, "KS-DEST-05"),
        "wreck-waggons": Labour(1, 4, "KS-DEST-06"),
    }
)
"""The works whose time does not depend on the target.  [KS-WORK-01, KS-WORK-03, KS-WORK-04, KS-MINE-01, KS-DEST-05, KS-DEST-06]"""


class Span(NamedTuple):
    """What can be destroyed and repaired: the own moves of each, and the clause."""

    destroy: int
    repair: int
    clause: str


SPANS: Mapping[str, Span] = MappingProxyType(
    {
        "railway-bridge": Span(2, 10, "KS-DEST-01"),
        "culvert": Span(1, 5, "KS-DEST-02"),
        "road-bridge": Span(1, 5, "KS-DEST-03"),
        "rail": Span(2, 3, "KS-ANX-07"),
    }
)
"""Bridges and culverts, for Engineers, and rails.  [KS-DEST-01, KS-DEST-02, KS-DEST-03, KS-ANX-07]"""

RAIL_PARTY: Mapping[str, int] = MappingProxyType({"destroy": 4, "repair": 8})
"""Men of any arm needed to tear up or replace a rail.  [KS-ANX-07]"""

LIFTED_IN = 1
"""Own moves for Engineers to lift a mine.  [KS-MINE-04]"""

MEN_FOR_AN_INCH = 2
"""Men who dig an inch of trench in the four moves.  [KS-WORK-03]"""

WAGGONS_FOR_FOUR = 6
"""Waggons that every four men empty in a move.  [KS-DEST-06]"""

WORKED_WITHIN = 6 * INCH
"""Sixteenths from a party to the object of its work, and from a digger to the trench.  [KS-DEST-04, KS-DEST-06, KS-MINE-01, KS-WORK-03]"""

GUARDED_WITHIN = 6 * INCH
"""Sixteenths within which a guard protects a depot or waggon.  [KS-DEST-05, KS-DEST-06]"""

TRIGGER = INCH // 2
"""Sixteenths from the edge of a piece within which it sets off a mine.  [KS-MINE-02]"""

BLAST = 6 * INCH
"""Sixteenths within which a mine destroys everything.  [KS-MINE-03]"""
