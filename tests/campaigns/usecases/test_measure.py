"""Officials measure: each in the moves of their own side, what it needs and what they may know.  [KS-OFF-01, KS-OFF-03]"""

from __future__ import annotations

import copy
from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.bridge import brief
from campaigns.desk import desk
from campaigns.errors import Busy, NotOfficial, NotPending, Odd, Stale, Unseen, WrongState
from campaigns.models import FactSheet, Move
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_battle, a_post, a_user, the_move

END = NOON + timedelta(minutes=10, seconds=5)
CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
FACTS = {"distance": 20, "chargers": 20, "charged": 12}
OPTIONS = {"two_stage_move": False, "use_contours": False}


def a_start():
    """Blue has men hidden in a boat."""
    start = copy.deepcopy(START)
    start["bodies"]["blue-secret"] = {"side": "blue", "arm": "cavalry", "men": 9, "aboard": "blue-boat"}
    start["boats"] = {"blue-boat": {"side": "blue"}}
    return start


@pytest.fixture
def battle(cast):
    return a_battle(cast, start=a_start(), options=OPTIONS)


@pytest.fixture
def move(cast, battle):
    """Red's lancers are to charge; the move is closed and nothing is measured."""
    found = the_move(battle)
    submit_orders(
        user=cast.red_horse, move=found.public_id, thing="red-horse", orders=[CHARGE], base_revision=0, key="k", now=NOON
    )  # fmt: skip
    close_move(move_id=found.pk, now=END, cause="time")
    found.refresh_from_db()
    return found


@pytest.fixture
def blue_official(cast, battle):
    user = a_user("blue-official")
    a_post(battle.campaign, cast, "official", "blue", "", user)
    return user


def enter(user, move, orders=None, base=0, **more):
    return measure(
        by=user,
        move=move.public_id,
        base_revision=base,
        orders={"red-horse/0": FACTS} if orders is None else orders,
        now=END,
        **more,
    )


def paper(user, move):
    return sight.measuring(sight.find_battle(user, move.battle.public_id), END)


def read(cast, move):
    return desk(sight.find_battle(cast.umpire, move.battle.public_id), END)


# -- who -------------------------------------------------------------------------------------------


def test_an_official_enters_what_he_measured_for_his_own_sides_orders(cast, move):
    assert enter(cast.official, move).revision == 1
    assert brief(move.battle, move).orders[0]["measured"]["charged"] == 12
    sheet = FactSheet.objects.get()
    assert (sheet.by.kind, sheet.orders) == ("official", {"red-horse/0": FACTS})
    move.battle.refresh_from_db()
    assert move.battle.record.last().actor == sheet.by.title
    assert check_record(move.battle) is None


@pytest.mark.parametrize("name", ["red_horse", "red_general", "blue_foot", "blue_general", "observer"])
def test_a_commander_a_general_and_an_observer_enter_nothing_and_are_shown_nothing(cast, move, name):
    user = getattr(cast, name)
    for deed in (lambda: enter(user, move), lambda: paper(user, move)):
        with pytest.raises(NotOfficial) as refused:
            deed()
        assert (refused.value.code, refused.value.clause) == ("E-OFFICIAL", "KS-OFF-03")
    assert not FactSheet.objects.exists()


def test_the_other_sides_official_enters_nothing_and_is_shown_no_order(blue_official, move):
    with pytest.raises(NotOfficial):
        enter(blue_official, move)
    found = paper(blue_official, move)
    assert (found.mine, found.orders, found.move_needs, found.base_revision) == (False, (), (), 0)
    assert not FactSheet.objects.exists()


def test_to_a_stranger_and_to_a_former_official_there_is_no_such_move(cast, move):
    cast.official.posts.update(held_until=NOON)
    for user in (cast.bystander, cast.official):
        with pytest.raises(Unseen):
            enter(user, move)


# -- what they must measure ------------------------------------------------------------------------------


def test_he_is_asked_for_his_own_sides_orders_and_told_what_is_entered_and_by_whom(cast, move):
    needs = {need.key: need for need in paper(cast.official, move).orders[0].needs}
    assert {key: (need.open, need.given, need.by) for key, need in needs.items()} == {
        "distance": (True, None, ""),
        "chargers": (False, None, ""),
        "charged": (False, None, ""),
    }
    enter(cast.official, move, {"red-horse/0": {"distance": 20}})
    enter(cast.umpire, move, {"red-horse/0": {"distance": 20, "charged": 12}}, base=1)
    found = paper(cast.official, move)
    assert {need.key: need.by for need in found.orders[0].needs} == {
        "distance": "Red Official",
        "chargers": "",
        "charged": "Umpire",
    }
    assert found.orders[0].measured == {"distance": 20, "charged": 12}
    assert found.open_needs == 0


