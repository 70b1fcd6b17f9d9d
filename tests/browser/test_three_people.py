"""Three people play three moves of a battle on the map, from log-in to the report of the third, by what is on their screens alone.

The umpire and Red sit at a desk, Blue holds a phone.  At each step the page is as wide as its window, and what is needed
is in it as it stands: the clock, the map, the panel, the bar at the foot, and whatever is pressed.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Move
from campaigns.usecases.campaigns.preparation import create_campaign, open_battle, start_battle
from tests.browser.conftest import PASSWORD, PLAYED_ONCE, WIDTHS, let_the_clock_run, seen_at
from tests.campaigns import builders, desk_scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

DESK, PHONE = WIDTHS
PATIENCE = 20_000

LANGUAGES = os.environ.get("SHOTS_LANGUAGES", "en en de").split()
"""What the umpire, Red and Blue read; nothing in the play depends on it."""

HORSE = {**desk_scene.START["bodies"]["red-horse"], "at": [84, 66]}
START: dict[str, Any] = {
    "country": {
        "size": [120, 140],
        "roads": {"high-road": {"line": [[72, 0], [74, 60], [70, 140]], "width": 3, "name": "High Road"}},
        "woods": {"copse": {"outline": [[12, 56], [34, 58], [30, 76], [14, 74]], "name": "Long Copse"}},
        "houses": {"mill": {"outline": [[98, 44], [106, 44], [106, 50], [98, 50]], "name": "Mill"}},
    },
    "bodies": {**desk_scene.START["bodies"], "red-horse": HORSE},
}
START["bodies"]["blue-horse"] = {**START["bodies"]["blue-horse"], "at": [96, 124]}
"""Two bodies a side, near enough that Red's horse reaches Blue's foot in its second move."""

IN_SIGHT = """one => { const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y), page = document.documentElement;
    return box.width > 0 && box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1
        && box.right <= page.clientWidth + 1 && Boolean(top) && (one.contains(top) || top.contains(one)); }"""
"""Whether something lies wholly in the window as it stands, and nothing over its middle."""

OUT_OF_SIGHT = f"""needed => {{ const seen = {IN_SIGHT};
    const drawn = one => one.checkVisibility({{ visibilityProperty: true }}) && one.getClientRects().length;
    return needed.flatMap(name => {{ const there = [...document.querySelectorAll(name)].filter(drawn);
        return there.length || name.includes(" ") ? there.filter(one => !seen(one)).map(one => one.outerHTML.slice(0, 90))
            : ["no " + name]; }}); }}"""
"""Of what is needed, what is not in sight; at one moment, since news may replace it."""


TOO_LARGE = """() => { const over = document.documentElement.scrollWidth - innerWidth;
    return [...over > 0 ? [over + " px too wide"] : [], ...scrollY ? ["scrolled by " + scrollY + " px"] : []]; }"""
"""Whether the page is wider than its window, or does not stand where it was opened."""


class Player:
    """Somebody who plays by what is on the screen."""

    def __init__(self, officer: Any, battle: Any, language: str, name: str) -> None:
        self.officer, self.page, self.battle, self.name, self.steps = officer, officer.page, battle, name, 0
        self.language = language
        self.page.context.set_extra_http_headers({"Accept-Language": language})

    def logs_in(self) -> None:
        """By name and password, and from the first page to the battle."""
        page = self.page
        self.officer.opens("/login/")
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{self.language}"))
        page.locator("[name=username]").fill(self.officer.user.username)
        page.locator("[name=password]").fill(PASSWORD)
        self.press("form:has([name=password]) button:not([type=button])")
        page.wait_for_url(f"{self.officer.site}/")
        self.stands("home")
        self.press(f'main a[href*="/b/{self.battle.public_id}/"]')
        expect(page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
        self.stands("board", "#bar-clock", ".boardmap", ".boardpanel", ".boardfoot")

    def press(self, what: str) -> None:
        """The first of its kind that can be seen: a press, or on a phone a touch.  Nothing is scrolled for it."""
        one = self.page.locator(what).locator("visible=true").first
        one.wait_for(timeout=PATIENCE)
        if not one.evaluate(IN_SIGHT):
            self.pictured("out-of-sight")
            raise AssertionError(f"{self.name}: {what} is not in sight on {self.page.url}: {one.bounding_box()}")
        if self.officer.phone:
            one.tap()
        else:
            one.click()

    def press_map(self, x: float, y: float) -> None:
        """A place of the map, in inches of the country."""
        spot = seen_at(self.page, x, y)
        (self.page.touchscreen.tap if self.officer.phone else self.page.mouse.click)(*spot)

    def stands(self, step: str, *needed: str) -> None:
        """The page is no wider than its window and stands where it was opened; what is needed is in it."""
        self.pictured(step)
        for _ in range(20):
            wrong = self.page.evaluate(OUT_OF_SIGHT, list(needed)) + self.page.evaluate(TOO_LARGE)
            if not wrong:
                return
            self.page.wait_for_timeout(100)  # news are just being put into the page
        raise AssertionError(f"{self.name}, {step}: {wrong}")

    def at_the_board(self, step: str) -> None:
        """The board in its window, with all its parts and every button at its foot."""
        self.stands(step, "#bar-clock", ".boardmap", ".boardpanel", ".boardfoot", ".boardfoot :is(button, a)")

    def pictured(self, step: str) -> None:
        """A picture of the window, where somebody asks for one."""
        self.steps += 1
        if folder := os.environ.get("SHOTS"):
            self.page.wait_for_timeout(300)
            self.page.screenshot(path=f"{folder}/{self.name}-{self.language}-{self.steps:02}-{step}.png")

    # -- a commander

    def orders(self, thing: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press a body, then where it shall go, or whom it shall charge: a draft."""
        self.press_map(*start)
        expect(self.page.locator("#panel-body[data-thing]")).to_have_attribute("data-thing", thing, timeout=PATIENCE)
        self.at_the_board(f"chosen-{thing}")
        self.press_map(*end)
        row = self.page.locator(f'#board-troops [data-troop="{thing}"]')
        expect(row).to_have_attribute("data-state", "draft", timeout=PATIENCE)
        self.at_the_board(f"drafted-{thing}")

    def sends(self, count: int) -> None:
        """Check all, and send."""
        self.press("[data-board-send]")
        expect(self.page.locator("[data-board-send-form]")).to_be_visible(timeout=PATIENCE)
        self.at_the_board("checked")
        self.press("[data-board-send-form] button")
        expect(self.page.locator("#plan-drafts .trace")).to_have_count(0, timeout=PATIENCE)
        expect(self.page.locator("#plan-orders .trace")).to_have_count(count, timeout=PATIENCE)
        self.at_the_board("sent")

    def is_ready(self) -> None:
        """Ready; as the last commander of the side, asked once more."""
        self.press("#board-foot form:has([name=ready]) button")
        expect(self.page.locator("form:has([name=ends])")).to_be_visible(timeout=PATIENCE)
        self.stands("ready-asked", "#bar-clock", ".boardmap", ".boardpanel", "form:has([name=ends]) button")
        self.press("form:has([name=ends]) button")
        expect(self.page.locator("#bar-clock[data-state=open]")).to_have_count(0, timeout=PATIENCE)
        self.at_the_board("ready")

    def hears_of(self, number: int, following: str) -> None:
        """The board shows the next move by itself, and leads to the report of the last."""
        expect(self.page.locator(f'#board-foot[data-move="{following}"]')).to_be_attached(timeout=PATIENCE)
        expect(self.page.locator(f'.boardpanel a[href*="/report/{number}/"]').first).to_be_attached(timeout=PATIENCE)
        self.at_the_board(f"told-of-{number}")

    # -- the report

    def reads(self, number: int) -> None:
        """The report of a move, from the link on the board: it plays, and is still."""
        self.press(f'a[href*="/report/{number}/"]')
        page = self.page
        page.wait_for_url(re.compile(f"/report/{number}/"))
        page.wait_for_function("() => document.querySelector('#plan.playing .trace.told')", timeout=PATIENCE)
        self.stands(f"report-{number}-plays", "#bar-clock", "[data-strokes-play]")
        self.press("[data-strokes-play]")
        expect(page.locator("#plan.playing")).to_have_count(0)
        self.stands(f"report-{number}-still", "#bar-clock", "[data-strokes-play]")

    def finds_a_sum(self) -> None:
        """A loss on the map leads to its line, which opens with its sum."""
        loss = self.page.locator("#plan-happened > a.trace[data-kind=loss]").first
        address = loss.get_attribute("href")
        box = loss.locator("text.figure").bounding_box()
        spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        (self.page.touchscreen.tap if self.officer.phone else self.page.mouse.click)(*spot)
        details = self.page.locator(f"{address} details[open]").first
        expect(details).to_be_visible(timeout=PATIENCE)
        self.page.wait_for_function(f"line => ({IN_SIGHT})(document.querySelector(line))", arg=f"{address} summary")
        expect(details.locator("p, dd").first).to_contain_text(re.compile(r"\d"))
        expect(self.page.locator(address)).to_contain_text("KS-CHARGE-")
        self.pictured("sum")


