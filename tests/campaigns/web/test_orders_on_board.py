"""Orders on the board: the panel, drafts that are priced and kept while they are drawn, and all of them sent at once."""

from __future__ import annotations

import json
import re

import pytest

from campaigns.models import OrderEntry
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, url

FOOT = "red-foot"
PLACED = {
    **builders.START,
    "bodies": {
        key: {**body, "at": [60 + 12 * number, 48 if body["side"] == "red" else 96]}
        for number, (key, body) in enumerate(builders.START["bodies"].items())
    },
}
BOARD = {"HTTP_X_BOARD": "1"}


@pytest.fixture
def placed(cast):
    return builders.a_battle(cast, start=PLACED)


@pytest.fixture
def foot(cast):
    return client_of(cast.red_foot)


def panel_of(client, battle, thing=FOOT, **asked):
    return client.get(url("panel", battle, thing), asked, **BOARD)


def chosen_in(answer):
    """The fields of the form of a panel, its chosen order among them."""
    page = answer.content.decode()
    found = re.search(r'name="choice" value="(o[0-9a-f]{8})" checked', page)
    fields = Page(answer).fields
    return {key: fields[key] for key in ("move", "base", "draft", "place", "things")} | {"choice": found[1] if found else ""}


def drawn(client, battle, points, thing=FOOT, **more):
    """A draft of the order with which the panel opens, along these points."""
    form = chosen_in(panel_of(client, battle, thing))
    data = {**form, f"{form['choice']}-path-points": points, **more}
    return client.post(url("draft", battle, thing), data, **BOARD)


def test_a_panel_opens_with_the_usual_order_chosen(placed, foot):
    answer = panel_of(foot, placed)
    page = answer.content.decode()
    assert answer.status_code == 200 and 'data-thing="red-foot"' in page
    assert re.search(r'checked[^>]*><span>March', page) and 'data-gesture="way"' in page
    assert "Press the map where it shall go." in page and "Not possible now" in page


def test_a_way_that_is_drawn_is_priced_and_kept_as_a_draft(placed, foot):
    page = drawn(foot, placed, "60, 53").content.decode()
    assert "marches 5 in." in page and "5 of 12 in., left: 7" in page
    assert "Check all and send (1)" in page and 'data-state="draft"' in page
    assert not OrderEntry.objects.exists()
