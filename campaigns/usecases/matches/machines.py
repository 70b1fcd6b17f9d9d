"""Machines are given seats like persons, and asked again where they have given up."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import NotUmpire, WrongState
from campaigns.locks import lock_battles_of, lock_campaign
from campaigns.models import Answer, Campaign, Move, Post
from campaigns.unlocked import unlocked
from campaigns.usecases.access import current_move, find_campaign, locked_move, player_of, umpire_of
from campaigns.usecases.campaigns.preparation import appoint
from campaigns.usecases.clock.deadlines import set_deadlines
from campaigns.usecases.matches.machine_users import machine_user
from campaigns.usecases.matches.matches import take_seat
from campaigns.usecases.notices import umpires
from campaigns.usecases.text_checks import read_whole
from rules.values.sentence import say

MOST_LEVELS = 100


@unlocked
def seat_machine(*, by: Any, campaign: str, side: str, engine: str, level: Any, now: datetime) -> Post:
    """The umpire lets a machine play a side; it answers as soon as it is that side's turn.  A match that waited for it begins.

    engine: ``house`` or ``uci``.  Invalid where no such machine plays any game of the campaign.
    """
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire_of(by, locked.pk)
        grade = read_whole(level, "level", 1, MOST_LEVELS)
        post = appoint(
            by=by, campaign=campaign, kind="general", side=side, user=machine_user(locked, engine, grade), now=now
        )
        take_seat(post, now=now)
        ask_machines(locked, now=now)
    return post


def ask_machines(campaign: Campaign, *, now: datetime) -> None:
    """Write the due rows again where a turn is open: another player may hold the seat now.  The campaign is locked."""
    for battle in lock_battles_of(campaign.pk):
        battle.campaign = campaign
        move = current_move(battle)
        if move is not None and move.status == Move.Status.OPEN:
            set_deadlines(move, now=now)
            move.save(update_fields=["generation"])


def ask_again(*, by: Any, move: str, now: datetime) -> Move:
    """The umpire, or where there is none a player, asks a machine that has given up to try again."""
    with transaction.atomic():
        battle, fresh = locked_move(move)
        posts = player_of(by, battle.campaign_id, "move")
        if umpires(battle) and not any(post.kind == Post.Kind.UMPIRE for post in posts):
            raise NotUmpire
        given_up = Answer.objects.filter(move=fresh, answered_at__isnull=True).exclude(failed="")
        if fresh.status != Move.Status.OPEN or not given_up.update(failed="", attempts=0, claimed_at=None):
            raise WrongState(say("No machine has failed in this move."))
        set_deadlines(fresh, now=now)
        fresh.save(update_fields=["generation"])
    return fresh
