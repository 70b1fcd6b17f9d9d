"""The results of real shots are typed into the form as the book needs them.  [LW-SHOT-03]"""

from __future__ import annotations

import pytest

from campaigns.models import FactSheet
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, url

START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "red-crew": {"side": "red", "arm": "infantry", "men": 6, "at": [40, 8]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 9, "at": [40, 60], "name": "Blue Foot"},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-crew", "at": [40, 10]}},
}
SHOTS = "o.red-gun/0.shots"


@pytest.fixture
def fired(cast):
    """A closed move of Little Wars in which a gun fires two real shots."""
    battle = builders.a_battle(cast, start=START, book="little-wars", options={})
    move = builders.the_move(battle)
    submit_orders(
        user=cast.red_guns, move=move.public_id, thing="red-gun", orders=[{"order": "fire-gun", "gun": "red-gun", "shots": 2}],
        base_revision=0, key="k", now=builders.NOON,
    )  # fmt: skip
    close(cast, move)
    return battle


def typed(cast, battle, **fields):
    empty = {name: "" for name in Page(client_of(cast.umpire).get(url("desk", battle))).fields if name.endswith(".men")}
    slots = {f"{name.removesuffix('.men')}.body": "" for name in empty}
    move = builders.the_move(battle).public_id
    return client_of(cast.umpire).post(url("measure", battle), {"move": move, "base": "0", **slots, **empty, **fields})


def test_what_each_shot_overset_or_touched_is_taken_down_in_its_order_and_stands_in_the_form(cast, fired):
    first = {f"{SHOTS}.0.0.body": "blue-foot", f"{SHOTS}.0.0.men": "2", f"{SHOTS}.0.0.covered": "over"}
    then = {f"{SHOTS}.0.1.body": "blue-foot", f"{SHOTS}.0.1.men": "1", f"{SHOTS}.0.1.covered": "touch"}
    assert typed(cast, fired, **first, **then, **{f"{SHOTS}.seen": "yes"}).status_code == 302
    assert FactSheet.objects.get().orders["red-gun/0"]["shots"] == [
        {"effects": [["over", "blue-foot", 2], ["touch", "blue-foot", 1]]},
        {},
    ]
    page = client_of(cast.umpire).get(url("desk", fired))
    assert Page(page).fields[f"{SHOTS}.0.1.men"] == "1"
    assert page.content.decode().count('<option value="touch" selected>') == 1


def test_a_shot_of_which_too_little_is_said_is_refused_and_nothing_is_taken_down(cast, fired):
    answer = typed(cast, fired, **{f"{SHOTS}.0.0.body": "blue-foot"})
    assert answer.status_code == 400 and not FactSheet.objects.exists()
    page = answer.content.decode()
    assert "Shot 1: give the body and the number of its men." in page
    assert f'<a href="#{SHOTS}">Who was knocked over or touched by each shot of' in page
