"""Orders to go somewhere: marches, retreats, fords, guns, waggons, Generals, boats, trains, escorts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.floor.crew import GUN_CREW
from rules.kriegspiel.orders.order import DUTY, WAY, OfBody, OfGun, Order
from rules.values import codec
from rules.values.codec import FLAG, IDENTITY, LENGTH, SOME_OF, FieldType, key
from rules.values.measure import Point
from rules.values.sentence import say


@dataclass(frozen=True, kw_only=True)
class March(OfBody):
    """MOVE: over the country along a path."""

    name = "march"
    path: tuple[Point, ...] = key(WAY, ())
    by_road: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class Retire(OfBody):
    """RETIRE: away from an enemy; a body or a gun."""

    name = "retire"
    stage = DUTY
    path: tuple[Point, ...] = key(WAY, ())
    by_road: bool = key(FLAG, False)
    enemy: str = key(IDENTITY, "", name="from")


@dataclass(frozen=True, kw_only=True)
class Ford(OfBody):
    """FORD: across fordable water, the whole move."""

    name = "ford"
    ford: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class MoveGun(OfGun):
    """MOVE GUN: limbered, with the men who go with it."""

    name = "move-gun"
    path: tuple[Point, ...] = key(WAY, ())
    men: Mapping[str, int] | int | None = key(GUN_CREW, None)


@dataclass(frozen=True, kw_only=True)
class MoveWaggon(Order):
    """MOVE WAGGON."""

    name = "move-waggon"
    subject_key = "waggon"
    waggon: str = key(IDENTITY)
    path: tuple[Point, ...] = key(WAY, ())
    by_road: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class MoveGeneral(Order):
    """GENERAL MOVE: on horseback, or by motor on the road."""

    name = "move-general"
    subject_key = "general"
    general: str = key(IDENTITY)
    path: tuple[Point, ...] = key(WAY, ())
    by_motor: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class Sail(Order):
    """SAIL: a boat over the water."""

    name = "sail"
    subject_key = "boat"
    boat: str = key(IDENTITY)
    path: tuple[Point, ...] = key(WAY, ())


def _read_direction(value: Any, where: str) -> str:
    """The direction of a train: away from the start of its line, or back to it."""
    words = {"forward": "forward", "forwards": "forward", "back": "back", "backward": "back", "backwards": "back"}
    if not isinstance(value, str) or value not in words:
        raise codec.refuse(where, say("forward or back"), value)
    return words[value]


DIRECTION = FieldType(_read_direction, lambda value: value, {"type": "string", "enum": ["forward", "back"]})


@dataclass(frozen=True, kw_only=True)
class RunTrain(Order):
    """TRAIN: a number of inches along its line, forward or back."""

    name = "train"
    subject_key = "train"
    train: str = key(IDENTITY)
    inches: int | None = key(LENGTH, None)
    direction: str = key(DIRECTION, "forward")


@dataclass(frozen=True, kw_only=True)
class Escort(OfBody):
    """ESCORT: guards march with prisoners; 0 means all of a body's prisoners."""

    name = "escort"
    prisoners: Mapping[str, int] = key(SOME_OF, factory=dict)
    path: tuple[Point, ...] = key(WAY, ())
