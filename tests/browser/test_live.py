"""In a real browser, with the embedded shape in a process of its own: what another process has written appears by itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.processes.running_site import ROOT, Site, a_database

pytestmark = [pytest.mark.slow, pytest.mark.sqlite]

PATIENCE = 20_000
"""Milliseconds; on an idle machine it takes a quarter of a second."""

CAST = f"""
import json, django
django.setup()
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from campaigns.clock import server_time
from tests.campaigns import builders
builders.NOON = server_time()
cast = builders.a_cast()
battle = builders.a_battle(cast, fixed_minutes=60)
get_user_model().objects.update(password=make_password({PASSWORD!r}))
print(json.dumps([battle.public_id, builders.the_move(battle).public_id]))
"""

DEED = """
import json, sys, django
django.setup()
from django.contrib.auth import get_user_model
from campaigns.clock import server_time
from campaigns.models import Post
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.clock.clock import pause_clock, resume_clock
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.people.replacement import hand_over
who, what, battle, move, say = sys.argv[1:]
user, now = get_user_model().objects.get(username=who), server_time()
if what == "shout":
    send_message(by=user, battle=battle, channel="shout", text=say, key="".join(filter(str.isalpha, say)), now=now)
elif what == "march":
    march = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
    submit_orders(user=user, move=move, thing="red-foot", orders=[march], base_revision=0, key=say, now=now)
elif what == "pause":
    pause_clock(by=user, battle=battle, minutes=5, reason=say, now=now)
elif what == "resume":
    resume_clock(by=user, battle=battle, now=now)
elif what == "dismiss":
    for post in Post.objects.filter(user__username=say, campaign__battles__public_id=battle, held_until=None):
        dismiss(by=user, post=post.public_id, now=now)
elif what == "hand-over":
    held = Post.objects.filter(user__username=say, campaign__battles__public_id=battle, held_until=None)
    successor = get_user_model().objects.get(username="bystander")
    hand_over(by=user, post=held.earliest("pk").public_id, user=successor, now=now)
"""


class Evening:
    """A battle, and people at their browsers."""

    def __init__(self, site: Site, chromium: Any) -> None:
        self.site, self.chromium = site, chromium
        self.battle, self.move = json.loads(self.run(CAST))
        self.pages: list[Any] = []

    def run(self, script: str, *given: str) -> str:
        """Run in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-c", script, *given], cwd=ROOT, env=self.site.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def does(self, who: str, what: str, say: str = "") -> None:
        """Another process writes."""
        self.run(DEED, who, what, self.battle, self.move, say)

    def sits(self, who: str, paper: str) -> Any:
        """A person logs in and opens a paper of the battle."""
        page = self.chromium.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        self.pages.append(page)
        page.goto(f"{self.home}/login/")
        page.get_by_label("Name").fill(who)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{self.home}/")
        page.goto(f"{self.home}/b/{self.battle}/{paper}/")
        return page

    @property
    def home(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.site.port}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, migrated: str) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("house")
    site = Site(folder, a_database(folder, migrated))
    site.start("serve")
    yield site
    site.end()


@pytest.fixture
def evening(site: Site, chromium: Any) -> Iterator[Evening]:
    """A battle of its own on the site that all these tests share, which is served again after each test."""
    found = Evening(site, chromium)
    yield found
    for page in found.pages:
        page.context.close()


HEARD = "#new-heard, #heard"
"""Where a message is read: at the head of the page until it has been seen, then among the rest."""


def is_(page: Any, state: str) -> None:
    """The sign on the page says so."""
    page.locator(f"#live-sign[data-state={state}]").wait_for(timeout=60_000)


def says(page: Any, where: str, text: str) -> None:
    """The text appears without a reload."""
    page.locator(where).get_by_text(text).first.wait_for(timeout=60_000)


def stays(page: Any) -> None:
    """From here on the page must not be reloaded."""
    page.evaluate("window.stayed = true")


