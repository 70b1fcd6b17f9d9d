"""A train in a real browser: it is pressed, drives along its rails to the place that is pressed, and takes a company in, all on the map."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import OrderDraft
from tests.browser.conftest import seen_at
from tests.campaigns import builders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
COMPANY = {"side": "red", "arm": "infantry", "men": 12, "formation": "fours", "at": [38, 32], "facing": 0}
START = {
    "first": "red",
    "country": {
        "size": [192, 144],
        "rails": {"line": {"line": [[24, 30], [84, 30], [84, 90]], "name": "The Branch"}},
        "back_lines": {"red": "south", "blue": "north"},
    },
    "bodies": {
        "red-company": {**COMPANY, "name": "Company A"},
        "blue-foot": {
            "side": "blue",
            "arm": "infantry",
            "men": 20,
            "at": [150, 130],
            "facing": 180,
            "name": "Blue Rifles",
        },
    },
    "trains": {"red-train": {"side": "red", "line": "line", "along": 24, "trucks": 3}},
}
OPTIONS = {"two_stage_move": False, "general_may_order_any_piece": True, "first_fire_move": 1}


@pytest.fixture
def general(officers: Any) -> Any:
    """Red's General at the board."""
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=START, options=OPTIONS)
    officer = officers(cast.red_general)
    officer.opens(f"/b/{battle.public_id}/sheet/")
    expect(officer.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    return officer


def press(page: Any, x: float, y: float) -> None:
    """One press on the map."""
    page.mouse.click(*seen_at(page, x, y))


def chosen(page: Any, thing: str) -> None:
    """The panel is that of a thing."""
    expect(page.locator("#panel-body[data-thing]")).to_have_attribute("data-thing", thing, timeout=PATIENCE)


def drafted(thing: str) -> Any:
    """The one order drafted for a thing."""
    (order,) = OrderDraft.objects.get(thing=thing).orders
    return order


def test_a_train_is_pressed_and_drives_to_the_place_on_its_rails_that_is_pressed(general):
    """It was driven blind: how far and which way were typed."""
    page, said = general.page, general.page.locator("#panel-said")
    press(page, 48, 30)
    chosen(page, "red-train")
    page.locator("[data-map-do=whole]").click()
    press(page, 87, 60)  # beside the rails, beyond the bend: the nearest place on them
    expect(said).to_contain_text("66 in.", timeout=PATIENCE)
    expect(page.locator("#plan-drafts .trace")).to_have_count(1)
    assert drafted("red-train") == {"order": "train", "train": "red-train", "inches": 66}
    press(page, 30, 30)
    expect(said).to_contain_text("18 in.", timeout=PATIENCE)
    assert drafted("red-train") == {"order": "train", "train": "red-train", "inches": 18, "direction": "back"}
    page.get_by_role("button", name="Undo").first.click()
    expect(said).to_contain_text("66 in.", timeout=PATIENCE)


def test_a_company_gets_into_a_train_that_is_pressed(general):
    page = general.page
    press(page, 38, 32)
    chosen(page, "red-company")
    page.locator("#panel-body .choice", has_text="Entrain").locator("label.head").click()
    press(page, 48, 30)
    expect(page.locator("#panel-said")).to_contain_text("train", timeout=PATIENCE)
    assert (drafted("red-company")["order"], drafted("red-company")["train"]) == ("entrain", "red-train")
