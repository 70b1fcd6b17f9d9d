"""Messages that the umpire prepared: sent by the clock when they are due, or by the umpire before that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from campaigns.bridge import brief, pieces_of, standing_rulings
from campaigns.compiled_queries import Prepared
from campaigns.errors import Odd
from campaigns.models import Battle, Due, Inject, Move, Ruling
from campaigns.usecases.access import current_move
from campaigns.usecases.desk.rulings import overrule
from campaigns.usecases.messages.inject_states import cancel, record_inject
from campaigns.usecases.messages.recipients import Recipients
from campaigns.usecases.messages.triggers import came
from campaigns.usecases.messages.umpires_messages import write
from campaigns.usecases.moves.finding import find
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK
from campaigns.words.languages import in_language, spoken
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


def schedule_injects(move: Move, *, opened_at: datetime) -> None:
    """A move opens: what was prepared for it is due then, and injects with a time fall due with it from now on."""
    for row in _waiting(move.battle_id, move.number):
        if row.at is None and (row.kind == Inject.Kind.RULING or row.move_number != move.number):
            continue  # it waits for the close of the move, or for somebody
        if row.kind == Inject.Kind.RULING and row.at is not None and row.at <= opened_at:
            continue  # its hour has come; it is given when the move closes
        cancel(row)
        _due(move.battle, move, row, row.at or opened_at)


def schedule_rulings(move: Move, *, now: datetime) -> None:
    """A move closes: the rulings that were prepared for it, or for an hour that has come, are due now, and those that wait for somebody."""
    for row in _rulings(move.battle_id, move.number):
        if row.at is not None and row.at > now:
            continue
        cancel(row)
        _due(move.battle, move, row, now)


_waiting = Prepared(
    lambda battle, number: (
        Inject.objects.filter(
            Q(move_number=number) | Q(at__isnull=False) | Q(near__isnull=False),
            battle_id=battle,
            state=Inject.State.WAITING,
        )
        .select_related("by__user")
        .order_by("number")
    ),
    int,
    int,
)
"""What was prepared for a move, for a time or for somebody who comes near; not what waits for a press."""


def _rulings(battle: int, number: int) -> list[Inject]:
    """The rulings among them."""
    return [row for row in _waiting(battle, number) if row.kind == Inject.Kind.RULING]


def inject_is_due(battle: Battle, move: Move, generation: int, now: datetime) -> bool:
    """Give an inject that is due; the battle is locked.  Whether it was given."""
    row = Inject.objects.select_related("by__user").get(battle=battle, number=generation // 10_000)
    if (
        row.state != Inject.State.WAITING
        or move.taken_back_at is not None  # it falls due again when its move opens again
        or battle.status != Battle.Status.RUNNING
        or not _may_be_given(battle, move, row)
    ):
        return False
    return _give(battle, move, row, f"{generation}", now)


def _may_be_given(battle: Battle, move: Move, row: Inject) -> bool:
    """Whether what is due is due in this move: a ruling with an hour waits for the close, one that waits for somebody for them."""
    if row.kind != Inject.Kind.RULING or row.move_number is not None:
        return True
    if move.status != Move.Status.CLOSED:
        return False
    return not row.near or _came_in(battle, move, row)


def _came_in(battle: Battle, move: Move, row: Inject) -> bool:
    """Whether somebody is so near by the finding of a closed move; nobody while the rules refuse to find."""
    asked = brief(battle, move)
    try:
        position = find(asked, standing_rulings(move)).position
    except Refused:
        return False
    return came(asked.rules.pieces, position, row.near)


def give_what_waits(battle: Battle, move: Move, now: datetime) -> bool:
    """A closed move is about to be published: the rulings that are due in it are given; the battle is locked.

    Whether there was any.  The clock gives them when it closes, but somebody may have come near since, and the umpire
    may be faster than the clock.
    """
    given = False
    for row in _rulings(battle.pk, move.number):
        due = row.at <= now if row.at is not None else row.move_number is not None or _came_in(battle, move, row)
        if due:
            given |= _give(battle, move, row, f"waits {row.number}/{row.revision}", now)
    return given


def tell_what_is_near(battle: Battle, following: Move | None, position: Mapping[str, Any], now: datetime) -> None:
    """A finding was published: the messages that waited for somebody who has come are sent in the move that follows."""
    if following is None:
        return
    for row in _waiting(battle.pk, following.number):
        waits = row.kind == Inject.Kind.WORD and row.near is not None
        if waits and came(pieces_of(battle.terms), position, row.near):
            _give(battle, following, row, f"near {row.number}", now)


def _give(battle: Battle, move: Move, row: Inject, again: str, now: datetime) -> bool:
    """Give what is due, or note for the umpire why it could not be given.  again: of the notice.  Whether it was given."""
    try:
        with transaction.atomic():
            deliver(battle, move, row, CLOCK, now)
    except Refused as refused:
        row.state, row.why = Inject.State.FAILED, refused.sentence[:300]
        row.save(update_fields=["state", "why"])
        text = say("Move {number}: a prepared message or ruling could not be sent.", number=move.number)
        note_notice(battle, move=move, kind="inject-failed", text=text, now=now, to=umpires(battle), again=again)
        record_inject(battle, row, "inject-failed", CLOCK, now)
        return False
    return True


def deliver(battle: Battle, move: Move, row: Inject, actor: str, now: datetime) -> None:
    """Give an inject in a move of a locked battle; a ruling is refused for the same reasons as the umpire's own.

    What looks like a slip by then, as somebody who arrives where another stands, is done as it was prepared, and the
    umpire is told.
    """
    if row.kind == Inject.Kind.RULING:
        with in_language(row.change.get("language") or spoken()):  # who arrives without a name gets a usual one
            row.ruling = _rule(battle, move, row, now)
    else:
        whom, key = Recipients(row.heard, row.side, tuple(row.to)), f"inject.{row.public_id}"
        write(battle, move, row.by, row.text, whom, key, now, voice=row.voice, rider=row.rider)
    row.state, row.given_at = Inject.State.GIVEN, now
    row.save(update_fields=["state", "given_at", "ruling"])
    record_inject(battle, row, "inject-given", actor, now)


def _rule(battle: Battle, move: Move, row: Inject, now: datetime) -> Ruling:
    said = {"change": row.change["changes"], "reason": row.text, "clause": row.clause, "told": row.told}
    try:
        ruled = overrule(battle, move, row.by, **said, departs=True, sure=False, now=now)
    except Odd as odd:
        ruled = overrule(battle, move, row.by, **said, departs=True, sure=True, now=now)
        _say_odd(battle, move, row, odd, now)
    return Ruling.objects.get(public_id=ruled.ruling)


def _say_odd(battle: Battle, move: Move, row: Inject, odd: Odd, now: datetime) -> None:
    """Tell the umpire what is odd about what was prepared, now that it has been done."""
    text = say(
        "Move {number}: no. {inject} was carried out. Look at it: {said}",
        number=move.number,
        inject=row.number,
        said=odd.said,
    )
    again = f"odd {row.number}/{row.revision}"
    note_notice(battle, move=move, kind="inject-odd", text=text[:500], now=now, to=umpires(battle), again=again)
