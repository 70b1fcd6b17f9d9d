"""A country is traced by hand in a real browser: dragged, with few presses, by finger too; what was drawn is kept before it is saved."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import Country, CountryDraft
from tests.browser.test_drawing import press
from tests.campaigns import builders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
DESK = pytest.mark.parametrize("officers", [1440], indirect=True)
PHONE = pytest.mark.parametrize("officers", [360], indirect=True)
MOST_PRESSES = 70
"""Presses that a map of an evening takes at most; it was 173."""

TOP = "document.querySelector('[data-canvas]').getBoundingClientRect().top + scrollY"


class Hand:
    """Somebody at the map editor, whose presses are counted: of the mouse; what is typed is not."""

    def __init__(self, page: Any) -> None:
        self.page, self.presses = page, 0

    def at(self, place: tuple[float, float]) -> tuple[float, float]:
        """Where a place of a country of 24 feet by 16, in inches, is on the screen."""
        box = self.page.locator("[data-canvas]").bounding_box()
        unit = box["width"] / 1052
        return (box["x"] + (26 + place[0] / 288 * 1000) * unit, box["y"] + (26 + (192 - place[1]) / 288 * 1000) * unit)

    def tool(self, name: str) -> None:
        self.presses += 1
        self.page.get_by_role("button", name=name, exact=True).click()

    def press(self, *places: tuple[float, float]) -> None:
        for place in places:
            self.presses += 1
            self.page.mouse.click(*self.at(place))

    def drag(self, *places: tuple[float, float]) -> None:
        self.presses += 1
        self.page.mouse.move(*self.at(places[0]))
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(*self.at(place), steps=3)
        self.page.mouse.up()

    def drawn(self, what: str, many: int) -> None:
        """So many of a sort are on the map."""
        heading = self.page.locator("[data-list] summary", has_text=what)
        expect(heading.first).to_have_text(f"{what} {many}", timeout=PATIENCE)


def ring(x: float, y: float, wide: float, deep: float) -> list[tuple[float, float]]:
    """A ring about a place, as a hand draws one: it begins and ends at about the same point."""
    return [
        (x + wide * math.cos(step * math.tau / 24), y + deep * math.sin(step * math.tau / 24)) for step in range(24)
    ] + [(x + wide, y + 2)]


def editor(officers: Any, **more: Any) -> tuple[Any, Hand]:
    umpire = officers(builders.a_cast().umpire, **more)
    umpire.opens("/countries/draw/")
    return umpire, Hand(umpire.page)


@DESK
def test_a_whole_map_is_traced_with_few_presses(officers):
    umpire, hand = editor(officers)
    page = umpire.page
    page.get_by_label("Name of the country").fill("Oldbridge")
    hand.tool("River")
    hand.drag((3, 90), (60, 84), (120, 96), (180, 104), (240, 92), (285, 96))
    hand.drawn("Water", 1)
    hand.tool("Road")
    hand.drag((150, 3), (146, 60), (150, 120), (152, 189))
    hand.drag((3, 40), (80, 46), (150, 44), (285, 50))
    hand.drag((3, 150), (90, 146), (200, 152), (285, 148))
    hand.drawn("Roads", 3)
    hand.tool("Bridge")
    hand.drag((148, 90), (149, 112))
    hand.drag((60, 78), (60, 92))
    hand.tool("Ford")
    hand.drag((220, 86), (222, 108))
    hand.tool("Contour")
    for x, y in ((40, 130), (230, 160), (210, 24), (90, 20)):
        hand.drag(*ring(x, y, 26, 16))
    hand.drawn("Contours", 4)
    hand.tool("Wood")
    for x, y in ((110, 165), (260, 70)):
        hand.drag(*ring(x, y, 14, 10))
    hand.drawn("Woods", 2)
    hand.tool("House")
    hand.press((100, 56), (112, 58), (176, 60), (188, 58), (120, 36), (240, 132))
    hand.tool("Row of houses")
    hand.press((156, 20), (156, 40))
    hand.press((170, 130), (215, 130))
    hand.tool("Wall")
    hand.drag((20, 60), (70, 62))
    hand.drag((250, 120), (250, 150))
    hand.tool("Red’s back line")
    hand.press((100, 3))
    hand.tool("Blue’s back line")
    hand.press((100, 189))
    hand.tool("Depot")
    hand.press((140, 6), (160, 186))
    hand.tool("Name")
    for place, name in (((60, 100), "Hartley"), ((40, 130), "Beacon Hill"), ((160, 36), "Oldbridge")):
        hand.press(place)
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    hand.drawn("Depots", 2)
    umpire.fits("board")
    hand.tool("Save")
    umpire.reads("The country is saved.")
    data = Country.objects.get(name="Oldbridge").data
    assert hand.presses <= MOST_PRESSES, hand.presses
    assert len(data["houses"]) >= 6 + 1 + 4 and len(data["bridges"]) == 2 and len(data["contours"]) == 4
    assert all(4 <= len(one["line"]) <= 40 and one["line"][0] == one["line"][-1] for one in data["contours"].values())
    assert all(len(one["line"]) <= 12 for one in data["roads"].values())
    assert data["roads"]["road-1"]["line"][0][1] == 0 and data["roads"]["road-1"]["line"][-1][1] == 192
    assert [one["side"] for one in data["depots"].values()] == ["red", "blue"]
    assert {one["name"] for one in data["names"].values()} == {"Hartley", "Beacon Hill", "Oldbridge"}
    assert not CountryDraft.objects.exists(), "what is saved is no draft any more"


@DESK
def test_what_was_drawn_is_there_again_after_the_page_was_left_and_is_undone_from_there(officers):
    """A tracing of sixty presses was lost, for nothing was kept before *Save*."""
    umpire, hand = editor(officers)
    page = umpire.page
    page.get_by_label("Name of the country").fill("Half done")
    hand.tool("House")
    hand.press((100, 56), (140, 56))
    hand.tool("Wall")
    hand.drag((20, 60), (70, 62))
    hand.drawn("Walls", 1)
    expect(page.locator("[data-kept]")).to_have_text("Kept as a draft", timeout=PATIENCE)
    page.context.clear_cookies()
    umpire.log_in()
    umpire.opens("/countries/draw/")
    umpire.reads("and have not saved yet")
    hand.drawn("Houses", 2)
    expect(page.get_by_label("Name of the country")).to_have_value("Half done")
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    undo.click()
    expect(page.locator("[data-list]")).not_to_contain_text("Walls", timeout=PATIENCE)
    undo.click()
    hand.drawn("Houses", 1)
    redo.click()
    hand.drawn("Houses", 2)
    expect(page.locator("[data-kept]")).to_have_text("Kept as a draft", timeout=PATIENCE)
    umpire.opens("/countries/draw/")
    hand.drawn("Houses", 2)
    redo.click()
    hand.drawn("Walls", 1)
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("[data-list]")).to_contain_text("Nothing yet", timeout=PATIENCE)
    assert not CountryDraft.objects.exists()


@PHONE
@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_a_finger_draws(officers, language):
    umpire, hand = editor(officers, phone=True)
    page = umpire.page
    if language == "de":
        page.context.set_extra_http_headers({"Accept-Language": "de"})
        page.reload()
    page.locator("[data-tool=road]").tap()
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    ends, top = [hand.at(place) for place in ((10, 40), (60, 60), (110, 40))], page.evaluate(TOP)
    touch = page.context.new_cdp_session(page)
    at = [{"x": x, "y": y} for x, y in ends]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at[:1]})
    for one in at[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [one]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-list] summary")).to_have_count(1, timeout=PATIENCE)
    expect(page.locator("[data-kept]")).not_to_be_empty()
    assert page.evaluate(TOP) == top, "what is said of the draft moves nothing under the finger"
    page.locator("[data-tool=house]").click()
    expect(page.locator("[data-tool=house]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    page.touchscreen.tap(*hand.at((60, 100)))
    expect(page.locator("[data-list] summary")).to_have_count(2)
    umpire.fits("drawing by hand")
    for _ in range(100):  # what is drawn is sent after what was drawn before
        row = CountryDraft.objects.get()
        if "houses" in row.data:
            break
        page.wait_for_timeout(100)
    assert len(row.data["roads"]["road-1"]["line"]) == 3 and row.data["houses"]


@PHONE
@pytest.mark.parametrize("clicks", [True, False])
def test_a_tap_draws_one_house_whether_or_not_the_browser_makes_a_click_of_it(officers, clicks):
    """After a drag, Chromium now and then sends a finger's press and no click: the tap was lost."""
    umpire, hand = editor(officers, phone=True)
    page = umpire.page
    page.locator("[data-tool=house]").tap()
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    if not clicks:
        page.evaluate("addEventListener('click', (event) => event.stopImmediatePropagation(), true)")
    for many, place in enumerate(((60, 100), (120, 100)), start=1):
        page.touchscreen.tap(*hand.at(place))
        hand.drawn("Houses", many)
    page.wait_for_timeout(400)
    hand.drawn("Houses", 2)


