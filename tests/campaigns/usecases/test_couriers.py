"""Couriers ride: a dispatch is read when its rider arrives, who may be held, lost or taken.  A setting of the campaign."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.couriers import dangers, read_couriers, riding_of
from campaigns.errors import NotUmpire, Unseen, WrongState
from campaigns.models import Battle, Courier, Notice
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.clock.clock import pause_clock, resume_clock
from campaigns.usecases.messages.couriers import hold_courier, let_courier_through
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.record import check_record
from rules.books import book
from rules.errors import Illegal, Invalid
from rules.values.chance import Draw, redrawn
from rules.values.measure import INCH
from tests.campaigns.builders import NOON, START, a_battle, a_campaign
from tests.campaigns.riders import (
    after,
    dispatch,
    post_of,
    read_by,
    ride_until,
    the_rider,
    with_couriers,
)

TEXT = "Come back to the mill."


# -- the setting ------------------------------------------------------------------------------------


def test_a_setting_is_kept_in_lowest_terms_and_what_is_not_said_stands_by_default():
    assert read_couriers({"inches": "24/2", "loss": "2/40"}) == {
        "inches": "12", "loss": "1/20", "capture": "1/2", "reach": 6, "unknown": 48
    }  # fmt: skip
    assert read_couriers("off") == read_couriers(None) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        "ride", [], {"speed": 1}, {"inches": "0"}, {"inches": "fast"}, {"inches": "1/0"}, {"loss": "3/2"}, {"loss": 0.5},
        {"capture": "-1"}, {"reach": -1}, {"reach": 241}, {"reach": True}, {"unknown": "48"},
    ],
)  # fmt: skip
def test_a_setting_that_is_none_is_refused(cast, wrong):
    with pytest.raises(Invalid, match="couriers"):
        a_campaign(cast, couriers=wrong)


def test_once_the_campaign_has_begun_the_setting_stands(cast):
    campaign = a_campaign(cast)
    changed = change_campaign(by=cast.umpire, campaign=campaign.public_id, now=NOON, couriers={"inches": "6"})
    assert changed.couriers["inches"] == "6"
    battle = with_couriers(cast)
    with pytest.raises(WrongState, match="travel by it already"):
        change_campaign(by=cast.umpire, campaign=battle.campaign.public_id, now=NOON, couriers="off")


# -- the ride ---------------------------------------------------------------------------------------


def test_a_note_is_read_when_its_rider_is_there_and_not_a_moment_before(cast):
    """Four feet at a foot a minute."""
    battle = with_couriers(cast)
    dispatch(cast, battle)
    rider = the_rider(battle)
    assert (rider.distance, rider.seconds, rider.due.due_at) == (48 * INCH, 240, after(minutes=4))
    ride_until(after(seconds=239))
    assert read_by(cast.red_horse, battle) == [] and not Notice.objects.filter(kind="word").exists()
    ride_until(after(minutes=4), start=after(seconds=239))
    (message,) = sight.messages(sight.find_battle(cast.red_horse, battle.public_id)).heard
    assert (message.text, message.sender, message.to, message.at) == (
        TEXT,
        "Red General",
        ("Red Cavalry",),
        after(minutes=4),
    )
    assert [one.post.user for one in Notice.objects.filter(kind="word")] == [cast.red_horse]
    for nobody in (cast.red_foot, cast.blue_general, cast.blue_foot, cast.official, cast.observer):
        assert read_by(nobody, battle) == []


def test_where_no_courier_rides_a_note_is_read_at_once_and_there_is_no_courier_to_send(cast, battle):
    with pytest.raises(Invalid, match="channel"):
        dispatch(cast, battle)
    assert not Courier.objects.exists()


def test_where_couriers_ride_nothing_goes_at_once_but_what_the_enemy_hears_too(cast):
    battle = with_couriers(cast)
    ways = sight.messages(sight.find_battle(cast.red_general, battle.public_id)).channels
    assert [one["key"] for one in ways] == ["shout", "courier"]
    quiet = a_battle(cast, couriers={"inches": "12"}, options={"two_stage_move": False, "enemy_hears_shout": False})
    ways = sight.messages(sight.find_battle(cast.red_general, quiet.public_id)).channels
    assert [one["key"] for one in ways] == ["courier"]


def test_where_nobody_has_a_place_he_rides_as_far_as_the_campaign_says(cast):
    battle = with_couriers(cast, start=START, unknown=24)
    dispatch(cast, battle)
    assert (the_rider(battle).line, the_rider(battle).seconds) == ([], 120)


def test_the_time_of_the_ride_is_told_before_he_is_sent(cast):
    battle = with_couriers(cast)
    messages = sight.messages(sight.find_battle(cast.red_general, battle.public_id))
    told = {one.title: (one.distance, one.seconds, one.known) for one in messages.addressees}
    assert told["Red Cavalry"] == (48 * INCH, 240, True)
    assert told["Red Engineers"] == (48 * INCH, 240, False)


def test_he_rides_to_his_own_side_alone(cast):
    battle = with_couriers(cast)
    with pytest.raises(Illegal) as refused:
        send_message(
            by=cast.red_general, battle=battle.public_id, channel="courier", text="x", key="k", now=NOON,
            to=[post_of(battle, "general", side="blue")],
        )  # fmt: skip
    assert refused.value.code == "E-OTHERSIDE" and not Courier.objects.exists()


# -- what may happen to a rider ----------------------------------------------------------------------------


def test_one_who_is_lost_is_told_to_the_umpire_alone(cast):
    battle = with_couriers(cast, loss="1/1")
    dispatch(cast, battle)
    before = read_by(cast.red_general, battle), Notice.objects.exclude(post__kind="umpire").count()
    ride_until(after(minutes=4))
    assert the_rider(battle).status == Courier.Status.LOST
    assert read_by(cast.red_horse, battle) == [] and read_by(cast.blue_general, battle) == []
    assert (read_by(cast.red_general, battle), Notice.objects.exclude(post__kind="umpire").count()) == before
    assert [one.post.kind for one in Notice.objects.filter(kind="courier-lost")] == ["umpire"]


@pytest.mark.slow
def test_one_who_is_taken_is_read_by_the_captors_general_who_is_not_told_whose_and_for_whom(cast):
    battle = with_couriers(cast, capture="1/1")
    dispatch(cast, battle)
    ride_until(after(minutes=4))
    rider = the_rider(battle)
    assert (rider.status, rider.captor, rider.danger) == (Courier.Status.TAKEN, "blue", ["blue-foot"])
    (message,) = sight.messages(sight.find_battle(cast.blue_general, battle.public_id)).heard
    assert (message.text, message.taken, message.sender, message.to, message.riders) == (TEXT, True, "", (), ())
    for nobody in (cast.red_horse, cast.blue_foot, cast.observer, cast.official):
        assert read_by(nobody, battle) == []
    (own,) = sight.messages(sight.find_battle(cast.red_general, battle.public_id)).heard
    assert (own.taken, own.riders, own.at) == (False, (), NOON)


@pytest.mark.parametrize(("reach", "danger"), [(5, ["blue-foot"]), (4, [])])
def test_he_is_in_danger_only_where_an_enemy_stands_within_reach_of_his_line(cast, reach, danger):
    battle = with_couriers(cast, capture="1/1", reach=reach)
    dispatch(cast, battle)
    ride_until(after(minutes=4))
    assert (the_rider(battle).danger, the_rider(battle).status == "taken") == (danger, bool(danger))


def test_men_who_are_dead_or_prisoners_take_nobody():
    line = ((0, 0), (0, 100 * INCH))
    body = {"side": "blue", "arm": "infantry", "men": 5, "at": [2, 50]}
    for more, found in (({}, ["foe"]), ({"men": 0}, []), ({"held_by": "red"}, []), ({"side": "red"}, [])):
        position = {"bodies": {"foe": {**body, **more}}}
        assert dangers(book("kriegspiel").pieces, riding_of({"reach": 2}), position, "red", line) == found


@pytest.mark.slow
def test_what_befell_him_is_drawn_from_the_battles_seed_and_can_be_drawn_again(cast):
    battle = with_couriers(cast, loss="1/3", capture="2/5")
    for number in range(12):
        dispatch(cast, battle, key=f"k{number}")
    ride_until(after(minutes=4))
    battle.refresh_from_db()
    fates = set()
    for rider in Courier.objects.filter(battle=battle):
        draws = {one["purpose"]: Draw(**one) for one in rider.draws}
        loss = draws[f"red/1/courier/{rider.number}/loss"]
        assert loss.below == 3 and all(redrawn(battle.seed, one) for one in draws.values())
        capture = draws.get(f"red/1/courier/{rider.number}/capture")
        lost, taken = loss.number < 1, capture is not None and capture.number < 2
        assert (capture is None) == lost
        assert rider.status == ("lost" if lost else "taken" if taken else "arrived")
        fates.add(rider.status)
    assert len(fates) > 1
    assert check_record(battle) is None


# -- the clock --------------------------------------------------------------------------------------


def test_a_pause_holds_him_up_as_long_as_the_clock_stands(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=after(minutes=1))
    assert the_rider(battle).due.due_at == after(minutes=34)
    resume_clock(by=cast.umpire, battle=battle.public_id, now=after(minutes=11))
    assert the_rider(battle).due.due_at == after(minutes=14)


def test_who_is_sent_while_the_clock_stands_sets_out_when_it_goes_on(cast):
    battle = with_couriers(cast)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=NOON)
    dispatch(cast, battle, now=after(minutes=2))
    resume_clock(by=cast.umpire, battle=battle.public_id, now=after(minutes=10))
    assert the_rider(battle).due.due_at == after(minutes=14)


def test_an_outage_puts_him_off_by_as_much(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    sweep(after(minutes=3))
    sweep(after(minutes=8))
    assert (the_rider(battle).status, the_rider(battle).due.due_at) == ("riding", after(minutes=9))
    ride_until(after(minutes=9), start=after(minutes=8, seconds=20))
    assert read_by(cast.red_horse, battle) == [TEXT]


def test_he_rides_on_when_the_move_in_which_he_was_sent_has_closed(cast):
    battle = with_couriers(cast, inches="4")
    dispatch(cast, battle)
    ride_until(after(minutes=11))
    assert battle.moves.get(number=1).status == "closed" and the_rider(battle).status == "riding"
    ride_until(after(minutes=12), start=after(minutes=11, seconds=20))
    assert read_by(cast.red_horse, battle) == [TEXT]


def test_swept_again_he_arrives_once(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    ride_until(after(minutes=4))
    told = Notice.objects.count(), Battle.objects.get(pk=battle.pk).record_length
    assert sweep(after(minutes=4, seconds=10)).rode == 0
    assert (Notice.objects.count(), Battle.objects.get(pk=battle.pk).record_length) == told


def test_who_is_on_the_road_when_the_battle_is_over_arrives_nowhere(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    end_battle(by=cast.umpire, battle=battle.public_id, reason="dusk", now=after(minutes=1))
    ride_until(after(minutes=5))
    assert the_rider(battle).status == Courier.Status.RIDING and read_by(cast.red_horse, battle) == []


# -- the umpire -------------------------------------------------------------------------------------


def test_the_umpire_holds_him_and_lets_him_through_with_a_reason(cast):
    battle = with_couriers(cast, loss="1/1")
    dispatch(cast, battle)
    rider = the_rider(battle).public_id
    said = {"by": cast.umpire, "battle": battle.public_id, "courier": rider}
    with pytest.raises(Invalid, match="reason"):
        hold_courier(**said, reason="", now=after(minutes=1))
    hold_courier(**said, reason="A bridge is down", now=after(minutes=1))
    with pytest.raises(WrongState, match="already stopped"):
        hold_courier(**said, reason="Again", now=after(minutes=1))
    ride_until(after(minutes=5))
    assert the_rider(battle).status == "held" and read_by(cast.red_horse, battle) == []
    let_courier_through(**said, reason="It is mended", now=after(minutes=6))
    assert read_by(cast.red_horse, battle) == [TEXT] and the_rider(battle).draws == []
    with pytest.raises(WrongState, match="no longer on the road"):
        let_courier_through(**said, reason="Again", now=after(minutes=7))
    battle.refresh_from_db()
    assert battle.record.get(kind="courier-held").data["reason"] == "A bridge is down"
    assert check_record(battle) is None


def test_nobody_else_holds_him_and_what_is_not_there_is_not_found(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    said = {"battle": battle.public_id, "courier": the_rider(battle).public_id, "reason": "x", "now": NOON}
    for user in (cast.red_general, cast.blue_general, cast.official, cast.observer):
        with pytest.raises(NotUmpire):
            hold_courier(by=user, **said)
    with pytest.raises(Unseen):
        let_courier_through(by=cast.bystander, **said)
    with pytest.raises(Unseen):
        let_courier_through(by=cast.umpire, **{**said, "courier": "AAAAAAAAAAAA"})
    assert the_rider(battle).status == "riding"


# -- silence ----------------------------------------------------------------------------------------


def test_a_rider_of_the_enemy_who_gets_through_changes_nothing_that_one_is_told(cast):
    battle = with_couriers(cast)
    seen = [cast.blue_general, cast.blue_foot, cast.observer]

    def told():
        battle.refresh_from_db()
        marks = [sight.find_battle(one, battle.public_id) for one in seen]
        return [
            (sight.messages(seat), Notice.objects.filter(post__user=one).count())
            for one, seat in zip(seen, marks, strict=True)
        ]

    before = told()
    dispatch(cast, battle)
    assert told() == before
    ride_until(after(minutes=4))
    assert told() == before


@pytest.mark.slow
def test_the_sender_is_told_the_same_whatever_became_of_his_rider(cast):
    battles = [with_couriers(cast, **setting) for setting in ({}, {"loss": "1/1"}, {"capture": "1/1"})]
    for battle in battles:
        dispatch(cast, battle)
    ride_until(after(minutes=4))
    assert [the_rider(battle).status for battle in battles] == ["arrived", "lost", "taken"]
    answers = []
    for battle in battles:
        (message,) = sight.messages(sight.find_battle(cast.red_general, battle.public_id)).heard
        answers.append(
            (message.text, message.at, message.to, message.heard, message.taken, message.riders, message.move_number)
        )
    assert answers[0] == answers[1] == answers[2]


def test_a_minute_is_ridden_at_an_exact_fraction():
    riding = riding_of({"inches": "7/3"})
    assert riding.inches == Fraction(7, 3) and riding.seconds(INCH) == 26
    assert timedelta(seconds=riding.seconds(0)) == timedelta(0)
