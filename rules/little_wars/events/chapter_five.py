"""Boxes, waggons and the railway."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.costs import SHORTAGE, WORK, Costs
from rules.contract.events import OfOneBody
from rules.values.codec import COUNT, COUNTS, IDENTITY, LENGTH, TEXT, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class MenUnsupplied(OfOneBody):
    """Men have no waggon within six moves."""

    name = "men-unsupplied"
    costs = (Costs(message("no waggon near"), sort=SHORTAGE),)
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class WaggonCaptured(OfOneBody):
    """A waggon, cart or train was taken."""

    name = "waggon-captured"
    costs = (Costs(message("captured")),)
    captor: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class BoxOpened(OfOneBody):
    """A box was opened, and its men were placed."""

    name = "box-opened"
    men: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class BoxPacked(OfOneBody):
    """Men went back into a box."""

    name = "box-packed"
    men: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class CarriageMoved(OfOneBody):
    """A box, waggon, cart or train moved."""

    name = "carriage-moved"
    distance: int = key(LENGTH, 0)


@dataclass(frozen=True, kw_only=True)
class TrainStopped(OfOneBody):
    """A train stopped short of a missing rail."""

    name = "train-stopped"
    at: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class MenEntrained(OfOneBody):
    """Men or a gun got into a train."""

    name = "men-entrained"
    train: str = key(IDENTITY, "")
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class MenDetrained(OfOneBody):
    """Men or a gun got out of a train."""

    name = "men-detrained"
    train: str = key(IDENTITY, "")
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class RailWorkBegun(OfOneBody):
    """Men began work on a rail."""

    name = "rail-work-begun"
    rail: str = key(IDENTITY, "")
    kind: str = key(TEXT, "")


@dataclass(frozen=True, kw_only=True)
class RailWorkAdvanced(OfOneBody):
    """Men worked on a rail for a move."""

    name = "rail-work-advanced"
    rail: str = key(IDENTITY, "")
    moves_done: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class RailWorkLost(OfOneBody):
    """The men on a rail must start again."""

    name = "rail-work-lost"
    costs = (Costs(message("lost"), thing="rail", sort=WORK),)
    rail: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class RailTornUp(OfOneBody):
    """A rail was torn up."""

    name = "rail-torn-up"
    costs = (Costs(message("torn up"), thing="rail"),)
    rail: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class RailReplaced(OfOneBody):
    """A rail was replaced."""

    name = "rail-replaced"
    costs = (Costs(message("replaced"), thing="rail", sort=WORK),)
    rail: str = key(IDENTITY, "")
