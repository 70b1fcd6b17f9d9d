"""A survey by the API: a small one is a country at once, a large one has an address that gives its progress."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Country, Survey
from campaigns.usecases.muster.surveys import MOST_WAITING, make_next_survey
from tests.campaigns.api.conftest import client_of
from tests.rules.kriegspiel.surveys import collection, feature, great, village

FIGURES = {"name": "Loddon", "scale": 5, "plain": True, "origin": [0, 0]}


@pytest.fixture
def umpire(cast, db):
    return client_of("umpire", cast, None)


def sent(client, survey):
    return client.post(reverse("api-import-country"), {**FIGURES, "survey": survey}, format="json")


def test_a_small_survey_is_answered_by_its_country(umpire):
    answer = sent(umpire, village())
    assert (answer.status_code, answer.json()["name"]) == (201, "Loddon")
    assert answer.json()["report"]["taken"] == 18 and not Survey.objects.exists()


@pytest.mark.slow
def test_a_great_survey_is_taken_on_and_tells_how_far_it_is(umpire):
    answer = sent(umpire, great())
    told = answer.json()
    assert answer.status_code == 202
    assert told["address"] == reverse("api-survey", args=[told["id"]])
    assert (told["state"], told["country"], told["refusal"], told["ended_at"]) == ("waiting", "", None, None)
    assert umpire.get(told["address"]).json() == told
    assert make_next_survey(server_time)
    done = umpire.get(told["address"]).json()
    assert (done["state"], done["refusal"]) == ("done", None)
    country = umpire.get(reverse("api-country", args=[done["country"]])).json()
    assert (country["name"], country["report"]["taken"]) == ("Loddon", 19)


@pytest.mark.slow
def test_a_great_survey_that_is_refused_tells_why(umpire):
    told = sent(umpire, collection(*great()["features"], feature("LineString", [[0, 0], ["a", 1]]))).json()
    assert make_next_survey(server_time)
    refused = umpire.get(told["address"]).json()
    assert (refused["state"], refused["country"]) == ("refused", "")
    assert refused["refusal"].keys() == {"code", "clause", "sentence"}
    assert "metres are wanted" in refused["refusal"]["sentence"] and not Country.objects.exists()


def test_what_is_no_survey_is_refused_at_once_however_great_it_is(umpire):
    assert sent(umpire, {**great(), "type": "Topology"}).status_code == 400
    assert not Survey.objects.exists()


def test_more_than_a_few_at_once_are_refused(umpire):
    assert [sent(umpire, great()).status_code for _ in range(MOST_WAITING + 1)] == [*[202] * MOST_WAITING, 409]
