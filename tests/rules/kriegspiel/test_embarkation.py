"""Boats and trains: what the kit cannot say in its own words."""

from __future__ import annotations

import pytest

from rules.books import book
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.force import read_position, write_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance

KRIEGSPIEL = book("kriegspiel")

RIVER = {"size": [200, 100], "water": {"river": {"outline": [[0, 40], [200, 40], [200, 60], [0, 60]]}}}


def made(start, orders, side="red", options=None):
    position = read_position(start, read_options(options or {}))
    return adjudicate(position, side, [read_order(order) for order in orders], NO_FACTS, Chance())


def test_a_gun_may_be_named_under_its_own_key_when_it_is_carried():
    assert read_order({"order": "embark", "gun": "g", "boat": "b"}) == read_order(
        {"order": "embark", "body": "g", "boat": "b"}
    )


@pytest.mark.parametrize(("path", "aground"), [([[50, 60]], ""), ([[50, 61]], "10"), ([[50, 38], [50, 45]], "10")])
def test_a_boat_keeps_to_the_water_that_is_drawn(path, aground):
    """KS-MOVE-07, E-DRY."""
    outcome = made({"country": RIVER, "boats": {"boat": {"side": "red", "at": [50, 50]}}}, [
        {"order": "sail", "boat": "boat", "path": path}
    ])  # fmt: skip
    assert [(one.refused.code, one.refused.sentence) for one in outcome.refused] == (
        [("E-DRY", f"boat runs aground after {aground} in.")] if aground else []
    )


def test_who_was_in_a_boat_that_is_destroyed_stands_on_the_nearest_bank():
    """KS-BOAT-03."""
    start = {
        "own_moves": {"red": 4, "blue": 4},
        "country": RIVER,
        "bodies": {
            "foot": {"side": "red", "arm": "infantry", "men": 20},
            "gunners": {"side": "blue", "arm": "artillery", "men": 4},
        },
        "guns": {"gun": {"side": "blue", "crew": "gunners"}},
        "boats": {"boat": {"side": "red", "at": [50, 57], "aboard": {"foot": 20}}},
    }
    fired = {"order": "fire-gun", "gun": "gun", "measured": {"shells": [{"waggons": ["boat"]}]}}
    assert made(start, [fired], "blue").position.bodies["foot"].at == (50 * 16, 60 * 16)


def test_a_body_partly_aboard_is_written_and_read_again_the_same():
    start = {
        "bodies": {"foot": {"side": "red", "arm": "infantry", "men": 30}},
        "boats": {"boat": {"side": "red", "aboard": ["foot"]}, "other": {"side": "red"}},
    }
    position = read_position(start, read_options({}))
    assert position.bodies["foot"].aboard == "boat" and position.boats["boat"].aboard == {"foot": 30}
    after = made(start, [{"order": "disembark", "body": "foot", "boat": "boat"}]).position
    assert after.bodies["foot"].ashore == 20 and after.bodies["foot"].fit
    assert read_position(write_position(after), read_options({})) == after


def test_what_a_body_at_a_boat_and_a_train_may_be_told_is_offered():
    start = {
        "bodies": {
            "foot": {"side": "red", "arm": "infantry", "men": 30},
            "in": {"side": "red", "arm": "infantry", "men": 5},
        },
        "boats": {"boat": {"side": "red", "aboard": {"in": 5}}, "ship": {"side": "red"}},
        "trains": {"train": {"side": "red", "trucks": 3}},
    }
    options = KRIEGSPIEL.options({})
    position = KRIEGSPIEL.opening(start, options)

    def offered(thing):
        choices = KRIEGSPIEL.table(position, options).seen_by("red").choices(thing)
        return {one.order["order"]: one.asks[0].values for one in choices if one.group == "carry" and not one.blocked}

    assert offered("foot") == {"embark": ["ship"], "entrain": ["train"]}
    assert offered("in") == {"disembark": ["boat"]}
    (go,) = KRIEGSPIEL.table(position, options).seen_by("red").choices("train")
    assert [ask.name for ask in go.asks] == ["inches", "direction"] and go.blocked is None
    (sail,) = KRIEGSPIEL.table(position, options).seen_by("red").choices("boat")
    assert sail.order == {"order": "sail", "boat": "boat"} and sail.blocked is None
    assert KRIEGSPIEL.table(position, options).seen_by("blue").choices("boat") == ()
