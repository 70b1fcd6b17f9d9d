"""A machine plays its turn: claimed, computed in another process, ordered by the use case by which persons play.

The claim is committed under a fence number before anything is computed.  The order's key belongs to the move, so that
two answers to the same move give one order.  A machine is shown what its side may see.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns import machines
from campaigns.bridge import rules_of
from campaigns.errors import MoveClosed
from campaigns.locks import lock_battle
from campaigns.models import Answer, Battle, Due, Machine, Move
from campaigns.uci import Failed
from campaigns.unlocked import unlocked
from campaigns.usecases.access import fresh_move
from campaigns.usecases.clock.deadlines import machine_posts
from campaigns.usecases.matches.board_turns import play
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK, add_record
from rules.errors import Refused
from rules.values.sentence import say

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=45)
"""How long a claim is left alone: longer than the longest a machine may think."""

MOST_ATTEMPTS = 3
AT_A_TIME = 20
IN_A_ROW = 5
"""Turns that are answered one after another, before others have the worker."""

THINKING = threading.Lock()
"""One machine thinks for each process: it has one core, and the sweep must have a thread."""


@dataclass(frozen=True)
class Held:
    """A turn claimed for a machine under a fence number, and the machine's question."""

    due_id: int
    move_id: int
    move: str
    fence: int
    attempts: int
    user: Any
    request: machines.MoveRequest


def play_due_turns(clock: Callable[[], datetime], *, left_alone_for: timedelta = timedelta(0)) -> int:
    """Answer for the machines whose turn it is; the number of turns.  Nothing where another thread does so.

    left_alone_for: how long a turn must have waited for its machine.
    """
    if not THINKING.acquire(blocking=False):
        return 0
    try:
        done = 0
        while done < IN_A_ROW and (held := claim_next(clock(), left_alone_for)) is not None:
            answer(held, clock)
            done += 1
        return done
    finally:
        THINKING.release()


def claim_next(now: datetime, left_alone_for: timedelta = timedelta(0)) -> Held | None:
    """Claim the turn that has waited longest for its machine; none where none waits."""
    rows = Due.objects.filter(state=Due.State.WAITING, kind=Due.Kind.ANSWER, due_at__lte=now - left_alone_for)
    for due_id, battle_id in list(rows.order_by("due_at", "pk").values_list("pk", "battle_id")[:AT_A_TIME]):
        held = _claimed(battle_id, due_id, now)
        if held is not None:
            return held
    return None


@unlocked
def _claimed(battle_id: int, due_id: int, now: datetime) -> Held | None:
    """The same for one turn."""
    with transaction.atomic():
        return _claim(lock_battle(battle_id), due_id, now)


def _claim(battle: Battle, due_id: int, now: datetime) -> Held | None:
    """Claim a turn, if it still waits and no other process works on it."""
    due = Due.objects.filter(pk=due_id, state=Due.State.WAITING).first()
    if due is None:
        return None
    move = fresh_move(battle, due.move_id)
    machine = Machine.objects.filter(user__posts__in=machine_posts(move)).select_related("user").first()
    if machine is None or move.status != Move.Status.OPEN or battle.status != Battle.Status.RUNNING:
        Due.objects.filter(pk=due_id).update(state=Due.State.DONE)
        return None
    found, _ = Answer.objects.get_or_create(move=move)
    if found.claimed_at is not None and found.claimed_at + LEASE > now:
        return None
    if found.attempts >= MOST_ATTEMPTS:
        _give_up(battle, move, found, due_id, say("it did not answer three times"), now)
        return None
    found.fence, found.attempts, found.claimed_at = found.fence + 1, found.attempts + 1, now
    found.save(update_fields=["fence", "attempts", "claimed_at"])
    terms = battle.terms
    request = machines.MoveRequest(
        engine=machine.engine,
        level=machine.level,
        book=terms.book,
        options=terms.options,
        position=rules_of(terms).table(move.position).sees(move.side),
        side=move.side,
        seats=terms.seats,
    )
    return Held(due_id, move.pk, move.public_id, found.fence, found.attempts, machine.user, request)


def answer(held: Held, clock: Callable[[], datetime]) -> bool:
    """Ask a machine for its answer to a claimed turn, and play it; whether it was played."""
    try:
        orders = machines.orders_of(held.request)
        if not _still_held(held):
            return False
        play(user=held.user, move=held.move, orders=orders, key=f"machine-{held.move}", now=clock())
    except MoveClosed:
        return False  # the turn has been played, or has ended, in the meantime
    except (Failed, Refused) as fault:
        _failed(held, str(fault) or getattr(fault, "sentence", ""), clock())
        return False
    except Exception:
        reference = f"K-{secrets.token_hex(4)}"
        log.exception("a machine failed at move %s, reference %s", held.move_id, reference)
        _failed(held, say("a program error, reference {reference}", reference=reference), clock())
        return False
    Answer.objects.filter(move_id=held.move_id, fence=held.fence).update(answered_at=clock(), claimed_at=None)
    return True


def _still_held(held: Held) -> bool:
    return Answer.objects.filter(move_id=held.move_id, fence=held.fence, answered_at__isnull=True).exists()


def _failed(held: Held, why: str, now: datetime) -> None:
    """Leave the turn to the next attempt; after the last it is given up."""
    with transaction.atomic():
        move_row = Move.objects.values_list("battle_id", flat=True).get(pk=held.move_id)
        battle = lock_battle(move_row)
        found = Answer.objects.filter(move_id=held.move_id, fence=held.fence).first()
        if found is None:
            return
        if held.attempts >= MOST_ATTEMPTS:
            _give_up(battle, fresh_move(battle, held.move_id), found, held.due_id, why, now)
        else:
            found.claimed_at = None
            found.save(update_fields=["claimed_at"])


def _give_up(battle: Battle, move: Move, found: Answer, due_id: int, why: str, now: datetime) -> None:
    """Set a turn aside until somebody asks for it again: the umpire is told, or where there is none everybody."""
    found.failed, found.claimed_at = why[:300], None
    found.save(update_fields=["failed", "claimed_at"])
    Due.objects.filter(pk=due_id).update(state=Due.State.DONE)
    text = say("Move {number}: the machine cannot play: {why}.", number=move.number, why=why)
    note_notice(
        battle, move=move, kind="machine-failed", text=text[:500], now=now, to=umpires(battle) or None,
        again=str(found.fence),
    )  # fmt: skip
    add_record(battle, at=now, actor=CLOCK, kind="machine-failed", data={"move": move.number, "why": why[:300]})
