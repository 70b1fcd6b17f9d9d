"""On a phone, in German: the umpire pauses a break, ends the battle from the desk, and goes on from its story to the next muster."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Battle, Move
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.muster.countries import create_country
from tests.campaigns import builders, desk_scene

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PATIENCE = 20_000
PHONE = pytest.mark.parametrize("officers", [360], indirect=True)
STORES = {
    "depots": {
        "red-full": {"side": "red", "name": "Volles Lager", "at": [30, 20], "packets": {"food": 4}},
        "red-bare": {"side": "red", "name": "Leeres Lager", "at": [90, 20]},
    }
}


def in_a_break(cast: Any) -> Battle:
    """A battle whose first move is published, in the break before the second."""
    start = {**desk_scene.START, **STORES}
    battle = desk_scene.a_battle(cast, start, carry_over="losses", interval_minutes=5)
    move, now = builders.the_move(battle), server_time()
    close_early(by=cast.umpire, move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    return battle


def sound(page: Any) -> None:
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()


@PHONE
def test_a_break_is_paused_a_battle_ended_and_the_next_one_mustered(officers):
    cast = builders.a_cast()
    battle = in_a_break(cast)
    umpire = officers(cast.umpire)
    page = umpire.page
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    umpire.opens(f"/b/{battle.public_id}/desk/")
    title = page.locator('[data-thing="red-bare"] title')
    expect(title).to_have_text(re.compile("^Leeres Lager, leer"), timeout=PATIENCE)
    foot = page.locator("#desk-foot")
    foot.get_by_text("Anhalten, verlängern …").click(timeout=PATIENCE)
    form = page.locator("#desk-chosen form").first
    form.get_by_label("Grund").fill("Tee")
    form.get_by_role("button", name="Pause anhalten").click()
    expect(foot.get_by_text("Uhr weiterlaufen lassen")).to_be_visible(timeout=PATIENCE)
    expect(foot.get_by_text("Zug jetzt öffnen")).to_be_visible()
    assert builders.the_move(battle).paused_at is not None
    umpire.fits("desk-break-paused")
    foot.get_by_text("Zug jetzt öffnen").click()
    expect(foot.get_by_text("Zug jetzt öffnen")).to_have_count(0, timeout=PATIENCE)
    move = Move.objects.get(battle=battle, number=2)
    assert move.paused_at is None and move.opened_at <= server_time()

    page.locator("#menu > summary").click()
    page.locator("#menu-tabs").get_by_text("Das Gefecht beenden …").click()
    page.get_by_label("Nobody: a draw").or_(page.locator('[name="winner"][value="draw"]')).check()
    page.locator('[name="reason"]').fill("Es wird dunkel")
    page.get_by_role("button", name="Eingabe prüfen").click()
    expect(page.locator(".slip")).to_contain_text("Es wird dunkel", timeout=PATIENCE)
    page.go_back()
    expect(page.locator('[name="reason"]')).to_have_value("Es wird dunkel", timeout=PATIENCE)
    page.get_by_role("button", name="Eingabe prüfen").click()
    page.locator("button[name=sure]").click(timeout=PATIENCE)
    expect(page).to_have_url(re.compile(rf"/b/{battle.public_id}/after/"), timeout=PATIENCE)
    umpire.fits("after-ended")
    page.get_by_role("link", name="Nächstes Gefecht mit übernommenen Verlusten …").click()
    page.locator('[name="name"]').fill("Der Hügel")
    page.get_by_role("button", name="Gefecht anlegen").click()
    expect(page).to_have_url(re.compile("/muster/"), timeout=PATIENCE)
    umpire.reads("davon warten unter „Ohne Ort“")
    umpire.fits("muster-carried-over")
    sound(page)
    assert Battle.objects.get(name="Der Hügel").status == "preparing"


@PHONE
def test_another_book_is_pressed_on_a_phone_and_what_was_typed_stays(officers):
    cast = builders.a_cast()
    country = create_country(by=cast.umpire, name="Das Tal", data={"size": [96, 72]}, now=server_time())
    umpire = officers(cast.umpire)
    page = umpire.page
    page.context.set_extra_http_headers({"Accept-Language": "de"})
    umpire.opens(f"/c/new/?book=kriegspiel&country={country.public_id}")
    page.locator('[name="name"]').fill("Aldershot")
    page.locator('[name="red_name"]').fill("Der Norden")
    for key in ("little-wars", "kriegspiel"):
        page.locator(f'button[name="switch"][value="{key}"]').click()
        expect(page.locator(f'button[name="switch"][value="{key}"]')).to_have_attribute("aria-current", "true")
        expect(page.locator('[name="name"]')).to_have_value("Aldershot")
        expect(page.locator('[name="red_name"]')).to_have_value("Der Norden")
        if key == "little-wars":
            umpire.reads("Das Tal ist ein Gelände von")
            umpire.fits("campaign-new-other-book")
            sound(page)
    page.locator("button.chief").first.click()
    expect(page).to_have_url(re.compile(rf"country={country.public_id}"), timeout=PATIENCE)
    page.locator('#create-battle [name="name"]').fill("Die Mühle")
    page.locator('#create-battle button[name="switch"]').click()
    expect(page.locator('[name="name"]')).to_have_value("Die Mühle", timeout=PATIENCE)
    expect(page.locator('[name="country"]')).to_have_value(country.public_id)
    umpire.fits("battle-terms-kept")
    sound(page)
