"""Each file of a survey has an account that balances, and what people's files have in them is read as they mean it.  [KS-GAME-08]"""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from rules.errors import Invalid
from rules.ground.country_file import read_country
from rules.ground.surveys.files import Files
from rules.ground.surveys.importer import survey
from rules.ground.surveys.sketch import sketch
from rules.kriegspiel.country.ground import ground_of
from tests.rules.kriegspiel.surveys import collection, feature
from tests.rules.surveys.files import ascii_grid, geotiff, hill, node, osm, packed, relation, way

FRAME = [node(901, 0.9825, 51.9928), node(902, 1.0175, 51.9928), node(903, 1.0175, 52.0072), node(904, 0.9825, 52.0072)]
TRACKS = [way(990, [901, 902], highway="track"), way(991, [904, 903], highway="track")]
RIVER = [node(1, 0.978, 52.0), node(2, 1.0, 52.0004), node(3, 1.022, 52.0)]
WEST, SOUTH = 500_000, 200_000


def taken(*files, scale=10, crs="EPSG:27700", **more):
    found = survey(Files(files), scale=scale, crs=crs, **more)
    for row in found.files:
        rest = sum(one["count"] for one in (*row["left_out"], *row["unread"]))
        assert row["found"] == row["taken"] + rest, f"the account of {row['name']} balances"
    return found


def of_osm(*rows, **more):
    return taken(("x.osm", osm(*FRAME, *TRACKS, *rows)), crs=None, **more)


def grid(heights, name="x.asc", west=WEST, **more):
    return name, ascii_grid(heights, west, SOUTH, 50, **more)


def bare(heights, west=WEST):
    """A grid that does not say how it marks a place without a height."""
    name, data = grid(heights, west=west)
    return name, data.replace(b"NODATA_value -9999\n", b"")


def slope(rows=32, columns=48):
    """A slope up to the east: all its contours run from the southern edge of the grid to the northern."""
    return np.tile(np.linspace(100, 200, columns, dtype=np.float32), (rows, 1))


def contours(found):
    return list(read_country(found.country).contours.values())


# -- an element comes once, whole and alive: or not (K1) ----------------------------------------------------


def test_an_element_that_comes_twice_keeps_its_tags_whichever_comes_first():
    tagged, plain = way(10, [1, 2, 3], waterway="river", name="Wye"), way(10, [1, 2, 3])
    for rows in ((tagged, *RIVER, plain), (*RIVER, plain, tagged), (plain, tagged, *RIVER, tagged)):
        found = of_osm(*rows)
        assert [one["name"] for one in found.country["water"].values()] == ["Wye"]
        assert "come" in str(found.files[0]["notes"])
    spot = of_osm(node(7, 1.0, 52.0, place="village", name="Ross"), node(7, 1.0, 52.0))
    assert [one["name"] for one in spot.country["names"].values()] == ["Ross"]


def test_a_relation_that_comes_bare_the_second_time_is_still_an_area():
    rows = [node(n, 1 + x, 52 + y) for n, x, y in ((1, 0, 0), (2, 0.005, 0), (3, 0.005, 0.004))]
    mere = relation(20, [(14, "outer"), (15, "outer")], type="multipolygon", natural="water", name="Mere")
    found = of_osm(*rows, way(14, [1, 2, 3]), way(15, [3, 1]), mere, relation(20, [(14, "outer")]))
    assert [one["name"] for one in found.country["water"].values()] == ["Mere"]


def test_places_that_stand_on_the_points_of_a_way_are_read():
    there = "".join(
        f"<nd ref='{n}' lat='{lat}' lon='{lon}'/>" for n, lon, lat in ((1, 0.978, 52), (2, 1, 52.0004), (3, 1.02, 52))
    )
    no_ids = there.replace("ref='1' ", "").replace("ref='2' ", "").replace("ref='3' ", "")
    for points in (there, no_ids):
        found = taken(("x.osm", osm(f"<way id='10'>{points}<tag k='waterway' v='river'/></way>")), crs=None)
        assert len(found.country["water"]) == 1
    with pytest.raises(Invalid, match="nothing in the file that has a place"):
        taken(("x.osm", osm("<way id='10'><nd ref='1'/><nd ref='2'/><tag k='waterway' v='river'/></way>")), crs=None)