def test_what_another_process_writes_appears_on_every_paper_and_what_is_typed_stays(evening: Evening) -> None:
    desk, sheet, word = (
        evening.sits("umpire", "desk"),
        evening.sits("red-horse", "sheet"),
        evening.sits("blue-foot", "dispatches"),
    )
    for page in (desk, sheet, word):
        is_(page, "live")
        stays(page)
    word.locator("#text").fill("Half a sentence that")
    evening.does("red-foot", "march", "k")
    says(sheet, "#sheet-troops", "marches 6 in.")
    says(sheet, "#status", "Sent 1")
    says(desk, "#desk-work", "marches 6 in.")
    says(desk, "#status", "Sent 1")
    evening.does("red-general", "shout", "Hold the mill!")
    says(sheet, "#sheet-messages", "Hold the mill!")
    says(word, HEARD, "Hold the mill!")
    evening.does("umpire", "pause", "the dog is on the floor")
    for page in (desk, sheet):
        says(page, "#status", "the dog is on the floor")
    says(word, "#bar-clock", "Paused")
    expect(word.locator("#text")).to_have_value("Half a sentence that")
    assert all(page.evaluate("window.stayed") for page in (desk, sheet, word))
    assert "Sent" not in word.content() and "marches" not in word.content()


def test_when_the_server_was_away_the_page_says_so_keeps_what_was_typed_and_misses_nothing(evening: Evening) -> None:
    page = evening.sits("red-horse", "dispatches")
    is_(page, "live")
    stays(page)
    evening.site.kill("serve")
    page.locator("#text").fill("Where are the guns?")
    page.locator("#live-sign").get_by_text("You are offline").wait_for(timeout=60_000)
    page.get_by_role("button", name="Send").click()
    evening.does("red-general", "shout", "While you were away")
    evening.site.start("serve")
    page.get_by_role("button", name="Try now").click()
    is_(page, "live")
    says(page, HEARD, "While you were away")
    expect(page.locator("#text")).to_have_value("Where are the guns?")
    assert page.evaluate("window.stayed")


def test_where_the_stream_is_blocked_the_page_asks_instead(evening: Evening) -> None:
    page = evening.sits("red-horse", "reports")
    page.route(re.compile("/live/$"), lambda route: route.abort())
    page.goto(f"{evening.home}/b/{evening.battle}/dispatches/")
    is_(page, "asking")
    stays(page)
    evening.does("red-general", "shout", "Can you hear me?")
    says(page, HEARD, "Can you hear me?")
    expect(page.locator("#live-sign")).to_have_attribute("data-state", "asking")
    assert page.evaluate("window.stayed")


def test_two_tabs_share_one_stream_and_the_other_takes_it_up_when_one_is_closed(evening: Evening) -> None:
    first = evening.sits("red-horse", "dispatches")
    is_(first, "live")
    second = first.context.new_page()
    opened: list[str] = []
    second.on("request", lambda asked: opened.append(asked.url) if asked.url.endswith("/live/") else None)
    second.goto(f"{evening.home}/b/{evening.battle}/sheet/")
    is_(second, "live")
    evening.does("red-general", "shout", "To both of you")
    says(first, HEARD, "To both of you")
    says(second, "#sheet-messages", "To both of you")
    assert opened == []
    first.close()
    evening.does("red-general", "shout", "To one of you")
    says(second, "#sheet-messages", "To one of you")
    is_(second, "live")
    assert len(opened) == 1


def test_who_leaves_is_told_that_his_other_page_is_not_kept_fresh(evening: Evening) -> None:
    page = evening.sits("red-horse", "sheet")
    is_(page, "live")
    other = page.context.new_page()
    other.goto(f"{evening.home}/")
    other.locator("#menu > summary").click()
    other.get_by_role("button", name="Log out").click()
    is_(page, "gone")


def test_the_page_of_who_loses_the_seat_says_so_by_itself_unless_they_are_typing(evening: Evening) -> None:
    page, typing = evening.sits("red-horse", "sheet"), evening.sits("red-horse", "dispatches")
    is_(page, "live")
    is_(typing, "live")
    field = typing.locator("main textarea").first
    field.fill("To be continued")
    evening.does("umpire", "dismiss", "red-horse")
    expect(page.locator("h1")).to_have_text("You no longer have this seat", timeout=PATIENCE)
    expect(page.locator("main")).to_contain_text("The umpire has ended your seat")
    expect(page.get_by_role("link", name="Back to my battles")).to_be_visible()
    is_(typing, "gone")
    expect(field).to_have_value("To be continued")


def test_the_page_of_who_loses_one_seat_of_several_is_renewed_by_itself(evening: Evening) -> None:
    page = evening.sits("red-foot", "sheet")
    is_(page, "live")
    expect(page.locator("h1 small")).to_be_visible()
    had = page.locator("h1").inner_text()
    evening.does("umpire", "hand-over", "red-foot")
    expect(page.locator("h1")).not_to_have_text(had, timeout=PATIENCE)
    expect(page.locator("#bar-where")).to_be_visible()
