"""Orders settled at the end of a move, or given at any time.  [LW-CAP-01, LW-SURR-01, LW-MELEE-12, LW-FIN-07]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.little_wars.orders.order import CLOSE, TALK, OfBodies, OfGun, OfTheBattle
from rules.values.codec import COUNT, COUNTED, FLAG, IDENTITY, SOME_OF, choice, key


@dataclass(frozen=True, kw_only=True)
class Capture(OfGun):
    """CAPTURE: the claim that a gun is taken, which is tested even without one."""

    name = "capture"
    stage: ClassVar[int] = CLOSE


@dataclass(frozen=True, kw_only=True)
class Surrender(OfBodies):
    """SURRENDER: a white flag."""

    name = "surrender"
    stage: ClassVar[int] = TALK
    men: int | None = key(COUNT, None)


@dataclass(frozen=True, kw_only=True)
class Choose(OfTheBattle):
    """CHOOSE: the charger says who dies, who is taken, and who takes them in a melee.  melee: a body in it."""

    name = "choose"
    stage: ClassVar[int] = CLOSE
    dead: Mapping[str, int] = key(COUNTED, factory=dict)
    prisoners: Mapping[str, int] = key(COUNTED, factory=dict)
    captors: Mapping[str, int] = key(COUNTED, factory=dict)
    melee: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class Object(OfTheBattle):
    """OBJECT: to spacing, to a place in the Country, to an omission, a member of a melee, a disturbance."""

    name = "object"
    stage: ClassVar[int] = TALK
    kind: str = key(choice("spacing", "lying", "lying across", "omission", "member list", "member", "disturbance"))
    about: str = key(IDENTITY, "", name="subject")


@dataclass(frozen=True, kw_only=True)
class Restore(OfTheBattle):
    """RESTORE: a thing displaced by accident goes back to its place."""

    name = "restore"
    about: str = key(IDENTITY, name="subject")


@dataclass(frozen=True, kw_only=True)
class Resign(OfTheBattle):
    """RESIGN: with the opponent's consent."""

    name = "resign"
    stage: ClassVar[int] = CLOSE
    consent: bool = key(FLAG, False)
    reached: Mapping[str, int] = key(SOME_OF, factory=dict, note="bodies that an enemy could bring into contact")


@dataclass(frozen=True, kw_only=True)
class Adjourn(OfTheBattle):
    """ADJOURN: go on another time, by consent."""

    name = "adjourn"
    stage: ClassVar[int] = CLOSE
    consent: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class Draw(Adjourn):
    """DRAW: end the battle undecided, by consent."""

    name = "draw"


@dataclass(frozen=True, kw_only=True)
class ClaimEnd(OfTheBattle):
    """CLAIM END: after six moves of each side without a loss."""

    name = "claim-end"
    stage: ClassVar[int] = CLOSE
