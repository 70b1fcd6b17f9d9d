"""A side's General puts down his own force behind a curtain: in his zone, his own things, and nothing of the other side is to be learnt."""

from __future__ import annotations

import pytest

from campaigns import sight
from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.models import Notice
from campaigns.side_views import own_force
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.muster.curtain import open_curtain, place_own, say_ready, take_back_force
from campaigns.usecases.muster.draft import ForceChanged, draft_of
from rules.errors import Invalid, Refused
from tests.campaigns.builders import NOON
from tests.campaigns.usecases.test_muster_draft import FORCE, change, fresh, prepared


@pytest.fixture
def battle(cast):
    made = prepared(cast)
    open_curtain(by=cast.umpire, battle=made.public_id, side="red", now=NOON)
    return made


def seen(user, battle):
    return sight.own_muster(sight.find_battle(user, battle.public_id))


def place(user, battle, *changes):
    base = own_force(battle.terms, fresh(battle), "red").base
    return place_own(by=user, battle=battle.public_id, base=base, changes=list(changes), now=NOON)


def test_a_general_sees_his_own_force_and_where_it_may_stand_and_nobody_else_does(cast, battle):
    own = seen(cast.red_general, battle)
    assert list(own.zone) == [0, 0, 288, 96] and not own.ready
    assert {one.id for one in own.own} == {"red-1st", "red-crew", "red-horse", "red-gun", "crossways"}
    assert "blue" not in str({key: one for key, one in own.start.items() if key != "country"})
    for user in (cast.blue_general, cast.observer, cast.official, cast.umpire):
        with pytest.raises(Unseen):
            seen(user, battle)


def test_he_puts_it_down_in_his_zone_and_the_umpire_sees_it_and_may_take_the_step_back(cast, battle):
    facing = {"thing": "red-1st", "key": "facing", "value": 45}
    place(cast.red_general, battle, {"move": ["red-1st", "red-gun"], "by": [4, 4]}, facing)
    draft = draft_of(fresh(battle))
    assert draft.start["bodies"]["red-1st"]["at"] == [64, 44] and draft.start["bodies"]["red-1st"]["facing"] == 45
    assert draft.start["bodies"]["red-crew"]["at"] == [94, 44] and "blue-1st" in draft.start["bodies"]
    assert draft.undo.startswith("Red: ")
    assert fresh(battle).start["bodies"]["red-1st"]["at"] == [64, 44]


@pytest.mark.parametrize(
    "wrong",
    [
        {"thing": "red-1st", "key": "at", "value": [60, 97]}, {"thing": "red-1st", "key": "men", "value": 90},
        {"thing": "red-1st", "key": "at", "value": None}, {"thing": "blue-1st", "key": "at", "value": [60, 50]},
        {"thing": "nobody", "key": "at", "value": [60, 50]}, {"clear": "red"}, {"mirror": "red"}, {"move": ["blue-1st"], "by": [1, 1]},
        {"thing": "red-1st", "remove": True}, {"thing": "red-1st", "key": "side", "value": "blue"}, None,
        {"move": ["red-1st"], "by": [0, 90]},
    ],
)  # fmt: skip
def test_he_changes_nothing_else(cast, battle, wrong):
    before = draft_of(fresh(battle)).start
    with pytest.raises(Invalid):
        place(cast.red_general, battle, wrong)
    assert draft_of(fresh(battle)).start == before


def test_what_he_is_told_of_a_thing_of_the_enemy_is_what_he_is_told_of_none(cast, battle):
    told = []
    for thing in ("blue-1st", "nobody-1"):
        with pytest.raises(Refused) as refused:
            place(cast.red_general, battle, {"thing": thing, "key": "facing", "value": 1})
        told.append(refused.value.sentence.replace(thing, "it"))
    assert told[0] == told[1]


def test_nothing_of_what_the_other_side_does_shows_in_his_force(cast, battle):
    before = seen(cast.red_general, battle)
    open_curtain(by=cast.umpire, battle=battle.public_id, side="blue", now=NOON)
    change(cast, battle, {"template": "squadron", "side": "blue", "at": [60, 42]})
    after = seen(cast.red_general, battle)
    assert (after.start, after.base, after.doubts, after.zone) == (
        before.start,
        before.base,
        before.doubts,
        before.zone,
    )


def test_a_force_that_the_umpire_has_changed_is_not_overwritten(cast, battle):
    base = own_force(battle.terms, fresh(battle), "red").base
    change(cast, battle, {"group": "bodies", "thing": "red-1st", "key": "at", "value": [50, 50]})
    with pytest.raises(ForceChanged) as refused:
        where = {"thing": "red-1st", "key": "at", "value": [51, 51]}
        place_own(by=cast.red_general, battle=battle.public_id, base=base, changes=[where], now=NOON)
    assert refused.value.there["bodies"]["red-1st"]["at"] == [50, 50] and "blue" not in str(refused.value.data())


def test_a_general_leads_and_where_there_is_none_the_commanders(cast, battle):
    turn = {"thing": "red-1st", "key": "facing", "value": 5}
    with pytest.raises(NotYours):
        place(cast.red_foot, battle, turn)
    battle.campaign.posts.filter(user=cast.red_general).update(held_until=NOON)
    place(cast.red_foot, battle, turn)


def test_ready_ends_it_until_the_umpire_hands_it_over_again_and_he_begins(cast, battle):
    say_ready(by=cast.red_general, battle=battle.public_id, now=NOON)
    assert Notice.objects.filter(post__user=cast.umpire, text__contains="has put its force down").exists()
    with pytest.raises(WrongState):
        place(cast.red_general, battle, {"thing": "red-1st", "key": "facing", "value": 5})
    zone = [10, 10, 100, 60]
    open_curtain(by=cast.umpire, battle=battle.public_id, side="red", zone=zone, now=NOON)
    assert list(seen(cast.red_general, battle).zone) == zone
    take_back_force(by=cast.umpire, battle=battle.public_id, side="red", now=NOON)
    with pytest.raises(Unseen):
        seen(cast.red_general, battle)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)


@pytest.mark.parametrize(
    "zone", ["all", [0, 0, 0, 0], [0, 0, 1000, 10], [1, 2, 3], [10, 10, 5, 20], {"a": 1}, [0, 0, "x", 10]]
)
def test_a_zone_is_a_rectangle_of_the_country(cast, battle, zone):
    with pytest.raises(Invalid):
        open_curtain(by=cast.umpire, battle=battle.public_id, side="red", zone=zone, now=NOON)


def test_where_people_measure_nothing_is_handed_over(cast):
    battle = prepared(cast, start={key: one for key, one in FORCE.items() if key != "country"})
    with pytest.raises(Invalid):
        open_curtain(by=cast.umpire, battle=battle.public_id, side="red", now=NOON)
