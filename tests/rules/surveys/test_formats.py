"""Each sort of file is read as its makers wrote it, and brought to one system with the others.  [KS-GAME-08]"""

from __future__ import annotations

import encodings
import json
from pkgutil import iter_modules

import numpy as np
import pytest

from rules.errors import Invalid
from rules.ground.country_file import read_country, write_country
from rules.ground.surveys.files import Files
from rules.ground.surveys.importer import survey
from rules.ground.surveys.sketch import sketch
from rules.ground.surveys.sources import read_sources
from rules.kriegspiel.country.ground import ground_of
from tests.rules.kriegspiel.surveys import CORNER, METRE, collection, feature, in_degrees, village
from tests.rules.surveys.files import ascii_grid, geotiff, hgt, hill, node, osm, packed, relation, way

VILLAGE = ("village.geojson", json.dumps(in_degrees(village())).encode())
SQUARE = [(1, 0, 0), (2, 0.001, 0), (3, 0.001, 0.001), (4, 0, 0.001)]
NODES = [node(*one) for one in SQUARE]


def read(*files, plain=False, crs=None):
    return read_sources(Files(files), plain, crs)


def taken(*files, **more):
    return survey(Files(files), **{"scale": 5, "origin": list(CORNER), **more})


def test_one_file_gives_the_country_that_its_json_gives():
    one = survey(in_degrees(village()), scale=5, origin=list(CORNER), name="Hartley")
    other = taken(VILLAGE, name="Hartley")
    assert json.dumps(one.country) == json.dumps(other.country) and one.report == other.report


def test_a_zip_of_files_gives_the_same_bytes_as_the_files_and_twice_the_same():
    heights = ("hill.asc", ascii_grid(hill(60), CORNER[0], CORNER[1], 20 * METRE[1]))
    loose, zipped, again = (
        taken(VILLAGE, heights),
        taken(("all.zip", packed(VILLAGE, ("read.me", b"-"), heights))),
        taken(VILLAGE, heights),
    )
    assert json.dumps(loose.country) == json.dumps(zipped.country) == json.dumps(again.country)


def test_nodes_ways_and_areas_of_openstreetmap_are_features():
    rows = [
        *NODES, node(9, 0.0005, 0.0005, place="village", name="Hartley &amp; Co"),
        way(10, [1, 2, 3, 4, 1], building="yes"), way(11, [1, 2], highway="residential"), way(12, [1, 2, 3, 4, 1], highway="service"),
        way(13, [1, 2], natural="wood_end"), way(14, [3, 4, 1]), way(15, [1, 2, 3]),
        relation(20, [(14, "outer"), (15, "outer"), (99, "inner")], type="multipolygon", natural="water", name="Mere"),
        way(16, [77, 78], highway="track"),
    ]  # fmt: skip
    found = read(("x.osm", osm(*rows))).features
    assert [(one.name, [shape.kind for shape in one.shapes]) for one in found] == [
        ("Hartley & Co", ["point"]), ("", ["area"]), ("", ["line"]), ("", ["line"]), ("", ["line"]), ("", []), ("Mere", ["area"]),
    ]  # fmt: skip
    mere = found[-1].shapes[0].rings[0]
    assert len(mere) == 5 and mere[0] == mere[-1]


def test_a_file_of_openstreetmap_in_any_encoding_is_read_or_refused_in_words():
    refused = {}
    for one in (*sorted(one.name for one in iter_modules(encodings.__path__)), "x-none"):
        try:
            read(("x.osm", osm(*NODES).replace(b"UTF-8", one.encode())))
        except Invalid as fault:
            refused[one] = fault.sentence
    assert {"utf_7", "idna", "punycode", "utf_32", "rot_13", "x-none"} <= refused.keys()
    assert all(said.startswith("survey: x.osm is refused: ") for said in refused.values())
    assert not {"utf_8", "ascii", "latin_1"} & refused.keys()


@pytest.mark.parametrize("by", ["corner", "center"])
def test_an_ascii_grid_lies_where_it_says_by_its_corner_or_its_first_sample(by):
    grid = read(("x.asc", ascii_grid(hill(5), 100, 200, 10, by=by)), plain=True).grids[0]
    assert grid.box == ((105, 205, 145, 245) if by == "corner" else (100, 200, 140, 240))
    assert grid.heights[2, 2] == 100 and grid.heights[0, 0] == 0


def test_rows_come_from_the_north_and_a_mark_of_no_height_is_none():
    heights = np.array([[1, 2], [3, -9999]], dtype=np.float32)
    grid = read(("x.asc", ascii_grid(heights, 0, 0, 1)), plain=True).grids[0]
    assert grid.heights[1].tolist() == [1, 2] and grid.heights[0, 0] == 3 and np.isnan(grid.heights[0, 1])


