"""The state of a battle before its first move: who lays out the Country, who has which end, who has put down.  [rulebook part 22]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.values import codec
from rules.values.codec import COUNT, COUNTS, FLAG, IDENTITY, IDS, choice, key, list_of, map_of
from rules.values.value import Value

PHASES = ("", "country", "sides", "forces", "toss", "putdown", "gun", "men", "adjudicate", "interval", "over")
"""The phase of a battle; empty while moves are under way."""

BEFORE = frozenset({"country", "sides", "forces", "toss", "putdown"})
"""The phases before the first move; actions in them are not moves.  [LW-SETUP-06]"""

NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Setup(Value):
    """What was settled before the first move, and between moves.

    author: lays out the Country; chooser: picks an end; ends: the end of each side; tossed: the winner of each toss.
    forces: chosen or set, by side: infantry, cavalry, guns; agreed: sides that agree to unequal forces.
    thrown: the result of each side's dice; placed: things put down; ready: the sides that are ready; defender: in a Defensive Game.
    allowance: minutes that both sides agreed on; disturbed: things displaced by accident; objected: what was ruled on.
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
"""No information on how the battle was set up."""


def read_setup(data: Any, phase: Any, where: str) -> Setup:
    """The state from plain data; the phase may be given alone."""
    given = dict(codec.read_map(data or {}, where))
    if phase is not None:
        given.setdefault("phase", phase)
    return codec.read(Setup, given, where)
