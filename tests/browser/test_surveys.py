"""Surveys in a browser: files sent, progress that moves, a window that is dragged or typed, with a script and without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from campaigns.clock import server_time
from campaigns.models import Country, Survey
from campaigns.usecases.muster.survey_files import send_files
from campaigns.usecases.muster.surveys import claim_next, make_next_survey
from tests.browser.conftest import PLAYED_ONCE
from tests.campaigns.at_hand import rules_at_hand  # noqa: F401  # a fixture
from tests.campaigns.builders import a_cast
from tests.rules.kriegspiel.surveys import CORNER, METRE, collection, feature, in_degrees, village
from tests.rules.surveys.files import ascii_grid, hill

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.usefixtures("rules_at_hand"),
    PLAYED_ONCE,
]

VILLAGE = ("village.geojson", json.dumps(in_degrees(village())).encode())
HILL = ("hill.asc", ascii_grid(hill(97), *CORNER, 14 * METRE[1]))
FIGURES: dict[str, Any] = {"name": "Loddon", "scale": 5, "size": [24, 16], "plain": False}


def goes_on(progress: int, stage: str) -> None:
    """A worker notes how far it is."""
    Survey.objects.update(progress=progress, stage=stage)


def test_two_files_are_sent_read_laid_under_a_window_and_become_a_country(officers: Any) -> None:
    officer = officers(a_cast().umpire)
    officer.opens("/countries/import/")
    page = officer.page
    page.get_by_label("Name of the country").fill("Loddon")
    page.get_by_label("Metres to the inch").fill("3")
    given = [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in (VILLAGE, HILL)]
    page.get_by_label("Survey: one file or several").set_input_files(files=given)
    page.get_by_role("button", name="Import the survey").click()
    officer.reads("The import is waiting for its turn.")
    officer.fits("the page of a survey")
    goes_on(40, "reading")
    page.locator("progress[value='40']").wait_for()
    goes_on(60, "sketching")
    page.locator("progress[value='60']").wait_for()
    assert make_next_survey(server_time)
    page.locator("[data-window]").wait_for()
    officer.fits("the choice of a window")
    east, north = page.get_by_label("Longitude, or metres east"), page.get_by_label("Latitude, or metres north")
    east.fill(f"{CORNER[0] + 300 * METRE[0]:.6f}")
    north.fill(f"{CORNER[1] + 200 * METRE[1]:.6f}")
    before = float(east.input_value()), float(north.input_value())
    drag(page, 30, 12)
    after = float(east.input_value()), float(north.input_value())
    assert after[0] > before[0] and after[1] < before[1], "to the right is east, downward is south"
    at = page.locator("[data-window]").get_attribute("x")
    page.get_by_label("Feet wide").fill("20")
    east.fill(str(before[0]))
    expect(page.locator("[data-window]"), "what is typed moves the window").not_to_have_attribute("x", at)
    east.fill(str(after[0]))
    page.get_by_role("button", name="Take it").click()
    officer.reads("The import is waiting for its turn.")
    assert make_next_survey(server_time)
    officer.reads("All fords are lost; the report says why.")
    officer.fits("the question whether that is meant")
    page.get_by_role("button", name="Take it all the same").click()
    officer.reads("The import is waiting for its turn.")
    assert make_next_survey(server_time)
    officer.reads("The survey is imported.")
    made = Country.objects.get()
    assert (made.report["scale"], made.report["size"]) == (3.0, [20, 16]) and made.data["contours"]
    assert made.report["origin"] == pytest.approx(after, abs=1e-6)


def drag(page: Any, x: float, y: float) -> None:
    """Drag the window over the screen."""
    box = page.locator("[data-window]").bounding_box()
    frame = page.locator("[data-sketch]").bounding_box()
    start = box["x"] + box["width"] / 2, max(box["y"], frame["y"]) + 20
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + x / 2, start[1] + y / 2)
    page.mouse.move(start[0] + x, start[1] + y)
    page.mouse.up()


def test_without_a_script_progress_and_window_go_on_too(officers: Any, chromium: Any) -> None:
    umpire = a_cast().umpire
    officer = officers(umpire)
    sent = send_files(by=umpire, files=[VILLAGE, HILL], now=server_time(), **FIGURES)
    bare = chromium.new_context(java_script_enabled=False, storage_state=officer.page.context.storage_state())
    page = bare.new_page()
    page.goto(f"{officer.site}/countries/surveys/{sent.public_id}/")
    page.get_by_text("The import is waiting for its turn.").wait_for()
    assert claim_next(server_time()) is not None
    goes_on(30, "reading")
    page.get_by_text("Reading the files").wait_for(timeout=30_000)
    page.locator("progress[value='30']").wait_for()
    Survey.objects.update(claimed_at=None)
    assert make_next_survey(server_time)
    page.get_by_role("button", name="Show the window").wait_for(timeout=30_000)
    at = page.locator("[data-window]").get_attribute("x")
    page.get_by_label("Longitude, or metres east").fill(str(CORNER[0]))
    page.get_by_role("button", name="Show the window").click()
    expect(page.locator("[data-window]")).not_to_have_attribute("x", at)
    page.get_by_label("Metres to the inch").fill("0")
    page.get_by_role("button", name="Take it").click()
    page.get_by_text("metres to the inch, from").first.wait_for()
    page.get_by_label("Metres to the inch").fill("4")
    page.get_by_role("button", name="Take it").click()
    page.get_by_text("The import is waiting for its turn.").wait_for()
    assert make_next_survey(server_time)
    page.get_by_text("The survey is imported.").wait_for(timeout=30_000)
    bare.close()


def test_a_refusal_brings_the_form_back_by_itself_and_a_survey_can_be_discarded(officers: Any) -> None:
    umpire = a_cast().umpire
    officer = officers(umpire)
    wrong = ("wrong.geojson", json.dumps(collection(feature("LineString", [[0, 0], ["a", 1]]))).encode())
    sent = send_files(by=umpire, files=[wrong], now=server_time(), **FIGURES)
    officer.opens(f"/countries/surveys/{sent.public_id}/")
    officer.reads("The import is waiting for its turn.")
    assert make_next_survey(server_time)
    officer.reads("Choose the files again")
    expect(officer.page.get_by_label("Name of the country")).to_have_value("Loddon")
    other = send_files(by=umpire, files=[VILLAGE], now=server_time(), **FIGURES)
    officer.opens(f"/countries/surveys/{other.public_id}/")
    officer.page.get_by_role("button", name="Discard the survey").click()
    officer.reads("The survey Loddon is discarded.")
    assert not Survey.objects.filter(pk=other.pk).exists()


def test_while_the_server_is_away_the_page_of_a_survey_asks_less_and_less_often(officers: Any) -> None:
    """It asked every second, for as long as it was open."""
    umpire = a_cast().umpire
    sent = send_files(by=umpire, files=[VILLAGE], now=server_time(), **FIGURES)
    officer = officers(umpire)
    page, asked = officer.page, []
    page.clock.install()
    officer.opens(f"/countries/surveys/{sent.public_id}/")
    sign = page.locator("#live-sign")
    expect(sign).to_have_attribute("data-state", "asking")
    page.route("**/countries/surveys/**", lambda route: (asked.append(route.request.url), route.abort()))
    counted = []
    for _ in range(4):
        for _ in range(240):
            page.clock.run_for(500)
        page.wait_for_timeout(200)
        counted.append(len(asked) - sum(counted))
    assert counted[0] <= 10 and max(counted[1:]) <= 5, "in two minutes, at last about once a minute"
    expect(sign).to_contain_text("Next attempt in")
    page.unroute("**/countries/surveys/**")
    goes_on(70, "reading")
    page.get_by_role("button", name="Try now").click()
    page.locator("progress[value='70']").wait_for()
    assert all("ERR_FAILED" in one for one in officer.faults), officer.faults
    officer.faults.clear()
