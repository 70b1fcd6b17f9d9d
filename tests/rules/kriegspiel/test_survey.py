"""Where things stand to each other."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.compass import bearing
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.places import Cells
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders.facts import NO_FACTS, read_facts
from rules.kriegspiel.tables.figures import CONTACT
from rules.values.chance import Chance
from rules.values.measure import FOOT, INCH

COORDINATES = st.integers(-4000, 4000)
POINTS = st.tuples(COORDINATES, COORDINATES)


def a_field(bodies=None, guns=None, facts=NO_FACTS, **options):
    start = {"bodies": {}, "guns": guns or {}}
    for name, body in (bodies or {}).items():
        start["bodies"][name] = {"side": name.split("-")[0], "men": 20, **body}
    return Field(read_position(start, read_options(options), sides=("red", "blue")), "red", facts, Chance("seed"))


def horse(x, y, **more):
    return {"arm": "cavalry", "at": [x, y], "men": 8, **more}


def foot(x=None, y=None, **more):
    return {"arm": "infantry", **({} if x is None else {"at": [x, y]}), **more}


@given(POINTS, POINTS, st.integers(0, 9000))
def test_apart_is_the_comparison_of_squares(a, b, reach):
    """KS-DEF-04: single distances compare squared integers."""
    assert (survey.apart(a, b) <= reach) == ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= reach * reach)


@given(POINTS, POINTS)
def test_a_bearing_is_the_nearest_degree(a, b):
    found = bearing(a, b)
    if a == b:
        assert found is None
    else:
        exact = math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360
        assert abs((found - exact + 180) % 360 - 180) <= 0.5 + 1e-9


def test_things_without_a_place_are_at_no_distance():
    field = a_field({"red-foot": foot(0, 0), "blue-foot": foot()})
    assert survey.distance(field, "red-foot", "blue-foot") is None
    assert survey.distance(field, "red-foot", "nobody") is None


def test_contact_counts_as_nothing():
    """KS-DEF-05: an eighth of an inch or less."""
    field = a_field({"red-foot": foot(0, 0), "blue-foot": foot(0, 0.125), "blue-guard": foot(0, 0.1875)})
    assert survey.distance(field, "red-foot", "blue-foot") == 0
    assert survey.distance(field, "red-foot", "blue-guard") == 3


def test_a_point_beside_a_line_is_between_its_ends_only_where_its_foot_falls_between_them():
    """KS-SUP-11."""
    reach = 6 * INCH
    assert survey.between((0, 0), (320, 0), (320, reach), reach)
    assert not survey.between((0, 0), (320, 0), (321, 0), reach)
    assert not survey.between((0, 0), (320, 0), (160, reach + 1), reach)
    assert not survey.between((5, 5), (5, 5), (5, 6), 0)


@given(st.lists(POINTS, max_size=12), POINTS, st.integers(0, 900))
def test_the_grid_finds_what_a_search_of_all_finds(points, at, reach):
    grid = Cells(300)
    for i, point in enumerate(points):
        grid.put(f"n{i}", point)
    assert set(grid.around(at, reach)) == {f"n{i}" for i, point in enumerate(points) if survey.near(at, point, reach)}


def test_the_places_follow_whoever_is_displaced():
    field = a_field({"red-foot": foot(0, 0), "blue-foot": foot(0, 40)})
    assert survey.enemies_around(field, "blue", (0, 640), 32) == []
    field.change("red-foot", at=(0, 620))
    assert [body.id for body in survey.enemies_around(field, "blue", (0, 640), 32)] == ["red-foot"]
    field.change("red-foot", at=None)
    assert survey.enemies_around(field, "blue", (0, 640), 32) == []


def test_the_places_of_a_side_are_its_own():
    field = a_field({"red-foot": foot(0, 0), "blue-foot": foot(0, 1), "red-guard": foot()})
    assert field.places("red").around((0, 0), 32) == ["red-foot"]
    assert field.places("blue").around((0, 0), 32) == ["blue-foot"]


def test_a_new_body_has_its_place_among_the_others_by_id():
    field = a_field({"red-foot": foot(0, 0), "red-guard": foot(0, 0)})
    assert [body.id for body in field.by_id()] == ["red-foot", "red-guard"]
    field.put(field.bodies["red-foot"].but(id="red-foot-2"))
    assert [body.id for body in field.by_id()] == ["red-foot", "red-foot-2", "red-guard"]
    assert field.places("red").around((0, 0), 0) == ["red-foot", "red-foot-2", "red-guard"]


def test_a_copied_field_has_places_of_its_own():
    field = a_field({"red-foot": foot(0, 0), "blue-foot": foot(0, 40)})
    field.places("red")
    other = field.copy()
    other.change("red-foot", at=(0, 620))
    assert survey.enemies_around(other, "blue", (0, 640), 32)
    assert survey.enemies_around(field, "blue", (0, 640), 32) == []


@pytest.mark.parametrize(
    ("cavalry", "threatens"),
    [
        (horse(0, 36), True),
        (horse(0, 36.0625), False),
        (horse(0, 36, men=7), False),
        (horse(0, 36, horses=7), False),
        (horse(0, 18, formation="column"), True),
        (horse(0, 18.0625, formation="column"), False),
        (horse(0, 10, formation="dismounted"), False),
        (horse(0, 10, immobile=True), False),
        (horse(0, 10, arrears={"forage": 1}), False),
        (horse(0, 10, out_of_action=True), False),
        (horse(0, 10, flight=["red-foot"]), False),
        (horse(0, 10, must_retire=36), False),
    ],
)
def test_cavalry_threatens_what_it_could_lawfully_charge(cavalry, threatens):
    """KS-DEF-11."""
    field = a_field({"red-foot": foot(0, 0), "blue-horse": cavalry})
    assert survey.threats(field) == ({"red-foot": ("blue-horse",)} if threatens else {})


def test_charging_distance_is_an_option():
    """KS-DEF-11: charging_distance_in."""
    floor = {"red-foot": foot(0, 0), "blue-horse": horse(0, 24)}
    assert survey.threats(a_field(floor, charging_distance_in=24))
    assert not survey.threats(a_field(floor, charging_distance_in=23))


def test_both_sides_are_threatened_and_enemies_stand_by_id():
    field = a_field({"red-horse": horse(0, 0), "blue-b": horse(0, 30), "blue-a": horse(30, 0)})
    assert survey.threats(field) == {
        "red-horse": ("blue-a", "blue-b"),
        "blue-a": ("red-horse",),
        "blue-b": ("red-horse",),
    }


def test_a_gun_is_threatened_and_a_crew_without_a_place_stands_at_it():
    guns = {"red-gun": {"side": "red", "crew": "red-crew", "at": [0, 0]}}
    field = a_field({"red-crew": {"arm": "artillery", "men": 4}, "blue-horse": horse(0, 30)}, guns)
    assert survey.threats(field) == {"red-crew": ("blue-horse",), "red-gun": ("blue-horse",)}


def test_measured_threats_are_the_whole_of_them():
    named = {"red-far": ["blue-horse", "nobody"], "red-gun": ["blue-horse"], "ghost": ["blue-horse"]}
    bodies = {"red-foot": foot(0, 0), "red-far": foot(), "blue-horse": horse(0, 10)}
    field = a_field(bodies, {"red-gun": {"side": "red"}}, facts=read_facts({"threatened_by": named}))
    assert survey.threats(field) == {"red-far": ("blue-horse",), "red-gun": ("blue-horse",)}


@given(st.lists(POINTS, max_size=14), st.integers(1, 1500))
def test_groups_are_the_chains_of_bodies_in_reach(points, reach):
    field = a_field({f"red-{i}": foot(0, 0) for i in range(len(points))})
    bodies = [field.bodies[f"red-{i}"].but(at=point) for i, point in enumerate(points)]
    found = survey.groups(bodies, reach)
    group_of = {name: i for i, group in enumerate(found) for name in group}
    chains = {body.id: {body.id} for body in bodies}
    for a in bodies:
        for b in bodies:
            if survey.near(a.at, b.at, reach):
                whole = chains[a.id] | chains[b.id]
                for name in whole:
                    chains[name] = whole
    assert group_of.keys() == chains.keys()
    assert all((group_of[a] == group_of[b]) == (b in chains[a]) for a in chains for b in chains)


def test_measured_groups_come_first_and_a_body_without_a_place_is_by_itself():
    field = a_field({"red-a": foot(0, 0), "red-b": foot(), "red-c": foot(0, 1), "red-d": foot(), "red-e": foot(0, 2)})
    bodies = field.bodies_of("red")
    assert survey.groups(bodies, 12 * FOOT) == (("red-a", "red-c", "red-e"), ("red-b",), ("red-d",))
    assert survey.groups(bodies, 12 * FOOT, [["red-a", "red-b", "blue-x"], ["red-b", "red-d"]]) == (
        ("red-a", "red-b", "red-d"),
        ("red-c", "red-e"),
    )


def test_a_friend_supports_from_as_far_as_his_own_arm_marches():
    """KS-DEF-09: infantry 12 in., cavalry 36, Engineers and gunners 24; only fit men outside the fight."""
    field = a_field(
        {
            "red-foot": foot(0, 0),
            "red-near": foot(0, 12, men=3),
            "red-far": foot(0, 12.0625, men=5),
            "red-horse": horse(36, 0),
            "red-afoot": horse(13, 0, men=9, formation="dismounted"),
            "red-sappers": {"arm": "engineers", "men": 2, "at": [0, 24]},
            "red-out": foot(0, 1, men=7, out_of_action=True),
            "red-fighting": foot(0, 1, men=11),
            "blue-foot": foot(0, 1, men=13),
        }
    )
    assert survey.friends_within_a_move(field, "red", {"red-foot", "red-fighting"}, ["red-foot"]) == 3 + 8 + 2


def test_an_enemy_is_met_on_the_way_at_the_distance_gone():
    """KS-MOVE-08."""
    field = a_field({"red-foot": foot(0, 0), "blue-foot": foot(5, 10), "blue-dead": foot(0, 5, men=0)})
    path = ((0, 10 * INCH), (10 * INCH, 10 * INCH))
    assert survey.met(field, "red", (0, 0), path) == ("blue-foot", 15 * INCH)
    assert survey.met(field, "red", (0, 0), ((0, 10 * INCH),)) is None


@given(st.lists(POINTS, max_size=8), POINTS, st.lists(POINTS, min_size=1, max_size=3))
def test_where_nobody_is_about_nobody_is_met(points, start, path):
    field = a_field({f"blue-{i}": foot(0, 0) for i in range(len(points))})
    for i, point in enumerate(points):
        field.change(f"blue-{i}", at=point)
    if survey.nobody_about(field, "red", start, path):
        assert survey.met(field, "red", start, path) is None
        assert survey.enemies_around(field, "red", path[-1], CONTACT) == []


def test_an_enemy_in_the_next_cell_but_in_contact_is_about():
    field = a_field({"blue-foot": foot(36, 0)})
    edge = 36 * INCH
    assert not survey.nobody_about(field, "red", (0, 0), ((edge - 2, 0),))
    assert survey.nobody_about(field, "red", (0, 0), ((edge - 3, 0),))
