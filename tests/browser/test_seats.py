"""Seats in a real browser: a brigade is made and its links copied; somebody arrives where the map is pressed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import Inject, Invitation, Post
from campaigns.usecases.campaigns.preparation import dismiss, open_battle
from tests.browser.test_every_page import looked_at
from tests.campaigns import builders
from tests.campaigns.usecases.test_events import START

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]


def prepared(cast: Any) -> Any:
    """A battle that has not begun, in a campaign without a General of Blue's."""
    campaign = builders.a_campaign(cast, options={"two_stage_move": False})
    now = builders.NOON
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=now)
    dismiss(by=cast.umpire, post=Post.objects.get(kind="general", side__key="blue").public_id, now=now)
    return battle


def test_a_brigade_is_made_and_the_links_of_all_empty_seats_are_copied(officers: Any, cast: Any) -> None:
    battle = prepared(cast)
    campaign = battle.campaign.public_id
    umpire = officers(cast.umpire)
    page = umpire.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=umpire.site)
    umpire.opens(f"/c/{campaign}/roster/")
    page.get_by_label("Or brigade").fill("1st Brigade")
    page.get_by_text("Bodies of the brigade").click()
    page.get_by_label("Red Rifles").check()
    page.get_by_role("button", name="Make the brigade only").click()
    page.locator("td", has_text="nobody holds it; until then Red Infantry").wait_for()
    page.get_by_role("link", name="Invite by links").click()
    page.get_by_role("button", name="Create a link for each").click()
    umpire.reads("2 links are made.")
    page.get_by_role("button", name="Copy all").click()
    expect(page.get_by_role("button", name=re.compile("Copied ?: All links"))).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Copied: All links")).to_have_count(1)
    expect(page.get_by_role("button", name=re.compile("Copy ?: Blue General")), "each names its seat").to_have_count(1)
    lines = page.evaluate("navigator.clipboard.readText()").strip().splitlines()
    made = {str(one.title): f"{one.title}: {umpire.site}/invited/{one.token}/" for one in Invitation.objects.all()}
    assert sorted(lines) == sorted(made.values()) and {one.brigade for one in Invitation.objects.all()} == {
        "",
        "1st Brigade",
    }
    faults: list[str] = []
    for address in (f"/c/{campaign}/roster/", f"/c/{campaign}/invitations/"):
        looked_at(umpire, address, faults)
    assert faults == []


def middle(page: Any) -> None:
    """A press in the middle of the map."""
    box = page.locator(".plan .pan").bounding_box()
    page.locator(".plan .pan").click(position={"x": box["width"] / 2, "y": box["height"] / 2})


def test_somebody_arrives_where_the_map_is_pressed(officers: Any, cast: Any) -> None:
    battle = prepared(cast)
    umpire = officers(cast.umpire)
    page = umpire.page
    faults: list[str] = []
    looked_at(umpire, f"/b/{battle.public_id}/arrivals/", faults)
    page.get_by_label("Who arrives").select_option("come blue battalion")
    place = page.locator("#place")
    place.focus()
    middle(page)
    expect(place).to_have_value(re.compile(r"^[\d.]+, ?[\d.]+$"))
    page.locator("#name").fill("Fourth Foot")
    page.locator("#a-move_number").fill("3")
    page.locator("#a-reason").fill("By rail")
    page.get_by_role("button", name="Plan the arrival").click()
    umpire.reads("Fourth Foot: put down")
    row = Inject.objects.get()
    assert row.move_number == 3 and len(row.change["changes"][0]["at"]) == 2
    page.locator("#d-reaches_at").focus()
    middle(page)
    expect(page.locator("#d-reaches_at")).not_to_have_value("")
    expect(page.locator("[value=reaches]")).to_be_checked()
    assert faults == []
