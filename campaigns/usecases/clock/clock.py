"""The clock of a move: paused, resumed, extended, and ended early."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns.errors import Capped, KeyReused, MoveClosed, WrongState
from campaigns.models import Battle, Campaign, Extension, Move, Post
from campaigns.models.move import is_in_break
from campaigns.usecases.access import current_move, umpires_battle, umpires_move
from campaigns.usecases.clock.deadlines import set_deadlines
from campaigns.usecases.messages.couriers import delay_couriers
from campaigns.usecases.messages.inject_states import put_off_opening
from campaigns.usecases.moves.moves import end_move_now
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, add_record
from campaigns.usecases.text_checks import read_key, read_line, read_whole
from rules.values.sentence import say, say_many

CLOCK_FIELDS = ["opened_at", "closes_at", "paused_at", "paused_until", "paused_reason", "paused_seconds", "generation"]


STOPPED_AT_MOST = timedelta(days=7)
"""How long the clock of a battle that was begun with it stopped waits for the umpire, before it starts by itself."""


@dataclass(frozen=True)
class ClockState:
    """The state of the clock of a move.  closes_at: none while it is stopped."""

    move: str
    number: int
    opened_at: datetime
    closes_at: datetime | None
    paused_at: datetime | None
    paused_until: datetime | None
    extended_minutes: int


def pause_clock(*, by: Any, battle: str, reason: str, minutes: int, now: datetime) -> ClockState:
    """The umpire stops the clock of a move, or of the break before it, for at most so many minutes; it then starts again by itself."""
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        move = current_move(locked)
        if move is None:
            raise WrongState(say("No move is open in this battle."))
        if not is_in_break(move, now):
            _may_run_on(move, now)
        if move.paused_at is not None:
            raise WrongState(say("The clock is already paused."))
        left = locked.campaign.pause_cap_minutes * 60 - move.paused_seconds
        if left <= 0:
            raise Capped(
                say_many(
                    "The clock has been paused for {n} minute in this move. More is not allowed.",
                    "The clock has been paused for {n} minutes in this move. More is not allowed.",
                    locked.campaign.pause_cap_minutes,
                )
            )
        seconds = min(read_whole(minutes, "minutes", 1, 100_000) * 60, left)
        move.paused_at, move.paused_until = now, now + timedelta(seconds=seconds)
        move.paused_reason = read_line(reason, "reason", 300)
        delay_couriers(locked, timedelta(seconds=seconds))
        if is_in_break(move, now):
            put_off_opening(move, timedelta(seconds=seconds))
        set_deadlines(move, now=now)
        move.save(update_fields=CLOCK_FIELDS)
        said = (
            say("The break before move {number} is paused: {paused_reason}", **_of(move))
            if is_in_break(move, now)
            else say("The clock of move {number} is paused: {paused_reason}", **_of(move))
        )
        _notify(
            locked,
            move,
            umpire,
            "clock-paused",
            said,
            now,
            seconds=seconds,
        )
        return state_of(move)


def _of(move: Move) -> dict[str, Any]:
    return {"number": move.number, "paused_reason": move.paused_reason}


def begin_stopped(battle: Battle, *, umpire: Post, now: datetime) -> None:
    """The first move of a locked battle that begins now waits until the umpire starts the clock; it opens then.

    Nobody else's coming starts it.  A clock that was never started is the one that stands without a reason.
    The campaign's cap of pauses is for moves under way, and is not used up by it.  WrongState where no minutes run.
    """
    move, mode = current_move(battle), battle.campaign.clock_mode
    if battle.campaign.works_itself:
        raise WrongState(say("Without an umpire there is nobody to start the clock."))
    if move is None or move.closes_at is None or mode == Campaign.ClockMode.DEADLINE:
        raise WrongState(say("The clock of this campaign counts no minutes, so that it cannot wait to be started."))
    move.paused_at, move.paused_until = now, now + STOPPED_AT_MOST
    set_deadlines(move, now=now)
    move.save(update_fields=CLOCK_FIELDS)
    text = say("The clock of move {number} stands until the umpire starts it.", number=move.number)
    _notify(battle, move, umpire, "clock-paused", text, now, seconds=int(STOPPED_AT_MOST.total_seconds()))


def resume_clock(*, by: Any, battle: str, now: datetime) -> ClockState:
    """The umpire starts the clock again; the time that it was stopped is added."""
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        move = current_move(locked)
        if move is None or move.paused_at is None:
            raise WrongState(say("The clock is not paused."))
        resume(locked, move, actor=umpire.title, now=now)
        return state_of(move)


def resume(battle: Battle, move: Move, *, actor: str, now: datetime) -> None:
    """The clock of a paused move starts again; the battle is locked."""
    if move.paused_at is None or move.paused_until is None:
        return
    stood, in_break = min(now, move.paused_until) - move.paused_at, is_in_break(move, now)
    early = max(move.paused_until - now, timedelta(0))
    delay_couriers(battle, -early)
    if in_break:
        put_off_opening(move, -early)
    from_the_beginning = move.number == 1 and move.paused_at == battle.started_at
    if in_break or from_the_beginning:
        move.opened_at += stood
    if move.closes_at is not None:
        move.closes_at += stood
    move.paused_seconds += 0 if from_the_beginning else int(stood.total_seconds())
    move.paused_at = move.paused_until = None
    move.paused_reason = ""
    set_deadlines(move, now=now)
    move.save(update_fields=CLOCK_FIELDS)
    data = {"move": move.number, "closes_at": _iso(move.closes_at)}
    note_notice(
        battle,
        move=move,
        kind="clock-resumed",
        text=say(
            "The clock of move {number} has started."
            if from_the_beginning
            else "The break before move {number} runs again."
            if in_break
            else "The clock of move {number} runs again.",
            number=move.number,
        ),
        now=now,
        again=str(move.generation),
    )
    add_record(battle, at=now, actor=actor, kind="clock-resumed", data=data)


def extend_move(*, by: Any, move: str, minutes: int, reason: str, key: str, now: datetime) -> ClockState:
    """The umpire adds minutes to a move, up to the campaign's cap; the same key adds them once."""
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        minutes, reason = read_whole(minutes, "minutes", 1, 100_000), read_line(reason, "reason", 300)
        earlier = Extension.objects.filter(move=found, key=read_key(key)).first()
        if earlier is not None:
            if (earlier.minutes, earlier.reason) != (minutes, reason):
                raise KeyReused
            return state_of(found)
        _may_run_on(found, now)
        cap = battle.campaign.extension_cap_minutes
        if found.extended_minutes + minutes > cap:
            raise Capped(
                say_many(
                    "With {n} more minute this move would be extended by {extended_minutes}; at most {cap} are allowed.",
                    "With {n} more minutes this move would be extended by {extended_minutes}; at most {cap} are allowed.",
                    minutes,
                    extended_minutes=found.extended_minutes + minutes,
                    cap=cap,
                )
            )
        Extension.objects.create(move=found, by=umpire, minutes=minutes, reason=reason, key=key, at=now)
        lengthen(found, timedelta(minutes=minutes), now=now)
        found.extended_minutes += minutes
        found.save(update_fields=["extended_minutes"])
        text = say_many(
            "Move {number} has {n} minute more: {reason}",
            "Move {number} has {n} minutes more: {reason}",
            minutes,
            number=found.number,
            reason=reason,
        )
        _notify(battle, found, umpire, "clock-extended", text, now, minutes=minutes)
        return state_of(found)


