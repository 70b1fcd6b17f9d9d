"""The muster in a real browser: forces are put down by mouse, by finger and by keys alone, written in the table, and taken back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from campaigns.models import Battle, MusterDraft
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.campaigns.sample import VALE, built_in_country, load_countries, read_sample
from campaigns.usecases.messages.injects import Planned, prepare_inject
from tests.browser.conftest import seen_at
from tests.browser.test_every_page import LEAST, SMALL_TARGETS
from tests.campaigns import builders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
DESK = pytest.mark.parametrize("officers", [1440], indirect=True)
PHONE = pytest.mark.parametrize("officers", [360], indirect=True)


def mustering(officers: Any, start: dict[str, Any] | None = None, **more: Any) -> tuple[Battle, Any]:
    """An umpire at the muster of an empty battle on the Vale."""
    cast = builders.a_cast()
    campaign = builders.a_campaign(cast)
    load_countries(now=builders.NOON)
    country = built_in_country(read_sample(VALE)["country"])
    begin = start or {"bodies": {}}
    battle = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="The Vale", start=begin, country=country, now=builders.NOON
    )
    umpire = officers(cast.umpire, **more)
    umpire.opens(f"/b/{battle.public_id}/muster/")
    expect(umpire.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    return battle, umpire


def force(battle: Battle) -> dict[str, Any]:
    """What is kept of the force."""
    row = MusterDraft.objects.filter(battle=battle).first()
    return row.start if row else {}


def saved(page: Any) -> None:
    """Everything that was done is kept."""
    expect(page.locator("#muster-saved")).to_have_text("Saved", timeout=PATIENCE)


def kind(page: Any, template: str) -> Any:
    """An entry of the palette."""
    return page.locator(f".musterkind label:has([value={template}])")


def drag(page: Any, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse."""
    page.mouse.move(*begin)
    page.mouse.down()
    page.mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(where: Any) -> tuple[float, float]:
    box = where.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def the_only(battle: Battle, group: str) -> tuple[str, dict[str, Any]]:
    (found,) = force(battle)[group].items()
    return found


def rows(page: Any) -> Any:
    """The rows of the table, without those of the country, of which Red has a depot."""
    return page.locator('#muster-table tr[data-thing]:not([data-thing="red-crossways"])')


