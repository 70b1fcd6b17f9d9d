"""Charges, melees, prisoners and captures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.costs import DUTY, Costs
from rules.contract.events import OfOneBody
from rules.values import codec
from rules.values.codec import COUNT, COUNTS, IDENTITY, LENGTH, TEXT, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class TargetReckoned(OfOneBody):
    """What a charged body counts as: infantry in extended or close order, caught standing, running."""

    name = "target-reckoned"
    reckoned_as: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class ChargersUnhurt(OfOneBody):
    """Cavalry that rode down running infantry lost nothing.  [KS-CHARGE-26]"""

    name = "chargers-unhurt"


@dataclass(frozen=True, kw_only=True)
class SupportCounted(OfOneBody):
    """Friends within a move of the smaller side of a fight were counted, and the number that supports it.  [KS-LW-01]"""

    name = "support-counted"
    men: int = key(COUNT)
    friends: int = key(COUNT)
    isolated: bool = key(codec.FLAG, False)


@dataclass(frozen=True, kw_only=True)
class ChargeDelivered(OfOneBody):
    """A cavalry charge reached its target: the numbers in it, the band, and each side's losses."""

    name = "charge-delivered"
    costs = (
        Costs(message("{men} in the charge"), men="chargers_lost"),
        Costs(message("{men} in the charge"), thing="target", men="charged_lost"),
    )
    target: str = key(IDENTITY)
    distance: int = key(LENGTH)
    band: str = key(IDENTITY)
    chargers: int = key(COUNT)
    charged: int = key(COUNT)
    multiple: int = key(COUNT, 1)
    chargers_lost: int = key(COUNT, 0)
    charged_lost: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class CoinTossed(OfOneBody):
    """A coin decided between equal cavalry."""

    name = "coin-tossed"
    target: str = key(IDENTITY)
    winner: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class MenThrownBack(OfOneBody):
    """Men caught standing were driven three feet to the rear."""

    name = "men-thrown-back"
    costs = (Costs(message("thrown back: {men:n}"), sort=DUTY),)
    men: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class ContactMade(OfOneBody):
    """A body came into contact and stays there until the end of the move.  [KS-LW-02]"""

    name = "contact-made"
    target: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class ServersKilled(OfOneBody):
    """The servers of a captured gun were killed, by option.  [KS-CHARGE-28]"""

    name = "servers-killed"
    costs = (Costs(message("{men} at the gun"), men="men"),)
    men: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class MeleeFought(OfOneBody):
    """A melee was fought: the numbers in it, supported or isolated, dead and prisoners of each side."""

    name = "melee-fought"
    costs = (Costs(message("{men} hand to hand"), men="dead"),)
    counted_by = {"prisoners": "prisoners-taken"}
    target: str = key(IDENTITY)
    attackers: int = key(COUNT)
    defenders: int = key(COUNT)
    isolated: bool = key(codec.FLAG, False)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
    prisoners: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class PrisonersTaken(OfOneBody):
    """Men of a body were taken prisoner by an enemy body."""

    name = "prisoners-taken"
    costs = (Costs(message("{men} taken prisoner"), men="men", taken=True),)
    men: int = key(COUNT)
    captor: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class PrisonersFreed(OfOneBody):
    """Men of a body are free again, unarmed.  into: the body they now are, if others keep the old name."""

    name = "prisoners-freed"
    men: int = key(COUNT)
    into: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class PrisonersEscorted(OfOneBody):
    """Guards marched with prisoners."""

    name = "prisoners-escorted"
    prisoners: int = key(COUNT)
    guards: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BodyRearmed(OfOneBody):
    """Freed prisoners have reached their own back line."""

    name = "body-rearmed"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class GunCaptured(OfOneBody):
    """A gun was taken."""

    name = "gun-captured"
    costs = (Costs(message("captured")),)
    by: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class GunDisputed(OfOneBody):
    """A gun is in dispute: nobody may fire or move it in the next move."""

    name = "gun-disputed"


@dataclass(frozen=True, kw_only=True)
class StoresCaptured(OfOneBody):
    """A waggon or depot was taken, with its content."""

    name = "stores-captured"
    costs = (Costs(message("captured")),)
    by: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class BodySurrendered(OfOneBody):
    """A body surrendered."""

    name = "body-surrendered"
    costs = (Costs(message("{men} surrendered"), men="men", taken=True),)
    men: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BodyDestroyed(OfOneBody):
    """A body in flight was driven over the edge or into water."""

    name = "body-destroyed"
    costs = (Costs(message("{men} lost in flight"), men="men"),)
    men: int = key(COUNT)
