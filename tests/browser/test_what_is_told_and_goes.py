"""Short messages on the board in a real browser: they are shown, a screen reader can say them, and they go by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_orders_on_the_board import COMPANIES, PATIENCE, Board

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

TOLD = "main > [role=status]"
SAID = "You are ready."

SPEEDS_ON = """(sign) => { for (const one of sign.getAnimations()) { one.currentTime = 11_950; } }"""
"""The twelve seconds for which it is shown are nearly over."""


def is_ready(board: Board) -> Any:
    """The commander is ready, and the sheet is opened anew with what was done; the message."""
    board.page.evaluate("document.querySelector('.boardfoot form[action*=ready]').submit()")
    said = board.page.locator(TOLD)
    expect(said).to_contain_text(SAID, timeout=PATIENCE)
    expect(board.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    return said


def covers(page: Any) -> bool:
    """Whether what is told lies over the board."""
    parts = [page.locator(one).bounding_box() for one in (TOLD, ".boardpage")]
    return bool(parts[0]["y"] + parts[0]["height"] > parts[1]["y"] + 1)


def test_what_was_done_covers_nothing_and_can_be_closed(officers):
    board = Board(officers)
    said = is_ready(board)
    page = board.page
    expect(page.locator("#main"), "the keyboard goes on in the page").to_be_focused()
    assert not covers(page)
    expect(page.locator(".boardfoot")).to_be_in_viewport(ratio=1)
    said.get_by_role("button", name="Close").click()
    expect(said.locator(".told")).to_be_hidden()
    page.wait_for_function(
        """() => { const board = document.querySelector(".boardpage"), bar = document.querySelector(".headbar");
        return Math.abs(board.getBoundingClientRect().top - bar.getBoundingClientRect().bottom) < 2; }"""
    )
    expect(page.locator(".boardfoot")).to_be_in_viewport(ratio=1)


def test_what_was_done_is_told_above_the_board_and_goes_by_itself(officers):
    board = Board(officers)
    said = is_ready(board)
    expect(said).to_be_visible()
    expect(board.page.get_by_role("status").filter(has_text=SAID)).to_have_count(1)
    box, page = said.bounding_box(), board.page.viewport_size
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= page["width"]
    said.evaluate(SPEEDS_ON)
    expect(said).to_be_hidden(timeout=PATIENCE)
    expect(board.page.get_by_role("status").filter(has_text=SAID)).to_have_count(0)
    under = board.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.told')", [box["x"] + 8, box["y"] + 8]
    )
    assert under is None, "what it covered can be pressed again"


def test_what_is_told_stays_while_it_is_read_and_goes_after(officers):
    board = Board(officers)
    said = is_ready(board)
    said.hover()
    said.evaluate(SPEEDS_ON)
    board.page.wait_for_timeout(400)
    expect(said).to_be_visible()
    board.page.mouse.move(*[side - 5 for side in board.page.viewport_size.values()])
    expect(said).to_be_hidden(timeout=PATIENCE)


def test_what_is_told_of_a_move_goes_when_the_move_goes_on(officers):
    board = Board(officers)
    said = is_ready(board)
    board.page.evaluate(
        """() => { const clock = document.getElementById("bar-clock");
        clock.dispatchEvent(new Event("live:put", { bubbles: true })); }"""
    )
    board.page.wait_for_timeout(200)
    expect(said.locator(".told")).not_to_have_attribute("data-over", "")
    board.page.evaluate(
        """() => { const clock = document.getElementById("bar-clock"); clock.dataset.mark += " on";
        clock.dispatchEvent(new Event("live:put", { bubbles: true })); }"""
    )
    expect(said.locator(".told")).to_be_hidden(timeout=PATIENCE)
    expect(said.locator(".told"), "long before its time").to_have_attribute("data-over", "")


def test_the_price_at_the_end_of_an_arrow_is_said_and_goes_with_its_body(officers):
    board = Board(officers)
    board.march(0)
    label = board.page.locator(".maptell[role=status]")
    expect(label).to_contain_text("5 of 12 in.", timeout=PATIENCE)
    expect(board.page.locator(".boardmap").get_by_role("status").filter(has_text="5 of 12 in.")).to_have_count(1)
    board.press(*COMPANIES["red-1"]["at"])
    expect(board.page.locator("#panel-body[data-thing]")).to_have_attribute("data-thing", "red-1", timeout=PATIENCE)
    expect(label).to_be_hidden(timeout=PATIENCE)
    expect(board.page.locator(".boardmap").get_by_role("status").filter(has_text="5 of 12 in.")).to_have_count(0)


def test_what_the_board_says_of_a_press_is_said_and_goes_with_the_next(officers):
    board = Board(officers)
    says = board.page.locator("#board-says, #panel-said")
    board.march(0)
    board.page.route("**/draft/**", lambda route: route.abort())
    board.press(24, 31)
    expect(board.page.get_by_role("status").filter(has_text="No answer from the server")).to_be_visible(
        timeout=PATIENCE
    )
    board.page.unroute("**/draft/**")
    board.press(24, 32)
    expect(says.filter(has_text="marches")).to_be_visible(timeout=PATIENCE)
    expect(board.page.get_by_role("status").filter(has_text="No answer from the server")).to_have_count(0)
    board.officer.faults.clear()  # the browser itself says that a request was cut off
