"""The page of a survey while it is made: only for its sender, with a script and without, to its country or back to the form."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns import children
from campaigns.clock import server_time
from campaigns.models import Country, Survey
from campaigns.usecases.muster.surveys import MOST_WAITING, claim_next, make_next_survey
from tests.campaigns.at_hand import rules_at_hand  # noqa: F401  # a fixture
from tests.campaigns.web.conftest import Page
from tests.campaigns.web.test_countries import FIGURES, NO_SUCH
from tests.campaigns.web.test_pages import unmasked
from tests.rules.kriegspiel.surveys import collection, feature, great, ring

pytestmark = pytest.mark.usefixtures("rules_at_hand")

WRONG = collection(*great()["features"], feature("LineString", [[0, 0], ["a", 1]]))
TYPED = {**FIGURES, "name": "Loddon", "scale": "4.5", "wide": "20", "east": "-10", "north": "12.25", "interval": "10"}
LIVE = {"X-Live": "seen"}


def sent(client, survey=None, **typed):
    """The form of import, with a large survey."""
    file = SimpleUploadedFile("x.geojson", json.dumps(survey or great()).encode())
    return client.post(reverse("country-import"), {**FIGURES, **typed, "survey": file})


@pytest.fixture
def address(umpire):
    """The page of a survey that the umpire sent."""
    return sent(umpire)["Location"]


def test_a_great_survey_leads_to_a_page_that_says_what_is_done(umpire, address):
    assert address == reverse("survey", args=[Survey.objects.get().public_id])
    page = umpire.get(address)
    assert "The import is waiting for its turn." in page.content.decode()
    assert claim_next(server_time()) is not None
    assert "The import is running." in umpire.get(address).content.decode()
    assert not Country.objects.exists()


def test_the_page_asks_for_itself_again_with_a_script_and_without(umpire, address):
    page = umpire.get(address).content.decode()
    assert f'data-ask="{address}mark/" data-every="2000"' in page and 'id="survey" data-live-part="survey"' in page
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert f'<a class="button" href="{address}">Reload</a>' in page


def test_when_it_is_done_the_page_leads_to_the_country(umpire, address):
    assert make_next_survey(server_time)
    answer = umpire.post(f"{address}take/")
    assert answer.get("Location") == address, answer.content.decode()
    assert make_next_survey(server_time)
    country = reverse("country", args=[Country.objects.get().public_id])
    without = umpire.get(address)
    assert (without.status_code, without["Location"]) == (302, country)
    assert "The survey is imported." in umpire.get(country).content.decode()
    by_script = umpire.get(address, headers=LIVE)
    assert (by_script.status_code, by_script.content) == (200, b""), (
        "what came of it is told to the reader, not to a script"
    )


def test_its_mark_changes_when_it_goes_on_and_is_its_senders_alone(umpire, red, address):
    first = umpire.get(f"{address}mark/")
    again = umpire.get(f"{address}mark/", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert claim_next(server_time()) is not None
    later = umpire.get(f"{address}mark/", headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200 and later.json()["told"] != first.json()["told"]
    assert red.get(f"{address}mark/").status_code == 404


def test_while_it_is_made_a_script_is_given_the_page_and_sent_nowhere(umpire, address):
    assert 'id="survey"' in umpire.get(address, headers=LIVE).content.decode()


def test_a_refusal_brings_the_form_back_with_all_that_was_typed(umpire):
    address = sent(umpire, WRONG, **TYPED)["Location"]
    assert make_next_survey(server_time)
    assert umpire.get(address, headers=LIVE).content == b""
    answer = umpire.get(address)
    page, text = Page(answer), answer.content.decode()
    assert answer.status_code == 200 and "etres are wanted" in text
    assert "Choose the files again" in text
    assert {key: page.fields[key] for key in TYPED if key != "coordinates"} == {
        key: value for key, value in TYPED.items() if key != "coordinates"
    }
    assert 'value="metres" checked' in text
    assert f'action="{reverse("country-import")}"' in text
    assert not Country.objects.exists()


def test_what_was_not_typed_comes_back_empty(umpire):
    address = sent(umpire, WRONG, east="", north="", interval="")["Location"]
    assert make_next_survey(server_time)
    page = Page(umpire.get(address))
    assert [page.fields[key] for key in ("east", "north", "interval", "scale", "deep")] == ["", "", "", "5", "16"]


def test_a_survey_of_another_is_answered_like_one_that_is_not_there(umpire, red, address):
    for done in (lambda: None, lambda: make_next_survey(server_time)):
        done()
        there, nowhere = red.get(address), red.get(reverse("survey", args=[NO_SUCH]))
        assert (there.status_code, nowhere.status_code) == (404, 404)
        assert unmasked(there) == unmasked(nowhere)
        assert red.get(address, headers=LIVE).status_code == 404
    assert b"Surveys in progress" not in red.get(reverse("countries")).content


def test_nobody_sees_a_survey_without_logging_in(address):
    assert Client().get(address).status_code == 302
    assert reverse("login") in Client().get(address)["Location"]


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_another_method_is_refused(umpire, address, method):
    assert getattr(umpire, method)(address).status_code == 405


def test_surveys_under_way_stand_with_the_countries_until_they_are_done(umpire, address):
    page = umpire.get(reverse("countries")).content.decode()
    assert "Surveys in progress" in page and f'href="{address}"' in page
    assert make_next_survey(server_time)
    assert "Choose the window" in umpire.get(reverse("countries")).content.decode()
    umpire.post(f"{address}take/")
    assert make_next_survey(server_time)
    assert "Surveys in progress" not in umpire.get(reverse("countries")).content.decode()


def test_more_than_a_few_at_once_are_refused_and_what_was_typed_stays(umpire):
    for _ in range(MOST_WAITING):
        assert sent(umpire).status_code == 302
    answer = sent(umpire, name="The fourth")
    assert answer.status_code == 409 and "are being imported" in answer.content.decode()
    assert Page(answer).fields["name"] == "The fourth"


def test_the_page_is_private_has_one_heading_and_takes_few_queries(umpire, address, django_assert_max_num_queries):
    for wait in (False, True):
        with django_assert_max_num_queries(12):
            answer = umpire.get(address)
        page = Page(answer)
        assert (page.tags.get("h1"), page.tags.get("main")) == (1, 1)
        assert (page.unlabelled, page.strange) == ([], [])
        assert "private" in answer["Cache-Control"]
        if not wait:
            Survey.objects.update(
                state="refused", sentence="survey: as it is", code="E-INVALID", ended_at=server_time()
            )


def test_a_survey_that_was_given_up_says_so_on_its_page(umpire, address, monkeypatch):
    def dies(*given, **more):
        raise children.Died("its process ended with -9: ")

    monkeypatch.setattr(children, "ask_rules", dies)
    for minute in range(3):
        assert make_next_survey(lambda minute=minute: server_time() + timedelta(minutes=minute))
    text = umpire.get(address).content.decode()
    assert "A program error stopped the import, reference K-" in text and "E-FAULT" in text


def test_the_window_is_shown_where_it_was_typed_or_sent_and_a_wrong_one_says_why(umpire, address):
    assert make_next_survey(server_time)
    page = Page(umpire.get(address))
    assert (page.fields["east"], page.fields["scale"], page.unlabelled, page.strange) == ("0", "5", [], [])
    at = {
        east: re.search(r'data-window x="([-.0-9]+)"', umpire.get(address, {"east": east}).content.decode())
        for east in "05"
    }
    assert float(at["5"][1]) > float(at["0"][1])
    figures = Survey.objects.get().figures
    Survey.objects.update(figures={**figures, "origin": [1 / 3, 1e-7], "interval": 1e12})
    assert [Page(umpire.get(address)).fields[key] for key in ("east", "north")] == ["0.333333333", "0.0000001"]
    Survey.objects.update(figures=figures)
    for wrong, said in (
        ({"scale": "x"}, "Enter a number"),
        ({"wide": "0"}, "hole feet"),
        ({"east": "9" * 9}, "etres are wanted"),
    ):
        shown, taken = umpire.get(address, wrong), umpire.post(f"{address}take/", wrong)
        assert said in shown.content.decode() and said in taken.content.decode() and taken.status_code == 400
        assert "data-window" in taken.content.decode()
        assert Page(taken).fields[next(iter(wrong))] == next(iter(wrong.values())), "what was typed stays"
    assert Survey.objects.get().state == "preview"


def test_the_bar_shows_how_far_it_is_and_what_is_done(umpire, address):
    assert claim_next(server_time()) is not None
    Survey.objects.update(progress=41, stage="reading")
    page = umpire.get(address).content.decode()
    assert '<progress max="100" value="41"' in page and "Reading the files." in page


def test_a_survey_is_discarded_by_its_sender_alone(umpire, red, address):
    assert red.post(f"{address}discard/").status_code == red.post(f"{address}take/").status_code == 404
    assert umpire.get(f"{address}discard/").status_code == umpire.get(f"{address}take/").status_code == 405
    assert umpire.post(f"{address}take/").status_code == 409, "it has not been read"
    assert umpire.post(f"{address}discard/")["Location"] == reverse("countries")
    assert not Survey.objects.exists()


# -- the account, the second press, and the middle of the window ---------------------------------------------

ISLAND = collection(
    feature("LineString", [[0, 0], [500, 0]], highway="track"), feature("LineString", [[0, 650], [500, 650]], highway="track")
)  # fmt: skip


def previewed(client, survey=ISLAND, **typed):
    """The page of the window of a survey, its fields, and its address."""
    address = sent(
        client, survey, **{"east": "", "north": "", "coordinates": "metres", "interval": "", "scale": "10", **typed}
    )["Location"]
    assert make_next_survey(server_time)
    page = client.get(address).content.decode()
    fields = dict(re.findall(r'name="(laid)" value="([^"]*)"', page))
    for name in ("scale", "wide", "deep", "east", "north", "interval"):
        found = re.search(rf'<input[^>]*name="{name}"[^>]*>', page)[0]
        fields[name] = (re.findall(r'value="([^"]*)"', found) or [""])[0]
    return address, fields, page


def test_the_account_stands_on_the_page_of_the_window_before_anything_is_taken(umpire):
    lost = collection(*ISLAND["features"], feature("LineString", [[0, 9], [9, 9]], waterway="weir"))
    _, _, page = previewed(umpire, lost)
    assert "The account of the files" in page and "x.geojson" in page and "no water to be crossed (weir)" in page
    assert not Country.objects.exists()


@pytest.mark.parametrize("scale", ["3", "4", "40"])
def test_another_scale_keeps_the_middle_of_the_window_without_a_script(umpire, scale):
    address, fields, _ = previewed(umpire)
    answer = umpire.post(f"{address}take/", {**fields, "scale": scale})
    assert answer.status_code == 302, answer.content.decode()
    east, north = Survey.objects.get().figures["origin"]
    wide, deep = (float(fields[key]) * 12 * float(scale) for key in ("wide", "deep"))
    assert (east + wide / 2, north + deep / 2) == pytest.approx((250, 325), abs=0.2)
    shown = umpire.get(address, {**fields, "scale": scale})
    assert shown.status_code == 200


def test_a_corner_that_was_typed_stays_where_it_was_typed(umpire):
    address, fields, _ = previewed(umpire)
    umpire.post(f"{address}take/", {**fields, "scale": "4", "east": "-100", "north": "-50"})
    assert Survey.objects.get().figures["origin"] == [-100, -50]


def test_an_empty_window_needs_a_second_press_and_another_window_asks_again(umpire):
    address, fields, page = previewed(umpire, scale="1")
    assert "Take it all the same" not in page
    umpire.post(f"{address}take/", {**fields, "sure": "1"})
    assert make_next_survey(server_time)
    assert Survey.objects.get().state == "preview" and not Country.objects.exists(), "not before it was asked"
    page = umpire.get(address).content.decode()
    assert (
        "Nothing of the survey is in the window: the country would be empty." in page and "Take it all the same" in page
    )
    umpire.post(f"{address}take/", {**fields, "sure": "1", "interval": "5"})
    assert make_next_survey(server_time) and not Country.objects.exists(), "another window, another question"
    fields["interval"] = "5"
    umpire.post(f"{address}take/", {**fields, "sure": "1"})
    assert make_next_survey(server_time) and Country.objects.count() == 1


def test_a_window_with_something_in_it_needs_one_press(umpire):
    address, fields, _ = previewed(umpire)
    umpire.post(f"{address}take/", fields)
    assert make_next_survey(server_time) and Country.objects.get().report["losses"] == []
    page = umpire.get(reverse("country", args=[Country.objects.get().public_id])).content.decode()
    assert "The account of the files" in page


HEIGHTS = collection(
    *(ring(700, 500, radius, ele=ele, hoehe=ele // 2, fid=ele) for radius, ele in ((200, 110), (120, 120), (60, 130))),
    feature("LineString", [[0, 0], [1400, 0]], highway="track"),
)


def test_a_survey_with_several_heights_asks_which_is_meant_and_makes_the_country_of_it(umpire):
    address = sent(umpire, HEIGHTS)["Location"]
    assert make_next_survey(server_time)
    page = umpire.get(address).content.decode()
    asked = page.split("Which of its numbers is the height?")[1].split("</fieldset>")[0]
    assert asked.count('name="height_property"') == 3 and "fid" not in asked
    assert 'value="" checked' in asked and "As usual: ele" in asked and "from 55 to 65" in asked
    assert "Heights are read from: ele (3)." in page
    assert umpire.post(f"{address}take/", {"height_property": "hoehe", "interval": "5"})["Location"] == address
    assert make_next_survey(server_time)
    report = Country.objects.get().report
    assert report["interval"] == 5 and report["files"][0]["notes"] == ["Heights are read from: hoehe (3)."]


def test_a_survey_with_one_height_asks_nothing_and_a_wrong_property_is_refused(umpire, address):
    assert make_next_survey(server_time)
    assert "Which of its numbers" not in umpire.get(address).content.decode()
    assert umpire.post(f"{address}take/", {"height_property": "depth"})["Location"] == address
    assert make_next_survey(server_time)
    assert "has a number as its “depth”" in umpire.get(address).content.decode()
