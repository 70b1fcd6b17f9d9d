"""A campaign by page in a real browser: a preset, settings, an objective pressed on the map, look over, begin, back, delete."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from campaigns.models import Battle, Campaign
from campaigns.usecases.campaigns.preparation import open_battle
from tests.browser.conftest import WIDTHS
from tests.browser.test_every_page import LEAN, LEAST, SMALL_TARGETS
from tests.campaigns import builders
from tests.campaigns.usecases.test_objectives import placed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
BOTH = pytest.mark.parametrize("officers", WIDTHS, indirect=True)


def checked(officer: Any) -> None:
    """Nothing overflows, every target is big enough, and axe finds nothing."""
    page = officer.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    assert page.evaluate(SMALL_TARGETS, LEAST) == [], page.url
    found = Axe().run(page, options=LEAN).response["violations"]
    assert [one["id"] for one in found] == [], (page.url, found)
    assert officer.faults == []


def pressed(page: Any, x: float, y: float) -> None:
    """A press on the map at a place in inches."""
    map_at = """async (svg, [x, y]) => { const map = svg.closest("figure").map, [a, b] = map.units([x, y]);
        const on = new DOMPoint(a, b).matrixTransform(svg.getScreenCTM()); return [on.x, on.y]; }"""
    drawn = page.locator("figure.plan svg[data-unit]")
    drawn.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    page.mouse.click(*drawn.evaluate(map_at, [x, y]))


@BOTH
def test_a_campaign_is_filled_by_a_preset_and_changed_with_what_was_typed_kept(officers):
    cast = builders.a_cast()
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens("/c/new/")
    page.get_by_label("Name of the campaign").fill("By mail")
    button = page.get_by_role("button", name="By mail on a map")
    button.scroll_into_view_if_needed()
    before = (button.bounding_box() or {})["y"]
    button.click()
    expect(page.locator("#filled")).to_be_focused(timeout=PATIENCE)
    expect(page.locator("#filled")).to_contain_text("Filled in: By mail on a map")
    assert abs((button.bounding_box() or {})["y"] - before) < 2, "the reader stays where they pressed"
    expect(page.get_by_label("Name of the campaign")).to_have_value("By mail")
    checked(umpire)
    page.get_by_role("button", name="Create the campaign").last.click()
    expect(page.locator("h1")).to_have_text("By mail", timeout=PATIENCE)
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Time (for a deadline)").fill("19:30")
    page.locator("summary", has_text="names and briefings").click()
    page.get_by_label("Briefing, only for Red").fill("Hold the bridge.")
    checked(umpire)
    page.get_by_role("button", name="Save the settings").last.click()
    expect(page.locator("h1")).to_have_text("By mail", timeout=PATIENCE)
    made = Campaign.objects.get(name="By mail")
    assert (made.clock_mode, made.deadline_time.isoformat("minutes"), made.extension_cap_minutes) == (
        "deadline",
        "19:30",
        10080,
    )
    assert made.sides.get(key="red").briefing == "Hold the bridge."


@BOTH
def test_a_place_is_pressed_the_battle_looked_over_begun_taken_back_and_another_deleted(officers):
    cast = builders.a_cast()
    campaign = builders.a_campaign(cast)
    start = {**placed(), "country": {"size": [192, 144]}}
    given = {"by": cast.umpire, "campaign": campaign.public_id, "start": start, "now": builders.NOON}
    battle = open_battle(name="The bridge", **given)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/b/{battle.public_id}/objectives/")
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    pressed(page, 120, 40)
    expect(page.get_by_label("Place (inches east, north)")).to_have_value(
        re.compile(r"1\d\d.*, [34]\d"), timeout=PATIENCE
    )
    on_the_mark = """svg => { const map = svg.closest("figure").map, on = svg.querySelector("[data-spot] > g"),
        [x, y] = map.inches(map.place_of(on).split(" ").map(Number)); return [x, y].map((one) => Math.round(one)); }"""
    east, north = page.locator("figure.plan svg[data-unit]").evaluate(on_the_mark)
    assert abs(east - 120) <= 1 and abs(north - 40) <= 1, "it is marked where it was pressed"
    page.get_by_label("Name of the place").fill("the bridge")
    page.get_by_label("At the end of move").fill("4")
    checked(umpire)
    page.get_by_role("button", name="Set the objective").click()
    expect(page.get_by_text("The objective is set.")).to_be_visible(timeout=PATIENCE)
    (kept,) = Battle.objects.get(pk=battle.pk).objectives
    assert abs(kept["at"][0] - 120) <= 2 and abs(kept["at"][1] - 40) <= 2 and kept["move"] == 4
    expect(page.locator("figure.plan .aims text")).to_have_text("the bridge")
    page.get_by_role("link", name="Look over").click()
    expect(page.get_by_role("heading", name="What each side reads")).to_be_visible(timeout=PATIENCE)
    checked(umpire)
    page.get_by_label("Begin all the same").check()
    page.get_by_role("button", name="Begin the battle").click()
    expect(page).to_have_url(re.compile("/desk/$"), timeout=PATIENCE)
    umpire.opens(f"/c/{campaign.public_id}/")
    page.get_by_role("link", name="Back to preparation").click()
    expect(page.get_by_role("button", name="Take the beginning back")).to_be_visible(timeout=PATIENCE)
    checked(umpire)
    page.get_by_role("button", name="Take the beginning back").click()
    expect(page.get_by_text("The battle is back in preparation.")).to_be_visible(timeout=PATIENCE)
    assert Battle.objects.get(pk=battle.pk).status == "preparing"
    hill = open_battle(name="The hill", **given)
    umpire.opens(f"/b/{hill.public_id}/delete/")
    checked(umpire)
    page.get_by_role("button", name="Delete for ever").click()
    expect(page.get_by_text("The hill is deleted.")).to_be_visible(timeout=PATIENCE)
    assert not Battle.objects.filter(pk=hill.pk).exists()
    assert umpire.faults == []


def test_a_place_of_an_objective_is_chosen_with_the_keyboard_alone_and_lies_on_the_floor(officers):
    cast = builders.a_cast()
    campaign = builders.a_campaign(cast)
    start = {**placed(), "country": {"size": [192, 144]}}
    battle = open_battle(name="The bridge", by=cast.umpire, campaign=campaign.public_id, start=start, now=builders.NOON)
    page = officers(cast.umpire).page
    page.goto(f"{page.url.rstrip('/')}/b/{battle.public_id}/objectives/")
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    field, said = page.get_by_label("Place (inches east, north)"), page.locator("figure.plan [role=status].crosssays")
    page.locator("[data-map-bar] button").last.focus()
    page.keyboard.press("Tab")
    expect(said).to_contain_text("m puts a cross on the map")
    page.keyboard.press("m")
    expect(page.locator(".mapcross")).to_be_visible()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("192 in. east, 0 in. north.")
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    expect(field).to_have_value("192, 1")
    expect(said).to_have_text("Chosen: 192 in. east, 1 in. north.")
    expect(page.locator("[data-spot]")).to_be_visible()
    page.keyboard.press("m")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    expect(page.locator(".mapcross")).to_have_count(0)
    expect(field).to_have_value("192, 1")
    page.keyboard.press("ArrowRight")
    page.locator("[data-marks] [data-thing]").first.focus()
    page.keyboard.press("Enter")
    expect(field, "Enter on a block is its place").not_to_have_value("192, 1")
    east, north = (float(one) for one in field.input_value().split(","))
    assert 0 <= east <= 192 and 0 <= north <= 144
