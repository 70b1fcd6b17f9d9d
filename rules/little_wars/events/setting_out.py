"""Before the first move, and between moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.events import Event, OfOneBody
from rules.values.codec import COUNT, FLAG, IDS, TEXT, key


@dataclass(frozen=True, kw_only=True)
class SetupSettled(Event):
    """Something was settled before the first move: a toss, an end, a force."""

    name = "setup-settled"
    what: str = key(TEXT, "")
    of: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class CountryLaid(Event):
    """The Country was laid."""

    name = "country-laid"
    features: tuple[str, ...] = key(IDS, ())


OF_A_FORCE = ("W-FORCE-2", "W-EXT-2")
"""Warnings about a side's force, which only that side may know."""


@dataclass(frozen=True, kw_only=True)
class CountryWarned(Event):
    """The Country, or a force, is outside what the book advises; this blocks nothing."""

    name = "country-warned"
    code: str = key(TEXT, "")

    @classmethod
    def open_fields(cls, event: Mapping[str, Any]) -> frozenset[str]:
        """No fields, if it is about a force, which is sealed until the curtain is drawn.  [LW-FORCE-08]"""
        return frozenset() if event.get("code") in OF_A_FORCE else super().open_fields(event)


@dataclass(frozen=True, kw_only=True)
class ForceBought(Event):
    """A side chose its force."""

    name = "force-bought"
    told = "own"
    inf: int = key(COUNT, 0)
    cav: int = key(COUNT, 0)
    guns: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class HandicapThrown(Event):
    """Two dice restored men."""

    name = "handicap-thrown"
    own = frozenset({"men"})
    throw: int = key(COUNT, 0)
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class ThingPutDown(OfOneBody):
    """A body or gun was put down."""

    name = "thing-put-down"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class SideReady(Event):
    """A side is ready."""

    name = "side-ready"
    curtain: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class AccidentMended(OfOneBody):
    """Men or things displaced by accident were put back; nobody is hurt."""

    name = "accident-mended"
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class Objected(OfOneBody):
    """A player objected, and the matter was put right."""

    name = "objected"
    what: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class CommandAssigned(OfOneBody):
    """A thing was given to a commander."""

    name = "command-assigned"
    told = "own"
    commander: str = key(TEXT, "")
