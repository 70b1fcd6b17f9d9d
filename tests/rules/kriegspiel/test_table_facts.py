"""Facts that only people can report on the table, asked where they may matter and nowhere else.  [KS-OFF-01, KS-OFF-03]"""

from __future__ import annotations

from rules.kriegspiel.book import KRIEGSPIEL

OPTIONS = KRIEGSPIEL.options({"first_fire_move": 1})


def asked(position, orders, facts=None, key=None, options=OPTIONS):
    """Subjects by key of what is asked of the whole move."""
    needs = KRIEGSPIEL.needs(KRIEGSPIEL.opening(position, options), options, "red", orders, facts or {})
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
    """KS-GUN-01: as with a way that is still to be measured."""
    position = KRIEGSPIEL.opening(BATTERY, OPTIONS)
    assert KRIEGSPIEL.check(position, OPTIONS, "red", FIRE).cost == "1"
    refused = KRIEGSPIEL.adjudicate(position, OPTIONS, "red", [FIRE], {"near": {"gun": 3}}, {}).refused
    assert [one["code"] for one in refused] == ["E-CREW"]
