"""Every page of the sample exercise in a real browser: nothing overflows, targets are big enough, and axe finds nothing.

Buttons and fields are 44 px high; whatever can be pressed is 24 px on either side (``slim_targets.js``).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from campaigns.usecases.people.profile import kept_person
from docs.pictures import deeds
from docs.pictures.pages import PICTURES
from tests.browser.conftest import PLAYED_ONCE, WIDTHS, window
from tests.depth import WHOLE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

LEAST = 44
"""Side of a target for a finger, in pixels; a link in running text is as high as its line."""

SMALL_TARGETS = """least => [...document.querySelectorAll(
    'button, summary, select, textarea, nav a, .button, .tick, label.head, input:not([type=hidden], [type=checkbox], [type=radio])'
  )].filter(one => one.checkVisibility() && !one.closest('.unseen, svg'))
    .map(one => [one.getBoundingClientRect(), one])
    .filter(([box, one]) => box.height < least - .5 && !one.matches('.event summary'))
    .map(([box, one]) => `${one.tagName} ${one.textContent.trim().slice(0, 40) || one.name}: ${box.width} by ${box.height}`)"""

SLIM_TARGETS = (Path(__file__).parent / "slim_targets.js").read_text()
"""A function that names each visible target of less than so many pixels on either side."""

LEAST_OF_ALL = 24
"""Side of any target whatever, as WCAG 2.2 has it, but of a link in a line of running text."""

ASKED: dict[int, tuple[str, dict[str, Any]]] = {360: ("light", {}), 1440: ("dark", {"runOnly": ["color-contrast"]})}
"""The rules of axe for each width and colour mode: everything once, and the colour contrast again.

