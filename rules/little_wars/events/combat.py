"""Melees, prisoners and white flags."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.costs import Costs
from rules.contract.events import OfOneBody
from rules.values.codec import COUNT, COUNTS, FLAG, IDENTITY, LENGTH, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class MeleeFormed(OfOneBody):
    """Men in contact, and all within six inches of one of them, formed a melee."""

    name = "melee-formed"
    target: str = key(IDENTITY, "")
    attackers: Mapping[str, int] = key(COUNTS, factory=dict)
    defenders: Mapping[str, int] = key(COUNTS, factory=dict)
    contacts: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class MeleeCounted(OfOneBody):
    """The men on each side of a melee were counted."""

    name = "melee-counted"
    target: str = key(IDENTITY, "")
    attackers: int = key(COUNT, 0)
    defenders: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class SupportCounted(OfOneBody):
    """The friends of a smaller side within a move of it were counted."""

    name = "support-counted"
    men: int = key(COUNT, 0)
    supporters: int = key(COUNT, 0)
    isolated: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class MeleeFought(OfOneBody):
    """A melee was fought."""

    name = "melee-fought"
    costs = (Costs(message("{men} hand to hand"), men="dead"),)
    counted_by = {"prisoners": "prisoners-taken"}
    target: str = key(IDENTITY, "")
    attackers: int = key(COUNT, 0)
    defenders: int = key(COUNT, 0)
    isolated: bool = key(FLAG, False)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
    prisoners: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class FallenChosen(OfOneBody):
    """The charger, or by default the engine, chose who falls."""

    name = "fallen-chosen"
    counted_by = {"dead": "melee-fought", "prisoners": "prisoners-taken"}
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
    prisoners: Mapping[str, int] = key(COUNTS, factory=dict)
    default: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class CoinTossed(OfOneBody):
    """A pair was decided by the toss of a coin."""

    name = "coin-tossed"
    target: str = key(IDENTITY, "")
    pairs: int = key(COUNT, 0)
    won: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class PrisonersTaken(OfOneBody):
    """Men were taken prisoner."""

    name = "prisoners-taken"
    costs = (Costs(message("{men} taken prisoner"), men="men", taken=True),)
    men: int = key(COUNT, 0)
    captor: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class PrisonersFreed(OfOneBody):
    """Prisoners lost their escort and are free, but disarmed."""

    name = "prisoners-freed"
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class BodySurrendered(OfOneBody):
    """A body surrendered."""

    name = "body-surrendered"
    costs = (Costs(message("{men} surrendered"), men="men", taken=True),)
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class PrisonersMoved(OfOneBody):
    """An escort travelled with prisoners."""

    name = "prisoners-moved"
    prisoners: Mapping[str, int] = key(COUNTS, factory=dict)
    distance: int = key(LENGTH, 0)


@dataclass(frozen=True, kw_only=True)
class PrisonersSecured(OfOneBody):
    """Prisoners reached the captor's back line, and can no longer be freed."""

    name = "prisoners-secured"
    men: int = key(COUNT, 0)
