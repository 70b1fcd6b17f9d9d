"""What is seen of the country: the layer of the board and the page of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaigns.models import Move
from campaigns.web.page.kept import page_cache
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, url

LAND = {
    "size": [240, 240],
    "houses": {"mill": {"outline": [[90, 60], [96, 60], [96, 90], [90, 90]], "name": "Mill"}},
}


START = {
    **builders.START,
    "country": LAND,
    "bodies": {
        **builders.START["bodies"],
        "red-foot": {**builders.START["bodies"]["red-foot"], "at": [60, 75], "facing": 90},
        "blue-foot": {**builders.START["bodies"]["blue-foot"], "at": [150, 75], "facing": 270},
    },
}
"""Foot on either side of a mill."""


@pytest.fixture
def on_a_country(cast: Any) -> Any:
    """The battle on a country with a mill."""
    return builders.a_battle(cast, start=START)


def layer(client: Any, battle: Any, **asked: str) -> str:
    answer = client.get(url("seen-layer", battle), asked)
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def test_the_layer_is_one_path_and_is_not_fetched_twice(on_a_country, red):
    answer = red.get(url("seen-layer", on_a_country))
    found = answer.content.decode()
    assert found.count("<path") == 1 and 'fill-rule="evenodd"' in found and "is seen: Red" in found
    assert red.get(url("seen-layer", on_a_country), headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_side_sees_what_its_own_see_and_the_umpire_what_each_sees(on_a_country, red, blue, umpire):
    reds, blues = layer(red, on_a_country), layer(blue, on_a_country)
    assert paths(reds) != paths(blues)
    assert paths(layer(umpire, on_a_country, of="red")) == paths(reds)
    assert paths(layer(umpire, on_a_country, of="blue")) == paths(blues)
    assert red.get(url("seen-layer", on_a_country), {"of": "blue"}).status_code == 404


def paths(found: str) -> list[str]:
    return re.findall(r' d="([^"]+)"', found)


def test_where_the_enemy_stands_changes_nothing_of_what_a_side_sees(on_a_country, red):
    asked: list[dict[str, str]] = [{}, {"at": "100, 100"}, {"thing": "blue-foot"}]
    before = [layer(red, on_a_country, **one) for one in asked]

    move = Move.objects.get()
    move.position["bodies"]["blue-foot"]["at"] = [200, 30]
    move.save(update_fields=["position"])
    page_cache.clear()
    assert [layer(red, on_a_country, **one) for one in asked] == before


def test_the_page_says_how_much_is_seen_and_takes_a_place(on_a_country, red):
    page = red.get(url("seen", on_a_country)).content.decode()
    assert re.search(r"\d+ per cent of the map is seen: Red", page) and 'id="plan-lit"' in page and "fill-rule" in page
    there = red.get(url("seen", on_a_country), {"at": "100, 100"}).content.decode()
    assert re.search(r"A man there would see \d+ per cent of the map", there) and 'value="100, 100"' in there


@pytest.mark.parametrize("at", ["nowhere", "900, 3", "1", "1, 2; 3, 4"])
def test_a_place_that_is_none_is_told_at_its_field(on_a_country, red, at):
    page = red.get(url("seen", on_a_country), {"at": at})
    assert page.status_code == 200 and b"refused-words" in page.content and b'aria-invalid="true"' in page.content
    assert red.get(url("seen-layer", on_a_country), {"at": at}).status_code == 400


def test_the_boards_of_commander_and_umpire_lead_there(on_a_country, red, umpire):
    sheet, desk = (
        one.get(url(name, on_a_country)).content.decode() for one, name in ((red, "sheet"), (umpire, "desk"))
    )
    assert sheet.count("data-lit=") == 1 and "What is seen" in sheet and "If I stood here" in sheet
    assert desk.count("data-lit=") == 2 and "Seen by Red" in desk and "Seen by Blue" in desk
    assert "fill-rule" not in sheet.split('data-layer="lit"')[1].split("</g>")[0], "it is not in every page"


def test_nobody_looks_for_an_observer_and_a_stranger_finds_nothing(on_a_country, cast):
    for user in (cast.observer, cast.bystander):
        assert client_of(user).get(url("seen-layer", on_a_country)).status_code == 404
        assert client_of(user).get(url("seen", on_a_country)).status_code == 404
    assert "data-lit=" not in client_of(cast.observer).get(url("sheet", on_a_country)).content.decode()


def test_a_floor_that_people_measure_has_no_such_layer(battle, red):
    assert "data-lit=" not in red.get(url("sheet", battle)).content.decode()
    assert "<path" not in layer(red, battle)