class Umpire(Player):
    """The umpire at the desk."""

    def sees(self, count: int) -> None:
        """As many orders on the map of both sides, without a page being loaded."""
        expect(self.page.locator("#plan-orders .trace")).to_have_count(count, timeout=PATIENCE)
        self.at_the_board("orders")

    def publishes(self, number: int) -> None:
        """The result of a move that nothing is doubtful in."""
        button = "#desk-foot button[form=submit-form]"
        expect(self.page.locator(button)).to_be_visible(timeout=PATIENCE)
        self.at_the_board(f"to-publish-{number}")
        self.press(button)
        expect(self.page.locator(button)).to_have_count(0, timeout=PATIENCE)
        expect(self.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
        self.at_the_board(f"published-{number}")


def a_battle(cast: Any) -> Any:
    """A battle of the umpire and two people, each of whom commands a side; its first move is open."""
    now = server_time()
    given: dict[str, Any] = {"name": "Sandhurst", "book": "kriegspiel", "options": desk_scene.OPTIONS}
    given |= {"clock_mode": "fixed", "fixed_minutes": 10, "interval_minutes": 0, "drain_seconds": 0}
    campaign = create_campaign(by=cast.umpire, sides=builders.SIDES, now=now, **given)
    for side in ("red", "blue"):
        for arm in ("infantry", "cavalry"):
            builders.a_post(campaign, cast, "commander", side, arm, getattr(cast, f"{side}_general"))
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=now)
    start_battle(by=cast.umpire, battle=battle.public_id, now=now)
    return battle


