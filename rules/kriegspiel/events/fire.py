"""Guns and rifles that fired, and what they hit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.costs import Costs
from rules.contract.events import OfOneBody
from rules.kriegspiel.force import NONE, PACKETS, Packets
from rules.values.codec import COUNT, COUNTS, IDENTITY, POINT, SAID, key
from rules.values.measure import Point
from rules.values.sentence import Unread, message


@dataclass(frozen=True, kw_only=True)
class ShellFired(OfOneBody):
    """A shell fell: men of all sides in its circle, men covered, and the dead.  at: its place, if known."""

    name = "shell-fired"
    costs = (Costs(message("{men} by shell"), men="dead"),)
    at: Point | None = key(POINT, None)
    target: str = key(IDENTITY, "")
    inside: Mapping[str, int] = key(COUNTS, factory=dict)
    covered: Mapping[str, int] = key(COUNTS, factory=dict)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class GunDestroyed(OfOneBody):
    """A gun that lay wholly in a circle was destroyed."""

    name = "gun-destroyed"
    costs = (Costs(message("destroyed")),)


@dataclass(frozen=True, kw_only=True)
class GunDisabled(OfOneBody):
    """A gun that lay partly in a circle was disabled.  moves: own moves of its owner for which it is out."""

    name = "gun-disabled"
    costs = (Costs(message("disabled")),)
    moves: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class WaggonDestroyed(OfOneBody):
    """A waggon touched by a circle was destroyed with its load."""

    name = "waggon-destroyed"
    costs = (Costs(message("destroyed")),)


@dataclass(frozen=True, kw_only=True)
class PacketsLost(OfOneBody):
    """Packets were lost with their carrier."""

    name = "packets-lost"
    told = "own"
    costs = (Costs(message("{packets:packets} lost")),)
    packets: Packets = key(PACKETS, NONE)


@dataclass(frozen=True, kw_only=True)
class MenCovered(OfOneBody):
    """Men in a circle were screened and not counted.  [KS-SHELL-07]"""

    name = "men-covered"
    men: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class GunCovered(OfOneBody):
    """A gun in a circle was sheltered.  [KS-SHELL-07]"""

    name = "gun-covered"


@dataclass(frozen=True, kw_only=True)
class GeneralHit(OfOneBody):
    """A General was in a shell's circle."""

    name = "general-hit"
    costs = (Costs(message("hit")),)
    moves: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class GeneralFallen(OfOneBody):
    """A General is out of the game: a rifle hit, a capture, or a mine.  [KS-GENL-08]"""

    name = "general-fallen"
    costs = (Costs(message("out of the game")),)


@dataclass(frozen=True, kw_only=True)
class GeneralSucceeded(OfOneBody):
    """The next subordinate follows a General.  number: the own move from which the successor commands.  [KS-GENL-09]"""

    name = "general-succeeded"
    told = "own"
    number: int = key(COUNT)
    successor: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class VolleyFired(OfOneBody):
    """A body fired its rifles: the shots earned, and the dead.  why: what stopped thrown shots, where none of them hit."""

    name = "volley-fired"
    costs = (Costs(message("{men} by rifles"), men="dead"),)
    shots: int = key(COUNT)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
    why: Unread = key(SAID, "")


@dataclass(frozen=True, kw_only=True)
class MenShot(OfOneBody):
    """One rifle shot knocked men over.  body: the body that fired.  [KS-LW-19]"""

    name = "men-shot"
    counted_by = {"dead": "volley-fired"}
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
