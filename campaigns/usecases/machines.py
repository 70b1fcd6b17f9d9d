"""Machines are given posts like persons, and asked anew where they have given up."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns import machines
from campaigns.errors import NotUmpire, WrongState
from campaigns.locks import lock_battle, lock_battles_of, lock_campaign
from campaigns.models import Answer, Battle, Campaign, Machine, Move, Post
from campaigns.usecases.access import current_move, find_campaign, find_move, fresh_move, player_of, umpire_of
from campaigns.usecases.dues import draw_up
from campaigns.usecases.notices import umpires
from campaigns.usecases.preparation import appoint
from campaigns.usecases.terms import terms_of
from campaigns.usecases.words import read_whole

MOST_LEVELS = 100


def seat_machine(*, by: Any, campaign: str, side: str, engine: str, level: Any, now: datetime) -> Post:
    """The umpire has a machine play a side; it answers as soon as a turn is that side's.

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
        ask_machines(locked, now=now)
    return post


def machine_user(campaign: Campaign, engine: str, level: int) -> Any:
    """The user by whom a machine plays in a campaign, made where there is none yet.  Invalid where it plays no game of it."""
    terms = {
        one.terms.book: one.terms.options for one in Battle.objects.filter(campaign=campaign).select_related("campaign")
    }
    terms.setdefault(campaign.book, terms_of(campaign).options)
    for book, options in terms.items():
        if any(one.level == level for one in machines.offered(book, options).get(engine, ())):
            return user_of(book, options, engine, level)
    return user_of(campaign.book, terms[campaign.book], engine, level)


def user_of(book: str, options: machines.Plain, engine: str, level: int) -> Any:
    """The user of a machine; nobody can log in as that.  Invalid where it does not play such a game."""
    title = machines.require(book, options, engine, level).title
    held = Machine.objects.filter(engine=engine, level=level).select_related("user").first()
    if held is not None:
        return held.user
    users = get_user_model().objects
    name = f"machine-{engine}-{level}"
    while users.filter(username=name, machine__isnull=True).exists():
        name += "-of-the-house"
    user, new = users.get_or_create(username=name, defaults={"first_name": "The machine,", "last_name": title})
    if new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    machine, _ = Machine.objects.get_or_create(engine=engine, level=level, defaults={"user": user})
    return machine.user


def ask_machines(campaign: Campaign, *, now: datetime) -> None:
    """Draw up anew what falls due where a turn is open: somebody else may hold the post now.  The campaign is locked."""
    for battle in lock_battles_of(campaign.pk):
        battle.campaign = campaign
        move = current_move(battle)
        if move is not None and move.status == Move.Status.OPEN:
            draw_up(move, now=now)
            move.save(update_fields=["generation"])


def ask_again(*, by: Any, move: str, now: datetime) -> Move:
    """The umpire, or where there is none a player, asks a machine that has given up to try again."""
    found = find_move(move)
    with transaction.atomic():
        battle = lock_battle(found.battle_id)
        posts = player_of(by, battle.campaign_id, "move")
        if umpires(battle) and not any(post.kind == Post.Kind.UMPIRE for post in posts):
            raise NotUmpire
        fresh = fresh_move(battle, found.pk)
        given_up = Answer.objects.filter(move=fresh, answered_at__isnull=True).exclude(failed="")
        if fresh.status != Move.Status.OPEN or not given_up.update(failed="", attempts=0, claimed_at=None):
            raise WrongState("No machine has given this move up.")
        draw_up(fresh, now=now)
        fresh.save(update_fields=["generation"])
    return fresh
