"""Houses too small for the floor, or too close together, become blocks; none is lost, and place names stay.  [KS-GAME-08, KS-GAME-09]"""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from bench.country import battle
from bench.surveys import FIGURES, hills, town
from rules.ground.country_file import map_hash, read_country, write_country
from rules.ground.geojson.exporter import export_country
from rules.ground.surveys.files import Files
from rules.ground.surveys.importer import survey
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance
from rules.values.measure import INCH
from tests.rules.kriegspiel.surveys import feature, square
from tests.rules.kriegspiel.test_geojson import row, taken

METRE = INCH / 5
"""Sixteenths in a metre at 5 m to the inch."""


def houses(*corners, side=4):
    return [feature("Polygon", square(x, y, side), building="yes") for x, y in corners]


def outlines(found):
    return [Polygon(one.outline) for one in read_country(found.country).houses.values()]


def middle(x, y, side=4):
    return Point((x + side / 2) * METRE, (y + side / 2) * METRE)


def test_twenty_small_houses_are_a_few_blocks_and_none_is_lost():
    corners = [(100 + 6 * (n % 10), 100 + 200 * (n // 10)) for n in range(20)]
    found = taken(*houses(*corners))
    blocks = outlines(found)
    assert len(blocks) == 2 and (row(found, "houses")["taken"], row(found, "houses")["found"]) == (20, 20)
    assert all(any(block.intersects(middle(*at)) for block in blocks) for at in corners)
    assert "20 houses that are small for the floor, or stand close together, became 2 blocks." in found.report["notes"]


def test_a_large_house_that_stands_alone_stays_as_it_is():
    found = taken(*houses((100, 100), (200, 100), side=30))
    assert sorted(found.country["houses"]) == ["house-1", "house-2"] and not any(
        "became" in note for note in found.report["notes"]
    )


def test_a_road_between_houses_stays_open():
    rows = houses(*((100 + 6 * n, y) for n in range(20) for y in (100, 112)))
    road = feature("LineString", [[50, 108], [300, 108]], highway="residential")
    found = taken(*rows, road)
    line = LineString(read_country(found.country).roads["road-1"].line)
    assert all(block.intersection(line).length == 0 for block in outlines(found))
    assert len(outlines(taken(*rows))) == 1, "without it the gap is closed"


def test_a_block_is_called_by_its_only_name_and_is_as_high_as_most_of_its_houses():
    rows = houses((100, 100), (106, 100), (112, 100))
    rows[0]["properties"]["name"] = "The Swan"
    rows[1]["properties"]["building:levels"] = rows[2]["properties"]["building:levels"] = "2"
    found = read_country(taken(*rows).country).houses
    assert list(found) == ["the-swan"] and found["the-swan"].height == 9 * INCH


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 60), st.sampled_from([1.5, 4.0, 9.0]), st.sampled_from([0.3, 0.02]))
def test_every_house_lies_in_a_block_or_outside_and_every_block_is_valid_and_large_enough(seed, number, side, spread):
    draw = Random(seed)
    corners = [(720 + draw.gauss(0, 1440 * spread), 480 + draw.gauss(0, 960 * spread)) for _ in range(number)]
    found = taken(*houses(*corners, side=side)) if corners else None
    blocks = outlines(found)
    assert all(block.is_valid and block.area >= 4 * INCH * INCH for block in blocks)
    for x, y in corners:
        whole = 0 < x and x + side < 1440 and 0 < y and y + side < 960
        if whole:
            assert any(block.distance(middle(x, y, side)) <= 2 for block in blocks), (x, y)


@pytest.mark.long
@pytest.mark.slow
def test_a_town_of_2_6_megabytes_is_taken():
    files = Files([("town.geojson", town(1913)), ("hills.asc", hills(1913))])
    found = survey(files, **FIGURES)
    assert row(found, "houses")["taken"] > 2000 and found.country["contours"] and found.country["names"]
    assert 200 < len(found.country["houses"]) < 1200
    assert json.dumps(survey(files, **FIGURES).country) == json.dumps(found.country)


# -- names -------------------------------------------------------------------------------------------


def named():
    return taken(
        feature("Point", [300, 300], place="village", name="Hartley Wintney"),
        feature("Polygon", square(600, 600, 100), landuse="farmland", name="Long Acre"),
        feature("Polygon", square(900, 600, 100), landuse="farmland"),
        feature("Point", [310, 300], place="locality", name="Hartley Wintney"),
        feature("Point", [9000, 300], place="village", name="Odiham"),
        {**feature("Point", [500, 300]), "properties": {"kind": "name", "name": "The Elm"}},
        feature("LineString", [[0, 100], [1440, 110]], highway="track"),
    )


def test_names_of_places_and_areas_stand_on_the_map_once_each():
    country = read_country(named().country)
    assert {one.name: one.at for one in country.names.values()} == {
        "Hartley Wintney": (60 * INCH, 60 * INCH), "Long Acre": (130 * INCH, 130 * INCH), "The Elm": (100 * INCH, 60 * INCH),
    }  # fmt: skip
    why = {one["why"]: one["names"] for one in row(named(), "names")["left_out"]}
    assert why == {"the name is on the map already": ["Hartley Wintney"], "it lies outside the window": ["Odiham"]}


def test_names_come_back_from_geojson_and_change_no_ground():
    country = read_country(named().country)
    again = survey(export_country(country), scale=1).country
    assert again == write_country(country)
    bare = country.but(names={})
    assert map_hash(country) != map_hash(bare)
    ground, without = ground_of(country), ground_of(bare)
    for at in country.names.values():
        path = (at.at, (at.at[0] + 400, at.at[1] + 300))
        assert ground.level(at.at, 96) == without.level(at.at, 96) and ground.on_roads(path) == without.on_roads(path)


def test_names_change_nothing_of_what_is_adjudicated():
    start, orders = battle(24, 7, features={"houses": 10, "roads": 6, "woods": 4, "water": 2})
    names = {f"n{i}": {"name": f"N{i}", "at": body["at"]} for i, body in enumerate(start["bodies"].values())}
    outcomes = []
    for country in (start["country"], {**start["country"], "names": names}):
        position = read_position({**start, "country": country}, read_options({}), "start")
        outcome = adjudicate(position, "red", [read_order(one) for one in orders], NO_FACTS, Chance(seed="names"))
        outcomes.append((outcome.events, outcome.refused, outcome.position.but(country=None)))
    assert outcomes[0] == outcomes[1] and outcomes[0][0]


def test_a_country_without_names_is_written_as_before():
    data = {"size": [288, 192], "houses": {"a": {"outline": [[0, 0], [4, 0], [4, 4]]}}}
    assert "names" not in write_country(read_country(data))
    assert map_hash(read_country(data)) == "bba76bdb01968919a3e9f2d92ddb9d3b26c66e53385e3fa7f54f977be8deb875"
