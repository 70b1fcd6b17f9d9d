"""The forces of a battle that is prepared, with what is wrong with them: what the umpire reads of it, and nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.errors import NotUmpire
from campaigns.models import Battle
from campaigns.sight.seat import Seat
from campaigns.usecases.muster.draft import Draft, draft_of
from campaigns.usecases.muster.faults import Fault
from campaigns.usecases.muster.openings import on_its_country
from campaigns.usecases.muster.papers import Papers, muster_papers


@dataclass(frozen=True)
class MusterSheet:
    """The forces as they stand.

    start: what can be read of it, with the country, if there is one; perhaps with faults.
    faults: all of them, those that stop a battle first.
    papers: of which it was made, where faults were looked for.
    """

    seat: Seat
    draft: Draft
    start: Mapping[str, Any]
    faults: tuple[Fault, ...]
    papers: Papers | None = None

    @property
    def country(self) -> Mapping[str, Any]:
        """The country on which they stand; empty on an open floor."""
        found: Mapping[str, Any] = self.start.get("country") or {}
        return found


def muster(seat: Seat, by: Any = None, now: datetime | None = None) -> MusterSheet:
    """The forces of the battle of a seat.  NotUmpire to anybody but its umpire.

    by, now: who holds it, for whom faults are looked for, and when; None: none are.
    """
    if not seat.is_umpire:
        raise NotUmpire
    if by is not None and now is not None:
        papers = muster_papers(by=by, battle=seat.battle.public_id, now=now)
        return MusterSheet(seat, papers.draft, _read(seat, papers.battle, papers.draft), papers.faults, papers)
    battle = Battle.objects.select_related("campaign").get(pk=seat.battle.id)
    draft = draft_of(battle)
    return MusterSheet(seat, draft, _read(seat, battle, draft), ())


def _read(seat: Seat, battle: Battle, draft: Draft) -> Mapping[str, Any]:
    """What can be read of a force, on its country."""
    return seat.rules.pieces.readable(on_its_country(battle, draft.start))
