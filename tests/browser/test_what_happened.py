"""The report opens with its board, and the replay shows what happened: stroke after stroke, each leading to its line."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.usecases.campaigns.sample import load_hooks_farm
from tests.browser.conftest import WIDTHS, window
from tests.browser.test_board_in_the_window import SHIFTS
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
    expect(page.locator("#plan.playing")).to_have_count(0)
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
    expect(page.locator("#plan.playing")).to_have_count(0)


def test_who_wants_no_motion_is_shown_all_at_once(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    officer.page.emulate_media(reduced_motion="reduce")
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    officer.page.get_by_role("button", name="Watch what happened").wait_for()
    expect(officer.page.locator("#plan.playing")).to_have_count(0)


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
    expect(page.locator("#plan.playing")).to_have_count(0)
    assert strokes(page) > 3
    officer.fits("replay")


FIRST_SHOWN = """() => { window.told = [];
  const strokes = [...document.querySelectorAll("#plan-happened > .trace")];
  const is_new = (one, index) => one.matches(".told") && !window.told.includes(index);
  const look = () => strokes.forEach((one, index) => { if (is_new(one, index)) { window.told.push(index); } });
  new MutationObserver(look).observe(document.getElementById("plan-happened"), { subtree: true, attributeFilter: ["class"] });
  look(); return strokes.length; }"""
"""Notes in which sequence strokes are shown."""

ALL_SHOWN = """() => [...document.querySelectorAll('#plan-happened > .trace')]
  .every((one) => getComputedStyle(one).opacity === '1')"""


def test_a_report_plays_in_the_order_of_resolution_within_ten_seconds_and_is_then_still(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    page = officer.page
    page.clock.install()
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    many = page.evaluate(FIRST_SHOWN)
    for _ in range(11):
        page.clock.run_for(1000)
    assert page.evaluate("window.told") == list(range(many)), "each in its turn, and none is left out"
    expect(page.locator("#plan.playing, .trace.told, .trace.past")).to_have_count(0)
    page.wait_for_function(ALL_SHOWN)
    page.get_by_role("button", name="Watch again").click()
    page.clock.run_for(1000)
    assert 0 < strokes(page, ".told") < many


def test_escape_stops_what_plays_and_the_button_plays_it_again(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    page = officer.page
    page.locator("#plan.playing").wait_for()
    page.keyboard.press("Escape")
    again = page.get_by_role("button", name="Watch again")
    expect(page.locator("#plan.playing")).to_have_count(0)
    expect(again).to_have_attribute("aria-pressed", "false")
    again.focus()
    page.keyboard.press("Enter")
    page.locator("#plan.playing").wait_for()
    if officer.width < 600:  # the board fills the window already
        return
    page.get_by_role("button", name="Full window").click()
    page.keyboard.press("Escape")
    expect(page.locator("#plan.playing"), "one thing at a time").to_have_count(0)
    expect(page.locator(".boardpage.full"), "one thing at a time").to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".boardpage.full")).to_have_count(0)


def test_who_wants_no_motion_may_play_it_and_nothing_fades_in(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    page = officer.page
    page.emulate_media(reduced_motion="reduce")
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    page.get_by_role("button", name="Watch what happened").click()
    page.locator("#plan.playing .trace.told").first.wait_for(state="attached")
    durations = page.evaluate("getComputedStyle(document.querySelector('#plan .trace.told')).transitionDuration")
    assert set(durations.split(", ")) == {"0s"}


PLACES = """() => {
  const edges = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round), box = (one) => edges(one.getBoundingClientRect());
  const one = (query) => box(document.querySelector(query)), seen = (each) => each.checkVisibility() && !each.closest(".unseen");
  return { map: one(".boardmap"), panel: one(".boardpanel"), foot: one(".boardfoot"), head: one(".headbar"),
    controls: [...document.querySelectorAll(".boardfoot :is(button, a, input, output)")].filter(seen).map(box) }; }"""
"""Where the parts of a page that is a board are in the window: left, top, right, bottom."""


def is_a_board(page: Any, wide: int, high: int) -> None:
    """The map carries the window, all that plays it is at the foot, and no part lies over another."""
    found = page.evaluate(PLACES)
    map_, panel, foot = found["map"], found["panel"], found["foot"]
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert map_[1] >= found["head"][3] - 1 and foot[3] <= high + 1
    if wide < 600:
        assert map_[2] - map_[0] == wide and map_[3] - map_[1] >= high * 0.45 and map_[3] <= panel[1] + 1 <= foot[1]
    else:
        assert map_[2] - map_[0] >= wide * 0.6 and map_[2] <= panel[0] + 1 and map_[3] <= foot[1] + 1
    assert panel[3] <= foot[1] + 1
    for left, top, right, bottom in found["controls"]:
        assert left >= 0 and top >= foot[1] and right <= wide and bottom <= foot[3], (left, top, right, bottom)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_report_and_a_replay_are_boards_and_nothing_is_scrolled_to_play_them(officers: Any, language: str) -> None:
    battle, _, observer = the_farm()
    officer = officers(observer)
    page = officer.page
    page.set_extra_http_headers({"Accept-Language": language})
    for address in (f"report/{CHARGE}/", f"replay/?move={CHARGE}", "report/15/"):
        for width in WIDTHS:
            size = window(width)
            page.set_viewport_size(size)
            officer.opens(f"/b/{battle.public_id}/{address}")
            page.locator("#plan.moves").wait_for()
            is_a_board(page, size["width"], size["height"])
            assert page.evaluate(SHIFTS) <= 0.05, (address, width)


def test_who_presses_a_loss_reads_of_it_beside_the_map_and_the_map_stays(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    page = officer.page
    page.emulate_media(reduced_motion="reduce")
    officer.opens(f"/b/{battle.public_id}/report/{CHARGE}/")
    page.locator("#plan-happened > a.trace[data-kind=loss]:not(.part) > .figure", has_text="−8").click()
    line = page.locator(".event.told-of")
    top, bottom = page.evaluate(
        "(() => { const b = document.querySelector('.boardpanel').getBoundingClientRect(); return [b.top, b.bottom]; })()"
    )
    box = line.bounding_box()
    expect(line.locator("details[open]")).to_have_count(1)
    assert top <= box["y"] < bottom
    assert page.evaluate("scrollY") == 0
    expect(page).to_have_url(re.compile(f"#{line.get_attribute('id')}$"))


def test_the_steps_beside_the_slide_keep_what_is_seen_of_the_map(officers: Any) -> None:
    battle, _, observer = the_farm()
    officer = officers(observer)
    officer.opens(f"/b/{battle.public_id}/replay/?move={CHARGE}")
    page = officer.page
    page.locator("#plan.moves").wait_for()
    page.get_by_role("button", name="Zoom in").click()
    before = page.evaluate("document.querySelector('#plan').map.seen().scale")
    page.get_by_role("link", name="Next →").click()
    page.wait_for_function("() => document.getElementById('moment-said').textContent.startsWith('Move 6')")
    assert page.evaluate("document.querySelector('#plan').map.seen().scale") == before
    assert page.url.endswith(f"?move={CHARGE}"), "no other page was loaded"


@pytest.mark.parametrize("officers", [360], indirect=True)
def test_the_map_of_a_replay_is_as_large_after_a_step_as_before(officers: Any) -> None:
    battle, red, _ = the_farm()
    officer = officers(red)
    officer.opens(f"/b/{battle.public_id}/replay/?move={CHARGE}")
    page = officer.page
    page.locator("#plan.moves").wait_for()
    wide = "() => Math.round(document.querySelector('#plan .grid').getBoundingClientRect().width)"
    before = page.evaluate(wide)
    for press, move in (("Next →", "Move 6"), ("← Previous", "Move 5")):
        page.get_by_role("link", name=press).click()
        page.wait_for_function(
            "(move) => document.getElementById('moment-said').textContent.startsWith(move)", arg=move
        )
        page.wait_for_timeout(400)
        assert page.evaluate(wide) == before
        expect(page.locator("#plan.moves")).to_have_count(1)
        expect(page.locator("#plan .margin"), "there is one scale").not_to_be_visible()
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_timeout(200)
    assert page.evaluate(wide) == before