def test_the_members_of_an_area_may_have_their_places_on_them():
    ring = [(0, 0), (0.005, 0), (0.005, 0.004), (0, 0.004), (0, 0)]
    points = "".join(f"<nd lat='{52 + y}' lon='{1 + x}'/>" for x, y in ring)
    tags = "<tag k='type' v='multipolygon'/><tag k='natural' v='water'/>"
    area = f"<relation id='5'><member type='way' ref='6' role='outer'>{points}</member>{tags}</relation>"
    assert len(of_osm(area).country["water"]) == 1


def test_the_same_of_overpass_in_json():
    rows = [
        {"type": "way", "id": 10, "tags": {"waterway": "river"}, "nodes": [1, 2],
         "geometry": [{"lat": 52, "lon": 0.978}, {"lat": 52.0004, "lon": 1.02}]},
        {"type": "node", "id": 3, "lat": 52.007, "lon": 1.0}, {"type": "node", "id": 4, "lat": 51.993, "lon": 1.0},
        {"type": "way", "id": 11, "nodes": [3, 4], "tags": {"highway": "primary"}},
        {"type": "way", "id": 12, "tags": {"natural": "wood"}, "center": {"lat": 52, "lon": 1}},
    ]  # fmt: skip
    found = taken(("x.json", json.dumps({"version": 0.6, "elements": rows, "remark": "timed out"}).encode()), crs=None)
    assert len(found.country["water"]) == 1 and len(found.country["roads"]) == 1
    assert "only its middle" in str(found.files[0]["left_out"]) and "stopped before the end" in str(
        found.files[0]["notes"]
    )


def test_a_way_is_cut_where_its_points_are_not_in_the_file():
    ends = [node(1, 0.9854, 51.9946), node(2, 0.9861, 51.9982), node(5, 1.0139, 51.9982), node(6, 1.0146, 51.9946)]
    found = of_osm(*ends, way(30, [1, 2, 3, 4, 5, 6], highway="primary", name="Loop road"))
    pieces = [one["line"] for one in found.country["roads"].values() if one.get("name")]
    assert len(pieces) == 2 and all(abs(line[0][0] - line[-1][0]) < 20 for line in pieces), "nothing leads across"
    assert found.files[0]["notes"] == ["1 way is cut where points of it are not in the file."]
    assert of_osm(*ends, way(30, [1, 2], highway="primary")).files[0]["notes"] == [], "a whole one is not"


def test_an_area_of_which_a_part_is_missing_is_left_out_and_the_loss_is_told():
    corners = [node(n, 1 + x, 52 + y) for n, x, y in ((1, 0, 0), (2, 0.005, 0), (3, 0.005, 0.004))]
    pond = of_osm(*corners, way(40, [1, 2, 3, 4, 1], natural="water"))
    mere = of_osm(
        *corners, way(41, [1, 2, 3]), relation(20, [(41, "outer"), (42, "outer")], type="multipolygon", natural="water")
    )
    for found in (pond, mere):
        assert found.losses == ["All water are lost; the report says why."]
        assert "a part of its outline is not in the file" in str(found.files[0]["left_out"])
    assert of_osm(*corners, way(40, [1, 2, 3, 1], natural="water")).losses == []


def test_what_is_deleted_is_not_read():
    gone = way(10, [1, 2, 3], waterway="river").replace("<way ", "<way action='delete' ")
    found = of_osm(*RIVER, gone)
    assert "water" not in found.country and found.files[0]["unread"] == [{"why": "it is deleted", "count": 1}]


def test_a_server_that_stopped_before_the_end_is_told_of_and_another_is_not():
    late = of_osm("<remark> runtime error: Query timed out in 'recurse' at line 5 after 26 seconds. </remark>")
    assert "stopped before the end" in late.files[0]["notes"][0] and "recurse" not in str(late.files)
    assert of_osm().files[0]["notes"] == []


