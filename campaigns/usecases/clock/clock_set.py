"""The server's clock was set: a move keeps its remaining time."""

from __future__ import annotations

from datetime import datetime, timedelta

from campaigns.models import Battle, Campaign, Move
from campaigns.usecases.clock.deadlines import set_deadlines
from campaigns.usecases.messages.couriers import delay_couriers
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, add_record
from rules.values.sentence import say

TIMES = ("opened_at", "closes_at", "paused_at", "paused_until", "claimed_at", "publishes_at")
"""The times of a move that something still depends on."""


def carry_over(battle: Battle, move: Move, *, by: timedelta, now: datetime) -> None:
    """Shift the times of a move by the jump of the clock, and tell everybody; the battle is locked.

    by: the jump, negative where the clock was put back; now: the time after the jump.  A deadline by the wall
    clock stays where it is in the future both before and after.
    """
    if battle.status != Battle.Status.RUNNING or move.status == Move.Status.SUBMITTED:
        return
    stands = _stands(battle.campaign, move, by, now)
    for name in TIMES:
        at = getattr(move, name)
        if at is not None and not (name == "closes_at" and stands):
            setattr(move, name, at + by)
    delay_couriers(battle, by)
    set_deadlines(move, now=now)
    move.save(update_fields=[*TIMES, "generation"])
    _notify(battle, move, stands, by, now)


def _stands(campaign: Campaign, move: Move, by: timedelta, now: datetime) -> bool:
    """Whether the deadline is one by the wall clock, and is in the future both before and after the jump."""
    if campaign.clock_mode != Campaign.ClockMode.DEADLINE or move.closes_at is None:
        return False
    return move.closes_at > max(now, now - by)


def _notify(battle: Battle, move: Move, stands: bool, by: timedelta, now: datetime) -> None:
    kept = say("its deadline is unchanged") if stands else say("the time left is unchanged")
    text = say("The server's clock was corrected during move {number}; {kept}.", number=move.number, kept=kept)
    note_notice(battle, move=move, kind="clock-set", text=text, now=now, again=now.isoformat())
    closes = move.closes_at.isoformat() if move.closes_at is not None else None
    data = {"move": move.number, "seconds": round(by.total_seconds()), "closes_at": closes}
    add_record(battle, at=now, actor=CLOCK, kind="clock-set", data=data)
