"""A country drawn in a real browser, with the mouse and from the keyboard alone; what is refused loses nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from campaigns.models import Country
from campaigns.web.page.measures import read_count, read_decimal
from tests.browser.test_keyboard import RINGED
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

FIGURES = (
    "12", "3,5", "12.", ".5", "0.125", "1.125", "1,200", "1.200", "1 200", "1'200", "1\u202f200,5", "1.200,5", "1,200.5", "1.200.000",
    "1,00,000", "12,34", "4 2", "1 20", "", "many", "1e3", "0x10", "+7", "1,2,3", "1.2.3", "0,200", "0.200",
)  # fmt: skip


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


def test_figures_are_read_by_the_page_as_the_server_reads_them(officers):
    """What is previewed as it is typed is what is kept: the rule stands in two languages, and gives the same."""
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    for text in FIGURES:
        for read, whole in ((read_decimal, False), (lambda typed: read_count(typed, 10**12), True)):
            try:
                wanted = read(text)
            except ValueError:
                wanted = None
            said = umpire.page.evaluate(
                "([text, whole]) => { const x = window.figure(text, whole); return isNaN(x) ? null : x }", [text, whole]
            )
            assert said == wanted, (text, whole)


def test_a_contour_that_neither_closes_nor_ends_at_the_edges_is_told_to_be_open(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page = umpire.page
    for places, is_open in ((((60, 60), (120, 60), (120, 120)), True), (((0, 150), (90, 150), (90, 192)), False)):
        page.get_by_role("button", name="Contour", exact=True).click()
        for x, y in places:
            point(page, x, y)
        page.get_by_role("button", name="Finish the line").click()
        says = expect(page.locator("[data-says]"))
        (says.to_contain_text if is_open else says.not_to_contain_text)("The contour is open")


def test_the_back_line_is_the_edge_that_is_pointed_at_and_undone(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page = umpire.page
    page.get_by_role("button", name="Red’s back line").click()
    point(page, 100, 4)
    umpire.reads("Back line of red: the south edge")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-list]")).not_to_contain_text("Back line")


def test_a_name_is_written_on_the_map_changed_and_kept(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page = umpire.page
    page.get_by_label("Name of the country").fill("The downs")
    press(page, "n")
    point(page, 120, 96)
    page.locator("[data-chosen]").get_by_label("Name").fill("Long Acre")
    page.locator("[data-chosen]").get_by_label("Name").press("Tab")
    expect(page.locator("[data-canvas] text.placename").filter(has_text="Long Acre")).to_have_count(1)
    page.get_by_role("button", name="Save", exact=True).click()
    umpire.reads("The country is saved.")
    name = Country.objects.get(name="The downs").data["names"]["name-1"]
    assert name["name"] == "Long Acre" and [round(one / 6) for one in name["at"]] == [20, 16]
    expect(page.locator("figure.plan text.placename").filter(has_text="Long Acre")).to_have_count(1)


@pytest.mark.parametrize("officers", [1440], indirect=True)
def test_the_tools_the_map_and_what_finishes_a_line_are_in_one_window(officers):
    umpire = officers(builders.a_cast().umpire)
    page = umpire.page
    page.set_viewport_size({"width": 1440, "height": 900})
    umpire.opens("/countries/draw/")
    for tool in page.locator("[data-tools] button").all():
        expect(tool).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Finish the line")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-canvas]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("officers", [360], indirect=True)
def test_on_a_phone_the_tools_stay_in_one_row_at_the_head_of_the_window(officers):
    umpire = officers(builders.a_cast().umpire)
    page = umpire.page
    umpire.opens("/countries/draw/")
    page.locator("[data-canvas]").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 300)")
    tools = page.locator("[data-tools]")
    expect(tools).to_be_in_viewport(ratio=1)
    assert tools.bounding_box()["height"] < 80
    umpire.fits("country-new")


def ring(page, tool, *corners):
    """An area or a hill, set corner by corner and closed on the first."""
    page.get_by_role("button", name=tool, exact=True).click()
    for x, y in (*corners, corners[0]):
        point(page, x, y)


def named(page, name):
    """Name what is chosen, and find the name on the drawing."""
    field = page.locator("[data-chosen]").get_by_label("Name")
    field.fill(name)
    field.press("Tab")
    return page.locator("[data-canvas] .ground text").filter(has_text=name)


def test_a_hill_begins_at_the_first_step_and_one_on_it_a_step_higher(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page, height = umpire.page, umpire.page.get_by_label("Height of the upper side, inches")
    ring(page, "Contour", (24, 24), (120, 24), (120, 120), (24, 120))
    expect(height).to_have_value("6")
    height.fill("12")
    height.press("Tab")
    ring(page, "Contour", (48, 48), (96, 48), (96, 96), (48, 96))
    expect(height).to_have_value("18")
    ring(page, "Contour", (168, 48), (240, 48), (240, 120), (168, 120))
    expect(height).to_have_value("6")


def test_a_name_stands_in_what_it_names_and_is_whole_on_the_map(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page = umpire.page
    ring(page, "Wood", (96, 48), (144, 48), (144, 96), (96, 96))
    wood = named(page, "Low Wood")
    expect(wood).to_have_attribute("x", re.compile(r"41[67]"))
    expect(wood).to_have_attribute("y", re.compile(r"42"))
    ring(page, "Water", (276, 0), (288, 0), (288, 192), (276, 192))
    expect(named(page, "River Amb")).to_have_attribute("x", "964")


@pytest.mark.parametrize("officers", [1440], indirect=True)
def test_the_keyboard_stays_where_it_is_and_hears_what_it_does(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/countries/draw/")
    page, said = umpire.page, umpire.page.locator("[data-spoken]")
    page.get_by_role("button", name="Choose", exact=True).focus()
    page.keyboard.press("End")
    expect(
        page.get_by_role("button", name="Depot"), "the tools are one stop, with arrows from one to the next"
    ).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Depot")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Choose", exact=True)).to_be_focused()
    press(page, "h", "Enter", "Shift+ArrowRight", "Enter")
    assert page.evaluate(RINGED), "the map shows that it has the keyboard"
    expect(page.locator("[data-says]"), "told where it is seen").to_contain_text("not in one line")
    expect(page.locator("[data-says][data-refused]"), "as a refusal").to_have_count(1)
    expect(page.locator("[data-canvas] .pin"), "the first corner stays").to_have_count(1)
    press(page, "Shift+ArrowUp", "Enter")
    expect(said).to_contain_text("house-1 added")
    press(page, "a", "Enter", "Shift+ArrowRight", "Enter", "Backspace")
    expect(said).to_contain_text("The last point is removed; 1 is left.")
    press(page, "Shift+ArrowRight", "Enter", "f")
    name = page.locator("[data-chosen]").get_by_label("Name")
    name.fill("Long wall")
    name.press("Enter")
    expect(name, "the field that was changed keeps the keyboard").to_be_focused()
    name.fill("Longer wall")
    name.press("Tab")
    expect(page.locator("[data-chosen]").get_by_label("Height, inches")).to_be_focused()
    expect(page.locator("[data-list]")).to_contain_text("Longer wall")
    page.locator("[data-list] summary").first.press("Enter")
    page.get_by_role("button", name="house-1").press("Enter")
    expect(page.get_by_role("button", name="house-1")).to_be_focused()
    expect(page.locator("[data-chosen]")).to_contain_text("house-1")
