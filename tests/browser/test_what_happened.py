"""The report opens with its board, and the replay shows what happened: stroke after stroke, each leading to its line."""

from __future__ import annotations

import os
from typing import Any

import pytest

from campaigns.clock import server_time
from campaigns.usecases.campaigns.sample import load_hooks_farm
from tests.campaigns.builders import a_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

CHARGE = 5
"""The move of Hook's Farm in which Red's horse charges."""


def the_farm() -> tuple[Any, Any, Any]:
    """The battle of Hook's Farm, with Red's commander and an observer."""
    users = {name: a_user(name) for name in ("umpire", "red", "blue", "observer")}
    return load_hooks_farm(users=users, now=server_time()), users["red"], users["observer"]


def pictured(page: Any, name: str, width: int) -> None:
    """A picture of the page, where somebody asks for one."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)


def strokes(page: Any, that: str = "") -> int:
    """How many strokes of what happened are on the map."""
    return int(page.locator(f"#plan-happened > .trace{that}").count())


def test_a_report_opens_with_its_board_plays_and_is_still(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    page = officer.page
    assert strokes(page) > 10
    page.wait_for_function("() => document.querySelector('#plan.playing .trace.told')")
    assert strokes(page, ".told") < strokes(page), "one after another, not all at once"
    page.get_by_role("button", name="Stop").click()
    assert page.locator("#plan.playing").count() == 0
    assert page.evaluate("getComputedStyle(document.querySelector('#plan-happened > .trace')).opacity") == "1"
    page.get_by_role("button", name="Watch again").wait_for()
    pictured(page, "report", officer.width)
    officer.fits("report")


def test_a_loss_on_the_map_opens_its_sum(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    page = officer.page
    page.get_by_role("button", name="Stop").click()
    loss = page.locator("#plan-happened > a.trace[data-kind=loss]").first
    address = loss.get_attribute("href")
    loss.dispatch_event("click")
    assert page.evaluate("address => document.querySelector(address).querySelector('details').open", address)
    # Whoever comes by the address finds it open too, and nothing plays over what he wants to read.
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/{address}")
    page.reload()
    assert page.evaluate("address => document.querySelector(address).querySelector('details').open", address)
    assert page.locator("#plan.playing").count() == 0


def test_who_wants_no_motion_is_shown_all_at_once(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    officer.page.emulate_media(reduced_motion="reduce")
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    officer.page.get_by_role("button", name="Watch what happened").wait_for()
    assert officer.page.locator("#plan.playing").count() == 0


def test_each_moment_of_a_replay_shows_what_happened_in_it(officers: Any) -> None:
    """Hook's Farm on its floor: each move in its place, and the slide still works."""
    battle, _, observer = the_farm()
    officer = officers(observer)
    officer.opens(f"/b/{battle.public_id}/replay/?move={CHARGE}")
    page = officer.page
    assert strokes(page, "[data-kind=charge]") == 2
    pictured(page, "replay", officer.width)
    page.get_by_role("button", name="Watch what happened").click()
    page.wait_for_function("() => document.querySelector('#plan.playing .trace.told')")
    page.locator("#move").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.getElementById('moment-said').textContent.startsWith('Move 4')")
    assert page.locator("#plan.playing").count() == 0 and strokes(page) > 3
    officer.fits("replay")
