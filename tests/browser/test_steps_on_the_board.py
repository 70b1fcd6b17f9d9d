"""Steps of drawing an order: each is taken back by itself, and what is drawn goes for another order only where that was answered."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from campaigns.clock import server_time
from campaigns.models import OrderDraft
from campaigns.usecases.moves.moves import close_move
from tests.browser.test_orders_on_the_board import GUNS, PATIENCE, SEND, START, Board
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

SAPPERS: dict[str, Any] = {
    **START,
    "bodies": {
        **START["bodies"],
        "red-sappers": {"side": "red", "arm": "engineers", "men": 20, "name": "Sappers", "at": [24, 60]},
    },
}
"""As there, with engineers who may dig."""


def verb(board: Board, name: str) -> Locator:
    """An order in the panel, by the beginning of its name."""
    return board.page.locator(".choice", has=board.page.locator("label.head", has_text=re.compile(f"^{name}")))


def chosen(board: Board, name: str) -> None:
    """An order is chosen in the panel."""
    expect(verb(board, name).locator("label.head input").first).to_be_checked(timeout=PATIENCE)


def points(board: Board) -> list[str]:
    """The points of the way in the form of the order that is chosen."""
    typed = board.page.locator(".choice:has(> label.head input:checked) [data-way] textarea").first.input_value()
    return [one for one in typed.split("\n") if one]


def has_points(board: Board, number: int) -> None:
    """The way in the form gets so many points, and the server has answered."""
    board.page.wait_for_function(
        """number => { const box = document.querySelector(".choice:has(> label.head input:checked) [data-way] textarea");
        return box && box.value.split("\\n").filter(Boolean).length === number; }""",
        arg=number,
        timeout=PATIENCE,
    )
    board.page.wait_for_load_state("networkidle")


def opens(board: Board, thing: str, at: Any) -> None:
    """Press a body: its panel opens."""
    board.press(*at)
    expect(board.page.locator("#panel-body")).to_have_attribute("data-thing", thing, timeout=PATIENCE)


def test_undo_after_a_refused_trench_takes_back_one_point_and_stays_in_the_order(officers):
    board = Board(officers, start=SAPPERS)
    page = board.page
    opens(board, "red-sappers", (24, 60))
    verb(board, "Dig").locator("label.head").first.click()
    board.press(30, 66)
    has_points(board, 1)
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    board.press(30, 86)
    expect(page.locator("#panel-said .dear")).to_be_visible(timeout=PATIENCE)
    has_points(board, 1)
    expect(page.locator(".refusedway")).to_have_count(1)
    board.press_button("Undo")
    expect(page.locator(".refusedway")).to_have_count(0)
    expect(page.locator("#panel-said .dear")).to_have_count(0)
    has_points(board, 1)
    chosen(board, "Dig")
    board.press_button("Undo")
    has_points(board, 0)
    chosen(board, "Dig")
    assert not OrderDraft.objects.exists()
    board.press(30, 66)
    has_points(board, 1)
    chosen(board, "Dig")
    assert not OrderDraft.objects.exists(), "the next press marched"


def asked(board: Board, name: str) -> None:
    """Another order is chosen: what is drawn stays chosen, and the panel asks."""
    verb(board, name).locator("label.head").first.click()
    expect(board.page.locator(".instead")).to_contain_text("is drawn", timeout=PATIENCE)
    chosen(board, "March")


def test_another_order_takes_the_place_of_a_drawn_way_only_where_that_is_answered_and_undo_brings_it_back(officers):
    board = Board(officers)
    page = board.page
    board.march(0)
    drawn = OrderDraft.objects.get().orders
    asked(board, "Stand")
    page.wait_for_timeout(600)
    assert OrderDraft.objects.get().orders == drawn, "it was replaced in silence"
    page.get_by_role("button", name="Keep what is drawn").click()
    expect(page.locator(".instead")).to_have_count(0, timeout=PATIENCE)
    chosen(board, "March")
    assert OrderDraft.objects.get().orders == drawn
    asked(board, "Stand")
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator("#plan-drafts .trace")).to_have_count(0, timeout=PATIENCE)
    assert [one["order"] for one in OrderDraft.objects.get().orders] == ["stand"]
    board.press_button("Undo")
    expect(page.locator("#plan-drafts .trace")).to_have_count(1, timeout=PATIENCE)
    chosen(board, "March")
    assert OrderDraft.objects.get().orders == drawn


def test_a_press_on_the_map_is_no_answer_and_escape_keeps_what_is_drawn(officers):
    board = Board(officers)
    page = board.page
    board.march(0)
    drawn = OrderDraft.objects.get().orders
    page.keyboard.press("c")
    expect(page.locator(".instead")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Keep what is drawn")).to_be_focused()
    board.press(30, 32)
    expect(page.locator(".maptell")).to_contain_text("is drawn", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator(".instead")).to_have_count(0, timeout=PATIENCE)
    chosen(board, "March")
    assert OrderDraft.objects.get().orders == drawn


def test_both_orders_are_given_one_after_the_other(officers):
    board = Board(officers, start=SAPPERS)
    page = board.page
    opens(board, "red-sappers", (24, 60))
    board.press(24, 64)
    board.has_state("red-sappers", "draft")
    asked(board, "Stand")
    page.get_by_role("button", name="Give both").click()
    expect(page.locator(".panelorders li")).to_have_count(2, timeout=PATIENCE)
    assert OrderDraft.objects.get().orders[0]["order"] == "march"


def test_without_anything_drawn_another_order_is_chosen_at_once(officers):
    board = Board(officers)
    opens(board, "red-0", (24, 24))
    verb(board, "Stand").locator("label.head").first.click()
    board.has_state("red-0", "draft")
    expect(board.page.locator(".instead")).to_have_count(0)
    verb(board, "March").locator("label.head").first.click()
    chosen(board, "March")
    expect(board.page.locator(".instead")).to_have_count(0)


def test_what_was_not_sent_does_not_stay_over_the_enemy_s_move(officers):
    board = Board(officers)
    page = board.page
    opens(board, "red-2", (48, 24))
    board.type_north(40)
    board.has_state("red-2", "refused")
    board.press_button(SEND)
    expect(page.locator("#panel-body .stamp", has_text="Not sent")).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(5000)
    expect(page.locator("#panel-body .stamp", has_text="Not sent"), "while the move lasts it stays").to_be_visible()
    close_move(move_id=builders.the_move(board.battle).pk, now=server_time(), cause="umpire")
    expect(page.locator("#board-foot[data-takes]")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".stamp", has_text="Not sent")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#panel-body > *")).to_have_count(0)


def gun_to_fire(officers: Any) -> Board:
    """The first gun is chosen and its order to fire, by the key; the cross stands on the map."""
    board = Board(officers, "red_guns", GUNS)
    page = board.page
    page.locator('#board-troops [data-troop="red-gun"] a').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator('#panel-body[data-thing="red-gun"]')).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("f")
    expect(page.locator(".crosskeys")).to_be_visible(timeout=PATIENCE)
    return board


def test_a_gun_that_is_to_fire_has_no_draft_and_no_verdict_before_it_is_aimed(officers):
    board = gun_to_fire(officers)
    page, plate = board.page, board.page.locator(".crosssays")
    expect(plate).to_contain_text("Press a body or a place on the map.", timeout=PATIENCE)
    expect(page.locator("#panel-said")).to_contain_text("Press a body or a place on the map.", timeout=PATIENCE)
    expect(plate).not_to_contain_text("awful:")
    assert not OrderDraft.objects.exists(), "it was kept without a target"
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(plate).to_contain_text("Lawful:", timeout=PATIENCE)
    assert not OrderDraft.objects.exists(), "what is tried is not kept"
    page.keyboard.press("Enter")
    board.has_state("red-gun", "draft")
    assert '"aim"' in json.dumps(OrderDraft.objects.get().orders)


def test_a_server_that_answers_late_is_said_to_check(officers):
    board = gun_to_fire(officers)
    page = board.page
    expect(page.locator("#panel-said")).to_contain_text("Press a body", timeout=PATIENCE)
    page.evaluate(
        "window.real = window.fetch;"
        " window.fetch = (...all) => new Promise((go) => setTimeout(go, 2500)).then(() => window.real(...all))"
    )
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(page.locator(".crosssays")).to_contain_text("Checking…")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-said")).to_contain_text("Checking…")
    board.has_state("red-gun", "draft")
    expect(page.locator("#panel-said")).not_to_contain_text("Checking…")


def test_a_first_march_that_is_refused_is_not_kept_and_the_next_press_is_its_end(officers):
    board = Board(officers)
    page = board.page
    opens(board, "red-2", (48, 24))
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    board.press(48, 64)
    expect(page.locator("#panel-said .dear")).to_contain_text("12 in", timeout=PATIENCE)
    expect(page.locator(".refusedway")).to_have_count(1)
    expect(page.locator("#plan-drafts .trace")).to_have_count(0)
    expect(page.locator(".ghosts > *")).to_have_count(0)
    has_points(board, 0)
    board.has_state("red-2", "without")
    assert not OrderDraft.objects.exists()
    board.press(48, 30)
    board.has_state("red-2", "draft")
    assert OrderDraft.objects.get().orders[0]["path"][0][0] == 48


def test_undo_right_after_a_refusal_takes_back_its_mark_and_the_next_one_the_leg_before(officers):
    board = Board(officers)
    page = board.page
    board.march(2)
    drawn = OrderDraft.objects.get().orders
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    page.evaluate(
        "window.real = window.fetch;"
        " window.fetch = (...all) => new Promise((go) => setTimeout(go, 700)).then(() => window.real(...all))"
    )
    board.press(48, 64)
    board.press_button("Undo")
    page.wait_for_timeout(2500)
    page.wait_for_load_state("networkidle")
    assert [one.orders for one in OrderDraft.objects.all()] == [drawn], "it took the good leg"
    expect(page.locator("#panel-said .dear")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".refusedway")).to_have_count(0)
    has_points(board, 1)
    board.press_button("Undo")
    board.has_state("red-2", "without")