def test_what_a_file_says_that_it_covers_is_known_ground():
    whole = of_osm("<bounds minlat='51.9' minlon='0.9' maxlat='52.1' maxlon='1.1'/>")
    assert "unknown" not in whole.country and "unknown" in of_osm().country


@pytest.mark.parametrize(
    "said", [{"tags": {"waterway": "river"}, "id": 5}, {"other_tags": '"waterway"=>"river","width"=>"40"'}, {"waterway": "river"}]
)  # fmt: skip
def test_tags_that_stand_within_a_property_are_read(said):
    river = feature("LineString", [[0.978, 52.0], [1.0, 52.0004], [1.022, 52.0]], **said)
    found = taken(("x.geojson", json.dumps(collection(river)).encode()), crs=None)
    assert len(found.country["water"]) == 1


@pytest.mark.parametrize(("tag", "said"), [("kml", "KML"), ("gpx", "GPX"), ("osmChange", "osmChange")])
def test_other_files_in_xml_are_refused_by_their_name(tag, said):
    with pytest.raises(Invalid, match=f"it is {said}, which is not read here: save it as GeoJSON or as .osm"):
        taken((f"x.{tag}", f"<?xml version='1.0'?><{tag} xmlns='http://x.example/'><a/></{tag}>".encode()))


# -- what does not fit the window or the grid is cut (K2) ----------------------------------------------------


@pytest.mark.parametrize("mark", [-9999, -99999, -32768, -32767, 9999, -3.4e38])
def test_a_mark_of_no_height_that_is_not_said_is_none(mark):
    heights = 100 + hill(48)[8:40]
    heights[:, :6], plain = mark, contours(taken(grid(100 + hill(48)[8:40])))
    found = taken(bare(heights))
    assert len(contours(found)) >= len(plain)
    assert found.files[0]["taken"] == 42 * 32 and found.losses == []
    assert ("no height is taken" in str(found.files[0]["notes"])) == (abs(mark) < 1e6)


def test_a_number_like_a_mark_among_heights_of_its_own_kind_is_a_height():
    sea = -9_900 - hill(48)[8:40]
    sea[3, 3] = -9_999
    found = taken(bare(sea))
    assert found.files[0]["taken"] == 48 * 32 and found.files[0]["notes"] == []


def test_a_mark_in_a_geotiff_is_none_either():
    heights = 100 + hill(48)[8:40]
    heights[:, :6] = -9999
    found = taken(("x.tif", geotiff(heights, WEST, SOUTH + 1600, 50)))
    assert len(contours(found)) >= 9 and "no height is taken" in str(found.files[0]["notes"])


@pytest.mark.parametrize("shift", [0, 25, 10])
def test_tiles_that_touch_make_one_hill(shift):
    heights = 100 + hill(48)[8:40]
    whole = contours(taken(grid(heights)))
    tiles = taken(grid(heights[:, :24], "w.asc"), grid(heights[:, 24:], "e.asc", WEST + 1200 + shift))
    rings = [one for one in contours(tiles) if one.ring]
    assert len(rings) == sum(one.ring for one in whole) and tiles.losses == []
    assert [row["name"] for row in tiles.files] == ["w.asc", "e.asc"]


def test_tiles_of_other_steps_and_systems_are_laid_together_too():
    heights = 100 + hill(48)[8:40]
    coarse = (heights[:, 24:].reshape(16, 2, 12, 2)).mean(axis=(1, 3))
    west, east = grid(heights[:, :24], "w.asc"), ("e.asc", ascii_grid(coarse, WEST + 1200, SOUTH, 100))
    found = contours(taken(west, east))
    tops = [max(one.height for one in found if one.ring == ring) for ring in (True, False)]
    assert sum(one.ring for one in found) >= 6 and tops[0] > tops[1], "the hill is whole from one tile to the other"


