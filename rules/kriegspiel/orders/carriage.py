"""Orders that put bodies and guns into boats and trains, and take them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.kriegspiel.orders.order import OfBody
from rules.values.codec import IDENTITY, POINT, key
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class Boarding(OfBody):
    """An order that puts a body or a gun into a boat or train, or takes it out.  at: the place of the change.

    inward: into it; moves: own moves for each lot.  [KS-BOAT-01, KS-BOAT-02, KS-RAIL-02]
    """

    inward: ClassVar[bool]
    moves: ClassVar[int]

    @property
    def carrier(self) -> str:
        """The id of the boat or train."""
        carrier: str = getattr(self, "boat", "") or getattr(self, "train", "")
        return carrier


@dataclass(frozen=True, kw_only=True)
class Embark(Boarding):
    """EMBARK: lots of twenty, one after another, at a point."""

    name = "embark"
    inward = True
    moves = 2
    boat: str = key(IDENTITY)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class Disembark(Boarding):
    """DISEMBARK."""

    name = "disembark"
    inward = False
    moves = 1
    boat: str = key(IDENTITY)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class Entrain(Boarding):
    """ENTRAIN."""

    name = "entrain"
    inward = True
    moves = 2
    train: str = key(IDENTITY)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class Detrain(Boarding):
    """DETRAIN."""

    name = "detrain"
    inward = False
    moves = 1
    train: str = key(IDENTITY)
    at: Point | None = key(POINT, None)
