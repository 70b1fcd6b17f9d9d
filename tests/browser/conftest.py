"""A real browser: Debian's Chromium under Playwright, and a site with people who log in.

How a page looks and works does not depend on the database: in a short run each test runs at one width, on the other
database at the other.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.dispatch import receiver
from django.test import Client
from playwright.sync_api import Error as PlaywrightError

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Move
from tests.campaigns import builders
from tests.depth import TURN, WHOLE

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The headless browser, which does the same with an eighth less CPU, or else the other."""
ARGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
WIDTHS = (1440, 360)
BY_TURNS = "desk and phone"
PLAYED_ONCE = pytest.mark.parametrize("officers", [BY_TURNS], indirect=True)
"""For a long evening: the first uses a desktop, the second a phone, and so on; each page is checked at both widths."""

PASSWORD = "aldershot-1913"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the browser's tests where there is no browser; in a short run each runs at one width, in turns."""
    ours = [item for item in items if Path(__file__).parent in item.path.parents]
    if CHROMIUM is None:
        for item in ours:
            item.add_marker(pytest.mark.skip(reason="there is no chromium on this machine"))
    other = [] if WHOLE else list(at_the_other_width(ours))
    if other:
        config.hook.pytest_deselected(items=other)
        items[:] = [item for item in items if item not in other]


