"""Orders on the board in a real browser: what is pressed is counted, and no page is loaded."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import OrderDraft, OrderEntry
from tests.browser.conftest import seen_at
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

PATIENCE = 20_000

SEND = re.compile(r"^(Check all and send|Send) \(\d+\)$")
"""The button at the foot, on a desktop and on a phone."""

COMPANIES = {
    f"red-{number}": {
        "side": "red",
        "arm": "infantry",
        "men": 20,
        "formation": "fours",
        "name": f"Company {number}",
        "at": [24 + 12 * (number % 5), 24 + 14 * (number // 5)],
    }
    for number in range(10)
}
START = {
    **builders.START,
    "bodies": {
        **COMPANIES,
        "blue-foot": {**builders.START["bodies"]["blue-foot"], "at": [60, 84]},
        "blue-crew": {**builders.START["bodies"]["blue-crew"], "at": [90, 90]},
        "red-crew": {**builders.START["bodies"]["red-crew"], "at": [100, 20]},
    },
}
"""Ten companies of foot on one side, each with a place of its own; the enemy is far off."""


class Board:
    """A commander's board: presses are counted."""

    def __init__(self, officers: Any, who: str = "red_foot", start: Any = START, language: str = "en") -> None:
        self.cast = builders.a_cast()
        self.battle = builders.a_battle(self.cast, start=start)
        self.officer = officers(getattr(self.cast, who))
        self.officer.page.set_extra_http_headers({"Accept-Language": language})
        self.officer.opens(f"/b/{self.battle.public_id}/sheet/")
        self.page, self.presses = self.officer.page, 0
        expect(self.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
        self.page.evaluate("window.same = true")

    def seen_at(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the country, in inches, is on the screen."""
        return seen_at(self.page, x, y)

    def press(self, x: float, y: float) -> None:
        """One press on the map, on a body or on the ground."""
        self.page.mouse.click(*self.seen_at(x, y))
        self.presses += 1

    def press_button(self, name: str | re.Pattern[str]) -> None:
        """One press on a button or link."""
        named = self.page.get_by_role("button", name=name).or_(self.page.get_by_role("link", name=name))
        named.first.click()
        self.presses += 1

    def march(self, number: int, dy: float = 5, at: Any = None) -> None:
        """A company's march to the north: two presses.  at: where it stands, if not where the others of the file do."""
        x, y = at or COMPANIES[f"red-{number}"]["at"]
        self.press(x, y)
        expect(self.page.locator("#panel-body[data-thing]")).to_have_attribute(
            "data-thing", f"red-{number}", timeout=PATIENCE
        )
        self.press(x, y + dy)
        self.has_state(f"red-{number}", "draft")

    def type_north(self, inches: int) -> None:
        """A march to the north is typed into the fields of the order: what is typed is kept, lawful or not."""
        self.page.locator(".choice:has(input:checked) details summary").first.click()
        self.page.locator("[data-bearing]:visible").first.fill("N")
        self.page.locator("[data-inches]:visible").first.fill(str(inches))

    def has_state(self, thing: str, state: str) -> None:
        """The list says so of a thing."""
        row = self.page.locator(f'#board-troops [data-troop="{thing}"]')
        expect(row).to_have_attribute("data-state", state, timeout=PATIENCE)

    def is_the_same_page(self) -> None:
        """No page was loaded since the board was opened, and it was not scrolled."""
        assert self.page.evaluate("window.same === true && scrollY === 0")


def test_a_march_is_two_presses(officers):
    board = Board(officers)
    board.march(0)
    assert board.presses == 2
    expect(board.page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    expect(board.page.locator("#board-foot")).to_contain_text("send (1)", ignore_case=True)
    expect(board.page.locator("#plan-drafts .trace")).to_have_count(1)
    board.is_the_same_page()
    assert not OrderEntry.objects.exists(), "a draft is not sent"


def test_ten_marches_and_send_are_twenty_two_presses(officers):
    board = Board(officers)
    for number in range(10):
        board.march(number)
    board.press_button(SEND)
    expect(board.page.get_by_role("button", name="Send 10 orders")).to_be_visible(timeout=PATIENCE)
    board.press_button("Send 10 orders")
    expect(board.page.locator("#plan-orders .trace")).to_have_count(10, timeout=PATIENCE)
    expect(board.page.locator("#plan-drafts .trace")).to_have_count(0)
    assert board.presses == 22
    board.is_the_same_page()
    assert OrderEntry.objects.count() == 10


@pytest.mark.parametrize("officers", [360], indirect=True)
@pytest.mark.parametrize(("wide", "apart"), [(336, 22), (600, 40)])
def test_in_a_wide_country_ten_marches_on_a_phone_are_no_press_more(officers, wide, apart):
    """As wide as the widest country of the product, and wider: from each company to one of its neighbours."""
    places = {f"red-{n}": [wide // 4 + apart * (n % 5), 60 + apart * (n // 5)] for n in range(10)}
    bodies = {thing: {**body, "at": places.get(thing, body.get("at"))} for thing, body in START["bodies"].items()}
    far_off = {**bodies["blue-foot"], "at": [wide - 20, 150]}
    start = {**START, "bodies": {**bodies, "blue-foot": far_off}, "country": {"size": [wide, wide // 2]}}
    board = Board(officers, start=start)
    for number in (0, 1, 2, 3, 4, 9, 8, 7, 6, 5):
        board.march(number, at=places[f"red-{number}"])
    board.press_button(SEND)
    expect(board.page.get_by_role("button", name="Send 10 orders")).to_be_visible(timeout=PATIENCE)
    board.press_button("Send 10 orders")
    expect(board.page.locator("#plan-orders .trace")).to_have_count(10, timeout=PATIENCE)
    assert board.presses == 22
    board.is_the_same_page()
    assert {one.orders[0]["path"][0][1] for one in OrderEntry.objects.all()} == {65, 65 + apart}, (
        "each where it was pressed"
    )


def test_undo_takes_back_the_last_step_and_a_way_grows_by_presses(officers):
    board = Board(officers)
    board.march(1)
    board.press(36 + 4, 24 + 5)
    expect(board.page.locator("#panel-said")).to_contain_text("9 in.", timeout=PATIENCE)
    board.press_button("Undo")
    expect(board.page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    board.press_button("Undo")
    board.has_state("red-1", "without")
    expect(board.page.locator("#plan-drafts .trace")).to_have_count(0)


def test_what_is_typed_and_refused_stays_a_draft_with_its_limit(officers):
    board = Board(officers)
    board.press(*COMPANIES["red-2"]["at"])
    expect(board.page.locator("#panel-body[data-thing]")).to_be_visible(timeout=PATIENCE)
    board.type_north(40)
    board.has_state("red-2", "refused")
    expect(board.page.locator("#panel-said .dear")).to_contain_text(re.compile(r"12 in"))
    expect(board.page.locator("#board-foot")).to_contain_text("send (0)", ignore_case=True)
    board.press_button(SEND)
    expect(board.page.locator("#panel-body .dear")).to_be_visible(timeout=PATIENCE)


def test_a_way_that_may_not_be_longer_stays_as_it_was_and_the_leg_is_shown_refused(officers):
    board = Board(officers)
    page = board.page
    board.march(2, dy=5)
    page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    board.press(48, 24 + 40)
    expect(page.locator("#panel-said[data-held] .dear")).to_contain_text(re.compile(r"12 in"), timeout=PATIENCE)
    expect(page.locator(".refusedway")).to_have_count(1)
    board.has_state("red-2", "draft")
    expect(page.locator("#board-foot")).to_contain_text("send (1)", ignore_case=True)
    assert OrderDraft.objects.get().orders[0]["path"] == [[48, 29]]
    expect(page.locator(".refusedway"), "for a moment").to_have_count(0, timeout=PATIENCE)
    board.press(48 + 4, 24 + 5)
    expect(page.locator("#panel-said")).to_contain_text("9 in.", timeout=PATIENCE)
    assert OrderDraft.objects.get().orders[0]["path"] == [[48, 29], [52, 29]], "it grows from where it ended"


def label_over_own(board: Board) -> dict[str, Any]:
    """The lines of the small label, and the troops of one's own that it hides."""
    found: dict[str, Any] = board.page.evaluate(
        """() => { const label = document.querySelector(".maptell"), box = label.getBoundingClientRect();
        const own = [...document.querySelectorAll("[data-marks] .own [data-thing]")].filter((one) => {
          const seen = one.getBoundingClientRect();
          return seen.left < box.right && box.left < seen.right && seen.top < box.bottom && box.top < seen.bottom; });
        return { lines: Math.round(label.firstChild.getBoundingClientRect().height / parseFloat(getComputedStyle(label).lineHeight)),
          hidden: own.map((one) => one.dataset.thing) }; }"""
    )
    return found


@pytest.mark.parametrize("officers", [360, 1440], indirect=True)
def test_the_price_hides_no_body_of_one_s_own_and_goes_by_itself(officers):
    board = Board(officers)
    label = board.page.locator(".maptell")
    board.march(6)
    expect(label).to_contain_text("of 12 in.", timeout=PATIENCE)
    assert label_over_own(board) == {"lines": 1, "hidden": []}
    board.page.evaluate("document.querySelector('.boardmap figure').map.whole()")
    board.press(40, 80)
    expect(board.page.locator("#panel-said[data-held]")).to_be_visible(timeout=PATIENCE)
    told = label_over_own(board)
    assert told["hidden"] == [] and told["lines"] <= 2
    expect(label).to_be_hidden(timeout=PATIENCE)


def three_together(board: Board) -> None:
    """Three companies that stand in a line are chosen, a foot from one another."""
    board.page.keyboard.down("Shift")
    for number in (0, 1, 2):
        board.press(*COMPANIES[f"red-{number}"]["at"])
    board.page.keyboard.up("Shift")
    expect(board.page.locator("#panel-body h2")).to_contain_text("3 bodies together", timeout=PATIENCE)


def ghosts_at(board: Board) -> list[list[int]]:
    """Where the blocks stand that show the way before it is accepted, in inches."""
    found: list[list[int]] = board.page.evaluate(
        """() => { const map = document.querySelector(".boardmap figure").map;
        return [...document.querySelectorAll(".ghosts use")].map((one) =>
          map.inches(map.place_of(one).split(" ").map(Number)).map(Math.round)); }"""
    )
    return found


def test_several_march_together_with_the_one_that_has_the_ring_to_the_place_that_is_pressed(officers):
    board = Board(officers)
    three_together(board)
    ringed = board.page.evaluate("document.querySelector('.boardmap figure').map.chosen()")
    assert ringed == "red-0"
    board.press(24, 29)
    for number in (0, 1, 2):
        board.has_state(f"red-{number}", "draft")
    expect(board.page.locator("#plan-drafts .trace")).to_have_count(3)
    expect(board.page.locator(".maptell")).to_contain_text("each: 5 of 12 in., left: 7")
    ways = {one.thing: one.orders[0]["path"] for one in OrderDraft.objects.all()}
    assert ways == {f"red-{number}": [[24 + 12 * number, 29]] for number in (0, 1, 2)}
    board.press(26, 31)
    longer = board.page.locator("#plan-drafts .trace > path").first
    expect(longer).to_have_attribute("d", re.compile(r"L.*L"), timeout=PATIENCE)
    ways = {one.thing: one.orders[0]["path"][1] for one in OrderDraft.objects.all()}
    assert ways == {f"red-{number}": [26 + 12 * number, 31] for number in (0, 1, 2)}, "the way grows for all alike"


def test_the_blocks_of_all_are_drawn_before_their_way_is_accepted(officers):
    board = Board(officers)
    page = board.page
    three_together(board)
    assert ghosts_at(board) == []
    page.mouse.move(*board.seen_at(24, 30))
    expect(page.locator(".ghosts use")).to_have_count(3)
    assert sorted(ghosts_at(board)) == [[24, 30], [36, 30], [48, 30]]
    page.mouse.move(*board.seen_at(*COMPANIES["red-3"]["at"]))
    expect(page.locator(".ghosts use"), "a body that would be pressed is no place").to_have_count(0)
    answers: list[Any] = []
    page.route("**/draft/**", lambda route: answers.append(route))
    board.press(24, 29)
    expect(page.locator(".ghosts use")).to_have_count(3)
    expect(page.locator("#plan-drafts .trace"), "the server has not answered").to_have_count(0)
    answers[0].continue_()
    expect(page.locator("#plan-drafts .trace")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator(".ghosts use"), "the drafts are drawn in their place").to_have_count(0)


def test_the_end_of_an_arrow_is_dragged(officers):
    board = Board(officers)
    page = board.page
    board.march(3)
    start, end = board.seen_at(60, 29), board.seen_at(60, 31)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    expect(page.locator("#panel-said")).to_contain_text("marches 7 in.", timeout=PATIENCE)


def test_by_keys_alone(officers):
    board = Board(officers)
    page = board.page
    page.keyboard.press("n")
    expect(page.locator("#panel-body[data-thing]")).to_be_visible(timeout=PATIENCE)
    page.locator(".boardmap .pan").focus()
    page.keyboard.press("m")
    for _ in range(5):
        page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#panel-said")).to_contain_text("marches 5 in.", timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Send 1 order")).to_be_focused(timeout=PATIENCE)
    page.keyboard.press("s")
    expect(page.locator("#plan-orders .trace")).to_have_count(1, timeout=PATIENCE)
    board.is_the_same_page()


def test_nothing_is_heard_of_a_draft_by_a_colleague_and_all_of_what_was_sent(officers):
    board = Board(officers)
    colleague = officers(board.cast.red_general)
    colleague.opens(f"/b/{board.battle.public_id}/sheet/")
    enemy = officers(board.cast.blue_foot)
    enemy.opens(f"/b/{board.battle.public_id}/sheet/")
    board.march(4)
    board.press_button(SEND)
    expect(colleague.page.locator("#plan-drafts .trace")).to_have_count(0)
    board.press_button("Send 1 order")
    expect(colleague.page.locator("#plan-orders .trace")).to_have_count(1, timeout=PATIENCE)
    enemy.page.reload()
    expect(enemy.page.locator(".trace")).to_have_count(0)


def test_a_march_in_german_is_drawn_too(officers):
    board = Board(officers, language="de")
    board.march(0)
    for path in board.page.locator("#plan-drafts path, #plan-reach path").all():
        expect(path).not_to_have_attribute("d", re.compile(r"\d,\d"))
    board.is_the_same_page()


GUNS = {
    **START,
    "own_moves": {"red": 1, "blue": 1},
    "bodies": {
        **START["bodies"],
        "red-crew": {**START["bodies"]["red-crew"], "at": [100, 20]},
        "red-crew-2": {**START["bodies"]["red-crew"], "at": [112, 20], "name": "Second Battery"},
        "blue-foot": {**START["bodies"]["blue-foot"], "at": [100, 60]},
    },
    "guns": {
        "red-gun": {"side": "red", "crew": "red-crew", "name": "First Gun", "at": [100, 20], "facing": 0},
        "red-gun-2": {"side": "red", "crew": "red-crew-2", "name": "Second Gun", "at": [112, 20], "facing": 0},
    },
}
"""Two guns that stand with their crews, 40 inches from the enemy, in a move in which they may fire."""

IN_SIGHT = """(things) => { const map = document.querySelector(".boardmap figure").map, { size } = map.seen();
  return things.map((one) => map.pixels(map.units(map.place(one)))).every(([x, y]) => x > 0 && y > 0 && x < size.w && y < size.h); }"""
"""Whether all of these things are in the window of the map."""

CLOSE = """(thing) => { const map = document.querySelector(".boardmap figure").map;
  map.look(map.units(map.place(thing)), 9); }"""
"""The map is seen from so near that little besides a thing is in the window."""


@pytest.mark.parametrize("officers", [360, 1440], indirect=True)
def test_who_is_to_fire_sees_the_nearest_of_the_enemy(officers):
    board = Board(officers, "red_guns", GUNS)
    page = board.page
    page.locator('#board-troops [data-troop="red-gun"] a').first.click()
    expect(page.locator('#panel-body[data-thing="red-gun"]')).to_be_visible(timeout=PATIENCE)
    page.evaluate(CLOSE, "red-gun")
    assert not page.evaluate(IN_SIGHT, ["blue-foot"])
    page.locator(".choice[data-gesture=aim] label.head input").evaluate(
        "(one) => { one.checked = true; one.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    assert page.evaluate(IN_SIGHT, ["red-gun", "blue-foot"])


@pytest.mark.parametrize("officers", [360, 1440], indirect=True)
def test_all_of_the_artillery_are_marked_where_their_guns_stand_and_stay_in_the_window(officers):
    board = Board(officers, "red_guns", GUNS)
    page = board.page
    page.evaluate(CLOSE, "red-gun")
    page.locator("#board-groups summary").click()
    page.get_by_role("button", name="Artillery (2)").click()
    expect(page.locator("#panel-body h2")).to_contain_text("2 bodies together", timeout=PATIENCE)
    expect(page.locator(".rings .ring")).to_have_count(2)
    assert page.evaluate(IN_SIGHT, ["red-crew", "red-crew-2"])
    board.press(106, 24)
    expect(page.locator("#panel-said")).to_contain_text(re.compile("drafts for 2 bodies", re.I), timeout=PATIENCE)
    expect(page.locator(".maptell")).to_contain_text("each:")
    assert {one.orders[0]["path"][0][1] for one in OrderDraft.objects.all()} == {24}


@pytest.mark.parametrize("phone", [True, False])
def test_a_touch_screen_is_told_nothing_of_keys(officers, phone):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=START)
    officer = officers(cast.red_foot, 360, phone=phone)
    officer.opens(f"/b/{battle.public_id}/sheet/")
    officer.page.locator("#board-groups summary").click()
    expect(officer.page.get_by_role("button", name=re.compile("^All"))).to_be_visible()
    expect(officer.page.locator("#board-groups .bykeys")).to_be_visible(visible=not phone)
