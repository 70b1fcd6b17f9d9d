"""Tournaments: rounds open automatically, everybody meets everybody, and withdrawals count."""

from __future__ import annotations

import threading

import pytest
from django.db import connections

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.models import Battle, Campaign, Entrant, Match, Tournament
from campaigns.sight import matches as seen
from campaigns.usecases.matches import tournaments
from campaigns.usecases.matches.tournaments import (
    advance_tournament,
    create_tournament,
    enter,
    start_tournament,
    withdraw,
)
from campaigns.usecases.people.offers import accept_offer, decline_offer
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_user, everybody_accepts, the_move
from tests.campaigns.games import at, say

NAMES = ("ann", "bob", "carl", "dora")


def a_tournament(names=NAMES, **terms):
    made = create_tournament(by=a_user("org"), name="Autumn", now=NOON, **{"book": "war-chess", **terms})
    for name in names:
        ask(made, a_user(name).username)
    everybody_accepts()
    return made


def ask(tournament, name, by="org"):
    return enter(by=a_user(by), tournament=tournament.public_id, user=name, now=NOON)


def begun(names=NAMES, **terms):
    made = a_tournament(names, **terms)
    start_tournament(by=a_user("org"), tournament=made.public_id, now=NOON)
    made.refresh_from_db()
    return made


def pairs(tournament, number):
    rows = Match.objects.filter(tournament=tournament, round=number).order_by("table")
    return [(row.home.user.username, row.away.user.username) for row in rows]


def lose(match, loser, now):
    game = Battle.objects.get(match=match, status="running")
    say(a_user(loser), game, {"order": "resign"}, now=at(now))


def play_the_round(tournament, now):
    """The higher-numbered of each pair resigns."""
    for match in Match.objects.filter(tournament=tournament, ended_at__isnull=True).order_by("pk"):
        weaker = max(match.home, match.away, key=lambda one: one.number)
        lose(match, weaker.user.username, now)
    sweep(at(now + 1))
    tournament.refresh_from_db()


@pytest.mark.slow
def test_a_whole_tournament_is_played_round_by_round(db):
    tournament = begun()
    assert pairs(tournament, 1) == [("ann", "dora"), ("bob", "carl")] and not pairs(tournament, 2)
    for number in (1, 2, 3):
        assert tournament.round == number and tournament.status == "running"
        play_the_round(tournament, 10 * number)
    assert (tournament.status, tournament.round) == ("ended", 3) and tournament.ended_at
    assert pairs(tournament, 2) == [("dora", "carl"), ("ann", "bob")]
    assert Match.objects.count() == 6 and not Match.objects.filter(ended_at__isnull=True).exists()
    assert not Campaign.objects.exclude(status="ended").exists()


@pytest.mark.slow
def test_a_round_waits_for_its_last_match(db):
    tournament = begun()
    lose(Match.objects.get(table=1), "dora", 1)
    sweep(at(2))
    tournament.refresh_from_db()
    assert tournament.round == 1
    lose(Match.objects.get(table=2), "carl", 3)
    sweep(at(4))
    tournament.refresh_from_db()
    assert tournament.round == 2


@pytest.mark.slow
def test_of_an_odd_number_one_rests_in_each_round(db):
    tournament = begun(NAMES[:3])
    assert pairs(tournament, 1) == [("bob", "carl")]
    for number in (1, 2, 3):
        play_the_round(tournament, 10 * number)
    assert tournament.status == "ended" and Match.objects.count() == 3


@pytest.mark.slow
def test_a_round_is_opened_once_however_often_it_is_asked_for(db):
    tournament = begun()
    play_the_round(tournament, 1)
    assert not advance_tournament(tournament_id=tournament.pk, now=at(9))
    assert Match.objects.filter(round=2).count() == 2


