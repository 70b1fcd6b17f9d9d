"""Matches: a number of games, of which the next opens automatically when one has ended, until the result is certain.

What a game counts goes into the account of its campaign like any battle's; the match's own score counts games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import rules_of
from campaigns.credits import score_of_match
from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.locks import lock_campaign
from campaigns.models import Battle, Campaign, Entrant, Invitation, Match, Post, Side, Tournament
from campaigns.models.battle import Terms
from campaigns.models.person import name_of
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_campaign, player_of, read_public_id, umpire_of
from campaigns.usecases.campaigns.credits import enter_handicaps
from campaigns.usecases.campaigns.preparation import (
    enter_field,
    next_number,
    refuse_a_campaign_that_is_won,
    seal_chance,
)
from campaigns.usecases.matches.machine_users import user_of
from campaigns.usecases.people.invitation_rows import OFFER_HOURS, write_invitation
from campaigns.usecases.record import CLOCK
from campaigns.usecases.terms import read_weight
from campaigns.usecases.text_checks import read_line, read_whole
from rules.board.matches import decided, seats_of_game
from rules.books import book as find_book
from rules.contract.book import Book
from rules.errors import Invalid
from rules.values.sentence import of_field, say

MOST_GAMES = 99
MOST_MINUTES = 10_000
FIRST, SECOND = "red", "blue"
"""The sides of a match with a campaign of its own: the one that begins the first game, and the other."""


@dataclass(frozen=True)
class Rules:
    """The settings of the games of a match.  fixed_minutes: for a move, 0 for no limit."""

    book: str
    options: dict[str, Any]
    best_of: int
    fixed_minutes: int


def read_rules(*, book: Any, options: Any = None, best_of: Any = 1, fixed_minutes: Any = 0) -> Rules:
    """The settings of a match; Invalid where the book is not a game on a board."""
    rules = game_of(book)
    if options is not None and not isinstance(options, Mapping):
        raise Invalid(of_field("options", say("a map is wanted")))
    return Rules(
        rules.key,
        rules.options(dict(options or {})),
        read_whole(best_of, "best_of", 1, MOST_GAMES),
        read_whole(fixed_minutes, "fixed_minutes", 0, MOST_MINUTES),
    )


def game_of(book: Any) -> Book:
    """A book of a game on a board; Invalid where it is another."""
    rules = find_book(book if isinstance(book, str) else "")
    if not rules.on_board:
        raise Invalid(
            of_field("book", say("{title} is played on the floor; matches are for board games", title=rules.title))
        )
    return rules


@dataclass(frozen=True)
class Offered:
    """A player who has yet to accept.  named: their log-in name, as typed; nobody checks whether it exists."""

    named: str

    def get_username(self) -> str:
        """Their log-in name, as for any user."""
        return self.named

    def get_full_name(self) -> str:
        """Empty: their name is unknown until they accept."""
        return ""


def player(rules: Rules, by: Any, *, user: Any = "", engine: Any = "", level: Any = 1) -> Any:
    """A machine by engine and level, oneself, or anybody else, by log-in name, who is then offered to play.

    Invalid where there is no such machine.
    """
    if engine:
        return user_of(rules.book, rules.options, str(engine), read_whole(level, "level", 1, 100))
    named = read_line(user, "user", 150)
    return by if named == by.get_username() else Offered(named)


@unlocked
def new_match(
    *, by: Any, name: Any, first: Mapping[str, Any], second: Mapping[str, Any], now: datetime, **terms: Any
) -> Match:
    """A match in a campaign of its own.  A maker who does not play is its umpire.

    Anybody else who is named is offered their side; the first game begins when both sides are taken.
    first and second: ``user``, or ``engine`` and ``level``.  terms: ``book``, ``options``, ``best_of``,
    ``fixed_minutes``.
    """
    rules, called = read_rules(**terms), read_line(name, "name", 100)
    with transaction.atomic():
        one, other = player(rules, by, **first), player(rules, by, **second)
        if one.get_username().casefold() == other.get_username().casefold():
            raise Invalid(of_field("second", say("choose somebody else as the opponent")))
        return open_match(called, rules, one, other, by, now=now)


def open_match(
    name: str, rules: Rules, first: Any, second: Any, by: Any, *, now: datetime, place: Mapping[str, Any] | None = None
) -> Match:
    """Open the campaign of a match, give or offer its seats, and begin its first game if all are given; inside a transaction.

    first and second: users, or ``Offered``.
    place: of a match of a tournament: ``tournament``, ``round``, ``table``, ``home`` and ``away``.
    """
    campaign = _campaign(name, rules, {FIRST: first, SECOND: second}, by, now)
    match = Match.objects.create(
        campaign=campaign, name=name, book=rules.book, options=rules.options, best_of=rules.best_of,
        first=FIRST, second=SECOND, created_at=now, **(place or {}),
    )  # fmt: skip
    _begin_when_all_sit(match, campaign, now)
    return match


def take_seat(post: Post, *, now: datetime) -> None:
    """A side of a waiting match gets the name of the person who was given it; the campaign is locked.

    Nobody else is offered it any more.  With the last of them the first game begins.
    """
    match = waiting_matches().filter(campaign=post.campaign_id).first()
    if match is None or post.side is None or post.kind != Post.Kind.GENERAL:
        return
    post.side.name = post.title = _called(post.user)
    post.side.save(update_fields=["name"])
    post.save(update_fields=["title"])
    _offers(match.campaign_id).filter(side=post.side).update(revoked_at=now)
    _begin_when_all_sit(match, post.campaign, now)


def waiting_matches() -> Any:
    """The matches whose first game has not begun, because somebody has yet to accept."""
    return Match.objects.filter(campaign__isnull=False, ended_at__isnull=True, games__isnull=True)


def _offers(campaign: int | None) -> Any:
    """What is offered in the campaign of a match, and neither taken nor withdrawn."""
    return Invitation.objects.filter(campaign=campaign, taken=0, revoked_at__isnull=True)


def _begin_when_all_sit(match: Match, campaign: Campaign, now: datetime) -> None:
    generals = Post.objects.filter(campaign=campaign, kind=Post.Kind.GENERAL, held_until__isnull=True)
    if generals.values("side").distinct().count() == len((match.first, match.second)):
        open_game(match, campaign, 1, now=now)


@unlocked
def call_off(*, by: Any, match: Any, now: datetime) -> None:
    """The person who opened a match calls it off while somebody has yet to accept; its offers end."""
    found = Match.objects.filter(public_id=read_public_id(match, "match")).first()
    if found is None or found.campaign_id is None:
        raise Unseen("match")
    with transaction.atomic():
        campaign = lock_campaign(found.campaign_id)
        player_of(by, campaign.pk, "match")
        if not waiting_matches().filter(pk=found.pk).exists():
            raise WrongState(say("Only a match that has not been accepted yet can be cancelled."))
        if not Invitation.objects.filter(campaign=campaign, made_by=by).exists():
            raise NotYours(say("Only the person who created the match can cancel it."))
        _offers(campaign.pk).update(revoked_at=now)
        Match.objects.filter(pk=found.pk).update(result={"off": True}, ended_at=now)
        _end_campaign(campaign, now)


@unlocked
def match_in_campaign(*, by: Any, campaign: str, name: Any, weight: Any = "1", now: datetime, **terms: Any) -> Match:
    """The umpire opens a match in a campaign under way: its Generals play, and each game counts by the weight.

    The first side of the campaign begins.
    """
    rules, called = read_rules(**terms), read_line(name, "name", 100)
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire_of(by, locked.pk)
        refuse_a_campaign_that_is_won(locked)
        if locked.status == Campaign.Status.PREPARING:
            locked.status, locked.started_at = Campaign.Status.RUNNING, now
            locked.save(update_fields=["status", "started_at"])
            enter_handicaps(locked, now=now)
        sides = [side.key for side in locked.sides.order_by("pk")]
        match = Match.objects.create(
            campaign=locked, name=called, book=rules.book, options=rules.options, best_of=rules.best_of,
            weight=read_weight(weight), first=sides[0], second=sides[1], created_at=now,
        )  # fmt: skip
        open_game(match, locked, 1, now=now)
    return match


def _campaign(name: str, rules: Rules, players: Mapping[str, Any], by: Any, now: datetime) -> Campaign:
    """The campaign of a match, running, with the seats of both players, or offers of them; its games count as they are scored."""
    untimed = not rules.fixed_minutes
    campaign = Campaign.objects.create(
        name=name,
        book=rules.book,
        edition=find_book(rules.book).edition,
        options=rules.options,
        purpose=Campaign.Purpose.MATCH,
        umpire=Campaign.Umpire.NONE,
        scoring=Campaign.Scoring.GROSS,
        clock_mode=Campaign.ClockMode.UNTIMED if untimed else Campaign.ClockMode.FIXED,
        fixed_minutes=rules.fixed_minutes or 10,
        interval_minutes=0,
        status=Campaign.Status.RUNNING,
        created_at=now,
        started_at=now,
    )
    for key, user in players.items():
        called = _called(user)
        side = Side.objects.create(campaign=campaign, key=key, name=called)
        place: dict[str, Any] = {"campaign": campaign, "side": side, "kind": Post.Kind.GENERAL, "title": called}
        if isinstance(user, Offered):
            write_invitation(by=by, hours=OFFER_HOURS, named=user.named, now=now, **place)
        else:
            Post.objects.create(user=user, held_from=now, **place)
    if by not in players.values():
        Post.objects.create(campaign=campaign, kind=Post.Kind.UMPIRE, user=by, title=say("Umpire"), held_from=now)
    return campaign


def _called(user: Any) -> str:
    """The name of a side of a match: its player's."""
    return name_of(user)[:80]


