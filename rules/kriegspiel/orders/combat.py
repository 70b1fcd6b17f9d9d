"""Orders to fire, to fight hand to hand, and to surrender."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.kriegspiel.orders.order import CAPTURE, CONTACT, FIRE, RIFLES, OfBody, OfGun, Order
from rules.values.codec import ANGLE, COUNT, COUNTED, IDENTITY, MOST_NAMED, NAMED, POINT, key, list_of, value_of
from rules.values.measure import Point
from rules.values.value import Value


@dataclass(frozen=True)
class Aim(Value):
    """The aim of a gun: bearing and elevation in degrees, or a point."""

    bearing: int | None = key(ANGLE, None)
    elevation: int | None = key(ANGLE, None)
    at: Point | None = key(POINT, None)


AIM = value_of(Aim)


@dataclass(frozen=True)
class Five(Value):
    """Five men named for one rifle shot, the third in the middle, and their aim.  [KS-RIFLE-03]"""

    men: tuple[str, ...] = key(NAMED, ())
    aim: Aim = key(AIM, Aim())


@dataclass(frozen=True, kw_only=True)
class FireGun(OfGun):
    """FIRE GUN: up to four shells along an aim."""

    name = "fire-gun"
    stage = FIRE
    shell: str = key(IDENTITY, "")
    aim: Aim | None = key(AIM, None)
    shots: int | None = key(COUNT, None)


@dataclass(frozen=True, kw_only=True)
class FireRifles(OfBody):
    """FIRE RIFLES: a shot for each five men."""

    name = "fire-rifles"
    stage = RIFLES
    fives: tuple[Five, ...] = key(list_of(value_of(Five), MOST_NAMED), ())


@dataclass(frozen=True, kw_only=True)
class Charge(OfBody):
    """CHARGE: mounted cavalry at a body or a gun."""

    name = "charge"
    stage = CONTACT
    target: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class Assault(OfBody):
    """ASSAULT: into contact, to a melee."""

    name = "assault"
    stage = CONTACT
    target: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class Choose(Order):
    """CHOOSE: who dies and who is taken in a melee; given by the side that has just moved.  [KS-LW-07]"""

    name = "choose"
    stage = CONTACT
    dead: Mapping[str, int] = key(COUNTED, factory=dict)
    prisoners: Mapping[str, int] = key(COUNTED, factory=dict)

    @property
    def subject(self) -> str:
        """A choice has no subject of its own."""
        return ""


@dataclass(frozen=True, kw_only=True)
class Surrender(OfBody):
    """SURRENDER: a white flag."""

    name = "surrender"
    stage = CAPTURE
