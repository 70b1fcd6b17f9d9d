"""Orders from the map in a real browser: dragged, clicked, by keys alone; and the map's window does not change the order."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import OrderEntry
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

PLACED = {
    **builders.START,
    "bodies": {
        key: {**body, "at": [60 + 12 * number, 48 if body["side"] == "red" else 66]}
        for number, (key, body) in enumerate(builders.START["bodies"].items())
    },
}
"""The small force of the tests: Red's men in the south, Blue's in the north, each with a place of its own."""

PATIENCE = 20_000


def ordering(
    officers: Any,
    thing: str = "red-foot",
    who: str = "red_foot",
    order: str = "March",
    start: Any = PLACED,
    **terms: Any,
) -> Any:
    """The order page of a thing, its order chosen, and the map unfolded."""
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=start, **terms)
    officer = officers(getattr(cast, who))
    officer.opens(f"/b/{battle.public_id}/order/{thing}/")
    page = officer.page
    expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("radio", name=order).first.check()
    expect(page.get_by_role("button", name="Draw the order")).to_have_attribute(
        "aria-pressed", "true", timeout=PATIENCE
    )
    return page


def on_screen(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a place of the country, in inches, is on the screen; it is scrolled into view."""
    page.locator("#plan .pan").scroll_into_view_if_needed()
    found = page.locator("#plan svg").evaluate(
        """async (svg, [x, y]) => { const map = svg.closest("figure").map, [a, b] = map.units([x, y]);
        map.into_view([a, b]);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const on = new DOMPoint(a, b).matrixTransform(svg.getScreenCTM()); return [on.x, on.y]; }""",
        [x, y],
    )
    return found[0], found[1]


def points(page: Any) -> list[list[float]]:
    """The points in the field of the order."""
    typed = page.locator(".choice:has(> label.head input:checked) [data-way] textarea").input_value()
    return [[float(part) for part in line.split(",")] for line in typed.splitlines()]


def nearer(page: Any, times: int = 3) -> None:
    """Zoom in until an inch is more than a pixel."""
    for _ in range(times):
        page.get_by_role("button", name="Zoom in").click()


def test_a_way_is_dragged_on_the_map_and_sent(officers):
    page = ordering(officers)
    page.locator("#plan .pan").scroll_into_view_if_needed()
    way = [on_screen(page, 60 + step, 48 + step) for step in range(7)]
    page.mouse.move(*way[0])
    page.mouse.down()
    for spot in way[1:]:
        page.mouse.move(*spot)
    page.mouse.up()
    drawn = points(page)
    assert drawn and abs(drawn[-1][0] - 66) <= 1 and abs(drawn[-1][1] - 54) <= 1
    expect(page.locator("[data-map-says]")).to_contain_text(" left.", timeout=PATIENCE)
    page.get_by_role("button", name="Check the order").click()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Received. Your order is in force.").first.wait_for(timeout=PATIENCE)
    path = OrderEntry.objects.get().orders[0]["path"]
    assert path == [[int(x), int(y)] for x, y in drawn]


def test_points_are_moved_taken_back_and_taken_off(officers):
    page = ordering(officers)
    nearer(page, 1)
    for spot in ((64, 48), (64, 54)):
        page.mouse.click(*on_screen(page, *spot))
    first = points(page)
    assert len(first) == 2
    page.mouse.move(*on_screen(page, *first[1]))
    page.mouse.down()
    for y in (53, 51, 50):
        page.mouse.move(*on_screen(page, 66, y))
    page.mouse.up()
    moved = points(page)
    assert moved[0] == first[0] and abs(moved[1][0] - 66) <= 1 and abs(moved[1][1] - 50) <= 1
    page.get_by_role("button", name="Undo the last point").click()
    assert points(page) == first[:1]
    page.mouse.click(*on_screen(page, *first[0]))
    assert points(page) == [], "a click on a point takes it off"
    expect(page.get_by_role("button", name="Undo the last point")).to_be_disabled()


def test_what_is_typed_and_what_is_drawn_agree(officers):
    page = ordering(officers)
    page.get_by_text("Or points on the map").first.click()
    area = page.locator("textarea[name$=-points]:visible").first
    area.fill("60, 54\n66, 54")
    line = page.locator("#plan .picked .way")
    expect(line).to_have_attribute("d", re.compile(r"^M\S+ \S+L\S+ \S+L\S+ \S+$"))
    expect(page.locator("#plan .picked [data-dot]")).to_have_count(2)
    page.mouse.click(*on_screen(page, 84, 54))
    assert points(page)[:2] == [[60, 54], [66, 54]] and len(points(page)) == 3
    page.locator("[data-bearing]:visible").first.fill("N")
    assert points(page) == [], "what is typed takes the place of what was drawn"
    expect(page.locator("#plan .picked [data-dot]")).to_have_count(0)
    page.locator("[data-inches]:visible").first.fill("6")
    expect(line).to_have_attribute("d", re.compile(r"^M\S+ \S+L\S+ \S+$"))
    expect(page.locator("[data-map-says]")).to_contain_text("Red Rifles marches 6 in.", timeout=PATIENCE)
    page.mouse.click(*on_screen(page, 84, 54))
    assert len(points(page)) == 1
    expect(page.locator("[data-inches]:visible").first).to_have_value("")


