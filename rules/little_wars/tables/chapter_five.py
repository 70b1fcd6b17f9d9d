"""Chapter V: boxes, waggons, carts and the railway.  [LW-EXT-07, LW-EXT-08, LW-EXT-11, LW-EXT-12, LW-EXT-24 to LW-EXT-27]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.values.measure import FOOT, INCH

OPENS, CLOSES = 10 * FOOT, 20 * FOOT
"""Sixteenths within which an enemy opens a box, and within which an enemy keeps men out of one.  [LW-EXT-07, LW-EXT-08]"""

BESIDE = FOOT
"""Sixteenths from its box within which men are packed and unpacked.  [LW-EXT-07, LW-EXT-08]"""

MEN_TO_A_WAGGON = 50
"""Men for one waggon.  [LW-EXT-11]"""

SIX_MOVES = 6 * FOOT
"""Sixteenths within which a waggon must be: six of its moves.  [LW-EXT-11]"""

CART = 24 * INCH
"""Sixteenths within which a cart of ammunition must be: two of its moves.  [LW-EXT-12]"""

CAVALRY_RATE = 2 * FOOT
"""Sixteenths of a move of cavalry; the rate of a train is a multiple of it.  [LW-EXT-22]"""

TRUCKS_AT_MOST = 16
"""The most trucks that an engine can draw.  [LW-EXT-24]"""


class AtARail(NamedTuple):
    """A number of men, and of own moves at the rail."""

    men: int
    moves: int


AT_A_RAIL: Mapping[str, AtARail] = MappingProxyType({"tear-rail": AtARail(4, 2), "replace-rail": AtARail(8, 3)})
"""The men and moves to tear up a rail, and to replace it.  [LW-EXT-25, LW-EXT-26]"""

SHORT_OF_A_BREAK = 6 * INCH
"""Sixteenths short of a missing rail at which a train stops.  [LW-EXT-27]"""