def test_tiles_with_a_gap_between_them_have_unknown_ground_there_and_no_bridge_over_it():
    heights = 100 + hill(48)[8:40]
    apart = taken(grid(heights[:, :24], "w.asc"), grid(heights[:, 24:], "e.asc", WEST + 1600))
    middle = 2880 // 10 * 16 // 2
    assert any(
        min(x for x, _ in one["outline"]) * 16 < middle < max(x for x, _ in one["outline"]) * 16
        for one in apart.country["unknown"].values()
    )


def test_a_slope_smaller_than_the_window_keeps_its_contours_and_what_is_round_it_is_not_known():
    found = taken(grid(slope()))
    lines = contours(found)
    assert len(lines) >= 9 and not any(one.ring for one in lines) and found.losses == []
    ground = ground_of(read_country(found.country))
    levels = [ground.level((x * 16, 96 * 16), 96) for x in (40, 140, 240)]
    assert levels == sorted(levels) and levels[0] < levels[2], "it rises to the east"
    assert "contour" not in str(found.report["notes"]) and "hatched" in found.report["notes"][0]
    inside = taken(grid(slope()), scale=4)
    assert "unknown" not in inside.country, "a window within the grid is wholly known"


def test_a_window_beside_the_heights_is_a_loss():
    found = taken(grid(slope()), origin=[-2.2, 51.8])
    assert found.losses == [
        "None of the heights is in the window.",
        "Nothing of the survey is in the window: the country would be empty.",
    ]
    assert found.files[0]["left_out"] == [{"why": "it lies outside the window", "count": 48 * 32}]


def long_line(y, number=25_000, **more):
    xs = np.linspace(0.9, 1.1, number)
    return feature("LineString", [[float(x), y + 0.00005 * (i % 2)] for i, x in enumerate(xs)], **more)


def test_a_long_line_is_cut_to_the_window_and_not_refused():
    rows = [long_line(51.996 + 0.002 * i, ele=100 + 10 * i) for i in range(4)]
    found = taken(("x.geojson", json.dumps(collection(*rows, long_line(52.006, highway="track"))).encode()), crs=None)
    assert found.report["left_out"] == 0 and len(found.country["contours"]) == 4


def test_a_long_outline_is_cut_to_the_window_and_not_refused():
    turn = np.linspace(0, 2 * np.pi, 25_001)
    ring = [[1 + 0.1 * float(np.cos(t)), 52 + 0.004 * float(np.sin(t))] for t in turn[:-1]]
    lake = feature("Polygon", [[*ring, ring[0]]], natural="water")
    track = feature("LineString", [[0.99, 52.006], [1.01, 52.006]], highway="track")
    found = taken(("x.geojson", json.dumps(collection(lake, track)).encode()), crs=None)
    assert found.report["left_out"] == 0 and found.losses == []


# -- a member spoils no parcel (K3) ------------------------------------------------------------------------

BESIDE = {
    "aux": ("dem.asc.aux.xml", b"<PAMDataset>\n</PAMDataset>"),
    "licence": ("licence.html", b"<html><body>Free</body></html>"),
    "metadata": ("metadata.json", b'{"title": "x"}'),
    "STAC": ("item.json", b'{"type": "Catalog", "links": []}'),
    "a Mac": ("__MACOSX/._dem.asc", b"\0\5\26\7"),
    "another Mac": ("._dem.asc", b"ncols"),
    "a folder's picture": (".DS_Store", b"\0\0\0\1Bud1"),
    "a reader's note": ("readme.txt", b"read me"),
    "nothing": ("empty.asc", b""),
    "world": ("dem.tfw", b"50\n0\n0\n-50\n0\n0\n"),
}


@pytest.mark.parametrize("beside", BESIDE)
def test_what_lies_beside_a_survey_in_a_zip_is_passed_over_and_told(beside):
    name, data = BESIDE[beside]
    plain = taken(grid(slope()))
    for files in ((grid(slope()), (name, data)), ((name, data), grid(slope()))):
        found = taken(("all.zip", packed(*files)))
        assert found.country == plain.country and found.losses == []
        assert [
            sum(one["count"] for one in row["unread"]) for row in sorted(found.files, key=lambda row: row["found"])
        ] == [1, 0]