The second runs on one page of each kind: the colours are the style sheet's, whoever opens it.
"""

LEAN = {"resultTypes": ["violations"], "selectors": False, "preload": False}
"""What axe need not report: what is right, and the selectors of a fault; that takes a third of its time."""

STILL = """Promise.allSettled(document.getAnimations()
    .filter(one => one.effect.getComputedTiming().iterations !== Infinity).map(one => one.finished))"""
"""Waits until nothing slides in any more: while it does, its colours are faint."""

AT_ONCE = 16
"""Pages that one test checks, so that the workers share them."""

BESIDES = {
    "red": (
        "/b/{hartley}/report/1/", "/b/{hartley}/report/12/", "/b/{hartley}/after/", "/b/{hartley}/replay/", "/b/{hartley}/order/red-depot/",
        "/b/{hartley}/order/red-gun-1/", "/b/{farm}/sheet/", "/b/{setting}/set-out/", "/rulebook/KS-OFF-03/", "/rulebook/KTI-KS-119/",
        "/c/new/", "/c/{campaign}/roster/", "/c/{summer}/standing/", "/c/{summer}/forces/", "/b/{hartley}/forces/", "/help/",
    ),
    "umpire": (
        "/b/{hartley}/sheet/", "/b/{hartley}/report/12/", "/b/{hartley}/supplies/", "/b/{hartley}/points/", "/b/{hartley}/receipts/",
        "/b/{hartley}/dispatches/", "/b/{hartley}/draws/", "/b/{hartley}/situation/", "/b/{hartley}/print/", "/b/{hartley}/replay/",
        "/b/{farm}/after/", "/b/{farm}/replay/", "/b/{setting}/set-out/", "/c/{prepared}/", "/c/{summer}/",
        "/b/{war}/board/", "/b/{vale}/desk/", "/b/{hartley}/forces/depots/red-depot/",
    ),
    "observer": (
        "/", "/b/{hartley}/report/12/", "/b/{hartley}/situation/", "/b/{hartley}/after/", "/b/{vale}/sheet/", "/c/{campaign}/",
        "/countries/", "/countries/surveys/{survey}/",
    ),
    "red-official": ("/", "/b/{hartley}/sheet/", "/b/{hartley}/situation/", "/b/{hartley}/dispatches/"),
    "red-cavalry": ("/", "/b/{hartley}/sheet/", "/b/{hartley}/dispatches/", "/b/{hartley}/print/"),
    "blue": ("/", "/b/{hartley}/sheet/", "/b/{chess}/board/", "/b/{blind}/board/", "/b/{setting}/set-out/"),
    "newcomer": ("/notices/", "/profile/", "/countries/"),
}  # fmt: skip
"""Further pages, by who opens them, besides those with a picture in the documents."""


def pages_of() -> dict[str, list[tuple[str, str]]]:
    """Every page of the site by the person who opens it: its address, and what is done there first."""
    found: dict[str, list[tuple[str, str]]] = {who: [(one, "") for one in more] for who, more in BESIDES.items()}
    for picture in PICTURES:
        found.setdefault(picture.who, []).append((picture.address, picture.deed))
    return found


def batched(addresses: list[Any], most: int) -> list[list[Any]]:
    """A list in batches of at most so many."""
    return [addresses[first : first + most] for first in range(0, len(addresses), most)]


def kind_of(address: str) -> str:
    """The kind of page at an address: the same for each battle, side and number.

    >>> kind_of("/b/{hartley}/report/12/") == kind_of("/b/{farm}/report/1/"), kind_of("/rulebook/KS-OFF-03/")
    (True, '/rulebook/*/')
    """
    return re.sub(r"\{\w+\}|(?<=/)\d+(?=/)|(?<=/rulebook/)[^/]+|(?<=/order/)[^/]+|\?.*", "*", address)


def looked_at(officer: Any, address: str, faults: list[str], deed: str = "", by_night: bool = True) -> None:
    """Record what is wrong with a page, on a phone in light mode and on a desktop in dark mode.

    deed: what is done there first.  by_night: whether its colours are also checked in dark mode.
    """
    page = officer.page
    page.set_viewport_size(window(min(WIDTHS)))
    officer.opens(address)
    if deed:
        getattr(deeds, deed)(page)
    page.evaluate(STILL)
    for width, (scheme, rules) in ASKED.items():
        page.set_viewport_size(window(width))
        page.emulate_media(color_scheme=scheme)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over > 0:
            faults.append(f"{address} is {over} px too wide at {width} px")
        faults += [f"{address} at {width} px: {one}" for one in page.evaluate(SMALL_TARGETS, LEAST)]
        faults += [f"{address} at {width} px: slim: {one}" for one in page.evaluate(SLIM_TARGETS, LEAST_OF_ALL)]
        if scheme == "dark" and not by_night:
            continue
        found = Axe().run(page, options={**LEAN, **rules}).response["violations"]
        for fault in found:
            places = "; ".join(node["html"][:160] for node in fault["nodes"][:3])
            faults.append(f"{address} at {width} px, {scheme}: {fault['id']}: {fault['help']}: {places}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(window(officer.width))


def by_night_too() -> Iterator[tuple[str, list[tuple[str, str, bool]]]]:
    """The same, each with whether it is the first of its kind, with this deed, to be checked."""
    seen: set[tuple[str, str]] = set()
    for name, addresses in pages_of().items():
        told = []
        for address, deed in addresses:
            told.append((address, deed, (kind_of(address), deed) not in seen))
            seen.add((kind_of(address), deed))
        yield name, told


SHARES = [
    pytest.param(name, tuple(batch), id=f"{name or 'stranger'} {number}")
    for name, addresses in by_night_too()
    for number, batch in enumerate(batched([one for one in addresses if WHOLE or one[2]], AT_ONCE), 1)
]
"""Pages in batches, by whom, and which; in a short run the first of each kind."""


@PLAYED_ONCE
@pytest.mark.parametrize(("name", "addresses"), SHARES)
def test_no_page_overflows_hides_its_targets_or_shuts_anybody_out_by_day_or_night(stage, officers, name, addresses):
    """The pages of the sample exercises and of everything else on the stage."""
    faults: list[str] = []
    officer = officers(get_user_model().objects.get(username=name or "newcomer"))
    if not name:
        officer.page.context.clear_cookies()
    for address, deed, by_night in addresses:
        looked_at(officer, address.format(**stage, spare="red-dragoons"), faults, deed, by_night)
    assert not faults, "\n".join(faults)


def test_the_pages_that_are_looked_at_are_many():
    assert sum(len(addresses) for addresses in pages_of().values()) > 130
    kinds = {kind_of(address) for addresses in pages_of().values() for address, _ in addresses}
    night = {kind_of(address) for _, addresses in by_night_too() for address, _, by_night in addresses if by_night}
    assert night == kinds and len(kinds) > 50


IN_GERMAN: dict[str, tuple[tuple[str, str], ...]] = {
    "red": (
        ("/", ""), ("/b/{hartley}/sheet/", ""), ("/b/{hartley}/sheet/", "open_panel"), ("/b/{hartley}/sheet/", "check_drafts"),
        ("/b/{hartley}/order/red-dragoons/", ""), ("/b/{hartley}/report/7/", ""), ("/b/{farm}/report/5/", ""),
        ("/b/{hartley}/replay/?move=7", ""), ("/b/{war}/board/", ""),
    ),
    "umpire": (
        ("/c/new/", ""), ("/b/{sequence}/desk/", ""), ("/b/{hartley}/after/", ""), ("/b/{hartley}/replay/?move=7&of=red&beside=on", ""),
        ("/b/{dusk}/desk/", "open_ruling"), ("/b/{dusk}/desk/", "add_body"), ("/b/{dusk}/desk/", "write_message"),
        ("/b/{third}/muster/?thing=red-1st", "arm_the_palette"), ("/b/{third}/muster/table/?side=red", "paste_a_table"),
        ("/countries/{drawn}/picture/", ""), ("/countries/{drawn}/draw/", ""), ("/b/{setting}/picture/", ""),
    ),
}  # fmt: skip
"""Pages checked again in German, whose words are longer, by who opens them, and what is done there first."""


def in_german(name: str) -> Any:
    """A person of the stage who reads German."""
    user = get_user_model().objects.get(username=name)
    person = kept_person(user)
    person.language = "de"
    person.save(update_fields=["language"])
    return user


@PLAYED_ONCE
def test_german_overflows_nothing_and_shuts_nobody_out(stage, officers):
    faults: list[str] = []
    for name, pages in IN_GERMAN.items():
        officer = officers(in_german(name))
        for address, deed in pages:
            looked_at(officer, address.format(**stage), faults, deed)
            expect(officer.page.locator("html")).to_have_attribute("lang", "de")
    assert not faults, "\n".join(faults)


BOARDS = {
    "red": (
        "/b/{hartley}/sheet/", "/b/{hartley}/report/7/", "/b/{farm}/report/5/", "/b/{hartley}/replay/?move=7",
        "/b/{hartley}/after/", "/b/{chess}/board/", "/b/{war}/board/", "/b/{chess}/replay/",
    ),
    "umpire": ("/b/{dusk}/desk/", "/b/{hartley}/desk/", "/b/{hartley}/replay/?move=7&of=red&beside=on"),
}  # fmt: skip
"""Pages that are drawn by scripts after they have come."""

SHIFTED = """() => new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.hadRecentInput ? 0 : one.value; }))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 900);
})"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("officers", WIDTHS, indirect=True)
def test_no_board_shifts_while_it_is_drawn(stage, officers, language):
    """And none has anything to say on the console: each officer is asked that at the end."""
    for name, addresses in BOARDS.items():
        officer = officers(get_user_model().objects.get(username=name) if language == "en" else in_german(name))
        for address in addresses:
            officer.opens(address.format(**stage))
            shifted = officer.page.evaluate(SHIFTED)
            assert shifted <= 0.05, f"{address} shifts by {shifted}"