@pytest.mark.slow
def test_who_withdraws_loses_what_he_plays_and_what_was_to_come(db):
    tournament = begun()
    bob = Entrant.objects.get(user__username="bob")
    withdraw(by=a_user("bob"), tournament=tournament.public_id, entrant=bob.public_id, now=at(1))
    left = Match.objects.get(table=2)
    assert left.result == {"winner": "blue", "default": True}
    assert Battle.objects.get(match=left).result == {"winner": "blue", "why": "the opponent has withdrawn"}
    sweep(at(2))
    for number in (1, 2, 3):
        play_the_round(tournament, 10 * number)
    assert tournament.status == "ended"
    unplayed = Match.objects.filter(campaign__isnull=True)
    assert {match.result.get("winner") for match in unplayed} <= {"red", "blue"} and unplayed.count() == 2
    with pytest.raises(WrongState):
        withdraw(by=a_user("bob"), tournament=tournament.public_id, entrant=bob.public_id, now=at(99))


def test_where_all_but_one_withdraw_it_ends(db):
    tournament = begun()
    for name in NAMES[1:]:
        one = Entrant.objects.get(user__username=name)
        withdraw(by=a_user("org"), tournament=tournament.public_id, entrant=one.public_id, now=at(1))
    tournament.refresh_from_db()
    assert tournament.status == "ended"
    assert not Battle.objects.filter(status="running").exists()
    neither = Match.objects.filter(
        home__withdrawn_at__isnull=False, away__withdrawn_at__isnull=False, campaign__isnull=True
    )
    assert all(match.result == {"default": True} for match in neither) and neither.exists()


def test_who_withdraws_before_the_beginning_was_never_entered(db):
    tournament = a_tournament()
    bob = Entrant.objects.get(user__username="bob")
    withdraw(by=a_user("bob"), tournament=tournament.public_id, entrant=bob.public_id, now=NOON)
    assert list(tournament.entrants.order_by("number").values_list("user__username", "number")) == [
        ("ann", 1), ("carl", 2), ("dora", 3),
    ]  # fmt: skip


def test_machines_may_be_entered_each_once(db):
    tournament = a_tournament(NAMES[:1])
    for level in (1, 2):
        enter(by=a_user("org"), tournament=tournament.public_id, engine="house", level=level, now=NOON)
    with pytest.raises(WrongState):
        enter(by=a_user("org"), tournament=tournament.public_id, engine="house", level=1, now=NOON)
    start_tournament(by=a_user("org"), tournament=tournament.public_id, now=NOON)
    game = Battle.objects.get(match__round=1)
    assert the_move(game).side == "red"


def test_who_may_do_what(db):
    tournament = a_tournament()
    public, ann = tournament.public_id, Entrant.objects.get(user__username="ann").public_id
    for who, refusal in (("ann", NotYours), ("eve", Unseen)):
        with pytest.raises(refusal):
            enter(by=a_user(who), tournament=public, user=a_user("fred").username, now=NOON)
        with pytest.raises(refusal):
            start_tournament(by=a_user(who), tournament=public, now=NOON)
    with pytest.raises(NotYours):
        withdraw(by=a_user("bob"), tournament=public, entrant=ann, now=NOON)
    with pytest.raises(Unseen):
        withdraw(by=a_user("eve"), tournament=public, entrant=ann, now=NOON)
    with pytest.raises(Unseen):
        withdraw(by=a_user("org"), tournament=public, entrant="nobody-here", now=NOON)


def test_nobody_is_entered_who_has_not_accepted_and_the_organizer_is_told_how_many_have_not_answered(db):
    tournament = a_tournament(NAMES[:1])
    ask(tournament, "bob"), ask(tournament, "no-such-person")
    decline_offer(user=a_user("bob"), offer=sight.offers(a_user("bob"), NOON)[0].public_id, now=NOON)
    assert tournament.entrants.count() == 1
    with pytest.raises(WrongState, match="no answer yet: 2"):
        start_tournament(by=a_user("org"), tournament=tournament.public_id, now=NOON)
    told = seen.tournament(a_user("org"), tournament.public_id)
    assert [one.name for one in told.asked] == ["bob", "no-such-person"]
    assert seen.tournament(a_user("ann"), tournament.public_id).asked == (), "other players need not know"
    with pytest.raises(Unseen):
        seen.tournament(a_user("bob"), tournament.public_id)


