"""The questions to the umpire that wait for an answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaigns.errors import NotUmpire
from campaigns.models import Battle, Dispatch
from campaigns.models.move import HEAVY
from campaigns.sight.seat import Seat
from campaigns.usecases.messages.questions import TO_THE_UMPIRE


@dataclass(frozen=True)
class QuestionFact:
    """A question.  side and sender: of the asker; number: its own."""

    number: str
    at: datetime
    move_number: int
    side: str
    sender: str
    text: str


def open_questions(seat: Seat) -> tuple[QuestionFact, ...]:
    """The questions of a battle that nobody has answered, the oldest first.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    return questions_of(seat.battle.id) if seat.battle.status == Battle.Status.RUNNING else ()


def questions_of(battle: int) -> tuple[QuestionFact, ...]:
    """The same of a battle that runs, for the umpire's desk and the clock."""
    rows = Dispatch.objects.filter(battle_id=battle, heard=TO_THE_UMPIRE, answered_by__isnull=True)
    rows = rows.select_related("post", "move").defer(*(f"move__{name}" for name in HEAVY)).order_by("at", "pk")
    return tuple(
        QuestionFact(row.public_id, row.at, row.move.number, row.side, row.post.title, row.text) for row in rows
    )
