"""How far things are seen, and what changes it.  [HOUSE-SIGHT-01, HOUSE-SIGHT-03 to HOUSE-SIGHT-05]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.contract.answers import DAY, DUSK, GLIMPSE, KNOWN, NIGHT, SEEN
from rules.values.measure import INCH
from rules.values.sentence import say

GRADES = ("", GLIMPSE, SEEN, KNOWN)
"""In order: each shows more than the one before.  [HOUSE-SIGHT-02]"""

A_GLIMPSE = GRADES.index(GLIMPSE)
"""The number of the least grade: what is seen better has a greater one."""


class Row(NamedTuple):
    """How far one sort of thing shows itself on a clear day, in sixteenths: as a glimpse, seen, and known."""

    title: str
    glimpse: int
    seen: int
    known: int


COLUMN, LINE, EXTENDED, LOW, COVERED, RAISED = "column", "line", "extended", "low", "covered", "raised"

ROWS: Mapping[str, Row] = MappingProxyType(
    {
        COLUMN: Row(say("in column, on a road, or on wheels"), 144 * INCH, 72 * INCH, 24 * INCH),
        LINE: Row(say("in line, in the open"), 108 * INCH, 60 * INCH, 24 * INCH),
        EXTENDED: Row(say("extended, or a single man"), 60 * INCH, 36 * INCH, 18 * INCH),
        LOW: Row(say("lying, entrenched or in a box"), 36 * INCH, 24 * INCH, 12 * INCH),
        COVERED: Row(say("in a wood or village"), 9 * INCH, 6 * INCH, 6 * INCH),
        RAISED: Row(say("works, bridges and burning things"), 144 * INCH, 72 * INCH, 36 * INCH),
    }
)
"""The table of ranges.  [HOUSE-SIGHT-01]"""

PARTS = 24
"""What changes a range is counted in parts of it, so that every product of the rule is whole."""

FIRED = 2 * PARTS
"""The parts of its range at which a thing that fired in the move is seen.  [HOUSE-SIGHT-01]"""

SCOUTING = (3, 2)
"""The parts of a range at which scouts see, as a fraction.  [HOUSE-SIGHT-03]"""

HEIGHTS = ((1, 1), (3, 2), (2, 1))
"""The same from a place none, one, and two or more contours higher.  [HOUSE-SIGHT-03]"""

LIGHTS: Mapping[str, int] = MappingProxyType({DAY: 1, DUSK: 2, NIGHT: 6})
"""The part of a range that the light leaves, as a divisor: day, dusk and mist, night and fog.  [HOUSE-SIGHT-05]"""

EYE = 8
"""An eye, and what is looked at, stand this part of a contour above their ground.  [HOUSE-SIGHT-04]"""

INTO_A_WOOD = 3 * INCH
"""Sixteenths of wood through which one sees.  [HOUSE-SIGHT-04]"""

WITHIN_A_WOOD = 9 * INCH
"""The same for two who stand in one wood.  [HOUSE-SIGHT-04]"""

IN_A_VILLAGE = 6 * INCH
"""Sixteenths within which two houses make a village of a place.  [HOUSE-SIGHT-01]"""

BEHIND_A_TRENCH = INCH
"""Sixteenths from a trench within which one is in it.  [HOUSE-SIGHT-01]"""

SCOUTS = 6
"""Horsemen, at most, who ride in open order as scouts: the books know no open order of cavalry.  [HOUSE-SIGHT-03]"""

CONTOUR = 6 * INCH
"""Height of a contour where the book names none, and the country shows none.  [KS-GAME-06]"""

STOPS = INCH // 2
"""Sixteenths before an unseen enemy at which a march stops.  [HOUSE-SIGHT-07]"""

STEP = 3 * INCH
"""Sixteenths of a way after each of which one looks.  [HOUSE-SIGHT-06]"""

EARSHOT = 144 * INCH
"""Sixteenths within which firing is heard.  [HOUSE-SIGHT-08]"""

FEW = 3
"""Guns or bodies that fire, at most, to be heard as few.  [HOUSE-SIGHT-08]"""

NEAREST = 3 * INCH
"""A glimpse tells a place to the nearest so many sixteenths.  [HOUSE-SIGHT-02]"""
