"""Messages that the umpire prepared: sent by the clock when they are due, or by the umpire before that."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from campaigns.compiled_queries import Prepared
from campaigns.models import Battle, Due, Inject, Move
from campaigns.usecases.access import current_move
from campaigns.usecases.desk.rulings import overrule
from campaigns.usecases.messages.recipients import Recipients
from campaigns.usecases.messages.umpires_messages import send
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK, add_record
from rules.errors import Refused
from rules.values.sentence import say


def schedule(battle: Battle, row: Inject) -> None:
    """A due row for an inject with a time, where a move is under way; one for a move gets its own with that move."""
    move = current_move(battle)
    if row.at is not None and move is not None:
        _due(battle, move, row, row.at)


def _due(battle: Battle, move: Move, row: Inject, at: datetime) -> None:
    generation = row.number * 10_000 + Due.objects.filter(battle=battle, kind=Due.Kind.INJECT).count() % 10_000
    Due.objects.create(battle=battle, move=move, kind=Due.Kind.INJECT, due_at=at, generation=generation)


def cancel(row: Inject) -> None:
    """Void the due rows of an inject."""
    lowest = row.number * 10_000
    of_it = Due.objects.filter(battle_id=row.battle_id, kind=Due.Kind.INJECT, state=Due.State.WAITING)
    of_it.filter(generation__gte=lowest, generation__lt=lowest + 10_000).update(state=Due.State.VOID)


def schedule_injects(move: Move, *, opened_at: datetime) -> None:
    """A move opens: what was prepared for it is due then, and injects with a time fall due with it from now on."""
    waiting = Inject.objects.filter(battle_id=move.battle_id, state=Inject.State.WAITING)
    words = Q(kind=Inject.Kind.WORD, move_number=move.number)
    for row in waiting.filter(words | Q(at__isnull=False)).order_by("number"):
        cancel(row)
        _due(move.battle, move, row, row.at or opened_at)


def schedule_rulings(move: Move, *, now: datetime) -> None:
    """A move closes: the rulings that were prepared for it are due now."""
    for row in _rulings(move.battle_id, move.number):
        cancel(row)
        _due(move.battle, move, row, now)


_rulings = Prepared(
    lambda battle, number: Inject.objects.filter(
        battle_id=battle, move_number=number, state=Inject.State.WAITING, kind=Inject.Kind.RULING
    ).order_by("number"),
    int,
    int,
)


def inject_is_due(battle: Battle, move: Move, generation: int, now: datetime) -> bool:
    """Give an inject that is due; the battle is locked.  Whether it was given."""
    row = Inject.objects.select_related("by__user").get(battle=battle, number=generation // 10_000)
    if row.state != Inject.State.WAITING or battle.status != Battle.Status.RUNNING:
        return False
    try:
        with transaction.atomic():
            deliver(battle, move, row, CLOCK, now)
    except Refused as refused:
        row.state, row.why = Inject.State.FAILED, refused.sentence[:300]
        row.save(update_fields=["state", "why"])
        text = say("Move {number}: a prepared message or ruling could not be sent.", number=move.number)
        note_notice(
            battle, move=move, kind="inject-failed", text=text, now=now, to=umpires(battle), again=f"{generation}"
        )
        record_inject(battle, row, "inject-failed", CLOCK, now)
        return False
    return True


def deliver(battle: Battle, move: Move, row: Inject, actor: str, now: datetime) -> None:
    """Give an inject in a move of a locked battle; a ruling is refused for the same reasons as the umpire's own."""
    if row.kind == Inject.Kind.RULING:
        overrule(
            battle, move, row.by, change=row.change["changes"], reason=row.text, clause=row.clause, sure=True, now=now
        )
    else:
        send(
            battle,
            move,
            row.by,
            row.text,
            Recipients(row.heard, row.side, tuple(row.to)),
            f"inject.{row.public_id}",
            now,
        )
    row.state, row.given_at = Inject.State.GIVEN, now
    row.save(update_fields=["state", "given_at"])
    record_inject(battle, row, "inject-given", actor, now)


def record_inject(battle: Battle, row: Inject, kind: str, actor: str, now: datetime) -> None:
    """Enter in the record what was done with an inject, and its state."""
    said = {
        name: getattr(row, name)
        for name in ("number", "revision", "text", "heard", "side", "to", "change", "move_number")
    }
    at = row.at.isoformat() if row.at else None
    add_record(battle, at=now, actor=actor, kind=kind, data={"inject": row.public_id, **said, "at": at})
