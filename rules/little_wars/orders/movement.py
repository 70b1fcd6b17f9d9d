"""Orders of the men phase, and splits and merges.  [LW-MOVE-04, LW-MELEE-01, LW-GUN-12, LW-PRIS-02, LW-MOVE-09]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.little_wars.orders.order import CLOSE, ONE_OR_MORE, TALK, WAY, OfBodies, OfGun, OfTheBattle, Order
from rules.values.codec import COUNT, FLAG, IDENTITY, NAMED, PLACES, SOME_OF, key
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class March(OfBodies):
    """MOVE MEN: along a path.  men: how many of the body go, if not all; figures: the new place of each."""

    name = "march"
    path: tuple[Point, ...] = key(WAY, ())
    men: int | None = key(COUNT, None)
    figures: tuple[Point, ...] = key(PLACES, ())
    by_road: bool = key(FLAG, False)
    to: tuple[str, ...] = key(
        ONE_OR_MORE, (), note="own guns of which they come within six inches, where places are not known"
    )


@dataclass(frozen=True, kw_only=True)
class Assault(OfBodies):
    """MOVE MEN into contact with an enemy body, or up to a gun."""

    name = "assault"
    target: str = key(IDENTITY)
    path: tuple[Point, ...] = key(WAY, ())
    figures: tuple[Point, ...] = key(PLACES, ())


@dataclass(frozen=True, kw_only=True)
class PlaceTrail(OfGun):
    """PLACE TRAIL: two men to the end of the trail of a gun that fired.  men: by body."""

    name = "place-trail"
    men: Mapping[str, int] = key(SOME_OF, factory=dict)


@dataclass(frozen=True, kw_only=True)
class MovePrisoners(Order):
    """MOVE PRISONERS: escorts travel with prisoners; 0 means all of a body's.  path: the party's, via: the escort's way to them."""

    name = "move-prisoners"
    subject_key: ClassVar[str] = "escorts"
    escorts: Mapping[str, int] = key(SOME_OF)
    prisoners: Mapping[str, int] = key(SOME_OF)
    path: tuple[Point, ...] = key(WAY, ())
    via: tuple[Point, ...] = key(WAY, ())


@dataclass(frozen=True, kw_only=True)
class Retire(OfBodies):
    """RETIRE: over the own back line and off the field."""

    name = "retire"
    path: tuple[Point, ...] = key(WAY, ())
    enemy: str = key(IDENTITY, "", name="from")
    men: int | None = key(COUNT, None)


@dataclass(frozen=True, kw_only=True)
class EndMove(OfTheBattle):
    """END MOVE: before the time is up."""

    name = "end-move"
    stage: ClassVar[int] = CLOSE


@dataclass(frozen=True, kw_only=True)
class Split(Order):
    """SPLIT: some men of a body become a separate body."""

    name = "split"
    stage: ClassVar[int] = TALK
    body: str = key(IDENTITY)
    men: int = key(COUNT)
    into: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class Merge(Order):
    """MERGE: bodies of one arm become one."""

    name = "merge"
    stage: ClassVar[int] = TALK
    subject_key: ClassVar[str] = "bodies"
    bodies: tuple[str, ...] = key(NAMED)
    into: str = key(IDENTITY, "")
