"""A commander's board on a phone: the panel is a sheet from below, large where no press on the map is awaited, else small."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import OrderDraft
from campaigns.usecases.orders.orders import declare_ready
from tests.browser.test_orders_on_the_board import PATIENCE, Board
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.parametrize("officers", [360], indirect=True),
]

IN_SIGHT = """(one) => { const box = one.getBoundingClientRect(), panel = one.closest(".boardpanel").getBoundingClientRect();
    const on = document.elementFromPoint(box.x + box.width / 2, box.bottom - 3);
    return box.top >= panel.top && box.bottom <= panel.bottom && box.right <= panel.right && one.contains(on); }"""
"""Whether something is wholly in the window of the panel, and nothing lies over it."""

LARGE = (
    """() => document.querySelector(".boardpanel").offsetHeight > document.querySelector(".boardmap").offsetHeight"""
)
TOP = "() => document.querySelector('.boardpanel').scrollTop"


def on_a_phone(officers: Any, who: str = "red_foot") -> Board:
    return Board(officers, who, language="de")


def opened(board: Board, number: int) -> None:
    """A company's panel is open."""
    board.page.locator(f'#board-troops [data-troop="red-{number}"] a').dispatch_event("click")
    expect(board.page.locator(f'#panel-body[data-thing="red-{number}"]')).to_be_visible(timeout=PATIENCE)


def in_sight(board: Board, css: str) -> list[bool]:
    """Of each of those whether it is in sight."""
    found = board.page.locator(css).locator("visible=true")
    expect(found.first).to_be_visible(timeout=PATIENCE)
    return [bool(one.evaluate(IN_SIGHT)) for one in found.all()]


def test_what_can_be_ordered_comes_first_and_what_undoes_it_is_one_row_at_the_lower_edge(officers):
    board = on_a_phone(officers)
    opened(board, 1)
    assert not board.page.evaluate(LARGE), "a press on the map is awaited"
    assert in_sight(board, ".verbs .choice > label.head")[:5] == [True] * 5
    board.march(1)
    assert in_sight(board, ".verbs .choice > label.head")[:3] == [True] * 3
    assert in_sight(board, ".buttons.back button") == [True, True]
    rows = {round(one.bounding_box()["y"]) for one in board.page.locator(".buttons.back button").all()}
    assert len(rows) == 1
    board.is_the_same_page()


def test_the_handle_makes_the_sheet_large_and_small_until_something_else_is_shown(officers):
    board = on_a_phone(officers)
    handle = board.page.locator("[data-sheet-handle]")
    expect(handle).to_have_attribute("aria-expanded", "false")
    handle.click()
    expect(handle).to_have_attribute("aria-expanded", "true")
    opened(board, 1)
    expect(handle).to_have_attribute("aria-expanded", "false")
    handle.click()
    expect(handle).to_have_attribute("aria-expanded", "true")
    handle.click()
    expect(handle).to_have_attribute("aria-expanded", "false")
    board.is_the_same_page()


def test_several_at_once_are_chosen_without_scrolling_and_then_the_map_is_large(officers):
    board = on_a_phone(officers)
    board.page.locator("#board-groups summary").click()
    expect(board.page.locator("[data-sheet-handle]")).to_have_attribute("aria-expanded", "true")
    board.page.locator("[data-board-group]").first.click()
    expect(board.page.locator("[data-sheet-handle]")).to_have_attribute("aria-expanded", "false")


def asked(board: Board) -> None:
    """The question before ready stands: all of its buttons are in sight, and the button that asked is gone."""
    expect(board.page.locator("#panel-body[data-ask]")).to_be_visible(timeout=PATIENCE)
    board.page.wait_for_timeout(300)
    buttons = in_sight(board, "[data-ask] .buttons :is(button, .button)")
    assert buttons == [True] * len(buttons) and len(buttons) > 1
    expect(board.page.locator(".boardfoot")).to_be_hidden()


def test_every_question_before_ready_is_answered_without_scrolling_and_the_end_of_the_move_is_in_sight(officers):
    board = on_a_phone(officers)
    move = builders.the_move(board.battle).public_id
    declare_ready(user=board.cast.red_guns, move=move, now=server_time())
    ready = board.page.locator('#board-foot form[action*="/ready/"] button')
    board.march(1)
    ready.click()
    asked(board)
    board.page.locator("[data-ask] form button").click()
    expect(board.page.locator("[data-ask] [name=ends]")).to_be_attached(timeout=PATIENCE)
    asked(board)
    board.page.locator("[data-ask] [data-board-leave]").click()
    expect(board.page.locator(".boardfoot")).to_be_visible()
    OrderDraft.objects.all().delete()
    ready.click()
    asked(board)
    board.page.evaluate("document.querySelector('.boardpanel').scrollTop = 400")
    board.page.locator("[data-ask] form:has([name=ends]) button").click()
    expect(board.page.locator("#board-foot[data-takes]")).to_have_count(0, timeout=PATIENCE)
    expect(board.page.locator("#panel-hint .hint")).to_contain_text("Zug ist zu Ende", timeout=PATIENCE)
    assert board.page.evaluate(TOP) == 0
    assert in_sight(board, "#panel-hint .hint") == [True]


def test_the_list_before_sending_names_the_orders_in_force(officers):
    board = on_a_phone(officers)
    for number in (0, 1):
        board.march(number)
    board.page.locator("#board-foot [data-board-send]").click()
    send = board.page.locator("[data-board-send-form] button")
    expect(send).to_be_visible(timeout=PATIENCE)
    assert board.page.evaluate(LARGE)
    box, panel = send.bounding_box(), board.page.locator(".boardpanel").bounding_box()
    assert box["x"] - panel["x"] == pytest.approx(panel["x"] + panel["width"] - box["x"] - box["width"], abs=1)
    assert board.page.evaluate("document.querySelector('.boardpanel').scrollWidth") <= panel["width"]
    expect(board.page.locator("#drafts-in-force")).to_have_count(0)
    send.click()
    board.has_state("red-0", "ordered")
    board.page.locator("#board-foot [data-board-send]").click()
    force = board.page.locator("#drafts-in-force")
    expect(force.locator("li[data-troop]")).to_have_count(2, timeout=PATIENCE)
    force.locator("summary").click()
    expect(force.locator('[data-troop="red-1"]')).to_contain_text("Company 1")


def test_a_button_that_would_change_nothing_is_not_there(officers):
    board = on_a_phone(officers)
    expect(board.page.locator("[data-map-do=full]")).to_be_hidden()
    expect(board.page.locator('#panel-hint a[href="#h-troops"]')).to_have_count(0)
    opened(board, 1)
    expect(board.page.locator("[data-board-act=again]")).to_have_count(0)


def test_a_bar_without_content_is_not_shown(officers):
    board = on_a_phone(officers, "red_general")
    expect(board.page.locator("#board-foot[data-empty]")).to_be_attached()
    expect(board.page.locator(".boardfoot")).to_be_hidden()
    low = board.page.locator(".boardpage").bounding_box()
    panel = board.page.locator(".boardpanel").bounding_box()
    assert panel["y"] + panel["height"] == pytest.approx(low["y"] + low["height"], abs=2)
