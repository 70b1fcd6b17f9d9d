"""Where several properties may be the height: what each would give, the choice of one, and the account.  [KS-GAME-08]"""

from __future__ import annotations

import json

import pytest

from rules.errors import Invalid
from rules.ground.country_file import read_country
from rules.ground.geojson import importer as geojson
from rules.ground.surveys.files import Files
from rules.ground.surveys.importer import glance, survey
from rules.ground.surveys.sketch import sketch
from tests.rules.kriegspiel.surveys import collection, feature, ring

RADII = ((200, 1), (120, 2), (60, 3))


def hill(**of_step):
    """Three contours round a place; of_step: what each property is on the first, second and third of them."""
    rows = [ring(700, 500, radius, **{key: made(step) for key, made in of_step.items()}) for radius, step in RADII]
    top = feature("Point", [700, 500], natural="peak", ele=1000)
    return collection(*rows, top, feature("LineString", [[0, 0], [1400, 0]], highway="track"))


def files_of(data):
    return Files([("hill.geojson", json.dumps(data).encode())])


def choices(data, **more):
    return {one["property"]: one for one in sketch(files_of(data), plain=True, scale=5, **more)["height_choices"]}


def taken(data, **more):
    return survey(files_of(data), scale=5, plain=True, **more)


def contours(found):
    return list(read_country(found.country).contours.values())


AMBIGUOUS = hill(
    ele=lambda step: 100 + 10 * step, height=lambda step: 40 - step, hoehe=lambda step: 5 * step, id=lambda step: step
)


def test_several_properties_that_may_be_the_height_are_told_with_what_each_would_give():
    told = choices(AMBIGUOUS)
    assert list(told) == ["", "ele", "hoehe", "height"], "what is usual first, then by name; an id is no height"
    assert told[""]["uses"] == ["ele"] and told[""]["things"] == 4, "the spot has a height too"
    assert [told["hoehe"][key] for key in ("things", "heights", "low", "high")] == [3, 3, 5, 15]
    assert [told["height"][key] for key in ("things", "heights", "low", "high")] == [3, 3, 37, 39]


@pytest.mark.parametrize("chosen", [None, "", "ele", "hoehe", " HOEHE "])
def test_the_property_that_was_chosen_is_read_and_named_in_the_account(chosen):
    found = taken(AMBIGUOUS, height_property=chosen)
    used = (chosen or "ele").strip().lower()
    assert len(contours(found)) == 3 and found.report["interval"] == (5 if used == "hoehe" else 10)
    notes = " ".join(found.files[0]["notes"])
    assert f"Heights are read from: {used} (" in notes
    assert ("Not read as heights, though numbers: hoehe, height." in notes) == (not chosen)


def test_a_property_that_nobody_knows_is_read_where_it_is_chosen_and_told_where_it_is_not():
    data = hill(surfval=lambda step: 10 * step, fid=lambda step: step)
    assert list(choices(data)) == ["", "fid", "surfval"] and choices(data)[""]["things"] == 1
    assert not contours(geojson.survey(data, scale=5, plain=True))
    assert len(contours(taken(data, height_property="surfval"))) == 3
    assert "surfval" in " ".join(taken(data).files[0]["notes"])


@pytest.mark.parametrize("name", ["ele", "height", "contour", "hoehe", "Höhe", "propertyValue"])
def test_one_known_property_alone_is_the_height_and_nobody_is_asked(name):
    data = hill(**{name: lambda step: 10 * step}, id=lambda step: step, name=lambda step: f"line {step}")
    assert choices(data) == {} and len(contours(taken(data))) == 3
    assert f"{name.lower()} ({4 if name == 'ele' else 3})" in " ".join(taken(data).files[0]["notes"])


def test_two_properties_that_say_the_same_are_no_question():
    assert choices(hill(ele=lambda step: 10 * step, contour=lambda step: 10 * step)) == {}


def test_how_tall_a_thing_is_is_not_how_high_it_lies():
    mast = feature("Point", [700, 500], man_made="mast", height=60)
    line = feature("LineString", [[0, 300], [1400, 300]], power="line", height=30, voltage=400)
    found = taken(collection(*hill(ele=lambda step: 10 * step)["features"], mast, line))
    assert "height" not in " ".join(found.files[0]["notes"]).replace("Heights", "").replace("heights", "")
    assert choices(collection(mast, line)) == {}


def test_what_was_chosen_is_offered_again_with_the_others():
    assert list(choices(AMBIGUOUS, height_property="hoehe")) == ["", "ele", "hoehe", "height"]


@pytest.mark.parametrize(
    ("chosen", "said"), [("depth", "has a number as its “depth”"), (5, "characters"), ("x" * 81, "characters")]
)
def test_a_property_that_gives_no_height_is_refused_with_its_field(chosen, said):
    with pytest.raises(Invalid, match=said):
        taken(AMBIGUOUS, height_property=chosen)
    with pytest.raises(Invalid, match=said):
        geojson.survey(AMBIGUOUS, scale=5, plain=True, height_property=chosen)
    if chosen != "depth":
        with pytest.raises(Invalid, match=said):
            glance(AMBIGUOUS, scale=5, plain=True, height_property=chosen)


def test_the_account_names_the_property_of_each_file_by_itself():
    both = Files(
        [
            ("one.geojson", json.dumps(hill(ele=lambda step: 10 * step)).encode()),
            ("other.geojson", json.dumps(collection(ring(2000, 500, 50, cota=5))).encode()),
        ]
    )
    notes = [row["notes"] for row in survey(both, scale=5, plain=True).files]
    assert notes == [["Heights are read from: ele (4)."], ["Heights are read from: cota (1)."]]
