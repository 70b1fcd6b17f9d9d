"""``manage.py import_country``: a survey becomes a country file, or is refused and nothing is written."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from campaigns.models import Country
from rules.ground.country_file import read_country
from tests.rules.kriegspiel.surveys import CORNER, METRE, in_degrees, village
from tests.rules.surveys.files import ascii_grid, hill, packed

FIGURES = {"scale": 5.0, "name": "Hartley Vale", "metres": True, "origin": [0.0, 0.0]}


@pytest.fixture
def survey(tmp_path, monkeypatch):
    """A survey in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "hartley.geojson"
    file.write_text(json.dumps(village()))
    return file


def run(*files, **more):
    """The command, and what it printed."""
    out = StringIO()
    call_command("import_country", *map(str, files), stdout=out, **{**FIGURES, **more})
    return out.getvalue()


def test_a_country_file_is_written_and_the_sums_are_told(survey, tmp_path):
    assert run(survey) == "Hartley Vale: 19 things taken, 5 left out. Written to hartley-vale.json.\n"
    country = read_country(json.loads((tmp_path / "hartley-vale.json").read_text()))
    assert (country.name, len(country.contours)) == ("Hartley Vale", 4)


def test_the_report_names_what_was_left_out_and_why(survey, tmp_path):
    told = run(survey, report=True, out=tmp_path / "other.json")
    assert "  walls: 1 of 2 taken\n    1 left out: it stops nobody (fence) (no. 16)\n" in told
    assert (tmp_path / "other.json").exists()


def test_several_files_and_a_zip_of_them_give_the_same_country(survey, tmp_path):
    survey.write_text(json.dumps(in_degrees(village())))
    heights = tmp_path / "hill.asc"
    heights.write_bytes(ascii_grid(hill(97), *CORNER, 14 * METRE[1]))
    zipped = tmp_path / "all.zip"
    zipped.write_bytes(packed((survey.name, survey.read_bytes()), (heights.name, heights.read_bytes())))
    more = {"metres": False, "origin": list(CORNER), "interval": 20.0}
    run(survey, heights, out=tmp_path / "one.json", **more)
    run(zipped, out=tmp_path / "other.json", crs="EPSG:4326", **more)
    assert (tmp_path / "one.json").read_text() == (tmp_path / "other.json").read_text()
    with pytest.raises(CommandError, match="EPSG"):
        run(survey, crs="the moon")


def test_it_may_be_kept_on_the_site_too(survey, cast):
    run(survey, keep_for="umpire")
    assert Country.objects.get().made_by == cast.umpire


@pytest.mark.parametrize(
    ("content", "figures", "said"),
    [
        (b"{", {}, "This is not JSON"), (b"[]", {}, "must be an object"),
        (b"", {}, "is empty"), (b'{"type": "FeatureCollection", "features": [NaN]}', {}, "NaN"),
        (b"\xff\xfe", {}, "UTF-8"), (b"[" * 100_000, {}, "nested"), (b'{"type": "Topology"}', {}, "not GeoJSON"),
        (None, {"scale": 0.0}, "scale"),
        (None, {"scale": None}, "scale"), (None, {"metres": False}, "degrees"), (None, {"size": [0, 16]}, "size"),
        (None, {"name": ""}, "name"), (None, {"interval": -1.0}, "interval"),
    ],
)  # fmt: skip
def test_a_bad_file_or_figure_is_refused_and_nothing_is_written(survey, tmp_path, content, figures, said):
    if content is not None:
        survey.write_bytes(content)
    with pytest.raises(CommandError, match=said):
        run(survey, **figures)
    assert [one.name for one in tmp_path.iterdir()] == ["hartley.geojson"]


def test_a_file_that_is_not_there_or_too_great_is_refused(survey, tmp_path, monkeypatch):
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path / "nowhere.geojson")
    monkeypatch.setattr("campaigns.management.commands.import_country.GREATEST_UNPACKED", 100)
    with pytest.raises(CommandError, match="more than 100 bytes"):
        run(survey)


def test_it_is_kept_for_nobody_who_is_not_there(survey, db, tmp_path):
    with pytest.raises(CommandError, match="nobody of that name"):
        run(survey, keep_for="ghost")
    assert [one.name for one in tmp_path.iterdir()] == ["hartley.geojson"]


LOST = (
    "<osm><node id='1' lon='1' lat='52'/><node id='2' lon='1.01' lat='52'/>{}"
    "<way id='9'><nd ref='1'/><nd ref='2'/><tag k='highway' v='track'/></way></osm>"
)
RIVER = "<way id='8'><nd ref='7'/><nd ref='6'/><tag k='waterway' v='river'/></way>"


def test_a_lost_kind_needs_a_word_more_and_the_account_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "x.osm"
    more = {"metres": False, "origin": None, "out": tmp_path / "x.json"}
    file.write_text(LOST.format(RIVER))
    with pytest.raises(CommandError, match=r"Nothing was written. Is this what you mean\? All streams are lost"):
        run(file, **more)
    assert not (tmp_path / "x.json").exists()
    told = run(file, report=True, sure=True, **more)
    assert (
        "x.osm: 2 in it, 1 taken; 1 left out: none of its points is in the file" in told
        and (tmp_path / "x.json").exists()
    )
    file.write_text(LOST.format(""))
    assert "x.osm: 1 in it, 1 taken\n" in run(file, report=True, **more)