def lengthen(move: Move, by: timedelta, *, now: datetime) -> None:
    """Postpone the close of a move and make its due rows again."""
    if move.closes_at is not None:
        move.closes_at += by
    set_deadlines(move, now=now)
    move.save(update_fields=CLOCK_FIELDS)


def close_early(*, by: Any, move: str, now: datetime, reason: str = "") -> ClockState:
    """The umpire ends a move early; what was sent before still counts, through the drain."""
    cause = read_line(reason, "reason", 300, least=0) or "umpire"
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        _may_run_on(found, now)
        stop_early(battle, found, actor=umpire.title, cause=cause, now=now)
        return state_of(found)


def stop_early(battle: Battle, move: Move, *, actor: str, cause: str, now: datetime) -> None:
    """A move ends now; it closes after the drain, or at once where there is none."""
    if move.paused_at is not None and move.paused_until is not None:
        delay_couriers(battle, -max(move.paused_until - now, timedelta(0)))
        move.paused_at = move.paused_until = None
        move.paused_reason = ""
    left = (move.closes_at - now) if move.closes_at is not None else timedelta(0)
    move.closes_at, move.opened_at = now, min(move.opened_at, now)
    move.fire_left_seconds = max(int(left.total_seconds()), 0) if move.stage == Move.Stage.FIRE else 0
    set_deadlines(move, now=now)
    move.save(update_fields=[*CLOCK_FIELDS, "fire_left_seconds"])
    add_record(battle, at=now, actor=actor, kind="time-called", data={"move": move.number, "cause": cause})
    if not battle.campaign.drain_seconds:
        end_move_now(battle, move, now=now, cause=cause)


