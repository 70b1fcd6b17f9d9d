"""Boxed troops of Little Wars and their commander: seen, ordered, and hidden from the other side.  [LW-EXT-05]"""

from __future__ import annotations

import pytest

from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns import builders
from tests.campaigns.web.conftest import client_of, submitted, url

START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 12, "name": "Red Foot"},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 9, "name": "Blue Foot"},
    },
    "boxes": {"red-box": {"side": "red", "name": "The long box", "aboard": {"red-foot": 12}}},
}
ASIDE = {"order": "unbox", "box": "red-box"}


@pytest.fixture
def boxed(cast):
    """A battle of Little Wars in which all of Red's foot is in a box."""
    return builders.a_battle(cast, start=START, book="little-wars", options={"boxes": True})


def test_a_box_is_ordered_from_its_own_form_by_whoever_has_the_waggons(cast, boxed):
    post = boxed.campaign.posts.get(kind="commander", arm="transport", side__key="red")
    page = client_of(post.user).get(url("order", boxed, "red-box"))
    assert page.status_code == 200
    text = page.content.decode()
    assert "The long box" in text and "Take the men out" in text and "12 aboard" in text


def test_a_box_that_was_opened_by_its_owner_lets_its_men_out(cast, boxed):
    post = boxed.campaign.posts.get(kind="commander", arm="transport", side__key="red")
    move = builders.the_move(boxed).public_id
    submit_orders(
        user=post.user, move=move, thing="red-box", orders=[ASIDE], base_revision=0, key="k", now=builders.NOON
    )
    submitted(cast, builders.the_move(boxed))
    position = builders.the_move(boxed).position
    assert position["boxes"]["red-box"]["opened"] and not position["bodies"]["red-foot"].get("aboard")


def test_blue_sees_that_there_is_a_box_and_not_who_is_in_it_and_cannot_order_it(cast, boxed):
    blue = client_of(cast.blue_general)
    assert blue.get(url("order", boxed, "red-box")).status_code == 404
    page = blue.get(url("sheet", boxed)).content.decode()
    assert "The long box" in page and "Red Foot" not in page
