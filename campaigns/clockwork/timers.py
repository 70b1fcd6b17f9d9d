"""What falls due is found and done, each thing once, whichever process looks and however often.

Several may sweep at once: each takes what nobody else has locked.  What closes or opens a move comes before warnings,
and these before findings; after each finding the first of them are looked at again, so that no deadline waits for the
rules.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F, Q, QuerySet

from campaigns.clock import steady_seconds
from campaigns.clockwork.due_actions import COLUMNS, Row, Swept, do, find
from campaigns.clockwork.jumps import SETTLES, frozen
from campaigns.locks import lock_battle
from campaigns.models import Due, Move, Pulse
from campaigns.serving.processes import requests_in_progress
from campaigns.usecases.access import fresh_move
from campaigns.usecases.clock.clock import extend_after_outage
from campaigns.usecases.clock.settled import SWEEP
from campaigns.usecases.messages.couriers import delay_couriers
from campaigns.usecases.moves.move_claims import WAITING, abandoned
from campaigns.usecases.moves.undisputed import put_off_publication
from campaigns.usecases.people.mails import send_outbox

log = logging.getLogger(__name__)

LONGEST_GAP = timedelta(seconds=60)
"""A longer silence between two sweeps is an outage."""

MOMENT = timedelta(milliseconds=300)
"""A sweep so shortly after another finds nothing new, unless something has been due for longer than that."""

BEATS_EVERY = 0.5
"""Seconds between two updates of the pulse in a long sweep."""

AT_A_TIME = 20
"""Due rows that are looked at together."""

HANDED_FOR = timedelta(seconds=10)
"""After so long a finding that was handed to a worker, without result, is handed on again."""

LEFT_ALONE_FOR = timedelta(seconds=5)
"""For so long a finding, a machine's turn or a survey is left to the workers by other processes that could do it."""

GAME = (Due.Kind.CLOSE, Due.Kind.RESUME, Due.Kind.INTERVAL, Due.Kind.INJECT, Due.Kind.COURIER)
"""The kinds that change a game, in the sequence in which they fell due."""

FINDINGS = (Due.Kind.FIND, Due.Kind.PUBLISH)
"""The kinds that ask for a finding: where no umpire is present, and where one has not stopped what is in no doubt."""

WARNINGS = (Due.Kind.WARNING_120, Due.Kind.WARNING_60, Due.Kind.WARNING_30)


@dataclass
class Round:
    """One sweep.  clock: tells the time since it began.

    hand_on: asks a worker for the finding of a move; where that is not possible they are made here, after they have
    been left to others for so long.  left: what could not be done, or waits for what is still on its way, and is left
    for the next sweep.
    """

    clock: Callable[[], datetime]
    hand_on: Callable[[int], object] | None = None
    left_alone_for: timedelta = timedelta(0)
    swept: Swept = field(default_factory=Swept)
    left: set[int] = field(default_factory=set)
    beaten: float = field(default_factory=lambda: steady_seconds())

    def go(self) -> None:
        """Do all that is due."""
        self.fall_due()
        if self.hand_on is not None:
            self.hand_over(self.hand_on)
        else:
            for move_id in self.findings():
                self.safely(partial(find, move_id, self.clock(), self.swept))
                self.fall_due()
        self.swept.sent = send_outbox(self.clock())

    def fall_due(self) -> None:
        """What is done at once, kind by kind: first whatever no other process has locked, then what was left of it."""
        for kinds in (GAME, WARNINGS, (Due.Kind.COUNT,)):
            if self.fall_due_of(kinds, waits=False):
                self.fall_due_of(kinds, waits=True)

    def fall_due_of(self, kinds: tuple[Due.Kind, ...], *, waits: bool) -> bool:
        """The same for some kinds; whether there was any.  waits: for what another process has locked."""
        tried: set[int] = set()
        while rows := self.due(kinds, tried):
            for row in rows:
                tried.add(row.pk)
                self.safely(partial(self.do, row, waits), row.pk)
        return bool(tried)

    def due(self, kinds: tuple[Due.Kind, ...], tried: set[int]) -> list[Row]:
        """A few of the waiting rows of these kinds, the first due first."""
        now = self.clock()
        rows = Due.objects.filter(state=Due.State.WAITING, kind__in=kinds, due_at__lte=now)
        rows = rows.exclude(pk__in=self.left | tried).order_by("due_at", "pk")
        found = [Row(*one) for one in rows.values_list(*COLUMNS)[:AT_A_TIME]]
        held = self.held([one for one in found if one.kind == Due.Kind.CLOSE], now)
        if not held:
            return found
        self.left |= held
        return [one for one in found if one.pk not in held] or self.due(kinds, tried)

    def held(self, closes: list[Row], now: datetime) -> set[int]:
        """The closes that wait for requests that arrived in time."""
        standing = requests_in_progress(now) if closes else None
        return {one.pk for one in closes if standing and one.called and standing.hold(one.battle, one.called)}

    def do(self, row: Row, waits: bool) -> None:
        """Do one thing that is due."""
        do(row, self.clock(), self.swept, waits=waits)
        if steady_seconds() - self.beaten >= BEATS_EVERY:
            self.beaten = steady_seconds()
            beat(self.clock(), self.swept)

    def findings(self) -> Iterator[int]:
        """The moves to be found that have been left to others for long enough, each once."""
        tried: set[int] = set()
        while (move_id := self._next_to_be_found(tried)) is not None:
            tried.add(move_id)
            yield move_id

    def _next_to_be_found(self, tried: set[int]) -> int | None:
        """The findings left to the clock first, then those whose process was killed."""
        now = self.clock()
        rows = find_due(now - self.left_alone_for).exclude(move_id__in=tried)
        found: int | None = rows.order_by("due_at", "pk").values_list("move_id", flat=True).first()
        return found if found is not None else next((one for one in abandoned(now) if one not in tried), None)

    def hand_over(self, hand_on: Callable[[int], object]) -> None:
        """Ask workers for the findings that are due, and again for those without a result."""
        now = self.clock()
        free = Q(handed_at__isnull=True) | Q(handed_at__lte=now - HANDED_FOR)
        for due_id, move_id in list(find_due(now).filter(free).values_list("pk", "move_id")):
            if Due.objects.filter(free, pk=due_id).update(handed_at=now):
                self.safely(partial(hand_on, move_id))
                self.swept.handed += 1
        for move_id in abandoned(now)[:AT_A_TIME]:
            self.safely(partial(hand_on, move_id))

    def safely(self, deed: Callable[[], object], left: int = 0) -> None:
        """Do one thing; if it fails the others are still done, and it is tried again at the next sweep."""
        try:
            deed()
        except Exception:
            self.swept.failed += 1
            self.left.add(left)
            log.exception("something that was due could not be done")