def plays(battle: Any, umpire: Umpire, mine: Player, other: Player, number: int, orders: list[Any]) -> None:
    """One move: orders, which the other side does not see, ready, the umpire's result, and its report for both."""
    for one in orders:
        mine.orders(*one)
    mine.sends(len(orders))
    umpire.sees(len(orders))
    expect(other.page.locator("#plan-orders .trace, #plan-drafts .trace")).to_have_count(0)
    other.page.reload()
    expect(other.page.locator("[data-map-bar]")).to_be_visible(timeout=PATIENCE)
    expect(other.page.locator("#plan-orders .trace, #plan-drafts .trace")).to_have_count(0)
    mine.is_ready()
    let_the_clock_run(battle, Move.Status.CLOSED)
    umpire.publishes(number)
    for one in (mine, other):
        one.hears_of(number, builders.the_move(battle).public_id)


@PLAYED_ONCE
def test_an_umpire_and_two_commanders_play_three_moves_by_what_is_on_their_screens(officers):
    cast = builders.a_cast()
    battle = a_battle(cast)
    seats = (cast.umpire, DESK, False), (cast.red_general, DESK, False), (cast.blue_general, PHONE, True)
    sat = [officers(user, width, phone=phone, let_in=False) for user, width, phone in seats]
    umpire = Umpire(sat[0], battle, LANGUAGES[0], "umpire")
    red, blue = (Player(sat[at], battle, LANGUAGES[at], name) for at, name in ((1, "red"), (2, "blue")))
    for one in (umpire, red, blue):
        one.logs_in()

    foot, horse = ("red-foot", (60, 40), (60, 46)), ("red-horse", (84, 66), (66, 80))
    plays(battle, umpire, red, blue, 1, [foot, horse])
    plays(battle, umpire, blue, red, 2, [("blue-horse", (96, 124), (90, 112))])
    plays(battle, umpire, red, blue, 3, [("red-horse", (66, 80), (60, 100))])

    for one in (red, blue):
        one.reads(3)
        one.finds_a_sum()