def test_the_umpire_sees_who_entered_each_fact(cast, move):
    enter(cast.official, move)
    enter(cast.umpire, move, {"red-horse/0": {**FACTS, "charged": 11}}, base=1)
    found = read(cast, move)
    assert found.measured_by == "Umpire"
    assert {need.key: need.by for need in found.orders[0].needs} == {
        "distance": "Red Official",
        "chargers": "Red Official",
        "charged": "Umpire",
    }


def test_what_an_official_entered_decides_the_finding(cast, move):
    enter(cast.official, move, {"red-horse/0": {"distance": 20, "chargers": 30, "charged": 20}})
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    men = Move.objects.get(pk=move.pk).finding.position["bodies"]["blue-foot"]["men"]
    assert men == 40, "KS-CHARGE-06: the 20 who were met are gone"


def test_when_the_move_is_not_his_sides_there_is_nothing_to_measure(cast, move):
    enter(cast.official, move)
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    found = paper(cast.official, move)
    assert (found.clock.side, found.mine, found.orders) == ("blue", False, ())


# -- what they may not enter ------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", ["blue-secret", "no-such-thing"])
def test_of_what_is_unseen_nothing_is_entered_whether_or_not_it_is_there(cast, move, thing):
    refusals = []
    for facts in ({"threatened_by": {"red-foot": [thing]}}, {"threatened_by": {thing: []}}):
        with pytest.raises(Unseen) as refused:
            enter(cast.official, move, {}, move_facts=facts)
        refusals.append(refused.value.data())
    assert {one["sentence"] for one in refusals} == {"There is no such thing."}
    enter(cast.official, move, {}, move_facts={"threatened_by": {"red-foot": ["blue-horse"]}})


def test_facts_that_name_what_is_unseen_are_kept_from_him_and_kept(cast, move):
    """They leave neither a gap nor a number behind, and the official's next sheet does not remove them."""
    before = paper(cast.official, move)
    facts = {"threatened_by": {"red-foot": ["blue-secret"], "red-horse": ["blue-horse"]}}
    enter(cast.umpire, move, {}, move_facts={"threatened_by": {"red-foot": ["blue-secret"]}})
    assert paper(cast.official, move) == before
    enter(cast.umpire, move, {}, base=1, move_facts=facts)
    found = paper(cast.official, move)
    assert (found.base_revision, dict(found.move_facts)) == (1, {"threatened_by": {"red-horse": ["blue-horse"]}})
    enter(cast.official, move, base=1, move_facts=dict(found.move_facts))
    assert FactSheet.objects.latest("revision").move_facts == facts


def test_what_the_umpire_has_put_right_stands(cast, move):
    enter(cast.official, move)
    enter(cast.umpire, move, {"red-horse/0": {**FACTS, "charged": 11}}, base=1)
    for again in (FACTS, {"distance": 20, "chargers": 20}):
        with pytest.raises(NotOfficial) as refused:
            enter(cast.official, move, {"red-horse/0": again}, base=2)
        assert "charged" in refused.value.sentence
    enter(cast.official, move, {"red-horse/0": {**FACTS, "charged": 11, "distance": 19}}, base=2)
    assert brief(move.battle, move).orders[0]["measured"] == {"distance": 19, "chargers": 20, "charged": 11}


@pytest.mark.parametrize(
    ("orders", "move_facts"),
    [
        ({"red-horse/0": {"road": 3}}, {}),
        ({}, {"supply_groups": [["red-foot", "red-horse"]]}),
        ({}, {"supply": {"red-foot": {"source": "red-depot", "distance": 5}}}),
        ({}, {"pursued_by": {"blue-foot": ["red-horse"]}}),
    ],
)
def test_what_nobody_asks_for_is_not_pending(cast, move, orders, move_facts):
    with pytest.raises(NotPending) as refused:
        enter(cast.official, move, orders, move_facts=move_facts)
    assert refused.value.code == "E-PENDING"
    enter(cast.umpire, move, orders, move_facts=move_facts)


