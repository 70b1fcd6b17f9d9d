"""What a thing reaches, drawn for its commander: marches with their cost, charges, fire, supplies, six inches, retreats."""

from __future__ import annotations

import math

import pytest

from rules.kriegspiel.book import KRIEGSPIEL

COUNTRY = {"size": [288, 192], "back_lines": {"red": "south", "blue": "north"}}
HILL = {
    "contours": {"hill": {"line": [[60, 52], [84, 52], [84, 76], [60, 76], [60, 52]], "height": 6, "higher": "inside"}}
}
RIVER = {"water": {"river": {"outline": [[0, 40], [288, 40], [288, 44], [0, 44]]}}}


def reached(thing="red-foot", side="red", before=(), options=None, country=None, **more):
    """The reaches of a thing by kind.  more: what stands on the floor besides Red's foot and horse."""
    chosen = KRIEGSPIEL.options(options or {})
    bodies = {
        "red-foot": {"side": "red", "arm": "infantry", "men": 20, "formation": "two-ranks", "at": [72, 48]},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": "line", "at": [200, 48]},
        **more.pop("bodies", {}),
    }
    start = {"bodies": bodies, **more}
    if country is not None:
        start["country"] = {**COUNTRY, **country}
    found: dict = {}
    for one in KRIEGSPIEL.table(KRIEGSPIEL.opening(start, chosen), chosen).seen_by(side).reaches(thing, before):
        found.setdefault(one["kind"], []).append(one)
    return found


def far(reach, bearing):
    """Inches from the place to the edge of a reach in one of the directions that are drawn."""
    x, y = reach["at"]
    return min(
        (abs((math.degrees(math.atan2(a - x, b - y)) - bearing + 180) % 360 - 180), math.dist((x, y), (a, b)))
        for a, b in reach["outline"]
    )[1]


@pytest.mark.parametrize(
    ("thing", "inches", "clause"), [("red-foot", 12, "KS-MOVE-01"), ("red-horse", 36, "KS-MOVE-02")]
)
def test_a_march_reaches_as_far_as_its_arm_goes(thing, inches, clause):
    whole, half = reached(thing)["march"]
    assert (whole["inches"], half["inches"], whole["clause"]) == (inches, inches / 2, clause)


def test_what_was_ordered_before_is_taken_off():
    """KS-DEF-03, KS-INF-02: who forms for half a move has six inches left."""
    form = {"order": "form", "body": "red-foot", "formation": "fours"}
    assert [one["inches"] for one in reached(before=[form])["march"]] == [6, 3]
    march = {"order": "march", "body": "red-foot", "path": [[72, 54]]}
    assert "march" not in reached(before=[form, march])


def test_on_level_ground_a_march_reaches_alike_all_round():
    whole, _ = reached(country={})["march"]
    assert {round(far(whole, bearing)) for bearing in range(0, 360, 6)} == {12}


def test_a_contour_draws_the_reach_in():
    """KS-CONT-01: four inches to the line, and no twelve more to go over it."""
    whole, _ = reached(country=HILL)["march"]
    assert far(whole, 0) == 4 and round(far(whole, 180)) == 12
    horse, _ = reached(
        "red-horse",
        country={
            "contours": {
                "c": {**HILL["contours"]["hill"], "line": [[180, 58], [220, 58], [220, 64], [180, 64], [180, 58]]}
            }
        },
    )["march"]
    assert far(horse, 0) == 18, "10 in., 12 for the contour up, 6 in. on top, 6 for the contour down, 2 in. more"


def test_water_bars_a_march():
    """KS-MOVE-08"""
    whole, _ = reached("red-horse", country=RIVER)["march"]
    assert far(whole, 180) <= 4 and round(far(whole, 0)) == 36


@pytest.mark.parametrize(("formation", "inches"), [("line", 36), ("column", 18)])
def test_a_charge_reaches_three_feet_and_from_column_half(formation, inches):
    """KS-DEF-11"""
    horse = {"red-horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": formation, "at": [200, 48]}}
    (charge,) = reached("red-horse", bodies=horse)["charge"]
    assert (charge["inches"], charge["clause"]) == (inches, "KS-DEF-11")


@pytest.mark.parametrize(("men", "options"), [(7, {}), (12, {"use_cavalry_charge": False})])
def test_too_few_sabres_or_no_charges_reach_nobody(men, options):
    horse = {"red-horse": {"side": "red", "arm": "cavalry", "men": men, "formation": "line", "at": [200, 48]}}
    assert "charge" not in reached("red-horse", bodies=horse, options=options)
    assert "charge" not in reached("red-foot")


