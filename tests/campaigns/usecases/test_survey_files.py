"""A survey of several files is read, shown as a sketch, taken, and made a country: once, whatever is killed meanwhile.  [KS-GAME-08]"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings as kept_settings

from campaigns import children, sight
from campaigns.errors import Unseen, WrongState
from campaigns.models import Country, Survey, SurveyFile
from campaigns.usecases.campaigns.deletion import SURVEY, delete
from campaigns.usecases.muster import survey_files
from campaigns.usecases.muster.survey_files import send_files, take_survey
from campaigns.usecases.muster.surveys import (
    LEASE,
    MOST_ATTEMPTS,
    MOST_WAITING,
    PREVIEWED,
    claim_next,
    delete_old_surveys,
    make,
    make_next_survey,
)
from rules.errors import Invalid
from rules.ground.country_file import read_country
from rules.ground.geojson.exporter import export_country
from tests.campaigns.at_hand import rules_at_hand  # noqa: F401  # a fixture
from tests.campaigns.builders import NOON
from tests.rules.kriegspiel.surveys import CORNER, METRE, in_degrees, village
from tests.rules.surveys.files import ascii_grid, hill, osm

IN_A_CHILD = children.ask_rules
FIGURES = {"scale": 5, "size": [24, 16], "origin": None, "interval": None, "plain": False, "crs": None}
LATER = NOON + timedelta(minutes=1)

pytestmark = pytest.mark.usefixtures("rules_at_hand")


def clock():
    return LATER


def files():
    return [
        ("village.geojson", json.dumps(in_degrees(village())).encode()),
        ("hill.asc", ascii_grid(hill(97), *CORNER, 14 * METRE[1])),
    ]


def sent(by, *given, **more):
    return send_files(by=by, files=given or files(), now=NOON, **{"name": "Hartley", **FIGURES, **more})


def seen(by, survey):
    return sight.find_survey(by, survey.public_id)


def taken(by, survey, **chosen):
    return take_survey(by=by, survey=survey.public_id, now=LATER, **{"origin": list(CORNER), **chosen})


def test_files_wait_are_read_and_wait_for_their_sender_who_takes_them(cast):
    survey = sent(cast.umpire)
    assert (seen(cast.umpire, survey).state, SurveyFile.objects.count()) == ("sent", 2)
    assert make_next_survey(clock)
    shown = seen(cast.umpire, survey)
    assert (shown.state, shown.progress, shown.begun) == ("preview", 100, False)
    assert shown.sketch["lines"].keys() >= {"road", "water", "contour"} and not Country.objects.exists()
    assert not make_next_survey(clock), "nothing is made before it is taken"
    taken(cast.umpire, survey, interval=20)
    asked = seen(cast.umpire, survey)
    assert (asked.state, asked.progress, asked.figures["interval"]) == ("asked", 0, 20)
    assert make_next_survey(clock)
    done = seen(cast.umpire, survey)
    assert (done.state, done.country) == ("done", Country.objects.get().public_id)
    assert Country.objects.get().data["contours"] and not SurveyFile.objects.exists()


def test_how_far_it_is_is_noted_as_it_goes_and_never_goes_back(cast, monkeypatch):
    survey = sent(cast.umpire, take=True)
    noted = []
    ask = children.ask_rules

    def listening(*given, told, **more):
        def both(stage, percent):
            told(stage, percent)
            row = seen(cast.umpire, survey)
            noted.append((row.progress, row.stage, row.begun))

        answer = ask(*given, told=both, **more)
        both("late", 3)
        return answer

    monkeypatch.setattr(children, "ask_rules", listening)
    assert make_next_survey(clock)
    percents = [percent for percent, _, _ in noted]
    assert percents == sorted(percents) and len(set(percents)) > 6 and all(begun for *_, begun in noted)
    assert noted[-1][1] == "checking", "a word that comes too late says nothing"


@pytest.mark.slow
def test_a_real_child_tells_how_far_it_is_and_gives_the_same_country(cast, monkeypatch):
    one = sent(cast.umpire, take=True)
    assert make_next_survey(clock)
    monkeypatch.setattr(children, "ask_rules", IN_A_CHILD)
    other = sent(cast.umpire, take=True)
    assert make_next_survey(clock)
    assert seen(cast.umpire, one).state == seen(cast.umpire, other).state == "done"
    assert len({country.digest for country in Country.objects.all()}) == 1
    assert seen(cast.umpire, other).progress > 90


def test_a_country_of_our_own_is_taken_whole_without_a_window(cast):
    data = {
        "size": [288, 192],
        "names": {"n": {"name": "Hartley", "at": [5, 5]}},
        "walls": {"w": {"line": [[1, 1], [9, 9]]}},
    }
    file = ("ours.geojson", json.dumps(export_country(read_country(data))).encode())
    survey = sent(cast.umpire, file)
    assert make_next_survey(clock)
    assert seen(cast.umpire, survey).state == "done" and Country.objects.get().data == {**data, "name": "Hartley"}


def test_a_file_that_cannot_be_read_is_refused_with_its_name_and_dropped(cast):
    survey = sent(cast.umpire, ("x.osm", osm("<node id='1'/>")), files()[1])
    assert make_next_survey(clock)
    refused = seen(cast.umpire, survey)
    assert refused.state == "refused" and "x.osm is refused: node 1 has no longitude" in refused.refusal["sentence"]
    assert not SurveyFile.objects.exists() and not make_next_survey(clock)


@pytest.mark.parametrize(
    ("given", "more", "said"),
    [
        ([("x.svg", b"\x89PNG")], {}, "is none of GeoJSON"), ([("x.json", b"")], {}, "is empty"),
        ([("x.json", b"{}")] * 21, {}, "at most 20"),
        ([("x.json", b"{" + b" " * 6_000_000)], {}, "at most 6,000,000"),
        ([("x.tif", b"II*\x00" + b" " * 16_000_000)], {}, "at most 16,000,000"),
        (files(), {"scale": 0}, "scale"), (files(), {"crs": "the moon"}, "EPSG"), (files(), {"book": "chess-1879"}, "own board"),
        (files(), {"name": ""}, "name"),
    ],
)  # fmt: skip
def test_what_shows_at_once_is_refused_at_once_and_nothing_is_kept(cast, given, more, said):
    with pytest.raises(Invalid, match=said):
        sent(cast.umpire, *given, **more)
    assert not Survey.objects.exists() and not SurveyFile.objects.exists()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"origin": [5.0, 50.0]}, "beside the survey"), ({"scale": 0}, "scale"), ({"size": [1, 1]}, "size"),
        ({"origin": [0, 99]}, "origin"),
        ({"interval": "x"}, "interval"),
    ],
)  # fmt: skip
def test_a_window_that_is_none_is_refused_and_the_survey_still_waits(cast, chosen, said):
    survey = sent(cast.umpire)
    assert make_next_survey(clock)
    with pytest.raises(Invalid, match=said):
        taken(cast.umpire, survey, **chosen)
    assert seen(cast.umpire, survey).state == "preview" and SurveyFile.objects.count() == 2


def test_a_survey_is_taken_once_and_only_when_it_has_been_read(cast):
    survey = sent(cast.umpire)
    with pytest.raises(WrongState, match="no longer waiting"):
        taken(cast.umpire, survey)
    assert make_next_survey(clock)
    taken(cast.umpire, survey)
    with pytest.raises(WrongState, match="no longer waiting"):
        taken(cast.umpire, survey)


def test_another_person_neither_takes_nor_discards_it(cast):
    survey = sent(cast.umpire)
    assert make_next_survey(clock)
    for deed in (
        lambda: taken(cast.red_general, survey),
        lambda: delete(by=cast.red_general, kind=SURVEY, public_id=survey.public_id),
    ):
        with pytest.raises(Unseen):
            deed()
    delete(by=cast.umpire, kind=SURVEY, public_id=survey.public_id)
    assert not Survey.objects.exists() and not SurveyFile.objects.exists()


def test_a_survey_that_has_become_a_country_is_deleted_without_it(cast):
    survey = sent(cast.umpire, take=True)
    assert make_next_survey(clock)
    delete(by=cast.umpire, kind=SURVEY, public_id=survey.public_id)
    assert not Survey.objects.exists() and Country.objects.filter(made_by=cast.umpire).count() == 1


def test_previews_count_among_the_surveys_under_way_and_are_forgotten_after_a_week(cast):
    for _ in range(MOST_WAITING):
        sent(cast.umpire)
        assert make_next_survey(clock)
    with pytest.raises(WrongState, match="or discard one"):
        sent(cast.umpire)
    assert delete_old_surveys(NOON + PREVIEWED - timedelta(seconds=1)) == 0
    assert delete_old_surveys(NOON + PREVIEWED) == MOST_WAITING
    assert not SurveyFile.objects.exists()


# -- once --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("take", [False, True])
def test_two_who_have_the_same_survey_keep_one_result(cast, take):
    survey = sent(cast.umpire, take=take)
    slow, quick = claim_next(NOON), claim_next(NOON + LEASE)
    assert claim_next(NOON + LEASE) is None and quick.fence == slow.fence + 1
    assert make(quick, clock) and not make(slow, clock)
    assert seen(cast.umpire, survey).state == ("done" if take else "preview")
    assert Country.objects.count() == take


def test_a_zombie_that_read_it_touches_nothing_of_what_was_taken_meanwhile(cast):
    survey = sent(cast.umpire)
    slow = claim_next(NOON)
    assert make(claim_next(NOON + LEASE), clock)
    taken(cast.umpire, survey)
    assert not make(slow, clock) and seen(cast.umpire, survey).state == "asked"
    assert make_next_survey(clock) and seen(cast.umpire, survey).state == "done"


def test_files_whose_workers_are_killed_thrice_are_refused_and_dropped(cast):
    survey = sent(cast.umpire)
    for attempt in range(MOST_ATTEMPTS):
        assert claim_next(NOON + attempt * LEASE) is not None
    assert claim_next(NOON + MOST_ATTEMPTS * LEASE) is None
    assert seen(cast.umpire, survey).refusal["code"] == "E-FAULT" and not SurveyFile.objects.exists()


def test_each_reading_and_each_making_has_its_own_attempts(cast):
    survey = sent(cast.umpire)
    claim_next(NOON - LEASE)
    claim_next(NOON)
    assert make_next_survey(lambda: NOON + LEASE)
    taken(cast.umpire, survey)
    claim_next(NOON + LEASE)
    assert Survey.objects.get().attempts == 1


def test_the_limit_of_all_files_is_that_of_an_upload():
    assert survey_files.GREATEST_FILES == kept_settings.FILE_UPLOAD_MAX_MEMORY_SIZE


@pytest.mark.slow
def test_the_site_loads_none_of_the_libraries_of_surveys():
    asked = """
import json, os, sys, django
os.environ["DJANGO_SETTINGS_MODULE"] = "kriegspiel.settings"
django.setup()
import kriegspiel.urls
print(json.dumps(sorted(sys.modules)))
"""
    said = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, check=True, cwd=kept_settings.BASE_DIR, text=True
    )
    assert not {"pyproj", "contourpy"} & set(json.loads(said.stdout))
