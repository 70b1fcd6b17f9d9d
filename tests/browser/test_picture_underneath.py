"""A scan is sent, laid by two points and traced in a real browser; then it lies under the sheet of those for whom it is."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from campaigns.models import Country, Picture, Underlay
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.pictures.pictures import keep_picture
from campaigns.usecases.pictures.underlays import change_battle_picture, lay_picture
from tests.browser.test_drawing import point
from tests.campaigns import builders
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.usecases.test_countries import DRAWN

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

SCAN = {"name": "plan of red.png", "mimeType": "image/png", "buffer": encoded(a_scan(1440, 960))}


def on_picture(page, x, y):
    """A press on the picture, at a pixel."""
    svg = page.locator("[data-lay-picture] svg")
    svg.scroll_into_view_if_needed()
    box = svg.bounding_box()
    page.locator("[data-lay-picture] svg").click(position={"x": x / 1440 * box["width"], "y": y / 960 * box["height"]})


def on_map(page, x, y):
    """A press on the map beside it, at a place in inches."""
    page.locator("#layform figure.plan").scroll_into_view_if_needed()
    at = page.locator("#layform figure.plan svg[data-unit]").evaluate(
        """(svg, [x, y]) => { const [a, b] = svg.closest("figure").map.units([x, y]);
        const on = new DOMPoint(a, b).matrixTransform(svg.getScreenCTM()); return [on.x, on.y]; }""",
        [x, y],
    )
    page.mouse.click(*at)


def is_drawn(page, selector="svg .underlay image"):
    """Whether the picture has come, and lies on the map."""
    image = page.locator(selector).first
    image.wait_for(state="attached", timeout=10_000)
    return image.evaluate(
        """(one) => new Promise((told) => { const test = new Image(); test.onload = () => told(test.naturalWidth > 0
        && one.getBoundingClientRect().width > 50); test.onerror = () => told(false); test.src = one.href.baseVal; })"""
    )


def test_a_scan_is_sent_laid_by_two_points_and_traced(officers):
    cast = builders.a_cast()
    country = create_country(by=cast.umpire, name="The vale", data={"size": [288, 192]}, now=builders.NOON)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/countries/{country.public_id}/picture/")
    umpire.fits("country-picture")
    page.get_by_label("The file").set_input_files(SCAN)
    page.get_by_role("button", name="Send the picture").click()
    umpire.reads("lies under the country")
    umpire.fits("country-picture")
    assert is_drawn(page, "#layform figure.plan .underlay image")
    on_picture(page, 144, 816)
    umpire.reads("Point 1: now press the same place on the map.")
    on_map(page, 24, 24)
    umpire.reads("Point 2: press it on the picture.")
    on_picture(page, 1296, 816)
    on_map(page, 264, 24)
    umpire.reads("All points are set.")
    page.get_by_role("button", name="Preview").click()
    umpire.reads("a preview, not saved")
    page.get_by_role("button", name="Lay the picture").click()
    umpire.reads("The picture is laid.")
    ((first, there), (other, here)) = Underlay.objects.get().placing["pairs"]
    assert abs(first[0] - 144) < 8 and abs(other[1] - 816) < 8
    assert abs(there[0] - 24) < 2 and abs(here[0] - 264) < 2
    page.get_by_role("link", name="Trace it in the map editor").click()
    page.get_by_role("button", name="River", exact=True).click()
    assert is_drawn(page, "[data-canvas] .underlay image")
    page.get_by_label("Width of the river, inches").fill("8")
    page.get_by_label("Smooth curves").check()
    for x, y in ((20, 76), (115, 96), (260, 60)):
        point(page, x, y)
    page.get_by_role("button", name="Finish the line").click()
    page.get_by_text("1 feature added").first.wait_for(state="attached", timeout=20_000)
    page.get_by_role("button", name="Contour", exact=True).click()
    page.get_by_label("Smooth curves").uncheck()
    for x, y in ((150, 110), (250, 110), (250, 180), (150, 180), (150, 110)):
        point(page, x, y)
    page.get_by_text("More heights from it").click()
    page.get_by_role("button", name="Draw them inside").click()
    page.get_by_text("3 features added").first.wait_for(state="attached", timeout=20_000)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    umpire.fits("country-draw")
    page.get_by_role("button", name="Save", exact=True).click()
    umpire.reads("The country is saved.")
    assert is_drawn(page)
    data = Country.objects.get(pk=country.pk).data
    assert len(data["water"]["water-1"]["outline"]) > 20
    assert sorted(one["height"] for one in data["contours"].values()) == [6, 12, 18, 24]


def test_the_scale_bar_of_a_scan_gives_its_scale(officers):
    cast = builders.a_cast()
    country = create_country(by=cast.umpire, name="The vale", data={"size": [288, 192]}, now=builders.NOON)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/countries/{country.public_id}/picture/")
    page.get_by_label("The file").set_input_files(SCAN)
    page.get_by_role("button", name="Send the picture").click()
    umpire.reads("lies under the country")
    page.get_by_role("button", name="Press its ends").click()
    umpire.reads("Press both ends of the scale bar")
    on_picture(page, 144, 816)
    on_picture(page, 432, 816)
    page.get_by_label("Or measure its scale bar").fill("2")
    umpire.fits("country-picture-scale")
    pixels = float(page.get_by_label("Pixels to the inch of the map").input_value())
    assert abs(pixels - 12) < 0.5
    page.get_by_role("button", name="Lay the picture").click()
    umpire.reads("The picture is laid.")
    assert abs(Fraction(Underlay.objects.get().placing["pixels"]) - 12) < Fraction(1, 2)


def test_it_lies_under_the_sheet_of_a_commander_unless_it_is_the_umpires_alone(officers):
    cast = builders.a_cast()
    country = create_country(by=cast.umpire, name="The vale", data=DRAWN, now=builders.NOON)
    picture = keep_picture(by=cast.umpire, sent=SCAN["buffer"], now=builders.NOON)
    lay_picture(by=cast.umpire, country=country.public_id, picture=picture.public_id, now=builders.NOON)
    campaign = builders.a_campaign(cast, options={"two_stage_move": False})
    battle = open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="The vale",
        start=builders.START,
        country=country.public_id,
        now=builders.NOON,
    ).public_id
    start_battle(by=cast.umpire, battle=battle, now=builders.NOON)
    general = officers(cast.red_general)
    page = general.page
    general.opens(f"/b/{battle}/sheet/")
    assert is_drawn(page)
    page.locator("[data-map-bar] [data-lay=picture]").uncheck()
    assert page.locator(".underlay").first.evaluate("(one) => getComputedStyle(one).display") == "none"
    page.locator("[data-map-bar] [data-lay=picture]").check()
    page.emulate_media(color_scheme="dark")
    assert "invert" in page.locator(".underlay image").first.evaluate("(one) => getComputedStyle(one).filter")
    page.emulate_media(color_scheme="light")
    general.fits("sheet")
    change_battle_picture(by=cast.umpire, battle=battle, strength=50, audience="umpire", now=builders.NOON)
    page.reload()
    expect(page.locator(".underlay")).to_have_count(0)
    expect(page.locator("[data-lay=picture]")).to_have_count(0)
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle}/desk/")
    assert is_drawn(umpire.page) and Picture.objects.count() == 1
    umpire.opens(f"/b/{battle}/picture/")
    umpire.fits("battle-picture")


def test_how_it_is_laid_is_chosen_above_the_picture_and_a_press_beside_the_corner_is_the_corner(officers):
    cast = builders.a_cast()
    country = create_country(by=cast.umpire, name="The vale", data={"size": [288, 192]}, now=builders.NOON)
    picture = keep_picture(by=cast.umpire, sent=SCAN["buffer"], now=builders.NOON)
    lay_picture(by=cast.umpire, country=country.public_id, picture=picture.public_id, now=builders.NOON)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/countries/{country.public_id}/picture/")
    choice, scan = page.get_by_label("By two points"), page.locator("[data-lay-picture]")
    assert choice.bounding_box()["y"] < scan.bounding_box()["y"]
    choice.check()
    on_picture(page, 2, 957)
    on_map(page, 0.3125, 191.5)
    typed = {key: page.locator(f"[name={key}]").input_value() for key in ("px1", "py1", "x1", "y1")}
    assert typed == {"px1": "0", "py1": "960", "x1": "0", "y1": "192"}
    on_picture(page, 700, 480)
    on_map(page, 140, 96)
    expect(page.locator("[name=px2]"), "far from an edge it is as it was pressed").not_to_have_value(
        re.compile("^(0|1440)$")
    )
    page.get_by_role("button", name="Lay the picture").click()
    told = page.get_by_text("The picture is laid.")
    expect(told).to_be_in_viewport(ratio=1, timeout=20_000)
