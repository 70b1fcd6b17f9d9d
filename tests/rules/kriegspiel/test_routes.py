"""A path over a country: its length, its road, its contours, and what bars it.  [KS-DEF-04, KS-MOVE-03, KS-MOVE-08, KS-CONT]"""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.ground.country_file import read_country
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.country.routes import Route, barred, barred_to_wheels, farthest, route
from rules.kriegspiel.force import Bridge
from rules.values.measure import HALF_MOVE, INCH, MOVE, cost

HILL = {"line": [[10, 10], [30, 10], [30, 30], [10, 30], [10, 10]], "height": 6}
TOP = {"line": [[15, 15], [25, 15], [25, 25], [15, 25], [15, 15]], "height": 12}
RIVER = {"outline": [[0, 50], [100, 50], [100, 55], [0, 55]]}
SPAN = [[48, 49], [52, 49], [52, 56], [48, 56]]


def a_ground(**country):
    return ground_of(read_country(country))


def a_path(*inches):
    return tuple((round(x * INCH), round(y * INCH)) for x, y in inches)


def a_bridge(standing=True, span=SPAN):
    return {"stone-bridge": Bridge("stone-bridge", "road-bridge", (50 * INCH, 840), a_path(*span), standing)}


def quarter_turn(point):
    return [-point[1], point[0]]


# -- contours -------------------------------------------------------------------------------------


def test_over_a_hill_of_two_contours_two_are_climbed_and_two_descended():
    """KS-CONT-05: up and down apart."""
    ground = a_ground(contours={"hill": HILL, "top": TOP})
    assert route(ground, a_path((0, 20), (40, 20))) == Route(40 * INCH, 0, 2, 2, 0, 0)
    assert route(ground, a_path((20, 20), (20, 0))) == Route(20 * INCH, 0, 0, 2, 0, 0)
    assert [(one.contour, one.up) for one in ground.climbs(a_path((0, 20), (20, 20)))] == [
        ("hill", True),
        ("top", True),
    ]


def test_into_a_hollow_it_goes_down():
    ground = a_ground(contours={"pit": {**HILL, "higher": "outside"}})
    assert route(ground, a_path((0, 20), (20, 20)))[2:4] == (0, 1)


def test_a_contour_from_edge_to_edge_is_higher_on_the_side_that_is_said():
    line = [[0, 20], [100, 20]]
    for higher, climbed in (("left", (1, 0)), ("right", (0, 1))):
        ground = a_ground(contours={"scarp": {"line": line, "height": 6, "higher": higher}})
        assert route(ground, a_path((50, 10), (50, 30)))[2:4] == climbed


def test_who_halts_at_the_foot_of_a_contour_has_not_paid_it_and_pays_it_when_he_goes_on():
    """KS-CONT-04: the body at the line is below it, from whichever side it came."""
    ground = a_ground(contours={"hill": HILL})
    assert route(ground, a_path((0, 20), (10, 20)))[2:4] == (0, 0)
    assert route(ground, a_path((10, 20), (12, 20)))[2:4] == (1, 0)
    assert route(ground, a_path((12, 20), (10, 20)))[2:4] == (0, 1)
    assert route(ground, a_path((10, 20), (8, 20)))[2:4] == (0, 0)


def block(n):
    """The ring of the nth block of a hill whose steps are nine inches wide."""
    low, high = 9 * n, 60 - 9 * n
    return {"line": [[low, low], [high, low], [high, high], [low, high], [low, low]], "height": 6 * n + 6}


