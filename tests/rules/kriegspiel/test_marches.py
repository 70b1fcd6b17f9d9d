"""Marches: what cases cannot say."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Invalid, Refused
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.ways import Way, longest, price_of
from rules.kriegspiel.force import read_position
from rules.kriegspiel.marches.guns import check_move_gun, move_gun
from rules.kriegspiel.marches.march import check_march, check_move_waggon, march
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.tables.paces import Pace
from rules.values.chance import Chance
from rules.values.measure import INCH, MOVE

PACES = st.sampled_from([Pace(12, 18, "a"), Pace(12, 12, "a"), Pace(36, 54, "b"), Pace(24, 24, "c"), Pace(6, 12, "d")])
LENGTHS = st.integers(0, 60 * INCH)
COUNTS = st.integers(0, 3)


def a_field(bodies, options=None, **groups):
    start = {"own_moves": {"red": 4, "blue": 4}, "bodies": bodies, **groups}
    return Field(read_position(start, read_options(options or {})), "red", NO_FACTS, Chance("seed"))


def an_infantry(**more):
    return {"side": "red", "arm": "infantry", "men": 20, **more}


def an_order(**data):
    return read_order({"order": "march", "body": "foot", **data})


def state(field):
    return {name: repr(value) for name, value in vars(field).items() if name not in ("notes", "chance")}


@given(PACES, LENGTHS, LENGTHS, COUNTS, COUNTS, st.sampled_from(["additive", "replace"]))
def test_the_longest_legal_march_is_legal_and_a_sixteenth_more_is_not(pace, distance, road, up, down, contour_cost):
    options = read_options({"contour_cost": contour_cost})
    way = Way(distance, min(road, distance), up, down)
    price = price_of(options, way, pace)
    if price.parts <= MOVE:
        return
    reach = longest(options, way, pace, price, MOVE)
    assert reach <= distance
    for length, legal in ((reach, price.contours <= MOVE), (reach + 1, False)):
        shorter = Way(length, min(way.road, length), up, down)
        ground = shorter.road * (864 // pace.road) + (length - shorter.road) * (864 // pace.country)
        whole = max(ground, price.contours) if contour_cost == "replace" else ground + price.contours
        assert (whole <= MOVE) == legal


@given(PACES, LENGTHS, COUNTS, COUNTS)
def test_no_way_costs_less_with_more_contours(pace, distance, up, down):
    options = read_options({})
    less, more = (
        price_of(options, Way(distance, 0, up, down), pace),
        price_of(options, Way(distance, 0, up + 1, down), pace),
    )
    assert less.parts < more.parts


def test_a_refusal_names_the_longest_legal_march():
    field = a_field({"foot": an_infantry()})
    with pytest.raises(Refused) as refused:
        check_march(field, an_order(measured={"distance": 12.125}))
    assert refused.value.code == "E-BUDGET"
    assert "costs more than 1 move (12 1/8 in." in refused.value.sentence
    assert re.search(r"can go 12 in\. at most", refused.value.sentence)


def test_a_refused_march_changes_nothing():
    field = a_field({"foot": an_infantry(at=[0, 0], climbed=5)})
    before = state(field)
    with pytest.raises(Refused):
        march(field, an_order(path=[[0, 13]]))
    assert state(field) == before


def test_the_price_checked_is_the_price_paid():
    field = a_field({"foot": an_infantry(at=[0, 0], formation="fours")})
    order = an_order(path=[[0, 9], [6, 9]], measured={"road": 9})
    assert check_march(field, order) == MOVE
    march(field, order)
    assert field.left("foot") == 0


def test_an_order_without_a_way_stands_until_it_is_measured():
    """On the table the path is measured after the order is given; adjudicated without it, it is not understood."""
    field = a_field({"foot": an_infantry()})
    assert check_march(field, an_order()) == 0
    with pytest.raises(Invalid):
        march(field, an_order())


def test_a_stretch_of_road_longer_than_the_way_is_not_understood():
    with pytest.raises(Invalid):
        check_march(a_field({"foot": an_infantry()}), an_order(measured={"distance": 3, "road": 4}))


def test_a_body_faces_along_its_last_leg():
    field = a_field({"foot": an_infantry(at=[0, 0])})
    march(field, an_order(path=[[0, 3], [-3, 3]]))
    assert (field.bodies["foot"].at, field.bodies["foot"].facing) == ((-48, 48), 270)


def test_who_is_stopped_or_pinned_does_not_march():
    """KS-FAIL-03, KS-CHARGE-12."""
    field = a_field({"foot": an_infantry(arrears={"food": 1}), "pinned": an_infantry(immobile=True)})
    for name, code in (("foot", "E-STARVED"), ("pinned", "E-PINNED")):
        with pytest.raises(Refused) as refused:
            check_march(field, an_order(body=name, measured={"distance": 1}))
        assert refused.value.code == code


def test_a_waggon_that_delivered_does_not_march():
    """KS-TS-01."""
    field = a_field({}, waggons={"waggon": {"side": "red"}})
    field.spend("waggon", 0, "delivered")
    with pytest.raises(Refused) as refused:
        check_move_waggon(field, read_order({"order": "move-waggon", "waggon": "waggon", "measured": {"distance": 1}}))
    assert refused.value.code == "E-DELIVERED"


def a_battery(men=8, **more):
    crew = {"side": "red", "arm": "artillery", "men": men}
    guns = {name: {"side": "red", "crew": "crew", "limbered": True, **more} for name in ("gun-1", "gun-2")}
    return a_field({"crew": crew}, guns=guns)


def moving(gun, distance=6, **more):
    return read_order({"order": "move-gun", "gun": gun, "measured": {"distance": distance}, **more})


def test_a_crew_of_eight_goes_with_two_guns_and_spends_what_the_slower_spends():
    """KS-GUN-09."""
    field = a_battery()
    move_gun(field, moving("gun-1", 6))
    move_gun(field, moving("gun-2", 12))
    assert (field.left("gun-1"), field.left("gun-2")) == (MOVE * 3 // 4, MOVE // 2)
    assert field.left("crew") == MOVE // 2


def test_a_crew_of_seven_goes_with_one():
    """KS-GUN-01: a man serves one gun a move."""
    field = a_battery(7)
    move_gun(field, moving("gun-1"))
    with pytest.raises(Refused) as refused:
        check_move_gun(field, moving("gun-2"))
    assert (refused.value.code, refused.value.clause) == ("E-CREW", "KS-GUN-01")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"team_horses": 3}, "E-TEAM"),
        ({"arrears": {"forage": 1}}, "E-STARVED"),
        ({"disabled_for": 1}, "E-DISABLED"),
        ({"in_dispute": True}, "E-DISPUTE"),
        ({"limbered": False}, "E-UNLIMBERED"),
        ({"must_retire": 24}, "E-DUTY"),
        ({"flight": ["horse"]}, "E-FLIGHT"),
        ({"destroyed": True}, "E-NONE"),
        ({"held_by": "blue"}, "E-NONE"),
    ],
)
def test_what_keeps_a_gun_from_moving(more, code):
    with pytest.raises(Refused) as refused:
        check_move_gun(a_battery(**more), moving("gun-1"))
    assert refused.value.code == code


def test_a_stopped_crew_goes_nowhere_with_its_gun():
    """KS-FAIL-03."""
    field = a_battery()
    field.change("crew", arrears=field.bodies["crew"].arrears.but(food=1))
    with pytest.raises(Refused) as refused:
        check_move_gun(field, moving("gun-1"))
    assert refused.value.code == "E-STARVED"
