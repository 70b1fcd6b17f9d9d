"""The presses that went wrong on the board: a way that was refused, an enemy, a panel that is still on its way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import OrderDraft
from tests.browser.test_orders_on_the_board import COMPANIES, PATIENCE, START, Board

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def test_a_way_that_was_refused_has_another_end_with_the_next_press(officers):
    board = Board(officers)
    board.press(*COMPANIES["red-2"]["at"])
    expect(board.page.locator("#panel-body[data-thing=red-2]")).to_be_visible(timeout=PATIENCE)
    board.page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    board.press(48, 24 + 40)
    expect(board.page.locator("#panel-said .dear")).to_be_visible(timeout=PATIENCE)
    board.page.evaluate(
        "(() => { const map = document.querySelector('.boardmap figure').map;"
        " map.look(map.units([48, 30]), 10 / map.unit); })()"
    )
    board.press(48 + 6, 24 + 6)
    board.has_state("red-2", "draft")
    assert OrderDraft.objects.get().orders[0]["path"] == [[54, 30]]
    board.press_button("Undo")
    board.has_state("red-2", "without")


def test_a_press_on_the_enemy_chooses_the_order_that_goes_at_it(officers):
    bodies = {**START["bodies"], "blue-foot": {**START["bodies"]["blue-foot"], "at": [24, 30]}}
    board = Board(officers, start={**START, "bodies": bodies})
    board.press(*COMPANIES["red-0"]["at"])
    expect(board.page.locator("#panel-body[data-thing=red-0]")).to_be_visible(timeout=PATIENCE)
    board.press(24, 30)
    expect(board.page.locator("#panel-said")).to_contain_text(re.compile("assault", re.IGNORECASE), timeout=PATIENCE)
    assert OrderDraft.objects.get().orders[0]["order"] == "assault"


def test_a_body_that_is_pressed_is_named_at_once_and_its_reach_can_be_seen(officers):
    board = Board(officers)
    page = board.page
    board.press(*COMPANIES["red-0"]["at"])
    expect(page.locator("#panel-body[data-thing=red-0]")).to_be_visible(timeout=PATIENCE)
    far = page.evaluate(
        "(() => { const map = document.querySelector('.boardmap figure').map, { size } = map.seen();"
        " return 12 * map.inch() / Math.min(size.w, size.h); })()"
    )
    assert far > 0.07, far
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    at = board.seen_at(*COMPANIES["red-3"]["at"])
    page.evaluate(
        "window.real = window.fetch; window.fetch = (...all) => new Promise((go) => setTimeout(go, 1500)).then(() => window.real(...all))"
    )
    page.mouse.click(*at)
    expect(page.locator("#panel-body[inert] h2 .name")).to_have_text("Company 3", timeout=1200)
    expect(page.locator("#panel-body[data-thing=red-3]")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.getElementById('panel-body').inert") is False


def test_a_failure_of_the_server_is_said_in_plain_words(officers):
    board = Board(officers)
    board.page.route("**/panel/**", lambda route: route.fulfill(status=500, body="<main><p>K.S. Form 0500</p></main>"))
    board.press(*COMPANIES["red-0"]["at"])
    said = board.page.locator("#board-says")
    expect(said).to_contain_text("The server failed over this press.", timeout=PATIENCE)
    expect(said).not_to_contain_text("0500")
    board.officer.faults.clear()


def test_a_finger_beside_a_block_presses_the_ground_even_if_the_browser_moves_it_onto_the_block(officers):
    board = Board(officers)
    page = board.page
    board.press(*COMPANIES["red-0"]["at"])
    expect(page.locator("#panel-body[data-thing=red-0]")).to_be_visible(timeout=PATIENCE)
    page.evaluate(
        "(() => { const map = document.querySelector('.boardmap figure').map;"
        " map.look(map.units([28, 28]), 12 / map.unit); })()"
    )
    x, y = board.seen_at(30, 28)
    page.evaluate(
        """([x, y]) => { const map = document.querySelector('.boardmap figure').map, block = map.block("red-1");
        const made = new Touch({ identifier: 1, target: map.svg, clientX: x, clientY: y });
        map.svg.dispatchEvent(new TouchEvent("touchstart", { touches: [made], bubbles: true }));
        const on = (block.querySelector("use") || block);
        on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x + 9, clientY: y })); }""",
        [x, y],
    )
    board.has_state("red-0", "draft")
    assert OrderDraft.objects.get().orders[0]["path"] == [[30, 28]]
    expect(page.locator("#panel-body[data-thing=red-0]")).to_be_visible()
