"""The page of a survey that is being made opens its country automatically, with a script and without, or shows the form again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaigns.clock import server_time
from campaigns.usecases.muster.surveys import make_next_survey, send_survey
from tests.browser.conftest import PLAYED_ONCE
from tests.campaigns.builders import a_cast
from tests.rules.kriegspiel.surveys import collection, feature, great

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, PLAYED_ONCE]

FIGURES: dict[str, Any] = {"name": "Loddon", "scale": 5, "plain": True, "origin": [0, 0]}


def test_a_survey_is_sent_and_its_country_opens_by_itself(officers: Any) -> None:
    officer = officers(a_cast().umpire)
    officer.opens("/countries/import/")
    page = officer.page
    page.get_by_label("Name of the country").fill("Loddon")
    page.get_by_label("Plain metres").check()
    page.get_by_label("Metres to the inch").fill("5")
    file = {"name": "x.geojson", "mimeType": "application/json", "buffer": json.dumps(great()).encode()}
    page.get_by_label("Survey, in GeoJSON").set_input_files(files=[file])
    page.get_by_role("button", name="Import the survey").click()
    officer.reads("The import is waiting for its turn.")
    officer.fits("the page of a survey")
    assert make_next_survey(server_time)
    officer.reads("The survey is imported.")
    assert page.get_by_role("heading", level=1).inner_text() == "Loddon"


def test_without_a_script_the_page_goes_on_too(officers: Any, chromium: Any) -> None:
    umpire = a_cast().umpire
    officer = officers(umpire)
    sent = send_survey(by=umpire, survey=great(), now=server_time(), **FIGURES)
    bare = chromium.new_context(java_script_enabled=False, storage_state=officer.page.context.storage_state())
    page = bare.new_page()
    page.goto(f"{officer.site}/countries/surveys/{sent.public_id}/")
    page.get_by_text("The import is waiting for its turn.").wait_for()
    assert make_next_survey(server_time)
    page.get_by_text("The survey is imported.").wait_for(timeout=30_000)
    bare.close()


def test_a_refusal_brings_the_form_back_by_itself(officers: Any) -> None:
    umpire = a_cast().umpire
    officer = officers(umpire)
    wrong = collection(*great()["features"], feature("LineString", [[0, 0], ["a", 1]]))
    sent = send_survey(by=umpire, survey=wrong, now=server_time(), **FIGURES)
    officer.opens(f"/countries/surveys/{sent.public_id}/")
    officer.reads("The import is waiting for its turn.")
    assert make_next_survey(server_time)
    officer.reads("Choose the file again")
    assert officer.page.get_by_label("Name of the country").input_value() == "Loddon"
