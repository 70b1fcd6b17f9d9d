"""Facts that only people can report on the table, required where they may matter and nowhere else.  [KS-OFF-01, KS-OFF-03]"""

from __future__ import annotations

from rules.kriegspiel.book import KRIEGSPIEL

OPTIONS = KRIEGSPIEL.options({"first_fire_move": 1})


def asked(position, orders, facts=None, key=None, options=OPTIONS):
    """Subjects by key of what is asked of the whole move."""
    needs = KRIEGSPIEL.table(KRIEGSPIEL.opening(position, options), options).needs("red", orders, facts or {})
    return [one.subject for one in needs if one.key == key and one.order is None]


BATTERY = {
    "bodies": {
        "gunners": {"side": "red", "arm": "artillery", "men": 4},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 20},
    },
    "guns": {"gun": {"side": "red", "crew": "gunners", "strayed": {"gunners": 7}}},
}
FIRE = {"order": "fire-gun", "gun": "gun", "shots": 1}


def test_who_is_by_a_gun_is_asked_where_its_gunners_went_from_it_and_it_is_to_be_served():
    """KS-GUN-01"""
    near = {**BATTERY, "guns": {"gun": {"side": "red", "crew": "gunners", "strayed": {"gunners": 6}}}}
    few = {**BATTERY, "bodies": {**BATTERY["bodies"], "gunners": {"side": "red", "arm": "artillery", "men": 3}}}
    assert asked(BATTERY, [FIRE], key="near") == ["gun"]
    assert asked(BATTERY, [], key="near") == []
    assert asked(near, [FIRE], key="near") == []
    assert asked(few, [FIRE], key="near") == []
    assert asked(BATTERY, [FIRE], {"near": {"gun": 4}}, key="near") == []


def test_a_commander_may_order_what_only_the_measure_can_refuse():
    """KS-GUN-01: as with a path that is still to be measured."""
    position = KRIEGSPIEL.opening(BATTERY, OPTIONS)
    assert KRIEGSPIEL.table(position, OPTIONS).seen_by("red").check(FIRE).cost == "1"
    refused = KRIEGSPIEL.table(position, OPTIONS).adjudicate("red", [FIRE], {"near": {"gun": 3}}, {}).refused
    assert [one["code"] for one in refused] == ["E-CREW"]


MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
FLOOR = {
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 20},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 20},
    },
    "mines": {"blue-mine": {"side": "blue"}, "spent": {"side": "blue", "armed": False, "exploded": True}},
    "generals": {"blue-general": {"side": "blue"}},
}
PLACED = {
    **FLOOR,
    "bodies": {name: {**body, "at": [0, 40 * n]} for n, (name, body) in enumerate(FLOOR["bodies"].items())},
}


def test_mines_are_asked_about_where_somebody_without_a_place_goes():
    """KS-MINE-02, KS-MINE-03: who trod on each that can go off, and what lay about it."""
    assert asked(FLOOR, [MARCH], key="trodden") == asked(FLOOR, [MARCH], key="blast") == ["blue-mine"]
    assert asked(FLOOR, [], key="trodden") == []
    assert asked(PLACED, [MARCH], key="trodden") == []


def test_a_sides_own_official_is_not_asked_about_mines_of_which_it_knows_nothing():
    """KS-MINE-04: nor is the other side's shown what was measured of a mine."""
    own = {**FLOOR, "mines": {**FLOOR["mines"], "red-mine": {"side": "red"}}}
    asks = KRIEGSPIEL.table(KRIEGSPIEL.opening(own, OPTIONS), OPTIONS).seen_by("red").asks([MARCH], {})
    assert [one.subject for one in asks if one.key == "trodden"] == ["red-mine"]
    assert not any("blue-mine" in str(one) for one in asks)
    assert not KRIEGSPIEL.in_the_open("", "trodden") and not KRIEGSPIEL.in_the_open("", "blast")


def test_the_general_is_asked_about_where_he_can_be_caught():
    """KS-GENL-08"""
    sykes = KRIEGSPIEL.options({"general_vulnerability": "sykes"})
    gone = {**FLOOR, "generals": {"blue-general": {"side": "blue", "gone": True}}}
    assert asked(FLOOR, [MARCH], key="caught", options=sykes) == ["blue-general"]
    assert asked(FLOOR, [MARCH], key="caught") == asked(FLOOR, [], key="caught", options=sykes) == []
    assert asked(gone, [MARCH], key="caught", options=sykes) == []


def with_foot(**state):
    return {**FLOOR, "bodies": {**FLOOR["bodies"], "red-foot": {**FLOOR["bodies"]["red-foot"], **state}}}


def test_who_is_in_flight_is_asked_about_the_edge_whether_he_has_an_order_or_none():
    """KS-CHARGE-23"""
    fled = with_foot(flight=["blue-foot"], must_retire=12)
    assert asked(fled, [], key="driven_off") == ["red-foot"]
    assert asked(FLOOR, [MARCH], key="driven_off") == []
    horse = {
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12},
        "blue-horse": {"side": "blue", "arm": "cavalry", "men": 12, "stood": True},
    }
    charge = {"order": "charge", "body": "red-horse", "target": "blue-horse", "measured": {"distance": 20}}
    assert asked({"bodies": horse}, [charge], key="driven_off") == ["blue-horse"]
    horse["blue-horse"]["stood"] = False
    assert asked({"bodies": horse}, [charge], key="driven_off") == []


def test_freed_men_who_go_are_asked_whether_they_came_to_their_line():
    """KS-LW-11"""
    assert asked(with_foot(disarmed=True), [MARCH], key="rearmed") == ["red-foot"]
    assert asked(with_foot(disarmed=True), [], key="rearmed") == asked(FLOOR, [MARCH], key="rearmed") == []
