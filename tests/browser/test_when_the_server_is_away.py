"""A page whose server is away: it tries again later each time, says when, and at once where there is reason to."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

ASKED = re.compile(r"/(live|mark)/(\?|$)")


class Away:
    """A commander's page whose server answers nothing: what it asked is counted.  Its clock is run by hand."""

    def __init__(self, officers: Any) -> None:
        cast = builders.a_cast()
        battle = builders.a_battle(cast)
        self.officer = officers(cast.red_foot)
        self.page, self.asked = self.officer.page, 0
        self.page.clock.install()
        self.officer.opens(f"/b/{battle.public_id}/dispatches/")
        expect(self.page.locator("#live-sign")).to_have_attribute("data-state", "asking")
        self.page.route(ASKED, self.refuse)

    def refuse(self, route: Any) -> None:
        """One request more, and no answer."""
        self.asked += 1
        route.abort()

    def waits(self, seconds: int) -> int:
        """Let so many seconds pass; how often the server was asked meanwhile."""
        before = self.asked
        for _ in range(seconds * 2):
            self.page.clock.run_for(500)
        self.page.wait_for_timeout(200)
        return self.asked - before

    def heard_nothing_else(self) -> None:
        """The console speaks of the requests that failed, and of nothing else."""
        assert all("ERR_FAILED" in one for one in self.officer.faults), self.officer.faults
        self.officer.faults.clear()


def test_a_page_asks_an_absent_server_less_and_less_often_and_says_when_it_asks_again(officers):
    away = Away(officers)
    sign = away.page.locator("#live-sign")
    first = away.waits(30)
    expect(sign).to_have_attribute("data-state", "off")
    expect(sign).to_contain_text(re.compile(r"Next attempt in \d+ s\."))
    assert 2 <= first <= 8
    away.waits(60)
    assert away.waits(240) <= 8, "at most about once a minute"
    away.heard_nothing_else()


def test_it_asks_at_once_when_the_network_or_the_reader_is_back(officers):
    away = Away(officers)
    away.waits(120)
    for back in (
        "dispatchEvent(new Event('online'))",
        "document.dispatchEvent(new Event('visibilitychange'))",
    ):
        before = away.asked
        away.page.evaluate(back)
        away.page.wait_for_timeout(300)
        assert away.asked > before, back
        away.waits(60)
    before = away.asked
    away.page.get_by_role("button", name="Try now").click()
    away.page.wait_for_timeout(300)
    assert away.asked > before
    away.page.unroute(ASKED)
    away.page.get_by_role("button", name="Try now").click()
    expect(away.page.locator("#live-sign")).to_have_attribute("data-state", "asking")
    expect(away.page.get_by_role("button", name="Try now")).to_be_hidden()
    away.heard_nothing_else()