@pytest.mark.parametrize("beside", ["aux", "licence", "metadata", "a reader's note"])
def test_what_lies_beside_a_survey_by_hand_is_passed_over_too_and_alone_it_is_refused(beside):
    assert taken(grid(slope()), BESIDE[beside]).country == taken(grid(slope())).country
    with pytest.raises(Invalid):
        taken(BESIDE[beside])
    with pytest.raises(Invalid, match="holds none of"):
        taken(("all.zip", packed(BESIDE[beside])))


def test_a_member_that_was_to_be_read_and_cannot_be_is_a_loss():
    found = taken(("all.zip", packed(grid(slope()), ("roads.osm", b"<osm><way id='1'>"))))
    assert len(found.losses) == 1 and found.losses[0].startswith("roads.osm is not read: ")


def test_a_zip_in_a_zip_is_opened_and_one_in_that_is_not():
    once = packed(("inner.zip", packed(grid(slope()))))
    assert taken(("x.zip", once)).country == taken(grid(slope())).country
    deep = packed(("inner.zip", packed(("deep.zip", packed(grid(slope()))), ("a.osm", osm(*FRAME, *TRACKS)))))
    assert "is not opened" in str(taken(("x.zip", deep)).files)


# -- what a library reads is not the format (K4) -------------------------------------------------------------


def planar(data):
    """The same GeoTIFF saying that it is stored band by band, as one band may be."""
    at = struct.unpack_from("<L", data, 4)[0]
    (number,) = struct.unpack_from("<H", data, at)
    entries = [bytes(data[at + 2 + 12 * i : at + 14 + 12 * i]) for i in range(number)]
    entries = [one for one in entries if struct.unpack_from("<H", one)[0] != 284] + [
        struct.pack("<HHLHH", 284, 3, 1, 2, 0)
    ]
    head = len(data) + len(data) % 2
    body = struct.pack("<H", len(entries)) + b"".join(sorted(entries)) + b"\0\0\0\0"
    return data[:4] + struct.pack("<L", head) + data[8:] + b"\0" * (len(data) % 2) + body


@pytest.mark.parametrize("kind", [np.uint16, np.float32, np.int16])
def test_one_band_stored_by_bands_is_read_as_by_places(kind):
    plain = geotiff((100 + hill(48)[8:40]).astype(kind), WEST, SOUTH + 1600, 50)
    assert planar(plain) != plain
    assert taken(("x.tif", planar(plain))).country == taken(("x.tif", plain)).country


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_text_is_read_with_the_mark_of_its_encoding(coding):
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(coding, b"")
    for name, data in (
        grid(slope()),
        ("x.geojson", json.dumps(collection(long_line(52.0, 50, highway="track"))).encode()),
    ):
        crs = "EPSG:27700" if name == "x.asc" else None
        assert (
            taken((name, mark + data.decode().encode(coding)), crs=crs).country == taken((name, data), crs=crs).country
        )


def test_no_word_of_a_library_is_in_a_refusal():
    tiff = geotiff(slope(), WEST, SOUTH + 1600, 50)
    none, unknown = (struct.pack("<HHLL", 259, 3, 1, number) for number in (1, 34_887))
    assert none in tiff
    broken = {
        "x.osm": b"<osm><way>", "x.zip": packed(grid(slope()))[:-30], "x.json": b'{"type": ', "cut.tif": tiff[:300],
        "packed.tif": tiff.replace(none, unknown),
    }  # fmt: skip
    for name, data in broken.items():
        with pytest.raises(Invalid) as fault:
            taken((name, data))
        said = fault.value.sentence
        assert not any(
            word in said
            for word in ("Error", "error", "mismatched", "File is not a zip", "decoder", "raw mode", "no element", "0x")
        ), said


