"""Who falls in a melee and who is supplied with few packets: what a form offers.  [KS-LW-07, KS-SUP-12]"""

import pytest

from rules.errors import Illegal
from rules.kriegspiel.book import KRIEGSPIEL

START = {
    "own_moves": {"red": 5, "blue": 5},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 11, "at": [0, 0]},
        "red-two": {"side": "red", "arm": "infantry", "men": 40, "at": [0, -40]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 6, "at": [0, 8]},
        "blue-two": {"side": "blue", "arm": "infantry", "men": 3, "at": [6, 8]},
    },
    "depots": {"red-depot": {"side": "red", "at": [0, -20], "packets": {"food": 1}}},
}
ASSAULT = {"order": "assault", "body": "red-foot", "target": "blue-foot"}


def offered(thing, name, before=(), start=START):
    choices = KRIEGSPIEL.table(start, {}).seen_by("red").choices(thing, before)
    return next((one for one in choices if one.order["order"] == name), None)


def test_after_an_assault_the_form_asks_who_falls_of_all_in_the_melee_and_how_many_are_due():
    """KS-LW-07: eleven against nine isolated: two prisoners and seven dead a side."""
    dead, prisoners = offered("red-foot", "choose", [ASSAULT]).asks
    assert (dead.name, dead.kind, dead.due) == ("dead", "counts", {"red": 7, "blue": 7})
    assert dead.values == ("red-foot", "blue-foot", "blue-two")
    assert dead.most == {"red-foot": 7, "blue-foot": 6, "blue-two": 3}
    assert (prisoners.name, prisoners.due) == ("prisoners", {"blue": 2})


def test_without_an_assault_there_is_nobody_to_choose():
    assert offered("red-foot", "choose") is None
    assert offered("red-two", "choose", [ASSAULT]) is None


def test_a_choice_is_checked_against_the_numbers_that_are_due_before_it_is_given():
    chosen = {"order": "choose", "dead": {"blue-foot": 4, "blue-two": 3}, "prisoners": {"blue-foot": 2}}
    assert KRIEGSPIEL.table(START, {}).seen_by("red").check(chosen, [ASSAULT]).reading
    with pytest.raises(Illegal) as refused:
        KRIEGSPIEL.table(START, {}).seen_by("red").check({**chosen, "prisoners": {"blue-foot": 3}}, [ASSAULT])
    assert refused.value.code == "E-COUNT"


def test_where_packets_are_few_their_keeper_is_asked_who_is_fed():
    """KS-SUP-12: eleven and forty infantry need two packets, and one is there."""
    choice = offered("red-depot", "go-short")
    assert choice.blocked is None
    assert [(one.name, one.kind, one.values) for one in choice.asks] == [("bodies", "targets", ["red-foot", "red-two"])]


@pytest.mark.parametrize("changed", [{"packets": {"food": 2}}, {"at": [0, 400]}])
def test_where_there_is_enough_or_nothing_in_reach_nobody_is_asked(changed):
    depot = {**START["depots"]["red-depot"], **changed}
    assert offered("red-depot", "go-short", start={**START, "depots": {"red-depot": depot}}) is None


def test_before_the_tick_nobody_is_asked():
    assert offered("red-depot", "go-short", start={**START, "own_moves": {"red": 4, "blue": 4}}) is None


def test_on_a_real_floor_where_nothing_has_a_place_yet_all_who_could_be_within_reach_are_offered():
    bodies = {
        name: {key: value for key, value in body.items() if key != "at"} for name, body in START["bodies"].items()
    }
    start = {**START, "bodies": bodies, "depots": {"red-depot": {"side": "red", "packets": {"food": 1}}}}
    asked = offered("red-depot", "go-short", start=start)
    assert asked.blocked is None
    assert asked.asks[0].values == ["red-two"]
