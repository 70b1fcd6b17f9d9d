"""What a battle leaves to the next: a rule of our own."""

from __future__ import annotations

import pytest

from rules.books import book
from rules.floor.carry_over import GOES, carried

COUNTRY = {
    "size": [96, 96],
    "bridges": {"mill": {"kind": "road-bridge", "at": [48, 48]}},
    "depots": {"store": {"side": "red", "at": [10, 10]}, "magazine": {"side": "blue", "at": [80, 80]}},
    "rails": {"branch": {"line": [[0, 20], [96, 20]]}},
}
LEFT = {
    "country": COUNTRY,
    "settled": {"use_supply": False},
    "bodies": {
        "red-horse": {
            "side": "red",
            "arm": "cavalry",
            "men": 7,
            "horses": 6,
            "prisoners": 3,
            "commander": "1st Brigade",
        },
        "red-crew": {"side": "red", "arm": "artillery", "men": 5, "at": [5, 5]},
        "red-mates": {"side": "red", "arm": "infantry", "men": 9, "at": [6, 5]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 30, "aboard": "red-boat"},
        "red-foot": {"side": "red", "arm": "infantry", "men": 30, "aboard": "red-train"},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-crew", "helpers": ["red-mates"], "at": [5, 6]}},
    "depots": {
        "store": {"side": "red", "at": [10, 10], "destroyed": True},
        "magazine": {"side": "blue", "at": [80, 80], "packets": {"food": 4}, "held_by": "red"},
    },
    "bridges": {
        "mill": {"kind": "road-bridge", "at": [48, 48], "standing": False},
        "torn": {"kind": "rail", "at": [30, 20], "standing": False},
    },
    "works": {
        "trench": {
            "kind": "entrenchment",
            "side": "red",
            "line": [[1, 2], [3, 2]],
            "state": "done",
            "crew": "red-foot",
        },
        "half": {
            "kind": "epaulement",
            "side": "blue",
            "at": [70, 70],
            "moves_done": 2,
            "state": "begun",
            "crew": "blue-foot",
        },
        "blown": {"kind": "destroy", "side": "blue", "target": "mill", "state": "done"},
        "given-up": {"kind": "entrenchment", "side": "red", "line": [[5, 2], [7, 2]], "state": "lost"},
    },
    "mines": {
        "live": {"side": "red", "at": [40, 40], "layers": ["red-foot"]},
        "spent": {"side": "red", "at": [41, 40], "exploded": True, "armed": False},
    },
    "generals": {
        "red-general": {"side": "red", "at": [4, 4], "absent_for": 2, "name": "Sir John"},
        "blue-general": {"side": "blue", "gone": True},
    },
    "boats": {"red-boat": {"side": "red", "held_by": "blue", "at": [50, 50], "aboard": {"blue-foot": 30, "nobody": 3}}},
    "trains": {"red-train": {"side": "red", "line": "branch", "along": 33, "trucks": 4, "aboard": {"red-foot": 40}}},
    "weather": {"rain": {"march": "1/2"}},
}
"""What a battle left of everything that there is."""


@pytest.mark.parametrize("name", ["kriegspiel", "little-wars"])
def test_of_every_kind_of_thing_of_a_book_it_is_said_what_goes_over(name):
    groups = {kind.group for kind in book(name).pieces.kinds} - {"weather"}
    assert groups <= GOES.keys()


def test_on_the_same_country_the_ground_goes_over_as_it_was_left_and_stands_where_it_stood():
    start, lines = carried(LEFT, exchange=True, places=False)
    assert start["country"] == COUNTRY and start["settled"] == {"use_supply": False}
    assert start["bridges"] == LEFT["bridges"]
    assert start["works"] == {
        "trench": {"kind": "entrenchment", "side": "red", "line": [[1, 2], [3, 2]], "state": "done"},
        "half": {"kind": "epaulement", "side": "blue", "at": [70, 70], "moves_done": 2, "state": "begun"},
    }
    assert start["mines"] == {"live": {"side": "red", "at": [40, 40]}}
    assert start["depots"] == {
        "store": {"side": "red", "at": [10, 10], "destroyed": True},
        "magazine": {"side": "red", "at": [80, 80], "packets": {"food": 4}},
    }
    assert next(one for one in lines if one["thing"] == "store")["why"] == "it was destroyed"
    opened = book("kriegspiel").opening(start, book("kriegspiel").options({}))
    assert opened["bridges"]["mill"]["standing"] is False and opened["depots"]["store"]["destroyed"] is True


def test_carriers_generals_horses_and_brigades_go_over_and_are_placed_again():
    start, lines = carried(LEFT, exchange=True, places=False)
    assert start["bodies"]["red-horse"] == {
        "side": "red", "arm": "cavalry", "men": 10, "horses": 6, "on_foot": 4, "commander": "1st Brigade",
    }  # fmt: skip
    assert start["guns"] == {"red-gun": {"side": "red", "crew": "red-crew", "helpers": ["red-mates"]}}
    assert start["generals"] == {"red-general": {"side": "red", "name": "Sir John"}}
    assert start["boats"] == {"red-boat": {"side": "blue"}}
    assert start["trains"] == {"red-train": {"side": "red", "line": "branch", "along": 33, "trucks": 4}}
    why = {one["thing"]: one["why"] for one in lines if not one["over"]}
    assert why == {"store": "it was destroyed", "blue-general": "out of the game"}


def test_where_places_are_kept_who_was_aboard_is_aboard_again_if_of_the_side_that_holds_it():
    start, _ = carried(LEFT, exchange=True, places=True)
    assert start["boats"] == {"red-boat": {"side": "blue", "at": [50, 50], "aboard": {"blue-foot": 30}}}
    assert start["trains"]["red-train"]["aboard"] == {"red-foot": 30}
    assert "weather" not in start and "at" in start["guns"]["red-gun"]


def test_on_another_country_the_ground_and_the_rails_stay_behind():
    start, lines = carried(LEFT, exchange=True, places=False, ground=False)
    assert not start.keys() & {"country", "bridges", "works", "mines"} and "store" not in start["depots"]
    assert start["trains"] == {"red-train": {"side": "red", "trucks": 4}} and "at" not in start["depots"]["magazine"]
    assert {one["thing"] for one in lines if one.get("why") == "it is elsewhere"} == {
        "mill",
        "torn",
        "trench",
        "half",
        "live",
    }


def test_a_gun_keeps_the_crew_that_is_still_there_and_of_its_captors_side():
    bodies = {
        "old": {"side": "red", "arm": "artillery", "men": 4},
        "new": {"side": "blue", "arm": "artillery", "men": 4},
        "dead": {"side": "blue", "arm": "artillery", "men": 0},
    }
    guns = {
        "lost": {"side": "red", "held_by": "blue", "crew": ["old", "new"]},
        "left": {"side": "blue", "crew": "dead"},
        "kept": {"side": "red", "crew": "old"},
    }
    waggons = {"cart": {"side": "red", "crew": "old", "packets": {"food": 2}}}
    start, lines = carried({"bodies": bodies, "guns": guns, "waggons": waggons}, exchange=True, places=False)
    assert start["guns"] == {
        "lost": {"side": "blue", "crew": "new"},
        "left": {"side": "blue"},
        "kept": {"side": "red", "crew": "old"},
    }
    assert start["waggons"] == {"cart": {"side": "red", "packets": {"food": 2}}}
    assert [line["thing"] for line in lines if not line["over"]] == ["dead"]


def test_what_is_destroyed_stays_behind_and_it_is_said_why():
    start, lines = carried({"depots": {"store": {"side": "red", "destroyed": True}}}, exchange=True, places=True)
    assert start == {} and [line["why"] for line in lines] == ["it was destroyed"]


def test_guns_and_waggons_that_are_in_a_brigade_by_themselves_stay_in_it():
    left = {
        "guns": {"red-gun": {"side": "red", "commander": "Guns"}},
        "waggons": {"red-cart": {"side": "red", "commander": "Train"}},
    }
    start, _ = carried(left, exchange=True, places=False)
    assert [one["commander"] for group in ("guns", "waggons") for one in start[group].values()] == ["Guns", "Train"]
    opened = book("little-wars").opening(start, book("little-wars").options({}))
    assert opened["guns"]["red-gun"]["commander"] == "Guns"
