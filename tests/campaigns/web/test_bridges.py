"""A bridge on the umpire's desk: pressed on the map, brought down and put up by a ruling; drawn as it stands for all."""

from __future__ import annotations

import re

import pytest

from campaigns.clock import server_time
from campaigns.models import Ruling
from campaigns.usecases.moves.submission import submit_move
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import close, url

ALONE = {"X-Board": "1"}
RIVER = {"outline": [[0, 70], [240, 70], [240, 80], [0, 80]], "name": "The Water"}
SPAN = [[100, 66], [104, 66], [104, 84], [100, 84]]
STONE = {"kind": "road-bridge", "at": [102, 75], "span": SPAN, "name": "Stone Bridge"}
START = {
    **desk_scene.START,
    "country": {"size": [240, 160], "water": {"water": RIVER}, "bridges": {"stone": STONE}},
    "depots": {"red-store": {"side": "red", "at": [30, 10], "name": "Red Store", "packets": {"food": 3}}},
}
WHY = {"reason": "the piers gave way", "clause": ""}


@pytest.fixture
def vale(cast):
    """A battle with a river and a bridge."""
    return desk_scene.a_battle(cast, START)


@pytest.fixture
def closed(cast, vale):
    """Its first move, closed."""
    return close(cast, builders.the_move(vale))


def the_panel(client, battle, thing="stone"):
    return client.get(url("desk-body", battle, thing), headers=ALONE).content.decode()


def press(client, battle, move, act, **more):
    data = {"move": move.public_id, "act": act, **WHY, **more}
    return client.post(url("desk-body", battle, "stone"), data, headers=ALONE)


def is_down(client, page):
    """Whether the map of a page has a bridge that is down, and whether it has one that stands."""
    text = client.get(page).content.decode()
    drawn = text.split('<g class="ground"')[1].split("</g>")[0]
    return 'class="fallen"' in drawn, 'class="bridge"' in drawn


def test_a_bridge_of_the_map_can_be_pressed_by_the_umpire_alone(vale, umpire, red):
    """Twin: on a commander's map it leads nowhere."""
    page = umpire.get(url("desk", vale)).content.decode()
    link = re.search(r'<a data-crossing="stone" href="([^"]+)"><title>([^<]+)</title>', page)
    assert link[1] == url("desk-body", vale, "stone") and link[2].startswith("Stone Bridge: road bridge, ")
    assert "data-crossing" not in red.get(url("sheet", vale)).content.decode()


def test_the_field_of_a_bridge_shows_that_it_stands_and_nothing_offers_to_take_it_away(vale, closed, umpire):
    panel = the_panel(umpire, vale)
    assert '<option value="yes" selected>' in panel and '<option value="no" selected>' not in panel
    assert "Bring it down" in panel and "Put it up again" not in panel
    assert "Remove the body" not in panel and "Drag it on the map" not in panel and "data-at" not in panel
    assert "Remove the body" in the_panel(umpire, vale, "red-foot")


def test_one_press_brings_a_bridge_down_and_another_puts_it_up(vale, closed, umpire):
    assert press(umpire, vale, closed, "bridge").status_code == 201
    assert Ruling.objects.get().change["changes"][0]["value"] is False
    panel = the_panel(umpire, vale)
    assert "Put it up again" in panel and "Bring it down" not in panel and '<option value="no" selected>' in panel
    assert is_down(umpire, url("desk", vale)) == (True, False)
    assert press(umpire, vale, closed, "bridge-again").status_code == 201
    assert is_down(umpire, url("desk", vale)) == (False, True)


def test_the_field_of_a_bridge_brings_it_down_too(vale, closed, umpire):
    """Twin: a press on Save with nothing changed says so."""
    again = press(umpire, vale, closed, "rule", **{"v-standing": "yes"})
    assert "Nothing is changed yet" in again.content.decode() and not Ruling.objects.exists()
    assert press(umpire, vale, closed, "rule", **{"v-standing": "no"}).status_code == 201


def test_a_bridge_that_is_down_is_drawn_down_for_both_sides_and_told_them_in_words(
    cast, vale, closed, umpire, red, blue
):
    for client in (red, blue):
        assert is_down(client, url("sheet", vale)) == (False, True)
    press(umpire, vale, closed, "bridge")
    assert is_down(red, url("sheet", vale)) == (False, True)  # not before it is published
    submit_move(by=cast.umpire, move=closed.public_id, now=server_time())
    for client in (red, blue):
        for page in (url("sheet", vale), url("report", vale, closed.number)):
            assert is_down(client, page) == (True, False)
        text = client.get(url("sheet", vale)).content.decode()
        assert "road bridge that is down" in text and "Stone Bridge is down</title>" in text
        told = client.get(url("report", vale, closed.number)).content.decode()
        assert "the piers gave way" in told
