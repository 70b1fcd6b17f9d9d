"""A clock that jumps: nothing falls due until it has held still; then every move keeps what it had left.

Whoever sweeps finds the jump in one of two ways: the clock that can be set has parted from the steady one since this
process looked last, or it says less than the sweep's pulse has seen.  Nothing is closed then, and the log and
``/healthz`` say why.  When the clock has held still for ten seconds it is believed: in one transaction every clock
that runs is moved by the jump, everybody is told, and the sweep goes on by itself.  [RELIABILITY A7]
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from campaigns import clock
from campaigns.locks import lock_battle
from campaigns.models import Battle, Move, Pulse
from campaigns.usecases.access import fresh_move
from campaigns.usecases.clock.clock_set import carry_over
from campaigns.usecases.clock.settled import JUMP, SWEEP
from rules.values.sentence import say

SETTLES = timedelta(seconds=10)
"""How long a clock that has jumped must hold still before it is trusted."""


def frozen(now: datetime) -> str:
    """Why nothing may fall due now; empty where the clock is trusted."""
    pulses = {one.name: one for one in Pulse.objects.filter(name__in=(SWEEP, JUMP))}
    mark, rounds = (pulses[SWEEP].mark, pulses[SWEEP].rounds) if SWEEP in pulses else (now, 0)
    by = clock.jumped()
    if by is not None:
        told = now if clock.database_tells_time() else now + by
        found = Pulse(name=JUMP, at=told - by, mark=told, rounds=rounds)
    elif mark - now > clock.GREATEST_JUMP:
        by, told = now - mark, now
        found = Pulse(name=JUMP, at=now, mark=now, rounds=rounds)
    else:
        if JUMP in pulses:
            Pulse.objects.filter(name=JUMP).delete()
        return ""
    seen = pulses.get(JUMP)
    if seen is None or not _holds_still(seen, found):
        Pulse.objects.update_or_create(name=JUMP, defaults={"at": found.at, "mark": found.mark, "rounds": rounds})
    elif found.at - seen.at >= SETTLES:
        _settle(seen, by, told)
    return say("The clock has jumped by {seconds} seconds.", seconds=f"{by.total_seconds():.0f}")


def _holds_still(seen: Pulse, found: Pulse) -> bool:
    """Whether a jump is still the one that was first seen, and time has gone on since."""
    return found.at >= seen.at and abs((found.mark - found.at) - (seen.mark - seen.at)) <= clock.GREATEST_JUMP


def _settle(seen: Pulse, by: timedelta, told: datetime) -> None:
    """Trust the clock, and move whatever runs by it by the jump; once, whichever process waited it out.

    Where another process has swept meanwhile, the time was taken as it is, and nothing is left to be moved.
    """
    with transaction.atomic():
        first, _ = Pulse.objects.filter(name=JUMP, at=seen.at).delete()
        if first and not Pulse.objects.filter(name=SWEEP).exclude(rounds=seen.rounds).exists():
            under_way = Move.objects.filter(battle__status=Battle.Status.RUNNING)
            under_way = under_way.exclude(status=Move.Status.SUBMITTED).order_by("battle_id")
            for move_id, battle_id in list(under_way.values_list("pk", "battle_id")):
                battle = lock_battle(battle_id)
                carry_over(battle, fresh_move(battle, move_id), by=by, now=told)
            Pulse.objects.filter(name=SWEEP).update(at=told, mark=told)
    clock.believe()
