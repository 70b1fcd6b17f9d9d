"""Orders of Transport and Supply, and about who goes short."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kriegspiel.force import NONE, PACKETS, Packets
from rules.kriegspiel.orders.order import SUPPLY, OfBody, Order
from rules.values.codec import COUNT, IDENTITY, NAMED, key


@dataclass(frozen=True, kw_only=True)
class Load(Order):
    """LOAD a waggon from a depot or waggon."""

    name = "load"
    stage = SUPPLY
    subject_key = "waggon"
    waggon: str = key(IDENTITY)
    source: str = key(IDENTITY)
    packets: Packets = key(PACKETS, NONE)


@dataclass(frozen=True, kw_only=True)
class Unload(Order):
    """UNLOAD a waggon into a depot or waggon."""

    name = "unload"
    stage = SUPPLY
    subject_key = "waggon"
    waggon: str = key(IDENTITY)
    to: str = key(IDENTITY)
    packets: Packets = key(PACKETS, NONE)


@dataclass(frozen=True, kw_only=True)
class Issue(Order):
    """ISSUE: packets from a named source to a body."""

    name = "issue"
    stage = SUPPLY
    subject_key = "source"
    source: str = key(IDENTITY)
    body: str = key(IDENTITY)
    packets: Packets = key(PACKETS, NONE)


@dataclass(frozen=True, kw_only=True)
class GoShort(Order):
    """SHARE SHORTAGE: the bodies that are fed when packets are few."""

    name = "go-short"
    stage = SUPPLY
    bodies: tuple[str, ...] = key(NAMED)

    @property
    def subject(self) -> str:
        """The first of the bodies that are fed."""
        return self.bodies[0] if self.bodies else ""


@dataclass(frozen=True, kw_only=True)
class EatHorses(OfBody):
    """EAT HORSES: one horse for one packet of food."""

    name = "eat-horses"
    stage = SUPPLY
    horses: int = key(COUNT)
