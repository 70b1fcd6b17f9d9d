"""The questions that were put to the umpire and wait for his answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from campaigns.errors import NotUmpire
from campaigns.models import Battle, Dispatch
from campaigns.sight.clock import HEAVY
from campaigns.sight.seat import Seat


@dataclass(frozen=True)
class QuestionFact:
    """A question.  side and sender: of whoever put it; number: its own."""

    number: str
    at: datetime
    move_number: int
    side: str
    sender: str
    text: str


def open_questions(seat: Seat) -> tuple[QuestionFact, ...]:
    """The questions of a battle that nobody has answered, the first first.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    return tuple(
        QuestionFact(row.public_id, row.at, row.move.number, row.side, row.post.title, row.text)
        for row in unanswered({seat.campaign.id}).filter(battle_id=seat.battle.id).select_related("post")
    )


def unanswered(campaigns: Collection[int]) -> QuerySet[Dispatch, Any]:
    """The questions in the battles of these campaigns that go on, the first first."""
    rows = Dispatch.objects.filter(heard="umpire", answered_by__isnull=True, battle__campaign__in=campaigns)
    rows = rows.filter(battle__status=Battle.Status.RUNNING).select_related("move", "battle__campaign")
    return rows.defer(*(f"move__{name}" for name in HEAVY), "battle__start").order_by("at", "pk")
