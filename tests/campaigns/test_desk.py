"""The contents of the umpire's desk."""

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.desk import desk, record
from campaigns.errors import MoveClosed, NotUmpire
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import correct_order, overrule_finding, restore
from campaigns.usecases.moves.findings import measure, preview_finding, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from rules.kriegspiel.book import Kriegspiel
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, a_cast, the_move

pytestmark = pytest.mark.django_db

CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
STAND = {"order": "stand", "body": "red-foot"}
MEASURED = {"red-horse/0": {"distance": 20, "chargers": 12, "charged": 20}}


@pytest.fixture
def cast():
    return a_cast()


@pytest.fixture
def battle(cast):
    return a_battle(cast, options={"two_stage_move": False, "score_points": True, "use_contours": False})


def read(cast, battle, at=NOON):
    return desk(sight.find_battle(cast.umpire, battle.public_id), at)


def order(user, battle, thing, *orders, base=0):
    return submit_orders(
        user=user, move=the_move(battle).public_id, thing=thing, orders=list(orders),
        base_revision=base, key=f"{thing}-{base}", arrived_at=NOON, now=NOON,
    )  # fmt: skip


def close(cast, battle):
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=NOON)
    close_move(move_id=move.pk, now=NOON + timedelta(seconds=5), cause="umpire")
    return move


def enter(cast, battle, orders, base=0, **more):
    measure(by=cast.umpire, move=the_move(battle).public_id, base_revision=base, orders=orders, now=NOON, **more)


@pytest.mark.parametrize("name", ["red_general", "red_foot", "official", "observer"])
def test_nobody_but_the_umpire_comes_to_the_desk(cast, battle, name):
    seat = sight.find_battle(getattr(cast, name), battle.public_id)
    for paper in (lambda: desk(seat, NOON), lambda: record(seat)):
        with pytest.raises(NotUmpire):
            paper()


def test_a_desk_before_the_battle_has_begun(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    found = read(cast, battle)
    assert found.clock is None and found.orders == () and found.preview is None


def test_it_says_who_has_sent_who_is_ready_and_who_is_missing(cast, battle):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    declare_ready(user=cast.red_guns, move=the_move(battle).public_id, now=NOON)
    posts = {post.title: post for post in read(cast, battle).posts}
    assert (posts["Red Cavalry"].sent, posts["Red Cavalry"].last_at) == (1, NOON)
    assert posts["Red Artillery"].ready_at == NOON
    assert [post.title for post in read(cast, battle).missing] == ["Red Infantry"]
    assert not posts["Blue Infantry"].expected


def test_orders_stand_in_the_sequence_of_resolution_with_their_stages(cast, battle):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    order(cast.red_foot, battle, "red-foot", {"order": "form", "body": "red-foot", "formation": "two-ranks"})
    assert [(one.heading, one.name) for one in read(cast, battle).orders] == [
        ("Movement", "Red Rifles"),
        ("Contact", "Red Lancers"),
    ]


def test_a_fact_that_is_wanted_is_open_until_it_is_entered(cast, battle):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    before = {need.key: need for need in read(cast, battle).orders[0].needs}
    assert before["distance"].open and before["distance"].given is None
    assert not before["charged"].open and before["charged"].known == 60
    enter(cast, battle, MEASURED)
    found = read(cast, battle)
    after = {need.key: need for need in found.orders[0].needs}
    assert (after["distance"].given, after["distance"].open, after["charged"].given) == (20, False, 20)
    assert found.base_revision == 1
    assert sum(need.open for one in found.orders for need in one.needs) == 0


def test_the_preview_is_what_would_be_submitted(cast, battle):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    enter(cast, battle, MEASURED)
    move = close(cast, battle)
    previewed = read(cast, battle).preview
    asked = preview_finding(by=cast.umpire, move=move.public_id)
    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(seconds=6))
    move.refresh_from_db()
    bare = [{key: value for key, value in one.items() if key != "sentence"} for one in previewed.events]
    assert bare == list(asked.finding.events) == move.finding.events
    assert "Red Lancers charged Blue Guards from 20 in." in " ".join(one["sentence"] for one in previewed.events)


def test_an_order_that_the_rules_refuse_says_why(cast, battle):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    enter(cast, battle, {"red-horse/0": {"distance": 37, "chargers": 12, "charged": 20}})
    assert read(cast, battle).orders[0].refused["code"] == "E-FAR"