@PHONE
def test_a_name_is_typed_at_once_where_a_finger_put_it(officers):
    umpire, hand = editor(officers, phone=True)
    page = umpire.page
    page.locator("[data-tool=name]").tap()
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    page.touchscreen.tap(*hand.at((60, 100)))
    hand.drawn("Names on the map", 1)
    page.wait_for_timeout(400)
    page.keyboard.type("Hartley")
    page.keyboard.press("Enter")
    expect(page.locator("[data-kept]")).to_have_text("Kept as a draft", timeout=PATIENCE)
    page.wait_for_timeout(400)
    assert [one["name"] for one in CountryDraft.objects.get().data["names"].values()] == ["Hartley"]


@DESK
def test_by_keys_a_house_of_the_usual_size_is_enter_twice_and_a_row_its_two_ends(officers):
    umpire, hand = editor(officers)
    press(umpire.page, "h", "Enter", "Enter")
    hand.drawn("Houses", 1)
    press(umpire.page, "s", "ArrowRight", "ArrowRight", "Enter", *["ArrowRight"] * 4, "Enter")
    hand.drawn("Houses", 6)
    expect(umpire.page.locator("[data-kept]")).to_have_text("Kept as a draft", timeout=PATIENCE)
    outline = CountryDraft.objects.get().data["houses"]["house-1"]["outline"]
    assert [max(one[axis] for one in outline) - min(one[axis] for one in outline) for axis in (0, 1)] == [8, 6]
