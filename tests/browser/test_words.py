"""Scripts in German: by the catalog that comes with a page; where it does not come they speak English, and go on working."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_drawing import point
from tests.campaigns import builders

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
]

ASKED = """() => [gettext("Discard it"), interpolate(gettext("%(thing)s deleted."), { thing: "The mill" }, true),
    ...[1, 2].map((n) => interpolate(ngettext("%(number)s point set", "%(number)s points set", n), { number: n }, true))]"""


def test_scripts_speak_german_and_english_where_the_catalog_has_not_come(officers):
    umpire = officers(builders.a_cast().umpire)
    page, asked = umpire.page, []
    page.on("request", lambda request: asked.append(request.url))
    umpire.opens("/countries/draw/")
    assert page.evaluate(ASKED) == ["Discard it", "The mill deleted.", "1 point set", "2 points set"]
    assert [url for url in asked if "/words/" in url] == [], "English asks for none"
    page.set_extra_http_headers({"Accept-Language": "de"})
    umpire.opens("/countries/draw/")
    page.get_by_role("button", name="Wählen", exact=True).wait_for()
    assert page.evaluate(ASKED) == ["Verwerfen", "The mill gelöscht.", "1 Punkt gesetzt", "2 Punkte gesetzt"]
    assert len([url for url in asked if "/words/de/" in url]) == 1
    page.route("**/words/**", lambda route: route.fulfill(status=404))
    umpire.opens("/countries/draw/")
    page.get_by_role("button", name="Choose", exact=True).wait_for()
    page.get_by_role("button", name="Road", exact=True).click()
    point(page, 150, 12)
    expect(page.locator("[data-where]")).to_contain_text("1 point set")
    assert umpire.faults == []
