"""A survey in GeoJSON becomes a country, with a report of what was used; a country is exported as GeoJSON and comes back.  [KS-GAME-08]"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import cos, sin, tau
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Invalid
from rules.ground.country_file import read_country, write_country
from rules.ground.geojson import shapes
from rules.ground.geojson.exporter import export_country
from rules.ground.geojson.importer import survey
from rules.kriegspiel.country.ground import ground_of
from rules.values.measure import INCH
from tests.rules.kriegspiel.surveys import CORNER, collection, feature, in_degrees, ring, square, village
from tests.rules.kriegspiel.test_country import WHOLE


def taken(*features, **more):
    """A survey of a few features: 24 by 16 feet at 5 metres to the inch, in metres from the corner."""
    return survey(collection(*features), **{"scale": 5, "plain": True, "origin": [0, 0], **more})


def row(found, kind):
    """The row of the report about one kind of thing."""
    return next(one for one in found.report["rows"] if one["kind"] == kind)


def reasons(found, kind):
    """Why things of a kind were left out."""
    return [one["why"] for one in row(found, kind)["left_out"]]


def test_a_survey_becomes_a_country_with_one_of_everything():
    found = survey(village(), scale=5, plain=True, origin=[0, 0], name="Hartley")
    country = read_country(found.country)
    assert (country.name, country.size) == ("Hartley", (288 * INCH, 192 * INCH))
    groups = ("contours", "water", "fords", "roads", "rails", "bridges", "houses", "walls", "woods")
    assert {group: len(getattr(country, group)) for group in groups} == {
        "contours": 4, "water": 3, "fords": 1, "roads": 3, "rails": 1, "bridges": 1, "houses": 2, "walls": 1, "woods": 1,
    }  # fmt: skip
    assert country.woods["long-copse"].trunks == ((220 * INCH, 120 * INCH),)
    assert country.houses["house-1"].height == 9 * INCH
    assert country.water["water-1"].fordable and not country.water["loddon"].fordable


def test_the_report_counts_every_feature_once_and_says_why_one_was_left_out():
    found = survey(village(), scale=5, plain=True, origin=[0, 0])
    report = found.report
    assert (report["taken"], report["left_out"]) == (19, 5)
    assert all(one["found"] == one["taken"] + sum(why["count"] for why in one["left_out"]) for one in report["rows"])
    assert reasons(found, "walls") == ["it stops nobody (fence)"]
    assert reasons(found, "roads") == ["a path is no road for troops", "it lies outside the window"]
    assert reasons(found, "other things") == ["the game knows nothing of it (amenity)"]
    assert row(found, "houses")["left_out"] == []
    assert "1 house that is small for the floor became 1 block." in report["notes"]
    assert (report["interval"], report["metres"]) == (10.0, [1440, 960])


def test_degrees_and_metres_give_the_same_country_to_a_sixteenth_or_two():
    plain, degrees = (
        survey(village(), scale=5, plain=True, origin=[0, 0]),
        survey(in_degrees(village()), scale=5, origin=list(CORNER)),
    )
    assert [row["taken"] for row in plain.report["rows"]] == [row["taken"] for row in degrees.report["rows"]]
    for one, other in zip(plain.country["roads"].values(), degrees.country["roads"].values(), strict=True):
        for a, b in zip(one["line"], other["line"], strict=True):
            assert abs(a[0] - b[0]) <= 0.125 and abs(a[1] - b[1]) <= 0.125


def test_a_longer_scale_makes_things_smaller():
    near, far = taken(ring(300, 300, 200, ele=10), feature("Point", [300, 300], ele=12)), None
    far = taken(ring(300, 300, 200, ele=10), feature("Point", [300, 300], ele=12), scale=10)
    assert near.country["contours"]["contour-1"]["line"][0] == [100, 60]
    assert far.country["contours"]["contour-1"]["line"][0] == [50, 30]


def test_without_an_origin_the_window_lies_on_the_middle_of_the_file():
    found = taken(ring(5000, 7000, 200, ele=10), feature("Point", [5000, 7000], ele=12), origin=None)
    xs = [x for x, _ in found.country["contours"]["contour-1"]["line"]]
    assert (min(xs) + max(xs)) / 2 == 144


# -- contours ---------------------------------------------------------------------------------------------


def test_one_real_interval_is_one_contour_of_six_inches():
    found = taken(ring(500, 500, 300, ele=40), ring(500, 500, 200, ele=60), ring(500, 500, 100, ele=80))
    assert [one["height"] for one in found.country["contours"].values()] == [6, 12, 18]
    assert found.report["interval"] == 20
    coarse = taken(ring(500, 500, 300, ele=40), ring(500, 500, 200, ele=60), ring(500, 500, 100, ele=80), interval=40)
    assert [one["height"] for one in coarse.country["contours"].values()] == [6, 12]
    assert reasons(coarse, "contours") == ["it lies between the heights that were chosen, every 40"]


def test_which_side_is_higher_is_found_from_the_neighbours():
    hill = taken(ring(500, 500, 300, ele=40), ring(500, 500, 150, ele=50))
    hollow = taken(ring(500, 500, 300, ele=50), ring(500, 500, 150, ele=40))
    assert {one.get("higher", "inside") for one in hill.country["contours"].values()} == {"inside"}
    assert {one.get("higher", "inside") for one in hollow.country["contours"].values()} == {"outside"}
    for found, level in ((hill, 12), (hollow, 0)):
        ground = ground_of(read_country(found.country))
        assert ground.level((100 * INCH, 100 * INCH), 6 * INCH) == level * INCH
    slope = taken(*(feature("LineString", [[-10, y], [2000, y]], ele=y) for y in (100, 200, 300)))
    ground = ground_of(read_country(slope.country))
    levels = [ground.level((50 * INCH, y * INCH), 6 * INCH) // INCH for y in (10, 30, 50, 70)]
    assert levels == [0, 6, 12, 18]


def test_what_is_known_at_one_place_settles_hills_that_have_no_neighbour_of_another_height():
    """Two equal hills in a plain: what lies between them is under both, since one has a second contour."""
    found = taken(ring(200, 200, 100, ele=40), ring(200, 200, 50, ele=50), ring(600, 600, 100, ele=40))
    assert [one.get("higher", "inside") for one in found.country["contours"].values()] == ["inside"] * 3


def test_a_contour_that_nothing_explains_is_left_out_with_the_reason():
    found = taken(ring(500, 500, 300, ele=40))
    assert "contours" not in found.country
    assert reasons(found, "contours") == ["nothing near it tells which side is higher"]
    told = taken(ring(500, 500, 300, ele=40), feature("Point", [500, 500], ele=44))
    assert len(told.country["contours"]) == 1


def test_pieces_of_one_contour_are_joined_and_one_that_ends_inside_is_left_out():
    halves = [
        feature("LineString", [[-10, 300], [500, 300]], ele=20),
        feature("LineString", [[2000, 320], [500, 300]], ele=20),
    ]
    found = taken(*halves, feature("LineString", [[-10, 400], [2000, 400]], ele=30))
    assert len(found.country["contours"]) == 2 and row(found, "contours")["taken"] == 3
    alone = taken(halves[0], feature("LineString", [[-10, 400], [2000, 400]], ele=30))
    assert reasons(alone, "contours") == ["it ends inside the country", "nothing near it tells which side is higher"]


def test_a_contour_whose_height_contradicts_its_neighbours_is_left_out_and_the_others_stay():
    lines = [
        feature("LineString", [[-10, y], [2000, y]], ele=height) for y, height in ((100, 10), (200, 20), (300, 30))
    ]
    wrong = feature("LineString", [[-10, 400], [2000, 400]], ele=10)
    found = taken(*lines, wrong)
    assert len(found.country["contours"]) == 3
    assert reasons(found, "contours") == ["its height does not agree with that of its neighbours"]


def test_contours_that_cross_are_not_both_taken():
    found = taken(
        ring(500, 500, 300, ele=40),
        ring(500, 500, 100, ele=50),
        feature("LineString", [[-10, 500], [2000, 500]], ele=30),
    )
    assert "it crosses itself or another contour" in reasons(found, "contours")
    read_country(found.country)


def test_a_height_that_is_no_number_is_no_height():
    found = taken(ring(500, 500, 300, ele="high", contour="elevation"))
    assert reasons(found, "contours") == ["it has no height"]


# -- water and what goes over it ------------------------------------------------------------------------------


RIVER = feature("LineString", [[-50, 400], [1500, 400]], waterway="river", width=60)


def test_a_bridge_is_carried_on_to_dry_land_on_both_banks():
    found = taken(RIVER, feature("LineString", [[500, 395], [500, 405]], highway="primary", bridge="yes"))
    country = read_country(found.country)
    ys = [y for _, y in country.bridges["bridge-1"].span]
    assert min(ys) < (80 - 6) * INCH and max(ys) > (80 + 6) * INCH, "from beyond the one bank to beyond the other"
    assert reasons(taken(feature("Point", [1, 1], man_made="bridge")), "bridges") == ["a point has no span"]


def test_a_ford_follows_its_road_through_the_water_and_one_without_water_is_left_out():
    ford = feature("Point", [500, 400], ford="yes")
    found = taken(RIVER, ford, feature("LineString", [[500, 0], [500, 900]], highway="track"))
    (line,) = (one["line"] for one in found.country["fords"].values())
    assert {x for x, _ in line} == {100} and {y > 80 for _, y in line} == {True, False}
    assert reasons(taken(ford), "fords") == ["there is no water there, or no bank in reach"]


def test_a_road_into_water_without_bridge_or_ford_is_named():
    road = feature("LineString", [[500, 0], [500, 900]], highway="primary", name="Wet Lane")
    bridge = feature("LineString", [[500, 340], [500, 460]], highway="primary", bridge="yes")
    assert (
        "1 of the roads go into water where there is neither bridge nor ford: Wet Lane."
        in taken(RIVER, road).report["notes"]
    )
    assert not any("Wet Lane" in note for note in taken(RIVER, road, bridge).report["notes"])


@pytest.mark.parametrize(("lanes", "shown"), [(6, "Lane 6."), (7, "Lane 6 ….")])
def test_of_many_roads_into_water_six_are_named(lanes, shown):
    roads = [
        feature("LineString", [[x * 100, 0], [x * 100, 900]], highway="primary", name=f"Lane {x}")
        for x in range(1, lanes + 1)
    ]
    (said,) = [note for note in taken(RIVER, *roads).report["notes"] if "go into water" in note]
    assert said.startswith(f"{lanes} of the roads") and said.endswith(shown)


def test_a_culvert_lies_over_its_stream():
    found = taken(feature("LineString", [[300, 300], [320, 300]], waterway="stream", tunnel="culvert"))
    (bridge,) = found.country["bridges"].values()
    assert bridge["kind"] == "culvert"


def test_an_island_stays_dry():
    lake = square(200, 200, 400)
    lake.append(square(350, 350, 100)[0][::-1])
    found = taken(feature("Polygon", lake, natural="water"))
    ground = ground_of(read_country(found.country))
    assert not ground.in_water(((80 * INCH, 80 * INCH), (81 * INCH, 80 * INCH))), "on the island"
    assert ground.in_water(((50 * INCH, 50 * INCH), (51 * INCH, 50 * INCH)))


def test_a_river_that_is_both_area_and_line_is_not_drawn_twice():
    area = feature("Polygon", [[[-50, 370], [1500, 370], [1500, 430], [-50, 430], [-50, 370]]], natural="water")
    found = taken(area, RIVER)
    assert len(found.country["water"]) == 1


# -- files that are none ------------------------------------------------------------------------------------


LINE = [[0, 0], [100, 100]]
REFUSED = [
    (None, "not GeoJSON"),
    ([], "not GeoJSON"),
    ({"type": "Topology"}, "not GeoJSON"),
    ({"type": "FeatureCollection"}, "features: a list"),
    ({"type": "FeatureCollection", "features": {}}, "features: a list"),
    (collection(), "nothing in the file that has a place"),
    (collection({"type": "Feature", "geometry": None, "properties": None}), "nothing in the file that has a place"),
    (collection("x"), "features.0: an object of type Feature"),
    (collection({**feature("Point", [0, 0]), "properties": []}), "features.0.properties"),
    (collection(feature("Circle", [0, 0])), "features.0.geometry.type"),
    (collection(feature("LineString", 7)), "features.0.geometry.coordinates: a list"),
    (collection(feature("LineString", [7])), "features.0.geometry.coordinates.0: a list"),
    (collection(feature("LineString", [[1]])), "two coordinates"),
    (collection(feature("LineString", [[1, 1]])), "2 positions or more"),
    (collection(feature("Polygon", [[[1, 1], [2, 2]]])), "4 positions or more"),
    (collection(feature("LineString", [[1, "2"]])), "metres are wanted"),
    (collection(feature("LineString", [[True, 2]])), "metres are wanted"),
    (collection(feature("LineString", [[float("nan"), 2]])), "metres are wanted"),
    (collection(feature("LineString", [[float("inf"), 2]])), "metres are wanted"),
    (collection(feature("LineString", [[10**400, 2]])), "metres are wanted"),
    (collection(feature("LineString", [[2e8, 2]])), "metres are wanted"),
    (collection(feature("LineString", LINE, name="x" * 1_000_000)), "features.0.properties.name: text of at most"),
    (collection(feature("LineString", LINE, **{"x" * 6000: 1})), "text of at most"),
    (collection(feature("LineString", LINE, **{f"k{i}": 1 for i in range(500)})), "at most 400"),
    (collection(*[feature("Point", [0, 0])] * 20_001), "at most 20,000"),
    (collection(feature("LineString", [[i % 7, i] for i in range(400_001)], highway="road")), "more than 400,000 points"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "said"), REFUSED)
def test_a_file_that_is_none_is_refused_with_the_place_and_the_reason(data, said):
    with pytest.raises(Invalid) as refused:
        survey(data, scale=5, plain=True)
    assert said in str(refused.value.sentence)
    assert len(refused.value.sentence) < 300


def test_geometries_within_one_another_without_end_are_refused():
    inner = {"type": "Point", "coordinates": [0, 0]}
    for _ in range(5):
        inner = {"type": "GeometryCollection", "geometries": [inner]}
    with pytest.raises(Invalid, match="at most 3 deep"):
        survey(collection({"type": "Feature", "geometry": inner, "properties": {}}), scale=5, plain=True)


def test_metres_that_are_not_said_to_be_metres_are_refused():
    with pytest.raises(Invalid, match="WGS84; metres must be said"):
        survey(village(), scale=5)


def test_another_system_of_coordinates_is_refused():
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::27700"}}
    with pytest.raises(Invalid, match="crs"):
        survey({**in_degrees(village()), "crs": crs}, scale=5)


@pytest.mark.parametrize(
    "figures",
    [
        {"scale": 0}, {"scale": -5}, {"scale": float("nan")}, {"scale": "5"}, {"scale": 10**9}, {"scale": True},
        {"size": [0, 16]}, {"size": [24]}, {"size": "24x16"}, {"size": [1000, 16]}, {"size": [2.5, 16]},
        {"origin": [0]}, {"origin": "here"}, {"origin": [float("nan"), 0]}, {"interval": 0}, {"interval": -5}, {"interval": "x"},
        {"interval": 10**9},
    ],
)  # fmt: skip
def test_figures_that_are_none_are_refused(figures):
    with pytest.raises(Invalid):
        taken(ring(500, 500, 300, ele=40), ring(500, 500, 200, ele=50), **figures)


def test_so_many_contours_that_nobody_could_climb_are_refused():
    lines = [feature("LineString", [[-10, y * 10], [2000, y * 10]], ele=y) for y in range(90)]
    with pytest.raises(Invalid, match="at most 60"):
        taken(*lines)
    assert len(taken(*lines, interval=10).country["contours"]) == 9


@given(st.lists(st.tuples(st.integers(-20, 52), st.integers(-20, 52)), min_size=2, max_size=12), st.integers(0, 9))
def test_a_leg_wholly_in_the_window_is_kept_as_the_cut_would_keep_it(line, margin):
    quick = shapes.clip_line(line, (32, 32), margin)
    with patch.object(shapes, "_within", return_value=False):
        assert quick == shapes.clip_line(line, (32, 32), margin)


@pytest.mark.slow
def test_a_country_too_great_is_thinned_or_refused():
    zigzag = [[x / 2, 400 + (x % 2) * 4] for x in range(1600)]
    many = [
        feature("LineString", [[x, y + shift] for x, y in zigzag], highway="road") for shift in range(-300, 300, 60)
    ]
    found = taken(*many)
    assert found.report["thinned"] > 0.25 and len(json.dumps(found.country)) < 240_000
    houses = [feature("Polygon", square(x * 20, y * 20, 10), building="yes") for x in range(71) for y in range(40)]
    with pytest.raises(Invalid, match="more than 2,500 things"):
        taken(*houses)
    wild = [
        feature("LineString", [[x / 2, 100 + 700 * (x % 2) + shift] for x in range(2800)], barrier="wall")
        for shift in range(14)
    ]
    with pytest.raises(Invalid, match="more than 240,000 bytes"):
        taken(*wild)


@pytest.mark.slow
def test_contours_that_lie_upon_one_another_by_the_thousand_are_refused_at_once():
    rings = [ring(500, 500, 300, ele=40) for _ in range(400)]
    with pytest.raises(Invalid, match="The contours lie on one another"):
        taken(*rings, ring(500, 500, 100, ele=50))


@pytest.mark.slow
def test_long_contours_round_one_another_are_taken():
    """Forty rings of three hundred points each."""
    rings = [
        feature(
            "LineString",
            [[700 + r * cos(i * tau / 300), 480 + r * sin(i * tau / 300)] for i in range(301)],
            ele=1000 - r,
        )
        for r in range(50, 450, 10)
    ]
    assert len(taken(*rings).country["contours"]) == 40


COORDINATE = st.integers(-300, 1700)
ROUGH = st.lists(st.tuples(COORDINATE, COORDINATE).map(list), min_size=2, max_size=9)
TAGS = st.sampled_from(
    [
        {"ele": 10}, {"ele": 20}, {"ele": 30}, {"waterway": "river"}, {"waterway": "stream", "tunnel": "culvert"}, {"natural": "water"},
        {"highway": "primary", "bridge": "yes"}, {"railway": "rail", "bridge": "yes"}, {"ford": "yes", "highway": "track"},
        {"building": "yes"}, {"barrier": "wall"}, {"natural": "wood"}, {"natural": "tree"}, {"kind": "steep"}, {"man_made": "bridge"}, {},
    ]
)  # fmt: skip


def shaped(kind, points, tags):
    """A feature of any shape, however absurd."""
    if kind == "Point":
        return {**feature("Point", points[0]), "properties": tags}
    return {**feature(kind, [[*points, *points[:2]]] if kind == "Polygon" else points), "properties": tags}


FEATURES = st.builds(shaped, st.sampled_from(["Point", "LineString", "Polygon"]), ROUGH, TAGS)


@pytest.mark.slow
@given(st.lists(FEATURES, min_size=1, max_size=12))
def test_whatever_is_drawn_there_comes_a_country_that_can_be_read_and_a_sum_that_is_right(features):
    found = taken(*features)
    assert write_country(read_country(found.country)) == found.country
    assert found.report["taken"] + found.report["left_out"] >= len(features)


# -- out and back -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "figures", [{}, {"scale": 5}, {"scale": 12.5, "origin": [-1.25, 51.5]}, {"scale": 0.0254, "origin": [179.99, -45]}]
)
def test_a_country_goes_out_and_comes_back_the_same(figures):
    for data in (WHOLE, survey(village(), scale=5, plain=True, origin=[0, 0], name="Hartley").country):
        country = read_country(data)
        written = json.loads(json.dumps(export_country(country, **figures)))
        back = survey(written, scale=None)
        assert read_country(back.country) == country
        assert back.report["left_out"] == 0


def test_a_country_without_limits_goes_out_and_comes_back_too():
    country = read_country({"walls": {"w": {"line": [[-5, 3], [9, 3]]}}})
    assert read_country(survey(export_country(country), scale=None).country) == country


@pytest.mark.parametrize(
    "spoilt",
    [
        {"kriegspiel": 7}, {"kriegspiel": {}}, {"kriegspiel": {"scale": 1, "origin": [0, 0], "coordinates": "metres", "size": [0, 1]}},
        {"features": [feature("Point", [0, 0])]}, {"features": [feature("Point", [0, 0], kriegspiel="walls", id="w")]},
        {"features": [feature("Point", [0, 0], kriegspiel="dragons", id="w")]}, {"features": 7}, {"type": "Feature"},
        {"features": [feature("Polygon", [], kriegspiel="houses", id="w")]},
        {"features": [feature("Point", [0, 0], kriegspiel=["walls"], id="w")]},
        {"features": [feature("LineString", [[0, 0], [1, 1]], kriegspiel="walls", id="w", line=3, strange=1)]},
        {"features": [feature("LineString", [[0, 0], [1, 1]], kriegspiel="walls", id=["w"])]},
    ],
)  # fmt: skip
def test_a_file_of_our_own_that_was_spoilt_is_refused(spoilt):
    with pytest.raises(Invalid):
        survey({**export_country(read_country(WHOLE)), **spoilt}, scale=None)


@pytest.mark.parametrize("origin", [(181, 0), (0, 86), (0,), "zero"])
def test_the_corner_of_an_exported_country_lies_on_the_earth(origin):
    with pytest.raises(Invalid, match="origin"):
        export_country(read_country(WHOLE), origin=origin)


@pytest.mark.slow
def test_a_survey_gives_the_same_bytes_under_another_hash_seed():
    code = (
        "import json; from rules.ground.geojson.importer import survey;"
        "from tests.rules.kriegspiel.surveys import in_degrees, village, CORNER;"
        "found = survey(in_degrees(village()), scale=5, origin=list(CORNER));"
        "print(json.dumps([found.country, found.report]))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(printed) == 1 and len(printed.pop()) > 1000
