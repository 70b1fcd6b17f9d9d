"""On a sheet the guns go first, in whatever sequence they are ordered.  [LW-MOVE-02]"""

from __future__ import annotations

import pytest

from rules.books import book
from rules.errors import Refused

RULES = book("little-wars")
OPTIONS = RULES.options({})
START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "rf": {"side": "red", "arm": "infantry", "men": 20},
        "rg": {"side": "red", "arm": "infantry", "men": 6},
    },
    "guns": {"g": {"side": "red", "crew": "rg"}},
}
FIRE = {"order": "fire-gun", "gun": "g", "measured": {"shots": [{}]}}
MARCH = {"order": "march", "body": "rf", "measured": {"distance": 12}}


def test_a_gun_may_be_ordered_after_men_and_fires_before_they_move():
    position = RULES.opening(START, OPTIONS)
    march, fire = RULES.order(MARCH), RULES.order(FIRE)
    assert RULES.table(position, OPTIONS).seen_by("red").check(fire, [march]).reading
    found = RULES.table(position, OPTIONS).adjudicate("red", [march, fire], {}, {"seed": "x"})
    assert not found.refused
    names = [event["event"] for event in found.events]
    assert names.index("shot-fired") < names.index("men-marched")
    offered = {
        choice.title: choice.blocked for choice in RULES.table(position, OPTIONS).seen_by("red").choices("g", [march])
    }
    assert offered["Fire"] is None


def test_a_fifth_shot_is_still_refused_after_four():
    position = RULES.opening(START, OPTIONS)
    four = RULES.order({**FIRE, "shots": 4, "measured": {"shots": [{}] * 4}})
    with pytest.raises(Refused, match="four shots"):
        RULES.table(position, OPTIONS).seen_by("red").check(RULES.order(FIRE), [RULES.order(MARCH), four])
