"""An order from log-in to receipt with the keyboard alone, and by the names that a screen reader reads out."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.usecases.campaigns.preparation import open_battle
from tests.browser.conftest import PASSWORD
from tests.campaigns import builders, desk_scene
from tests.campaigns.usecases.test_objectives import placed

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

MOST_TABS = 140
NAME = """() => { const one = document.activeElement;
  return (one.getAttribute('aria-label') || [...(one.labels || [])].map(label => label.textContent).join(' ') || one.textContent || '')
    .replace(/\\s+/g, ' ').trim(); }"""
"""The name of the focused element."""
RINGED = """() => { const style = getComputedStyle(document.activeElement);
  return style.outlineStyle !== 'none' && style.outlineWidth !== '0px'; }"""
"""Whether its focus ring is visible."""


def tab_to(page: Any, name: str) -> None:
    """Press Tab until the element with that name has the focus, and check that the focus is visible."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if name in page.evaluate(NAME):
            break
    else:
        raise AssertionError(f"{name} is not reached within {MOST_TABS} presses")
    assert page.evaluate(RINGED), f"nothing shows that {name} has the keyboard"


def heard(page: Any) -> str:
    """The page as a screen reader has it: the tree of roles and names."""
    return page.locator("body").aria_snapshot()


def by_the_door(officer: Any) -> Any:
    """Log out, and log in again without a mouse."""
    page = officer.page
    page.context.clear_cookies()
    officer.opens("/login/")
    assert page.evaluate("document.activeElement.name") == "username", "one can type the name at once"
    page.keyboard.type(officer.user.username)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{officer.site}/")
    return page


def test_an_order_is_given_from_log_in_to_receipt_with_the_keyboard_alone(officers):
    cast = builders.a_cast()
    builders.a_battle(cast)
    foot = officers(cast.red_foot)
    page = by_the_door(foot)
    tab_to(page, "Open the battle")
    page.keyboard.press("Enter")
    foot.reads("Red Rifles")
    tab_to(page, "Order Red Rifles")
    page.keyboard.press("Enter")
    foot.reads("Choose what")
    tab_to(page, "March")
    page.keyboard.press("Space")
    tab_to(page, "How far to go, in inches")
    page.keyboard.type("6")
    tab_to(page, "Check the order")
    page.keyboard.press("Enter")
    foot.reads("Not sent yet")
    assert page.evaluate(NAME) == "Send", "what comes next has the keyboard"
    page.keyboard.press("Enter")
    foot.reads("Received. Your order is in force.")


def test_a_screen_reader_has_names_for_all_that_an_order_needs(officers):
    cast = builders.a_cast()
    builders.a_battle(cast)
    foot = officers(cast.red_foot)
    page = foot.page
    page.get_by_role("link", name="Open the battle").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    sheet = heard(page)
    assert 'link "Order Red Rifles"' in sheet and 'region "The clock"' in sheet and "- timer" in sheet
    page.get_by_role("link", name="Order Red Rifles").first.click()
    form = heard(page)
    assert 'group "March"' in form and 'radio "March' in form and 'button "Check the order"' in form
    page.get_by_role("radio", name="March").check()
    page.get_by_role("textbox", name="How far to go, in inches").locator("visible=true").fill("600")
    page.get_by_role("button", name="Check the order").click()
    expect(page.get_by_role("alert").first).to_contain_text("KS-MOVE")
    page.get_by_role("textbox", name="How far to go, in inches").locator("visible=true").fill("6")
    page.get_by_role("button", name="Check the order").click()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("status").filter(has_text="Received. Your order is in force.")).to_be_visible()


def test_the_first_press_of_the_tabulator_offers_the_way_past_the_head(officers):
    cast = builders.a_cast()
    builders.a_battle(cast)
    page = officers(cast.red_foot).page
    page.keyboard.press("Tab")
    assert page.evaluate(NAME) == "Skip to the page"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_the_menu_closes_when_the_keyboard_leaves_it_and_by_escape_from_anywhere(officers):
    page = officers(builders.a_cast().umpire).page
    menu = page.locator("#menu")
    menu.locator("summary").press("Enter")
    expect(menu).to_have_attribute("open", "")
    menu.locator("a, button").last.focus()
    page.keyboard.press("Tab")
    expect(menu).not_to_have_attribute("open", "")
    menu.locator("summary").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_behind_a_map_over_the_whole_window_nothing_takes_the_keyboard(officers):
    umpire = officers(builders.a_cast().umpire)
    umpire.opens("/exercises/first_bridge/")
    page = umpire.page
    full = page.get_by_role("button", name="Full window")
    full.press("Enter")
    outside = "() => document.activeElement !== document.body && !document.activeElement.closest('.plan.full, .boardpage.full')"
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate(outside), page.evaluate(NAME)
    page.keyboard.press("Escape")
    expect(page.locator(".plan.full")).to_have_count(0)
    page.locator(".wordmark").focus()
    expect(page.locator(".wordmark"), "and afterwards it does again").to_be_focused()


def test_a_box_that_was_not_ticked_has_the_keyboard_and_says_so(officers):
    cast = builders.a_cast()
    battle = open_battle(
        by=cast.umpire,
        campaign=builders.a_campaign(cast).public_id,
        name="The bridge",
        start={**placed(), "country": {"size": [192, 144]}},
        now=builders.NOON,
    )
    umpire = officers(cast.umpire)
    umpire.opens(f"/b/{battle.public_id}/look-over/")
    page = umpire.page
    expect(page.get_by_text("A battle that has begun cannot be deleted any more.")).to_be_visible()
    page.get_by_role("button", name="Begin the battle").press("Enter")
    tick = page.get_by_label("Begin all the same")
    expect(tick).to_be_focused()
    expect(tick).to_be_in_viewport()
    expect(tick).to_have_accessible_description("Tick the box if the battle is to begin all the same.")
    umpire.opens(f"/b/{battle.public_id}/muster/table/")
    page.get_by_label("The table").fill("Name; What; Men\nFifth Foot; battalion; 90")
    page.get_by_role("button", name="Look at it").press("Enter")
    expect(page.locator("#h-found")).to_be_focused()
    expect(page.locator("#h-found")).to_be_in_viewport()


def test_escape_shuts_what_was_opened_by_keyboard_and_goes_back_to_it(officers):
    cast = builders.a_cast()
    battle = desk_scene.a_battle(cast)
    umpire = officers(cast.umpire)
    page = umpire.page
    umpire.opens(f"/c/{battle.campaign.public_id}/roster/")
    end = page.locator("details.confirm").last
    end.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(end.get_by_role("button")).to_be_focused()
    page.keyboard.press("Escape")
    expect(end.get_by_role("button")).to_be_hidden()
    expect(end.locator("summary")).to_be_focused()
    umpire.opens(f"/b/{battle.public_id}/desk/")
    message = page.locator("#desk-foot").get_by_role("link", name="Message", exact=True)
    message.focus()
    page.evaluate("scrollBy(0, 400)")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-chosen :focus")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(message).to_be_focused()