def test_each_terrace_lies_level_at_the_height_of_the_contour_below_it():
    """KS-GAME-06: a hill three blocks high has three contours and is 18 in. high."""
    ground = a_ground(contours={f"block-{n}": block(n) for n in range(3)})
    heights = [ground.level((x * INCH, 30 * INCH), 6 * INCH) // INCH for x in (-50, -1, 1, 10, 30, 58, 1000)]
    assert heights == [0, 0, 6, 12, 18, 6, 0]
    assert a_ground(size=[10, 10]).level((0, 0), 6 * INCH) == 0


def test_the_level_beside_a_contour_that_turns_sharply_back_is_that_of_its_nearest_leg():
    """KS-GAME-06: not that of the fold at its end, in which a place abreast of the leg does not lie."""
    fold = {"line": [[1000, 100], [1100, 100], [1090, 102], [1100, 140]], "height": 12, "higher": "left"}
    ground = a_ground(size=[2000, 200], contours={"fold": fold})
    assert [ground.level((x * INCH, y * INCH), 6 * INCH) // INCH for x, y in ((1050, 120), (1050, 80))] == [12, 6]


# -- roads ----------------------------------------------------------------------------------------


def test_nine_inches_of_road_and_six_off_it_are_told_apart():
    """KS-MOVE-03, the printed example."""
    ground = a_ground(roads={"lane": {"line": [[0, 0], [9, 0]], "width": 0}})
    assert route(ground, a_path((0, 0), (9, 0), (9, 6)))[:2] == (15 * INCH, 9 * INCH)


def test_a_road_is_as_wide_as_it_is_drawn():
    ground = a_ground(roads={"lane": {"line": [[0, 0], [40, 0]], "width": 2}})
    assert route(ground, a_path((0, 1), (40, 1))).road == 40 * INCH
    assert route(ground, a_path((0, 1.0625), (40, 1.0625))).road == 0
    assert route(ground, a_path((20, -10), (20, 10))).road == 2 * INCH


def test_a_contour_crossed_on_the_road_is_counted_as_crossed_there():
    """KS-CONT-01: at the rate in use where the line is crossed."""
    ground = a_ground(contours={"hill": HILL}, roads={"lane": {"line": [[0, 20], [20, 20]]}})
    assert route(ground, a_path((0, 20), (20, 20))) == Route(20 * INCH, 20 * INCH, 1, 0, 1, 0)
    assert route(ground, a_path((0, 25), (20, 25))) == Route(20 * INCH, 0, 1, 0, 0, 0)


MOVE_OF_FOOT = (cost(1, 12), cost(1, 18))


@pytest.mark.parametrize(
    ("path", "left", "far"),
    [
        (((0, 20), (40, 20)), MOVE, 10),  # as far as the foot of the hill, and it cannot be climbed besides
        (((6, 20), (40, 20)), MOVE, 4),
        (((40, 5), (80, 5)), MOVE, 12),
        (((40, 5), (80, 5)), HALF_MOVE, 6),
        (((20, 20), (20, 5)), MOVE, 6),  # five inches, six for the line, and an inch beyond it
        (((0, 0), (9, 0), (9, -20)), MOVE, 15),  # nine inches of road and six off it
    ],
)
def test_how_far_of_a_way_can_be_gone_is_seen_on_the_map(path, left, far):
    """KS-DEF-03: what is said beside E-BUDGET."""
    ground = a_ground(contours={"hill": HILL, "top": TOP}, roads={"lane": {"line": [[0, 0], [9, 0]], "width": 0}})
    assert farthest(ground, a_path(*path), MOVE_OF_FOOT, left, contours=True) == far * INCH


# -- what bars a path ---------------------------------------------------------------------------------


def test_a_path_through_a_house_is_barred_at_its_face_and_one_along_its_face_is_not():
    """KS-GAME-09, KS-MOVE-08."""
    ground = a_ground(houses={"mill": {"outline": [[10, 0], [20, 0], [20, 10], [10, 10]]}})
    bar, far = barred(ground, a_path((0, 5), (30, 5)), {})
    assert (bar.kind, bar.id, far) == ("house", "mill", 10 * INCH)
    assert barred(ground, a_path((0, 10), (30, 10)), {}) is None
    assert barred(ground, a_path((10, 5), (0, 5)), {}) is None


def test_a_wall_is_met_where_its_line_is_reached():
    ground = a_ground(walls={"orchard": {"line": [[10, 0], [10, 10]]}})
    assert barred(ground, a_path((0, 5), (10, 5)), {})[0].id == "orchard"
    assert barred(ground, a_path((0, 5), (9.9375, 5)), {}) is None
    assert barred(ground, a_path((0, 11), (20, 11)), {}) is None
    assert barred(ground, a_path((10, 5), (0, 5)), {}) is None


def test_water_is_crossed_by_a_standing_bridge_alone():
    """KS-ART-03, KS-DEST-08: a fallen bridge is closed to everything."""
    ground = a_ground(water={"river": RIVER})
    over, beside = a_path((50, 40), (50, 60)), a_path((20, 40), (20, 60))
    assert barred(ground, over, a_bridge()) is None
    bar, far = barred(ground, beside, a_bridge())
    assert (bar.kind, bar.id, far) == ("water", "river", 10 * INCH)
    bar, far = barred(ground, over, a_bridge(standing=False))
    assert (bar.kind, bar.id, far) == ("bridge", "stone-bridge", 10 * INCH)
    assert barred(ground, a_path((50, 40), (50, 52), (70, 52)), a_bridge())[1] == 14 * INCH


def test_a_bridge_without_a_span_is_crossed_where_it_stands():
    ground = a_ground(water={"river": RIVER})
    assert barred(ground, a_path((50, 40), (50, 60)), a_bridge(span=[])) is None
    assert barred(ground, a_path((52, 40), (52, 60)), a_bridge(span=[]))[0].kind == "water"


def test_along_the_bank_nobody_is_in_the_water():
    assert barred(a_ground(water={"river": RIVER}), a_path((0, 50), (100, 50)), {}) is None


def test_the_edge_of_the_country_bars_the_way_where_it_has_limits():
    ground = a_ground(size=[100, 80])
    bar, far = barred(ground, a_path((90, 40), (110, 40)), {})
    assert (bar.kind, far) == ("edge", 10 * INCH)
    assert barred(ground, a_path((90, 40), (100, 80)), {}) is None
    assert barred(a_ground(name="open"), a_path((0, 0), (9999, 9999)), {}) is None


# -- steepness --------------------------------------------------------------------------------------


def scarp(*heights_at, roads=None):
    lines = {
        f"c{n}": {"line": [[0, at], [100, at]], "height": 6 * n + 6, "higher": "left"}
        for n, at in enumerate(heights_at)
    }
    return a_ground(contours=lines, roads=roads or {})


UPHILL, ALONG = a_path((50, -20), (50, 60)), a_path((20, 6), (80, 6))


def test_four_contours_in_twelve_inches_bar_wheels_and_three_do_not():
    """KS-CONT-03, the printed example: lines met at 0, 4, 8, 12; and at 0, 5, 10, 15."""
    assert barred_to_wheels(scarp(0, 4, 8, 12), UPHILL, "4_in_12") == 20 * INCH
    assert barred_to_wheels(scarp(0, 5, 10, 15), UPHILL, "4_in_12") is None
    assert barred_to_wheels(scarp(0, 4, 8, 12.0625), UPHILL, "4_in_12") is None


def test_steep_ground_is_barred_in_whatever_direction_it_is_crossed():
    """KS-CONT-03: along the slope too, between two contours."""
    assert barred_to_wheels(scarp(0, 4, 8, 12), ALONG, "4_in_12") == 0
    assert barred_to_wheels(scarp(0, 5, 10, 15), ALONG, "4_in_12") is None


def test_a_face_of_a_foot_is_two_contours_within_an_inch():
    """KS-CONT-03: a face of a foot or more."""
    assert barred_to_wheels(scarp(0, 1), UPHILL, "4_in_12") == 20 * INCH
    assert barred_to_wheels(scarp(0, 1.0625), UPHILL, "4_in_12") is None


def test_up_one_side_of_a_ridge_and_down_the_other_is_not_steep():
    ridge = {"line": [[0, 0], [100, 0], [100, 1], [0, 1], [0, 0]], "height": 6}
    assert barred_to_wheels(a_ground(contours={"ridge": ridge}), UPHILL, "4_in_12") is None


def test_by_road_wheels_go_up_the_steepest_slope():
    """KS-CONT-03: by road the ordinary contour cost applies."""
    ground = scarp(0, 4, 8, 12, roads={"zigzag": {"line": [[50, -20], [50, 60]]}})
    assert barred_to_wheels(ground, UPHILL, "4_in_12") is None
    assert barred_to_wheels(ground, a_path((55, -20), (55, 60)), "4_in_12") == 20 * INCH


def test_steep_ground_marked_on_the_map_bars_wheels_where_the_option_says_so():
    ground = a_ground(steep={"quarry": {"outline": [[0, 0], [10, 0], [10, 10], [0, 10]]}})
    through = a_path((-5, 5), (15, 5))
    assert barred_to_wheels(ground, through, "map-tagged") == 10 * INCH
    assert barred_to_wheels(ground, through, "4_in_12") is None


# -- properties ---------------------------------------------------------------------------------------

PLACES = st.tuples(st.integers(-20, 60), st.integers(-20, 60))


@pytest.mark.slow
@given(st.lists(PLACES, min_size=2, max_size=5), st.integers(0, 4))
def test_a_path_cut_in_two_measures_in_sum_what_the_whole_measures(path, cut):
    """KS-DEF-04, KS-CONT-05: the contours; the road to a sixteenth for each leg."""
    ground = a_ground(contours={"hill": HILL, "top": TOP}, roads={"lane": {"line": [[0, 0], [50, 50]], "width": 3}})
    whole_path = a_path(*path)
    cut = min(cut, len(path) - 1)
    x, y = whole_path[cut]
    assume(not {x, y} & {at * INCH for at in (10, 15, 25, 30)})
    parts = [route(ground, part) for part in (whole_path[: cut + 1], whole_path[cut:]) if len(part) > 1]
    whole = route(ground, whole_path)
    assert whole == Route(*(sum(one) for one in zip(*parts, strict=True)))


@pytest.mark.slow
@settings(deadline=None)
@given(st.lists(PLACES, min_size=2, max_size=5))
def test_turned_by_a_quarter_a_path_measures_the_same_and_is_barred_at_the_same_place(path):
    """Mirror and rotate the country, and what is measured mirrors and rotates."""
    country = {
        "contours": {"hill": HILL, "top": TOP},
        "roads": {"lane": {"line": [[0, 0], [50, 50]], "width": 3}},
        "houses": {"mill": {"outline": [[40, 0], [45, 0], [45, 5]]}},
        "walls": {"orchard": {"line": [[-5, -5], [-5, 20]]}},
        "water": {"river": {"outline": [[0, 33], [60, 33], [60, 38]]}},
    }

    def moved(data):
        if isinstance(data, dict):
            return {name: moved(one) for name, one in data.items()}
        if isinstance(data, list):
            return quarter_turn(data) if not isinstance(data[0], list) else [moved(one) for one in data]
        return data

    here, there = a_ground(**country), a_ground(**moved(country))
    turned = [tuple(quarter_turn(point)) for point in path]
    assert route(here, a_path(*path)) == route(there, a_path(*turned))
    assert barred(here, a_path(*path), {}) == barred(there, a_path(*turned), {})
    assert barred_to_wheels(here, a_path(*path), "4_in_12") == barred_to_wheels(there, a_path(*turned), "4_in_12")


@given(st.lists(PLACES, min_size=2, max_size=5), st.randoms())
def test_the_order_of_the_rows_of_a_country_changes_nothing(path, draw):
    contours = {
        "hill": HILL,
        "top": TOP,
        "pit": {"line": [[40, 40], [45, 40], [45, 45], [40, 40]], "higher": "outside"},
    }
    rows = list(contours.items())
    draw.shuffle(rows)
    one, other = a_ground(contours=contours), a_ground(contours=dict(rows))
    assert route(one, a_path(*path)) == route(other, a_path(*path))
    assert one.level(a_path(path[0])[0], 6 * INCH) == other.level(a_path(path[0])[0], 6 * INCH)


@pytest.mark.parametrize("there", [(-50, 20), (50, -1), (20, 90)])
def test_down_from_the_hill_to_level_ground_it_is_as_many_contours_as_up(there):
    ground = a_ground(contours={"hill": HILL, "top": TOP})
    up, down = route(ground, a_path(there, (20, 20))), route(ground, a_path((20, 20), there))
    assert (up.up - up.down, down.down - down.up) == (2, 2)