def cut_interval(*, by: Any, move: str, now: datetime) -> ClockState:
    """The umpire opens the next move before the interval, paused or not, is over.  [KS-TURN-07: at most four or five minutes]"""
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move)
        if not is_in_break(found, now):
            raise WrongState(say("The break is over."))
        if found.paused_at is not None:
            resume(battle, found, actor=umpire.title, now=now)
        left = max(found.opened_at - now, timedelta(0))
        put_off_opening(found, -left)
        if found.closes_at is not None:
            found.closes_at -= left
        found.opened_at -= left
        set_deadlines(found, now=now)
        found.save(update_fields=CLOCK_FIELDS)
        _notify(battle, found, umpire, "opened", say("Move {number} is open.", number=found.number), now)
        return state_of(found)


def extend_after_outage(battle: Battle, move: Move, *, gap: timedelta, now: datetime) -> None:
    """A deadline fell into an outage: it is postponed by as much, and everybody is told; the battle is locked."""
    lengthen(move, gap, now=now)
    seconds = int(gap.total_seconds())
    text = say("The server was down during move {number}. The move is extended by that time.", number=move.number)
    note_notice(battle, move=move, kind="outage", text=text, now=now, again=str(move.generation))
    data = {"move": move.number, "seconds": seconds, "closes_at": _iso(move.closes_at)}
    add_record(battle, at=now, actor=CLOCK, kind="outage", data=data)


def state_of(move: Move) -> ClockState:
    """The state of the clock of a move."""
    return ClockState(
        move=move.public_id,
        number=move.number,
        opened_at=move.opened_at,
        closes_at=None if move.paused_at else move.closes_at,
        paused_at=move.paused_at,
        paused_until=move.paused_until,
        extended_minutes=move.extended_minutes,
    )


def _may_run_on(move: Move, now: datetime) -> None:
    """Refuse where the clock of a move no longer runs."""
    called = move.paused_at is None and move.closes_at is not None and now >= move.closes_at
    if move.status != Move.Status.OPEN or called or move.closes_at is None:
        raise MoveClosed(say("Move {number} has ended.", number=move.number), move=move.public_id)


def _notify(battle: Battle, move: Move, by: Post, kind: str, text: str, now: datetime, **data: Any) -> None:
    note_notice(battle, move=move, kind=kind, text=text[:500], now=now, again=str(move.generation))
    add_record(
        battle,
        at=now,
        actor=by.title,
        kind=kind,
        data={"move": move.number, "text": text, "closes_at": _iso(move.closes_at), **data},
    )


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time is not None else None
