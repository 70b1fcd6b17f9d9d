"""Boats and trains."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.costs import Costs
from rules.contract.events import OfOneBody
from rules.values import codec
from rules.values.codec import COUNT, IDENTITY, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class OfALot(OfOneBody):
    """An event of a lot of a body.  carrier: the boat or train; men: in the lot, 1 for a gun."""

    carrier: str = key(IDENTITY)
    men: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class LotBegun(OfALot):
    """A lot was begun.  moves: the own moves that it takes; inward: into the boat or train.  [KS-BOAT-01, KS-BOAT-02]"""

    name = "lot-begun"
    told = "own"
    moves: int = key(COUNT)
    inward: bool = key(codec.FLAG, False)


@dataclass(frozen=True, kw_only=True)
class LotTakenIn(OfALot):
    """A lot is aboard.  [KS-BOAT-01, KS-RAIL-02]"""

    name = "lot-taken-in"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class LotLanded(OfALot):
    """A lot is out of the boat or train.  [KS-BOAT-02, KS-RAIL-02]"""

    name = "lot-landed"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class LotInterrupted(OfALot):
    """The current lot starts again; earlier lots stay aboard.  [KS-BOAT-04]"""

    name = "lot-interrupted"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class BoatDestroyed(OfOneBody):
    """A boat was touched by the circle of a shell.  body: the boat.  [KS-BOAT-03]"""

    name = "boat-destroyed"
    costs = (Costs(message("destroyed")),)


@dataclass(frozen=True, kw_only=True)
class EngineDestroyed(OfOneBody):
    """An engine was touched by the circle of a shell.  body: the train.  [KS-RAIL-03]"""

    name = "engine-destroyed"
    costs = (Costs(message("engine destroyed")),)


@dataclass(frozen=True, kw_only=True)
class TrucksDestroyed(OfOneBody):
    """Trucks were touched by the circle of a shell.  body: the train; trucks: count.  [KS-RAIL-03]"""

    name = "trucks-destroyed"
    own = frozenset({"sum"})
    trucks: int = key(COUNT)
    costs = (Costs(message("trucks destroyed: {trucks:n}")),)