def find_due(now: datetime) -> QuerySet[Due]:
    """The findings that the clock has to have made."""
    return Due.objects.filter(state=Due.State.WAITING, kind__in=FINDINGS, due_at__lte=now)


def go_round(
    now: datetime,
    silence: timedelta,
    *,
    hand_on: Callable[[int], object] | None = None,
    left_alone_for: timedelta = timedelta(0),
    joins: bool = True,
) -> Swept | None:
    """Sweep, unless another process has done so within the silence that is allowed, and keeps up.

    joins: whether to help a sweeper that is alive and does not keep up.
    """
    last = Pulse.objects.filter(name=SWEEP).values_list("at", flat=True).first()
    if last is not None and timedelta(0) <= now - last < silence:
        if not joins:
            return None
        overdue = Due.objects.filter(state=Due.State.WAITING, kind__in=(*GAME, *WARNINGS), due_at__lte=now - silence)
        if not overdue.exists():
            return None
    began = steady_seconds()
    return sweep(
        now,
        clock=lambda: now + timedelta(seconds=steady_seconds() - began),
        hand_on=hand_on,
        left_alone_for=left_alone_for,
    )


def sweep(
    now: datetime,
    *,
    clock: Callable[[], datetime] | None = None,
    hand_on: Callable[[int], object] | None = None,
    left_alone_for: timedelta = timedelta(0),
) -> Swept:
    """Do all that is due.  Harmless when doubled, when late, and when killed at any moment.

    clock: tells the time as it goes on; without one no time passes.  The other arguments are those of a ``Round``.
    """
    swept = Swept()
    swept.frozen = frozen(now)
    if swept.frozen:
        log.error("%s Nothing falls due until it has held still for %d seconds.", swept.frozen, SETTLES.seconds)
    elif beat(now, swept):
        Round(clock or (lambda: now), hand_on, left_alone_for, swept).go()
    return swept


def beat(now: datetime, swept: Swept) -> bool:
    """Update the pulse; after an outage postpone, in the same transaction, every deadline that fell into it.

    Whether this sweep may go on: of two at once, one that finds the pulse updated before it leaves the outage to the
    other.
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
            return gap <= LONGEST_GAP
        if gap > LONGEST_GAP:
            swept.extended = _put_off(last, now)
    return True


def _put_off(last: datetime, now: datetime) -> int:
    """Postpone every deadline and every rider between the last sweep and now by the time between; the number of deadlines."""
    moves = Move.objects.filter(status=Move.Status.OPEN, paused_at__isnull=True, closes_at__gt=last, closes_at__lte=now)
    fallen = dict(moves.values_list("battle_id", "pk"))
    published = Move.objects.filter(WAITING, parked=False, publishes_at__gt=last, publishes_at__lte=now)
    results = dict(published.values_list("battle_id", "pk"))
    riders = Due.objects.filter(kind=Due.Kind.COURIER, state=Due.State.WAITING, due_at__gt=last, due_at__lte=now)
    put_off = 0
    for battle_id in sorted({*fallen, *results, *riders.values_list("battle_id", flat=True)}):
        battle = lock_battle(battle_id)
        delay_couriers(battle, now - last, after=last, until=now)
        if battle_id in results:
            put_off += put_off_publication(battle, fresh_move(battle, results[battle_id]), after=last, now=now)
        if battle_id not in fallen:
            continue
        move = fresh_move(battle, fallen[battle_id])
        still = move.status == Move.Status.OPEN and move.paused_at is None and move.closes_at is not None
        if still and move.closes_at is not None and last < move.closes_at <= now:
            extend_after_outage(battle, move, gap=now - last, now=now)
            put_off += 1
    return put_off