def test_a_fact_that_is_asked_once_another_is_known_may_be_entered_with_it(cast):
    """KS-CHARGE-19: support decides only where the numbers of cavalry are unequal."""
    battle = a_battle(cast, name="Aldershot", start=a_start(), options=OPTIONS)
    move = the_move(battle)
    charge = {**CHARGE, "target": "blue-horse"}
    submit_orders(
        user=cast.red_horse, move=move.public_id, thing="red-horse", orders=[charge], base_revision=0, key="k", now=NOON
    )  # fmt: skip
    equal = {"distance": 20, "chargers": 12, "charged": 12, "supporters": 3}
    with pytest.raises(NotPending):
        enter(cast.official, move, {"red-horse/0": equal})
    enter(cast.official, move, {"red-horse/0": {**equal, "charged": 9}})


@pytest.mark.parametrize("orders", [{"blue-foot/0": FACTS}, {"red-horse/1": FACTS}, {"red-horse/0": {"distance": -1}}])
def test_facts_of_no_order_of_the_move_and_facts_that_are_none_are_not_understood(cast, move, orders):
    with pytest.raises(Invalid):
        enter(cast.official, move, orders)
    assert not FactSheet.objects.exists()


def test_a_stale_sheet_of_an_official_overwrites_nothing(cast, move):
    enter(cast.official, move)
    with pytest.raises(Stale) as stale:
        enter(cast.official, move, {"red-horse/0": {"distance": 21}})
    assert stale.value.revision == 1
    assert stale.value.in_force == [{"red-horse/0": FACTS}, {}]
    assert FactSheet.objects.count() == 1


def test_a_real_coin_is_reported_by_an_official(cast, move):
    """KS-CHARGE-18"""
    enter(cast.official, move, coin="heads")
    assert paper(cast.official, move).coin == "heads"
    assert brief(move.battle, move).chance["coin"] == "heads"


def test_facts_of_an_order_that_was_revised_since_say_nothing(cast, battle):
    move = the_move(battle)
    given = {"user": cast.red_horse, "move": move.public_id, "thing": "red-horse", "now": NOON}
    submit_orders(orders=[CHARGE], base_revision=0, key="a", **given)
    enter(cast.official, move)
    submit_orders(orders=[{**CHARGE, "target": "blue-crew"}], base_revision=1, key="b", **given)
    found = paper(cast.official, move)
    assert (found.orders[0].measured, found.base_revision) == ({}, 0)
    enter(cast.official, move, {"red-horse/0": {"distance": 30}})
    assert brief(battle, move).orders[0]["measured"] == {"distance": 30}


def test_nothing_is_entered_while_a_move_is_being_submitted_or_after(cast, move):
    enter(cast.official, move)
    Move.objects.filter(pk=move.pk).update(claimed_at=END)
    with pytest.raises(Busy):
        enter(cast.official, move, base=1)
    Move.objects.filter(pk=move.pk).update(claimed_at=None)
    submit_move(by=cast.umpire, move=move.public_id, now=END)
    with pytest.raises(WrongState):
        enter(cast.official, move, base=1)


def test_the_umpire_reads_over_an_officials_shoulder_and_says_whose(cast, move):
    enter(cast.official, move)
    seat = sight.find_battle(cast.umpire, move.battle.public_id)
    assert sight.measuring(seat, END, "red").orders == paper(cast.official, move).orders
    assert not sight.measuring(seat, END, "blue").mine
    with pytest.raises(Unseen):
        sight.measuring(seat, END)


def test_what_an_official_measures_takes_no_more_than_eight_queries(cast, move, django_assert_max_num_queries):
    enter(cast.official, move)
    with django_assert_max_num_queries(8):
        paper(cast.official, move)


def test_a_way_that_is_longer_than_the_map_is_long_and_wide_is_asked_about(cast):
    """Twin: one that may be right is taken."""
    found = the_move(a_battle(cast, options={**OPTIONS, "map_size_ft": [10, 8]}))
    order = {"order": "march", "body": "red-horse"}
    given = {"thing": "red-horse", "orders": [order], "base_revision": 0, "key": "k", "now": NOON}
    submit_orders(user=cast.red_horse, move=found.public_id, **given)
    close_move(move_id=found.pk, now=END, cause="time")
    sheet = {"by": cast.umpire, "move": found.public_id, "base_revision": 0, "now": END}
    with pytest.raises(Odd, match="more than the map is long and wide"):
        measure(**sheet, orders={"red-horse/0": {"distance": 217}})
    with pytest.raises(Invalid):
        measure(**sheet, orders={"red-horse/0": {"distance": 217}}, sure="yes")
    assert measure(**sheet, orders={"red-horse/0": {"distance": 216}}).revision == 1