def test_a_fault_of_the_rules_does_not_take_the_desk_away(cast, battle, monkeypatch):
    def fails(*args, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr(Kriegspiel, "adjudicate", fails)
    found = read(cast, battle)
    assert found.preview.fault and found.clock.state == "open"


def test_a_desk_that_is_looked_at_again_is_adjudicated_again_when_something_was_put_down(cast, battle, monkeypatch):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    adjudicate, times = Kriegspiel.adjudicate, []
    monkeypatch.setattr(
        Kriegspiel, "adjudicate", lambda *given, **named: times.append(1) or adjudicate(*given, **named)
    )
    first, again = read(cast, battle), read(cast, battle)
    assert len(times) == 1 and again.preview == first.preview and again.left == first.left
    enter(cast, battle, MEASURED)
    times.clear()
    measured = read(cast, battle)
    assert len(times) == 1 and measured.preview != first.preview
    close(cast, battle)
    move = submit_move(by=cast.umpire, move=the_move(battle).public_id, now=NOON + timedelta(minutes=1))
    assert move.done and len(times) > 1, "what is published is worked out anew"


def test_an_order_that_was_corrected_is_marked_and_the_ruling_listed(cast, battle):
    order(cast.red_foot, battle, "red-foot", STAND)
    move = close(cast, battle)
    ruled = correct_order(
        by=cast.umpire,
        move=move.public_id,
        thing="red-foot",
        orders=[],
        reason="a slip of the pen",
        now=NOON + timedelta(minutes=1),
    )
    found = read(cast, battle)
    assert found.orders == () and [one.reason for one in found.rulings] == ["a slip of the pen"]
    restore(by=cast.umpire, ruling=ruled.ruling, reason="it was meant", now=NOON + timedelta(minutes=2))
    again = read(cast, battle)
    assert [one.thing for one in again.orders] == ["red-foot"] and again.rulings[0].revoked


def test_a_finding_that_was_overruled_is_previewed_so(cast, battle):
    move = close(cast, battle)
    change = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 59}
    overrule_finding(
        by=cast.umpire,
        move=move.public_id,
        change=[change],
        reason="a man was knocked over by a sleeve",
        clause="KS-OFF-01",
        now=NOON,
    )
    assert read(cast, battle).rulings[0].change["changes"][0]["value"] == 59


def test_only_the_latest_revision_counts_and_both_are_listed(cast, battle):
    order(cast.red_foot, battle, "red-foot", STAND)
    order(cast.red_foot, battle, "red-foot", {"order": "form", "body": "red-foot", "formation": "two-ranks"}, base=1)
    found = read(cast, battle)
    assert [one.order["order"] for one in found.orders] == ["form"]
    assert [(one.revision, one.in_force) for one in found.entries] == [(1, False), (2, True)]


def test_what_came_late_is_listed_and_counts_for_nothing_that_was_sent(cast, battle):
    order(cast.red_foot, battle, "red-foot", STAND)
    late = NOON + timedelta(minutes=10, seconds=1)
    with pytest.raises(MoveClosed):
        submit_orders(
            user=cast.red_horse, move=the_move(battle).public_id, thing="red-horse", base_revision=0, key="late",
            orders=[{"order": "stand", "body": "red-horse"}], arrived_at=late, now=late,
        )  # fmt: skip
    found = read(cast, battle)
    assert [(one.thing, one.late, one.in_force) for one in found.entries] == [
        ("red-foot", False, True),
        ("red-horse", True, False),
    ]
    assert {one.user: one.sent for one in found.posts if one.sent} == {"red-foot": 1}


def test_what_falls_due_next_is_listed_in_time(cast, battle):
    assert [one.kind for one in read(cast, battle).dues] == ["warning-120", "warning-60", "warning-30", "close"]


def test_the_record_is_read_from_its_end(cast, battle):
    seat = sight.find_battle(cast.umpire, battle.public_id)
    entries = record(seat)
    assert [one.sequence for one in entries] == [2, 1]
    assert [one.sequence for one in record(seat, before=2)] == [1]
    assert entries[0].digest == battle.record_head


def test_the_fire_alone_is_previewed_in_the_fire_stage(cast):
    battle = a_battle(cast, options={"first_fire_move": 1})
    fire = {"order": "fire-gun", "gun": "red-gun", "aim": {"bearing": 0, "elevation": 10}, "shots": 1}
    order(cast.red_guns, battle, "red-gun", fire)
    found = read(cast, battle)
    assert found.clock.stage == "fire"
    assert [one.heading for one in found.orders] == ["Shells"]
    assert not any(event["event"] == "move-closed" for event in found.preview.events)


def test_a_desk_takes_no_more_than_ten_queries(cast, battle, django_assert_max_num_queries):
    order(cast.red_horse, battle, "red-horse", CHARGE)
    order(cast.red_foot, battle, "red-foot", STAND)
    enter(cast, battle, MEASURED)
    move = close(cast, battle)
    correct_order(by=cast.umpire, move=move.public_id, thing="red-foot", orders=[], reason="a slip", now=NOON)
    with django_assert_max_num_queries(10):
        read(cast, battle)
