"""The move that was submitted last is taken back, as a new entry, and played again.

Nothing of it is deleted: the move, its finding, its reports and what was ordered since stay and are marked as taken
back.  Its number opens again on the position on which it had opened; the books are corrected by entries that say so.
 The draws come out the same, because those of a battle were sealed before its first move.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import digest, facts_of, given_orders
from campaigns.errors import WrongState
from campaigns.models import Battle, FactSheet, Move, OrderEntry, Post
from campaigns.unlocked import unlocked
from campaigns.usecases.access import current_move, umpires_move
from campaigns.usecases.clock.deadlines import void
from campaigns.usecases.desk.facts import may_be_worked_on
from campaigns.usecases.messages.inject_states import ruled_in, wait_again
from campaigns.usecases.moves.ledgers import reverse_move
from campaigns.usecases.moves.moves import open_move
from campaigns.usecases.moves.things import rebuild_things
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import Line, add_records
from campaigns.usecases.text_checks import read_line
from rules.values.sentence import say

TAKEN_BACK = ["status", "closed_at", "close_cause", "paused_at", "paused_until", "fence"]
MARKED = ["taken_back_at", "taken_back_by", "taken_back_why"]


@dataclass(frozen=True)
class Undone:
    """The result of taking a move back: done by this call, or before; and the move that is played in its place."""

    move: str
    done: bool
    again: str


@unlocked
def undo_move(*, by: Any, move: str, reason: str, keep_orders: bool = True, now: datetime) -> Undone:
    """The umpire takes back the move that was submitted last; it opens again, and what was ordered since is void.

    reason: read by both sides.  keep_orders: the orders that counted and what was measured are kept in it, to be
    revised or corrected; of a move of two stages those of the stage that opens.
    """
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        reason = read_line(reason, "reason", 300)
        if found.taken_back_at is not None:
            return Undone(found.public_id, False, _in_its_place(found))
        following = _undone_with(battle, found)
        _mark(found, umpire, reason, now)
        lines = [void_move(following, umpire, reason, now)] if following is not None else []
        entered = reverse_move(found, now=now)
        rebuild_things(battle)
        wait_again(battle, ruled_in(battle, found, following), umpire.title, now)
        data = {"move": found.number, "attempt": found.attempt, "reason": reason, "ledger": entered}
        lines.append((umpire.title, "move-taken-back", data))
        again, opened = open_move(battle, position=found.position, opened_at=now, now=now)
        lines.append(opened)
        if keep_orders:
            lines += _carry_over(found, again, now)
        text = say("The umpire has undone move {number}. It is played again.", number=found.number)
        note_notice(battle, move=found, kind="taken-back", text=text, now=now)
        add_records(battle, at=now, lines=lines)
        return Undone(found.public_id, True, again.public_id)


def _undone_with(battle: Battle, found: Move) -> Move | None:
    """The move under way, which becomes void; refused where this one is not the last, or its battle is over."""
    if battle.status != Battle.Status.RUNNING:
        raise WrongState(say("The battle is over and its seed is known; moves cannot be undone any more."))
    if found.status != Move.Status.SUBMITTED:
        raise WrongState(say("Move {number} is not published; there is nothing to undo.", number=found.number))
    last = Move.objects.filter(battle=battle, status=Move.Status.SUBMITTED).order_by("-number").first()
    if last is None or last.pk != found.pk:
        raise WrongState(say("A later move has been published. Undo that one first."))
    following = current_move(battle)
    if following is not None:
        may_be_worked_on(following)
    return following


def _mark(move: Move, umpire: Post, reason: str, now: datetime) -> None:
    move.taken_back_at, move.taken_back_by, move.taken_back_why = now, umpire, reason
    move.save(update_fields=MARKED)


def void_move(move: Move, umpire: Post, reason: str, now: datetime) -> Line:
    """The move that was under way is closed for good; a claim on it publishes nothing."""
    move.closed_at = move.closed_at or now
    move.status, move.close_cause = Move.Status.CLOSED, "undone"
    move.paused_at = move.paused_until = None
    move.fence += 1
    move.save(update_fields=TAKEN_BACK)
    _mark(move, umpire, reason, now)
    void(move)
    orders = [one.public_id for one in OrderEntry.objects.filter(move=move).order_by("pk")]
    return umpire.title, "move-voided", {"move": move.number, "attempt": move.attempt, "orders": orders}


def _in_its_place(move: Move) -> str:
    """The move that is played in the place of one that was taken back."""
    again = Move.objects.filter(battle_id=move.battle_id, number=move.number).values_list("public_id", flat=True)
    return again.first() or ""


def _carry_over(was: Move, again: Move, now: datetime) -> list[Line]:
    """Copy the orders and the facts that counted to the move that is played again; the lines are for the record."""
    lines: list[Line] = []
    for one in given_orders(was):
        if one.stage != again.stage:
            continue
        entry = OrderEntry.objects.create(
            move=again,
            post_id=one.post_id,
            author_id=one.author_id,
            thing=one.thing,
            stage=one.stage,
            revision=1,
            orders=one.orders,
            key=f"again.{one.public_id}",
            digest=digest({"move": again.public_id, "thing": one.thing, "orders": one.orders}),
            arrived_at=one.arrived_at,
            committed_at=now,
            reading=one.reading,
            warnings=one.warnings,
        )
        data = {"number": entry.public_id, "thing": entry.thing, "digest": entry.digest, "from": one.public_id}
        lines.append(("clock", "order-carried-over", data))
    sheet = facts_of(was)
    if sheet is not None:
        FactSheet.objects.create(
            move=again,
            revision=1,
            by_id=sheet.by_id,
            at=now,
            orders=sheet.orders,
            bound=sheet.bound,
            move_facts=sheet.move_facts,
            coin=sheet.coin,
            reason=say("measured before the move was undone"),
        )
        lines.append(("clock", "facts-carried-over", {"move": again.number, "revision": sheet.revision}))
    return lines
