"""Little Wars on the map: the predicted result of a charge, the men around a gun, and how things are numbered and counted."""

from __future__ import annotations

import pytest

from rules.books import book
from rules.errors import Refused

RULES = book("little-wars")
OPTIONS = RULES.options({"shot_source": "simulated", "boxes": True})
CHARGE = {"order": "assault", "body": "rf", "target": "bf"}
FIRE = {"order": "fire-gun", "gun": "g", "target": "bf", "shots": 1}


def opened(boxed=2, **more):
    """Twenty-four of Red before six of Blue, who have a box of so many men beside them."""
    start = {
        "country": {"size": [400, 400]},
        "own_moves": {"red": 3, "blue": 3},
        "bodies": {
            "rf": {"side": "red", "arm": "infantry", "men": 24, "at": [54, 40], "facing": 0},
            "bf": {"side": "blue", "arm": "infantry", "men": 6, "at": [60, 51], "facing": 180},
            "bx": {"side": "blue", "arm": "infantry", "men": boxed, "aboard": "box"},
            **more.pop("bodies", {}),
        },
        "boxes": {"box": {"side": "blue", "at": [70, 60]}},
        **more,
    }
    return RULES.opening(start, OPTIONS)


def the_gun(**more):
    bodies = {
        "rg": {"side": "red", "arm": "infantry", "men": 6, "at": [54, 46],
               "figures": [[53, 50], [55, 50], [50, 46], [52, 46], [56, 46], [58, 46]]},
        "rf": {"side": "red", "arm": "infantry", "men": 1, "at": [200, 40]},
        "bf": {"side": "blue", "arm": "infantry", "men": 6, "at": [90, 90]},
    }  # fmt: skip
    return opened(bodies=bodies, guns={"g": {"side": "red", "at": [54, 54], "facing": 0, "trail": {"rg": 2}}}, **more)


def test_a_charge_read_back_says_who_touches_who_counts_who_is_isolated_and_the_sum():
    """LW-MELEE-03, LW-MELEE-04, LW-MELEE-09, LW-ISO-01."""
    reading = RULES.table(opened(), OPTIONS).seen_by("red").check(RULES.order(CHARGE)).reading
    assert "8 of rf touch 5 of bf." in reading
    assert "24 of rf count against 6 of bf." in reading
    assert "6 of bf would be isolated." in reading
    assert "Probably 0 of each side would die, and 6 would be taken." in reading


def test_friends_within_a_move_are_said_to_support():
    """The twin: LW-ISO-02, LW-MELEE-10."""
    near = {"b2": {"side": "blue", "arm": "infantry", "men": 3, "at": [64, 61], "facing": 180}}
    reading = RULES.table(opened(bodies=near), OPTIONS).seen_by("red").check(RULES.order(CHARGE)).reading
    assert "6 of bf would be supported." in reading and "6 of each side would die, and 0 would be taken." in reading


def test_a_march_that_touches_nobody_is_read_back_as_it_was():
    march = RULES.order({"order": "march", "body": "rf", "path": [[54, 42]]})
    assert RULES.table(opened(), OPTIONS).seen_by("red").check(march).reading == "Rf move to (54 in., 42 in.)."


@pytest.mark.parametrize("order", [CHARGE, {"order": "march", "body": "rf", "path": [[54, 42]]}])
def test_what_is_foretold_comes_from_what_the_side_may_know(order):
    """Twin worlds: how many men a box holds beside the enemy makes no difference.  LW-EXT-05, LW-EXT-07."""
    one, other = (RULES.table(opened(men), OPTIONS).seen_by("red").check(RULES.order(order)) for men in (1, 40))
    assert one == other


def test_the_first_shot_is_shot_one():
    """LW-GUN-07: what stands at its default is not left out of a number."""
    found = RULES.table(the_gun(), OPTIONS).adjudicate("red", [RULES.order({**FIRE, "shots": 2})], {}, {"seed": "x"})
    shots = [one for one in found.events if one["event"] == "shot-fired"]
    assert [one["shot"] for one in shots] == [1, 2]
    assert RULES.narrate(shots[0], {}).startswith("Shot 1 of g")


def test_lying_down_is_offered_at_the_gun_with_the_men_who_may():
    """LW-GUN-09, LW-GUN-10."""
    offered = {one.title: one for one in RULES.table(the_gun(), OPTIONS).seen_by("red").choices("g")}
    lying = offered["Men lie down"]
    assert lying.blocked is None and lying.asks[0].most["rg"] == 6
    off = RULES.options({"shot_source": "simulated", "boxes": True, "lying": "off"})
    assert "Men lie down" not in {one.title for one in RULES.table(the_gun(), off).seen_by("red").choices("g")}


def test_of_a_number_of_men_those_nearest_to_the_gun_lie_down():
    """LW-GUN-09: the two at the trail are sixth and fifth of the body here, and lie all the same."""
    position = the_gun()
    position["bodies"]["rg"]["figures"].reverse()
    orders = [RULES.order({"order": "lie-down", "gun": "g", "men": {"rg": 2}}), RULES.order(FIRE)]
    found = RULES.table(position, OPTIONS).adjudicate("red", orders, {}, {"seed": "x"})
    assert not found.refused
    assert [one["men"] for one in found.events if one["event"] == "men-lay-down"] == [{"rg": 2}]


def test_men_who_are_not_put_down_and_guns_that_are_not_are_counted_apart():
    """LW-SETUP-04."""
    start = {
        "country": {"size": [120, 108], "back_lines": {"red": [[0, 0], [120, 0]], "blue": [[0, 108], [120, 108]]}},
        "setup": {"phase": "putdown"},
        "bodies": {"rf": {"side": "red", "arm": "infantry", "men": 20}, "bf": {"side": "blue", "arm": "infantry", "men": 20}},
        "guns": {"g": {"side": "red"}, "h": {"side": "red"}},
    }  # fmt: skip
    with pytest.raises(Refused, match="Still to be placed: 20 men and 2 guns"):
        RULES.table(RULES.opening(start, RULES.options({})), RULES.options({})).seen_by("red").check(
            RULES.order({"order": "ready"})
        )


@pytest.mark.parametrize(("railway", "offered"), [("on", {"Get into a train", "Tear up a rail"}), ("off", set())])
def test_trains_and_rails_are_offered_where_the_battle_has_them(railway, offered):
    """LW-EXT-25."""
    options = RULES.options({"railway": railway})
    start = {
        "bodies": {"rf": {"side": "red", "arm": "infantry", "men": 8, "at": [50, 48]}},
        "trains": {"train": {"side": "red", "at": [50, 50]}},
        "bridges": {"rail": {"kind": "rail", "at": [52, 50]}},
    }
    found = RULES.table(RULES.opening(start, options), options).seen_by("red").choices("rf")
    assert {one.title for one in found} & {"Get into a train", "Tear up a rail", "Replace a rail"} == offered
