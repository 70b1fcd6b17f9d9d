"""How far a battle has come that has not begun: who laid out the Country, who sits where, who has put down.  [rulebook part 22]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.values import codec
from rules.values.codec import COUNT, COUNTS, FLAG, IDENTITY, IDS, choice, key, list_of, map_of
from rules.values.value import Value

PHASES = ("", "country", "sides", "forces", "toss", "putdown", "gun", "men", "adjudicate", "interval", "over")
"""Where a battle stands; nothing is said of one whose moves are under way."""

BEFORE = frozenset({"country", "sides", "forces", "toss", "putdown"})
"""The phases before the first move: what is done in them is not a move.  [LW-SETUP-06]"""

NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Setup(Value):
    """What was settled before the first move, and between moves.

    author: who lays out the Country; chooser: who picks his end; ends: the end of each side; tossed: who won what toss.
    forces: bought or set, by side: infantry, cavalry, guns; agreed: sides that agree to unequal forces.
    thrown: what each side's dice brought; placed: things put down; ready: sides that are; defender: in a Defensive Game.
    allowance: minutes that both sides agreed on; disturbed: what was shifted by accident; objected: what was ruled on.
    """

    phase: str = key(choice(*PHASES), "")
    author: str = key(IDENTITY, "")
    chooser: str = key(IDENTITY, "")
    ends: Mapping[str, str] = key(map_of(IDENTITY), factory=lambda: NONE)
    tossed: Mapping[str, str] = key(map_of(IDENTITY), factory=lambda: NONE)
    laid: bool = key(FLAG, False)
    forces: Mapping[str, tuple[int, ...]] = key(map_of(list_of(COUNT)), factory=lambda: NONE)
    agreed: tuple[str, ...] = key(IDS, ())
    bought: tuple[str, ...] = key(IDS, ())
    thrown: Mapping[str, int] = key(COUNTS, factory=lambda: NONE)
    placed: tuple[str, ...] = key(IDS, ())
    ready: tuple[str, ...] = key(IDS, ())
    defender: str = key(IDENTITY, "")
    allowance: int | None = key(COUNT, None)
    proposed: Mapping[str, int] = key(COUNTS, factory=lambda: NONE)
    disturbed: tuple[str, ...] = key(IDS, ())
    objected: tuple[str, ...] = key(IDS, ())


NOT_BEGUN = Setup()
"""Nothing was said of how the battle came to be."""


def read_setup(data: Any, phase: Any, where: str) -> Setup:
    """The state from plain data; the phase may stand by itself."""
    given = dict(codec.read_map(data or {}, where))
    if phase is not None:
        given.setdefault("phase", phase)
    return codec.read(Setup, given, where)
