"""Packets issued, consumed, owed and lost; sieges and failure."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.costs import SHORTAGE, Costs
from rules.contract.events import Event, OfOneBody
from rules.kriegspiel.force import PACKETS, Packets
from rules.values.codec import COUNT, IDENTITY, IDS, LENGTH, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class PacketsDue(OfOneBody):
    """What a supply group owes at a tick, of one kind.  body: the lowest id of the group."""

    name = "packets-due"
    told = "own"
    bodies: tuple[str, ...] = key(IDS)
    kind: str = key(IDENTITY)
    reckoned: int = key(COUNT)
    packets: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class PacketsGivenUp(OfOneBody):
    """Packets were issued by a source and are out of the game."""

    name = "packets-given-up"
    told = "own"
    source: str = key(IDENTITY)
    packets: Packets = key(PACKETS)


@dataclass(frozen=True, kw_only=True)
class PacketsMoved(OfOneBody):
    """Packets were loaded or unloaded.  body: the waggon; source and to: from where and to where."""

    name = "packets-moved"
    told = "own"
    source: str = key(IDENTITY)
    to: str = key(IDENTITY)
    packets: Packets = key(PACKETS)


@dataclass(frozen=True, kw_only=True)
class BodiesReckonedTogether(OfOneBody):
    """Bodies within twelve feet of each other were added before rounding.  body: the lowest id of the group.  [KS-SUP-09]"""

    name = "bodies-reckoned-together"
    told = "own"
    bodies: tuple[str, ...] = key(IDS)


@dataclass(frozen=True, kw_only=True)
class FractionRounded(OfOneBody):
    """A part of a packet was rounded up to one or down to nothing.  body: the lowest id of the group.  [KS-SUP-10]"""

    name = "fraction-rounded"
    told = "own"
    kind: str = key(IDENTITY)
    reckoned: int = key(COUNT)
    packets: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BodySupplied(OfOneBody):
    """A body, or the team of a gun, was near enough to its source and got what was due.  [KS-SUP-05, KS-SUP-06]"""

    name = "body-supplied"
    told = "own"
    kind: str = key(IDENTITY)
    source: str = key(IDENTITY)
    distance: int = key(LENGTH)


@dataclass(frozen=True, kw_only=True)
class DeliveryBarred(OfOneBody):
    """A waggon within reach marched in this move and so could not deliver.  body: the waggon.  [KS-TS-01]"""

    name = "delivery-barred"
    told = "own"
    costs = (Costs(message("could not deliver"), sort=SHORTAGE),)


@dataclass(frozen=True, kw_only=True)
class SupplyExempt(OfOneBody):
    """A small isolated body needed no supplies."""

    name = "supply-exempt"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class SupplyFailed(OfOneBody):
    """A body did not get what was due, of one kind."""

    name = "supply-failed"
    told = "own"
    costs = (Costs(message("no {kind}"), sort=SHORTAGE),)
    kind: str = key(IDENTITY)
    packets: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class ArrearsPaid(OfOneBody):
    """A body's arrears of one kind were paid."""

    name = "arrears-paid"
    told = "own"
    kind: str = key(IDENTITY)
    packets: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class HorsesEaten(OfOneBody):
    """Horses replaced packets of food."""

    name = "horses-eaten"
    told = "own"
    costs = (Costs(message("horses eaten: {horses:n}")),)
    horses: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BodyStopped(OfOneBody):
    """A body cannot move for lack of supplies."""

    name = "body-stopped"
    told = "own"
    costs = (Costs(message("stopped"), sort=SHORTAGE),)
    kind: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class BodySilenced(OfOneBody):
    """A body has no ammunition and cannot fire its rifles.  [KS-FAIL-01]"""

    name = "body-silenced"
    told = "own"
    costs = (Costs(message("no ammunition"), sort=SHORTAGE),)


@dataclass(frozen=True, kw_only=True)
class TickStands(Event):
    """Arrears were paid late; the next tick stays where it was.  at: its own move.  [KS-FAIL-05]"""

    name = "tick-stands"
    told = "own"
    at: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BodyOutOfAction(OfOneBody):
    """A body went six moves without supplies."""

    name = "body-out-of-action"
    told = "own"
    costs = (Costs(message("out of action"), sort=SHORTAGE),)


@dataclass(frozen=True, kw_only=True)
class PocketClosed(OfOneBody):
    """A force is surrounded.  body: the lowest id in it."""

    name = "pocket-closed"
    costs = (Costs(message("surrounded"), thing="bodies", sort=SHORTAGE),)
    bodies: tuple[str, ...] = key(IDS)


@dataclass(frozen=True, kw_only=True)
class PocketOpened(OfOneBody):
    """A force is no longer surrounded."""

    name = "pocket-opened"
    bodies: tuple[str, ...] = key(IDS)


@dataclass(frozen=True, kw_only=True)
class SurrenderClock(OfOneBody):
    """The clock of a surrounded force started, or stopped (at: none)."""

    name = "surrender-clock"
    told = "own"
    costs = (Costs(message("clock of surrender"), sort=SHORTAGE),)
    at: int | None = key(COUNT, None)
