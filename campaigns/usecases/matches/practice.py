"""A person practises against a machine: a campaign of one battle, with no umpire and no clock, made in one step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns import machines
from campaigns.bridge import rules_of
from campaigns.errors import Capped
from campaigns.models import Battle, Campaign, Move, Post, Side
from campaigns.models.battle import Terms
from campaigns.models.person import name_of
from campaigns.unlocked import unlocked
from campaigns.usecases.campaigns.preparation import enter_field, seal_chance
from campaigns.usecases.matches.machine_users import user_of
from campaigns.usecases.record import CLOCK
from rules.books import book as find_book
from rules.contract.data import Start
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

MOST_OPEN = 6
"""Practices that somebody may have open at a time."""

PERSONS_SIDE, MACHINES_SIDE = "red", "blue"
"""The sides of a practice: the person's and the machine's, whichever side of the book they play."""


@unlocked
def start_practice(
    *,
    user: Any,
    book: str = "war-chess",
    engine: str = "house",
    level: Any = 1,
    side: str = "",
    options: Mapping[str, Any] | None = None,
    now: datetime,
) -> Battle:
    """Begin a practice, or return to the one just begun on the same terms without a move.

    side: of the book, for the person; the first of them where it is left out.  Capped where too many are open.
    """
    rules = find_book(book)
    chosen = rules.options(dict(options or {}))
    if not isinstance(level, int):
        raise Invalid(of_field("level", say("enter a whole number")))
    side = side or rules.sides[0]
    if side not in rules.sides:
        raise Invalid(of_field("side", say("choose one of {sides}", sides=joined(", ", rules.sides))))
    title = machines.require(book, chosen, engine, level).title
    with transaction.atomic():
        machine = user_of(book, chosen, engine, level)
        mine, its = (PERSONS_SIDE, MACHINES_SIDE) if side == rules.sides[0] else (MACHINES_SIDE, PERSONS_SIDE)
        terms = Terms(book, rules.edition, chosen, dict(zip(rules.sides, (mine, its), strict=True)))
        untouched = _untouched(user, machine, terms)
        if untouched is not None:
            return untouched
        if open_practices(user).count() >= MOST_OPEN:
            raise Capped(
                say(
                    "You have {most_open} practice games open. Finish one of them or give it up first.",
                    most_open=MOST_OPEN,
                )
            )
        return _begin(_campaign(user, machine, rules.title, title, terms, now), terms, now)


def open_practices(user: Any) -> Any:
    """The practices of somebody that have not ended, the latest first."""
    mine = Campaign.objects.filter(purpose=Campaign.Purpose.PRACTICE, posts__user=user, posts__held_until__isnull=True)
    return mine.exclude(status=Campaign.Status.ENDED).order_by("-pk")


def _untouched(user: Any, machine: Any, terms: Terms) -> Battle | None:
    """The practice on these terms without a move, if there is one, so that two presses make one practice."""
    for campaign in open_practices(user).filter(posts__user=machine, book=terms.book)[:MOST_OPEN]:
        battle = Battle.objects.select_related("campaign").filter(campaign=campaign).first()
        first = Move.objects.filter(battle=battle)
        if battle is not None and battle.terms == terms and not first.filter(entries__isnull=False).exists():
            return battle
    return None


def _campaign(user: Any, machine: Any, game: str, title: str, terms: Terms, now: datetime) -> Campaign:
    """The campaign of a practice, running, with both its seats."""
    campaign = Campaign.objects.create(
        name=say("Practice: {game}", game=game)[:120],
        book=terms.book,
        edition=terms.edition,
        options=terms.options,
        purpose=Campaign.Purpose.PRACTICE,
        umpire=Campaign.Umpire.NONE,
        clock_mode=Campaign.ClockMode.UNTIMED,
        interval_minutes=0,
        drain_seconds=0,
        status=Campaign.Status.RUNNING,
        created_at=now,
        started_at=now,
    )
    called = {
        PERSONS_SIDE: name_of(user)[:80],
        MACHINES_SIDE: say("Machine ({title})", title=title),
    }
    for key, who in ((PERSONS_SIDE, user), (MACHINES_SIDE, machine)):
        side = Side.objects.create(campaign=campaign, key=key, name=called[key])
        Post.objects.create(
            campaign=campaign, side=side, kind=Post.Kind.GENERAL, user=who, title=called[key], held_from=now
        )
    return campaign


def _begin(campaign: Campaign, terms: Terms, now: datetime) -> Battle:
    battle = Battle.objects.create(
        campaign=campaign,
        number=1,
        name=campaign.name,
        book=terms.book,
        edition=terms.edition,
        options=terms.options,
        seats=terms.seats,
        start=rules_of(terms).opening(Start({})),
        created_at=now,
    )
    seal_chance(battle)
    enter_field(battle, battle.start, actor=CLOCK, now=now)
    return battle
