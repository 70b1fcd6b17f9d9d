"""A battle ends by the umpire's decision; a campaign ends when its battles have."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import rules_of, table_of
from campaigns.errors import WrongState
from campaigns.locks import lock_battles_of, lock_campaign
from campaigns.models import Battle, Campaign, Move
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked
from campaigns.usecases.access import current_move, find_battle, find_campaign, umpire_of, umpires_battle
from campaigns.usecases.clock.deadlines import recount_later, void
from campaigns.usecases.desk.facts import may_be_worked_on
from campaigns.usecases.moves.ledgers import halves, points_of, post_points
from campaigns.usecases.notices import note_notice
from campaigns.usecases.record import CLOCK, Line, add_records
from campaigns.usecases.text_checks import read_line
from rules.contract.data import Position
from rules.errors import Invalid
from rules.values.sentence import of_field, say


@unlocked
def end_battle(*, by: Any, battle: str, winner: str = "", reason: str, now: datetime) -> Battle:
    """The umpire ends a battle that the rules have not ended: one side has won, or it is drawn.

    The move under way is closed and never submitted.  winner: key of a side; empty for a drawn battle.
    """
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        reason = read_line(reason, "reason", 300)
        if locked.status != Battle.Status.RUNNING:
            raise WrongState(say("The battle is not running."))
        if winner and winner not in rules_of(locked.terms).sides:
            raise Invalid(of_field("winner", say("give the key of a side, or nothing for a draw")))
        _end(locked, winner, actor=umpire.title, reason=reason, now=now)
        return locked


def end_by_default(battle: Battle, winner: str, *, reason: str, now: datetime) -> None:
    """A locked battle in progress is a side's, because its adversary no longer comes."""
    _end(battle, winner, actor=CLOCK, reason=reason, now=now)


def _end(battle: Battle, winner: str, *, actor: str, reason: str, now: datetime) -> None:
    """End a locked battle for a side, or drawn; the move under way is closed and never submitted."""
    move = current_move(battle)
    if move is not None:
        may_be_worked_on(move)
        move.status, move.closed_at, move.close_cause = Move.Status.CLOSED, now, say("the battle was ended")
        move.paused_at = move.paused_until = None
        move.save(update_fields=["status", "closed_at", "close_cause", "paused_at", "paused_until"])
        void(move)
    result = _won(winner)
    if move is not None:
        post_points(move, score_with(battle, move, result), now=now)
    told = {"why": reason} if actor == CLOCK else {"by": "umpire", "why": reason}
    lines = [ended(battle, result, actor=actor, reason=reason, now=now, **told)]
    note_notice(battle, move=move, kind="ended", text=say("{name} is over.", name=battle.name), now=now)
    add_records(battle, at=now, lines=lines)


def score_with(battle: Battle, move: Move, result: Plain) -> Plain:
    """The score of the floor as it is, with the victory that the umpire has given; none where the book counts none."""
    return table_of(battle.terms, Position({**move.position, "result": result})).score()


def points_if_ended(*, by: Any, battle: str, winner: str) -> dict[str, tuple[int, int]]:
    """The points of each side, in halves, now and if the umpire ended a battle so; none where the book counts none.

    winner: as for ``end_battle``.
    """
    found = find_battle(battle)
    umpire_of(by, found.campaign_id, "battle")
    move = current_move(found)
    score = score_with(found, move, _won(winner)) if move else {}
    total, scored = points_of(found.pk), points_of(found.pk, kind="score")
    now = {side: total.get(side, 0) for side in score}
    return {side: (now[side], now[side] - scored.get(side, 0) + halves(score[side])) for side in score}


def _won(winner: str) -> Plain:
    """The result of a battle that a side has won, or nobody."""
    return {"winner": winner} if winner else {"draw": True}


def ended(battle: Battle, result: Mapping[str, Any], *, actor: str, reason: str, now: datetime, **told: str) -> Line:
    """End a locked battle and publish its seed; the line is for the record.

    told: what everybody may read of it besides: by whom and why it was ended, where that was not the rules.
    """
    battle.result, battle.status = {**result, **told}, Battle.Status.ENDED
    battle.ended_at = battle.seed_revealed_at = now
    battle.save(update_fields=["result", "status", "ended_at", "seed_revealed_at"])
    recount_later(battle, now=now)
    return actor, "battle-ended", {"result": dict(result), "reason": reason, "seed": battle.seed}


def end_campaign(*, by: Any, campaign: str, now: datetime) -> Campaign:
    """The umpire ends a campaign that has no battle in progress."""
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire_of(by, locked.pk)
        if any(battle.status == Battle.Status.RUNNING for battle in lock_battles_of(locked.pk)):
            raise WrongState(say("A battle of this campaign is still running."))
        if locked.status == Campaign.Status.ENDED:
            raise WrongState(say("The campaign has ended."))
        locked.status, locked.ended_at = Campaign.Status.ENDED, now
        locked.save(update_fields=["status", "ended_at"])
    return locked
