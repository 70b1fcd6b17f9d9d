"""Guns and rifles that fired, and what they hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.events import OfOneBody
from rules.kriegspiel.force import NONE, PACKETS, Packets
from rules.values.codec import COUNT, COUNTS, IDENTITY, POINT, key
from rules.values.measure import Point


@dataclass(frozen=True, kw_only=True)
class ShellFired(OfOneBody):
    """A shell fell; men of every side in its circle, who were covered, and the dead.  at: where it lies, if that is known."""

    name = "shell-fired"
    at: Point | None = key(POINT, None)
    target: str = key(IDENTITY, "")
    inside: Mapping[str, int] = key(COUNTS, factory=dict)
    covered: Mapping[str, int] = key(COUNTS, factory=dict)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class GunDestroyed(OfOneBody):
    """A gun lay wholly in a circle."""

    name = "gun-destroyed"


@dataclass(frozen=True, kw_only=True)
class GunDisabled(OfOneBody):
    """A gun lay partly in a circle.  moves: own moves of its owner for which it is out."""

    name = "gun-disabled"
    moves: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class WaggonDestroyed(OfOneBody):
    """A waggon was touched by a circle; its load is lost with it."""

    name = "waggon-destroyed"


@dataclass(frozen=True, kw_only=True)
class PacketsLost(OfOneBody):
    """Packets went with what carried them."""

    name = "packets-lost"
    told = "own"
    packets: Packets = key(PACKETS, NONE)


@dataclass(frozen=True, kw_only=True)
class MenCovered(OfOneBody):
    """Men in a circle were screened and left out of the count.  [KS-SHELL-07]"""

    name = "men-covered"
    men: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class GunCovered(OfOneBody):
    """A gun in a circle was sheltered.  [KS-SHELL-07]"""

    name = "gun-covered"


@dataclass(frozen=True, kw_only=True)
class GeneralHit(OfOneBody):
    """A shell's circle took in a General."""

    name = "general-hit"
    moves: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class GeneralFallen(OfOneBody):
    """A General is out of the game: a rifle hit, a capture, or a mine that he trod on.  [KS-GENL-08]"""

    name = "general-fallen"


@dataclass(frozen=True, kw_only=True)
class GeneralSucceeded(OfOneBody):
    """The next subordinate follows a General.  number: the own move from which he commands.  [KS-GENL-09]"""

    name = "general-succeeded"
    told = "own"
    number: int = key(COUNT)
    successor: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class VolleyFired(OfOneBody):
    """A body fired its rifles.  shots earned, and the dead."""

    name = "volley-fired"
    shots: int = key(COUNT)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class MenShot(OfOneBody):
    """One rifle shot knocked men over.  body: the body that fired.  [KS-LW-19]"""

    name = "men-shot"
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
