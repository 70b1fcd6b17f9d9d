"""Sight names what a side may know; nothing else of the enemy's is in it."""

from __future__ import annotations

import json

import pytest

from rules.books import book
from rules.kriegspiel.events import Event
from rules.kriegspiel.force import GROUPS, read_position
from rules.kriegspiel.options import Options
from rules.kriegspiel.reports.sight import EVENTS, SHOWN, sees, visible_to
from rules.values import codec
from rules.values.compare import words_in

KRIEGSPIEL = book("kriegspiel")

MARK = "secret"
"""In every field of Blue's that Red may not know."""

BLUE_BODY = {
    "side": "blue", "arm": "cavalry", "men": 20, "horses": 13, "formation": "line", "name": "Blue Horse", "at": [3, 4], "facing": 90,
    "commander": f"{MARK}-commander", "immobile": True, "out_of_action": True, "flight": [f"{MARK}-1"], "must_retire": 7,
    "retire_from": [f"{MARK}-2"], "retire_clause": "KS-CHARGE-18",
    "owes_choice": [f"{MARK}-3"], "stood": True, "ran": True, "arrested": True,
    "fire_streak": 5, "arrears": {"food": 771}, "unsupplied_since": 6, "on_foot": 7, "climbed": 5,
}  # fmt: skip

START = {
    "own_moves": {"red": 6, "blue": 6},
    "bodies": {
        "red-foot": {
            "side": "red",
            "arm": "infantry",
            "men": 20,
            "arrears": {"food": 1},
            "fire_streak": 4,
            "commander": "ann",
        },
        "blue-horse": BLUE_BODY,
        f"{MARK}-aboard": {"side": "blue", "arm": "infantry", "men": 9, "aboard": "blue-boat"},
        f"{MARK}-entrained": {"side": "blue", "arm": "infantry", "men": 8, "aboard": "blue-train"},
    },
    "guns": {
        "blue-gun": {
            "side": "blue",
            "crew": f"{MARK}-crew",
            "team_horses": 5,
            "disabled_for": 2,
            "arrears": {"forage": 772},
        }
    },
    "waggons": {
        "blue-waggon": {"side": "blue", "packets": {"food": 773}},
        "lost-waggon": {"side": "red", "held_by": "blue", "packets": {"food": 774}},
    },
    "depots": {
        "blue-depot": {"side": "blue", "packets": {"forage": 775}},
        "red-depot": {"side": "red", "packets": {"food": 5}},
    },
    "works": {
        f"{MARK}-trench": {"kind": "entrenchment", "side": "blue", "crew": "blue-horse", "moves_done": 2},
        f"{MARK}-charge": {"kind": "destroy", "side": "blue", "state": "done", "target": "bridge"},
        "blue-trench": {
            "kind": "entrenchment",
            "side": "blue",
            "crew": f"{MARK}-diggers",
            "moves_done": 4,
            "state": "done",
            "inches": 15,
        },
    },
    "bridges": {"bridge": {"kind": "culvert"}},
    "mines": {f"{MARK}-mine": {"side": "blue", "at": [1, 1]}, "red-mine": {"side": "red", "at": [2, 2]}},
    "generals": {"blue-general": {"side": "blue", "at": [9, 9], "absent_for": 776}},
    "boats": {"blue-boat": {"side": "blue", "aboard": {f"{MARK}-aboard": 9}}},
    "trains": {"blue-train": {"side": "blue", "trucks": 3, "aboard": {f"{MARK}-entrained": 8}}},
    "pockets": {"blue-horse": {"bodies": ["blue-horse"], "surrender_at": 777}},
}


def known(side):
    return sees(read_position(START, Options()), side)


@pytest.mark.parametrize("side", ["red", "observer"])
def test_nothing_of_the_enemys_that_is_secret_is_anywhere_in_what_a_side_sees(side):
    shown = json.dumps(known(side))
    assert MARK not in shown
    assert not [figure for figure in ("771", "772", "773", "774", "775", "776", "777") if figure in shown]


def test_of_an_enemy_body_a_side_sees_what_stands_on_the_floor_and_no_more():
    assert known("red")["bodies"]["blue-horse"] == {
        "side": "blue", "arm": "cavalry", "men": 20, "formation": "line", "name": "Blue Horse", "at": [3, 4], "facing": 90,
    }  # fmt: skip