def open_game(match: Match, campaign: Campaign, number: int, *, now: datetime) -> Battle:
    """Begin a game of a match: the player who did not begin the last one begins this one.  The campaign is locked.  [LAWS-02a]"""
    rules = find_book(match.book)
    seats = seats_of_game(rules, match.options, number, match.first, match.second)
    terms = Terms(match.book, rules.edition, match.options, seats)
    battle = Battle.objects.create(
        campaign=campaign,
        match=match,
        number=next_number(campaign),
        name=say("{name}, game {number}", name=match.name, number=number)[:120] if match.best_of > 1 else match.name,
        book=terms.book,
        edition=terms.edition,
        options=terms.options,
        seats=terms.seats,
        weight=match.weight,
        start=rules_of(terms).opening(rules.start_of_game(number)),
        created_at=now,
    )
    seal_chance(battle)
    enter_field(battle, battle.start, actor=CLOCK, now=now)
    return battle


def continue_match(campaign: Campaign, match_id: int, *, now: datetime) -> None:
    """A game of a match has ended: the match is decided, or its next game begins.  Campaign and battles are locked."""
    match = Match.objects.get(pk=match_id)
    going_on = Battle.objects.filter(match=match).exclude(status=Battle.Status.ENDED).exists()
    if going_on or match.result:
        return
    games, points = score_of_match(match)
    match.result = decided(match.best_of, len(games), points)
    if match.result:
        match.ended_at = now
        match.save(update_fields=["result", "ended_at"])
        _end_campaign(campaign, now)
    elif campaign.status == Campaign.Status.RUNNING and not campaign.result:
        open_game(match, campaign, len(games) + 1, now=now)


def _end_campaign(campaign: Campaign, now: datetime) -> None:
    """The campaign of one match ends with it."""
    if campaign.purpose == Campaign.Purpose.MATCH and campaign.status != Campaign.Status.ENDED:
        campaign.status, campaign.ended_at = Campaign.Status.ENDED, now
        campaign.save(update_fields=["status", "ended_at"])


def default_match(match: Match, winner: str, *, now: datetime) -> None:
    """A match is decided without being played to the end: for a side, or for neither where none is given."""
    if match.result:
        raise WrongState(say("The match is already decided."))
    match.result, match.ended_at = {**({"winner": winner} if winner else {}), "default": True}, now
    match.save(update_fields=["result", "ended_at"])


def place_of(tournament: Tournament, number: int, table: int, home: Entrant, away: Entrant) -> dict[str, Any]:
    """The place of a match in its tournament."""
    return {"tournament": tournament, "round": number, "table": table, "home": home, "away": away}
