"""Orders that change what a body or a gun is like, or of how many men: formations, limbering, SPLIT and MERGE."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kriegspiel.force import FORMATIONS
from rules.kriegspiel.orders.order import ARRANGE, FIRE, OfBody, OfGun, Order
from rules.values.codec import COUNT, IDENTITY, NAMED, choice, key


@dataclass(frozen=True, kw_only=True)
class Form(OfBody):
    """FORM: into another formation of its arm."""

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
    """STAND: an order, and no march."""

    name = "stand"


@dataclass(frozen=True, kw_only=True)
class Box(OfBody):
    """BOX: the men into their box, with the lid on.  [KS-ANX-02]"""

    name = "box"


@dataclass(frozen=True, kw_only=True)
class SetOut(OfBody):
    """SET OUT: the men out of their box.  [KS-ANX-02]"""

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
    """SPLIT: some men of a body become a body of their own."""

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