def test_zoom_and_pan_leave_the_order_untouched(officers):
    page = ordering(officers)
    page.mouse.click(*on_screen(page, 64, 54))
    before = points(page)
    svg = page.locator("#plan svg")
    whole = svg.get_attribute("viewBox")
    page.get_by_role("button", name="Move the map").click()
    nearer(page)
    page.mouse.move(*on_screen(page, 64, 54))
    page.mouse.wheel(0, -300)
    expect(svg).not_to_have_attribute("viewBox", whole)
    near = svg.get_attribute("viewBox")
    x, y = on_screen(page, 64, 54)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y - 30, steps=4)
    page.mouse.up()
    expect(svg).not_to_have_attribute("viewBox", near)
    page.locator("#plan .pan").press("ArrowLeft")
    page.locator("#plan .pan").press("Enter")
    page.mouse.click(*on_screen(page, 64, 50))
    assert points(page) == before
    page.get_by_role("button", name="Whole map").click()
    assert page.url.endswith("/order/red-foot/"), "no drag was taken for a click on a block"


def test_a_way_is_given_with_the_keyboard_alone(officers):
    page = ordering(officers)
    pan = page.locator("#plan .pan")
    pan.focus()
    for key in (
        "ArrowUp",
        "Enter",
        "Shift+ArrowRight",
        "Shift+ArrowRight",
        "Shift+ArrowDown",
        "Enter",
        "ArrowUp",
        "Enter",
        "Backspace",
    ):
        page.keyboard.press(key)
    assert points(page) == [[60, 60], [62, 59]]
    expect(page.locator(".crosssays")).to_contain_text("62 in. east, 71 in. north")
    page.keyboard.press("Home")
    expect(page.locator(".crosssays")).to_contain_text("60 in. east, 48 in. north")
    page.keyboard.press("End")
    expect(page.locator(".crosssays")).to_contain_text("62 in. east, 59 in. north")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Move the map")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Clear the points").press("Enter")
    assert points(page) == []


def test_a_charge_is_aimed_by_a_click_on_a_block(officers):
    page = ordering(officers, "red-horse", "red_horse", "Charge")
    page.mouse.click(*on_screen(page, 60 + 12 * 3, 66 - 1))
    chosen = page.locator(".choice:has(> label.head input:checked) select").first
    expect(chosen).to_have_value("blue-foot")


AIMING = {
    **PLACED,
    "guns": {
        **PLACED["guns"],
        "red-gun": {**PLACED["guns"]["red-gun"], "at": [84, 44], "facing": 0, "limbered": False},
    },
}
"""The same, with Red's gun by its crew, unlimbered and laid to the north."""


def test_a_gun_is_laid_on_a_block_and_on_a_spot_of_the_map_and_sent(officers):
    page = ordering(
        officers, "red-gun", "red_guns", "Fire", start=AIMING, options={"fire_mode": "simulated", "first_fire_move": 1}
    )
    chosen = page.locator(".choice:has(> label.head input:checked)")
    says = page.locator("[data-map-says]")
    page.mouse.click(*on_screen(page, 60 + 12 * 3, 66 - 1))
    expect(chosen.locator("select[name$=-aim]")).to_have_value("blue-foot")
    expect(says).to_contain_text("Red Gun fires", timeout=PATIENCE)
    page.mouse.click(*on_screen(page, 54, 72))
    spot = chosen.locator("input[name$=-aim-point]")
    expect(spot).to_have_value("54, 72")
    expect(chosen.locator("select[name$=-aim]")).to_have_value("")
    page.mouse.click(*on_screen(page, 60 + 12 * 3, 66 - 1))
    expect(spot).to_have_value("")
    expect(chosen.locator("select[name$=-aim]")).to_have_value("blue-foot")
    page.mouse.click(*on_screen(page, 54, 72))
    expect(page.locator("#plan .picked [data-dot]")).to_have_count(1)
    page.mouse.click(*on_screen(page, 50, 74))
    expect(spot).to_have_value("50, 74")
    expect(says).to_contain_text("4 ft 2 in. east, 6 ft 2 in. north", timeout=PATIENCE)
    page.get_by_role("button", name="Check the order").click()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Received. Your order is in force.").first.wait_for(timeout=PATIENCE)
    (order,) = OrderEntry.objects.get().orders
    assert (order["order"], order["aim"]) == ("fire-gun", {"at": [50, 74]})


CUT = """svg => { const box = svg.parentElement.getBoundingClientRect();
  return [...svg.querySelectorAll("[data-names] text")].filter(one => one.checkVisibility({ visibilityProperty: true }))
    .map(one => [one.getBoundingClientRect(), one])
    .filter(([name]) => name.left < box.left - 1 || name.right > box.right + 1).map(([, one]) => one.textContent); }"""
"""The names on a map of which an end lies beyond the edge of its window."""


def test_no_name_is_cut_at_the_edge_of_the_window_and_paper_has_the_whole(officers):
    cast = builders.a_cast()
    long = {key: {**body, "name": f"{body['name']} of the Royal Household"} for key, body in PLACED["bodies"].items()}
    battle = builders.a_battle(cast, start={**PLACED, "bodies": long})
    officer = officers(cast.red_foot)
    officer.opens(f"/b/{battle.public_id}/sheet/")
    page = officer.page
    nearer(page)
    on_screen(page, 54, 48)
    svg = page.locator("#plan svg")
    expect(svg.locator("[data-names] text:not(.out)")).not_to_have_count(0)
    assert svg.evaluate(CUT) == []
    near = svg.get_attribute("viewBox")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(svg).to_have_attribute("viewBox", re.compile("^-26 -26 1052 "))
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(svg).to_have_attribute("viewBox", near)


def test_a_click_on_a_block_of_the_sheet_opens_its_panel(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED)
    officer = officers(cast.red_foot)
    officer.opens(f"/b/{battle.public_id}/sheet/")
    officer.page.mouse.click(*on_screen(officer.page, 60, 47))
    expect(officer.page.locator("#panel-body")).to_have_attribute("data-thing", "red-foot", timeout=PATIENCE)