def test_it_begins_with_those_who_have_accepted_and_nobody_comes_late(db):
    tournament = a_tournament(NAMES[:2])
    offer = ask(tournament, "late").public_id
    start_tournament(by=a_user("org"), tournament=tournament.public_id, now=NOON)
    assert pairs(tournament, 1) == [("ann", "bob")]
    assert sight.offers(a_user("late"), NOON) == ()
    with pytest.raises(Unseen):
        accept_offer(user=a_user("late"), offer=offer, now=NOON)


def test_players_have_their_numbers_in_the_sequence_in_which_they_accept(db):
    tournament = create_tournament(by=a_user("org"), name="Autumn", book="war-chess", now=NOON)
    offers = {name: ask(tournament, name).public_id for name in ("ann", "bob")}
    ask(tournament, "org")
    for name in ("bob", "ann"):
        assert accept_offer(user=a_user(name), offer=offers[name], now=NOON).tournament == tournament
    numbered = tournament.entrants.order_by("number").values_list("user__username", flat=True)
    assert list(numbered) == ["org", "bob", "ann"]


def test_nobody_is_asked_twice_and_an_offer_is_taken_back_by_the_organizer_alone(db):
    tournament = a_tournament(NAMES[:1])
    offer = ask(tournament, "bob").public_id
    for again in ("bob", "BOB", "ann"):
        with pytest.raises(WrongState, match="already invited"):
            ask(tournament, again)
    for who in ("ann", "bob"):
        with pytest.raises(Unseen):
            withdraw(by=a_user(who), tournament=tournament.public_id, entrant=offer, now=NOON)
    withdraw(by=a_user("org"), tournament=tournament.public_id, entrant=offer, now=NOON)
    assert sight.offers(a_user("bob"), NOON) == ()
    assert ask(tournament, "bob").public_id != offer


def test_asked_and_entered_together_are_no_more_than_may_play(db, monkeypatch):
    monkeypatch.setattr(tournaments, "MOST_PLAYERS", 3)
    tournament = a_tournament(NAMES[:2])
    ask(tournament, "nobody-1")
    for who in ("nobody-2", "org"):
        with pytest.raises(Invalid, match="at most 3"):
            ask(tournament, who)


def test_what_is_offered_of_a_tournament_says_what_it_is(db):
    tournament = a_tournament(())
    ask(tournament, "bob")
    (told,) = sight.offers(a_user("bob"), NOON)
    assert (told.what, told.name, told.by, told.campaign) == ("tournament", "Autumn", "org", "")
    assert told.tournament == tournament.public_id


def test_what_cannot_begin_is_refused(db):
    alone = a_tournament(NAMES[:1])
    with pytest.raises(WrongState):
        start_tournament(by=a_user("org"), tournament=alone.public_id, now=NOON)
    running = begun()
    with pytest.raises(WrongState):
        start_tournament(by=a_user("org"), tournament=running.public_id, now=NOON)
    with pytest.raises(WrongState):
        enter(by=a_user("org"), tournament=running.public_id, user=a_user("late").username, now=NOON)
    with pytest.raises(Invalid):
        create_tournament(by=a_user("org"), name="x", book="little-wars", now=NOON)
    assert Tournament.objects.count() == 2


def test_killed_between_the_count_and_the_next_round_the_sweep_does_it_again(db, monkeypatch):
    tournament = begun(NAMES[:2])
    lose(Match.objects.get(), "bob", 1)
    with monkeypatch.context() as patched:
        patched.setattr(tournaments, "advance_tournament", lambda **asked: 1 / 0)
        assert sweep(at(2)).failed == 1
    tournament.refresh_from_db()
    assert tournament.status == "running"
    sweep(at(3))
    tournament.refresh_from_db()
    assert tournament.status == "ended"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_go_on_at_once_open_one_round():
    tournament = begun()
    for match in Match.objects.order_by("pk"):
        lose(match, max(match.home, match.away, key=lambda one: one.number).user.username, 1)

    def again():
        try:
            sweep(at(2))
        finally:
            connections.close_all()

    racers = [threading.Thread(target=again) for _ in range(4)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(30)
    sweep(at(4))
    assert Match.objects.filter(tournament=tournament, round=2).count() == 2 and Battle.objects.count() == 4
