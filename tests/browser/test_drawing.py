"""A country drawn in a real browser, with the mouse and from the keyboard alone; what is refused loses nothing."""

from __future__ import annotations

import pytest

from campaigns.models import Country
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def press(page, *keys):
    """Press keys in the drawing."""
    page.locator("[data-canvas]").focus()
    for key in keys:
        page.keyboard.press(key)


def point(page, x, y):
    """A click on the drawing at a place in inches, of a country of 24 feet by 16."""
    canvas = page.locator("[data-canvas]")
    box = canvas.bounding_box()
    unit = box["width"] / 1052
    canvas.click(position={"x": (26 + x / 288 * 1000) * unit, "y": (26 + (192 - y) / 288 * 1000) * unit})


def test_a_country_is_drawn_named_mended_and_kept(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page = umpire.page
    page.get_by_label("Name of the country").fill("The vale")
    page.get_by_role("button", name="Contour", exact=True).click()
    for x, y in ((60, 60), (120, 60), (120, 120), (60, 120), (60, 60)):
        point(page, x, y)
    page.get_by_label("Height of the upper side, inches").fill("12")
    page.get_by_label("Height of the upper side, inches").press("Tab")
    page.get_by_role("button", name="Road", exact=True).click()
    point(page, 150, 12)
    point(page, 150, 180)
    page.get_by_role("button", name="Finish the line").click()
    # The rest from the keyboard: the point is where it was set last.
    press(page, "h", "ArrowLeft", "Enter", "ArrowLeft", "ArrowDown", "Enter")
    press(
        page,
        "a",
        "Enter",
        "ArrowRight",
        "Enter",
        "Backspace",
        "ArrowRight",
        "Enter",
        "f",
        "Control+z",
        "Control+Shift+z",
    )
    press(page, "o", "Enter", "ArrowRight", "Enter")
    umpire.fits("board")
    page.get_by_role("button", name="Save").click()
    umpire.reads("the ford leads over no water")
    umpire.fits("board-refused")
    assert not Country.objects.exists()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Save").click()
    umpire.reads("The country is saved.")
    umpire.fits("country")
    data = Country.objects.get(name="The vale").data
    assert data["contours"]["contour-1"]["height"] == 12 and len(data["contours"]["contour-1"]["line"]) == 5
    assert [round(x / 6) for x, _ in data["roads"]["road-1"]["line"]] == [25, 25]
    assert len(data["houses"]["house-1"]["outline"]) == 4
    assert "fords" not in data and data["walls"].keys() == {"wall-1"}


def test_the_back_line_is_the_edge_that_is_pointed_at_and_undone(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page = umpire.page
    page.get_by_role("button", name="Red’s back line").click()
    point(page, 100, 4)
    umpire.reads("Back line of red: the south edge")
    page.get_by_role("button", name="Undo").click()
    assert "Back line" not in page.locator("[data-list]").inner_text()
