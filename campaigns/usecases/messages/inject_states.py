"""The states of what an umpire has prepared: entered in the record, no longer due, and waiting again where what it ruled was undone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from campaigns.models import Battle, Due, Inject, Move, Ruling
from campaigns.usecases.record import Line, add_records


def cancel(row: Inject) -> None:
    """Void the due rows of an inject."""
    lowest = row.number * 10_000
    of_it = Due.objects.filter(battle_id=row.battle_id, kind=Due.Kind.INJECT, state=Due.State.WAITING)
    of_it.filter(generation__gte=lowest, generation__lt=lowest + 10_000).update(state=Due.State.VOID)


def put_off_opening(move: Move, by: timedelta) -> None:
    """What was prepared for the opening of a move is due later by so much, or sooner, as the move itself."""
    of_it = Inject.objects.filter(battle_id=move.battle_id, move_number=move.number, at__isnull=True)
    numbers = set(of_it.values_list("number", flat=True))
    for due in Due.objects.filter(move=move, kind=Due.Kind.INJECT, state=Due.State.WAITING):
        if due.generation // 10_000 in numbers:
            due.due_at += by
            due.save(update_fields=["due_at"])


def wait_again(battle: Battle, rows: Iterable[Inject], actor: str, now: datetime, *, for_a_press: bool = False) -> None:
    """What was ruled by prepared rulings no longer stands, or could not be ruled: they wait as they did, or for a press."""
    for row in rows:
        row.state, row.why, row.ruling, row.given_at = Inject.State.WAITING, "", None, None
        if for_a_press:
            row.move_number = row.at = row.near = None
        row.save(update_fields=["state", "why", "ruling", "given_at", "move_number", "at", "near"])
        cancel(row)
        record_inject(battle, row, "inject-waits-again", actor, now)


def ruled_in(battle: Battle, *moves: Move | None) -> list[Inject]:
    """The prepared rulings that were given in some moves, or could not be, by their numbers."""
    tried = [one for one in moves if one is not None]
    given = Q(state=Inject.State.GIVEN, ruling__move__in=tried)
    failed = Q(state=Inject.State.FAILED) & ~Q(move_number__lt=min(one.number for one in tried))
    rows = Inject.objects.filter(given | failed, battle=battle, kind=Inject.Kind.RULING)
    return list(rows.order_by("number"))


def ruled_by(ruling: Ruling) -> list[Inject]:
    """The prepared ruling that was given in a ruling, if one was."""
    return list(Inject.objects.filter(ruling=ruling))


RECORDED = (
    "number", "revision", "text", "heard", "side", "to", "change", "move_number", "near", "voice", "rider", "told",
)  # fmt: skip
"""The columns of an inject that the record has."""


def record_inject(battle: Battle, row: Inject, kind: str, actor: str, now: datetime) -> None:
    """Enter in the record what was done with an inject, and its state; before a battle begins it has no record."""
    if battle.status != Battle.Status.PREPARING:
        add_records(battle, at=now, lines=[_inject_line(row, kind, actor)])


def prepared_lines(battle: Battle) -> list[Line]:
    """What was prepared for a battle that begins, as it stands then, for its record."""
    rows = Inject.objects.filter(battle=battle, state=Inject.State.WAITING).select_related("by").order_by("number")
    return [_inject_line(row, "inject-prepared", row.by.title) for row in rows]


def _inject_line(row: Inject, kind: str, actor: str) -> Line:
    said = {name: getattr(row, name) for name in RECORDED}
    at = row.at.isoformat() if row.at else None
    return actor, kind, {"inject": row.public_id, **said, "at": at}
