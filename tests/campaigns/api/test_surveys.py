"""A survey by the API: a small one is a country at once, a large one has an address that gives its progress."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns.clock import server_time
from campaigns.models import Country, Survey
from campaigns.usecases.muster.surveys import MOST_WAITING, make_next_survey
from tests.campaigns.api.conftest import client_of
from tests.campaigns.at_hand import rules_at_hand  # noqa: F401  # a fixture
from tests.rules.kriegspiel.surveys import CORNER, METRE, collection, feature, great, in_degrees, ring, village
from tests.rules.surveys.files import ascii_grid, hill

FIGURES = {"name": "Loddon", "scale": 5, "plain": True, "origin": [0, 0]}


@pytest.fixture
def umpire(cast, db):
    return client_of("umpire", cast, None)


def sent(client, survey):
    return client.post(reverse("api-import-country"), {**FIGURES, "survey": survey}, format="json")


def test_a_small_survey_is_answered_by_its_country(umpire):
    answer = sent(umpire, village())
    assert (answer.status_code, answer.json()["name"]) == (201, "Loddon")
    assert answer.json()["report"]["taken"] == 19 and not Survey.objects.exists()


def test_a_survey_of_which_a_kind_is_lost_is_asked_about_once(umpire):
    lost = collection(
        feature("LineString", [[0, 50], [1400, 50]], highway="track"),
        feature("LineString", [[10, 10], [10.1, 10]], waterway="river"),
    )
    asked = sent(umpire, lost)
    assert (asked.status_code, asked.json()["code"]) == (409, "E-LOSS") and not Country.objects.exists()
    assert asked.json()["detail"]["losses"] == ["All streams are lost; the report says why."]
    given = {**FIGURES, "survey": lost, "sure": True}
    made = umpire.post(reverse("api-import-country"), given, format="json")
    assert made.status_code == 201 and made.json()["report"]["losses"]
    (row,) = made.json()["report"]["files"]
    assert (row["found"], row["taken"], sum(one["count"] for one in row["left_out"])) == (2, 1, 1)


@pytest.mark.usefixtures("rules_at_hand")
def test_files_with_an_empty_window_wait_on_their_preview_until_that_is_sure(umpire):
    island = collection(*(feature("LineString", [[0, y], [500, y]], highway="track") for y in (0, 650)))
    rows = [{"name": "x.json", "base64": b64encode(json.dumps(island).encode()).decode()}]
    given = {"name": "X", "scale": 1, "files": rows, "plain": True, "take": True}
    sent_files = umpire.post(reverse("api-surveys"), given, format="json").json()
    assert make_next_survey(server_time)
    shown = umpire.get(sent_files["address"]).json()
    assert shown["state"] == "preview" and shown["sketch"]["files"]
    assert "would be empty" in str(shown["sketch"]["losses"])
    address = f"{sent_files['address']}take/"
    assert umpire.post(address, {"sure": True}, format="json").status_code == 202
    assert make_next_survey(server_time) and umpire.get(sent_files["address"]).json()["state"] == "done"


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
    assert (country["name"], country["report"]["taken"]) == ("Loddon", 20)


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


# -- files -------------------------------------------------------------------------------------------


def files():
    return [
        ("village.geojson", json.dumps(in_degrees(village())).encode()),
        ("hill.asc", ascii_grid(hill(97), *CORNER, 14 * METRE[1])),
    ]


def in_parts(client, **more):
    parts = [SimpleUploadedFile(name, data) for name, data in files()]
    given = {"name": "Loddon", "scale": "5", "size": "[24, 16]", "files": parts, **more}
    return client.post(reverse("api-surveys"), given, format="multipart")


@pytest.mark.usefixtures("rules_at_hand")
def test_files_are_read_shown_as_a_sketch_and_made_a_country_where_the_window_lies(umpire):
    answer = in_parts(umpire)
    told = answer.json()
    assert (answer.status_code, told["state"], told["sketch"], told["progress"]) == (202, "sent", None, 0)
    assert make_next_survey(server_time)
    read = umpire.get(told["address"]).json()
    assert (read["state"], read["progress"]) == ("preview", 100) and "contour" in read["sketch"]["lines"]
    window = {"scale": 6, "origin": list(CORNER), "interval": 20}
    assert umpire.post(f"{told['address']}take/", window, format="json").json()["state"] == "asked"
    assert make_next_survey(server_time)
    done = umpire.get(told["address"]).json()
    country = umpire.get(reverse("api-country", args=[done["country"]])).json()
    assert (country["report"]["scale"], country["report"]["interval"]) == (6.0, 20.0)


@pytest.mark.usefixtures("rules_at_hand")
def test_files_in_json_and_in_parts_give_the_same_and_need_no_preview(umpire):
    rows = [{"name": name, "base64": b64encode(data).decode()} for name, data in files()]
    given = {"name": "Loddon", "scale": 5, "files": rows, "take": True, "crs": ""}
    assert umpire.post(reverse("api-surveys"), given, format="json").json()["state"] == "asked"
    assert in_parts(umpire, take="true").status_code == 202
    assert make_next_survey(server_time) and make_next_survey(server_time)
    one, other = Country.objects.all()
    assert one.data == other.data


@pytest.mark.parametrize(
    "wrong",
    [
        {"files": []}, {"files": [{"name": "x"}]}, {"files": [{"name": "x.json", "base64": "%"}]}, {"files": "x"},
        {"files": [{"name": "x.svg", "base64": "AAAA"}]}, {"scale": 0}, {"crs": "the moon"}, {"book": "chess-1879"},
    ],
)  # fmt: skip
def test_what_shows_at_once_is_refused_at_once(umpire, wrong):
    rows = [{"name": name, "base64": b64encode(data).decode()} for name, data in files()]
    given = {"name": "Loddon", "scale": 5, "files": rows, **wrong}
    assert umpire.post(reverse("api-surveys"), given, format="json").status_code == 400
    assert not Survey.objects.exists()


@pytest.mark.parametrize("wrong", [{"scale": "x"}, {"scale": '1, "take": true'}, {"size": "24"}, {"strange": "1"}])
def test_a_field_of_a_form_in_parts_is_read_as_strictly(umpire, wrong):
    assert in_parts(umpire, **wrong).status_code == 400
    assert not Survey.objects.exists()


def test_a_survey_is_discarded_with_its_files_and_another_s_is_not(umpire, cast):
    address = in_parts(umpire).json()["address"]
    assert client_of("red_general", cast, None).delete(address).status_code == 404
    assert umpire.delete(address).status_code == 204
    assert not Survey.objects.exists() and umpire.get(address).status_code == 404


TWO_HEIGHTS = collection(
    *(ring(700, 500, far, ele=ele, hoehe=ele // 2) for far, ele in ((200, 110), (120, 120), (60, 130))),
    feature("LineString", [[0, 0], [1400, 0]], highway="track"),
)


@pytest.mark.usefixtures("rules_at_hand")
def test_the_property_that_is_the_height_is_a_parameter_of_each_way_to_a_country(umpire):
    def told(country):
        report = umpire.get(reverse("api-country", args=[country])).json()["report"]
        return report["interval"], report["files"][0]["notes"]

    of_hoehe = (5, ["Heights are read from: hoehe (3)."])
    at_once = {**FIGURES, "survey": TWO_HEIGHTS}
    usual = umpire.post(reverse("api-import-country"), at_once, format="json").json()
    assert told(usual["id"]) == (
        10, ["Heights are read from: ele (3).", "Not read as heights, though numbers: hoehe."],
    )  # fmt: skip
    chosen = umpire.post(reverse("api-import-country"), {**at_once, "height_property": "hoehe"}, format="json").json()
    assert told(chosen["id"]) == of_hoehe
    wrong = umpire.post(reverse("api-import-country"), {**at_once, "height_property": "depth"}, format="json")
    assert wrong.status_code == 400 and "depth" in str(wrong.json())

    rows = [{"name": "x.json", "base64": b64encode(json.dumps(TWO_HEIGHTS).encode()).decode()}]
    files = {"name": "X", "scale": 5, "files": rows, "plain": True}
    for more, window in (({"height_property": "hoehe", "take": True}, None), ({}, {"height_property": "hoehe"})):
        address = umpire.post(reverse("api-surveys"), {**files, **more}, format="json").json()["address"]
        assert make_next_survey(server_time)
        if window:
            (_, *offered) = umpire.get(address).json()["sketch"]["height_choices"]
            assert [(one["property"], one["low"], one["high"]) for one in offered] == [
                ("ele", 110, 130), ("hoehe", 55, 65),
            ]  # fmt: skip
            umpire.post(f"{address}take/", window, format="json")
            assert make_next_survey(server_time)
        assert told(umpire.get(address).json()["country"]) == of_hoehe
