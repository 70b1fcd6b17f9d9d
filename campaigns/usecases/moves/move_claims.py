"""A move that waits for a finding is claimed under a fence number, given up, or parked.

The claim is committed before the rules work, and they work outside any transaction; the fence is compared before
anything is published.  So a finding that kills its worker is counted, and the third time its move is parked.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from campaigns.bridge import Brief
from campaigns.errors import Busy, Parked
from campaigns.locks import lock_battle_with
from campaigns.models import Battle, Move, Ruling
from campaigns.serving.counters import counted
from campaigns.serving.holders import has_ended, this_process
from campaigns.usecases.access import fresh_move
from campaigns.usecases.clock.deadlines import void
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK, add_record
from rules.values.sentence import say

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
"""How long a claim is left alone before it counts as abandoned, where nobody knows that its process has ended."""

MOST_ATTEMPTS = 3
"""Claims of one move before it is parked."""

WAITING = Q(status=Move.Status.CLOSED) | Q(status=Move.Status.OPEN, stage=Move.Stage.FIRE, fire_closed_at__isnull=False)
"""The moves that wait for a finding, as ``Move.waits`` says of one."""


def abandoned(now: datetime) -> list[int]:
    """The moves whose claim is older than the lease, or whose claimant has ended, by their keys; the first claimed first."""
    claims = Move.objects.filter(WAITING, parked=False, claimed_at__isnull=False).order_by("claimed_at")
    rows = claims.values_list("pk", "claimed_at", "claimed_by")
    return [pk for pk, at, by in rows if (at is not None and at <= now - LEASE) or has_ended(by)]


@dataclass(frozen=True)
class Claim:
    """A move claimed under a fence number, with all that the rules need to know of it."""

    move_id: int
    fence: int
    asked: Brief
    rulings: tuple[Ruling, ...]


def claim(move: Move, asked: Brief, now: datetime) -> Claim:
    """Raise the fence of a move that waits; the transaction that holds the battle's lock commits the claim.

    Busy where another claim is younger than the lease, and its process is not known to have ended.
    """
    if move.claimed_at is not None and move.claimed_at + LEASE > now and not has_ended(move.claimed_by):
        raise Busy
    move.fence += 1
    move.attempts += 1
    move.claimed_at, move.claimed_by, move.parked, move.parked_why = now, this_process(), False, ""
    move.save(update_fields=["fence", "attempts", "claimed_at", "claimed_by", "parked", "parked_why", "remarks"])
    return Claim(move.pk, move.fence, asked, asked.rulings)


def claimed(held: Claim) -> tuple[Battle, Move, bool]:
    """A claimed move and its battle, locked, and whether the claim still holds."""
    battle = lock_battle_with(held.move_id)
    move = fresh_move(battle, held.move_id, whole=True)
    return battle, move, move.waits and move.fence == held.fence


def give_up(held: Claim) -> None:
    """The rules refused to find: the move is free again for corrections."""
    counted.add("findings", "refused")
    Move.objects.filter(WAITING, pk=held.move_id, fence=held.fence).update(claimed_at=None, claimed_by="")


def fail(held: Claim, now: datetime) -> Parked:
    """A fault of the program: the move is parked under a reference number, and only this battle waits."""
    counted.add("findings", "failed")
    reference = f"K-{secrets.token_hex(4)}"
    log.exception("finding of move %s failed, reference %s", held.move_id, reference)
    with transaction.atomic():
        battle, move, holds = claimed(held)
        if holds:
            park(
                battle,
                move,
                say(
                    "The result could not be worked out because of a program error, reference {reference}.",
                    reference=reference,
                ),
                now=now,
            )
    return Parked(
        say(
            "The result could not be worked out. Reference for the operator of the server: {reference}.",
            reference=reference,
        )
    )


def published(done: bool) -> None:
    """A finding was made.  done: whether it was published; else another claim had a higher fence."""
    counted.add("findings", "made" if done else "fenced")


def worn_out(battle: Battle, move: Move, now: datetime) -> bool:
    """Whether a move has been claimed too often without a finding; then it is parked."""
    if move.attempts < MOST_ATTEMPTS:
        return False
    counted.add("findings", "worn_out")
    park(battle, move, say("The result could not be worked out in three attempts."), now=now)
    return True


def park(battle: Battle, move: Move, why: str, *, now: datetime) -> None:
    """Set a move aside until the umpire asks for its finding again; the umpire is told why, the others that it is delayed.

    Its due rows are void: the clock does not ask again.
    """
    move.parked, move.parked_why, move.claimed_at, move.claimed_by = True, why, None, ""
    move.save(update_fields=["parked", "parked_why", "claimed_at", "claimed_by"])
    void(move)
    again = str(move.fence)
    chiefs = umpires(battle)
    note_notice(
        battle,
        move=move,
        kind="parked",
        text=say("Move {number}: {why}", number=move.number, why=why),
        now=now,
        to=chiefs,
        again=again,
    )
    note_notice(
        battle,
        move=move,
        kind="delayed",
        text=say("The result of move {number} is delayed.", number=move.number),
        now=now,
        again=again,
    )
    add_record(battle, at=now, actor=CLOCK, kind="parked", data={"move": move.number, "why": why})
