"""What falls due is looked for and done, each thing once, whoever looks and however often.

A due row is claimed by a conditional update in the transaction that does what was due; the battle's lock comes first.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from campaigns.bridge import OUT_OF_TIME
from campaigns.errors import Busy, FactsWanting, Parked
from campaigns.jumps import SETTLES, SWEEP, frozen
from campaigns.locks import lock_battle
from campaigns.models import Battle, Due, Move, Pulse
from campaigns.unlocked import unlocked
from campaigns.usecases.access import fresh_move
from campaigns.usecases.campaigns.counting import count_battle
from campaigns.usecases.clock.clock import go_on, keep_after_outage
from campaigns.usecases.matches.tournaments import go_on_after
from campaigns.usecases.messages.couriers import put_riders_off, rider_is_due
from campaigns.usecases.messages.giving import inject_is_due
from campaigns.usecases.moves.claiming import LEASE, WAITING
from campaigns.usecases.moves.firing import finish_fire
from campaigns.usecases.moves.moves import call_time
from campaigns.usecases.moves.submission import finish_submission
from campaigns.usecases.notices import note_notice
from campaigns.usecases.people.mails import send_outbox
from campaigns.usecases.record import CLOCK, add_record
from rules.errors import Refused

log = logging.getLogger(__name__)

LONGEST_GAP = timedelta(seconds=60)
"""A longer silence between two sweeps is an outage."""

MOMENT = timedelta(milliseconds=300)
"""A sweep so shortly after another finds nothing new."""

AT_A_TIME = 500
"""Due rows that one sweep takes."""


@dataclass
class Swept:
    """What one sweep did.  frozen: why it did nothing, where the clock has jumped."""

    closed: int = 0
    warned: int = 0
    opened: int = 0
    resumed: int = 0
    settled: int = 0
    submitted: int = 0
    counted: int = 0
    rode: int = 0
    extended: int = 0
    injected: int = 0
    sent: int = 0
    failed: int = 0
    frozen: str = ""


def go_round(now: datetime, silence: timedelta) -> Swept | None:
    """Sweep, unless somebody has done so within the silence that is allowed."""
    last = Pulse.objects.filter(name=SWEEP).values_list("at", flat=True).first()
    if last is not None and timedelta(0) <= now - last < silence:
        return None
    return sweep(now)


def sweep(now: datetime) -> Swept:
    """Look at all that is due and do it.  Harmless when doubled, when late, and when killed at any moment."""
    swept = Swept()
    swept.frozen = frozen(now)
    if swept.frozen:
        log.error("%s Nothing falls due until it has held still for %d seconds.", swept.frozen, SETTLES.seconds)
        return swept
    if not _beat(now, swept):
        return swept
    rows = Due.objects.filter(state=Due.State.WAITING, due_at__lte=now).exclude(kind=Due.Kind.ANSWER)
    rows = rows.order_by("due_at", "pk")
    for due_id, battle_id, kind in list(rows.values_list("pk", "battle_id", "kind")[:AT_A_TIME]):
        _safely(swept, partial(_do, due_id, battle_id, kind, now, swept))
    _finish_what_was_abandoned(now, swept)
    swept.sent = send_outbox(now)
    return swept


def _safely(swept: Swept, deed: Callable[[], None]) -> None:
    """Do one thing; if it fails the others are done all the same, and it is tried again at the next sweep."""
    try:
        deed()
    except Exception:
        swept.failed += 1
        log.exception("something that was due could not be done")


def _beat(now: datetime, swept: Swept) -> bool:
    """Beat the pulse; after an outage put off, in the same transaction, every deadline that fell into it.

    Whether this sweep may go on: of two at once, one that finds the pulse beaten before it leaves the outage to the other.
    """
    with transaction.atomic():
        pulse, _ = Pulse.objects.get_or_create(name=SWEEP, defaults={"at": now, "mark": now})
        last = pulse.at
        gap = now - last
        if gap <= timedelta(0):
            return True
        if not Pulse.objects.filter(name=SWEEP, at=last).update(
            at=now, mark=max(now, pulse.mark), rounds=F("rounds") + 1
        ):
            return False
        if gap > LONGEST_GAP:
            swept.extended = _put_off(last, now)
    return True


def _put_off(last: datetime, now: datetime) -> int:
    """Put off every deadline between the last sweep and now, and every rider, by the time between; how many deadlines those are."""
    moves = Move.objects.filter(status=Move.Status.OPEN, paused_at__isnull=True, closes_at__gt=last, closes_at__lte=now)
    fallen = dict(moves.values_list("battle_id", "pk"))
    riders = Due.objects.filter(kind=Due.Kind.COURIER, state=Due.State.WAITING, due_at__gt=last, due_at__lte=now)
    put_off = 0
    for battle_id in sorted({*fallen, *riders.values_list("battle_id", flat=True)}):
        battle = lock_battle(battle_id)
        put_riders_off(battle, now - last, after=last, until=now)
        if battle_id not in fallen:
            continue
        move = fresh_move(battle, fallen[battle_id])
        still = move.status == Move.Status.OPEN and move.paused_at is None and move.closes_at is not None
        if still and move.closes_at is not None and last < move.closes_at <= now:
            keep_after_outage(battle, move, gap=now - last, now=now)
            put_off += 1
    return put_off


def _do(due_id: int, battle_id: int, kind: str, now: datetime, swept: Swept) -> None:
    """Do what was due, if it is still waiting once the battle is locked."""
    if kind == Due.Kind.FIND:
        _find(due_id, battle_id, now, swept)
        return
    if kind == Due.Kind.COUNT:
        swept.counted += count_battle(battle_id=battle_id, now=now)
        go_on_after(battle_id=battle_id, now=now)
        Due.objects.filter(pk=due_id).update(state=Due.State.DONE)
        return
    _do_locked(due_id, battle_id, kind, now, swept)


@unlocked
def _do_locked(due_id: int, battle_id: int, kind: str, now: datetime, swept: Swept) -> None:
    """What a battle is locked for."""
    with transaction.atomic():
        battle = lock_battle(battle_id)
        if not Due.objects.filter(pk=due_id, state=Due.State.WAITING).update(state=Due.State.DONE):
            return
        move = fresh_move(battle, Due.objects.values_list("move_id", flat=True).get(pk=due_id))
        if kind == Due.Kind.COURIER:
            swept.rode += rider_is_due(battle, due_id, now)
        elif kind == Due.Kind.INJECT:
            generation = Due.objects.values_list("generation", flat=True).get(pk=due_id)
            swept.injected += inject_is_due(battle, move, generation, now)
        elif kind == Due.Kind.CLOSE:
            swept.closed += call_time(battle, move, now=now, cause=OUT_OF_TIME)
        elif kind == Due.Kind.RESUME:
            go_on(battle, move, actor=CLOCK, now=now)
            swept.resumed += 1
        elif kind == Due.Kind.INTERVAL:
            note_notice(battle, move=move, kind="opened", text=f"Move {move.number} is open.", now=now)
            add_record(battle, at=now, actor=CLOCK, kind="interval-over", data={"move": move.number})
            swept.opened += 1
        else:
            swept.warned += _warn(battle, move, kind, now)


def _warn(battle: Battle, move: Move, kind: str, now: datetime) -> bool:
    """Call the time that is left; nothing where it is over already."""
    if move.status != Move.Status.OPEN or move.closes_at is None or now >= move.closes_at:
        return False
    left = int(kind.rpartition("-")[2])
    text = f"Move {move.number} closes in {left // 60}:{left % 60:02d}."
    note_notice(battle, move=move, kind=kind, text=text, now=now, again=str(move.generation))
    return True


def _find(due_id: int, battle_id: int, now: datetime, swept: Swept) -> None:
    """Find and publish where no umpire is present.

    The row waits until something has come of it, so that nobody who is killed takes it with him: the claims of the move
    are counted, and the third parks it.  What the rules refuse, or cannot find for want of facts, is told once.
    """
    waiting = Due.objects.filter(pk=due_id, state=Due.State.WAITING)
    move_id = waiting.values_list("move_id", flat=True).first()
    if move_id is None:
        return
    try:
        _finish(move_id, now, swept)
    except (Busy, Parked):
        return
    except Refused as refused:
        with transaction.atomic():
            battle = lock_battle(battle_id)
            if waiting.update(state=Due.State.DONE):
                _tell_that_it_waits(battle, fresh_move(battle, move_id), refused, now)
        return
    waiting.update(state=Due.State.DONE)


def _finish(move_id: int, now: datetime, swept: Swept) -> None:
    """The finding of a move that waits for it: of its fire, or of all of it."""
    if Move.objects.filter(pk=move_id, stage=Move.Stage.FIRE, status=Move.Status.OPEN).exists():
        swept.settled += finish_fire(move_id=move_id, now=now)
    else:
        swept.submitted += finish_submission(move_id=move_id, now=now).done


def _tell_that_it_waits(battle: Battle, move: Move, refused: Refused, now: datetime) -> None:
    """Tell everybody that a move cannot be found by itself, and for whom it waits."""
    text = (
        f"Move {move.number} waits for facts that people must measure: the officials, or the umpire."
        if isinstance(refused, FactsWanting)
        else f"Move {move.number} cannot be found by itself; it waits for the umpire."
    )
    note_notice(battle, move=move, kind="waits", text=text, now=now, again=str(move.generation))
    add_record(battle, at=now, actor=CLOCK, kind="not-submitted", data={"move": move.number, **refused.data()})


def _finish_what_was_abandoned(now: datetime, swept: Swept) -> None:
    """Find what was claimed and is older than the lease."""
    old = Move.objects.filter(WAITING, parked=False, claimed_at__lte=now - LEASE)
    for move_id in list(old.order_by("claimed_at").values_list("pk", flat=True)[:AT_A_TIME]):

        def finish(move_id: int = move_id) -> None:
            try:
                _finish(move_id, now, swept)
            except Refused as refused:
                log.warning("move %s was not finished: %s", move_id, refused.code)

        _safely(swept, finish)
