"""No count of men is above what there is."""

from __future__ import annotations

import pytest

from rules.floor.headcount import too_many

POSITION = {
    "bodies": {
        "red": {"side": "red", "men": 30},
        "other": {"side": "red", "men": 10},
        "blue": {"side": "blue", "men": 34, "prisoners": 2},
    }
}


def fire(**shot):
    return {"order": "fire-gun", "gun": "gun", "measured": {"shells": [{}, shot]}}


def charge(**measured):
    return {"order": "charge", "body": "red", "target": "blue", "measured": measured}


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (fire(men={"blue": 99}), ("blue", 99, 36)),
        (fire(men={"blue": 36}), None),
        (fire(men={"blue": 30}, covered={"blue": 37}), ("blue", 37, 36)),
        (fire(men={"made-in-this-move": 99}), None),
        ({"order": "fire-rifles", "measured": {"shots": [{"knocked_down": {"blue": 37}}]}}, ("blue", 37, 36)),
        (charge(chargers=31), ("red", 31, 30)),
        (charge(chargers=30, charged=36), None),
        (charge(charged=37), ("blue", 37, 36)),
        (fire(effects=[["over", "blue", 30], ["touch", "blue", 7]]), ("blue", 37, 36)),
        (fire(effects=[["over", "blue"], ["touch", "blue", 35]]), None),
        (fire(accident={"red": 31}), ("red", 31, 30)),
    ],
)
def test_a_count_above_what_is_there_is_found_under_either_book(order, found):
    """KS-SHELL-02, KS-LW-19, KS-CHARGE-04, LW-SHOT-01, LW-SHOT-06: neither shells nor shots nor a charge have more men than are there."""
    assert too_many(POSITION, [order]) == found


def test_bodies_that_are_merged_in_the_move_are_held_against_nothing():
    """KS-DEF-07: they charge with the men of both."""
    merge = {"order": "merge", "bodies": ["red", "other"], "into": "red"}
    assert too_many(POSITION, [merge, charge(chargers=40)]) is None