PART_OF_A_BOARD = re.compile(r'<(?:aside|div|form|section)[^>]* class="[^"]*(?:boardmap|boardpanel|boardfoot)[ "]')


def comes_slowly(page: Any, address: str) -> list[int]:
    """A page of that address stops for half a second before each part of its board.  Gives the number of stops, when it has come."""
    stops: list[int] = []

    def halting(route: Any) -> None:
        come = route.fetch()
        body, count = PART_OF_A_BOARD.subn(
            lambda part: f'<script src="/halt/{part.start()}.js"></script>{part[0]}', come.text()
        )
        stops.append(count)
        route.fulfill(response=come, body=body)

    def slowly(route: Any) -> None:
        time.sleep(0.5)
        route.fulfill(content_type="text/javascript", body="")

    page.route(re.compile(re.escape(address) + "$"), halting)
    page.route("**/halt/*.js", slowly)
    return stops


@pytest.mark.parametrize("officers", WIDTHS, indirect=True)
def test_no_board_shifts_while_only_a_part_of_its_page_has_come(stage, officers):
    red, umpire = (officers(get_user_model().objects.get(username=name)) for name in ("red", "umpire"))
    for officer, address in (
        (red, "/b/{hartley}/sheet/"),
        (red, "/b/{hartley}/report/7/"),
        (umpire, "/b/{hartley}/desk/"),
        (umpire, "/b/{hartley}/replay/?move=7&of=red&beside=on"),
    ):
        stops = comes_slowly(officer.page, address.format(**stage))
        officer.opens(address.format(**stage))
        shifted = officer.page.evaluate(SHIFTED)
        assert stops == [3], address
        assert shifted <= 0.05, f"{address} shifts by {shifted}"


