"""A move on a country: measured by the engine, the same however the country is turned and in whatever order it is written down."""

from __future__ import annotations

import json
from random import Random

import pytest

from bench.country import battle
from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.case_adapter import move, start
from rules.kriegspiel.reports.sight import sees

OPTIONS = KRIEGSPIEL.options({})
TURN = {"north": "east", "east": "south", "south": "west", "west": "north"}
MIRROR = {"east": "west", "west": "east"}


def played(given, orders, side="red"):
    """The position after a move, what happened in it, and the orders refused."""
    position, events, refused = move(start({"start": given}), {"side": side, "orders": orders})
    return position, events, refused


def transformed(data, point, facing, edge):
    """Plain data with every point, facing and edge moved."""
    if isinstance(data, dict):
        out = {}
        for key, value in data.items():
            if key == "facing":
                out[key] = facing(value) % 360
            elif key == "back_lines":
                out[key] = {side: edge.get(name, name) for side, name in value.items()}
            else:
                out[key] = transformed(value, point, facing, edge)
        return out
    if isinstance(data, list):
        if len(data) == 2 and all(isinstance(one, int | float) for one in data):
            return list(point(*data))
        return [transformed(one, point, facing, edge) for one in data]
    return data


def strengths(position):
    return {name: (body.men, body.horses, body.prisoners) for name, body in position.bodies.items()}


def places(position):
    return {name: body.at for name, body in position.bodies.items()}


@pytest.fixture(scope="module")
def affair():
    """A battle of forty-eight bodies on a country of seventy features, with supplies falling due."""
    features = {"contours": 20, "houses": 12, "walls": 12, "roads": 12, "woods": 10, "water": 4}
    return battle(48, 7, own_moves=5, features=features)


def test_a_battle_turned_by_a_quarter_comes_out_turned_by_a_quarter(affair):
    given, orders = affair
    width, depth = given["country"]["size"]
    turn = {"point": lambda x, y: (y, width - x), "facing": lambda facing: facing + 90, "edge": TURN}
    turned = transformed(given, **turn)
    turned["country"]["size"] = [depth, width]
    here, there = played(given, orders), played(turned, transformed(orders, **turn))
    assert strengths(here[0]) == strengths(there[0])
    assert {name: (at[1], width * 16 - at[0]) for name, at in places(here[0]).items()} == places(there[0])
    assert [(one["event"], one["clause"]) for one in here[1]] == [(one["event"], one["clause"]) for one in there[1]]
    assert [one["code"] for one in here[2]] == [one["code"] for one in there[2]]
    assert sum(one["event"] == "charge-delivered" for one in here[1]) > 1


def test_a_battle_seen_in_a_mirror_comes_out_mirrored(affair):
    given, orders = affair
    width, depth = given["country"]["size"]
    mirror = {"point": lambda x, y: (width - x, y), "facing": lambda facing: -facing, "edge": MIRROR}
    mirrored = transformed(given, **mirror)
    mirrored["country"]["size"] = [width, depth]
    here, there = played(given, orders), played(mirrored, transformed(orders, **mirror))
    assert strengths(here[0]) == strengths(there[0])
    assert {name: (width * 16 - at[0], at[1]) for name, at in places(here[0]).items()} == places(there[0])
    assert [one["code"] for one in here[2]] == [one["code"] for one in there[2]]


def test_the_order_in_which_a_battle_is_written_down_changes_nothing(affair):
    given, orders = affair
    draw = Random(3)

    def shuffled(data):
        if not isinstance(data, dict):
            return data
        rows = list(data.items())
        draw.shuffle(rows)
        return {key: shuffled(value) for key, value in rows}

    again = {**shuffled(given), "own_moves": given["own_moves"]}
    here, there = played(given, orders), played(again, orders)
    assert strengths(here[0]) == strengths(there[0]) and places(here[0]) == places(there[0])
    assert json.dumps(here[1]) == json.dumps(there[1])


