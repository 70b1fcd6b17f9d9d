"""New bodies: every field has its rule, every name is updated, nobody is carried.  [KS-DEF-07]"""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ground.batch_geometry import squares
from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.floor.distances import Figures
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import laid_out, radius_of
from rules.kriegspiel.floor.remake import ACCOUNT, CAPTIVITY, split_off, unite
from rules.kriegspiel.force import GROUPS, Body, read_position
from rules.kriegspiel.marches.shifts import interval, parted_at
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.tables.figures import ARRAYS
from rules.values.chance import Chance
from rules.values.codec import write

FOOT = {"side": "red", "arm": "infantry", "men": 20}


def a_floor(**start):
    return Field(read_position(start, Options(), sides=("red", "blue")), "red", NO_FACTS, Chance())


def test_every_field_of_a_body_stands_once_in_the_account():
    """So that a new field cannot be forgotten.  [KS-DEF-07]"""
    for account in (ACCOUNT, CAPTIVITY):
        assert sorted(account.fields()) == sorted(field.name for field in fields(Body))


def everything_named_after(name):
    """A floor on which a body is named wherever a body can be."""
    enemy = {"side": "blue", "arm": "infantry", "men": 9}
    named = ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives")
    horse = {"side": "red", "arm": "cavalry", "men": 20, "formation": "line"}
    return a_floor(
        bodies={
            "red-horse": horse,
            "red-two": horse,
            "debtor": {**horse, "held_up": {"food": 1}, "held_up_by": [name]},
            "blue-foot": {**enemy, **{key: [name] for key in named}, "prisoners": 8, "captors": {name: 8}},
        },
        guns={
            "blue-gun": {"side": "blue", **{key: [name] for key in named[:4]}, "taken_by": name},
            "red-gun": {"side": "red", "crew": name, "helpers": [name], "trail": {name: 2}, "strayed": {name: 9}},
        },
        works={"trench": {"kind": "entrenchment", "side": "red", "crew": name}},
        mines={"mine": {"side": "red", "layers": [name]}},
        pockets={name: {"bodies": [name]}},
    )


def told_of(field):
    """What is kept of everything but the bodies named."""
    groups = {group: {name: write(one) for name, one in getattr(field, group).items()} for group in GROUPS}
    for name in ("red-horse", "red-two", "whole", "part"):
        groups["bodies"].pop(name, None)
    return repr(groups) + repr({name: write(one) for name, one in field.pockets.items()})


def test_nowhere_is_a_body_named_that_has_gone_into_another():
    """Its gun, its prisoners, whom it pursues, what it has laid: all are the whole's.  [KS-DEF-07]"""
    field = everything_named_after("red-two")
    unite(field, ("red-horse", "red-two"), "whole")
    assert "red-two" in told_of(everything_named_after("red-two"))
    assert "red-two" not in told_of(field)
    assert told_of(field) == told_of(everything_named_after("whole"))


def test_a_part_is_named_beside_its_body_in_whatever_is_a_duty_or_a_state():
    """Fugitives have two pursuers, prisoners two guards, a mine two layers; a gun keeps its crew.  [KS-DEF-07]"""
    field = everything_named_after("red-horse")
    split_off(field, field.bodies["red-horse"], "part", 5)
    foot, gun = field.bodies["blue-foot"], field.guns["blue-gun"]
    for thing, names in ((foot, 6), (gun, 4)):
        named = ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives")[:names]
        assert all(getattr(thing, name) == ("red-horse", "part") for name in named)
    assert foot.captors == {"red-horse": 6, "part": 2}
    assert field.bodies["debtor"].held_up_by == ("red-horse", "part")
    assert field.mines["mine"].layers == field.pockets["red-horse"].bodies == ("red-horse", "part")
    assert (field.guns["red-gun"].crew, field.works["trench"].crew) == ("red-horse", "red-horse")
    assert field.guns["red-gun"].trail == {"red-horse": 2}