def test_on_a_country_a_reach_goes_from_the_edge_of_the_men():
    """KS-DEF-05, KS-DEF-15: twelve in line are broader than deep, so that it reaches farther to the side than ahead."""
    (charge,) = reached("red-horse", country={})["charge"]
    xs, ys = [x for x, _ in charge["outline"]], [y for _, y in charge["outline"]]
    assert max(xs) - min(xs) > max(ys) - min(ys) > 72
    (bare,) = reached("red-horse")["charge"]
    assert "outline" not in bare, "without one it is taken from its one point"


def test_rifles_have_a_range_only_where_the_option_gives_one():
    """KS-RIFLE-03"""
    assert "fire" not in reached()
    (fire,) = reached(options={"rifle_range_in": 200})["fire"]
    assert (fire["inches"], fire["clause"]) == (200, "KS-RIFLE-03")
    assert "fire" not in reached("red-horse", options={"rifle_range_in": 200}), "nobody fires from the saddle"


def test_a_gun_reaches_as_far_as_each_of_its_shells():
    """KS-SHELL-01, KS-GUN-01"""
    guns = {"gun": {"side": "red", "at": [72, 40], "limbered": False}}
    plain = reached("gun", guns=guns)
    assert [one["inches"] for one in plain["fire"]] == [216] and "march" not in plain
    two = reached("gun", guns=guns, options={"shell_types": {"light": 12, "heavy": 20}})
    assert [one["inches"] for one in two["fire"]] == [144, 240]
    drawn = reached("gun", guns={"gun": {**guns["gun"], "limbered": True}})
    assert [one["inches"] for one in drawn["march"]] == [24, 12]
    assert [one["clause"] for one in drawn["six-inch"]] == ["KS-GUN-01"]


def test_supplies_reach_from_the_stores_of_ones_own_side_that_hold_any():
    """KS-SUP-05, KS-SUP-06"""
    packets = {"food": 2, "forage": 0, "ammunition": 0}
    depots = {
        "full": {"side": "red", "at": [10, 10], "packets": packets},
        "empty": {"side": "red", "at": [20, 10], "packets": {"food": 0, "forage": 0, "ammunition": 0}},
        "theirs": {"side": "blue", "at": [30, 10], "packets": packets},
    }
    for thing, inches in (("red-foot", 72), ("red-horse", 216)):
        (supply,) = reached(thing, depots=depots)["supply"]
        assert (supply["inches"], supply["at"]) == (inches, [10, 10])
    assert "supply" not in reached(depots=depots, options={"use_supply": False})
    assert [one["inches"] for one in reached("full", depots=depots)["supply"]] == [72, 216, 144]


def test_a_body_that_must_retire_is_shown_where_to():
    """KS-CHARGE-13: within 45 degrees of straight away."""
    bodies = {
        "red-foot": {
            "side": "red",
            "arm": "infantry",
            "men": 20,
            "at": [72, 48],
            "must_retire": 12,
            "retire_from": ["blue-horse"],
        },
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 12, "at": [72, 72]},
    }
    (retreat,) = reached(bodies=bodies)["retire"]
    assert (retreat["inches"], retreat["arc"]) == (12, [135, 225])
    assert "retire" not in reached()


def test_the_enemys_horse_in_sight_is_shown_with_its_charge():
    bodies = {"blue-horse": {"side": "blue", "arm": "cavalry", "men": 12, "at": [72, 90]}}
    (threat,) = reached(bodies=bodies)["threat"]
    assert (threat["inches"], threat["at"]) == (36, [72, 90])
    assert "threat" not in reached(bodies={"blue-horse": {**bodies["blue-horse"], "men": 7}})


def test_what_the_enemy_hides_changes_nothing():
    """It depends only on its own side's sight."""
    hidden = {"blue-box": {"side": "blue", "arm": "cavalry", "men": 30, "at": [100, 60], "boxed": True}}
    options = {"boxed_troops": True}
    for thing in ("red-foot", "red-horse"):
        assert reached(thing, bodies=hidden, options=options) == reached(thing, options=options)


def test_nothing_is_told_of_what_is_not_ones_own_or_has_no_place():
    assert reached("red-foot", side="blue") == {}
    assert reached("nobody") == {}
    assert reached(bodies={"red-foot": {"side": "red", "arm": "infantry", "men": 20}}) == {}
