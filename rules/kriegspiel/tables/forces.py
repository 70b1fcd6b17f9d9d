"""The forces of a battle without a scenario.  [KS-GAME-13]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Muster(NamedTuple):
    """The bodies of an arm, and the men of each."""

    bodies: int
    men: int


MUSTER: Mapping[str, Muster] = MappingProxyType({"infantry": Muster(4, 20), "cavalry": Muster(2, 25)})
"""Bodies of a side, and the men of each; each body of infantry has a gun.  [KS-GAME-13]"""