@pytest.mark.parametrize("officers", [360], indirect=True)
def test_what_is_looked_for_is_found_where_it_is_wrong(officers):
    """A page with a wide table, a small button, a picture without words and grey on grey fails on each of them."""
    officer = officers(get_user_model().objects.create_user("newcomer"))
    page = officer.page
    page.route("**/wrong/", lambda route: route.fulfill(content_type="text/html", body=WRONG))
    faults: list[str] = []
    looked_at(officer, "/wrong/", faults)
    told = "\n".join(faults)
    for width in WIDTHS:
        assert f"/wrong/ at {width} px: BUTTON Small" in told
        assert re.search(rf"/wrong/ at {width} px: slim: .*“Alone”: [\d.]+ by 1\d", told)
        assert re.search(rf"/wrong/ at {width} px: slim: .*“Upper” lies over .*“Lower”: 10.0 px", told)
    assert "In a sentence" not in told
    assert "too wide at 360 px" in told and "image-alt" in told
    assert "360 px, light: color-contrast" in told and "1440 px, dark: color-contrast" in told


WRONG = """<!doctype html><html lang="en"><title>Wrong</title><main><h1>Wrong</h1><img src="data:,">
<button style="height:20px">Small</button><p style="color:#999;background:#aaa">grey</p><div style="width:900px">wide</div>
<p><a href="/">Alone</a></p><p>A link, <a href="/">In a sentence</a>, is as high as its line.</p>
<p style="line-height:10px"><a href="/" style="padding:5px">Upper</a><br><a href="/" style="padding:5px">Lower</a></p></main>"""


@PLAYED_ONCE
def test_the_log_in_page_and_the_first_page_of_a_newcomer(officers, chromium):
    newcomer = officers(get_user_model().objects.create_user("newcomer"))
    faults: list[str] = []
    looked_at(newcomer, "/", faults)
    newcomer.page.locator("#menu > summary").click()
    newcomer.page.get_by_role("button", name="Log out").click()
    looked_at(newcomer, "/login/", faults)
    newcomer.page.get_by_label("Name").fill("nobody")
    newcomer.page.get_by_label("Password").fill("nothing")
    newcomer.page.get_by_role("button", name="Log in").click()
    newcomer.reads("is wrong. Capital and small")
    assert faults == []