def test_a_side_sees_its_own_things_whole():
    blue = known("blue")
    for group in ("bodies", "guns", "waggons", "works", "mines", "generals", "boats", "trains", "pockets"):
        for name, thing in START[group].items():
            if thing.get("side", "blue") == "blue" or thing.get("held_by") == "blue":
                assert {key: blue[group][name][key] for key in thing} == thing


def test_a_store_that_was_taken_is_seen_whole_by_him_who_holds_it():
    assert known("blue")["waggons"]["lost-waggon"]["packets"] == {"food": 774}
    assert "packets" not in known("red")["waggons"]["lost-waggon"]


def test_an_observer_sees_of_both_sides_what_each_sees_of_the_other():
    observer = known("observer")
    assert observer["bodies"]["red-foot"] == {"side": "red", "arm": "infantry", "men": 20}
    assert set(observer["works"]) == {"blue-trench"} and "mines" not in observer and "pockets" not in observer


def test_a_trench_that_stands_is_seen_by_all_without_those_who_dug_it():
    assert known("red")["works"] == {
        "blue-trench": {"kind": "entrenchment", "side": "blue", "state": "done", "inches": 15}
    }


def test_every_group_of_things_says_what_is_shown_of_it():
    assert set(SHOWN) | {"bridges", "weather"} == set(GROUPS)


def test_what_a_side_sees_can_be_read_as_a_position():
    for side in ("red", "blue", "observer"):
        position = read_position(known(side), Options())
        assert sees(position, side) == known(side)


# -- events -------------------------------------------------------------------------------------


def an_event(cls: type[Event], side: str) -> dict:
    """An event of a class with something in every field, as the book gives it."""
    fill = {"integer": 1, "number": 1, "string": "x", "boolean": True, "array": [], "object": {}}
    data = {name: fill.get(str(kind.schema.get("type")), 1) for name, (_, kind, _) in codec.fields_of(cls).items()}
    return {"event": cls.name, "told": cls.told, **data, "side": side}


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_an_event_is_told_to_its_own_side_whole_and_to_others_only_if_it_happened_in_the_open(name):
    event = an_event(EVENTS[name], "blue")
    assert visible_to(event, "blue") == event
    opened = {key: one for key, one in event.items() if key in EVENTS[name].open_fields(event)}
    assert visible_to(event, "red") == visible_to(event, "observer") == (opened or None)
    assert not (EVENTS[name].told == "own" and opened)


def test_what_only_its_own_side_could_count_of_an_open_event_is_told_to_nobody_else():
    """Once everybody saw it: what a waggon carried, who was in a boat, who dug a trench.  [KS-SHELL-06, KS-BOAT-03, KS-WORK-03]"""
    trench = {
        "event": "work-raised",
        "side": "blue",
        "work": "t",
        "kind": "entrenchment",
        "crew": MARK,
        "sum": MARK,
        "inches": 9,
    }
    drowned = {"event": "pieces-destroyed", "side": "blue", "dead": {MARK: 5}, "aboard": "boat", "sum": MARK}
    assert visible_to(trench, "blue") == trench and visible_to(drowned, "blue") == drowned
    for viewer in ("red", "observer"):
        assert visible_to(trench, viewer) == {key: one for key, one in trench.items() if key not in ("crew", "sum")}
        assert visible_to(drowned, viewer) is None


@pytest.mark.parametrize(
    "name",
    [
        "body-marched",
        "formation-changed",
        "packets-due",
        "packets-given-up",
        "supply-failed",
        "work-advanced",
        "work-lost",
        "packets-lost",
        "body-split",
    ],
)
def test_marches_supplies_and_works_of_a_side_are_its_own_affair(name):
    assert visible_to({"event": name, "told": "all", "side": "blue"}, "red") is None


def test_an_event_of_no_known_name_or_with_strange_fields_tells_nothing_strange():
    assert visible_to({"event": "confession", "side": "blue"}, "red") is None
    assert visible_to({"event": "confession", "side": "blue"}, "blue") is None
    event = {"event": "gun-destroyed", "side": "blue", "body": "gun", "clause": "KS-SHELL-04", "mine": MARK}
    assert MARK not in set(words_in(visible_to(event, "red")))


def test_the_book_gives_the_same_sight():
    assert KRIEGSPIEL.table(START, {}).sees("red") == known("red")
    assert KRIEGSPIEL.visible_to({"event": "body-marched", "side": "blue"}, "red") is None
