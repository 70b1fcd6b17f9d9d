"""Which orders are offered, and why others are not.  [KS-CHARGE-03, KS-LW-15]"""

from __future__ import annotations

import pytest

from rules.kriegspiel.book import KRIEGSPIEL

OPTIONS = KRIEGSPIEL.options({})
START = {
    "bodies": {
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "at": [100, 20]},
        "red-foot": {"side": "red", "arm": "infantry", "men": 12, "at": [140, 20]},
        "blue-afar": {"side": "blue", "arm": "infantry", "men": 10, "at": [100, 190], "name": "The Reserve"},
        "blue-near": {"side": "blue", "arm": "infantry", "men": 10, "at": [100, 90], "name": "The Outpost"},
    },
    "guns": {"blue-gun": {"side": "blue", "at": [100, 110]}},
}


def blocked(position, thing, order):
    found = KRIEGSPIEL.table(KRIEGSPIEL.opening(position, OPTIONS), OPTIONS).seen_by("red").choices(thing)
    return next(one for one in found if one.order["order"] == order).blocked


@pytest.mark.parametrize("country", [None, {"size": [240, 240]}])
@pytest.mark.parametrize(
    ("thing", "order", "code"), [("red-horse", "charge", "E-FAR"), ("red-foot", "assault", "E-REACH")]
)
def test_what_cannot_be_had_gives_the_reason_for_the_nearest_enemy_by_its_name(thing, order, code, country):
    """Not for the first by the alphabet, and not by an id."""
    found = blocked({**START, "country": country} if country else START, thing, order)
    assert found["code"] == code
    assert found["sentence"].startswith("The Outpost is ")


def test_where_nobody_knows_who_is_nearest_the_first_stands_for_all():
    start = {
        "bodies": {one: {key: v for key, v in body.items() if key != "at"} for one, body in START["bodies"].items()}
    }
    start["bodies"]["red-horse"]["men"] = 7
    assert blocked(start, "red-horse", "charge")["code"] == "E-EIGHT"


def test_an_assault_is_offered_upon_the_enemys_guns_and_on_none_of_ones_own_or_that_is_wrecked():
    """KS-LW-14."""
    guns = {
        "blue-gun": {"side": "blue", "at": [140, 24]},
        "blue-wreck": {"side": "blue", "at": [142, 24], "destroyed": True},
        "red-gun": {"side": "red", "at": [138, 24]},
    }
    position = KRIEGSPIEL.opening({**START, "guns": guns}, OPTIONS)
    offered = KRIEGSPIEL.table(position, OPTIONS).seen_by("red").choices("red-foot")
    (assault,) = (one for one in offered if one.order["order"] == "assault")
    (target,) = (ask for ask in assault.asks if ask.name == "target")
    assert {one for one in target.values if one.endswith(("gun", "wreck"))} == {"blue-gun"}


ON_WHAT_IS_THERE = ("Ford a river", "Destroy a bridge", "Repair a bridge", "Tear up a rail", "Replace a rail",
                    "Raise an epaulement", "Burn a depot", "Embark", "Entrain")  # fmt: skip
"""Titles of orders that need something of the country, or of the forces, beside the body itself."""
CARRIED = {
    "bodies": {"sappers": {"side": "red", "arm": "engineers", "men": 8, "at": [60, 20]},
               "foot": {"side": "red", "arm": "infantry", "men": 12, "at": [80, 20]}},
    "generals": {"chief": {"side": "red", "at": [100, 20]}},
}  # fmt: skip
THERE = {
    "ford": {
        "country": {
            "water": {"river": {"outline": [[0, 60], [99, 60], [99, 64], [0, 64]], "fordable": False}},
            "fords": {"ford": {"line": [[60, 59], [60, 65]]}},
        }
    },
    "water to be waded": {"country": {"water": {"burn": {"outline": [[0, 60], [99, 60], [99, 64]], "fordable": True}}}},
    "a standing bridge": {"bridges": {"bridge": {"kind": "road-bridge", "at": [60, 60]}}},
    "a fallen bridge": {"bridges": {"bridge": {"kind": "road-bridge", "at": [60, 60], "standing": False}}},
    "rails": {"country": {"rails": {"line": {"line": [[0, 70], [99, 70]]}}}},
    "a torn rail": {"bridges": {"rail": {"kind": "rail", "at": [60, 60], "standing": False}}},
    "a gun": {"guns": {"gun": {"side": "red", "at": [90, 20]}}},
    "a depot": {"depots": {"depot": {"side": "red", "at": [90, 20]}}},
    "a boat": {"boats": {"boat": {"side": "red", "at": [90, 20]}}},
    "a train": {
        "country": {"rails": {"line": {"line": [[0, 70], [99, 70]]}}},
        "trains": {"train": {"side": "red", "line": "line", "along": 20}},
    },
}
BY_WHAT_IS_THERE = {
    "ford": {"Ford a river"},
    "water to be waded": {"Ford a river"},
    "a standing bridge": {"Destroy a bridge"},
    "a fallen bridge": {"Repair a bridge"},
    "rails": {"Tear up a rail"},
    "a torn rail": {"Replace a rail"},
    "a gun": {"Raise an epaulement"},
    "a depot": {"Burn a depot"},
    "a boat": {"Embark"},
    "a train": {"Entrain", "Tear up a rail"},
}


def offered_there(there, *things, **options):
    """Of those orders the ones that are offered to things, lawful or with the reason why not."""
    used = KRIEGSPIEL.options({"tear_rails": True, "use_engineering": True, **options})
    country = {"size": [240, 240], **there.get("country", {})}
    table = KRIEGSPIEL.table(KRIEGSPIEL.opening({**CARRIED, **there, "country": country}, used), used).seen_by("red")
    titles = {str(one.title) for thing in things for one in table.choices(thing)}
    return titles & set(ON_WHAT_IS_THERE)


@pytest.mark.parametrize("there", THERE)
def test_an_order_on_something_is_offered_only_where_there_is_such_a_thing(there):
    """A body was offered a river to ford, a bridge to repair and a rail to tear up on open ground, each with a reason why not."""
    assert offered_there({}, "sappers", "foot", "chief") == set()
    assert offered_there(THERE[there], "sappers", "foot") == BY_WHAT_IS_THERE[there]
    if "Ford a river" in BY_WHAT_IS_THERE[there]:
        assert offered_there(THERE[there], "chief") == {"Ford a river"}


def test_on_a_floor_without_a_map_where_nobody_knows_whether_there_is_a_river_fording_is_offered():
    table = KRIEGSPIEL.table(KRIEGSPIEL.opening(CARRIED, OPTIONS), OPTIONS).seen_by("red")
    assert "Ford a river" in {str(one.title) for one in table.choices("foot")}
