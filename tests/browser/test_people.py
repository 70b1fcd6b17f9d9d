"""People in a real browser: invited by a link, guided, in light and dark mode; axe finds nothing on any of their pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from campaigns.usecases.people.invitations import invite
from campaigns.usecases.people.letters import unsubscribing
from campaigns.usecases.people.profile import change_profile, kept_person
from tests.browser.conftest import PASSWORD, PLAYED_ONCE
from tests.browser.test_every_page import looked_at
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def link_to_red_horse(cast: Any, campaign: Any, **more: Any) -> str:
    """The link that an umpire sends to somebody."""
    given = {"kind": "commander", "side": "red", "arm": "cavalry", "now": builders.NOON, **more}
    return f"/invited/{invite(by=cast.umpire, campaign=campaign.public_id, **given).token}/"


@PLAYED_ONCE
def test_no_page_of_people_overflows_hides_its_targets_or_shuts_anybody_out(officers: Any, cast: Any) -> None:
    battle = builders.a_battle(cast)
    cast.umpire.is_staff = True
    cast.umpire.save()
    link = link_to_red_horse(cast, battle.campaign, once=False)
    off = f"/mail/off/{unsubscribing(kept_person(cast.bystander))}/"
    addresses = [
        "/profile/", "/profile/password/", "/profile/address/", "/people/", "/password/forgotten/", "/help/umpire/", "/help/",
        f"/c/{battle.campaign.public_id}/invitations/", link, "/invited/nothing/", off, "/password/x/y/",
    ]  # fmt: skip
    faults: list[str] = []
    umpire = officers(cast.umpire)
    for address in addresses:
        looked_at(umpire, address, faults)
    assert faults == []


def test_a_newcomer_is_invited_and_stands_before_his_sheet(officers: Any, cast: Any, chromium: Any) -> None:
    battle = builders.a_battle(cast)
    link = link_to_red_horse(cast, battle.campaign)
    guest = officers(cast.bystander)
    guest.page.locator("#menu > summary").click()
    guest.page.get_by_role("button", name="Log out").click()
    faults: list[str] = []
    looked_at(guest, link, faults)
    page = guest.page
    page.get_by_label("Log-in name").fill("newcomer")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password again").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    guest.reads("You are Red Cavalry")
    guest.reads("Your first battle?")
    assert get_user_model().objects.get(username="newcomer").posts.get().title == "Red Cavalry, newcomer"
    assert faults == []


def test_the_tour_goes_round_the_sheet_and_is_dismissed(officers: Any, cast: Any) -> None:
    battle = builders.a_battle(cast)
    red = officers(cast.red_foot)
    red.opens(f"/b/{battle.public_id}/sheet/")
    page = red.page
    page.locator(".tour summary").click()
    for number, title in enumerate(("The clock", "What you know", "Your troops", "Done", "The report")):
        expect(page.locator(".tour li:visible")).to_have_text(re.compile(rf"^\s*{title}\."))
        page.locator(".shown-by-tour").wait_for(state="attached")
        if number < 4:
            page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    page.get_by_role("button", name="Close this tour").click()
    page.wait_for_load_state()
    assert page.url.endswith("/sheet/")
    expect(page.locator(".tour")).to_have_count(0)


def test_how_a_page_works_is_said_beside_what_was_typed(officers: Any, cast: Any) -> None:
    battle = builders.a_battle(cast)
    umpire = officers(cast.umpire)
    umpire.opens(f"/c/{battle.campaign.public_id}/roster/")
    page = umpire.page
    page.locator("#f-user").fill("somebody")
    page.get_by_role("link", name="How does this work?").click()
    page.locator(".how .box").wait_for()
    expect(page.locator(".how .box")).to_contain_text("Give each player a seat")
    expect(page.locator("#f-user")).to_have_value("somebody")
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0
    assert Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"] == []
    page.get_by_role("link", name="How does this work?").click()
    expect(page.locator(".how .box")).to_have_count(0)


@PLAYED_ONCE
def test_warning_sounds_are_played_only_to_those_who_chose_them(officers: Any, cast: Any) -> None:
    battle = builders.a_battle(cast, fixed_minutes=3)
    change_profile(user=cast.red_foot, now=builders.NOON, sound=True)
    for user, cried in ((cast.red_foot, ["120", "60", "30", "0"]), (cast.blue_foot, [])):
        officer = officers(user)
        page = officer.page
        page.clock.install()
        officer.opens(f"/b/{battle.public_id}/sheet/")
        page.locator("main").click(position={"x": 3, "y": 3})  # sound needs a press somewhere
        page.evaluate(
            "window.cries = []; new MutationObserver(() => cries.push(document.documentElement.dataset.cried))"
            ".observe(document.documentElement, { attributeFilter: ['data-cried'] })"
        )
        for _ in range(600):  # of 180 seconds, and what the page may be behind
            page.clock.run_for(1000)
            if page.evaluate("cries.length") == len(cried) > 0:
                break
        assert page.evaluate("cries") == cried


def test_dark_mode_is_chosen_at_the_foot_of_a_page_and_stays(officers: Any, cast: Any) -> None:
    battle = builders.a_battle(cast)
    red = officers(cast.red_foot)
    page = red.page
    page.emulate_media(color_scheme="light")
    red.opens(f"/b/{battle.public_id}/sheet/")
    paper = "getComputedStyle(document.querySelector('.sheet')).backgroundColor"
    by_day = page.evaluate(paper)
    page.get_by_role("button", name="Dark").click()
    page.wait_for_load_state()
    assert page.url.endswith("/sheet/") and page.evaluate(paper) != by_day
    found = (
        Axe().run(page, options={"runOnly": ["color-contrast"], "resultTypes": ["violations"]}).response["violations"]
    )
    assert found == []
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == page.evaluate(
        "(() => { document.documentElement.removeAttribute('data-look'); return getComputedStyle(document.body).color })()"
    ), "on paper the ink is black"
    page.emulate_media(media="screen")
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.dataset.look") == "dark", "the browser remembers"
