"""What is empty looks empty on the map, and says so to a screen reader; to whom it is not known it looks as any other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaigns.web.board.signs import mark, mark_symbols
from rules.contract.signs import EMPTY
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import client_of, url

pytestmark = pytest.mark.django_db

FULL = {"packets": {"food": 4}}
STORES = {
    "depots": {
        "red-full": {"side": "red", "name": "Full depot", "at": [30, 20], **FULL},
        "red-bare": {"side": "red", "name": "Bare depot", "at": [90, 20]},
    },
    "waggons": {
        "red-cart": {"side": "red", "name": "Full waggon", "at": [30, 60], **FULL},
        "red-void": {"side": "red", "name": "Bare waggon", "at": [90, 60]},
    },
    "boats": {"red-boat": {"side": "red", "at": [120, 60]}},
}


@pytest.fixture
def battle(db: None) -> Any:
    return desk_scene.a_battle(builders.a_cast(), start={**desk_scene.START, **STORES})


def drawn(page: str, thing: str) -> tuple[str, str]:
    """The title of the block of a thing on the map of a page, and the mark by which it is drawn."""
    found = re.search(rf'data-thing="{thing}".*?</(?:a|use)>', page, re.S)
    assert found is not None, thing
    return re.search(r"<title>(.*?)</title>", found[0])[1], re.search(r'href="#(m-\d+)"', found[0])[1]


@pytest.mark.parametrize("who", ["umpire", "red_general"])
def test_its_own_side_and_the_umpire_see_and_read_that_a_store_or_a_boat_is_empty(battle, who):
    client = client_of(getattr(builders.a_cast(), who))
    page = client.get(url("desk" if who == "umpire" else "sheet", battle)).content.decode()
    assert drawn(page, "red-full")[1] == mark("depot", "red") and "empty" not in drawn(page, "red-full")[0]
    assert drawn(page, "red-cart")[1] == mark("waggon", "red")
    assert drawn(page, "red-bare")[0].startswith("Bare depot, empty")
    assert drawn(page, "red-void")[0].startswith("Bare waggon, empty")
    assert ", nobody aboard" in drawn(page, "red-boat")[0]
    for thing, sign in (("red-bare", "depot"), ("red-void", "waggon"), ("red-boat", "boat")):
        assert drawn(page, thing)[1] == mark(sign, "red", EMPTY) != mark(sign, "red")


def test_the_enemy_sees_no_difference(battle):
    page = client_of(builders.a_cast().blue_general).get(url("sheet", battle)).content.decode()
    for full, bare in (("red-full", "red-bare"), ("red-cart", "red-void")):
        assert drawn(page, full)[1] == drawn(page, bare)[1] and "empty" not in drawn(page, bare)[0]


def test_an_empty_block_has_open_faces():
    full, bare = (mark_symbols()[mark("depot", "red", form)] for form in ("", EMPTY))
    assert full.count('class="fill"') == bare.count('class="fill"') + 1
