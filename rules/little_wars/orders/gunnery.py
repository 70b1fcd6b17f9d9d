"""Orders of the gun phase, and the confirmation of shots.  [LW-GUN-07, LW-GUN-09, LW-GUN-14, LW-SHOT-08]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.floor.crew import GUN_CREW
from rules.little_wars.orders.order import GUNS, TALK, WAY, Aim, OfGun
from rules.values.codec import COUNT, IDENTITY, PLACES, SOME_OF, TEXT, key, value_of
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class MoveGun(OfGun):
    """MOVE GUN: with four or more of the men at it."""

    name = "move-gun"
    stage: ClassVar[int] = GUNS
    path: tuple[Point, ...] = key(WAY, ())
    men: Mapping[str, int] | int | None = key(GUN_CREW, None)
    places: tuple[Point, ...] = key(PLACES, ())


@dataclass(frozen=True, kw_only=True)
class FireGun(OfGun):
    """FIRE: up to four shots.  target: the man aimed at, if shots are drawn; clearing: what is to be moved out of the way."""

    name = "fire-gun"
    stage: ClassVar[int] = GUNS
    aim: Aim | None = key(value_of(Aim), None)
    shots: int | None = key(COUNT, None)
    target: str = key(IDENTITY, "")
    crew: Mapping[str, int] | int | None = key(GUN_CREW, None)
    shell: str = key(IDENTITY, "")
    clearing: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class LieDown(OfGun):
    """LIE DOWN: men near a gun, or in front of it, so that it can be laid and fired over them."""

    name = "lie-down"
    stage: ClassVar[int] = GUNS
    gun: str = key(IDENTITY, "")
    men: Mapping[str, int] = key(SOME_OF, factory=dict)


@dataclass(frozen=True, kw_only=True)
class ConfirmShot(OfGun):
    """CONFIRM SHOT: the report of it is right."""

    name = "confirm-shot"
    stage: ClassVar[int] = TALK
    gun: str = key(IDENTITY, "")
    shot: int = key(COUNT, 1)


@dataclass(frozen=True, kw_only=True)
class DisputeShot(ConfirmShot):
    """DISPUTE SHOT: the report of it is wrong; the umpire rules."""

    name = "dispute-shot"
    text: str = key(TEXT, "")
