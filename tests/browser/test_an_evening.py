"""An evening at the table in a real browser: orders, the clock, the desk, and three reports that differ."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Finding, Move
from tests.browser.conftest import PLAYED_ONCE, let_the_clock_run, work_out
from tests.campaigns import builders
from tests.campaigns.web.conftest import give

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@PLAYED_ONCE
def test_two_commanders_and_the_umpire_play_a_move_and_read_three_reports(officers, monkeypatch):
    cast = builders.a_cast()
    horse, foot, blue = officers(cast.red_horse), officers(cast.red_foot), officers(cast.blue_general)
    umpire, observer = officers(cast.umpire), officers(cast.observer)
    monkeypatch.setattr(builders, "NOON", server_time() - timedelta(seconds=30))
    battle = builders.a_battle(cast, fixed_minutes=1, drain_seconds=0)
    sheet, desk = f"/b/{battle.public_id}/sheet/", f"/b/{battle.public_id}/desk/"

    horse.opens("/")
    horse.reads("Your side moves")
    horse.page.get_by_role("link", name="Open the battle").click()
    horse.reads("Red Lancers")
    horse.fits("sheet")
    horse.page.get_by_role("link", name="Order Red Lancers").click()
    horse.page.get_by_label("Charge").check()
    horse.page.locator("select:visible").first.select_option(label="Blue Guards")
    horse.fits("order")
    horse.page.get_by_role("button", name="Check the order").click()
    horse.reads("Red Lancers charges Blue Guards")
    horse.fits("read-back")
    horse.page.get_by_role("button", name="Send").click()
    horse.reads("Received. Your order is in force.")
    horse.fits("receipt")

    foot.opens(f"/b/{battle.public_id}/order/red-foot/")
    foot.page.get_by_label("March").check()
    foot.page.get_by_label("How far to go, in inches").locator("visible=true").fill("6")
    foot.page.get_by_role("button", name="Check the order").click()
    foot.reads("of 12 in.")
    foot.page.get_by_role("button", name="Send").click()
    foot.reads("Received. Your order is in force.")

    umpire.opens(desk)
    umpire.reads("Orders sent")
    foot.opens(sheet)
    assert foot.page.title()[0].isdigit(), "the tab shows the clock"
    let_the_clock_run(battle, Move.Status.CLOSED)
    foot.reads("The move has ended. The umpire now decides it")

    umpire.opens(desk)
    work_out(umpire)
    umpire.fits("desk")
    umpire.page.get_by_role("button", name="Publish the result").click()
    umpire.reads("The result is published. Everybody has a report.")
    assert Finding.objects.get().move.number == 1

    told = []
    for one, name in ((horse, "red"), (blue, "blue"), (observer, "observer")):
        one.opens(f"/b/{battle.public_id}/report/1/")
        one.reads("What happened")
        one.page.locator(".event summary").first.click()
        one.fits(f"report-{name}")
        told.append(one.page.locator("main").inner_text())
    red, other, onlooker = told
    assert "Red Rifles moved 6 in." in red
    assert "Red Rifles moved" not in other + onlooker
    assert all("KS-CHARGE-06" in one for one in told)
    assert len(set(told)) == 3


def test_what_is_typed_is_not_lost_while_the_page_keeps_itself_fresh(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle.public_id}/desk/")
    umpire.page.get_by_label("Remark on the measuring").fill("taped twice")
    give(cast, builders.the_move(battle))
    umpire.page.get_by_text("Sent 1").wait_for(timeout=30_000)
    expect(umpire.page.get_by_label("Remark on the measuring")).to_have_value("taped twice")


def test_a_move_is_ordered_with_the_keyboard_alone(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    foot = officers(cast.red_foot)
    foot.opens(f"/b/{battle.public_id}/order/red-foot/")
    page = foot.page
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "radio":
            break
    page.keyboard.press("Space")
    for _ in range(60):
        if page.evaluate("document.activeElement.value") == "read":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    foot.reads("Not sent yet")
    assert page.evaluate("document.activeElement.textContent") == "Send"
    page.keyboard.press("Enter")
    foot.reads("Received. Your order is in force.")


PLACED = {
    **builders.START,
    "bodies": {
        key: {**body, "at": [24 + 24 * number, 48]}
        for number, (key, body) in enumerate(builders.START["bodies"].items())
    },
}
"""The small force of the tests, each body with a place of its own."""


def test_a_way_is_pointed_out_on_the_plan(officers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, start=PLACED)
    foot = officers(cast.red_foot)
    foot.opens(f"/b/{battle.public_id}/order/red-foot/")
    page = foot.page
    page.get_by_label("March").check()
    spot = page.locator("#plan svg").evaluate(
        """svg => { const unit = Number(svg.dataset.unit);
        const point = new DOMPoint((24 - svg.dataset.west) * unit, (svg.dataset.north - 54) * unit).matrixTransform(svg.getScreenCTM());
        const box = svg.getBoundingClientRect();
        return {x: point.x - box.x, y: point.y - box.y}; }"""
    )
    page.locator("#plan svg").click(position=spot, force=True)
    foot.reads("in. long")
    page.get_by_role("button", name="Check the order").click()
    foot.reads("Red Rifles marches 6 in.")


def test_everything_works_without_script(officers, chromium):
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    foot = officers(cast.red_foot)
    bare = chromium.new_context(java_script_enabled=False, storage_state=foot.page.context.storage_state())
    page = bare.new_page()
    page.goto(f"{foot.site}/b/{battle.public_id}/sheet/")
    page.get_by_role("link", name="Order Red Rifles").click()
    page.get_by_label("Stand").check()
    page.get_by_role("button", name="Check the order").click()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Received. Your order is in force.").wait_for()
    bare.close()
