"""Orders that change the shape of a body or a gun, or its number of men: formations, limbering, SPLIT and MERGE."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kriegspiel.force import FORMATIONS
from rules.kriegspiel.orders.order import ARRANGE, FIRE, OfBody, OfGun, Order
from rules.values.codec import COUNT, IDENTITY, NAMED, choice, key


@dataclass(frozen=True, kw_only=True)
class Form(OfBody):
    """FORM: take another formation of its arm."""

    name = "form"
    formation: str = key(choice(*FORMATIONS))


@dataclass(frozen=True, kw_only=True)
class Mount(OfBody):
    """MOUNT."""

    name = "mount"


@dataclass(frozen=True, kw_only=True)
class Dismount(OfBody):
    """DISMOUNT."""

    name = "dismount"


@dataclass(frozen=True, kw_only=True)
class Stand(OfBody):
    """STAND: an order not to march."""

    name = "stand"


@dataclass(frozen=True, kw_only=True)
class Box(OfBody):
    """BOX: put the men into their box and close it.  [KS-ANX-02]"""

    name = "box"


@dataclass(frozen=True, kw_only=True)
class SetOut(OfBody):
    """SET OUT: take the men out of their box.  [KS-ANX-02]"""

    name = "set-out"


@dataclass(frozen=True, kw_only=True)
class Limber(OfGun):
    """LIMBER."""

    name = "limber"


@dataclass(frozen=True, kw_only=True)
class Unlimber(OfGun):
    """UNLIMBER."""

    name = "unlimber"


@dataclass(frozen=True, kw_only=True)
class Split(OfBody):
    """SPLIT: some men of a body become a separate body."""

    name = "split"
    stage = FIRE
    men: int = key(COUNT)
    into: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class Merge(Order):
    """MERGE: two bodies become one."""

    name = "merge"
    stage = ARRANGE
    bodies: tuple[str, ...] = key(NAMED)
    into: str = key(IDENTITY, "")

    @property
    def subject(self) -> str:
        """The first of the bodies that merge."""
        return self.bodies[0] if self.bodies else ""
