"""A replay in a real browser: by the keyboard, by pressing, and without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PASSWORD
from tests.campaigns.builders import a_cast
from tests.campaigns.looked_back import over

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def said(page: Any) -> str:
    """The moment that the scrubber shows."""
    return str(page.locator("#moment-said").inner_text())


def says(page: Any, words: str) -> None:
    """The scrubber and the moment below it come to show this, and there is still one of each."""
    page.wait_for_function("words => document.getElementById('moment-said').textContent === words", arg=words)
    expect(page.locator("#moment")).to_have_count(1)
    expect(page.locator("#moment-said")).to_have_count(1)


def test_the_arrow_keys_go_from_moment_to_moment_and_the_hand_stays_on_the_scrubber(officers: Any) -> None:
    cast = a_cast()
    battle = over(cast, is_open=True)
    red = officers(cast.red_foot)
    red.opens(f"/b/{battle.public_id}/replay/")
    page = red.page
    assert said(page) == "Move 1, Red"
    page.locator("#move").focus()
    page.keyboard.press("ArrowRight")
    says(page, "Move 2, Blue")
    assert page.evaluate("document.activeElement.id") == "move"
    page.keyboard.press("End")
    says(page, "The end")
    page.keyboard.press("Home")
    says(page, "Move 1, Red")
    expect(page.locator("#plan")).to_have_count(1)
    page.get_by_label("Show what really happened").check()
    page.locator("#plan-truth").wait_for()
    page.get_by_label("Seen by").select_option("umpire")
    page.locator("#plan-truth").wait_for(state="detached")
    red.fits("replay")


def test_it_plays_by_itself_until_the_end(officers: Any) -> None:
    cast = a_cast()
    battle = over(cast)
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle.public_id}/replay/?move=3")
    page = umpire.page
    page.get_by_role("button", name="Play").click()
    says(page, "The end")
    page.get_by_role("button", name="Play").wait_for()


def test_without_a_script_the_button_shows_the_moment(officers: Any, chromium: Any, live_server: Any) -> None:
    cast = a_cast()
    battle = over(cast)
    officers(cast.red_foot)
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/login/")
    page.get_by_label("Name").fill(cast.red_foot.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.goto(f"{live_server.url}/b/{battle.public_id}/replay/")
    expect(page.get_by_role("button", name="Play")).not_to_be_visible()
    page.locator("#move").fill("3")
    page.get_by_role("button", name="Show").click()
    assert said(page) == "Move 3, Red"
    page.get_by_role("link", name="Next →").click()
    assert said(page) == "The end"
    page.context.close()


def test_what_is_looked_back_on_can_be_carried_away(officers: Any) -> None:
    cast = a_cast()
    battle = over(cast)
    red = officers(cast.red_foot)
    red.opens(f"/b/{battle.public_id}/after/")
    for link, ending in (
        ("PDF, to print", ".pdf"),
        ("CSV, for a spreadsheet", ".csv"),
        ("JSON, for a program", ".json"),
    ):
        with red.page.expect_download() as taken:
            red.page.get_by_role("link", name=link).click()
        assert taken.value.suggested_filename.endswith(ending)
    red.fits("after")
