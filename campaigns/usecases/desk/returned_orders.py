"""The umpire holds an order, or returns it to its commander with a comment; and then releases it, or leaves it out.

While it is held, or another is awaited in its place, it does not go into the finding and its move cannot be submitted.
The commander's next order replaces it automatically.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns.bridge import given_orders, standing_rulings, withheld
from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Move, OrderEntry, Post, Ruling
from campaigns.models.plain import Plain
from campaigns.usecases.access import read_public_id, umpires_move
from campaigns.usecases.clock.deadlines import look_again
from campaigns.usecases.desk.facts import may_be_worked_on
from campaigns.usecases.desk.oddities import read_clause
from campaigns.usecases.desk.rulings import Ruled, rule
from campaigns.usecases.notices import note_notice
from campaigns.usecases.text_checks import read_whole
from rules.values.sentence import say

LONGEST_LEAVE = 7 * 24 * 60
"""Minutes that a commander may have at most, after the move has ended, to replace what was returned."""


def hold_order(*, by: Any, move: str, entry: str, reason: str, clause: str = "", now: datetime) -> Ruled:
    """The umpire holds an order that counts: it does not go into the finding until it is released.  entry: its receipt."""
    return _withhold(by, move, entry, Ruling.Kind.HOLD, 0, reason, clause, now)


def return_order(
    *, by: Any, move: str, entry: str, reason: str, minutes: int = 0, clause: str = "", now: datetime
) -> Ruled:
    """The umpire returns an order to its commander, who may send another.

    reason: the comment to the commander.  minutes: for how long they may do so after the move has ended, 0 for not at
    all; while orders are open none are needed.
    """
    minutes = read_whole(minutes, "minutes", 0, LONGEST_LEAVE)
    return _withhold(by, move, entry, Ruling.Kind.RETURN, minutes, reason, clause, now)


def _withhold(
    by: Any, move: str, entry: str, kind: str, minutes: int, reason: str, clause: str, now: datetime
) -> Ruled:
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        may_be_worked_on(found)
        row = _entry_that_counts(found, entry)
        standing = standing_rulings(found)
        if any(one.kind == Ruling.Kind.CORRECT_ORDER and one.change["thing"] == row.thing for one in standing):
            raise WrongState(say("You have corrected these orders yourself. Undo that ruling first."))
        if found.after_fire is not None and row.stage == Move.Stage.FIRE:
            raise WrongState(say("The fire is published; its orders cannot be changed."))
        until = now + timedelta(minutes=minutes) if minutes and found.waits else None
        change = {
            "thing": row.thing, "stage": row.stage, "entry": row.public_id, "until": until.isoformat() if until else "",
        }  # fmt: skip
        earlier = withheld(standing).get(row.public_id)
        ruled = rule(
            battle,
            found,
            umpire,
            kind,
            change,
            [found.side],
            reason,
            read_clause(battle.terms.book, clause),
            now,
            revokes=earlier,
        )
        _notify_its_commander(battle, found, row, kind, ruled, now)
        return ruled


def _entry_that_counts(move: Move, number: str) -> OrderEntry:
    """The entry of a receipt, while it counts; Unseen where the move has none with that number."""
    row = OrderEntry.objects.filter(move=move, public_id=read_public_id(number, "receipt")).first()
    if row is None:
        raise Unseen("receipt")
    if row.pk not in {one.pk for one in given_orders(move)}:
        raise WrongState(say("This order has been revised, or came too late. The desk shows the order in force."))
    return row


def _notify_its_commander(battle: Battle, move: Move, row: OrderEntry, kind: str, ruled: Ruled, now: datetime) -> None:
    """The holder of the seat is told, without any detail."""
    said = (
        say("returned an order of yours with a comment")
        if kind == Ruling.Kind.RETURN
        else say("is checking an order of yours")
    )
    text = say("Move {number}: the umpire {said}. See your sheet.", number=move.number, said=said)
    post = Post.objects.get(pk=row.post_id)
    to = [post] if post.held_until is None else []
    note_notice(battle, move=move, kind=f"order-{kind}", text=text, now=now, to=to, again=ruled.ruling)


def release_order(*, by: Any, ruling: str, reason: str, now: datetime) -> Ruled:
    """The umpire lets an order that was held or returned go into the finding after all."""
    with transaction.atomic():
        battle, found, umpire, row = _undecided(by, ruling)
        made = rule(battle, found, umpire, Ruling.Kind.RESTORE, {}, row.touches, reason, row.clause, now, revokes=row)
        look_again(found, now=now)
        return made


def leave_out(*, by: Any, ruling: str, reason: str, clause: str = "", now: datetime) -> Ruled:
    """The umpire leaves an order that was held or returned out of the finding, once its stage has closed: a correction to none."""
    with transaction.atomic():
        battle, found, umpire, row = _undecided(by, ruling)
        if not found.waits:
            raise WrongState(say("The move is still open; the commander can send another order."))
        cited = read_clause(battle.terms.book, clause)
        made = rule(
            battle, found, umpire, Ruling.Kind.CORRECT_ORDER, _without(found, row), row.touches, reason, cited, now, revokes=row
        )  # fmt: skip
        look_again(found, now=now)
        return made


def _undecided(by: Any, public_id: str) -> tuple[Battle, Move, Post, Ruling]:
    """A hold or a return that is still undecided, its battle locked."""
    row = Ruling.objects.select_related("move").filter(public_id=read_public_id(public_id, "ruling")).first()
    if row is None:
        raise Unseen("ruling")
    battle, found, umpire = umpires_move(by, row.move.public_id, "ruling")
    may_be_worked_on(found)
    if row.kind not in (Ruling.Kind.HOLD, Ruling.Kind.RETURN):
        raise WrongState(say("This ruling does not hold or return an order."))
    if Ruling.objects.filter(revokes=row).exists():
        raise WrongState(say("This is already decided."))
    return battle, found, umpire, row


def _without(move: Move, row: Ruling) -> Plain:
    """The orders of a thing without those of the stage that is left out."""
    thing, stage = row.change["thing"], row.change["stage"]
    kept = [one for one in given_orders(move) if one.thing == thing and one.stage != stage]
    return {"thing": thing, "orders": [[one.stage, order] for one in kept for order in one.orders]}
