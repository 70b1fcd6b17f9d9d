"""A closed move is submitted: claimed, adjudicated, published.

It is claimed under the next fence number and that is committed; the rules work outside any transaction; the finding is
published in one transaction, unless another claim has a higher fence by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.audiences import NewsCounts
from campaigns.bridge import Brief, brief
from campaigns.errors import WrongState
from campaigns.locks import lock_battle_with
from campaigns.models import Battle, Move
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_move, fresh_move, umpire_of, umpires_move
from campaigns.usecases.desk.remarks import read_remarks
from campaigns.usecases.messages.scheduled_messages import give_what_waits
from campaigns.usecases.moves.finding import find_to_publish, require_facts
from campaigns.usecases.moves.move_claims import Claim, claim, claimed, fail, give_up, published, worn_out
from campaigns.usecases.moves.publication import compute_ahead, publish
from campaigns.usecases.record import CLOCK
from rules.contract.answers import Finding
from rules.errors import Refused
from rules.values.sentence import say


@dataclass(frozen=True)
class Submission:
    """The result of submitting a move: done by this call, or before; and the next move if there is one."""

    move: str
    done: bool
    next_move: str


def submit_move(*, by: Any, move: str, remarks: Sequence[Plain] = (), now: datetime) -> Submission:
    """The umpire submits a closed move: it is adjudicated, published to all at once, and the next one opens.

    remarks: what the umpire adds to the report, each with text, and heard, side and to as of a message.  They are kept
    with the claim, so that they are published too if an abandoned submission is finished later.
    """
    held, title = _claimed_by_umpire(by, move, remarks, now)
    return carry_out(held, actor=title, now=now) if isinstance(held, Claim) else held


@unlocked
def _claimed_by_umpire(by: Any, move: str, remarks: Sequence[Plain], now: datetime) -> tuple[Claim | Submission, str]:
    """A move claimed by its umpire, with their title; or the earlier result."""
    ahead = _asked_ahead(by, move)
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move, whole=True)
        if found.status == Move.Status.SUBMITTED:
            return _already(found), umpire.title
        if found.parked:
            found.attempts, found.claimed_at = 0, None
        found.remarks = read_remarks(battle, remarks) or None
        return claim_closed(battle, found, now, ahead), umpire.title


@dataclass(frozen=True)
class Ahead:
    """What the rules were asked before the battle was locked, and what news there had been when it was read."""

    told: NewsCounts
    asked: Brief


def _asked_ahead(by: Any, move: str) -> Ahead | None:
    """Have the rules compute what is missing before the lock is taken; none where they have nothing to say yet."""
    battle, found = find_move(move, whole=True)
    umpire_of(by, battle.campaign_id, "move")
    if found.status != Move.Status.CLOSED:
        return None
    told = battle.told
    with suppress(Refused):
        ahead = Ahead(told, brief(battle, found))
        with suppress(Refused):
            require_facts(ahead.asked)
        return ahead
    return None


def finish_submission(*, move_id: int, now: datetime) -> Submission:
    """Submit a move that was claimed and abandoned, or one that the clock submits; no person asks for this.

    A move that has been claimed too often is parked instead.
    """
    held = _claimed_by_clock(move_id, now)
    return carry_out(held, actor=CLOCK, now=now) if isinstance(held, Claim) else held


@unlocked
def _claimed_by_clock(move_id: int, now: datetime) -> Claim | Submission:
    """A move claimed, or the earlier result."""
    with transaction.atomic():
        battle = lock_battle_with(move_id)
        found = fresh_move(battle, move_id, whole=True)
        done = found.status == Move.Status.SUBMITTED or found.taken_back_at is not None
        if done or found.parked or worn_out(battle, found, now):
            return _already(found)
        return claim_closed(battle, found, now)


def _already(move: Move) -> Submission:
    following = (
        Move.objects.filter(battle=move.battle, number=move.number + 1).values_list("public_id", flat=True).first()
    )
    return Submission(move.public_id, False, following or "")


def claim_closed(battle: Battle, move: Move, now: datetime, ahead: Ahead | None = None) -> Claim:
    """Claim a closed move that needs no more facts.

    ahead: what was asked before the lock; it is asked anew where there has been news since: whoever orders, measures or
    rules counts news under the battle's lock, in the transaction of what they write.
    """
    if move.taken_back_at is not None:
        raise WrongState(say("Move {number} has been undone.", number=move.number))
    if move.status != Move.Status.CLOSED:
        raise WrongState(say("Move {number} is still open.", number=move.number))
    if battle.status != Battle.Status.RUNNING:
        raise WrongState(say("The battle is over."))
    asked = ahead.asked if ahead is not None and ahead.told == battle.told else brief(battle, move)
    require_facts(asked)
    if give_what_waits(battle, move, now):
        asked = brief(battle, move)
    return claim(move, asked, now)


def carry_out(held: Claim, *, actor: str, now: datetime) -> Submission:
    """Adjudicate outside any transaction, and publish if the claim still holds."""
    try:
        finding = find_to_publish(held.asked, held.rulings)
    except Refused:
        give_up(held)
        raise
    except Exception as fault:
        raise fail(held, now) from fault
    try:
        submission = _publish(held, finding, actor=actor, now=now)
    except Refused:
        raise
    except Exception as fault:
        raise fail(held, now) from fault
    published(submission.done)
    return submission


@unlocked
def _publish(held: Claim, finding: Finding, *, actor: str, now: datetime) -> Submission:
    compute_ahead(held.asked, finding)
    with transaction.atomic():
        battle, move, holds = claimed(held)
        if not holds:
            return _already(move)
        following = publish(battle, move, held.asked, finding, held.rulings, actor=actor, now=now)
        return Submission(move.public_id, True, following.public_id if following is not None else "")
