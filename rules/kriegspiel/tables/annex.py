"""Chapter V; all of it is optional.  [KS-ANX-01 to KS-ANX-04]"""

from __future__ import annotations

from rules.values.measure import FOOT, HALF_MOVE, INCH

FAR_FROM_THE_ENEMY = 15 * FOOT
"""Sixteenths within which an enemy reduces moves to their ordinary length.  [KS-ANX-01]"""

SEEN_WITHIN = 10 * FOOT
"""Sixteenths within which a hostile scout opens a box.  [KS-ANX-02]"""

CLEAR_FOR = 20 * FOOT
"""Sixteenths from troops that go back into their box within which there may be no enemy.  [KS-ANX-02]"""

BOXING = HALF_MOVE
"""Parts of a move to put men into their box, or take them out.  [KS-ANX-02]"""

MEN_TO_A_WAGGON = 50
"""Men for each required waggon; a part of fifty requires none.  [KS-ANX-03]"""

SIX_MOVES = 6 * 6 * INCH
"""Sixteenths within which that waggon must be: six of its moves across country.  [KS-ANX-03]"""

CART = 2 * 6 * INCH
"""Sixteenths within which an ammunition cart must be of its gun: two of its moves across country.  [KS-ANX-04]"""
