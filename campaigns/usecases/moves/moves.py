"""Moves open and close; each once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns import bridge
from campaigns.bridge import in_force, rules_of
from campaigns.clock import closes_at
from campaigns.compiled_queries import Prepared
from campaigns.locks import lock_battle_with
from campaigns.models import Battle, Campaign, FrozenOrders, Invitation, Move, OrderEntry, Post, Readiness
from campaigns.models.invitation import to_commands
from campaigns.models.plain import Plain
from campaigns.usecases.access import fresh_move
from campaigns.usecases.clock.deadlines import add_due, publication_of, set_deadlines
from campaigns.usecases.messages.scheduled_messages import schedule_injects, schedule_rulings
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, Line, add_record
from rules.contract.data import Position
from rules.values.sentence import say

PLAYED = "played"
"""Why a move was closed where a player at a board moved, or made a claim or offer."""

CLOCK_OF_THE_TURN = (
    "allowance_minutes", "opened_at", "closes_at", "paused_at", "paused_until", "paused_reason", "paused_seconds",
    "extended_minutes",
)  # fmt: skip
"""The columns of the clock that go on while a turn at a board goes on."""


def open_move(
    battle: Battle, *, position: Position, opened_at: datetime, now: datetime, of: Move | None = None
) -> tuple[Move, Line]:
    """Open the next move of a locked battle, and write its due rows; the line is for the record.

    opened_at: later than ``now`` by the interval, if there is one.  [KS-TURN-07]
    of: the move in which something was said and no man moved: its turn goes on, under its clock.  [AMB-C20]
    """
    campaign, terms = battle.campaign, battle.terms
    rules = rules_of(terms)
    side = rules.next_side(position)
    numbers = Move.every.filter(battle=battle).values_list("number", "taken_back_at")
    last = max((number for number, taken_back in numbers if taken_back is None), default=0)
    minutes = rules.table(position).allowance(side)
    percent = time_percent(campaign, side)
    made = position.get("own_moves", {}).get(side, 0)
    own_number = number_of_turn(battle, side) if rules.book.on_board else made + 1
    move = Move(
        battle=battle,
        number=last + 1,
        side=side,
        own_number=own_number,
        stage=first_stage(terms.options, own_number),
        position=position,
        attempt=sum(number == last + 1 for number, _ in numbers),
        allowance_minutes=minutes,
        opened_at=opened_at,
        closes_at=closes_at(campaign, minutes, opened_at, percent),
        generation=1,
    )
    for name in CLOCK_OF_THE_TURN if of is not None else ():
        setattr(move, name, getattr(of, name))
    move.save(force_insert=True)
    add_due(move, now=now)
    schedule_injects(move, opened_at=opened_at)
    return move, (
        CLOCK,
        "move-opened",
        {"move": move.number, "side": side, "own_number": own_number, "stage": move.stage},
    )


def number_of_turn(battle: Battle, side: str, but: int = 0) -> int:
    """The number of a side's turn at a board: claims and offers do not change it, only a move does.  but: a move left out.  [AMB-C20]"""
    rows = Move.objects.filter(battle=battle, side=side).exclude(pk=but).select_related("finding")
    last = rows.order_by("-number").first()
    if last is None:
        return 1
    same = last.status == Move.Status.SUBMITTED and goes_on(battle, last.position, last.finding.position)
    return last.own_number + (0 if same else 1)


def goes_on(battle: Battle, before: Position, after: Position) -> bool:
    """Whether the turn of one position goes on in another."""
    return rules_of(battle.terms).book.goes_on(before, after)


def time_percent(campaign: Campaign, side: str) -> int:
    """How much of a move's allowance a side has, in hundredths."""
    percent: int = campaign.sides.values_list("time_percent", flat=True).get(key=side)
    return percent


def first_stage(options: Plain, own_number: int) -> str:
    """Fire first in a campaign of two stages, from the first own move in which anybody may fire.  [KS-TURN-02, KS-TURN-04]"""
    if options.get("two_stage_move") and own_number >= options.get("first_fire_move", 1):
        return Move.Stage.FIRE
    return Move.Stage.MOVEMENT


def close_move(*, move_id: int, now: datetime, cause: str) -> bool:
    """Close a move, once; whether this call closed it."""
    with transaction.atomic():
        battle = lock_battle_with(move_id)
        return end_move_now(battle, fresh_move(battle, move_id), now=now, cause=cause)


def end_move_now(battle: Battle, move: Move, *, now: datetime, cause: str) -> bool:
    """Time is up: the fire orders close in the fire stage, else the move; the battle is locked."""
    if move.status != Move.Status.OPEN or (move.stage == Move.Stage.FIRE and move.fire_closed_at is not None):
        return False
    if move.stage == Move.Stage.FIRE:
        close_fire(battle, move, now=now, cause=cause)
    else:
        _close(battle, move, now=now, cause=cause)
    return True


