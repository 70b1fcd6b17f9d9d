"""The panel of a body on the umpire's board, what is told beside it, and the bar over an umpire's papers."""

from __future__ import annotations

import html
import json
import re

import pytest

from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import close, url

ALONE = {"X-Board": "1"}
"""The header with which the script asks for a part alone."""


@pytest.fixture
def on_the_map(cast):
    """A battle on the map."""
    return desk_scene.a_battle(cast)


@pytest.fixture
def closed(cast, on_the_map):
    """Its first move, closed."""
    return close(cast, builders.the_move(on_the_map))


def test_the_panel_says_that_a_body_can_be_dragged_and_takes_a_press_on_the_map(on_the_map, closed, umpire):
    panel = umpire.get(url("desk-body", on_the_map, "red-foot"), headers=ALONE).content.decode()
    assert "Drag it on the map, or press a place." in panel and "Remove the body" in panel
    assert re.search(r'<input class="placebox" data-at id="v-at"', panel)


def test_while_the_move_is_open_nothing_is_said_of_dragging(on_the_map, umpire):
    panel = umpire.get(url("desk-body", on_the_map, "red-foot"), headers=ALONE).content.decode()
    assert "Drag it" not in panel and "data-at" not in panel


def test_the_palette_stands_under_headings_and_each_has_a_name_for_each_side(on_the_map, closed, umpire):
    form = umpire.get(url("desk-add", on_the_map), headers=ALONE).content.decode()
    headings = re.findall(r'<h3 id="g-\d+">([^<]+)</h3>', form)
    assert headings[0] == "Bodies" and "Weather" in headings and len(headings) == len(set(headings))
    named = json.loads(html.unescape(re.search(r'value="squadron" data-names="([^"]+)"', form)[1]))
    assert named == {"red": "Red squadron", "blue": "Blue squadron"}
    assert not any(json.loads(html.unescape(re.search(r'value="mine" data-names="([^"]+)"', form)[1])).values())


def test_the_umpire_has_no_troops_of_their_own_on_the_board_and_finds_back_to_it(cast, on_the_map, umpire, red):
    page = umpire.get(url("desk", on_the_map)).content.decode()
    assert 'data-map-do="own"' not in page and 'href="#desk-board"' in page
    assert 'data-map-do="own"' in red.get(url("sheet", on_the_map)).content.decode()  # a commander has
    seen = umpire.get(url("sheet", on_the_map), {"of": "red"}).content.decode()
    assert "Back to the board" in seen


def test_an_umpire_who_reads_the_points_of_a_side_is_of_no_side_in_the_bar(on_the_map, umpire, red):
    def bar(client):
        return client.get(url("points", on_the_map)).content.decode().split('id="bar-where"')[1].split("</p>")[0]

    assert "side-red" in bar(red) and "side-red" not in bar(umpire) and "Move 1" in bar(umpire)


def test_a_move_that_is_closed_is_not_called_open_and_the_bar_bears_its_mark(cast, on_the_map, umpire):
    move = builders.the_move(on_the_map)
    page = umpire.get(url("strip", on_the_map), {"at": "other.movement.open"}).content.decode()
    assert "A new move is open: move 1" in page
    first = re.search(r'id="bar-clock"[^>]*data-mark="([^"]+)"', page)[1]
    close(cast, move)
    then = umpire.get(url("strip", on_the_map), {"at": "other.movement.open"}).content.decode()
    assert "is open" not in then and "It is now move 1" in then
    assert re.search(r'id="bar-clock"[^>]*data-mark="([^"]+)"', then)[1] != first


def test_a_move_of_the_other_side_says_what_was_seen_to_move(cast, on_the_map, umpire, blue):
    """Twin: where nothing moved, nothing happened."""
    move = builders.the_move(on_the_map)
    desk_scene.orders(cast, move, who="red_foot")
    close(cast, move)
    umpire.post(url("submit-move", on_the_map), {"move": move.public_id})
    page = blue.get(url("report", on_the_map, 1)).content.decode()
    assert "Nothing was reported; the map shows what was seen to move." in page
    assert "Red Rifles" in page.split("Seen, and not reported")[1].split("</ul>")[0]


def test_a_move_in_which_nobody_moved_says_that_nothing_happened(on_the_map, closed, umpire, blue):
    umpire.post(url("submit-move", on_the_map), {"move": closed.public_id})
    page = blue.get(url("report", on_the_map, 1)).content.decode()
    assert "Nothing is reported." in page and "Seen, and not reported" not in page


def test_every_block_of_the_map_has_the_strength_with_which_the_move_opened(on_the_map, closed, umpire):
    """A place that was ruled is shown, a strength that was ruled is not: it is a figure beside."""

    def block_of(page):
        return page.split('id="plan"')[1].split('data-thing="red-foot"')[1].split("</a>")[0]

    before = block_of(umpire.get(url("desk", on_the_map)).content.decode())
    press = {"move": closed.public_id, "act": "rule", "v-men": "30", "reason": "So it was"}
    assert umpire.post(url("desk-body", on_the_map, "red-foot"), press, headers=ALONE).status_code == 201
    assert block_of(umpire.get(url("desk", on_the_map)).content.decode()) == before and "40" in before
    moved = {"move": closed.public_id, "act": "rule", "v-at": "70 50", "reason": "So it was"}
    assert umpire.post(url("desk-body", on_the_map, "red-foot"), moved, headers=ALONE).status_code == 201
    assert block_of(umpire.get(url("desk", on_the_map)).content.decode()) != before
