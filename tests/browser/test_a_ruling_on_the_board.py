"""A ruling on the umpire's board in a real browser: a press fills the place, saving is in sight, and names are given."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_the_desk_is_the_board import PATIENCE, at_the_board, block

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_press_on_the_ground_fills_the_place_and_the_ruling_can_be_saved_without_scrolling(officers):
    _, _, umpire = at_the_board(officers)
    page = umpire.page
    page.set_viewport_size({"width": 1440, "height": 900})
    block(page, "red-horse").click(timeout=PATIENCE)
    chosen = page.locator("#desk-chosen")
    expect(chosen).to_contain_text("Drag it on the map, or press a place.", timeout=PATIENCE)
    expect(chosen.get_by_role("button", name="Save the ruling")).to_be_in_viewport(ratio=1)
    place, before = page.locator("#v-at"), page.locator("#v-at").input_value()
    box = page.locator("#plan .pan").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.5)
    expect(place).not_to_have_value(before, timeout=PATIENCE)
    assert place.evaluate("one => one.scrollWidth <= one.clientWidth"), "the place is shown in full"
    expect(page.locator("#plan .maptell")).to_be_visible()
    chosen.get_by_role("button", name="Close").click()
    expect(page.locator("#plan .maptell")).to_be_hidden()
    page.locator("#desk-foot").get_by_role("link", name="Add a body").click(timeout=PATIENCE)
    page.locator("#desk-chosen [name=template][value=squadron]").check(timeout=PATIENCE)
    page.locator("#desk-chosen [name=side][value=blue]").check()
    expect(page.locator("#add-name")).to_have_value("Blue squadron")
    page.locator("#add-name").fill("The Reserve")
    page.locator("#desk-chosen [name=side][value=red]").check()
    expect(page.locator("#add-name")).to_have_value("The Reserve")
