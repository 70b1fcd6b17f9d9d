"""Tournaments: everybody meets everybody, round by round; the next round opens when the last match of one is decided."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.locks import lock_battle, lock_battles_of, lock_campaign, lock_tournament
from campaigns.models import Battle, Campaign, Entrant, Invitation, Match, Tournament
from campaigns.models.invitation import unanswered
from campaigns.unlocked import unlocked
from campaigns.usecases.access import read_public_id
from campaigns.usecases.campaigns.endings import end_by_default
from campaigns.usecases.matches.matches import (
    FIRST,
    SECOND,
    Offered,
    Rules,
    continue_match,
    default_match,
    open_match,
    place_of,
    player,
    read_rules,
)
from campaigns.usecases.people.invitation_rows import OFFER_HOURS, use_up, write_invitation
from campaigns.usecases.text_checks import read_line
from rules.board.matches import berger
from rules.errors import Invalid
from rules.values.sentence import of_field, say

MOST_PLAYERS = 32


def create_tournament(*, by: Any, name: Any, now: datetime, **terms: Any) -> Tournament:
    """A tournament that players may enter.  Its maker runs it, and may play in it.

    terms: ``book``, ``options``, ``best_of`` and ``fixed_minutes`` of every match.
    """
    rules = read_rules(**terms)
    return Tournament.objects.create(
        name=read_line(name, "name", 80), book=rules.book, options=rules.options, best_of=rules.best_of,
        fixed_minutes=rules.fixed_minutes, made_by=by, created_at=now,
    )  # fmt: skip


def find_tournament(user: Any, public_id: Any) -> Tournament:
    """A tournament of somebody who runs it or plays in it; Unseen to anybody else."""
    found = Tournament.objects.filter(public_id=read_public_id(public_id, "tournament")).first()
    if found is None or not getattr(user, "is_active", False):
        raise Unseen("tournament")
    if found.made_by_id != user.pk and not found.entrants.filter(user=user).exists():
        raise Unseen("tournament")
    return found


def _looked_after(by: Any, public_id: Any) -> Tournament:
    """A tournament, locked, for the person who runs it."""
    found = find_tournament(by, public_id)
    if found.made_by_id != by.pk:
        raise NotYours(say("Only the person who created the tournament can do this."))
    return lock_tournament(found.pk)


def rules_of(tournament: Tournament) -> Rules:
    """The settings of its matches."""
    return Rules(tournament.book, tournament.options, tournament.best_of, tournament.fixed_minutes)


def enter(*, by: Any, tournament: Any, now: datetime, **who: Any) -> Entrant | Invitation:
    """Enter oneself, or a machine by ``engine`` and ``level``; anybody else, by log-in name, is offered a place.

    Before it begins.  The answer is the same whether or not anybody has that name.
    """
    with transaction.atomic():
        locked = _looked_after(by, tournament)
        _must_prepare(locked)
        user = player(rules_of(locked), by, **who)
        if locked.entrants.count() + unanswered(locked).count() >= MOST_PLAYERS:
            raise Invalid(
                of_field("user", say("a tournament has at most {most_players} players", most_players=MOST_PLAYERS))
            )
        return _asked(locked, by, user.named, now) if isinstance(user, Offered) else _entered(locked, user)


def _asked(tournament: Tournament, by: Any, named: str, now: datetime) -> Invitation:
    """The offer to play; refused where the same offer has been made before."""
    asked = unanswered(tournament).filter(named__iexact=named).exists()
    if asked or tournament.entrants.filter(user__username__iexact=named).exists():
        raise WrongState(say("{named} is already invited.", named=named))
    return write_invitation(
        by=by, hours=OFFER_HOURS, now=now, tournament=tournament, kind="player", title=named[:80], named=named
    )


def _entered(tournament: Tournament, user: Any) -> Entrant:
    """A player, entered once."""
    if tournament.entrants.filter(user=user).exists():
        raise WrongState(say("{user} already takes part.", user=user.get_full_name() or user))
    return Entrant.objects.create(tournament=tournament, user=user, number=tournament.entrants.count() + 1)


def take_entry(offer: Invitation, user: Any, now: datetime) -> Entrant:
    """Somebody accepts a place in a tournament, and is entered."""
    assert offer.tournament_id is not None
    with transaction.atomic():
        locked = lock_tournament(offer.tournament_id)
        use_up(offer, now)
        _must_prepare(locked)
        return _entered(locked, user)


def _must_prepare(tournament: Tournament) -> None:
    if tournament.status != Tournament.Status.PREPARING:
        raise WrongState(say("The tournament has begun; nobody can join any more."))


@unlocked
def start_tournament(*, by: Any, tournament: Any, now: datetime) -> Tournament:
    """Begin with those who have accepted: the matches of the first round open, and the other offers end.  [LAWS-02a]"""
    with transaction.atomic():
        locked = _looked_after(by, tournament)
        _must_prepare(locked)
        if locked.entrants.filter(withdrawn_at__isnull=True).count() < 2:
            raise WrongState(
                say(
                    "A tournament needs at least two players. Invited, no answer yet: {count}.",
                    count=unanswered(locked).count(),
                )
            )
        unanswered(locked).update(revoked_at=now)
        locked.status, locked.started_at = Tournament.Status.RUNNING, now
        locked.save(update_fields=["status", "started_at"])
        _open_rounds(locked, now)
    return locked


@unlocked
def continue_match_after(*, battle_id: int, now: datetime) -> None:
    """A battle has been counted: if it was a game of a match, the next begins, or the match is over and its tournament goes on.

    A second call opens nothing again.
    """
    match = Match.objects.filter(games=battle_id).first()
    if match is None or match.campaign_id is None:
        return
    with transaction.atomic():
        campaign = lock_campaign(match.campaign_id)
        lock_battles_of(campaign.pk)
        continue_match(campaign, match.pk, now=now)
    if match.tournament_id is not None:
        advance_tournament(tournament_id=match.tournament_id, now=now)


@unlocked
def advance_tournament(*, tournament_id: int, now: datetime) -> bool:
    """Open the next round where every match of this one is decided, or end; whether that changed anything."""
    with transaction.atomic():
        locked = lock_tournament(tournament_id)
        before = (locked.round, locked.status)
        if locked.status == Tournament.Status.RUNNING:
            _open_rounds(locked, now)
        return before != (locked.round, locked.status)


def _open_rounds(tournament: Tournament, now: datetime) -> None:
    """Open rounds until one is to be played, or all have been."""
    entrants = {one.number: one for one in tournament.entrants.select_related("user")}
    rounds = berger(len(entrants))
    while not Match.objects.filter(tournament=tournament, ended_at__isnull=True).exists():
        if tournament.round == len(rounds):
            tournament.status, tournament.ended_at = Tournament.Status.ENDED, now
            break
        tournament.round += 1
        for table, (home, away) in enumerate(rounds[tournament.round - 1], 1):
            _open_table(tournament, table, entrants[home], entrants[away], now)
    tournament.save(update_fields=["round", "status", "ended_at"])


def _open_table(tournament: Tournament, table: int, home: Entrant, away: Entrant, now: datetime) -> None:
    """One match of a round; where one of the two has withdrawn the other wins it without a game."""
    name = say("{name}, round {round}, table {table}", name=tournament.name, round=tournament.round, table=table)
    place = place_of(tournament, tournament.round, table, home, away)
    if home.withdrawn_at is None and away.withdrawn_at is None:
        open_match(name, rules_of(tournament), home.user, away.user, tournament.made_by, now=now, place=place)
        return
    there = FIRST if home.withdrawn_at is None else SECOND if away.withdrawn_at is None else ""
    match = Match.objects.create(
        name=name, book=tournament.book, options=tournament.options, best_of=tournament.best_of,
        first=FIRST, second=SECOND, created_at=now, **place,
    )  # fmt: skip
    default_match(match, there, now=now)


@unlocked
def withdraw(*, by: Any, tournament: Any, entrant: Any, now: datetime) -> None:
    """A player withdraws, or is withdrawn by the person who runs it: their adversaries win what is not finished.

    Before the beginning the player is removed, and those behind move up.
    entrant: or an offer that has not been answered, which is taken back.
    """
    found = find_tournament(by, tournament)
    with transaction.atomic():
        locked = lock_tournament(found.pk)
        one = locked.entrants.filter(public_id=read_public_id(entrant, "player")).select_related("user").first()
        if one is None:
            _take_back(locked, by, entrant, now)
            return
        if by.pk not in (locked.made_by_id, one.user_id):
            raise NotYours(say("Only the player, or the person who runs the tournament, can do this."))
        if locked.status == Tournament.Status.PREPARING:
            _never_entered(locked, one)
            return
        if locked.status == Tournament.Status.ENDED or one.withdrawn_at is not None:
            raise WrongState(say("This player has already withdrawn."))
        one.withdrawn_at = now
        one.save(update_fields=["withdrawn_at"])
        for match in Match.objects.filter(tournament=locked, ended_at__isnull=True).order_by("pk"):
            if one.pk in (match.home_id, match.away_id):
                _leave(match, SECOND if match.home_id == one.pk else FIRST, now)
        _open_rounds(locked, now)


def _take_back(tournament: Tournament, by: Any, offer: str, now: datetime) -> None:
    """The person who runs a tournament takes an offer back; for anybody else there is none."""
    mine = unanswered(tournament).filter(made_by=by, public_id=offer)
    if tournament.made_by_id != by.pk or not mine.update(revoked_at=now):
        raise Unseen("player")


def _never_entered(tournament: Tournament, entrant: Entrant) -> None:
    behind = tournament.entrants.filter(number__gt=entrant.number).order_by("number")
    Entrant.objects.filter(pk=entrant.pk).delete()
    for one in behind:
        Entrant.objects.filter(pk=one.pk).update(number=one.number - 1)


def _leave(match: Match, winner: str, now: datetime) -> None:
    """The adversary wins a match under way; the game on the board ends.  Locks: tournament, campaign, battle."""
    if match.campaign_id is None:
        return
    lock_campaign(match.campaign_id)
    match.refresh_from_db()
    if match.result:
        return
    default_match(match, winner, now=now)
    for pk in Battle.objects.filter(match=match, status=Battle.Status.RUNNING).values_list("pk", flat=True):
        end_by_default(lock_battle(pk), winner, reason=say("the opponent has withdrawn"), now=now)
    Campaign.objects.filter(pk=match.campaign_id).update(status=Campaign.Status.ENDED, ended_at=now)
