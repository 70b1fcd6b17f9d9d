"""Time, the General and the officials.  [KS-TURN-05, KS-GENL-07, KS-GENL-08, KS-OFF-03]"""

from __future__ import annotations

from rules.values.measure import INCH

MEN_A_MINUTE = 30
"""Men for each minute; each gun adds a minute of its own.  [KS-TURN-05]"""

AWAY = 3
"""Own moves for which a General injured by a shell is absent.  [KS-GENL-07]"""

KEPT_FROM_CAPTURE = 6 * INCH
"""Sixteenths within which a fit friend saves a General from capture.  [KS-GENL-08]"""

AGREED = INCH // 8
"""Sixteenths within which the lengths of two officials agree.  [KS-OFF-03]"""