@DESK
def test_an_umpire_drags_presses_renames_doubles_mirrors_and_takes_it_back(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    drag(page, middle(kind(page, "battalion")), seen_at(page, 60, 24))
    expect(rows(page)).to_have_count(1, timeout=PATIENCE)
    battalion, state = the_only(battle, "bodies")
    assert abs(state["at"][0] - 60) <= 1 and abs(state["at"][1] - 24) <= 1
    kind(page, "gun").click()
    page.mouse.click(*seen_at(page, 100, 24))
    expect(rows(page)).to_have_count(3, timeout=PATIENCE)
    gun, _ = the_only(battle, "guns")
    expect(page.locator("#muster-chosen [data-thing]")).to_have_attribute("data-thing", gun)
    page.keyboard.press("Escape")
    page.locator("#v-name").fill("No. 1 gun")
    page.locator("#v-name").press("Enter")
    expect(rows(page).filter(has_text="No. 1 gun").first).to_be_visible(timeout=PATIENCE)
    # The battalion is dragged on, and its place is kept at once.
    drag(page, seen_at(page, *state["at"]), seen_at(page, 60, 40))
    saved(page)
    assert abs(force(battle)["bodies"][battalion]["at"][1] - 40) <= 1
    # A value is written in the table; what is typed elsewhere stays.
    page.locator("#several-brigade").fill("1st Bri")
    cell = page.locator(f'tr[data-thing="{battalion}"] [data-k="v-men"]')
    cell.click()
    page.keyboard.type("45")
    page.keyboard.press("Enter")
    saved(page)
    expect(cell).to_have_text("45", timeout=PATIENCE)
    assert force(battle)["bodies"][battalion]["men"] == 45
    expect(page.locator("#several-brigade")).to_have_value("1st Bri")
    block = page.locator(f'[data-marks] [data-thing="{battalion}"]')
    block.click()
    expect(page.locator("#muster-chosen h2")).to_contain_text("45", timeout=PATIENCE)
    page.locator("#muster-save").get_by_role("button", name="Duplicate").click()
    expect(rows(page)).to_have_count(4, timeout=PATIENCE)
    page.locator("#muster-save").get_by_role("button", name="Mirror this one").click()
    saved(page)
    assert [one["side"] for one in force(battle)["bodies"].values() if one["arm"] == "infantry"].count("blue") == 1
    page.keyboard.press("Control+z")
    saved(page)
    expect(page.locator("#muster-redo")).to_be_enabled(timeout=PATIENCE)
    assert not [one for one in force(battle)["bodies"].values() if one["side"] == "blue"]
    page.locator("#muster-redo").click()
    expect(page.locator("#muster-redo")).to_be_disabled(timeout=PATIENCE)
    assert [one for one in force(battle)["bodies"].values() if one["side"] == "blue"]
    page.locator("#muster-sides").get_by_text("Blue").click()
    expect(page.locator("#h-oob")).to_contain_text("Blue", timeout=PATIENCE)


@DESK
def test_what_stands_in_the_river_has_its_mark_and_its_line(officers):
    _, umpire = mustering(officers)
    page = umpire.page
    kind(page, "battalion").click()
    page.mouse.click(*seen_at(page, 30, 90))
    mark = page.locator("[data-faults] a").first
    expect(mark).to_be_attached(timeout=PATIENCE)
    line = page.locator(".musterfaults li", has_text="water")
    expect(line.first).to_be_visible()
    mark.click()
    expect(page.locator(".maptell")).to_contain_text("water", timeout=PATIENCE)
    page.locator(".musterfaults a[data-shows]").first.click()
    expect(page.locator("#muster-chosen .musterfault").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert not found.response["violations"], found.generate_report()


@DESK
def test_several_are_framed_and_go_together_into_a_brigade_and_elsewhere(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    kind(page, "company").click()
    page.locator(".musterplace summary").click()
    page.locator("#put-name").fill("1st Rifles")
    for number, east in enumerate((60, 80, 100), 2):
        page.mouse.click(*seen_at(page, east, 24))
        expect(page.locator("#put-name")).to_have_value(re.compile(rf"^{number}.. Rifles"), timeout=PATIENCE)
    expect(rows(page)).to_have_count(3, timeout=PATIENCE)
    page.keyboard.press("Escape")
    page.keyboard.down("Shift")
    drag(page, seen_at(page, 50, 40), seen_at(page, 90, 12))
    page.keyboard.up("Shift")
    expect(page.locator("#muster-table [name=things]:checked")).to_have_count(2)
    page.locator("#several-brigade").fill("1st Brigade")
    page.get_by_role("button", name="Put into it").click()
    expect(page.locator(".mustergroup").first).to_contain_text("1st Brigade", timeout=PATIENCE)
    before = {thing: one["at"] for thing, one in force(battle)["bodies"].items()}
    first = next(thing for thing, one in force(battle)["bodies"].items() if one.get("commander"))
    drag(page, seen_at(page, *before[first]), seen_at(page, before[first][0], before[first][1] + 12))
    saved(page)
    moved = [thing for thing, one in force(battle)["bodies"].items() if one["at"] != before[thing]]
    assert len(moved) == 2
    page.keyboard.press("Delete")
    expect(rows(page)).to_have_count(1, timeout=PATIENCE)


@DESK
def test_a_force_is_put_down_moved_turned_and_written_by_the_keys_alone(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    page.locator("[name=template][value=battalion]").focus()
    page.keyboard.press("Space")
    page.locator("#plan .pan").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".mustercross")).to_be_attached()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(1, timeout=PATIENCE)
    thing, state = the_only(battle, "bodies")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    saved(page)
    now = force(battle)["bodies"][thing]
    assert now["at"] == [state["at"][0] + 13, state["at"][1]]
    page.keyboard.press("]")
    expect(page.locator("#v-facing")).to_have_value("15", timeout=PATIENCE)
    cell = page.locator(f'tr[data-thing="{thing}"] [data-k="v-men"]')
    cell.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("33")
    page.keyboard.press("Tab")
    saved(page)
    expect(page.locator(f'tr[data-thing="{thing}"] [data-k="v-formation"]')).to_be_focused(timeout=PATIENCE)
    assert force(battle)["bodies"][thing]["men"] == 33
    page.keyboard.press("Control+z")
    saved(page)
    expect(cell).not_to_have_text("33", timeout=PATIENCE)


@PHONE
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_force_is_put_down_on_a_phone_by_two_presses_and_nothing_is_too_wide(officers, language):
    battle, umpire = mustering(officers, phone=True)
    page = umpire.page
    if language == "de":
        page.context.set_extra_http_headers({"Accept-Language": "de"})
        page.reload()
        expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    kind(page, "battalion").tap()
    x, y = seen_at(page, 140, 60)
    page.touchscreen.tap(x, y)
    expect(page.locator("#muster-chosen [data-thing]")).to_be_visible(timeout=PATIENCE)
    assert len(force(battle)["bodies"]) == 1
    umpire.fits("muster")
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()


@DESK
def test_ten_rows_of_a_spreadsheet_are_pasted_looked_at_and_put_down(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    rows_of = "\n".join(f"1st Brigade\t{at + 1}. Fusiliers\tinfantry\t{30 + at}\t{20 + 24 * at} 20" for at in range(10))
    page.get_by_role("link", name="Paste or choose a file").click()
    page.get_by_label("The table").fill("Brigade\tName\tWhat\tMen\tPlace\n" + rows_of.replace("\t32\t", "\tmany\t"))
    page.get_by_role("button", name="Look at it").click()
    umpire.reads("Line 4")
    page.get_by_label("The table").fill("Brigade\tName\tWhat\tMen\tPlace\n" + rows_of)
    page.get_by_role("button", name="Look at it").click()
    umpire.reads("10 things would be put down")
    umpire.fits("muster-table")
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(rows(page)).to_have_count(10, timeout=PATIENCE)
    expect(page.locator(".mustergroup").first).to_contain_text("345 men")
    assert len(force(battle)["bodies"]) == 10


@PHONE
def test_what_was_pasted_is_back_after_a_look_and_gone_once_it_is_put_down(officers):
    """Back by the browser and by the link; in German; nothing is put down before what goes has been shown."""
    battle, umpire = mustering(officers)
    page, pasted = umpire.page, "Name\tWas\tMann\n1. Füsiliere\tBataillon\t33"
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    umpire.opens(f"/b/{battle.public_id}/muster/table/?side=red")
    area = page.locator("#m-table")
    area.fill(pasted)
    page.locator("button[value=look]").click()
    expect(page.locator("#found")).to_contain_text("1. Füsiliere", timeout=PATIENCE)
    page.go_back()
    expect(area).to_have_value(pasted, timeout=PATIENCE)
    page.locator("button[value=look]").click()
    expect(page.locator("#found")).to_contain_text("1. Füsiliere", timeout=PATIENCE)
    page.get_by_role("link", name="Zurück zur Musterung").click()
    umpire.opens(f"/b/{battle.public_id}/muster/table/?side=red")
    expect(area).to_have_value(pasted, timeout=PATIENCE)
    page.locator("button[value=look]").click()
    page.locator("button[value=add]").click(timeout=PATIENCE)
    expect(page.locator("#muster-table")).to_contain_text("1. Füsiliere", timeout=PATIENCE)
    umpire.opens(f"/b/{battle.public_id}/muster/table/?side=red")
    expect(area).to_have_value("", timeout=PATIENCE)
    area.fill("Name\tWas\tMann\nHusaren\tSchwadron\t20")
    page.locator("button[value=look]").click()
    page.locator("button[value=look-instead]").click(timeout=PATIENCE)
    expect(page.locator("#found")).to_contain_text(
        "1 × Infanterie: 1. Füsiliere. Die Tabelle hat keine.", timeout=PATIENCE
    )
    assert [one["name"] for one in force(battle)["bodies"].values()] == ["1. Füsiliere"]
    umpire.fits("muster-table")
    page.locator("button[value=replace]").click()
    expect(page.locator("#muster-table")).to_contain_text("Husaren", timeout=PATIENCE)
    assert [one["name"] for one in force(battle)["bodies"].values()] == ["Husaren"]


@DESK
def test_a_second_umpire_sees_what_the_first_has_done_and_overwrites_nothing(officers):
    battle, first = mustering(officers)
    cast = builders.a_cast()
    builders.a_post(battle.campaign, cast, "umpire", "", "", cast.bystander)
    kind(first.page, "battalion").click()
    first.page.mouse.click(*seen_at(first.page, 60, 24))
    saved(first.page)
    thing, _ = the_only(battle, "bodies")
    second = officers(cast.bystander)
    second.opens(f"/b/{battle.public_id}/muster/?side=red&thing={thing}")
    expect(second.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    first.page.locator("#v-men").fill("40")
    first.page.locator("#v-men").press("Enter")
    expect(first.page.locator("#muster-chosen h2")).to_contain_text("40", timeout=PATIENCE)
    second.page.locator("#v-name").fill("The Guards")
    second.page.locator("#v-men").fill("41")
    second.page.locator("#v-men").press("Enter")
    expect(second.page.locator("#muster-says")).to_contain_text("Nothing was overwritten", timeout=PATIENCE)
    expect(second.page.locator("#v-men")).to_have_value("41")
    expect(second.page.locator("#v-name")).to_have_value("The Guards")
    expect(rows(second.page).first).to_contain_text("40")
    second.page.locator("#v-men").press("Enter")
    saved(second.page)
    first.page.locator("#put-at").evaluate("one => { one.value = '12 34'; }")
    first.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(rows(first.page).first).to_contain_text("The Guards", timeout=PATIENCE)
    expect(first.page.locator("#put-at")).to_have_value("12 34")
    assert (force(battle)["bodies"][thing]["men"], force(battle)["bodies"][thing]["name"]) == (41, "The Guards")


@PHONE
def test_long_names_fit_on_a_phone_and_every_target_is_large_enough(officers):
    name = "The 1st Battalion of Her Late Majesty’s Own Royal Downland and Coast Fusiliers"
    bodies = {
        f"{side}-{at}": {
            "side": side, "arm": "infantry", "men": 40, "name": f"{name} {at}", "at": [30 + 30 * at, 30 if side == "red" else 160],
            "commander": "The Brigade of the Guards and of the Household Troops", "facing": 0,
        }
        for at in range(6) for side in ("red", "blue")
    }  # fmt: skip
    _, umpire = mustering(officers, {"bodies": bodies}, phone=True)
    page = umpire.page
    page.locator('#muster-table tr[data-thing="red-2"] th a').tap()
    expect(page.locator("#muster-chosen [data-thing]")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("scrollY") == 0, "the sheet is moved, and not the page"
    umpire.fits("muster")
    small = page.evaluate(SMALL_TARGETS, LEAST)
    assert not small, small
    page.locator("#muster-order").scroll_into_view_if_needed()
    page.locator("#muster-table").evaluate("one => one.scrollIntoView()")


def test_a_general_drags_his_own_force_on_his_own_ground_and_is_ready(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    kind(page, "gun").click()
    page.mouse.click(*seen_at(page, 150, 48))
    saved(page)
    page.locator("#muster-curtain summary").click()
    page.get_by_role("button", name="Hand it over").click()
    expect(page.locator("#muster-curtain .stamp")).to_have_text("at work", timeout=PATIENCE)
    umpire.fits("muster")
    gun, state = the_only(battle, "guns")
    general = officers(builders.a_cast().red_general)
    general.opens(f"/b/{battle.public_id}/")
    own = general.page
    expect(own.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    own.locator(f'[id="{gun}-facing"]').fill("30")
    drag(own, seen_at(own, *state["at"]), seen_at(own, state["at"][0] + 24, state["at"][1]))
    expect(own.locator(f'[id="{gun}-at"]')).not_to_have_value(" ".join(map(str, state["at"])), timeout=PATIENCE)
    crew = force(battle)["guns"][gun]["crew"]
    assert abs(force(battle)["guns"][gun]["at"][0] - state["at"][0] - 24) <= 2
    assert force(battle)["bodies"][crew]["at"][0] == force(battle)["guns"][gun]["at"][0]
    expect(own.locator(f'[id="{gun}-facing"]')).to_have_value("30")
    own.locator(f'[id="{gun}-at"]').fill("150 110")
    own.get_by_role("button", name="Save", exact=True).click()
    general.reads("outside your ground")
    expect(own.locator(f'[id="{gun}-at"]')).to_have_value("150 110")
    found = Axe().run(own)
    assert not found.response["violations"], found.generate_report()
    general.fits("own")
    assert not own.evaluate(SMALL_TARGETS, LEAST)
    own.locator(f'[id="{gun}-at"]').fill("150 60")
    own.locator(f'[id="{gun}-facing"]').fill("NE")
    own.get_by_role("button", name="Save", exact=True).click()
    expect(own.locator(f'[id="{gun}-facing"]')).to_have_value("45", timeout=PATIENCE)
    own.get_by_role("button", name="My force stands: I am ready").click()
    general.reads("You are ready")


@DESK
def test_the_empty_side_is_mirrored_its_line_is_its_own_and_a_brigade_is_ticked_at_once(officers):
    foot = {"side": "red", "arm": "infantry", "men": 20, "commander": "1st Brigade"}
    bodies = {f"red-{n}": {**foot, "name": f"{n}. Rifles", "at": [40 * n, 24]} for n in (1, 2)}
    bodies |= {"red-3": {**foot, "name": "The Greys", "commander": "2nd Brigade", "at": [160, 24]}}
    battle, umpire = mustering(officers, {"bodies": bodies})
    page = umpire.page
    page.locator("#muster-sides a[data-side=blue]").click()
    expect(page.locator("#muster-curtain summary")).to_contain_text("Blue puts its own force down", timeout=PATIENCE)
    page.get_by_role("button", name="Mirror all of Red").click()
    expect(page.locator("#muster-table")).to_contain_text("The Greys (Blue)", timeout=PATIENCE)
    page.get_by_label("Tick all of 1st Brigade").check()
    ticked = page.locator("#muster-table [name=things]:checked")
    expect(ticked).to_have_count(2)
    expect(page.get_by_label("Tick all", exact=True)).not_to_be_checked()
    page.get_by_label("Tick all", exact=True).check()
    expect(ticked).to_have_count(3)
    expect(page.get_by_label("Tick all of 2nd Brigade")).to_be_checked()
    page.get_by_label("The Greys (Blue)").first.uncheck()
    expect(page.get_by_label("Tick all", exact=True)).not_to_be_checked()
    page.locator("#muster-several").get_by_role("button", name="Remove").click()
    rows = page.locator("#muster-table tr[data-thing]:not([data-fixed])")
    expect(rows).to_have_count(1, timeout=PATIENCE)
    saved(page)
    assert sorted(one["side"] for one in force(battle)["bodies"].values()) == ["blue", "red", "red", "red"]


@DESK
def test_enter_in_a_field_presses_the_button_beside_it(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    kind(page, "battalion").click()
    page.mouse.click(*seen_at(page, 60, 24))
    saved(page)
    expect(rows(page)).to_have_count(1, timeout=PATIENCE)
    page.keyboard.press("Escape")
    rows(page).locator("input[type=checkbox]").check()
    page.locator("#several-brigade").fill("1st Brigade")
    page.locator("#several-brigade").press("Enter")
    expect(page.locator(".mustergroup").filter(has_text="1st Brigade")).to_be_visible(timeout=PATIENCE)
    assert [one["commander"] for one in force(battle)["bodies"].values()] == ["1st Brigade"]


@DESK
def test_in_a_field_typing_is_undone_and_outside_of_it_a_step(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    kind(page, "battalion").click()
    page.mouse.click(*seen_at(page, 60, 24))
    expect(rows(page)).to_have_count(1, timeout=PATIENCE)
    page.keyboard.press("Escape")
    name = page.locator("#v-name")
    was = name.input_value()
    name.press("End")
    name.press_sequentially(" of Foot")
    name.press("Control+z")
    expect(name).not_to_have_value(f"{was} of Foot")
    name.press("Control+Shift+z")
    expect(name).to_have_value(f"{was} of Foot")
    cell = page.locator('#muster-table tr[data-thing] [data-k="v-men"]').first
    men = cell.text_content()
    cell.click()
    page.keyboard.type("45")
    page.keyboard.press("Control+z")
    expect(page.locator(".cell")).not_to_have_value("45")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator(".cell")).to_have_value("45")
    expect(rows(page)).to_have_count(1)
    page.keyboard.press("Enter")
    saved(page)
    expect(cell).to_have_text("45", timeout=PATIENCE)
    page.keyboard.press("Control+z")
    expect(cell).to_have_text(men, timeout=PATIENCE)
    page.keyboard.press("Control+Shift+z")
    expect(cell).to_have_text("45", timeout=PATIENCE)
    page.locator("#plan .pan").focus()
    page.keyboard.press("Control+z")
    expect(cell).to_have_text(men, timeout=PATIENCE)
    saved(page)
    assert len(force(battle)["bodies"]) == 1


@DESK
def test_enter_in_the_palette_brings_a_cross_to_the_map_and_never_puts_down_at_once(officers):
    battle, umpire = mustering(officers)
    page, hint = umpire.page, umpire.page.locator("#muster-hint")
    page.locator("[name=template][value=battalion]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#plan .pan")).to_be_focused()
    expect(page.locator(".mustercross")).to_be_attached()
    expect(hint).to_contain_text("attalion: arrow keys move the cross by a foot, with Shift by an inch")
    assert not force(battle)
    begins = re.search(r"(\d+) in\. east, (\d+) in\. north", hint.text_content())
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(1, timeout=PATIENCE)
    expect(hint).to_contain_text("attalion: put down. Move the cross for the next one")
    _, state = the_only(battle, "bodies")
    assert state["at"] == [int(begins[1]) + 1, int(begins[2]) - 12]
    page.keyboard.press("Escape")
    expect(page.locator(".mustercross")).to_have_count(0)
    expect(page.locator("#plan .pan")).to_be_focused()
    # A place that is typed is the place.
    page.locator("[name=template][value=battalion]").check(force=True)
    page.locator(".musterplace summary").click()
    page.locator("#put-at").fill("30 20")
    page.locator("#put-at").press("Enter")
    expect(rows(page)).to_have_count(2, timeout=PATIENCE)
    assert [30, 20] in [one["at"] for one in force(battle)["bodies"].values()]


def front_of(battle: Battle, thing: str) -> int:
    return force(battle)["bodies"][thing].get("facing", 0)


def handle(page: Any) -> tuple[float, float]:
    return middle(page.locator(".musterturner .grip"))


@pytest.mark.parametrize("officers", [1440, 360], indirect=True)
def test_a_block_is_turned_by_its_handle_to_the_degree_and_taken_back(officers):
    bodies = {"red-1": {"side": "red", "arm": "infantry", "men": 40, "name": "A", "at": [144, 96], "facing": 0}}
    battle, umpire = mustering(officers, {"bodies": bodies})
    page = umpire.page
    expect(page.locator(".musterturner")).to_have_count(0)
    page.locator('[data-marks] [data-thing="red-1"]').click()
    expect(page.locator(".musterturner .grip")).to_be_visible(timeout=PATIENCE)
    box = page.locator(".musterturner .hit").bounding_box()
    assert box["width"] >= LEAST and box["height"] >= LEAST
    (x, y), at = handle(page), seen_at(page, 144, 96)
    assert abs(x - at[0]) < 3 and y < at[1] - 30, "the handle is before the front"
    page.mouse.click(x, y)
    expect(page.locator("#muster-chosen [data-thing]")).to_have_attribute("data-thing", "red-1")
    drag(page, (x, y), (at[0] + 100, at[1] - 75))
    saved(page)
    expect(page.locator("#v-facing")).not_to_have_value("0", timeout=PATIENCE)
    turned = front_of(battle, "red-1")
    assert isinstance(turned, int) and 51 <= turned <= 55
    expect(page.locator("#v-facing")).to_have_value(str(turned))
    x, y = handle(page)
    assert x > at[0] + 20
    page.keyboard.press("Control+z")
    expect(page.locator("#v-facing")).to_have_value("0", timeout=PATIENCE)
    saved(page)
    assert front_of(battle, "red-1") == 0
    page.locator("[data-closes]").click()
    expect(page.locator(".musterturner")).to_have_count(0, timeout=PATIENCE)


@PHONE
def test_a_finger_turns_a_block_by_its_handle_and_one_at_the_edge_has_it_behind(officers):
    bodies = {"red-1": {"side": "red", "arm": "infantry", "men": 40, "name": "A", "at": [144, 188], "facing": 0}}
    battle, umpire = mustering(officers, {"bodies": bodies}, phone=True)
    page = umpire.page
    page.locator('#muster-table tr[data-thing="red-1"] th a').tap()
    expect(page.locator(".musterturner .grip")).to_be_visible(timeout=PATIENCE)
    box, at = page.locator(".musterturner .hit").bounding_box(), seen_at(page, 144, 188)
    assert box["width"] >= LEAST and box["height"] >= LEAST
    x, y = handle(page)
    window = page.locator("#plan .pan").bounding_box()
    assert window["y"] <= y <= window["y"] + window["height"]
    behind = y > at[1]
    finger = page.context.new_cdp_session(page)
    steps = [(x, y), (x + 20, y - 5), (at[0] + 60, at[1] + 1), (at[0] + 60, at[1] + 1)]
    for number, (to_x, to_y) in enumerate(steps):
        kind_of = "touchMove" if number else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind_of, "touchPoints": [{"x": to_x, "y": to_y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#v-facing")).not_to_have_value("0", timeout=PATIENCE)
    saved(page)
    assert abs(front_of(battle, "red-1") - (270 if behind else 90)) <= 3


@pytest.mark.parametrize("officers", [1440, 360], indirect=True)
def test_where_somebody_is_planned_to_arrive_the_map_has_a_mark_that_says_who(officers):
    battle, umpire = mustering(officers)
    page, cast = umpire.page, builders.a_cast()
    comes = {"template": "battalion", "side": "blue", "name": "Fourth Foot", "at": [144, 96], "facing": 180}
    for key, change in (("a", comes), ("b", {**comes, "name": "", "at": [285, 189]})):
        planned = Planned(text="By rail", clause="house rule", change=[change], told="blue", move_number=3, sure=True)
        prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key=key, now=builders.NOON)
    umpire.opens(f"/b/{battle.public_id}/muster/?side=blue")
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-coming] > g")).to_have_count(2)
    page.mouse.click(*seen_at(page, 144, 96))
    expect(page.locator(".maptell")).to_contain_text("Fourth Foot (Blue) arrives here when move 3 closes")
    expect(page.locator("#muster-planned li")).to_have_count(2)
    umpire.fits("muster")
    assert not page.evaluate(SMALL_TARGETS, LEAST)
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    kind(page, "battalion").click()
    page.mouse.click(*seen_at(page, 144, 96))
    expect(page.locator("#muster-chosen [data-thing]")).to_be_visible(timeout=PATIENCE)
    assert the_only(battle, "bodies")[1]["at"] == [144, 96]


@DESK
def test_a_pasted_text_that_is_too_long_is_not_sent_and_stays(officers):
    battle, umpire = mustering(officers)
    page = umpire.page
    umpire.opens(f"/b/{battle.public_id}/muster/table/")
    page.locator("#m-table").evaluate("one => { one.value = 'ä'.repeat(600000); }")
    page.get_by_role("button", name="Look at it").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("at most 1,000,000 are taken. Nothing was sent; what you typed is still here.")
    expect(told).to_be_focused()
    assert page.locator("#m-table").evaluate("one => one.value.length") == 600_000
    page.locator("#m-table").evaluate("one => { one.value = 'name,what\\n' + 'ä'.repeat(5000) + ',Infantry'; }")
    page.get_by_role("button", name="Look at it").click()
    umpire.reads("cell “name” has 5000 characters, at most 4000 are taken")
    assert page.locator("#m-table").evaluate("one => one.value.length") > 5_000


def foot(name: str, east: int, north: int = 24, **more: Any) -> dict[str, Any]:
    return {"side": "red", "arm": "infantry", "men": 40, "name": name, "at": [east, north], "facing": 0, **more}


def line_of(count: int) -> dict[str, Any]:
    return {"bodies": {f"red-{n}": foot(f"{n}. Foot", 30 * n) for n in range(1, count + 1)}}


def block(page: Any, thing: str) -> Any:
    return page.locator(f'[data-marks] [data-thing="{thing}"]')


def in_hand(page: Any, thing: str) -> None:
    expect(page.locator("#muster-chosen [data-thing]")).to_have_attribute("data-thing", thing, timeout=PATIENCE)


@DESK
def test_drags_in_quick_succession_are_all_kept_and_none_springs_back(officers):
    battle, umpire = mustering(officers, line_of(5))
    page = umpire.page
    ways = [[seen_at(page, 30 * number, north) for north in (24, 60)] for number in range(1, 6)]
    for begin, end in ways:
        drag(page, begin, end)
        page.wait_for_timeout(60)
    saved(page)
    places = [one["at"] for one in force(battle)["bodies"].values()]
    assert all(abs(north - 60) <= 1 for _, north in places), places
    assert [round(east / 30) for east, _ in places] == [1, 2, 3, 4, 5]


@DESK
def test_what_is_put_down_is_on_the_map_before_the_server_answers_and_goes_with_the_reason_where_it_is_refused(
    officers,
):
    """Nothing was there until the answer: on a slow network it was pressed again, and stood there twice."""
    battle, umpire = mustering(officers)
    page, held = umpire.page, []
    page.route("**/muster/change/", lambda route: held.append(route))
    pending = page.locator(".plan .pending.side-red rect")
    kind(page, "battalion").click()
    page.mouse.click(*seen_at(page, 60, 24))
    page.mouse.click(*seen_at(page, 100, 24))
    expect(pending).to_have_count(2)
    for mark, east in zip(pending.all(), (60, 100), strict=True):
        assert middle(mark) == pytest.approx(seen_at(page, east, 24), abs=6)
    assert not force(battle), "the server has not answered"
    grown = page.evaluate("document.querySelector('figure.plan').map.size_kept()")
    page.evaluate("document.querySelector('figure.plan').map.zoom(1.5)")
    assert page.evaluate("document.querySelector('figure.plan').map.size_kept()") < grown
    assert middle(pending.first) == pytest.approx(seen_at(page, 60, 24), abs=6), "zoomed, it stays at its place"
    with page.expect_request("**/muster/change/"):  # the second goes when the first is answered
        held.pop(0).continue_()
    expect(pending).to_have_count(2)
    held.pop(0).continue_()
    expect(rows(page)).to_have_count(2, timeout=PATIENCE)
    expect(page.locator(".plan .pending")).to_have_count(0)
    assert len(force(battle)["bodies"]) == 2
    page.unroute("**/muster/change/")
    # What is refused goes, and the reason is told; what stood there stays.
    page.locator("#n-battalion-men").fill("0")
    page.mouse.click(*seen_at(page, 80, 40))
    expect(page.locator("#muster-says .refusal")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".plan .pending")).to_have_count(0)
    expect(rows(page)).to_have_count(2)


@DESK
def test_what_is_typed_of_a_thing_is_saved_before_another_is_chosen_or_it_is_turned(officers):
    battle, umpire = mustering(officers, line_of(2))
    page = umpire.page
    block(page, "red-1").click()
    in_hand(page, "red-1")
    page.locator("#v-commander").fill("1st Brigade")
    page.locator("#muster-save").get_by_role("button", name="Turn left").click()
    expect(page.locator("#v-facing")).to_have_value("345", timeout=PATIENCE)
    expect(page.locator("#v-commander")).to_have_value("1st Brigade")
    page.locator("#v-name").fill("The Guards")
    page.locator('tr[data-thing="red-2"] th a').click()
    in_hand(page, "red-2")
    expect(page.locator('tr[data-thing="red-1"]')).to_contain_text("The Guards")
    saved(page)
    assert (force(battle)["bodies"]["red-1"]["name"], force(battle)["bodies"]["red-1"]["commander"]) == (
        "The Guards",
        "1st Brigade",
    )
    # What cannot be saved keeps the thing in hand, and says why.
    page.locator("#v-men").fill("many")
    page.locator('tr[data-thing="red-1"] th a').click()
    expect(page.locator("#v-men")).to_have_attribute("aria-invalid", "true", timeout=PATIENCE)
    in_hand(page, "red-2")
    expect(page.locator("#v-men")).to_have_value("many")


@DESK
def test_after_a_step_by_key_the_chosen_block_has_the_focus_and_every_step_is_told(officers):
    battle, umpire = mustering(officers, line_of(1))
    page, done = umpire.page, umpire.page.locator("#muster-done")
    block(page, "red-1").focus()
    page.keyboard.press("Enter")
    in_hand(page, "red-1")
    page.keyboard.press("d")
    expect(done).to_contain_text("is new", timeout=PATIENCE)
    (copy,) = set(force(battle)["bodies"]) - {"red-1"}
    in_hand(page, copy)
    expect(block(page, copy)).to_be_focused()
    page.keyboard.press(".")
    expect(done).to_have_text(re.compile("turned to 15°"), timeout=PATIENCE)
    assert (front_of(battle, copy), front_of(battle, "red-1")) == (15, 0)
    expect(block(page, copy).locator("title")).to_contain_text("facing 15°")
    page.keyboard.press("Delete")
    expect(done).to_contain_text("removed. Undo: Ctrl+Z", timeout=PATIENCE)
    assert list(force(battle)["bodies"]) == ["red-1"]
    page.keyboard.press("Control+z")
    expect(done).to_contain_text("Undone: Take away", timeout=PATIENCE)
    in_hand(page, copy)


@DESK
def test_keys_in_the_table_write_the_cell_and_never_take_a_body_away(officers):
    battle, umpire = mustering(officers, line_of(2))
    page = umpire.page
    cell = page.locator('tr[data-thing="red-1"] [data-k="v-men"]')
    cell.focus()
    page.keyboard.press("Delete")
    expect(page.locator(".cell")).to_have_value("")
    page.keyboard.press("Escape")
    expect(cell).to_be_focused()
    page.keyboard.type("33")
    expect(page.locator(".cell")).to_have_value("33")
    page.keyboard.press("Enter")
    expect(page.locator('tr[data-thing="red-2"] [data-k="v-men"]')).to_be_focused()
    saved(page)
    assert force(battle)["bodies"]["red-1"]["men"] == 33
    page.locator('tr[data-thing="red-1"] input').focus()
    for key in ("Delete", "d"):
        page.locator('tr[data-thing="red-1"] input').press(key)
    page.locator('tr[data-thing="red-1"] input').check()
    page.locator('tr[data-thing="red-1"] input').press("Enter")
    page.locator('tr[data-thing="red-1"] th a').press("Delete")
    expect(page.locator(".cell")).to_have_value("")
    page.keyboard.press("Escape")
    saved(page)
    assert list(force(battle)["bodies"]) == ["red-1", "red-2"]


@DESK
def test_a_refused_cell_says_why_beside_it_and_lets_one_go_on(officers):
    battle, umpire = mustering(officers, line_of(2))
    page = umpire.page
    first, second = (page.locator(f'tr[data-thing="red-{n}"] [data-k="v-men"]') for n in (1, 2))
    first.click()
    page.keyboard.type("abc")
    page.keyboard.press("Enter")
    expect(first.locator(".cellwrong")).to_contain_text("whole number", timeout=PATIENCE)
    expect(first.locator(".cell")).to_be_focused()
    expect(page.locator("#muster-chosen [data-thing]")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.locator('tr[data-thing="red-1"] [data-k="v-formation"]')).to_be_focused()
    second.click()
    page.keyboard.type("44")
    page.keyboard.press("Enter")
    expect(second).to_have_text("44", timeout=PATIENCE)
    expect(first.locator(".cell")).to_have_value("abc")
    first.locator(".cell").press("Escape")
    saved(page)
    expect(first).to_have_text("40")
    # What is pasted goes from the cell on, in one step; where one value is refused, the others are saved.
    paste = (
        "(one, text) => { const data = new DataTransfer(); data.setData('text/plain', text);"
        " one.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }"
    )
    first.evaluate(paste, "51\n52\n")
    expect(second).to_have_text("52", timeout=PATIENCE)
    saved(page)
    assert [one["men"] for one in force(battle)["bodies"].values()] == [51, 52]
    page.locator("#muster-undo").click()
    expect(second).to_have_text("44", timeout=PATIENCE)
    saved(page)
    assert [one["men"] for one in force(battle)["bodies"].values()] == [40, 44]
    first.evaluate(paste, "53\nmany\n")
    expect(first).to_have_text("53", timeout=PATIENCE)
    expect(second.locator(".cellwrong")).to_contain_text("whole number", timeout=PATIENCE)
    assert [one["men"] for one in force(battle)["bodies"].values()] == [53, 44]
    # Into a cell that is open it goes in the same way, and what stood in it is not saved over it.
    second.locator(".cell").press("Escape")
    saved(page)
    first.click()
    first.locator(".cell").evaluate(paste, "54\n55\n")
    expect(second).to_have_text("55", timeout=PATIENCE)
    first.press("ArrowDown")
    saved(page)
    assert [one["men"] for one in force(battle)["bodies"].values()] == [54, 55]


def test_the_map_goes_to_the_force_of_the_side_that_is_chosen(officers):
    start = {"bodies": {"red-1": foot("Red Foot", 20), "blue-1": {**foot("Blue Foot", 270, 180), "side": "blue"}}}
    _, umpire = mustering(officers, start)
    page = umpire.page
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").first.click()
    seen = """() => { const map = document.querySelector("figure.plan").map, pan = map.pan;
      return ["red-1", "blue-1"].filter((one) => { const [x, y] = map.pixels(map.at(map.block(one)));
        return x > 0 && y > 0 && x < pan.clientWidth && y < pan.clientHeight; }).join(" "); }"""
    for side in ("blue", "red"):
        page.locator(f'#muster-sides a[data-side="{side}"]').click()
        for _ in range(100):
            if page.evaluate(seen) == f"{side}-1":
                break
            page.wait_for_timeout(100)
        assert page.evaluate(seen) == f"{side}-1"
