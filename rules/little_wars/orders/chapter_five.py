"""Orders of chapter V: boxes, waggons, trains, rails, commands.  [LW-EXT-05 to LW-EXT-26]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.little_wars.orders.order import TALK, WAY, OfBodies, Order
from rules.values import codec
from rules.values.codec import COUNT, FLAG, IDENTITY, LENGTH, PLACES, POINT, TITLE, FieldType, choice, key
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class PackBox(OfBodies):
    """BOX: put men back into a box, which may then move."""

    name = "box"
    box: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class Unbox(Order):
    """UNBOX: place the men of a box, each within 12 in. of it."""

    name = "unbox"
    subject_key: ClassVar[str] = "box"
    box: str = key(IDENTITY)
    figures: tuple[Point, ...] = key(PLACES, ())


@dataclass(frozen=True, kw_only=True)
class MoveBox(Order):
    """MOVE BOX: at the pace of its slowest content."""

    name = "move-box"
    subject_key: ClassVar[str] = "box"
    box: str = key(IDENTITY)
    path: tuple[Point, ...] = key(WAY, ())
    by_road: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class MoveWaggon(Order):
    """MOVE WAGGON."""

    name = "move-waggon"
    subject_key: ClassVar[str] = "waggon"
    waggon: str = key(IDENTITY)
    path: tuple[Point, ...] = key(WAY, ())
    by_road: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class Entrain(OfBodies):
    """ENTRAIN: men or a gun, massed beside the train, the whole move."""

    name = "entrain"
    train: str = key(IDENTITY)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class Detrain(Entrain):
    """DETRAIN: the whole move; they stand within six inches of the train."""

    name = "detrain"


@dataclass(frozen=True, kw_only=True)
class MoveTrain(Order):
    """MOVE TRAIN: a number of inches along its line."""

    name = "train"
    subject_key: ClassVar[str] = "train"
    train: str = key(IDENTITY)
    inches: int | None = key(LENGTH, None)
    direction: str = key(choice("forward", "back"), "forward")


def _read_rail(value: Any, where: str) -> str:
    """A rail by its id, or by its place, from which an id is made."""
    if isinstance(value, list | tuple):
        x, y = (codec.write_length(one) for one in codec.read_point(value, where))
        return f"rail-{x}-{y}"
    return codec.read_id(value, where)


RAIL = FieldType(_read_rail, lambda value: value, {"anyOf": [IDENTITY.schema, POINT.schema]})


@dataclass(frozen=True, kw_only=True)
class TearRail(OfBodies):
    """TEAR RAIL: four men, two moves."""

    name = "tear-rail"
    rail: str = key(RAIL)
    work: str = key(IDENTITY, "")
    men: int | None = key(COUNT, None)


@dataclass(frozen=True, kw_only=True)
class ReplaceRail(TearRail):
    """REPLACE RAIL: eight men, three moves."""

    name = "replace-rail"


@dataclass(frozen=True, kw_only=True)
class Assign(OfBodies):
    """ASSIGN: the General gives bodies and guns to a commander."""

    name = "assign"
    stage: ClassVar[int] = TALK
    commander: str = key(TITLE)
