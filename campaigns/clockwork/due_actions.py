"""What is done for each kind of thing that falls due: once, by whichever process is first.

A due row is claimed by a conditional update in the transaction that does the work; the battle's lock comes first.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from campaigns.bridge import OUT_OF_TIME
from campaigns.clock import steady_seconds
from campaigns.errors import Busy, FactsWanting, Parked
from campaigns.locks import lock_battle, lock_battle_if_due
from campaigns.models import Battle, Due, Move
from campaigns.serving.counters import counted
from campaigns.unlocked import unlocked
from campaigns.usecases.access import fresh_move
from campaigns.usecases.campaigns.credits import count_battle
from campaigns.usecases.clock.clock import resume
from campaigns.usecases.matches.tournaments import continue_match_after
from campaigns.usecases.messages.couriers import rider_is_due
from campaigns.usecases.messages.scheduled_messages import inject_is_due
from campaigns.usecases.moves.fire import finish_fire
from campaigns.usecases.moves.moves import end_move_now
from campaigns.usecases.moves.submission import finish_submission
from campaigns.usecases.moves.undisputed import publish_undisputed
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, add_record
from rules.errors import Refused
from rules.values.sentence import say


@dataclass
class Swept:
    """The result of one sweep.  frozen: why it did nothing, where the clock has jumped; handed: findings left to others."""

    closed: int = 0
    warned: int = 0
    opened: int = 0
    resumed: int = 0
    settled: int = 0
    submitted: int = 0
    published: int = 0
    counted: int = 0
    rode: int = 0
    extended: int = 0
    injected: int = 0
    sent: int = 0
    failed: int = 0
    handed: int = 0
    frozen: str = ""


class Row(NamedTuple):
    """What is read of a due row before anything is locked.  called: when its move ended, or is to end.

    due_at: of a close when its drain is over.
    """

    pk: int
    battle_id: int
    move_id: int
    kind: str
    generation: int
    battle: str
    called: datetime | None
    due_at: datetime


COLUMNS = ("pk", "battle_id", "move_id", "kind", "generation", "battle__public_id", "move__closes_at", "due_at")
"""The columns of a ``Row``."""


def do(row: Row, now: datetime, swept: Swept, *, waits: bool) -> None:
    """Do what was due, if it still waits.  waits: for a battle that another process has locked; else it is left for later."""
    if row.kind == Due.Kind.COUNT:
        swept.counted += count_battle(battle_id=row.battle_id, now=now)
        continue_match_after(battle_id=row.battle_id, now=now)
        Due.objects.filter(pk=row.pk).update(state=Due.State.DONE)
    else:
        began, closed = steady_seconds(), swept.closed
        _do_locked(row, now, swept, waits)
        if swept.closed > closed:
            counted.took("close", (now - row.due_at).total_seconds() + steady_seconds() - began)


@unlocked
def _do_locked(row: Row, now: datetime, swept: Swept, waits: bool) -> None:
    """The work that needs the lock of a battle."""
    with transaction.atomic():
        battle = lock_battle_if_due(row.battle_id, row.pk, waits=waits)
        if battle is None or not _claimed(row.pk):
            return
        move = fresh_move(battle, row.move_id, whole=row.kind == Due.Kind.CLOSE)
        if row.kind == Due.Kind.COURIER:
            swept.rode += rider_is_due(battle, row.pk, now)
        elif row.kind == Due.Kind.INJECT:
            swept.injected += inject_is_due(battle, move, row.generation, now)
        elif row.kind == Due.Kind.CLOSE:
            swept.closed += end_move_now(battle, move, now=now, cause=OUT_OF_TIME)
        elif row.kind == Due.Kind.RESUME:
            resume(battle, move, actor=CLOCK, now=now)
            swept.resumed += 1
        elif row.kind == Due.Kind.INTERVAL:
            note_notice(
                battle, move=move, kind="opened", text=say("Move {number} is open.", number=move.number), now=now
            )
            add_record(battle, at=now, actor=CLOCK, kind="interval-over", data={"move": move.number})
            swept.opened += 1
        else:
            swept.warned += _warn(battle, move, row.kind, now)


def _claimed(due_id: int) -> bool:
    """Whether a due row was still waiting, and is now claimed by this process."""
    return bool(Due.objects.filter(pk=due_id, state=Due.State.WAITING).update(state=Due.State.DONE))


def _warn(battle: Battle, move: Move, kind: str, now: datetime) -> bool:
    """Warn of the time that is left; nothing where it is over."""
    if move.status != Move.Status.OPEN or move.closes_at is None or now >= move.closes_at:
        return False
    left = int(kind.rpartition("-")[2])
    text = say("Move {number} closes in {left}:{left2}.", number=move.number, left=left // 60, left2=f"{left % 60:02d}")
    note_notice(battle, move=move, kind=kind, text=text, now=now, again=str(move.generation))
    return True


def find(move_id: int, now: datetime, swept: Swept) -> None:
    """Find and publish where no umpire is present or nothing is in doubt, or where another process began to and was killed.

    The due row, where there is one, waits until there is a result, so that a process that is killed does not lose it:
    the claims of the move are counted, and the third parks it.  A refusal by the rules, or missing facts, is
    reported once.
    """
    minutes_over = Due.objects.filter(move_id=move_id, kind=Due.Kind.PUBLISH, state=Due.State.WAITING, due_at__lte=now)
    if minutes_over.exists():
        with suppress(Busy, Parked):
            swept.published += publish_undisputed(move_id=move_id, now=now)
        return
    waiting = Due.objects.filter(move_id=move_id, kind=Due.Kind.FIND, state=Due.State.WAITING)
    try:
        if Move.objects.filter(pk=move_id, stage=Move.Stage.FIRE, status=Move.Status.OPEN).exists():
            swept.settled += finish_fire(move_id=move_id, now=now)
        else:
            swept.submitted += finish_submission(move_id=move_id, now=now).done
    except (Busy, Parked):
        return
    except Refused as refused:
        with transaction.atomic():
            battle = lock_battle(Move.objects.values_list("battle_id", flat=True).get(pk=move_id))
            if waiting.update(state=Due.State.DONE):
                _notify_that_it_waits(battle, fresh_move(battle, move_id), refused, now)
        return
    waiting.update(state=Due.State.DONE)


def _notify_that_it_waits(battle: Battle, move: Move, refused: Refused, now: datetime) -> None:
    """Tell everybody that a move cannot be found automatically, and for whom it waits."""
    text = (
        say("Move {number} waits for measurements by the officials or the umpire.", number=move.number)
        if isinstance(refused, FactsWanting)
        else say("The software could not work out move {number}. The move waits for the umpire.", number=move.number)
    )
    note_notice(battle, move=move, kind="waits", text=text, now=now, again=str(move.generation))
    add_record(battle, at=now, actor=CLOCK, kind="not-submitted", data={"move": move.number, **refused.data()})