def test_a_tile_of_srtm_lies_where_its_name_says():
    heights = np.full((13, 13), 7)
    heights[0, 0] = -32768
    grid = read(("N51W002.hgt", hgt(heights))).grids[0]
    assert grid.box == pytest.approx((-2, 51, -1, 52)) and np.isnan(grid.heights[12, 0]) and grid.heights[0, 0] == 7
    with pytest.raises(Invalid, match="its name says no place"):
        read(("heights.hgt", hgt(heights)))


@pytest.mark.parametrize("packing", [None, "tiff_adobe_deflate", "tiff_lzw"])
@pytest.mark.parametrize("kind", [np.float32, np.int16, np.int32, np.uint8])
def test_a_geotiff_is_read_in_each_packing_and_sort_of_number(packing, kind):
    heights = hill(9).astype(kind)
    if kind == np.int16:
        heights[0, 0] = -9999
    grid = read(("x.tif", geotiff(heights, 450_000, 150_000, 50, packing=packing, void="-9999"))).grids[0]
    assert grid.system == "EPSG:27700" and grid.box == (450_025, 149_575, 450_425, 149_975)
    assert grid.heights[4, 4] == 100 and np.isnan(grid.heights[8, 0]) == (kind == np.int16)


def test_a_geotiff_of_points_in_degrees_lies_on_its_points():
    grid = read(("x.tif", geotiff(hill(9), -1.3, 51.4, 0.001, epsg=4326, geographic=True, point=True))).grids[0]
    assert grid.system == "EPSG:4326" and grid.box == pytest.approx((-1.3, 51.392, -1.292, 51.4))


