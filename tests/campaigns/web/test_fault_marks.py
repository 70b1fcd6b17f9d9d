"""The mark of what is wrong with a thing stands at its own block on the map."""

from __future__ import annotations

import re

import pytest

from campaigns.web.board.corners import corner_of
from campaigns.web.board.plan import block_of, draw_plan
from tests.campaigns.web.conftest import client_of
from tests.campaigns.web.test_muster import cast, page_of, prepared  # noqa: F401

HALF = 5
"""A mark is on a block if this much of it is there, in units of the drawing."""


FOOT = {"side": "red", "arm": "infantry", "men": 20, "name": "1st", "at": [100, 40], "facing": 0}


def a_thing(name, at, facing):
    return {"thing": name, "name": name, "side": "red", "arm": "depot", "at": at, "facing": facing}


@pytest.mark.parametrize("facing", [0, 45, 90, 180, 270])
@pytest.mark.parametrize("beside", [(14, 0), (14, 14), (0, 14), (-14, 0), (0, -14)])
def test_a_mark_stands_at_its_own_block_and_on_no_neighbour(facing, beside):
    there = [a_thing("empty", [60, 60], facing), a_thing("near", [60 + beside[0], 60 + beside[1]], facing)]
    own, near = draw_plan(there, [16, 10]).signs
    right, down = corner_of([own, near], own.x, own.y)
    x, y = own.x + right, own.y + down

    def on(sign):
        west, north, east, south = block_of(sign.x + sign.fan[0], sign.y + sign.fan[1], sign.turn)
        return west - HALF < x < east + HALF and north - HALF < y < south + HALF

    assert on(own) and not on(near)


def test_the_mark_of_an_empty_depot_is_drawn_at_the_depot_and_not_at_the_one_in_front_of_it(cast):  # noqa: F811
    full = {"side": "red", "name": "Front depot", "at": [68, 34], "packets": {"food": 4}}
    bare = {"side": "red", "name": "Rear depot", "at": [60, 24]}
    battle = prepared(cast, start={"bodies": {"red-foot": FOOT}, "depots": {"red-bare": bare, "red-full": full}})
    shown = client_of(cast.umpire).get(page_of(battle)).content.decode()
    assert "Rear depot is empty" in shown, re.findall("data-fault[^/]*", shown)
    found = re.search(r'data-fault="red-bare"[^>]*><title>[^<]*</title><g transform="translate\((\S+) (\S+)\)">', shown)
    assert found is not None and abs(float(found[1])) <= 20 and -5 <= float(found[2]) <= 23
