"""Guns and their shots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.costs import Costs
from rules.contract.events import OfOneBody
from rules.values.codec import ANGLE, COUNT, COUNTS, FLAG, IDENTITY, LENGTH, POINT, TEXT, key
from rules.values.measure import Point
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class GunMoved(OfOneBody):
    """A gun moved, with the men at it."""

    name = "gun-moved"
    distance: int = key(LENGTH, 0)
    men: Mapping[str, int] = key(COUNTS, factory=dict)
    facing: int = key(ANGLE, 0)
    off: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class GunSetDown(OfOneBody):
    """A moved gun was set down trail first, with its muzzle to where it came from."""

    name = "gun-set-down"
    facing: int = key(ANGLE, 0)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class GunLaid(OfOneBody):
    """A gun fired, and stays laid as for its last shot."""

    name = "gun-laid"
    shots: int = key(COUNT, 0)
    facing: int = key(ANGLE, 0)
    elevation: int = key(ANGLE, 0)


@dataclass(frozen=True, kw_only=True)
class ShotFired(OfOneBody):
    """A shot, and who fell to it."""

    name = "shot-fired"
    costs = (Costs(message("{men} by a shot"), men="dead"),)
    shot: int = key(COUNT)
    target: str = key(IDENTITY, "")
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
    unhurt: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class MenKilled(OfOneBody):
    """A shot killed men of a body."""

    name = "men-killed"
    counted_by = {"men": "shot-fired"}
    men: int = key(COUNT, 0)
    gun: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class GunUnharmed(OfOneBody):
    """A shot struck a gun or a closed box without effect."""

    name = "gun-unharmed"


@dataclass(frozen=True, kw_only=True)
class MenLayDown(OfOneBody):
    """Men near a gun, or in front of it, lay down."""

    name = "men-lay-down"
    men: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class GunSilenced(OfOneBody):
    """A gun has fewer than four armed men within six inches."""

    name = "gun-silenced"
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class ShotSettled(OfOneBody):
    """A shot was confirmed or disputed."""

    name = "shot-settled"
    shot: int = key(COUNT)
    disputed: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class TrailManned(OfOneBody):
    """Men stand at the end of a gun's trail."""

    name = "trail-manned"
    men: Mapping[str, int] = key(COUNTS, factory=dict)
    made_good: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class TrailEmpty(OfOneBody):
    """Nobody could reach the end of a gun's trail."""

    name = "trail-empty"


@dataclass(frozen=True, kw_only=True)
class GunCaptured(OfOneBody):
    """A gun was taken."""

    name = "gun-captured"
    costs = (Costs(message("captured")),)
    captor: str = key(TEXT, "")
    past: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class GunDisputed(OfOneBody):
    """Enemies are at a gun, but it is not taken."""

    name = "gun-disputed"
    past: int = key(COUNT, 0)
    near: int = key(COUNT, 0)