def test_heights_become_contours_at_the_step_that_is_asked_for():
    heights = ("hill.asc", ascii_grid(hill(97), CORNER[0], CORNER[1], 14 * METRE[1]))
    found = taken(heights, interval=20)
    country = read_country(found.country)
    assert found.report["interval"] == 20.0
    assert sorted(one.height // 16 for one in country.contours.values()) == [6, 12, 18, 24]
    top = max(country.contours.values(), key=lambda one: one.height)
    assert top.ring and top.higher == "inside"
    assert all((ground_of(country).level((x, 97 * 7 * 16 // 5), 96) > 0) == (x > 0) for x in (0, 97 * 7 * 16 // 5))
    assert taken(heights).report["interval"] == 10.0, "if nobody asks, a usual one"
    with pytest.raises(Invalid, match=r"interval: from .* at most 60"):
        taken(heights, interval=1)


def test_grids_side_by_side_give_contours_that_run_on():
    whole, cell = hill(97), 14 * METRE[1]
    halves = [
        ("w.asc", ascii_grid(whole[:, :49], *CORNER, cell, by="center")),
        ("e.asc", ascii_grid(whole[:, 48:], CORNER[0] + 48 * cell, CORNER[1], cell, by="center")),
    ]
    one, two = (
        taken(("all.asc", ascii_grid(whole, *CORNER, cell, by="center")), interval=20),
        taken(*halves, interval=20),
    )
    assert len(one.country["contours"]) == len(two.country["contours"]) == 4


def test_contours_end_where_heights_end_and_the_ground_beyond_is_not_known():
    heights = hill(97)
    heights[:, :40] = -9999
    found = taken(("hill.asc", ascii_grid(heights, CORNER[0], CORNER[1], 14 * METRE[1])), interval=20)
    lines = read_country(found.country).contours.values()
    assert sorted(one.height // 16 for one in lines) == [6, 12, 18, 24] and not any(one.ring for one in lines)
    ends = {x for one in lines for x, y in (one.line[0], one.line[-1]) if y < 192 * 16}
    assert ends and max(ends) - min(ends) <= 16, "all at the edge of the window, or of what is known"
    unknown = found.country["unknown"].values()
    assert any(min(x for x, _ in one["outline"]) == 0 for one in unknown)
    assert "it is hatched on the map, and the rules take it as level" in str(found.report["notes"])
    high = ground_of(read_country(found.country)).level((48 * 14 * 16 // 5, 48 * 14 * 16 // 5), 96)
    assert high > 0, "the higher side is found although the contours are open"


def test_a_grid_and_a_file_of_openstreetmap_go_together():
    rows = [
        node(1, CORNER[0], CORNER[1] + 400 * METRE[1]),
        node(2, CORNER[0] + 1400 * METRE[0], CORNER[1] + 400 * METRE[1]),
        way(3, [1, 2], highway="primary", name="High Street"),
    ]
    found = taken(
        ("x.osm", osm(*rows)), ("hill.tif", geotiff(hill(97), *CORNER, 14 * METRE[1], epsg=4326, geographic=True))
    )
    assert list(found.country["roads"]) == ["high-street"]


# -- systems -----------------------------------------------------------------------------------------

KNOWN = [
    ("EPSG:27700", (651_409.903, 313_177.270), (1.716074, 52.658008), 6.0),  # the water tower of Caister, as the Ordnance Survey has it
    ("EPSG:3857", (-13_630_599.0, 4_544_439.0), (-122.445754, 37.751917), 0.5),
    ("EPSG:25832", (500_000.0, 5_538_630.703), (9.0, 50.0), 0.5),
    ("EPSG:2056", (2_600_000.0, 1_200_000.0), (7.438632, 46.951083), 1.0),  # the old observatory of Bern
    ("EPSG:2154", (700_000.0, 6_600_000.0), (3.0, 46.5), 0.5),
    ("EPSG:31467", (3_500_000.0, 5_540_000.0), (8.998961, 49.996340), 6.0),
    ("EPSG:4326", (9.0, 50.0), (9.0, 50.0), 0.01),
]  # fmt: skip


@pytest.mark.parametrize(("system", "at", "degrees", "metres"), KNOWN)
def test_coordinates_of_each_usual_system_come_to_known_degrees(system, at, degrees, metres):
    spot = collection(feature("Point", list(at), place="x", name="X"))
    by_member = collection(
        feature("Point", list(at), place="x", name="X"),
        crs={"type": "name", "properties": {"name": system.replace("EPSG:", "urn:ogc:def:crs:EPSG::")}},
    )
    for found in (
        read(("x.json", json.dumps(spot).encode()), crs=system),
        read(("x.json", json.dumps(by_member).encode())),
    ):
        (lon, lat) = found.features[0].shapes[0].rings[0][0]
        assert (
            abs(lat - degrees[1]) * 111_000 < metres
            and abs(lon - degrees[0]) * 111_000 * np.cos(np.radians(lat)) < metres
        )
        assert not found.plain


def test_a_prj_beside_a_grid_says_its_system():
    from pyproj import CRS

    prj = CRS.from_epsg(25832).to_wkt("WKT1_ESRI").encode()
    grid = ascii_grid(hill(5), 500_000, 5_538_000, 10)
    found = read(("Hill.asc", grid), ("hill.prj", prj))
    assert found.box == pytest.approx((9.0, 49.994, 9.0007, 49.9952), abs=0.001)
    with pytest.raises(Invalid, match=r"500,000 east .* are no degrees|no degrees"):
        read(("Hill.asc", grid))


@pytest.mark.parametrize(
    ("at", "crs", "said"),
    [
        ([2e6, 2e6], "27700", "outside of the area of EPSG:27700"),
        ([1e9, 1e9], "27700", "metres are wanted"), ([3_500_000, 5_500_000], "25832", "outside"),
        ([9, 50], "3857", None), ([500_000, 100_000], None, "degrees of longitude"), ([9, 50], "99999", "no coordinate system"),
        ([9, 50], "British grid", "number of EPSG"), ([9, 50], "+proj=merc", "number of EPSG"), ([1e300, 1], "31467", "wanted"),
    ],
)  # fmt: skip
def test_a_wrong_system_is_refused_with_what_was_read(at, crs, said):
    file = ("x.json", json.dumps(collection(feature("Point", at, place="x", name="X"))).encode())
    if said is None:
        assert read(file, crs=crs)
        return
    with pytest.raises(Invalid, match=said):
        read(file, crs=crs)


def test_plain_metres_and_a_system_do_not_go_together():
    plain = ("x.json", json.dumps(village()).encode())
    assert read(plain, plain=True).plain
    with pytest.raises(Invalid, match="one file is in plain metres"):
        read(plain, ("N51W002.hgt", hgt(hill(5))), plain=True)


# -- the sketch --------------------------------------------------------------------------------------


def test_a_sketch_shows_where_everything_lies_and_takes_little_room():
    heights = ("hill.asc", ascii_grid(hill(300), CORNER[0], CORNER[1], 14 * METRE[1]))
    told = []
    found = sketch(Files([VILLAGE, heights], lambda *one: told.append(one)))
    assert {"water", "stream", "road", "rail", "wood", "house", "contour"} == found["lines"].keys()
    assert found["heights"] == [0.0, 99.3] or found["heights"][1] > 95
    assert max(found["size"]) == 1000 and len(json.dumps(found)) < 60_000
    west, south, east, north = found["bounds"]
    assert west < CORNER[0] < east and south < CORNER[1] < north and not found["plain"]
    percents = [percent for _, percent in told]
    assert percents == sorted(percents) and {stage for stage, _ in told} == {"reading", "sketching"}


def test_how_far_it_is_only_grows_while_a_country_is_made():
    told = []
    survey(
        Files([VILLAGE], lambda *one: told.append(one)),
        scale=5,
        origin=list(CORNER),
        told=lambda *one: told.append(one),
    )
    percents = [percent for _, percent in told]
    assert percents == sorted(percents) and len(told) > 6 and percents[-1] < 100


def test_a_country_of_our_own_is_known_and_taken_whole():
    from rules.ground.geojson.exporter import export_country

    made = survey(in_degrees(village()), scale=5, origin=list(CORNER), name="Hartley").country
    file = ("x.geojson", json.dumps(export_country(read_country(made))).encode())
    assert sketch(Files([file])) == {"ours": True}
    assert write_country(read_country(taken(file).country)) == made
    with pytest.raises(Invalid, match="comes alone"):
        taken(file, VILLAGE)
