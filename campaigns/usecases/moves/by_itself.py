"""That a result was published by itself, because nothing was in doubt and no umpire stopped it: told to the umpires, and recorded."""

from __future__ import annotations

from datetime import datetime

from campaigns.models import Battle, Move
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK, Line
from rules.values.sentence import say


def is_by_itself(move: Move, actor: str, now: datetime) -> bool:
    """Whether it is the clock that publishes the move, or its fire, because its minutes are over."""
    return actor == CLOCK and move.publishes_at is not None and move.publishes_at <= now


def note_by_itself(battle: Battle, move: Move, now: datetime) -> Line:
    """Tell the umpires that something was published by itself; the line is for the record."""
    text = (
        say("The fire of move {number} was published by itself: nothing was in doubt.", number=move.number)
        if move.stage == Move.Stage.FIRE
        else say("Move {number} was published by itself: nothing was in doubt.", number=move.number)
    )
    note_notice(battle, move=move, kind="by-itself", text=text, now=now, to=umpires(battle), again=move.stage)
    data = {"move": move.number, "stage": move.stage, "minutes": battle.campaign.publish_minutes}
    return CLOCK, "published-by-itself", data


def note_in_doubt(battle: Battle, move: Move, now: datetime) -> Line:
    """Tell the umpires that something is not published by itself; the line is for the record."""
    text = (
        say("The fire of move {number} is not published by itself: something is to be decided.", number=move.number)
        if move.stage == Move.Stage.FIRE
        else say("Move {number} is not published by itself: something is to be decided.", number=move.number)
    )
    again = f"{move.stage} {move.generation}"
    note_notice(battle, move=move, kind="in-doubt", text=text, now=now, to=umpires(battle), again=again)
    return CLOCK, "not-published-by-itself", {"move": move.number, "stage": move.stage}