@pytest.mark.slow
@settings(deadline=None)
@given(formation=st.sampled_from(sorted(ARRAYS)), men=st.integers(2, 70), data=st.data(), facing=st.integers(0, 359))
def test_a_split_leaves_every_man_within_an_interval_of_where_he_stood(formation, men, data, facing):
    """[KS-DEF-07]"""
    part = data.draw(st.integers(1, men - 1))
    arm = "cavalry" if formation in ("line", "column", "dismounted") else "infantry"
    body = Body("body", "red", arm, men, formation=formation, at=(160, 320), facing=facing)
    stand = Figures(laid_out(formation, men, facing) + np.array(body.at), radius_of(formation))
    parted = parted_at(body, stand, part)
    for before, at in ((parted.part, parted.part_at), (parted.rest, parted.rest_at)):
        after = laid_out(formation, len(before.men), facing) + np.array(at)
        nearest = squares(before.men[:, None, :], after[None, :, :]).min(axis=1)
        assert int(nearest.max()) <= interval(body) ** 2


def test_merging_is_offered_with_those_who_may_and_at_its_price():
    """Not with those too far off, and not as if it cost nothing.  [KS-DEF-07]"""
    bodies = {
        "left": {**FOOT, "formation": "extended", "at": [0, 0]},
        "right": {**FOOT, "formation": "extended", "at": [44.5, 0]},
        "far": {**FOOT, "formation": "extended", "at": [0, 50]},
    }
    options = KRIEGSPIEL.options({})
    position = KRIEGSPIEL.opening({"bodies": bodies, "country": {"name": "An open floor"}}, options)
    offered = [
        one
        for one in KRIEGSPIEL.table(position, options).seen_by("red").choices("left")
        if one.order["order"] == "merge"
    ]
    assert [one.asks[0].values for one in offered] == [["right"]]
    assert [one.cost for one in offered] == ["3/16"]
    alone = [
        one
        for one in KRIEGSPIEL.table(position, options).seen_by("red").choices("far")
        if one.order["order"] == "merge"
    ]
    assert alone[0].blocked is not None and "left" in alone[0].blocked["sentence"]


@pytest.mark.parametrize("name", ["red-foot", "whole"])
def test_a_march_of_a_merged_body_away_from_cavalry_is_a_retreat_whatever_it_is_called(name):
    """[KS-DEF-12, KS-DEF-07]"""
    bodies = {
        "red-foot": {**FOOT, "at": [0, 0], "threatened": ["blue-horse"]},
        "red-two": {**FOOT, "at": [0, 0], "threatened": ["blue-horse"]},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 12, "formation": "line", "at": [0, 20]},
    }
    options = KRIEGSPIEL.options({})
    position = KRIEGSPIEL.opening({"bodies": bodies}, options)
    orders = [
        {"order": "merge", "bodies": ["red-foot", "red-two"], "into": name},
        {"order": "march", "body": name, "path": [[0, -12]]},
    ]
    finding = KRIEGSPIEL.table(position, options).adjudicate("red", orders, {}, {"seed": "s"})
    assert not finding.refused
    assert finding.position["bodies"][name]["ran"] is True


def test_men_torn_from_others_in_this_move_may_charge_and_throw_back():
    """The place of a body made in this move is known as the move began.  [KS-CHARGE-16, KS-DEF-07]"""
    bodies = {
        "red-horse": {"side": "red", "arm": "cavalry", "men": 20, "formation": "line", "at": [0, 0]},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 60, "formation": "line", "at": [0, 20], "stood": True},
    }
    options = KRIEGSPIEL.options({})
    for country in ({}, {"country": {"name": "An open floor"}}):
        position = KRIEGSPIEL.opening({"bodies": bodies, **country}, options)
        orders = [
            {"order": "split", "body": "red-horse", "men": 10, "into": "half"},
            {"order": "charge", "body": "half", "target": "blue-horse"},
        ]
        finding = KRIEGSPIEL.table(position, options).adjudicate("red", orders, {}, {"seed": "s"})
        assert not finding.refused
        assert "men-thrown-back" in {event["event"] for event in finding.events}


def test_a_debt_that_holds_others_up_goes_to_them_when_its_bearer_is_no_more():
    """[KS-DEF-07, KS-FAIL-03]"""
    bodies = {
        "dead": {**FOOT, "men": 0, "arrears": {"food": 1}},
        "part": {**FOOT, "held_up": {"food": 1}, "held_up_by": ["dead"], "unsupplied_since": 6},
    }
    options = KRIEGSPIEL.options({})
    position = KRIEGSPIEL.opening({"bodies": bodies, "own_moves": {"red": 6, "blue": 6}}, options)
    left = KRIEGSPIEL.table(position, options).adjudicate("red", [], {}, {"seed": "s"}).position["bodies"]
    assert left["part"]["arrears"] == {"food": 1} and "held_up_by" not in left["part"]
    assert "arrears" not in left["dead"]
