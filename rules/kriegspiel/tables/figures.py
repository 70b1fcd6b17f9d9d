"""The size of things, the layout of men, and the limit of contact.  [KS-DEF-05, KS-DEF-15, KS-GAME-11, KS-WORK-02]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.values.measure import INCH

CONTACT = INCH // 8
"""Sixteenths within which things touch.  [KS-DEF-05]"""

ON_FOOT, MOUNTED = INCH // 4, INCH // 2
"""Radius of a man on foot, and of a mounted man, in sixteenths.  [KS-DEF-15]"""

GUN = (3 * INCH, 3 * INCH // 2)
"""Length and width of a gun in sixteenths.  [KS-DEF-15]"""

WAGGON = (5 * INCH // 2, INCH)
"""Length and width of a waggon in sixteenths.  [KS-DEF-15]"""

CARRIAGE = (4 * INCH, 3 * INCH // 2)
"""Length and width of a boat, an engine or a truck in sixteenths.  [KS-DEF-15]"""

CLEARANCE = 1
"""Sixteenths between men, and between men and things.  [KS-LW-20]"""

TALL = INCH
"""Height of a man in sixteenths.  [KS-GAME-11]"""

TRENCH = 2 * INCH
"""Height of an entrenchment in sixteenths.  [KS-WORK-02]"""


class Array(NamedTuple):
    """The layout of men: so many abreast, or in so many ranks; from file to file and from rank to rank, in sixteenths."""

    abreast: int
    ranks: int
    file: int
    rank: int


ARRAYS: Mapping[str, Array] = MappingProxyType(
    {
        "fours": Array(4, 0, INCH // 2, INCH // 2),
        "two-ranks": Array(0, 2, INCH // 2, INCH // 2),
        "extended": Array(0, 1, 2 * INCH, 0),
        "line": Array(0, 2, INCH, 3 * INCH // 2),
        "column": Array(4, 0, INCH, 3 * INCH // 2),
        "dismounted": Array(0, 1, 2 * INCH, 0),
    }
)
"""The formations; led horses are not placed.  [KS-DEF-15]"""
