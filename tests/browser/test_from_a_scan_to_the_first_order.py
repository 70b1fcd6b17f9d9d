"""The whole of it in a real browser: a scanned map, an order of battle pasted from a spreadsheet, commanders invited by link.

From an empty list to the first order of the second commander.  How long a person takes is in the notes of the trials; here
it is held that the way exists, without a wrong turn and without a console message.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.models import Battle, Country, Invitation, OrderEntry, Post, Underlay
from tests.browser.conftest import PASSWORD
from tests.browser.test_drawing import point
from tests.browser.test_exercises import march
from tests.campaigns.builders import a_user
from tests.campaigns.pictures.scans import a_scan, encoded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
DESK = pytest.mark.parametrize("officers", [1440], indirect=True)
SCAN = {"name": "oldbridge.png", "mimeType": "image/png", "buffer": encoded(a_scan(1440, 960))}
SHEET = """Brigade\tName\tArm\tStrength
1st Brigade\t1st Downland Fusiliers\tInfantry\t33
1st Brigade\t2nd Downland Fusiliers\tInfantry\t31
1st Brigade\tCoast Rifles\tSkirmishers\t15
Cavalry Brigade\tAshdown's Hussars\tCavalry\t18
Artillery\tNo. 1 gun\tGun\t5
"""


def a_traced_country(umpire: Any) -> None:
    """A new country, with the scan under it and a river traced."""
    page = umpire.page
    umpire.opens("/countries/draw/")
    page.get_by_label("Name of the country").fill("Oldbridge")
    page.get_by_role("button", name="Save", exact=True).click()
    umpire.reads("The country is saved.")
    page.get_by_role("link", name="Picture underneath").click()
    page.get_by_label("The file").set_input_files(SCAN)
    page.get_by_role("button", name="Send the picture").click()
    umpire.reads("lies under the country")
    page.get_by_role("link", name="Trace it in the map editor").click()
    page.get_by_role("button", name="River", exact=True).click()
    for x, y in ((10, 92), (120, 100), (278, 92)):
        point(page, x, y)
    page.get_by_role("button", name="Finish the line").click()
    page.get_by_text("1 feature added").first.wait_for(state="attached", timeout=PATIENCE)
    page.get_by_role("button", name="Save", exact=True).click()
    umpire.reads("The country is saved.")
    assert len(Country.objects.get(name="Oldbridge").data["water"]) == 1


def with_forces(umpire: Any) -> str:
    """A campaign for an evening and a battle on the country: Red pasted, Blue its mirror.  Returns the battle's id."""
    page = umpire.page
    umpire.opens("/c/new/")
    page.get_by_role("button", name="Evening for beginners").click()
    page.wait_for_load_state()
    page.get_by_label("Name of the campaign").fill("Thursday")
    page.get_by_role("button", name="Create the campaign").click()
    page.get_by_label("Name", exact=True).fill("The Ford at Oldbridge")
    page.locator("#b-scenario").select_option("empty")
    page.locator("#b-country").select_option(label="Oldbridge")
    page.get_by_role("button", name="Create the battle").click()
    page.get_by_role("link", name="Paste or choose a file").click()
    page.get_by_label("The table").fill(SHEET)
    page.get_by_role("button", name="Look at it").click()
    umpire.reads("6 things would be put down")
    page.get_by_role("button", name="Add", exact=True).click()
    rows = page.locator("#muster-table tr[data-thing]")
    expect(rows).to_have_count(6, timeout=PATIENCE)  # the gun with its men
    for tick in page.locator("#muster-table tr[data-thing] input[type=checkbox]").all():
        tick.check()
    page.get_by_role("button", name="Mirror to the other side").last.click()
    expect(page.locator("#muster-saved")).to_have_text("Saved", timeout=PATIENCE)
    return Battle.objects.get().public_id


def links_of(umpire: Any, campaign: str) -> dict[str, str]:
    """A link for every empty seat, by its title."""
    page = umpire.page
    umpire.opens(f"/c/{campaign}/invitations/")
    page.get_by_role("button", name="Create a link for each").click()
    umpire.reads("links are made.")
    shown = [field.input_value() for field in page.locator("input.typed[readonly]").all()]
    made = {str(one.title): one.token for one in Invitation.objects.all()}
    assert all(any(token in link for link in shown) for token in made.values())
    return {title: f"{umpire.site}/invited/{token}/" for title, token in made.items()}


def takes(officer: Any, link: str, name: str) -> None:
    """Somebody without an account comes by a link, and takes the seat."""
    page = officer.page
    page.context.clear_cookies()
    page.goto(link)
    page.get_by_label("Log-in name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password again").fill(PASSWORD)
    page.get_by_role("button", name="Create my account").click()
    page.wait_for_url(re.compile(r"/[bc]/"))


@DESK
def test_a_scan_a_pasted_order_of_battle_and_two_links_are_an_exercise(officers: Any) -> None:
    umpire, first, second = (officers(a_user(name)) for name in ("pell", "one", "two"))
    a_traced_country(umpire)
    battle = with_forces(umpire)
    found = Battle.objects.get()
    assert Underlay.objects.filter(battle=found).exists()
    links = links_of(umpire, found.campaign.public_id)
    assert {"Red 1st Brigade", "Blue 1st Brigade", "Red General", "Blue General"} <= links.keys()
    takes(first, links["Blue General"], "thorne")
    takes(second, links["Red 1st Brigade"], "wray")
    umpire.opens(f"/b/{battle}/look-over/")
    umpire.page.get_by_label("Begin all the same").check()
    umpire.page.get_by_role("button", name="Begin the battle").click()
    expect(umpire.page).to_have_url(re.compile("/desk/$"), timeout=PATIENCE)
    body = next(
        thing
        for thing, one in Battle.objects.get().start["bodies"].items()
        if one["side"] == "red" and one.get("commander") == "1st Brigade"
    )
    second.opens(f"/b/{battle}/order/{body}/")
    march(second.page)
    expect(second.page.locator("[data-map-bar]").first).to_be_visible(timeout=PATIENCE)
    entry = OrderEntry.objects.get()
    assert entry.thing == body and Post.objects.get(brigade="1st Brigade", side__key="red").user.username == "wray"
