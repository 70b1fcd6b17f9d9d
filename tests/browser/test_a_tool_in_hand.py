"""A tool in hand on the board: what draws a line draws it wherever it is pressed, the cross stays on the field and in the window, and
a step is taken back where it was made."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from campaigns.models import OrderDraft
from tests.browser.test_orders_on_the_board import PATIENCE, START, Board
from tests.browser.test_steps_on_the_board import chosen, has_points, opens, points, verb

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

BOTH = pytest.mark.parametrize("officers", [1440, 360], indirect=True)

SAPPERS: dict[str, Any] = {
    **START,
    "bodies": {
        **START["bodies"],
        "red-sappers": {"side": "red", "arm": "engineers", "men": 20, "name": "Sappers", "at": [50, 60]},
        "red-9": {**START["bodies"]["red-9"], "at": [54, 62]},
    },
}
"""Engineers who may dig, and a company that stands close to them."""


def digs(officers: Any) -> Board:
    """The engineers are chosen and their trench is in hand; the map is seen from near."""
    board = Board(officers, start=SAPPERS)
    board.page.locator('#board-troops [data-troop="red-sappers"] a').first.evaluate("one => one.click()")
    expect(board.page.locator("#panel-body")).to_have_attribute("data-thing", "red-sappers", timeout=PATIENCE)
    verb(board, "Dig").locator("label.head").first.click()
    chosen(board, "Dig")
    board.page.evaluate("const map = document.querySelector('.boardmap figure').map; map.look(map.units([52, 61]), 1)")
    return board


@BOTH
def test_with_a_trench_in_hand_a_press_on_a_body_draws_and_the_panel_speaks_of_the_line(officers):
    board = digs(officers)
    page, says, label = board.page, board.page.locator(".handsays"), board.page.locator(".maptell")
    expect(says).to_contain_text("The line has no point yet.")
    expect(page.locator("#panel-said")).to_contain_text(
        "Press the map at the first point of the line.", timeout=PATIENCE
    )
    board.press(50, 60)
    has_points(board, 1)
    expect(says).to_contain_text("The line has 1 point; it needs a second one.")
    expect(page.locator("#panel-said")).to_have_text("Press the map at the next point of the line.")
    assert not OrderDraft.objects.exists(), "a line of one point"
    board.press(54, 62)
    has_points(board, 2)
    board.has_state("red-sappers", "draft")
    expect(says).to_contain_text("The line has 2 points. The next press adds one")
    expect(label).to_have_text("A line of 2 points")
    expect(page.locator(".handdots circle")).to_have_count(2)
    expect(page.locator(".ghosts use"), "nobody goes there").to_have_count(0)
    expect(page.locator("#panel-body")).to_have_attribute("data-thing", "red-sappers")
    assert OrderDraft.objects.get().orders[0]["line"] == [[50, 60], [54, 62]]


@BOTH
def test_when_the_line_is_ended_a_press_on_a_body_chooses_it(officers):
    board = digs(officers)
    page = board.page
    for at in ((50, 60), (52, 64)):
        board.press(*at)
    board.has_state("red-sappers", "draft")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#panel-body > *")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".handdots")).to_have_count(0)
    opens(board, "red-sappers", (50, 60))
    chosen(board, "Dig")
    expect(page.locator(".handsays"), "it is only looked at").to_be_hidden()
    opens(board, "red-9", (54, 62))
    assert OrderDraft.objects.get().orders[0]["line"] == [[50, 60], [52, 64]]


@BOTH
def test_a_mine_is_marked_where_a_body_stands(officers):
    board = digs(officers)
    verb(board, "Lay a mine").locator("label.head").first.click()
    expect(board.page.locator(".handsays")).to_contain_text("No place is marked yet.")
    board.press(54, 62)
    board.has_state("red-sappers", "draft")
    expect(board.page.locator(".handsays")).to_contain_text("The place is marked.")
    board.press(50, 60)
    expect(board.page.locator("#panel-said")).to_contain_text("4 ft 2 in. east, 5 ft north", timeout=PATIENCE)
    has_points(board, 1)
    assert OrderDraft.objects.get().orders[0]["at"] == [50, 60]


def test_a_march_still_goes_on_to_the_next_body_by_one_press(officers):
    board = digs(officers)
    verb(board, "March").locator("label.head").first.click()
    opens(board, "red-9", (54, 62))
    assert not OrderDraft.objects.exists()


def test_a_refused_point_of_a_line_leaves_the_line_and_is_said_of_it(officers):
    board = digs(officers)
    page = board.page
    for at in ((50, 60), (52, 64)):
        board.press(*at)
    board.has_state("red-sappers", "draft")
    board.press(70, 60)
    expect(page.locator("#panel-said[data-held] .dear")).to_contain_text("in. drawn", timeout=PATIENCE)
    expect(page.locator(".refusedway")).to_have_count(1)
    expect(page.locator(".handsays")).to_contain_text("The line has 2 points.")
    assert points(board) == ["50, 60", "52, 64"]


def test_enter_on_a_block_draws_too_while_a_line_is_in_hand(officers):
    board = digs(officers)
    page = board.page
    page.locator(".boardmap .pan").focus()
    page.keyboard.press("ArrowRight")
    page.locator('[data-marks] [data-thing="red-9"]').focus()
    page.keyboard.press("Enter")
    has_points(board, 1)
    assert points(board) == ["54, 62"]


CROSS = """() => { const map = document.querySelector(".boardmap figure").map, { size, over } = map.seen();
  const cross = document.querySelector(".picked .cross"), at = cross.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  const [x, y] = map.pixels(at.slice(0, 2)), plate = document.querySelector(".boardmap .crosssays").getBoundingClientRect();
  const pan = map.pan.getBoundingClientRect(), left = x + pan.left, top = y + pan.top;
  const covered = top > plate.top && top < plate.bottom && left > plate.left && left < plate.right;
  const seen = x > 0 && x < size.w && y > over[0] && y < size.h && !covered;
  return { at: map.inches(at.slice(0, 2)).map(Math.round), shown: Boolean(cross.getAttribute("d")), seen }; }"""
"""Where the cross stands, in inches, whether it is drawn, and whether it is in the window, under neither bar nor plate."""


def cross_of(board: Board) -> dict[str, Any]:
    """Where the cross is, and how it is seen, once the map has been drawn."""
    board.page.wait_for_timeout(100)
    found: dict[str, Any] = board.page.evaluate(CROSS)
    return found


FIELD = {**START, "country": {"size": [120, 108]}}
"""The same on a field of ten feet by nine."""


def crosses(officers: Any) -> Board:
    """The first company is chosen by key and the cross stands on the map, which is seen from near."""
    board = Board(officers, start=FIELD)
    board.page.keyboard.press("n")
    expect(board.page.locator("#panel-body")).to_have_attribute("data-thing", "red-0", timeout=PATIENCE)
    board.page.evaluate(
        "const map = document.querySelector('.boardmap figure').map; map.look(map.units([24, 24]), 1.4)"
    )
    board.page.keyboard.press("m")
    return board


@BOTH
def test_the_cross_stays_on_the_field_and_in_the_window(officers):
    board = crosses(officers)
    page = board.page
    for key, times, at in (
        ("ArrowLeft", 4, [0, 24]),
        ("ArrowDown", 4, [0, 0]),
        ("ArrowRight", 14, [120, 0]),
        ("ArrowUp", 14, [120, 108]),
        ("Home", 1, [24, 24]),
    ):
        for _ in range(times):
            page.keyboard.press(key)
            seen = cross_of(board)
            assert seen["shown"] and seen["seen"], (key, seen)
        page.wait_for_timeout(700)
        seen = cross_of(board)
        assert seen["at"] == at and seen["seen"], (key, seen)
    for key in ("ArrowUp", "ArrowUp", "+", "+", "+"):
        page.keyboard.press(key)
        assert cross_of(board)["seen"], key


@BOTH
def test_after_a_refused_way_the_cross_has_the_keyboard_where_it_was(officers):
    board = crosses(officers)
    page = board.page
    for _ in range(5):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    board.has_state("red-0", "draft")
    for _ in range(7):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-said[data-held] .dear")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".boardmap .pan")).to_be_focused()
    seen = cross_of(board)
    assert seen == {"at": [24, 108], "shown": True, "seen": True}
    page.keyboard.press("Backspace")
    expect(page.locator("#panel-said .dear")).to_have_count(0, timeout=PATIENCE)
    page.keyboard.press("End")
    expect(page.locator(".boardmap .pan")).to_be_focused()
    assert cross_of(board) == {"at": [24, 29], "shown": True, "seen": True}
    page.keyboard.press("Home")
    assert cross_of(board)["at"] == [24, 24]
    page.keyboard.press("Escape")
    expect(page.locator(".picked .cross")).to_have_attribute("d", "")
    expect(page.locator("#panel-body")).to_have_attribute("data-thing", "red-0")
    page.keyboard.press("Escape")
    expect(page.locator("#panel-body > *")).to_have_count(0, timeout=PATIENCE)


def of_panel(board: Board) -> Locator:
    """*Undo* in the panel of the body."""
    return board.page.locator("#panel-body [data-board-undo]")


def of_foot(board: Board) -> Locator:
    """*Undo* at the foot of the board."""
    return board.page.locator("#board-undo")


def waypoints(thing: str) -> list[list[int]] | None:
    """The way of the draft of a body, if it has one."""
    draft = OrderDraft.objects.filter(thing=thing).first()
    return draft.orders[0]["path"] if draft else None


@BOTH
def test_undo_in_the_panel_is_of_that_body_and_at_the_foot_of_all(officers):
    board = Board(officers)
    page = board.page
    expect(of_foot(board)).to_be_disabled()
    board.march(0)
    board.press(24 + 3, 24 + 5)
    expect(page.locator("#panel-said")).to_contain_text("marches 8 in.", timeout=PATIENCE)
    board.march(1)
    board.march(2)
    opens(board, "red-0", (24, 24))
    of_panel(board).click()
    expect(page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    assert waypoints("red-0") == [[24, 29]] and waypoints("red-2") == [[48, 29]], "it was the last step of all"
    of_panel(board).click()
    board.has_state("red-0", "without")
    expect(of_panel(board)).to_be_disabled()
    of_foot(board).click()
    board.has_state("red-2", "without")
    expect(page.locator("#panel-body")).to_have_attribute("data-thing", "red-0")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#panel-body > *")).to_have_count(0, timeout=PATIENCE)
    of_foot(board).click()
    board.has_state("red-1", "without")
    expect(of_foot(board)).to_be_disabled()
    assert not OrderDraft.objects.exists()


@BOTH
def test_undo_in_the_panel_takes_back_a_draft_from_before_point_by_point_and_then_the_order(officers):
    board = Board(officers)
    page = board.page
    board.march(0)
    board.press(24 + 3, 24 + 5)
    expect(page.locator("#panel-said")).to_contain_text("marches 8 in.", timeout=PATIENCE)
    page.reload()
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    opens(board, "red-0", (24, 24))
    of_panel(board).click()
    expect(page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    assert waypoints("red-0") == [[24, 29]]
    of_panel(board).click()
    board.has_state("red-0", "without")
    expect(of_panel(board)).to_be_disabled()


def test_what_several_did_together_is_taken_back_for_one_of_them_alone(officers):
    board = Board(officers)
    page = board.page
    page.keyboard.down("Shift")
    for number in (0, 1):
        board.press(24 + 12 * number, 24)
    page.keyboard.up("Shift")
    expect(page.locator("#panel-body h2")).to_contain_text("2 bodies together", timeout=PATIENCE)
    board.press(24, 29)
    for thing in ("red-0", "red-1"):
        board.has_state(thing, "draft")
    page.locator('#board-troops [data-troop="red-1"] a').first.evaluate("one => one.click()")
    expect(page.locator("#h-panel")).to_contain_text("Company 1", timeout=PATIENCE)
    of_panel(board).click()
    board.has_state("red-1", "without")
    board.has_state("red-0", "draft")
    of_foot(board).click()
    board.has_state("red-0", "without")


@BOTH
def test_undo_at_the_foot_is_reached_by_keyboard_and_in_the_window(officers):
    board = Board(officers)
    page = board.page
    board.march(0)
    board.march(1)
    expect(of_foot(board)).to_be_in_viewport(ratio=1)
    page.locator("#board-foot [data-board-send]").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
        if of_foot(board).evaluate("one => one === document.activeElement"):
            break
    expect(of_foot(board)).to_be_focused()
    page.keyboard.press("Enter")
    board.has_state("red-1", "without")
    expect(of_foot(board)).to_be_focused()
    page.keyboard.press("Enter")
    board.has_state("red-0", "without")
    expect(page.locator("#board-foot [data-board-send]"), "nothing more to take back").to_be_focused()
    board.officer.fits("the foot")


def test_u_takes_back_the_last_step_of_the_body_or_without_one_of_all(officers):
    board = Board(officers)
    page = board.page
    board.march(0)
    board.march(1)
    opens(board, "red-0", (24, 24))
    page.keyboard.press("u")
    board.has_state("red-0", "without")
    board.has_state("red-1", "draft")
    page.keyboard.press("Escape")
    expect(page.locator("#panel-body > *")).to_have_count(0, timeout=PATIENCE)
    page.keyboard.press("u")
    board.has_state("red-1", "without")


@BOTH
def test_undo_of_an_order_that_needs_no_place_leaves_it_unchosen_so_that_it_can_be_given_again(officers):
    board = Board(officers)
    page = board.page
    opens(board, "red-0", (24, 24))
    fours = verb(board, "Form ").first
    for _ in range(2):
        fours.locator("label.head").first.click()
        board.has_state("red-0", "draft")
        of_panel(board).click()
        board.has_state("red-0", "without")
        expect(fours.locator("label.head input")).not_to_be_checked()
    assert not OrderDraft.objects.exists()
    expect(page.locator("#panel-said")).to_contain_text("Press the map at the end of the way.")


@BOTH
def test_a_press_that_has_begun_is_not_lost_when_an_answer_comes_before_its_end(officers):
    """The button under the finger is another one, once the panel is replaced, and on it no press has begun."""
    board = Board(officers)
    page = board.page
    board.march(0)
    page.get_by_role("button", name="Close").hover()
    page.mouse.down()
    with page.expect_response("**/drafts/"):
        page.keyboard.press("u")
    page.wait_for_timeout(1_000)
    page.mouse.up()
    expect(page.locator("#panel-body > *")).to_have_count(0, timeout=PATIENCE)
    board.has_state("red-0", "without")
