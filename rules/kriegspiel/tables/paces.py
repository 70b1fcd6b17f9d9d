"""The pace of everything, the lengths that contours count for, and the costs of formations.

[KS-MOVE-01 to KS-MOVE-07, KS-GENL-05, KS-CONT-01 to KS-CONT-03, KS-INF-01 to KS-INF-03, KS-CAV-02, KS-ART-01, KS-ART-02]
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.values.measure import HALF_MOVE, INCH, MOVE

# -- rates ----------------------------------------------------------------------------------------


class Pace(NamedTuple):
    """Inches a move across country and on a road, and the clause of the first."""

    country: int
    road: int
    clause: str


PACES: Mapping[str, Pace] = MappingProxyType(
    {
        "infantry": Pace(12, 12, "KS-MOVE-01"),
        "cavalry": Pace(36, 36, "KS-MOVE-02"),
        "engineers": Pace(24, 24, "KS-MOVE-04"),
        "artillery": Pace(24, 24, "KS-MOVE-05"),
        "transport": Pace(6, 12, "KS-MOVE-06"),
    }
)
"""Inches a move of each arm, horsemen mounted, on a road without the bonus of a column.  [KS-MOVE-01 to KS-MOVE-06]"""

DISMOUNTED = 12
"""Inches a move of cavalry that leads its horses.  [KS-MOVE-02]"""

DRAWN, MANHANDLED = 24, 12
"""Inches a move of a gun with four gunners or horsemen, and of one that needs infantry to make four.  [KS-MOVE-05]"""

ON_HORSEBACK = Pace(36, 36, "KS-GENL-05")
"""Inches a move of the General on horseback.  [KS-GENL-05]"""

BY_MOTOR = Pace(36, 72, "KS-GENL-05")
"""Inches a move of the General in the motor, which stays on the road.  [KS-GENL-05]"""

ROWED = 12
"""Inches a move of a boat.  [KS-MOVE-07]"""


def with_the_bonus(country: int) -> int:
    """Inches a move on a road in column of march: half as much again.  [KS-MOVE-03]

    >>> with_the_bonus(12), with_the_bonus(36)
    (18, 54)
    """
    return country * 3 // 2


# -- contours -------------------------------------------------------------------------------------

CONTOUR_UP = 12 * INCH
"""Sixteenths that a contour uphill counts for.  [KS-CONT-01]"""

CONTOUR_DOWN = 6 * INCH
"""Sixteenths that a contour downhill counts for: two count as a foot.  [KS-CONT-02]"""


def climb(up: int, down: int) -> int:
    """Sixteenths that contours up and down count for.  [KS-CONT-01, KS-CONT-02]

    >>> climb(1, 3) == 30 * INCH
    True
    """
    return up * CONTOUR_UP + down * CONTOUR_DOWN


class Steep(NamedTuple):
    """The number of contours in a length of plan, in sixteenths, that bars the ground for wheels."""

    contours: int
    within: int


STEEP = (Steep(4, 12 * INCH), Steep(2, INCH))
"""Where the ground is too steep for wheels off the road.  [KS-CONT-03]"""

# -- actions of a move ----------------------------------------------------------------------------

FORMING: Mapping[frozenset[str], tuple[int, str]] = MappingProxyType(
    {
        frozenset({"fours", "two-ranks"}): (HALF_MOVE, "KS-INF-02"),
        frozenset({"two-ranks", "extended"}): (HALF_MOVE, "KS-INF-03"),
        frozenset({"fours", "extended"}): (MOVE, "KS-INF-03"),
        frozenset({"column", "line"}): (HALF_MOVE, "KS-CAV-02"),
    }
)
"""Parts of a move from one formation to another, in either direction, and the clause.  [KS-INF-02, KS-INF-03, KS-CAV-02]"""

LIMBERING = HALF_MOVE
"""Parts of a move to limber up a gun or to unlimber it.  [KS-ART-01, KS-ART-02]"""

BANK = INCH
"""Sixteenths from the bank within which a body must be to ford.  [KS-INF-01]"""
