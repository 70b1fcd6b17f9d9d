"""Guns, shells and rifles: who serves, what is in a circle, how shots scatter.  [KS-GUN, KS-SHELL-02, KS-SHELL-05, KS-RIFLE]"""

from __future__ import annotations

from types import MappingProxyType

from rules.values.measure import INCH

CREW = 4
"""Men that a gun needs to fire, and to move.  [KS-GUN-01, KS-GUN-02, KS-GUN-09]"""

AT_THE_GUN = 6 * INCH
"""Sixteenths within which the servers of a gun must be.  [KS-GUN-01]"""

AT_THE_TRAIL = 2
"""Men who stay at the trail of a gun that fired.  [KS-GUN-08]"""

ZONE = 3 * INCH
"""The radius of a shell's circle, in sixteenths.  [KS-SHELL-02]"""

DISABLED = 2
"""Own moves for which a gun partly in a circle is disabled.  [KS-SHELL-05]"""

A_SHOT = 5
"""Men for each rifle shot.  [KS-RIFLE-01]"""

MIDDLE = 2
"""Index of the middle man in a five, from 0.  [KS-RIFLE-03]"""

OFF_THE_MIDDLE = INCH
"""Sixteenths from the middle man within which a shot must pass.  [KS-RIFLE-03]"""

OWN_TRENCH = INCH
"""Sixteenths behind their own trench within which men can fire over it.  [KS-RIFLE-05]"""

SHELL_SCATTER = (1, 48)
"""Deviation of a shell in each axis as a fraction of its range: a quarter of an inch for each foot.  [KS-GUN-13]"""

SCATTERS = MappingProxyType({"quarter": SHELL_SCATTER, "half": (1, 24), "inch": (1, 12)})
"""The same by option: so many inches for each foot.  [KS-GUN-13]"""

RIFLE_SCATTER = (7, 10_000)
"""Deviation of a rifle shot in each axis as a fraction of its range: 0.70 in. in 1,000 in.  [KS-GUN-13]"""
