"""After a battle with couriers: every draw can be made again, and each dispatch is known only from its arrival."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaigns.models import Courier
from campaigns.sight.draws import draws
from campaigns.sight.replay import replay
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.desk.open_papers import open_papers
from tests.campaigns.builders import a_cast, the_move
from tests.campaigns.looked_back import a_seat, finish
from tests.campaigns.riders import after, dispatch, post_of, ride_until, with_couriers

pytestmark = pytest.mark.django_db
TEXT = "Come back to the mill."


@pytest.fixture
def cast():
    return a_cast()


def fought(cast, **setting):
    """A rider sets out in the first move and arrives in the second; then the battle is over."""
    battle = with_couriers(cast, inches="8", **setting)
    dispatch(cast, battle)
    ride_until(after(minutes=2))
    finish(cast, battle, after(minutes=2, seconds=1))
    ride_until(after(minutes=7), start=after(minutes=2, seconds=30))
    rider = Courier.objects.get(battle=battle)
    assert rider.ended_move is not None and rider.ended_move.number == 2
    finish(cast, battle, after(minutes=8))
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Dusk", now=after(minutes=9))
    battle.refresh_from_db()
    return battle


def believed(user, battle, number, key):
    """The messages of a move, as the holder of that seat knew them."""
    return [one.text for one in replay(a_seat(user, battle), number, key).messages]


@pytest.mark.slow
def test_the_sender_has_it_in_the_move_in_which_he_sent_it_and_the_addressee_when_it_came(cast):
    battle = fought(cast)
    general, horse = post_of(battle, "general"), post_of(battle, "commander", "cavalry")
    assert [believed(cast.umpire, battle, number, general) for number in (1, 2)] == [[TEXT], []]
    assert [believed(cast.umpire, battle, number, horse) for number in (1, 2)] == [[], [TEXT]]
    assert [believed(cast.red_horse, battle, number, horse) for number in (1, 2)] == [[], [TEXT]]
    blue = post_of(battle, "general", side="blue")
    assert [believed(cast.umpire, battle, number, blue) for number in (1, 2)] == [[], []]


@pytest.mark.slow
def test_what_was_taken_is_believed_by_the_captors_general_and_its_end_is_told_when_the_papers_are_open(cast):
    battle = fought(cast, capture="1/1")
    blue, general = post_of(battle, "general", side="blue"), post_of(battle, "general")
    (taken,) = replay(a_seat(cast.umpire, battle), 2, blue).messages
    assert (taken.text, taken.taken, taken.sender, taken.to, taken.riders) == (TEXT, True, "", (), ())
    (own,) = replay(a_seat(cast.red_general, battle), 1, general).messages
    assert own.riders == ()
    open_papers(by=cast.umpire, battle=battle.public_id, now=after(minutes=10))
    (whole,) = replay(a_seat(cast.red_general, battle), 1, "umpire").messages
    assert [(one.to, one.status) for one in whole.riders] == [("Red Cavalry", "taken")]


@pytest.mark.slow
def test_what_was_drawn_of_him_stands_on_the_page_of_draws_once_all_of_it_may_be_told(cast):
    battle = fought(cast, capture="1/2", loss="1/9")
    purposes = [one["purpose"] for one in Courier.objects.get(battle=battle).draws]
    assert purposes[0] == "red/1/courier/1/loss"
    told = {one.purpose: one for one in draws(a_seat(cast.umpire, battle)).draws}
    assert set(purposes) <= told.keys() and all(told[one].holds for one in purposes)
    for user in (cast.red_general, cast.red_horse, cast.blue_general, cast.observer):
        assert not [one for one in draws(a_seat(user, battle)).draws if "courier" in one.purpose]
    open_papers(by=cast.umpire, battle=battle.public_id, now=after(minutes=10))
    assert set(purposes) <= {one.purpose for one in draws(a_seat(cast.blue_general, battle)).draws}


def test_draws_of_a_move_that_was_never_submitted_are_told_too(cast):
    battle = with_couriers(cast, capture="1/2")
    dispatch(cast, battle)
    ride_until(after(minutes=4))
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Dusk", now=after(minutes=5))
    battle.refresh_from_db()
    sheet = draws(a_seat(cast.umpire, battle))
    assert [one.purpose for one in sheet.draws] == ["red/1/courier/1/capture"]
    assert sheet.draws[0].holds and the_move(battle).number == 1
    assert timedelta(0) <= sheet.moves[0].move.submitted_at - sheet.moves[0].move.opened_at
