"""The countries that come with the product can be read, marched over and fought on."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from campaigns.models import Country
from campaigns.usecases.campaigns.preparation import appoint, create_campaign, open_battle, start_battle
from campaigns.usecases.campaigns.sample import FOLDER, HARTLEY, VALE, built_in_country, load_countries, read_sample
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from rules.ground.country_file import read_country, write_country
from rules.ground.geojson.exporter import export_country
from rules.ground.geojson.importer import survey
from rules.ground.geometry import without
from rules.kriegspiel.country.ground import ground_of, over_bridges
from rules.kriegspiel.force import Bridge
from rules.values.measure import INCH
from tests.campaigns.builders import NOON, SIDES, the_move

FILES = sorted((FOLDER / "countries").glob("*.json"))
DATA = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}


def test_there_are_three_of_them():
    assert DATA.keys() == {"ashdown", "hartley-vale", "nether-valley"}


@pytest.mark.parametrize("name", DATA)
def test_a_built_in_country_is_written_as_it_is_read_and_goes_out_and_comes_back(name):
    country = read_country(DATA[name])
    assert write_country(country) == DATA[name]
    assert read_country(survey(export_country(country, scale=10, origin=[-1.2, 51.4]), scale=None).country) == country


@pytest.mark.parametrize("name", DATA)
def test_a_road_or_rail_goes_over_water_by_bridge_or_ford_alone(name):
    country = read_country(DATA[name])
    ground = ground_of(country)
    bridges = {key: Bridge(key, one.kind, one.at, one.span) for key, one in country.bridges.items()}
    by_ford = {key for key in country.roads if "ford" in key}
    for key, way in (*country.roads.items(), *country.rails.items()):
        wet = [stretch for stretch, _ in ground.in_water(way.line)]
        left = without(wet, over_bridges(way.line, bridges, standing=True))
        assert not left or key in by_ford, (key, left)


@pytest.mark.parametrize("name", DATA)
def test_there_is_a_hill_of_two_contours_and_level_ground(name):
    country = read_country(DATA[name])
    ground = ground_of(country)
    width, depth = country.size
    levels = [
        ground.level((x, y), 6 * INCH) // (6 * INCH)
        for x in range(0, width, 8 * INCH)
        for y in range(0, depth, 8 * INCH)
    ]
    assert max(levels) >= 2 and levels.count(0) > len(levels) // 4


@pytest.mark.parametrize("name", DATA)
def test_every_contour_is_one_step_above_what_lies_under_it(name):
    """Crossing a contour uphill leads from the terrace beneath it to its own, wherever it is crossed."""
    country = read_country(DATA[name])
    ground = ground_of(country)
    for key, contour in country.contours.items():
        (ax, ay), (bx, by) = max(
            pairwise(contour.line), key=lambda leg: abs(leg[1][0] - leg[0][0]) + abs(leg[1][1] - leg[0][1])
        )
        long = max(abs(bx - ax), abs(by - ay))
        off = ((by - ay) * INCH // long, (bx - ax) * INCH // long)
        middle = ((ax + bx) // 2, (ay + by) // 2)
        left, right = (
            ground.level((middle[0] - sign * off[0], middle[1] + sign * off[1]), 6 * INCH) for sign in (1, -1)
        )
        assert {left, right} == {contour.height, contour.height - 6 * INCH}, key


def test_they_are_loaded_once(db):
    load_countries(now=NOON)
    load_countries(now=NOON)
    assert sorted(Country.objects.values_list("name", flat=True)) == ["Ashdown", "Hartley Vale", "The Nether Valley"]


@pytest.mark.slow
def test_the_exercise_on_the_vale_is_measured_by_nobody(cast):
    """A march over country and up a hill, a gun on the road: their cost is computed, and the move is submitted."""
    load_countries(now=NOON)
    campaign = create_campaign(
        by=cast.umpire, name="On the map", sides=SIDES, options={"two_stage_move": False}, now=NOON
    )
    for arm in ("infantry", "cavalry", "artillery"):
        appoint(
            by=cast.umpire,
            campaign=campaign.public_id,
            kind="commander",
            side="red",
            arm=arm,
            user=cast.red_foot,
            now=NOON,
        )
    battle = open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="The bridges",
        start=read_sample(VALE)["start"],
        country=built_in_country("Hartley Vale"),
        now=NOON,
    )
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    move = the_move(battle)
    orders = {
        "red-1st": {"order": "march", "body": "red-1st", "path": [[142, 53]]},
        "red-gun-2": {"order": "move-gun", "gun": "red-gun-2", "path": [[140, 46]]},
        "red-hussars": {"order": "march", "body": "red-hussars", "path": [[70, 46]]},
    }
    for thing, order in orders.items():
        submit_orders(
            user=cast.red_foot, move=move.public_id, thing=thing, orders=[order], base_revision=0, key=thing, now=NOON
        )
    close_move(move_id=move.pk, now=NOON, cause="time")
    submit_move(by=cast.umpire, move=move.public_id, now=NOON)
    after = the_move(battle).position
    assert (after["bodies"]["red-1st"]["at"], after["guns"]["red-gun-2"]["at"]) == ([142, 53], [140, 46])
    assert after["bodies"]["red-hussars"]["at"] == [70, 46]


@pytest.mark.parametrize(
    ("name", "scenario"),
    [("Ashdown", HARTLEY), ("Hartley Vale", HARTLEY), ("The Nether Valley", HARTLEY), ("Hartley Vale", VALE)],
)
def test_the_forces_of_the_samples_can_fight_on_each(cast, name, scenario):
    load_countries(now=NOON)
    campaign = create_campaign(by=cast.umpire, name="On the map", sides=SIDES, now=NOON)
    appoint(by=cast.umpire, campaign=campaign.public_id, kind="general", side="red", user=cast.red_general, now=NOON)
    battle = open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name=name,
        start=read_sample(scenario)["start"],
        country=Country.objects.get(name=name).public_id,
        now=NOON,
    )
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    position = the_move(battle).position
    country = read_country(position["country"])
    ground = ground_of(country)
    for key, body in position["bodies"].items():
        at = (int(body["at"][0] * INCH), int(body["at"][1] * INCH))
        assert not ground.water[1].at(at) and not ground.houses[1].at(at), key
        assert 0 <= at[0] <= country.size[0] and 0 <= at[1] <= country.size[1], key
