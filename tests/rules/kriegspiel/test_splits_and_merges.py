"""SPLIT and MERGE: no debt is lost by them.  [KS-DEF-07]"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refused
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import read_position
from rules.kriegspiel.marches.splits_and_merges import merge, split
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance


def a_floor(**start):
    """A field of red's move on which stands what is given."""
    return Field(read_position(start, Options(), sides=("red", "blue")), "red", NO_FACTS, Chance())


def a_split(men=5, into="red-two"):
    return read_order({"order": "split", "body": "red-foot", "men": men, "into": into})


def a_merge(**more):
    return read_order({"order": "merge", "bodies": ["red-foot", "red-two"], "measured": {"distance": 6}, **more})


FOOT = {"side": "red", "arm": "infantry", "men": 20}


def test_the_new_body_of_a_split_inherits_every_duty_counter_and_stop():
    owing = {
        "immobile": True,
        "fire_streak": 4,
        "arrears": {"food": 1},
        "unsupplied_since": 6,
        "must_retire": 12,
        "flight": ["blue-horse"],
        "arrested": True,
        "fugitives": ["blue-foot"],
    }
    field = a_floor(bodies={"red-foot": {**FOOT, **owing}})
    split(field, a_split())
    parent, daughter = field.bodies["red-foot"], field.bodies["red-two"]
    assert (parent.men, daughter.men) == (15, 5)
    for name in (
        "immobile",
        "fire_streak",
        "stopped",
        "unsupplied_since",
        "must_retire",
        "flight",
        "arrested",
        "fugitives",
    ):
        assert getattr(parent, name) and getattr(parent, name) == getattr(daughter, name), name
    assert parent.arrears.food + daughter.arrears.food == 1


def test_a_split_is_reckoned_against_the_spent_budget_of_the_parent():
    field = a_floor(bodies={"red-foot": FOOT})
    field.spend("red-foot", 100, "formed")
    split(field, a_split())
    assert field.spent["red-two"] == 100
    assert field.did("red-two", "formed")


def test_prisoners_stay_with_the_parent():
    field = a_floor(bodies={"red-foot": {**FOOT, "prisoners": 3, "captors": {"blue-foot": 3}}})
    split(field, a_split())
    assert (field.bodies["red-foot"].prisoners, field.bodies["red-two"].prisoners) == (3, 0)


@pytest.mark.parametrize("men", [0, 20, 21])
def test_a_split_of_nobody_or_of_everybody_is_refused_and_changes_nothing(men):
    field = a_floor(bodies={"red-foot": FOOT})
    before = dict(field.bodies)
    with pytest.raises(Refused) as refused:
        split(field, a_split(men))
    assert (refused.value.code, refused.value.clause) == ("E-MEN", "KS-DEF-07")
    assert field.bodies == before
    assert not field.events


def test_a_name_that_is_taken_by_anything_at_all_is_refused():
    field = a_floor(bodies={"red-foot": FOOT}, guns={"blue-gun": {"side": "blue"}})
    with pytest.raises(Refused) as refused:
        split(field, a_split(into="blue-gun"))
    assert refused.value.code == "E-NONE"


def test_a_body_in_contact_neither_splits_nor_merges():
    enemy = {"side": "blue", "arm": "infantry", "men": 9, "at": [0, 0.125]}
    field = a_floor(bodies={"red-foot": {**FOOT, "at": [0, 0]}, "red-two": {**FOOT, "at": [5, 0]}, "blue-foot": enemy})
    for order, act in ((a_split(into="new"), split), (a_merge(), merge)):
        with pytest.raises(Refused) as refused:
            act(field, order)
        assert refused.value.code == "E-ENGAGED"


def test_a_merged_body_takes_the_worse_of_each_counter_and_duty():
    one = {**FOOT, "fire_streak": 2, "must_retire": 12, "retire_from": ["blue-horse"]}
    two = {**FOOT, "men": 10, "fire_streak": 5, "arrears": {"food": 1}, "unsupplied_since": 6, "immobile": True}
    field = a_floor(bodies={"red-foot": one, "red-two": two})
    merge(field, a_merge())
    whole = field.bodies["red-foot"]
    assert (whole.men, whole.fire_streak, whole.must_retire, whole.unsupplied_since) == (30, 5, 12 * 16, 6)
    assert whole.immobile and whole.stopped and whole.retire_from == ("blue-horse",)
    assert field.bodies["red-two"].men == 0


def test_guns_works_captors_and_fugitives_follow_a_body_into_the_one_it_merges_with():
    fugitive = {
        "side": "blue",
        "arm": "infantry",
        "men": 9,
        "flight": ["red-two"],
        "prisoners": 2,
        "captors": {"red-two": 2},
    }
    field = a_floor(
        bodies={"red-foot": FOOT, "red-two": FOOT, "blue-foot": fugitive},
        guns={"red-gun": {"side": "red", "crew": "red-two"}},
        works={"trench": {"kind": "entrenchment", "side": "red", "crew": "red-two"}},
        pockets={"red-foot": {"bodies": ["red-foot", "red-two"]}},
    )
    merge(field, a_merge(into="red-all"))
    assert field.guns["red-gun"].crew == field.works["trench"].crew == "red-all"
    assert field.bodies["blue-foot"].flight == ("red-all",)
    assert field.bodies["blue-foot"].captors == {"red-all": 2}
    assert field.pockets["red-all"].bodies == ("red-all",)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"measured": {"distance": 6.0625}}, "E-GAP"),
        ({"bodies": ["red-foot"]}, "E-INVALID"),
        ({"bodies": ["red-foot", "red-foot"]}, "E-INVALID"),
        ({"bodies": ["red-foot", "blue-foot"]}, "E-NONE"),
        ({"bodies": ["red-foot", "red-horse"]}, "E-UNLIKE"),
        ({"bodies": ["red-foot", "red-column"]}, "E-UNLIKE"),
        ({"into": "blue-foot"}, "E-NONE"),
    ],
)
def test_bodies_that_are_apart_unlike_or_not_ones_own_do_not_merge(changed, code):
    bodies = {
        "red-foot": FOOT,
        "red-two": FOOT,
        "red-column": {**FOOT, "formation": "fours"},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 9},
        "blue-foot": {**FOOT, "side": "blue"},
    }
    field = a_floor(bodies=bodies)
    with pytest.raises(Refused) as refused:
        merge(field, a_merge(**changed))
    assert refused.value.code == code
    assert not field.events


@given(men=st.integers(2, 200), horses=st.integers(0, 200), part=st.integers(1, 199), food=st.integers(0, 9))
def test_no_man_horse_or_debt_is_won_or_lost_by_splitting_and_merging(men, horses, part, food):
    horses, part = min(horses, men), min(part, men - 1)
    horse = {"side": "red", "arm": "cavalry", "men": men, "horses": horses, "arrears": {"food": food}}
    field = a_floor(bodies={"red-foot": {**horse, "on_foot": men - horses}})
    split(field, a_split(part))
    parent, daughter = field.bodies["red-foot"], field.bodies["red-two"]
    for body in (parent, daughter):
        assert body.horses + body.on_foot == body.men
        assert body.stopped == bool(food)
    assert parent.arrears.food + daughter.arrears.food == food
    if parent.formation != daughter.formation:
        assert not (parent.horses and daughter.horses)
        return
    merge(field, a_merge())
    whole = field.bodies["red-foot"]
    assert (whole.men, whole.horses, whole.on_foot) == (men, horses, men - horses)
    assert whole.arrears.food == food
    assert whole.stopped == bool(food) and not whole.held_up_by