def test_the_country_goes_with_the_position_as_it_was_given_and_everybody_sees_it(affair):
    given, orders = affair
    position, _, _ = played(given, orders)
    assert KRIEGSPIEL.opening(given, OPTIONS)["country"] == given["country"]
    assert sees(position, "blue")["country"] == sees(position, "observer")["country"] == given["country"]


RIVER = {"water": {"river": {"outline": [[-50, 30], [50, 30], [50, 34], [-50, 34]]}}}
FOOT = {"arm": "infantry", "men": 20, "at": [0, 0]}
HORSE = {"arm": "cavalry", "men": 20, "formation": "line", "at": [40, 0]}
GIVEN = {
    "bodies": {
        "red-foot": {**FOOT, "side": "red"},
        "red-horse": {**HORSE, "side": "red"},
        "blue-foot": {**FOOT, "side": "blue", "at": [40, 20], "facing": 180},
    }
}
ORDERS = [
    {"order": "march", "body": "red-foot", "path": [[3, 10]]},
    {"order": "charge", "body": "red-horse", "target": "blue-foot"},
]


def asked(given):
    return {(need.order, need.key) for need in KRIEGSPIEL.table(given, OPTIONS).needs("red", ORDERS, {})}


def test_on_a_country_nobody_is_asked_for_what_the_engine_measures():
    """KS-AIM-02: it never asks for what it can compute."""
    assert (0, "contours_up") in asked(GIVEN) and (1, "chargers") in asked(GIVEN)
    assert asked({**GIVEN, "country": RIVER}) == set()


def test_the_cost_of_an_order_is_shown_as_the_country_has_it():
    hill = {"contours": {"hill": {"line": [[-9, 4], [9, 4]], "height": 6, "higher": "left"}}}
    steep = {"order": "march", "body": "red-foot", "path": [[0, 5]]}
    assert KRIEGSPIEL.table(GIVEN, OPTIONS).seen_by("red").check(steep).cost == "5/12"
    with pytest.raises(Exception, match="1 contour up"):
        KRIEGSPIEL.table({**GIVEN, "country": hill}, OPTIONS).seen_by("red").check(steep)


def test_the_size_may_be_said_by_the_option_and_by_both_alike_but_not_by_both_otherwise():
    """KS-GAME-02."""
    sized = KRIEGSPIEL.options({"map_size_ft": [10, 8]})
    assert KRIEGSPIEL.opening({"country": {"name": "A field"}}, sized)["country"]["size"] == [120, 96]
    assert KRIEGSPIEL.opening({"country": {"size": [120, 96]}}, sized)["country"]["size"] == [120, 96]
    assert "country" not in KRIEGSPIEL.opening({}, sized)
    with pytest.raises(Exception, match="another size than the option"):
        KRIEGSPIEL.opening({"country": {"size": [120, 95]}}, sized)


def test_bridges_and_depots_of_the_country_stand_there_unless_the_start_says_otherwise():
    country = {
        "bridges": {"stone": {"kind": "road-bridge", "at": [5, 5]}, "iron": {"kind": "railway-bridge", "at": [9, 5]}},
        "depots": {"crossways": {"side": "red", "at": [1, 1]}},
    }
    position = KRIEGSPIEL.opening(
        {"country": country, "bridges": {"iron": {"kind": "railway-bridge", "standing": False}}}, OPTIONS
    )
    assert position["bridges"]["stone"] == {"kind": "road-bridge", "at": [5, 5]}
    assert position["bridges"]["iron"] == {"kind": "railway-bridge", "standing": False}
    assert position["depots"] == {"crossways": {"side": "red", "at": [1, 1]}}
    with pytest.raises(Exception, match="the id stands twice"):
        KRIEGSPIEL.opening({"country": country, "bodies": {"stone": {**FOOT, "side": "red"}}}, OPTIONS)