def at_the_other_width(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Of tests that run at each width, those at the one that is not their turn."""
    at: dict[str, dict[int, pytest.Item]] = defaultdict(dict)
    for item in items:
        width = item.callspec.params.get("officers") if hasattr(item, "callspec") else None
        if width in WIDTHS:
            at[item.nodeid.replace(str(width), "")][width] = item
    both = [one for one in at.values() if len(one) == len(WIDTHS)]
    for number, one in enumerate(both):
        yield one[WIDTHS[(number + TURN) % 2]]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """The browser, one for all tests here that a worker runs; with it ends the event loop that it started in the thread."""
    from playwright.sync_api import sync_playwright

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs an event loop in the test's thread
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def window(width: int) -> dict[str, int]:
    """The size of a window of that width."""
    return {"width": width, "height": 900 if width > 600 else 740}


def in_the_window(page: Any, that: str) -> None:
    """Something on the map is wholly in its window."""
    box, pan = page.locator(that).bounding_box(), page.locator("#plan .pan").bounding_box()
    assert box["x"] >= pan["x"] and box["x"] + box["width"] <= pan["x"] + pan["width"], (box, pan)
    assert box["y"] >= pan["y"] and box["y"] + box["height"] <= pan["y"] + pan["height"], (box, pan)


ON_THE_SCREEN = """async (svg, [x, y]) => { await new Promise((drawn) => setTimeout(drawn, 250));
    const map = svg.closest("figure").map, [a, b] = map.units([x, y]);
    const on = new DOMPoint(a, b).matrixTransform(svg.getScreenCTM());
    const box = svg.closest(".pan").getBoundingClientRect();
    return [on.x, on.y, on.x > box.left && on.x < box.right && on.y > box.top && on.y < box.bottom]; }"""


def seen_at(page: Any, x: float, y: float) -> tuple[float, float]:
    """Where a place of the country, in inches, is on the screen; it must be in the window of the map."""
    found = page.locator(".boardmap svg[data-unit]").evaluate(ON_THE_SCREEN, [x, y])
    assert found[2], f"{x}, {y} is not in the window"
    return found[0], found[1]


class Officer:
    """A person at a browser of their own."""

    def __init__(self, chromium: Any, site: str, user: Any, width: int, *, phone: bool = False) -> None:
        """phone: of a screen that is touched, and no mouse."""
        self.site, self.user, self.width, self.phone = site, user, width, phone
        self.faults: list[str] = []
        context = chromium.new_context(viewport=window(width), has_touch=phone, is_mobile=phone)
        self.page = context.new_page()
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", self._hears)

    def _hears(self, said: Any) -> None:
        """Any console message is a fault, except expected refusals, and streams, which no live server has."""
        refused = re.search(r"the server responded with a status of 4\d\d", said.text)
        cleared = said.type == "info" and said.text.startswith("Clear-Site-Data header on")  # after log-out
        if not refused and not cleared and not said.location.get("url", "").endswith("/live/"):
            self.faults.append(f"{said.type} on {self.page.url}: {said.text}")

    def log_in(self) -> None:
        """Log in with the form."""
        self.page.goto(f"{self.site}/login/")
        self.page.get_by_label("Name").fill(self.user.username)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url(f"{self.site}/")

    def is_let_in(self) -> None:
        """Logged in already, and on the first page."""
        client = Client()
        client.force_login(self.user)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": self.site}])
        self.opens("/")

    def opens(self, path: str) -> None:
        """Open a page by its address; again, where the page before was just on its way elsewhere by itself."""
        try:
            self.page.goto(f"{self.site}{path}")
        except PlaywrightError as fault:
            if "net::ERR_ABORTED" not in fault.message:
                raise
            self.page.goto(f"{self.site}{path}")

    def fits(self, name: str) -> None:
        """Nothing on the page is cut off at the right, on a desktop or a phone.  name: of the page, if it has one."""
        for width in WIDTHS:
            self.page.set_viewport_size(window(width))
            over = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"{name} is {over} px too wide at {width} px"
        self.page.set_viewport_size(window(self.width))

    def reads(self, text: str) -> None:
        """The page contains this text."""
        self.page.get_by_text(text, exact=False).first.wait_for(timeout=30_000)


@pytest.fixture(params=WIDTHS)
def officers(request: Any, chromium: Any, live_server: Any, monkeypatch: Any) -> Iterator[Any]:
    """Makes people at their browsers, at the width of a desktop and of a phone; or in turns, where a long evening is played once."""
    widths = cycle(WIDTHS if request.param == BY_TURNS else [request.param])
    monkeypatch.setattr(builders, "NOON", server_time())
    made: list[Officer] = []

    def officer(user: Any, width: int = 0, *, phone: bool = False, let_in: bool = True) -> Officer:
        if all(one.user.pk != user.pk for one in made):  # else somebody's own earlier browser would be logged out by it
            user.set_password(PASSWORD)
            user.save(update_fields=["password"])
        one = Officer(chromium, live_server.url, user, width or next(widths), phone=phone)
        made.append(one)
        if let_in:
            one.is_let_in()
        return one

    yield officer
    for one in made:
        one.page.context.close()
    nothing_is_answered_any_more()
    for one in made:
        assert one.faults == []


_answering: set[threading.Thread] = set()
"""Threads of the live server that have begun to answer a request and have not ended."""


@receiver(request_started)
def _begins_to_answer(**_: Any) -> None:
    if "process_request_thread" in threading.current_thread().name:  # of the live server, not a test's own client
        _answering.add(threading.current_thread())


@receiver(request_finished)
def _has_answered(**_: Any) -> None:
    _answering.discard(threading.current_thread())


def nothing_is_answered_any_more() -> None:
    """Wait for what the server still answers to browsers that are closed.

    A page that saves by itself may have just begun to, and its transaction and the emptying of the tables wait for each
    other's rows: PostgreSQL breaks one of them off.
    """
    until = time.monotonic() + 60
    while _answering:
        assert time.monotonic() < until, "the server still answers a browser that is closed"
        time.sleep(0.01)


# -- a move comes to its end ---------------------------------------------------------------------


def let_the_clock_run(battle: Battle, until: str) -> Move:
    """Run the clock's sweep until the move has the wanted status."""
    for _ in range(240):
        sweep(server_time())
        move = builders.the_move(battle)
        if move.status == until:
            return move
        time.sleep(0.25)
    raise AssertionError(f"the move never was {until}")


def work_out(umpire: Officer) -> None:
    """On the desk the umpire types the facts for the charge of Red's Lancers on the Blue Guards, and looks at the finding."""
    for question, inches in (
        ("How many inches from edge to edge", "20"),
        ("crosses uphill", "0"),
        ("crosses downhill", "0"),
    ):
        for field in umpire.page.get_by_label(question).all():
            field.fill(inches)
    umpire.page.get_by_label("How many men of Red Lancers are in contact").fill("12")
    umpire.page.get_by_label("How many men of Blue Guards are in contact").fill("20")
    umpire.page.get_by_role("button", name="Preview the result").click()
    umpire.reads("Losses")
