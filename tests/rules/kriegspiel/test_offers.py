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
