"""A commander's board with the keyboard alone: a place on the map, fields, and where the keyboard is after each press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import Move, OrderDraft
from tests.browser.test_keyboard import RINGED
from tests.browser.test_orders_on_the_board import PATIENCE, START, Board

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def opens_next(board: Board, number: int) -> None:
    """Press n: the company opens, and its heading has the keyboard, with a ring."""
    page = board.page
    page.keyboard.press("n")
    expect(page.locator("#panel-body")).to_have_attribute("data-thing", f"red-{number}", timeout=PATIENCE)
    expect(page.locator("#h-panel")).to_be_focused(timeout=PATIENCE)
    assert page.evaluate(RINGED), "nothing shows where the keyboard is"


def test_a_letter_puts_a_cross_on_the_map_and_the_foot_says_how_it_moves(officers):
    board = Board(officers)
    page = board.page
    opens_next(board, 0)
    expect(page.locator(".choice:has(input:checked) .crosshint")).to_contain_text(
        "By keyboard: m puts a cross on the map"
    )
    expect(page.locator(".crosskeys")).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator(".boardmap .pan")).to_be_focused()
    expect(page.locator(".crosskeys")).to_be_visible()
    expect(page.locator(".picked .cross")).to_have_attribute("d", re.compile("."))
    for _ in range(5):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator(".crosskeys")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(".crosskeys"), "Enter on the map puts the cross there too").to_be_visible()


def test_with_the_mouse_nothing_is_said_of_keys(officers):
    board = Board(officers)
    board.press(24, 24)
    expect(board.page.locator("#panel-body[data-thing=red-0]")).to_be_visible(timeout=PATIENCE)
    for one in board.page.locator(".crosshint").all():
        expect(one).to_be_hidden()


def test_escape_leaves_a_field_and_keeps_what_was_typed(officers):
    board = Board(officers)
    page = board.page
    opens_next(board, 0)
    page.locator(".choice:has(input:checked) details summary").first.click()
    page.locator("[data-bearing]:visible").first.fill("N")
    page.locator("[data-inches]:visible").first.focus()
    page.keyboard.type("5")
    page.keyboard.press("Escape")
    expect(page.locator("#panel-body > *")).to_have_count(0, timeout=PATIENCE)
    board.has_state("red-0", "draft")
    expect(page.locator('#board-troops [data-troop="red-0"] a')).to_be_focused()
    assert page.evaluate(RINGED)


def test_a_letter_in_a_field_for_numbers_is_a_shortcut_and_in_one_for_words_a_letter(officers):
    board = Board(officers)
    page = board.page
    opens_next(board, 0)
    page.locator(".choice:has(input:checked) details summary").first.click()
    bearing = page.locator("[data-bearing]:visible").first
    bearing.focus()
    page.keyboard.type("n")
    expect(bearing).to_have_value("n")
    page.locator("[data-inches]:visible").first.focus()
    page.keyboard.type("6n")
    expect(page.locator("#panel-body")).to_have_attribute("data-thing", "red-1", timeout=PATIENCE)
    board.has_state("red-0", "draft")
    assert OrderDraft.objects.get(thing="red-0").orders[0]["path"] == [[24, 30]], "what was typed is kept"


def test_the_keyboard_goes_to_what_opens_and_back(officers):
    board = Board(officers)
    page = board.page
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="Check all and send"), "nothing to send").to_be_focused(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator("#board-foot [data-board-send]")).to_be_focused(timeout=PATIENCE)
    assert page.evaluate(RINGED)
    opens_next(board, 0)
    page.keyboard.press("m")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    board.has_state("red-0", "draft")
    opens_next(board, 1)
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Send 1 order")).to_be_focused(timeout=PATIENCE)
    page.keyboard.press("Enter")
    expect(page.locator("#panel-body[data-sent] h2")).to_be_focused(timeout=PATIENCE)
    assert page.evaluate(RINGED)


def test_next_goes_through_all_in_their_sequence_and_skips_none(officers):
    board = Board(officers)
    for number in range(4):
        opens_next(board, number)
    board.page.keyboard.press("m")
    board.page.keyboard.press("Shift+ArrowUp")
    board.page.keyboard.press("Enter")
    board.has_state("red-3", "draft")
    for number in range(4, 8):
        opens_next(board, number)


def test_next_at_the_bottom_of_the_page_shows_the_board(officers):
    board = Board(officers)
    page = board.page
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    opens_next(board, 0)
    expect(page.locator("#h-panel")).to_be_in_viewport(ratio=1)


def test_every_stop_at_the_head_of_a_board_is_seen(officers):
    board = Board(officers)
    page = board.page
    link = page.locator(".formhead a").first
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    on_top = """one => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    assert link.evaluate(on_top), "the link lies under the map"
    page.keyboard.press("Tab")
    assert not link.evaluate(on_top), "and goes again"


