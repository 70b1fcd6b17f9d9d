"""What has no place in a real browser: it stands in a box beside the map, and is put down by mouse, by finger and by keys."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import Battle
from tests.browser.conftest import seen_at
from tests.browser.test_the_muster import DESK, PATIENCE, PHONE, drag, force, middle, mustering, saved

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NOWHERE: dict[str, Any] = {
    "bodies": {
        "red-1st": {"side": "red", "arm": "infantry", "men": 30, "name": "1st Rifles", "commander": "1st Brigade"},
        "red-2nd": {"side": "red", "arm": "infantry", "men": 30, "name": "2nd Rifles", "commander": "1st Brigade"},
        "red-crew": {"side": "red", "arm": "artillery", "men": 6, "name": "Crew"},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "name": "Lancers"},
        "blue-1st": {"side": "blue", "arm": "infantry", "men": 30, "name": "Guards"},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-crew", "name": "No. 1 gun"}},
    "generals": {"red-general": {"side": "red", "name": "Sir John"}},
}


def trayed(page: Any, name: str) -> Any:
    """Something in the box of what has no place."""
    return page.locator("#muster-tray .musterkind label", has_text=name).first


def at(battle: Battle, group: str, thing: str) -> Any:
    """Where a thing stands, as it is kept."""
    return force(battle).get(group, {}).get(thing, {}).get("at")


@DESK
def test_what_has_no_place_is_dragged_singly_and_by_brigade_and_goes_by_keys(officers):
    battle, umpire = mustering(officers, NOWHERE)
    page = umpire.page
    expect(page.locator("#muster-tray label")).to_have_count(6)
    drag(page, middle(trayed(page, "1st Brigade")), seen_at(page, 60, 30))
    saved(page)
    first, second = at(battle, "bodies", "red-1st"), at(battle, "bodies", "red-2nd")
    assert first[0] < second[0] and first[1] == second[1] and abs((first[0] + second[0]) / 2 - 60) <= 2
    expect(page.locator("#muster-tray label")).to_have_count(3, timeout=PATIENCE)
    trayed(page, "No. 1 gun").click()
    page.mouse.click(*seen_at(page, 100, 24))
    saved(page)
    assert at(battle, "guns", "red-gun") and at(battle, "bodies", "red-crew")[1] < at(battle, "guns", "red-gun")[1]
    trayed(page, "Lancers").locator("input").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    saved(page)
    expect(page.locator('[data-marks] [data-thing="red-horse"]')).to_have_count(1, timeout=PATIENCE)
    expect(page.locator(".mustercross path")).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="All before the back line").click()
    saved(page)
    expect(page.locator("#muster-tray fieldset")).to_have_count(0, timeout=PATIENCE)
    assert at(battle, "generals", "red-general")
    page.locator("#muster-undo").click()
    expect(trayed(page, "Sir John")).to_be_visible(timeout=PATIENCE)
    page.locator("#muster-sides").get_by_text("Blue").click()
    expect(trayed(page, "Guards")).to_be_visible(timeout=PATIENCE)
    umpire.fits("the tray")


@PHONE
def test_on_a_phone_a_finger_puts_down_what_has_no_place(officers):
    battle, umpire = mustering(officers, NOWHERE, phone=True)
    page = umpire.page
    trayed(page, "2nd Rifles").tap()
    page.touchscreen.tap(*seen_at(page, 140, 60))
    saved(page)
    assert abs(at(battle, "bodies", "red-2nd")[0] - 140) <= 3
    umpire.fits("the tray on a phone")


@DESK
def test_ticks_are_of_the_side_that_is_shown_and_those_of_a_depot_of_the_country_stay(officers):
    """Ticks of Red went with those of Blue when the side was changed by a fault's line; the tick of *Depots* sprang back."""
    _, umpire = mustering(officers, NOWHERE)
    page = umpire.page
    depots = page.locator("#muster-table tbody", has_text="Crossways").locator("[name=whole]")
    depots.check()
    expect(page.locator('#muster-table tr[data-thing="red-crossways"] [name=things]')).to_be_checked()
    expect(depots).to_be_checked()
    page.locator("#muster-table thead [name=whole]").check()
    expect(page.locator("#muster-table [name=things]:checked")).to_have_count(7)
    page.locator(".musterfaults a[data-side=blue]").first.click()
    expect(page.locator("#h-oob")).to_contain_text("Blue", timeout=PATIENCE)
    expect(page.locator("#muster-table [name=things]:checked")).to_have_count(0)
    page.locator("#muster-table tbody", has_text="Guards").locator("[name=whole]").check()
    page.locator("#several-by").fill("5 5")
    page.locator("#muster-several").get_by_role("button", name="Duplicate").click()
    saved(page)
    page.locator("#muster-sides").get_by_text("Red").click()
    expect(page.locator("#h-oob")).to_contain_text("Red", timeout=PATIENCE)
    expect(page.locator("#muster-table tr[data-thing]")).to_have_count(7)
