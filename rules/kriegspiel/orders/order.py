"""What every order has, and the stages in which orders act.  [KS-SEQ]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kriegspiel.orders.facts import MEASURED, NOTHING_MEASURED, Measured
from rules.values.codec import IDENTITY, key, way
from rules.values.value import Value

WAY = way("KS-DEF-04")

SIGNALS, FIRE, RIFLES, ARRANGE, DUTY, MOVEMENT, CONTACT, CAPTURE, WORKS, SUPPLY = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10


@dataclass(frozen=True, kw_only=True)
class Order(Value):
    """What one thing is ordered to do.  Its subject is the thing's id.

    by: the seat that gives it (an arm, ``general``), if seats are checked (KS-GAME-03).
    """

    name: ClassVar[str]
    stage: ClassVar[int] = MOVEMENT
    subject_key: ClassVar[str] = "body"
    measured: Measured = key(MEASURED, NOTHING_MEASURED)
    by: str = key(IDENTITY, "")

    @property
    def subject(self) -> str:
        """The id of the thing that is ordered."""
        subject: str = getattr(self, self.subject_key)
        return subject


@dataclass(frozen=True, kw_only=True)
class OfBody(Order):
    """An order to a body."""

    body: str = key(IDENTITY)

    @property
    def subject(self) -> str:
        """The id of the body."""
        return self.body


@dataclass(frozen=True, kw_only=True)
class OfGun(Order):
    """An order to a gun."""

    subject_key: ClassVar[str] = "gun"
    gun: str = key(IDENTITY)
