"""A person practises: one press, a battle of their own against a machine, and nobody else is involved."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.errors import Capped, Unseen
from campaigns.models import Battle, Campaign, Move
from campaigns.usecases.matches.machine_turns import play_due_turns
from campaigns.usecases.matches.practice import MOST_OPEN, open_practices, start_practice
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_user, the_move
from tests.campaigns.games import at, say

FIRST = {"order": "move", "from": 125, "to": 106}


@pytest.fixture
def ann(db):
    return a_user("ann")


@pytest.mark.slow
def test_one_press_puts_him_at_the_board_with_the_first_move_his(ann):
    battle = start_practice(user=ann, now=NOON)
    seat = sight.find_battle(ann, battle.public_id)
    move = the_move(battle)
    assert (seat.side, move.side, move.closes_at) == ("red", "red", None)
    assert seat.rules.sides == ("red", "blue") and not seat.is_umpire
    say(ann, battle, FIRST)
    assert play_due_turns(lambda: at(5)) == 1
    assert the_move(battle).number == 3 and the_move(battle).side == "red"


@pytest.mark.slow
def test_who_takes_the_defence_is_answered_before_he_has_moved(ann):
    battle = start_practice(user=ann, side="defender", now=NOON)
    assert the_move(battle).side == "blue"
    play_due_turns(lambda: at(1))
    assert the_move(battle).side == "red"
    say(ann, battle, {"order": "move", "from": 43, "to": 51}, now=at(2))


def test_pressed_twice_it_is_one_practice_until_somebody_has_moved(ann):
    first = start_practice(user=ann, now=NOON)
    assert start_practice(user=ann, now=at(1)) == first
    assert start_practice(user=ann, level=2, now=at(1)) != first
    say(ann, first, FIRST)
    assert start_practice(user=ann, now=at(2)) != first


@pytest.mark.slow
def test_more_than_so_many_are_not_open_at_a_time(ann):
    for number in range(MOST_OPEN):
        say(ann, start_practice(user=ann, now=at(number)), FIRST, now=at(number))
    with pytest.raises(Capped):
        start_practice(user=ann, now=at(20))
    start_practice(user=a_user("bob"), now=at(20))
    given_up = Battle.objects.get(campaign=open_practices(ann).last())
    play_due_turns(lambda: at(30))
    play_due_turns(lambda: at(30))
    say(ann, given_up, {"order": "resign"}, now=at(31))
    sweep(at(32))
    assert open_practices(ann).count() == MOST_OPEN - 1
    start_practice(user=ann, now=at(33))


def test_a_practice_ends_with_its_battle_and_is_counted_and_its_papers_lie_open(ann):
    battle = start_practice(user=ann, now=NOON)
    say(ann, battle, {"order": "resign"})
    sweep(at(2))
    campaign = Campaign.objects.get()
    assert campaign.status == Campaign.Status.ENDED
    standing = sight.standing(sight.find_campaign(ann, campaign.public_id))
    assert [(row.side, row.total) for row in standing.league] == [("blue", 2), ("red", 0)]
    assert battle.record.filter(kind="papers-opened").count() == 1
    sweep(at(4))
    assert battle.record.filter(kind="papers-opened").count() == 1


def test_it_is_nobody_elses(ann):
    battle = start_practice(user=ann, now=NOON)
    with pytest.raises(Unseen):
        sight.find_battle(a_user("bob"), battle.public_id)
    with pytest.raises(Unseen):
        say(a_user("bob"), battle, FIRST)


def test_no_clock_closes_it(ann):
    battle = start_practice(user=ann, now=NOON)
    for day in range(1, 4):
        swept = sweep(NOON + timedelta(days=30 * day))
        assert not swept.failed and not swept.closed
    assert Move.objects.filter(battle=battle).count() == 1


@pytest.mark.parametrize(
    "wrong", [{"book": "kriegspiel"}, {"book": "chess-1879"}, {"level": 7}, {"side": "white"}, {"engine": "uci"}]
)
def test_where_there_is_no_such_opponent_none_is_made(ann, wrong):
    with pytest.raises(Invalid):
        start_practice(user=ann, now=NOON, **wrong)
    assert not Campaign.objects.exists()
