"""The fire of a move of two stages is settled, and its movement orders open.  [KS-TURN-02, KS-SEQ-04]"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns.bridge import brief, standing_rulings, that_count
from campaigns.clock import closes_at
from campaigns.errors import WrongState
from campaigns.locks import lock_battle_with
from campaigns.models import Battle, Campaign, Move, Readiness, Ruling
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked
from campaigns.usecases.access import fresh_move, umpires_move
from campaigns.usecases.clock.deadlines import set_deadlines
from campaigns.usecases.moves.by_itself import is_by_itself, note_by_itself
from campaigns.usecases.moves.finding import find_to_publish, require_facts
from campaigns.usecases.moves.move_claims import Claim, claim, claimed, fail, give_up, published, worn_out
from campaigns.usecases.moves.moves import time_percent
from campaigns.usecases.moves.reports import ruling_for_report
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, Line, add_records
from rules.contract.answers import Finding
from rules.errors import Refused
from rules.values.sentence import say

PUBLICATION = ["publishes_at", "stopped_at"]
"""The columns that say when the fire is published by itself; of its movement they are set when that closes."""

FIELDS = [
    "stage",
    "after_fire",
    "fire_events",
    "closes_at",
    "generation",
    "attempts",
    "claimed_at",
    "claimed_by",
    *PUBLICATION,
]


def publish_fire(*, by: Any, move: str, now: datetime) -> Finding:
    """The fire of a move of two stages is found and published to all; movement orders open.  [KS-TURN-02, KS-SEQ-04]

    The clock was stopped when the fire orders closed and goes on with what was left, never with less than half the
    allowance.
    """
    held, title = _claimed_by_umpire(by, move, now)
    return carry_out(held, actor=title, now=now)[0]


@unlocked
def _claimed_by_umpire(by: Any, move: str, now: datetime) -> tuple[Claim, str]:
    """The fire of a move claimed by its umpire, with their title."""
    with transaction.atomic():
        battle, found, umpire = umpires_move(by, move, whole=True)
        if found.status != Move.Status.OPEN or found.stage != Move.Stage.FIRE:
            raise WrongState(say("There is no fire to publish in this move."))
        if found.fire_closed_at is None:
            raise WrongState(say("The fire orders are still open. End the fire orders first."))
        if found.parked:
            found.attempts, found.claimed_at = 0, None
        return claim_fire(battle, found, now), umpire.title


def finish_fire(*, move_id: int, now: datetime) -> bool:
    """Settle fire that was claimed and abandoned, or that the clock settles; whether this call did it.

    A move that has been claimed too often is parked instead.
    """
    held = _claimed_by_clock(move_id, now)
    return held is not None and carry_out(held, actor=CLOCK, now=now)[1]


@unlocked
def _claimed_by_clock(move_id: int, now: datetime) -> Claim | None:
    """The fire of a move claimed; none where it does not wait, or is parked."""
    with transaction.atomic():
        battle = lock_battle_with(move_id)
        found = fresh_move(battle, move_id, whole=True)
        if found.stage != Move.Stage.FIRE or not found.waits or found.parked or worn_out(battle, found, now):
            return None
        return claim_fire(battle, found, now)


def claim_fire(battle: Battle, move: Move, now: datetime) -> Claim:
    """Claim a move whose fire orders are in, and whose fire needs no more facts."""
    asked = brief(battle, move).fire()
    require_facts(asked, fire_only=True)
    return claim(move, asked, now)


def carry_out(held: Claim, *, actor: str, now: datetime) -> tuple[Finding, bool]:
    """Find outside any transaction, and open the movement orders if the claim still holds."""
    try:
        finding = find_to_publish(held.asked, held.rulings, fire_only=True)
        with transaction.atomic():
            battle, move, holds = claimed(held)
            if holds:
                open_movement(battle, move, finding, actor, now=now)
        published(holds)
        return finding, holds
    except Refused:
        give_up(held)
        raise
    except Exception as fault:
        raise fail(held, now) from fault


def open_movement(battle: Battle, move: Move, finding: Finding, actor: str, *, now: datetime) -> None:
    """Store the result of the fire, publish it, and open the movement orders; the battle is locked."""
    itself = [note_by_itself(battle, move, now)] if is_by_itself(move, actor, now) else []
    move.after_fire = finding.position
    move.fire_events = [*(dict(event) for event in finding.events), *_ruled_for_all(move)]
    move.stage, move.attempts, move.claimed_at, move.claimed_by = Move.Stage.MOVEMENT, 0, None, ""
    move.closes_at = movement_closes_at(battle.campaign, move, now)
    move.publishes_at = move.stopped_at = None
    set_deadlines(move, now=now)
    move.save(update_fields=FIELDS)
    Readiness.objects.filter(move=move).delete()
    text = say("Move {number}: the fire is published; movement orders are open.", number=move.number)
    note_notice(battle, move=move, kind="fire-settled", text=text, now=now)
    data = {
        "move": move.number,
        "events": move.fire_events,
        "closes_at": move.closes_at.isoformat() if move.closes_at else None,
    }
    lines: list[Line] = [(actor, "fire-settled", data), *itself]
    add_records(battle, at=now, lines=lines)


def _ruled_for_all(move: Move) -> list[Plain]:
    """What each side is told of the umpire's rulings on the fire, beside what happened in it."""
    ruled = [one for one in that_count(standing_rulings(move)) if one.change.get("stage") == Move.Stage.FIRE]
    overruled = [one for one in ruled if one.kind == Ruling.Kind.OVERRULE]
    return [{"ruled": {side: ruling_for_report(one, side) for side in one.touches}} for one in overruled]


def movement_closes_at(campaign: Campaign, move: Move, now: datetime) -> datetime | None:
    """The clock goes on with what was left of it when the fire closed, never with less than half the allowance.

    Where the clock goes by deadlines it is the next one.
    """
    whole = closes_at(campaign, move.allowance_minutes, now, time_percent(campaign, move.side))
    if whole is None or campaign.clock_mode == Campaign.ClockMode.DEADLINE:
        return whole
    return now + max(timedelta(seconds=move.fire_left_seconds), (whole - now) / 2)
