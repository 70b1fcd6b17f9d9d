"""Three browsers, three people, one move at once: two commanders order while the umpire watches, and each reads their own report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import FrozenOrders, Move, OrderEntry
from tests.browser.conftest import (
    ARGS,
    CHROMIUM,
    PASSWORD,
    Officer,
    let_the_clock_run,
    nothing_is_answered_any_more,
    work_out,
)
from tests.campaigns import builders

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
"""Milliseconds within which an open page must show what has happened elsewhere, on a busy machine."""


@pytest.fixture
def browsers(chromium: Any, live_server: Any, monkeypatch: Any) -> Iterator[Any]:
    """Opens a browser for each person, in a process of its own."""
    monkeypatch.setattr(builders, "NOON", server_time())
    made: list[Officer] = []

    def opened(user: Any, width: int) -> Officer:
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
        browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=ARGS)
        one = Officer(browser, live_server.url, user, width)
        made.append(one)
        one.log_in()
        return one

    yield opened
    for one in made:
        one.page.context.browser.close()
    nothing_is_answered_any_more()
    assert [one.faults for one in made] == [[] for _ in made]


def press_both(first: Officer, second: Officer, name: str) -> None:
    """Both press the button before either has an answer."""
    for one in (first, second):
        one.page.get_by_role("button", name=name).click(no_wait_after=True)


def test_an_umpire_and_two_commanders_play_a_move_at_once_in_three_browsers(browsers):
    cast = builders.a_cast()
    battle = builders.a_battle(cast, fixed_minutes=60, drain_seconds=1)
    sheet, desk, horse_form, foot_form = (
        f"/b/{battle.public_id}/{page}/" for page in ("sheet", "desk", "order/red-horse", "order/red-foot")
    )
    umpire, horse, foot = browsers(cast.umpire, 1440), browsers(cast.red_horse, 1440), browsers(cast.red_foot, 360)
    umpire.opens(desk)
    sent = umpire.page.locator("#status .stamp", has_text=re.compile("^Sent"))
    expect(sent).to_have_count(0)

    horse.opens(horse_form)
    horse.page.get_by_label("Charge").check()
    horse.page.locator("select:visible").first.select_option(label="Blue Guards")
    foot.opens(foot_form)
    foot.page.get_by_label("March").check()
    foot.page.get_by_label("How far to go, in inches").locator("visible=true").fill("6")
    press_both(horse, foot, "Check the order")
    horse.reads("Red Lancers charges Blue Guards")
    foot.reads("Not sent yet")
    press_both(horse, foot, "Send")
    horse.reads("Received. Your order is in force.")
    foot.reads("Received. Your order is in force.")
    expect(sent).to_have_count(2, timeout=PATIENCE)  # the desk has not been loaded again
    assert OrderEntry.objects.filter(move__battle=battle).count() == 2

    horse.opens(sheet)
    foot.opens(sheet)
    umpire.opens(desk)
    umpire.page.get_by_text("Pause, extend or end the move").click()
    umpire.page.get_by_role("button", name="End the move now").first.click()
    umpire.reads("These seats have sent nothing")
    umpire.page.get_by_role("button", name="End the move now").click()
    umpire.reads("The move has ended.")
    let_the_clock_run(battle, Move.Status.CLOSED)
    for one in (horse, foot):
        expect(one.page.get_by_text("The umpire now decides it").first).to_be_visible(timeout=PATIENCE)
    assert FrozenOrders.objects.filter(move__battle=battle).count() == 2

    umpire.opens(desk)
    work_out(umpire)
    umpire.page.get_by_role("button", name="Publish the result").click()
    umpire.reads("The result is published. Everybody has a report.")
    for one, mine in ((horse, "Red Lancers"), (foot, "Red Rifles moved 6 in.")):
        link = one.page.locator("#status a[href*='/report/1/'], #strip a[href*='/report/1/']").first
        link.click(timeout=PATIENCE)
        one.reads("What happened")
        one.reads(mine)
        one.fits("report")
    told = [one.page.locator("main").inner_text() for one in (horse, foot)]
    assert all("KS-CHARGE-06" in one for one in told)