@pytest.mark.parametrize("key", ["ele", "propertyValue", "Hoehe", "ALTITUDE", "cota", "Z"])
@pytest.mark.parametrize("written", ["{}", "{},0", "{}.0", "{} m"])
def test_heights_are_read_as_surveys_write_and_call_them(key, written):
    rows = [
        feature("LineString", [[0.978, y], [1.0, y + 0.0005], [1.022, y]], **{key: written.format(height)})
        for height, y in ((100, 51.9964), (110, 51.9991), (120, 52.0018))
    ]
    found = taken(("x.geojson", json.dumps(collection(*rows)).encode()), crs=None)
    assert len(found.country["contours"]) == 3 and found.report["interval"] == 10


def test_a_height_that_can_be_read_in_two_ways_is_left_out_and_the_reason_asks():
    rows = [
        feature("LineString", [[0.978, y], [1.022, y]], ele=ele)
        for y, ele in ((51.9964, "1,250"), (51.999, "1,260"), (52.0018, "1,270"))
    ]
    found = taken(("x.geojson", json.dumps(collection(*rows)).encode()), crs=None)
    assert "can be read in two ways: write 1250 or 1.2500" in str(found.files[0]["left_out"])
    assert found.losses and "unknown" in found.country, "contours of which all are lost are no level ground"


def test_a_grid_with_decimal_commas_is_read_and_one_with_both_signs_is_refused():
    name, data = grid(slope())
    commas = data.replace(b".", b",")
    assert taken((name, commas)).country == taken((name, data)).country
    with pytest.raises(Invalid, match="commas and points stand among its heights"):
        taken((name, data.replace(b"100.00", b"1,100.00")))


def test_the_sketch_has_the_account_before_anything_is_taken():
    shown = sketch(Files([grid(slope()), BESIDE["licence"], ("x.osm", osm(*FRAME, *TRACKS))]), crs="EPSG:27700")
    rows = {row["name"]: row for row in shown["files"]}
    assert rows["x.asc"]["taken"] == 48 * 32 and rows["x.osm"]["taken"] == 2 and rows["licence.html"]["taken"] == 0
    for row in rows.values():
        assert row["found"] == row["taken"] + sum(one["count"] for one in (*row["left_out"], *row["unread"]))


# -- names by what can be seen (K9) -------------------------------------------------------------------------

PERSIAN, HINDI, PICTURE = (
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0936\u0915\u094d\u200d\u0924\u093f",
    "\U0001f469\U0001f3fd\u200d\U0001f33e farm",
)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        *((one, one) for one in (PERSIAN, HINDI, PICTURE, f"{PERSIAN} {HINDI}")),
        ("\u200bRoss\ufeff", "Ross"), ("Ro\u202ess", "Ross"), ("Ross\u200c on\u200d Wye", "Ross on Wye"), ("Ro\u00adss", "Ross"),
        ("\u200cRoss\u200d", "Ross"),
        ("Ross\t\n Wye", "Ross Wye"), ("x" * 79 + "\u06cc\u200c\u06cc", "x" * 79 + "\u06cc"),
    ],
)  # fmt: skip
def test_a_name_keeps_the_joiners_that_its_letters_need_and_nothing_else_that_nobody_sees(name, seen):
    given = collection(
        feature("Point", [100, 100], place="village", name=name),
        feature("LineString", [[0, 0], [2000, 900]], highway="track"),
    )
    for found in (
        taken(("x.geojson", json.dumps(given).encode()), crs=None, plain=True),
        of_osm(node(7, 1.0, 52.0, place="village", name=name.replace("\t\n", " "))),
    ):
        assert [one["name"] for one in found.country["names"].values()] == [seen]


@pytest.mark.parametrize(
    "name", ["\u200c", "\u200b", "\u3164", "\u2800 \u2800", "\u00ad", "\U000e0041", "\u200d\u200c\u200d", "\ufe0f"]
)
def test_a_name_of_which_nothing_can_be_seen_is_no_name(name):
    found = of_osm(
        *RIVER, way(10, [1, 2, 3], waterway="river", name=name), node(7, 1.0, 52.0, place="village", name=name)
    )
    assert "names" not in found.country and "name" not in next(iter(found.country["water"].values()))
