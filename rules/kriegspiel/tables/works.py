"""Works, destructions, repairs and mines: moves, men, reaches.  [KS-DEST-01 to KS-DEST-06, KS-MINE, KS-WORK, KS-ANX-07]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.values.measure import INCH


class Labour(NamedTuple):
    """A work: the own moves that it takes, the fit men below whose number it does not go on, and its clause."""

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
"""The works that take as long whatever their target.  [KS-WORK-01, KS-WORK-03, KS-WORK-04, KS-MINE-01, KS-DEST-05, KS-DEST-06]"""


class Span(NamedTuple):
    """What may be destroyed and made again: the own moves of either, and the clause."""

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
"""Men of any arm who tear up a rail, or replace it.  [KS-ANX-07]"""

LIFTED_IN = 1
"""Own moves in which Engineers lift a mine.  [KS-MINE-04]"""

MEN_FOR_AN_INCH = 2
"""Men who make an inch of trench in the four moves.  [KS-WORK-03]"""

WAGGONS_FOR_FOUR = 6
"""Waggons that each four men empty in a move.  [KS-DEST-06]"""

WORKED_WITHIN = 6 * INCH
"""Sixteenths from a party to what it works on, from a digger to his trench.  [KS-DEST-04, KS-DEST-06, KS-MINE-01, KS-WORK-03]"""

GUARDED_WITHIN = 6 * INCH
"""Sixteenths within which a guard keeps a depot or waggon from harm.  [KS-DEST-05, KS-DEST-06]"""

TRIGGER = INCH // 2
"""Sixteenths at which the edge of a piece sets a mine off.  [KS-MINE-02]"""

BLAST = 6 * INCH
"""Sixteenths within which a mine destroys everything.  [KS-MINE-03]"""
