"""The situation in words: everything that a commander knows, from the commander's place, and nothing else."""

from __future__ import annotations

import math

import pytest

from campaigns import sight
from campaigns.errors import Unseen
from campaigns.sight.situation import nearest, situation
from tests.campaigns.builders import NOON, a_battle, a_cast
from tests.campaigns.looked_back import CANARIES, OF_RED, PLACES, a_seat, fought

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return a_cast()


@pytest.fixture
def battle(cast):
    return fought(cast)


def test_each_thing_is_told_by_bearing_and_distance_the_nearest_first(cast, battle):
    told = situation(a_seat(cast.red_guns, battle), NOON, start="red-crew")
    assert told.origin is not None and told.origin.state["at"] == PLACES["red-crew"]
    guns = next(one for one in told.enemy if one.thing.id == "blue-gun")
    assert (guns.sighting.bearing, guns.sighting.distance) == (0, 32 * 16)
    distances = [one.sighting.distance for one in told.enemy if one.sighting.distance is not None]
    assert distances == sorted(distances) and len(distances) > 2


def test_what_has_no_place_is_told_last_and_without_one(cast, battle):
    told = situation(a_seat(cast.red_foot, battle), NOON)
    last = told.own[-1]
    assert last.thing.id == "red-depot" and last.sighting == sight_of_nothing()


def sight_of_nothing():
    from campaigns.sight.situation import Sighting

    return Sighting(None, None)


def test_it_begins_with_a_body_that_the_commander_may_order(cast, battle):
    finish_side = battle.moves.order_by("-number").first().side
    foot = cast.red_foot if finish_side == "red" else cast.blue_foot
    told = situation(a_seat(foot, battle), NOON)
    assert told.origin is not None and told.origin.id == f"{finish_side}-foot"
    assert {one.id for one in told.origins} >= {f"{finish_side}-foot", f"{finish_side}-crew"}


@pytest.mark.parametrize("start", ["blue-foot", "red-depot", "nobody", CANARIES["mine"]])
def test_nobody_stands_where_nothing_of_his_stands(cast, battle, start):
    with pytest.raises(Unseen):
        situation(a_seat(cast.red_foot, battle), NOON, start=start)


def test_it_tells_what_the_sheet_tells_and_nothing_that_the_other_side_hides(cast, battle):
    told = situation(a_seat(cast.red_foot, battle), NOON)
    sheet = sight.sheet(a_seat(cast.red_foot, battle), NOON)
    assert {one.thing.id for one in told.enemy} == {one.id for one in sheet.enemy}
    assert all(one not in repr(told) for one in CANARIES.values())
    assert OF_RED["packets"] in repr(told)
    with pytest.raises(Unseen):
        situation(a_seat(cast.red_foot, battle), NOON, of="blue")


def test_the_umpire_says_whose_and_an_observer_stands_with_whom_he_likes(cast, battle):
    assert situation(a_seat(cast.umpire, battle), NOON, of="blue").side == "blue"
    told = situation(a_seat(cast.observer, battle), NOON, start="blue-foot")
    assert told.origin is not None and OF_RED["packets"] not in repr(told)


def test_before_the_battle_there_is_nothing_to_tell(cast):
    from campaigns.usecases.campaigns.preparation import open_battle
    from tests.campaigns.builders import START, a_campaign

    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    told = situation(a_seat(cast.red_foot, battle), NOON)
    assert told.sheet.clock is None and told.origin is None and told.own == ()


def test_the_ground_is_told_by_its_nearest_point(cast):
    country = {
        "size": [288, 192],
        "houses": {"mill": {"outline": [[100, 100], [110, 100], [110, 110], [100, 110]], "name": "Hartley Mill"}},
        "roads": {"lane": {"line": [[60, 0], [60, 192]], "width": 2}},
    }
    start = {
        "country": country,
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 30, "at": [105, 60], "name": "Foot"},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 30, "at": [60, 150], "name": "Guards"},
        },
    }
    battle = a_battle(cast, start=start)
    told = situation(a_seat(cast.red_foot, battle), NOON)
    found = {one.name: (one.sighting.bearing, one.sighting.distance) for one in told.ground}
    assert found == {"Hartley Mill": (0, 40 * 16), "lane": (270, 45 * 16)}
    assert told.farther == 0


@pytest.mark.parametrize("at", [(3, 4), (-5, 2), (50, -1)])
def test_no_point_of_an_outline_is_nearer_than_the_nearest(at):
    outline = [(0, 0), (10, 0), (14, 9), (2, 12)]
    spot = nearest(outline, at, closed=True)
    sides = zip(outline, [*outline[1:], outline[0]], strict=True)
    others = [
        (a[0] + (b[0] - a[0]) * part / 50, a[1] + (b[1] - a[1]) * part / 50) for a, b in sides for part in range(51)
    ]
    assert math.dist(spot, at) <= min(math.dist(one, at) for one in others) + 1e-9
