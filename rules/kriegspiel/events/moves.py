"""A move that opens and closes, and the end of the battle."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.events import Event
from rules.values.codec import COUNT, IDENTITY, key


@dataclass(frozen=True, kw_only=True)
class MoveOpened(Event):
    """A side's own move began."""

    name = "move-opened"
    told = "own"
    number: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class MoveClosed(Event):
    """A side's own move was adjudicated."""

    name = "move-closed"
    told = "own"
    number: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BattleEnded(Event):
    """The battle has ended."""

    name = "battle-ended"
    winner: str = key(IDENTITY, "")
