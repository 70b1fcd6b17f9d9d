"""Every page of the sample exercise in a real browser: nothing overflows, targets are big enough, and axe finds nothing."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model

from campaigns.clock import server_time
from campaigns.usecases.profile import kept_person
from docs.pictures import deeds
from docs.pictures.pages import PICTURES
from docs.pictures.stage import set_stage

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.sqlite,
    pytest.mark.xdist_group("browser"),
]

LEAST = 44
"""Side of a target that a finger has to meet, in pixels; a link in running text is as high as its line."""

SMALL_TARGETS = """least => [...document.querySelectorAll(
    'button, summary, select, textarea, nav a, .button, .tick, label.head, input:not([type=hidden], [type=checkbox], [type=radio])'
  )].filter(one => one.checkVisibility() && !one.closest('.unseen, svg'))
    .map(one => [one.getBoundingClientRect(), one])
    .filter(([box, one]) => box.height < least - .5 && !one.matches('.event summary'))
    .map(([box, one]) => `${one.tagName} ${one.textContent.trim().slice(0, 40) || one.name}: ${box.width} by ${box.height}`)"""

BY_LIGHT: dict[str, dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
"""What axe is asked under each light: everything, and again whether the colours can be told apart."""

BESIDES = {
    "red": (
        "/b/{hartley}/report/1/", "/b/{hartley}/report/12/", "/b/{hartley}/after/", "/b/{hartley}/replay/", "/b/{hartley}/order/red-depot/",
        "/b/{hartley}/order/red-gun-1/", "/b/{farm}/sheet/", "/b/{setting}/set-out/", "/rulebook/KS-OFF-03/", "/rulebook/KTI-KS-119/",
        "/c/new/", "/c/{campaign}/roster/", "/c/{summer}/standing/", "/help/",
    ),
    "umpire": (
        "/b/{hartley}/sheet/", "/b/{hartley}/report/12/", "/b/{hartley}/supplies/", "/b/{hartley}/points/", "/b/{hartley}/receipts/",
        "/b/{hartley}/dispatches/", "/b/{hartley}/draws/", "/b/{hartley}/situation/", "/b/{hartley}/print/", "/b/{hartley}/replay/",
        "/b/{farm}/after/", "/b/{farm}/replay/", "/b/{setting}/set-out/", "/c/{prepared}/", "/c/{summer}/",
        "/b/{war}/board/", "/b/{vale}/desk/",
    ),
    "observer": ("/", "/b/{hartley}/report/12/", "/b/{hartley}/situation/", "/b/{hartley}/after/", "/b/{vale}/sheet/", "/c/{campaign}/"),
    "red-official": ("/", "/b/{hartley}/sheet/", "/b/{hartley}/situation/", "/b/{hartley}/dispatches/"),
    "red-cavalry": ("/", "/b/{hartley}/sheet/", "/b/{hartley}/dispatches/", "/b/{hartley}/print/"),
    "blue": ("/", "/b/{hartley}/sheet/", "/b/{chess}/board/", "/b/{blind}/board/", "/b/{setting}/set-out/"),
    "newcomer": ("/notices/", "/profile/", "/countries/"),
}  # fmt: skip
"""What else is looked at, by who opens it, besides every page that has a picture in the documents."""


def pages_of() -> dict[str, list[tuple[str, str]]]:
    """Every page of the house by the person who opens it: its address, and what is done there first."""
    found: dict[str, list[tuple[str, str]]] = {who: [(one, "") for one in more] for who, more in BESIDES.items()}
    for picture in PICTURES:
        found.setdefault(picture.who, []).append((picture.address, picture.deed))
    return found


def looked_at(officer: Any, address: str, faults: list[str], deed: str = "") -> None:
    """Write down what is wrong with a page, by daylight and by lamp-light.  deed: what is done there first."""
    page = officer.page
    officer.opens(address)
    if deed:
        getattr(deeds, deed)(page)
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if over > 0:
        faults.append(f"{address} is {over} px too wide at {officer.width} px")
    faults += [f"{address} at {officer.width} px: {one}" for one in page.evaluate(SMALL_TARGETS, LEAST)]
    for scheme, rules in BY_LIGHT.items():
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]
        for fault in found:
            places = "; ".join(node["html"][:160] for node in fault["nodes"][:3])
            faults.append(f"{address} at {officer.width} px, {scheme}: {fault['id']}: {fault['help']}: {places}")
    page.emulate_media(color_scheme="light")


def faults_of_all_pages(officers: Any) -> list[str]:
    """What is wrong with the pages of the sample exercises and of whatever else stands on the stage."""
    words = set_stage(server_time())
    faults: list[str] = []
    seen = 0
    for name, addresses in pages_of().items():
        officer = officers(get_user_model().objects.get(username=name or "newcomer"))
        if not name:
            officer.page.context.clear_cookies()
        for address, deed in addresses:
            looked_at(officer, address.format(**words, spare="red-dragoons"), faults, deed)
            seen += 1
    assert seen > 100
    return faults


def test_no_page_overflows_hides_its_targets_or_shuts_anybody_out_by_day_or_night(officers):
    faults = faults_of_all_pages(officers)
    assert not faults, "\n".join(faults)


IN_GERMAN = {
    "red": ("/", "/b/{hartley}/sheet/", "/b/{hartley}/order/red-hussars/", "/b/{hartley}/report/7/", "/b/{war}/board/"),
    "umpire": ("/c/new/", "/b/{sequence}/desk/", "/b/{hartley}/after/"),
}
"""What is looked at again in German, whose words are longer, by who opens it."""


@pytest.mark.parametrize("officers", [360], indirect=True)
def test_german_overflows_nothing_and_shuts_nobody_out(officers):
    words = set_stage(server_time())
    faults: list[str] = []
    for name, addresses in IN_GERMAN.items():
        user = get_user_model().objects.get(username=name)
        person = kept_person(user)
        person.language = "de"
        person.save(update_fields=["language"])
        officer = officers(user)
        for address in addresses:
            looked_at(officer, address.format(**words), faults)
            assert officer.page.locator("html").get_attribute("lang") == "de"
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("officers", [360], indirect=True)
def test_what_is_looked_for_is_found_where_it_is_wrong(officers):
    """A page with a wide table, a small button, a picture without words and grey on grey fails on each of them."""
    officer = officers(get_user_model().objects.create_user("newcomer"))
    page = officer.page
    page.route("**/wrong/", lambda route: route.fulfill(content_type="text/html", body=WRONG))
    faults: list[str] = []
    looked_at(officer, "/wrong/", faults)
    told = "\n".join(faults)
    assert "too wide at 360 px" in told and "BUTTON Small" in told
    assert "image-alt" in told and "color-contrast" in told


WRONG = """<!doctype html><html lang="en"><title>Wrong</title><main><h1>Wrong</h1><img src="data:,">
<button style="height:20px">Small</button><p style="color:#999;background:#aaa">grey</p><div style="width:900px">wide</div></main>"""


def test_the_door_and_the_first_page_of_a_newcomer(officers, chromium):
    newcomer = officers(get_user_model().objects.create_user("newcomer"))
    faults: list[str] = []
    looked_at(newcomer, "/", faults)
    newcomer.page.get_by_role("button", name="Leave").click()
    looked_at(newcomer, "/login/", faults)
    newcomer.page.get_by_label("Name").fill("nobody")
    newcomer.page.get_by_label("Password").fill("nothing")
    newcomer.page.get_by_role("button", name="Log in").click()
    newcomer.reads("do not go together")
    assert faults == []
