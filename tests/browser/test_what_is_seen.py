"""The lit country on the board: it is fetched when its tick is set, shown from a place that is pressed, and goes again."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_orders_on_the_board import PATIENCE, START, Board

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.parametrize("officers", [1440, 360], indirect=True),
]

LAND = {
    "size": [144, 120],
    "houses": {"mill": {"outline": [[80, 40], [86, 40], [86, 60], [80, 60]], "name": "Mill"}},
}
UNLIT = ".boardmap [data-layer=lit] path"


def test_what_is_seen_is_shown_while_it_is_wanted_and_from_wherever_one_would_stand(officers: Any) -> None:
    board = Board(officers, start={**START, "country": LAND})
    page, unlit = board.page, board.page.locator(UNLIT)
    expect(unlit).to_have_count(0)
    tick, here = page.get_by_label("What is seen"), page.get_by_role("button", name="If I stood here")
    tick.check()
    expect(unlit).to_have_count(1, timeout=PATIENCE)
    whole = unlit.get_attribute("d")
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    page.evaluate("const map = document.querySelector('.boardmap figure').map; map.look(map.units([100, 60]), 1)")
    board.press(100, 60)
    expect(page.locator(".maptell")).to_contain_text("A man there would see", timeout=PATIENCE)
    expect(unlit).not_to_have_attribute("d", whole)
    expect(page.locator("#panel-body[data-thing]")).to_have_count(0)  # no body was chosen by it
    page.keyboard.press("Escape")
    expect(here).to_have_attribute("aria-pressed", "false")
    expect(unlit).to_have_attribute("d", whole, timeout=PATIENCE)
    tick.uncheck()
    expect(unlit).to_have_count(0)
    board.is_the_same_page()


def test_by_key_one_stands_where_the_chosen_block_stands(officers: Any) -> None:
    board = Board(officers, start={**START, "country": LAND})
    page = board.page
    page.get_by_label("What is seen").check()
    expect(page.locator(UNLIT)).to_have_count(1, timeout=PATIENCE)
    page.get_by_role("button", name="If I stood here").click()
    block = page.locator(".boardmap [data-marks] [data-thing=red-1]")
    x, y = START["bodies"]["red-1"]["at"]
    with page.expect_request(lambda asked: "/seen/layer/?at=" in asked.url) as asked:
        block.focus()
        page.keyboard.press("Enter")
    assert asked.value.url.endswith(f"at={x},{y}")
    expect(page.locator(".maptell")).to_contain_text("A man there would see", timeout=PATIENCE)


def test_a_tick_is_not_set_where_nothing_is_shown_when_one_comes_back(officers: Any) -> None:
    board = Board(officers, start={**START, "country": LAND})
    page = board.page
    page.get_by_label("What is seen").check()
    expect(page.locator(UNLIT)).to_have_count(1, timeout=PATIENCE)
    page.goto(page.url.replace("/sheet/", "/seen/"))
    page.go_back()
    tick = page.get_by_label("What is seen")
    expect(tick).to_be_visible(timeout=PATIENCE)
    page.wait_for_function(
        "document.querySelector('[data-lit]').checked === Boolean(document.querySelector('.boardmap [data-layer=lit] path'))",
        timeout=PATIENCE,
    )


def test_the_page_of_it_takes_a_place_by_press_and_by_key(officers: Any) -> None:
    board = Board(officers, start={**START, "country": LAND})
    board.officer.opens(f"/b/{board.battle.public_id}/seen/")
    page = board.page
    expect(page.locator("#seen-said")).to_contain_text("is seen: Red")
    page.locator("#plan .pan").focus()
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    expect(page.locator("#at")).not_to_have_value("")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#seen-said")).to_contain_text("A man there would see", timeout=PATIENCE)