def close_fire(battle: Battle, move: Move, *, now: datetime, cause: str) -> None:
    """Fire orders close; the clock is stopped until the fire is settled, and its remaining time is kept."""
    left = (move.closes_at - now).total_seconds() if move.closes_at else 0
    entries = freeze(move, Move.Stage.FIRE)
    states = turned_in(battle, move, entries)
    move.fire_closed_at, move.fire_left_seconds, move.closes_at = now, max(int(left), move.fire_left_seconds), None
    _stop_clock(move)
    move.publishes_at = publication_of(move, now)
    set_deadlines(move, now=now)
    move.save(update_fields=["fire_closed_at", "fire_left_seconds", "closes_at", *STOPPED])
    note_notice(
        battle,
        move=move,
        kind="fire-closed",
        text=say("Move {number}: the fire orders are closed.", number=move.number),
        now=now,
    )
    add_record(battle, at=now, actor=CLOCK, kind="fire-closed", data=_closing(move, cause, entries, states))


def _close(battle: Battle, move: Move, *, now: datetime, cause: str) -> None:
    campaign = battle.campaign
    entries = freeze(move, Move.Stage.MOVEMENT)
    states = turned_in(battle, move, entries)
    move.status, move.closed_at, move.close_cause = Move.Status.CLOSED, now, cause
    if move.closes_at is not None:
        move.drained_at = min(move.closes_at + timedelta(seconds=campaign.drain_seconds), now)
    if cause != PLAYED:  # else it may run on in the turn that goes on
        _stop_clock(move)
    schedule_rulings(move, now=now)
    move.publishes_at = publication_of(move, now)
    set_deadlines(move, now=now)
    move.save(update_fields=["status", "closed_at", "close_cause", "drained_at", *STOPPED])
    note_notice(battle, move=move, kind="closed", text=say("Move {number} is closed.", number=move.number), now=now)
    add_record(battle, at=now, actor=CLOCK, kind="move-closed", data=_closing(move, cause, entries, states))


STOPPED = ["paused_at", "paused_until", "paused_reason", "generation", "publishes_at"]
"""The columns of a move that change when its clock stops for good."""


def _stop_clock(move: Move) -> None:
    move.paused_at = move.paused_until = None
    move.paused_reason = ""


def _closing(move: Move, cause: str, entries: Sequence[OrderEntry], states: dict[str, str]) -> dict[str, Any]:
    orders = [{"thing": one.thing, "number": one.public_id, "digest": one.digest} for one in entries]
    return {"move": move.number, "cause": cause, "orders": orders, "posts": states}


def freeze(move: Move, stage: str) -> list[OrderEntry]:
    """Store permanently which entries of a stage were in force when it closed."""
    entries = in_force(move, stage)
    first = FrozenOrders.objects.filter(move=move).count() if entries else 0
    FrozenOrders.objects.bulk_create(
        FrozenOrders(move=move, entry=entry, stage=stage, thing=entry.thing, sequence=first + at)
        for at, entry in enumerate(entries)
    )
    return entries


def turned_in(battle: Battle, move: Move, entries: Sequence[OrderEntry]) -> dict[str, str]:
    """What each commanding seat had sent when the move ended: ``received``, ``confirmed-empty`` or ``none``.

    Decided only here; it is written to the record with the closing, and read from there.
    """
    ordered = {entry.post_id for entry in entries if entry.orders}
    empty = {entry.post_id for entry in entries if not entry.orders}
    ready = set(Readiness.objects.filter(move=move).values_list("post_id", flat=True))
    states = {}
    for post in commanding(battle, move):
        states[post.public_id] = (
            "received" if post.pk in ordered else "confirmed-empty" if post.pk in ready | empty else "none"
        )
    return states


def commanding(battle: Battle, move: Move) -> list[Post]:
    """The seats of the side that moves that have anything to command."""
    held = _commanders(battle.campaign_id, move.side)
    return bridge.commanding(battle.terms, held, move.position, move.side)


def invited(battle: Battle, move: Move, now: datetime) -> list[Invitation]:
    """The invitations to seats of the side that moves which somebody may still take to command in this move.

    None where the clock would have to wait for ever: without an umpire and without a limit of time.
    """
    if battle.campaign.works_itself and move.closes_at is None:
        return []
    rows = list(to_commands(battle.campaign_id, now).filter(side__key=move.side))
    held = _commanders(battle.campaign_id, move.side) if rows else []
    return bridge.invited(battle.terms, held, rows, move.position, move.side)


_commanders = Prepared(
    lambda campaign, side: Post.objects.filter(
        campaign_id=campaign,
        side__key=side,
        held_until__isnull=True,
        kind__in=[Post.Kind.GENERAL, Post.Kind.COMMANDER],
    ).order_by("pk"),
    int,
    str,
)