HOUSE = {"outline": [[20, 28], [30, 28], [30, 31], [20, 31]]}
BARRED = {**START, "country": {**START.get("country", {}), "houses": {"house-3": HOUSE}}}


def test_a_refused_way_goes_when_the_move_ends_and_names_no_id(officers):
    board = Board(officers, start=BARRED)
    page = board.page
    board.press(24, 24)
    expect(page.locator("#panel-body[data-thing=red-0]")).to_be_visible(timeout=PATIENCE)
    board.type_north(10)
    board.has_state("red-0", "refused")
    expect(page.locator("#panel-said")).to_contain_text("meets a house after")
    expect(page.locator("#plan-drafts .trace")).to_have_count(1)
    Move.objects.update(closes_at=Move.objects.get().opened_at)
    page.reload()
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#plan-drafts .trace")).to_have_count(0)
    expect(page.locator('#board-troops [data-troop="red-0"]')).to_have_attribute("data-state", "without")


def test_the_cross_says_where_it_is_what_lies_there_and_whether_the_way_is_lawful_before_enter(officers):
    board = Board(officers)
    page = board.page
    plate = page.locator(".boardmap .crosssays")
    opens_next(board, 0)
    page.keyboard.press("m")
    expect(plate).to_contain_text("24 in. east, 24 in. north.", timeout=PATIENCE)
    expect(plate).to_contain_text("Company 0", timeout=PATIENCE)
    for _ in range(5):
        page.keyboard.press("Shift+ArrowUp")
    expect(plate).to_contain_text("24 in. east, 29 in. north.")
    expect(plate).to_contain_text("Open ground. Lawful: 5 of 12 in., left: 7", timeout=PATIENCE)
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(plate).to_contain_text("24 in. east, 53 in. north.")
    expect(plate).to_contain_text("Not lawful:", timeout=PATIENCE)
    assert not OrderDraft.objects.exists(), "what is tried is not kept"
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(plate).to_have_text("")


def test_the_cross_of_several_is_judged_for_all_of_them(officers):
    board = Board(officers)
    page = board.page
    page.keyboard.down("Shift")
    for number in (0, 1):
        board.press(24 + 12 * number, 24)
    page.keyboard.up("Shift")
    expect(page.locator("#panel-body h2")).to_contain_text("2 bodies together", timeout=PATIENCE)
    page.keyboard.press("m")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowUp")
    expect(page.locator(".crosssays")).to_contain_text("Lawful: each: 4 of 12 in.", timeout=PATIENCE)
    assert not OrderDraft.objects.exists()


def faults_of(board: Board) -> list[str]:
    """What goes wrong in the scripts of the page, from now on."""
    found: list[str] = []
    board.page.on("pageerror", lambda fault: found.append(str(fault)))
    return found


def one_order_drawn(board: Board) -> None:
    """The first company marches five inches, by keyboard; the cross stays."""
    opens_next(board, 0)
    board.page.keyboard.press("m")
    for _ in range(5):
        board.page.keyboard.press("Shift+ArrowUp")
    board.page.keyboard.press("Enter")
    board.has_state("red-0", "draft")


def test_the_cross_leaves_with_the_panel_and_stays_neither_at_the_check_list_nor_after_sending(officers):
    board = Board(officers)
    page, faults = board.page, faults_of(board)
    one_order_drawn(board)
    expect(page.locator(".crosskeys"), "while the body is ordered it stays").to_be_visible()
    board.page.evaluate("document.querySelector('[data-board-send]').click()")
    expect(page.get_by_role("button", name="Send 1 order")).to_be_focused(timeout=PATIENCE)
    expect(page.locator(".crosskeys")).to_be_hidden()
    expect(page.locator(".picked .cross")).to_have_attribute("d", "")
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-body[data-sent] h2")).to_be_focused(timeout=PATIENCE)
    expect(page.locator(".crosskeys")).to_be_hidden()
    assert faults == []


def test_keys_faster_than_the_server_find_no_cross_without_a_body(officers):
    board = Board(officers)
    page, faults = board.page, faults_of(board)
    one_order_drawn(board)
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Send 1 order")).to_be_focused(timeout=PATIENCE)
    for key in ("Enter", "Escape", "n", *["Tab"] * 14):
        page.keyboard.press(key)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    page.wait_for_timeout(500)
    assert faults == []
