"""Matches: the next game opens automatically, the first move alternates, and a player who cannot be overtaken has won."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.credits import score_of_match
from campaigns.errors import NotUmpire, NotYours, Unseen, WrongState
from campaigns.models import Battle, Campaign, Invitation, Match, Post
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.matches.machine_turns import play_due_turns
from campaigns.usecases.matches.machines import seat_machine
from campaigns.usecases.matches.matches import call_off, match_in_campaign, new_match
from campaigns.usecases.matches.tournaments import continue_match_after
from campaigns.usecases.people.invitation_rows import OFFER_HOURS
from campaigns.usecases.people.offers import accept_offer, decline_offer
from rules.books import book
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_campaign, a_user, everybody_accepts, the_move
from tests.campaigns.games import FOOLS_MATE, SCHOLARS_MATE, at, goes, say

RESIGN = {"order": "resign"}


def a_match(best_of=3, book="war-chess", by="ann", **terms):
    made = offered_match(by, book=book, best_of=best_of, **terms)
    everybody_accepts()
    return made


def offered_match(by="ann", first="ann", second="bob", **terms):
    """A match that only the person who opened it has accepted."""
    given = {"name": "The Cup", "book": "war-chess", "best_of": 3, "now": NOON, **terms}
    return new_match(by=a_user(by), first={"user": first}, second={"user": second}, **given)


def players(match):
    return {post.side.key: post.user for post in Post.objects.filter(campaign=match.campaign, kind="general")}


def the_game(match):
    return Battle.objects.filter(match=match).latest("number")


def resigned(match, loser, now=1):
    """One player resigns the game under way, whoever is to move."""
    battle = the_game(match)
    say(players(match)[loser], battle, RESIGN, now=at(now))
    sweep(at(now + 1))
    match.refresh_from_db()


def test_the_first_game_begins_when_all_have_accepted_and_the_next_by_itself_with_the_first_move_changed(db):
    match = a_match()
    assert the_move(the_game(match)).side == "red"
    resigned(match, "red")
    game = the_game(match)
    assert (game.number, game.name, the_move(game).side) == (2, "The Cup, game 2", "blue")
    assert game.terms.seats == {"attacker": "blue", "defender": "red"} and not match.result


@pytest.mark.slow
def test_who_cannot_be_caught_has_won_and_the_campaign_of_the_match_is_over(db):
    match = a_match()
    resigned(match, "red")
    resigned(match, "red", now=3)
    assert match.result == {"winner": "blue"} and match.ended_at
    assert Battle.objects.count() == 2
    assert Campaign.objects.get().status == Campaign.Status.ENDED
    league = sight.standing(sight.find_campaign(a_user("ann"), match.campaign.public_id)).league
    assert [(row.side, row.total) for row in league] == [("blue", 4), ("red", 0)]


@pytest.mark.slow
def test_a_drawn_game_is_half_a_point_to_each_and_all_games_may_end_level(db):
    match = a_match(best_of=2, book="chess-1879")
    for now in (1, 4):
        game = the_game(match)
        first, second = players(match)[the_move(game).side], None
        second = next(user for user in players(match).values() if user != first)
        say(first, game, {"order": "offer-draw"}, now=at(now))
        say(second, game, {"order": "agree"}, now=at(now + 1))
        sweep(at(now + 2))
        match.refresh_from_db()
    assert match.result == {"draw": True}
    assert score_of_match(match)[1] == {"red": Fraction(1), "blue": Fraction(1)}


@pytest.mark.slow
def test_by_the_older_laws_black_begins_the_second_game(db):
    """LAWS-02a."""
    match = a_match(book="chess-laws")
    for place, uci in enumerate(SCHOLARS_MATE):
        say(players(match)["blue" if place % 2 else "red"], the_game(match), goes(uci, check=place == 6))
    sweep(at(9))
    game = the_game(match)
    assert game.number == 2 and game.terms.seats == {"white": "red", "black": "blue"}
    assert the_move(game).side == "blue" and " b " in the_move(game).position["fen"]


@pytest.mark.slow
def test_in_1879_the_colours_change(db):
    match = a_match(book="chess-1879")
    for place, uci in enumerate(FOOLS_MATE):
        say(players(match)["blue" if place % 2 else "red"], the_game(match), goes(uci, check=place == 3))
    sweep(at(9))
    assert the_game(match).terms.seats == {"white": "blue", "black": "red"}


def test_counted_twice_it_goes_on_once(db):
    match = a_match()
    resigned(match, "red")
    for _ in range(3):
        continue_match_after(battle_id=Battle.objects.get(number=1).pk, now=at(9))
    assert Battle.objects.count() == 2


def test_who_makes_it_and_does_not_play_looks_after_it(db):
    match = a_match(by="carl")
    assert sight.find_campaign(a_user("carl"), match.campaign.public_id).is_umpire
    end_battle(by=a_user("carl"), battle=the_game(match).public_id, winner="red", reason="Flag", now=at(1))
    sweep(at(2))
    assert the_game(match).number == 2
    assert not sight.find_campaign(a_user("ann"), a_match().campaign.public_id).is_umpire
    with pytest.raises(Unseen):
        sight.find_campaign(a_user("dora"), match.campaign.public_id)


@pytest.mark.slow
def test_a_machine_plays_a_match_too(db):
    match = new_match(
        by=a_user("ann"), name="Drill", first={"engine": "house", "level": 1}, second={"user": "ann"},
        book="war-chess", best_of=3, now=NOON,
    )  # fmt: skip
    assert play_due_turns(lambda: at(1)) == 1
    assert the_move(the_game(match)).side == "blue"


def test_a_match_in_a_campaign_counts_for_it_by_its_weight(cast):
    campaign = a_campaign(cast)
    match = match_in_campaign(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="Staff chess",
        book="chess-1879",
        best_of=1,
        weight="3",
        now=NOON,
    )
    say(cast.red_general, the_game(match), RESIGN)
    sweep(at(2))
    match.refresh_from_db()
    assert match.result == {"winner": "blue"}
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.RUNNING
    league = sight.standing(sight.find_campaign(cast.umpire, campaign.public_id)).league
    assert [(row.side, row.total) for row in league] == [("blue", 6), ("red", 0)]
    with pytest.raises(NotUmpire):
        match_in_campaign(by=cast.red_general, campaign=campaign.public_id, name="x", book="chess-1879", now=NOON)


@pytest.mark.parametrize(
    "wrong",
    [
        {"book": "kriegspiel"},
        {"best_of": 0},
        {"best_of": 100},
        {"fixed_minutes": -1},
        {"name": ""},
        {"second": {"user": ""}},
        {"second": {"user": "two\nlines"}},
        {"second": {"user": "x" * 151}},
        {"second": {}},
        {"second": {"user": "ann"}},
        {"second": {"user": "ANN"}},
        {"first": {"user": "Bob"}},
        {"second": {"engine": "house", "level": 9}},
        {"options": {"touch": 1}},
    ],
)
def test_what_makes_no_match_is_refused_and_nothing_is_opened(db, wrong):
    given = {
        "name": "x",
        "book": "war-chess",
        "first": {"user": a_user("ann").username},
        "second": {"user": a_user("bob").username},
    }
    with pytest.raises(Invalid):
        new_match(by=a_user("ann"), now=NOON, **{**given, **wrong})
    assert not Match.objects.exists() and not Campaign.objects.exists()


def test_minutes_for_a_move_are_kept_by_the_clock(db):
    match = a_match(fixed_minutes=7)
    assert (the_move(the_game(match)).closes_at - NOON).total_seconds() == 7 * 60
    untimed = a_match()
    assert the_move(the_game(untimed)).closes_at is None


def test_a_decided_match_is_not_decided_again(db):
    from campaigns.usecases.matches.matches import default_match

    match = a_match(best_of=1)
    resigned(match, "red")
    with pytest.raises(WrongState):
        default_match(match, "red", now=NOON)


# -- offered and accepted ------------------------------------------------------------------------------


def offer_to(name):
    return Invitation.objects.get(named=name).public_id


def test_nobody_plays_who_has_not_accepted_and_the_last_who_does_begins_the_first_game(db):
    match = offered_match("carl", first="ann", second="bob")
    ann, bob = a_user("ann"), a_user("bob")
    assert not Battle.objects.exists() and not Post.objects.filter(user__in=(ann, bob)).exists()
    with pytest.raises(Unseen):
        sight.find_campaign(bob, match.campaign.public_id)
    accept_offer(user=bob, offer=offer_to("bob"), now=at(1))
    assert not Battle.objects.exists()
    post = accept_offer(user=ann, offer=offer_to("ann"), now=at(2))
    assert (post.kind, post.side.key) == ("general", "red")
    assert the_move(the_game(match)).side == "red" and the_move(the_game(match)).opened_at == at(2)


def test_a_side_bears_the_name_that_was_typed_until_its_player_has_accepted(db):
    match = offered_match(second="BOB")
    bob = a_user("bob")
    bob.first_name, bob.last_name = "Robert", "Wray"
    bob.save()
    assert match.campaign.sides.get(key="blue").name == "BOB"
    post = accept_offer(user=bob, offer=offer_to("BOB"), now=at(1))
    assert match.campaign.sides.get(key="blue").name == post.title == "Robert Wray"


def test_a_machine_that_is_given_a_side_of_a_match_that_waits_sits_down_like_anybody(db):
    match = offered_match("carl", first="ann", second="bob")
    accept_offer(user=a_user("bob"), offer=offer_to("bob"), now=at(1))
    late, campaign = offer_to("ann"), match.campaign.public_id
    post = seat_machine(by=a_user("carl"), campaign=campaign, side="red", engine="house", level=1, now=at(2))
    assert match.campaign.sides.get(key="red").name == post.title == post.user.get_full_name()
    assert the_move(the_game(match)).opened_at == at(2)
    play_due_turns(lambda: at(3))
    assert the_move(the_game(match)).side == "blue"
    with pytest.raises(Unseen):
        accept_offer(user=a_user("ann"), offer=late, now=at(3))


def test_a_machine_that_is_given_one_side_leaves_the_other_offered(db):
    match = offered_match("carl", first="ann", second="bob")
    seat_machine(by=a_user("carl"), campaign=match.campaign.public_id, side="red", engine="house", level=1, now=at(1))
    assert not Battle.objects.exists()
    accept_offer(user=a_user("bob"), offer=offer_to("bob"), now=at(2))
    assert the_move(the_game(match)).opened_at == at(2)


def test_what_is_declined_leaves_the_match_waiting_and_tells_nobody(db):
    match = offered_match()
    before = sight_of(match)
    decline_offer(user=a_user("bob"), offer=offer_to("bob"), now=at(1))
    assert sight_of(match) == before and before.waits == ("bob",) and before.mine
    assert not sight.offers(a_user("bob"), at(2))


def sight_of(match, who="ann"):
    from campaigns.sight import matches

    return matches.match(a_user(who), match.public_id)[1]


def test_a_match_that_waits_is_called_off_by_whoever_opened_it(db):
    match = offered_match()
    offer = offer_to("bob")
    call_off(by=a_user("ann"), match=match.public_id, now=at(1))
    match.refresh_from_db()
    assert match.result == {"off": True} and match.ended_at == at(1)
    assert Campaign.objects.get().status == Campaign.Status.ENDED
    assert not sight.offers(a_user("bob"), at(2))
    with pytest.raises(Unseen):
        accept_offer(user=a_user("bob"), offer=offer, now=at(2))
    assert not Battle.objects.exists()


def test_who_may_call_a_match_off_and_when(db):
    match = offered_match("carl")
    accept_offer(user=a_user("bob"), offer=offer_to("bob"), now=at(1))
    for who, refusal in (("bob", NotYours), ("ann", Unseen), ("eve", Unseen)):
        with pytest.raises(refusal):
            call_off(by=a_user(who), match=match.public_id, now=at(2))
    accept_offer(user=a_user("ann"), offer=offer_to("ann"), now=at(3))
    with pytest.raises(WrongState):
        call_off(by=a_user("carl"), match=match.public_id, now=at(4))
    with pytest.raises(Unseen):
        call_off(by=a_user("carl"), match="AAAAAAAAAAAA", now=at(4))
    assert the_game(match).status == "running"


def test_an_offer_of_a_match_holds_for_a_fortnight(db):
    offered_match()
    late = NOON + timedelta(hours=OFFER_HOURS)
    with pytest.raises(Unseen):
        accept_offer(user=a_user("bob"), offer=offer_to("bob"), now=late)
    accept_offer(user=a_user("bob"), offer=offer_to("bob"), now=late - timedelta(seconds=1))
    assert Battle.objects.exists()


def test_an_offer_is_accepted_once_and_by_nobody_else(db):
    offered_match()
    offer = offer_to("bob")
    for other in ("eve", "ann"):
        with pytest.raises(Unseen):
            accept_offer(user=a_user(other), offer=offer, now=at(1))
    accept_offer(user=a_user("bob"), offer=offer, now=at(1))
    with pytest.raises(Unseen):
        accept_offer(user=a_user("bob"), offer=offer, now=at(2))
    assert Battle.objects.count() == 1


def test_whoever_opened_a_match_and_looks_after_it_cannot_play_in_it_by_another_spelling(db):
    offered_match("carl", first="ann", second="CARL")
    with pytest.raises(NotYours):
        accept_offer(user=a_user("carl"), offer=offer_to("CARL"), now=at(1))


def test_what_is_offered_says_what_it_is(db):
    match = offered_match()
    (told,) = sight.offers(a_user("bob"), at(1))
    assert (told.what, told.name, told.game, told.by) == ("match", "The Cup", book("war-chess").title, "ann")
    assert (told.campaign, told.tournament, told.side) == (match.campaign.public_id, "", "blue")
