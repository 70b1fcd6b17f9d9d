"""Works of the Engineers, and mines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.costs import WORK, Costs
from rules.contract.events import Event, OfOneBody
from rules.values.codec import COUNT, COUNTS, IDENTITY, POINT, TEXT, key
from rules.values.measure import Point
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class OfAWork(Event):
    """An event of a work.  crew: the body working on it."""

    work: str = key(IDENTITY)
    kind: str = key(IDENTITY)
    crew: str = key(IDENTITY, "")


@dataclass(frozen=True, kw_only=True)
class WorkBegun(OfAWork):
    """A work was begun; only the umpire sees it.  needed: own moves that it takes.  [KS-NOTE-01, KS-DEST-07]"""

    name = "work-begun"
    told = "own"
    needed: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class NoteSealed(OfAWork):
    """A sealed note of a work was made when it was begun.  note: its id; text: its content.  [KS-NOTE-01]"""

    name = "note-sealed"
    told = "own"
    note: str = key(IDENTITY)
    text: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class NoteLaid(Event):
    """A sealed note was laid down: only its existence and its seal are known.  [KS-NOTE-02]"""

    name = "note-laid"
    note: str = key(IDENTITY)
    digest: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class NoteOpened(OfAWork):
    """A sealed note was opened; its seal is the SHA-256 of text, own move and salt, a line each.  [KS-NOTE-02]"""

    name = "note-opened"
    note: str = key(IDENTITY)
    text: str = key(TEXT)
    number: int = key(COUNT)
    salt: str = key(TEXT)
    digest: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class WorkAdvanced(OfAWork):
    """A crew worked through a whole move.  [KS-SEQ-09]"""

    name = "work-advanced"
    told = "own"
    moves: int = key(COUNT)
    needed: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class WorkCompleted(OfAWork):
    """A work was finished.  inches: of an entrenchment."""

    name = "work-completed"
    told = "own"
    costs = (Costs(message("finished"), thing="work", sort=WORK),)
    inches: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class WorkRaised(OfAWork):
    """An entrenchment or epaulement was completed in full view."""

    name = "work-raised"
    own = frozenset({"crew", "sum"})
    costs = (Costs(message("finished"), thing="work", sort=WORK),)
    inches: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class WorkInterrupted(OfAWork):
    """A work has no crew any more; its progress is kept.  [KS-DEST-09]"""

    name = "work-interrupted"
    told = "own"
    costs = (Costs(message("broken off"), thing="work", sort=WORK),)
    kept: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class WorkLost(OfAWork):
    """A destruction or a mine was interrupted; its progress is lost.  [KS-DEST-09]"""

    name = "work-lost"
    told = "own"
    costs = (Costs(message("lost"), thing="work", sort=WORK),)
    lost: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BridgeDestroyed(OfOneBody):
    """A bridge or culvert was destroyed.  body: the bridge."""

    name = "bridge-destroyed"
    costs = (Costs(message("destroyed")),)


@dataclass(frozen=True, kw_only=True)
class BridgeRepaired(OfOneBody):
    """A bridge or culvert can be used again.  body: the bridge."""

    name = "bridge-repaired"
    costs = (Costs(message("repaired"), sort=WORK),)


@dataclass(frozen=True, kw_only=True)
class MineExploded(OfOneBody):
    """A mine exploded.  body: the mine; by: what trod on it; at: where.  [KS-MINE-02]"""

    name = "mine-exploded"
    costs = (Costs(message("exploded")),)
    by: str = key(IDENTITY)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class PiecesDestroyed(Event):
    """Men were destroyed by a mine or with the span of a bridge.  dead: by body.  [KS-MINE-03, KS-DEST-08]

    aboard: the boat or train lost with them; only their own side may know who was in it.
    """

    name = "pieces-destroyed"
    costs = (Costs(message("{men} destroyed"), men="dead"),)
    dead: Mapping[str, int] = key(COUNTS, factory=dict)
    aboard: str = key(IDENTITY, "")

    @classmethod
    def open_fields(cls, event: Mapping[str, Any]) -> frozenset[str]:
        """No fields, if the men were lost with their carrier."""
        return frozenset() if event.get("aboard") else super().open_fields(event)


@dataclass(frozen=True, kw_only=True)
class MineLifted(OfOneBody):
    """Engineers lifted a mine of their own side.  body: the mine.  [KS-MINE-04]"""

    name = "mine-lifted"
    told = "own"
    costs = (Costs(message("lifted"), sort=WORK),)
