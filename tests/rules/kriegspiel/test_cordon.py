"""Forces shut in by the enemy.  [KS-SIEGE-01]"""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.ground import geometry
from rules.ground.batch_geometry import points
from rules.ground.country_file import read_country
from rules.ground.enclosure import Fences
from rules.kriegspiel.country.ground import ground_of
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.force import Bridge
from rules.kriegspiel.supply.cordon import friendly_edges, pockets
from rules.kriegspiel.supply.fences import Siege
from rules.kriegspiel.tables.figures import ON_FOOT
from rules.values.measure import INCH


def sixteenths(places):
    return points((round(x * INCH), round(y * INCH)) for x, y in places)


def shut_in(enemies, friends, country=None, side="red", bridges=None, bar=12):
    """The pockets of some bodies of one man each, named by letters, among enemies of one man each."""
    ground = ground_of(read_country(country))
    ours = {"abcdefgh"[i]: Figures(sixteenths([place]), ON_FOOT) for i, place in enumerate(friends)}
    siege = Siege(
        ground,
        [Figures(sixteenths([place]), ON_FOOT) for place in enemies],
        ours,
        bridges or {},
        friendly_edges(ground.country, side),
        bar * INCH,
    )
    return pockets(siege, {name: tuple(one.men[0].tolist()) for name, one in ours.items()})


def ring(step, at=(0, 0), east=None):
    """Eight posts about a village, ``step`` inches from each to the next; east: how far the eastern one is instead."""
    places = [(x * step, y * step) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    if east is not None:
        places = [(east, y) if (x, y) == (step, 0) else (x, y) for x, y in places]
    return [(at[0] + x, at[1] + y) for x, y in places]


EDGE_TO_EDGE = 2 * ON_FOOT / INCH
"""Inches by which the middles of two men on foot are farther apart than their edges."""


# -- on a floor without limits ----------------------------------------------------------------------------


def test_posts_every_two_feet_shut_a_village_in():
    """KS-SIEGE-01, the printed example."""
    assert shut_in(ring(24 + EDGE_TO_EDGE), [(0, 0)]) == [("a",)]


@pytest.mark.parametrize("gap", [24.0625, 25])
def test_posts_that_leave_a_gap_do_not_shut_a_village_in(gap):
    """KS-SIEGE-01, the printed example: posts twenty-five inches apart leave a gap of an inch."""
    assert shut_in(ring(gap + EDGE_TO_EDGE), [(0, 0)]) == []


def test_one_gap_leaves_a_village_open():
    posts = ring(24 + EDGE_TO_EDGE)
    assert shut_in(posts[1:], [(0, 0)]) == []


def test_a_cordon_turned_aslant_shuts_in_as_well():
    posts = [(30 * sin(pi * n / 6), 30 * cos(pi * n / 6)) for n in range(12)]
    assert shut_in(posts, [(3, 5)]) == [("a",)]
    assert shut_in(posts[1:], [(3, 5)]) == []


def test_a_closer_bar_leaves_wider_gaps():
    """Option ``siege_bar_in``."""
    posts = ring(20)
    assert shut_in(posts, [(0, 0)]) == [("a",)]
    assert shut_in(posts, [(0, 0)], bar=9) == []


def test_a_friend_in_the_gap_keeps_it_open_and_one_behind_it_does_not():
    """KS-SIEGE-01: barred is only a place to which no fit friend is nearer."""
    posts = [(x, y) for x, y in ring(20) if (x, y) != (20, 0)] + [(20, 10), (20, -10)]
    assert shut_in(posts, [(0, 0)]) == [("a",)]
    assert shut_in(posts, [(0, 0), (20, 0)]) == []
    assert shut_in(posts, [(0, 0), (12, 0)]) == [("a", "b")]


def test_one_flooded_area_is_one_pocket_and_a_wall_of_enemies_makes_two():
    posts = ring(24)
    assert shut_in(posts, [(5, 0), (-5, 0)]) == [("a", "b")]
    across = [(0, y) for y in range(-18, 19, 6)]
    assert shut_in(posts + across, [(10, 0), (-10, 0)]) == [("a",), ("b",)]


def test_whoever_stands_outside_is_free():
    assert shut_in(ring(24), [(0, 0), (60, 0)]) == [("a",)]
    assert shut_in([], [(0, 0)]) == []
    assert shut_in([(5, 0)], [(0, 0)]) == []


# -- with the country ---------------------------------------------------------------------------------------

LAND = {"size": [200, 100], "back_lines": {"red": "south", "blue": "north"}}


def across(y, first=0, last=200, step=24):
    """Posts in a line across the country."""
    return [(x, y) for x in range(first, last + 1, step)]


def test_a_force_cut_off_from_its_own_back_line_is_surrounded():
    assert shut_in(across(40), [(100, 70)], LAND) == [("a",)]
    assert shut_in(across(40), [(100, 20)], LAND) == []
    assert shut_in(across(40), [(100, 70)], {**LAND, "friendly_edges": {"red": ["south", "north"]}}) == []
    assert shut_in(across(40), [(100, 70)], {"size": [200, 100]}) == []


def test_the_cordon_must_reach_the_edge():
    """The last post bars twelve inches to the edge of the country, and no more."""
    posts = [(12.25 + 23.9375 * n, 40) for n in range(9)]
    assert posts[-1][0] > 200 - 12.25
    assert shut_in(posts, [(100, 70)], LAND) == [("a",)]
    assert shut_in([(x + 0.0625, y) for x, y in posts], [(100, 70)], LAND) == []


def test_a_back_line_may_be_drawn():
    drawn = {**LAND, "back_lines": {"red": [[50, 10], [150, 10]]}}
    assert shut_in(across(40), [(100, 70)], drawn) == [("a",)]
    assert shut_in(across(40), [(100, 20)], drawn) == []
    assert (
        shut_in(ring(20, at=(100, 70)), [(100, 70)], {**drawn, "friendly_edges": {"red": [[[99, 70], [101, 70]]]}})
        == []
    )


def test_a_straight_way_leads_out_over_a_back_line_that_is_drawn_aslant():
    """Whoever stands behind a post is not relieved over a line beyond it, and whoever stands before it is."""
    drawn = {**LAND, "back_lines": {"red": [[50, 10], [90, 50]]}}
    assert shut_in([], [(100, 30)], drawn) == []
    assert shut_in(ring(20, at=(130, 50)), [(130, 50)], drawn) == [("a",)]


@pytest.mark.parametrize(("back", "shut"), [("west", [("a",)]), ("east", [])])
def test_a_cordon_from_the_southern_edge_to_the_northern_cuts_off_the_west(back, shut):
    posts = [(100, y) for y in (12, 31, 50, 69, 88)]
    land = {"size": [200, 100], "back_lines": {"red": back}}
    assert shut_in(posts, [(150, 50)], land) == shut
    assert shut_in(posts[1:], [(150, 50)], land) == []


@pytest.mark.parametrize("apart", [24, 24.0625])
def test_two_posts_alone_close_a_defile_to_whoever_is_not_fit(apart):
    """KS-SIEGE-01: two fit enemies, each twelve inches from a wall of the defile, and none of ours who is fit."""
    wide = 24 + apart + 2 * EDGE_TO_EDGE
    posts = [(100, 12 + EDGE_TO_EDGE / 2), (100, wide - 12 - EDGE_TO_EDGE / 2)]
    ground = ground_of(read_country({"size": [200, wide], "back_lines": {"red": "west"}}))
    enemies = [Figures(sixteenths([place]), ON_FOOT) for place in posts]
    siege = Siege(ground, enemies, {}, {}, friendly_edges(ground.country, "red"), 12 * INCH)
    found = pockets(siege, {"spent": (150 * INCH, round(wide / 2 * INCH))})
    assert found == ([("spent",)] if apart == 24 else [])


RIVER = {"river": {"outline": [[0, 30], [200, 30], [200, 36], [0, 36]]}}
SPAN = Bridge(
    "bridge", "road-bridge", None, tuple((x * INCH, y * INCH) for x, y in ((98, 29), (102, 29), (102, 37), (98, 37)))
)


def test_a_river_that_cannot_be_forded_shuts_in_and_a_standing_bridge_lets_out():
    land = {**LAND, "water": RIVER}
    assert shut_in([], [(100, 70)], land) == [("a",)]
    assert shut_in([], [(100, 70)], land, bridges={"bridge": SPAN}) == []
    assert shut_in([], [(100, 70)], land, bridges={"bridge": SPAN.but(standing=False)}) == [("a",)]
    assert shut_in([(100, 33)], [(100, 70)], land, bridges={"bridge": SPAN}) == [("a",)]
    assert shut_in([], [(100, 20)], land) == []


def test_a_ford_lets_out_and_so_does_water_that_is_fordable():
    ford = {"ford": {"line": [[20, 29], [20, 37]]}}
    assert shut_in([], [(100, 70)], {**LAND, "water": RIVER, "fords": ford}) == []
    assert shut_in([(20, 40)], [(100, 70)], {**LAND, "water": RIVER, "fords": ford}) == [("a",)]
    shallow = {"river": {**RIVER["river"], "fordable": True}}
    assert shut_in([], [(100, 70)], {**LAND, "water": shallow}) == []


def test_enemies_and_walls_and_houses_together_shut_in():
    land = {
        **LAND,
        "walls": {"yard": {"line": [[80, 60], [80, 90], [120, 90], [120, 60]]}},
        "houses": {"farm": {"outline": [[112, 50], [124, 50], [124, 62], [112, 62]]}},
    }
    posts = [(90, 55), (100, 55)]
    assert shut_in(posts, [(100, 80)], land) == [("a",)]
    assert shut_in(posts[:1], [(100, 80)], land) == []
    assert shut_in([], [(100, 80)], land) == []


# -- against a flood ----------------------------------------------------------------------------------------


def floods_out(siege, start, reach=100):
    """Whether a flood from lattice point to lattice point over places that are not barred gets out of a box."""
    across = np.arange(-reach, reach + 1)
    x, y = np.meshgrid(across, across, indexing="ij")

    def nearest(rows):
        return np.min([(x - a) ** 2 + (y - b) ** 2 for a, b in rows.tolist()], axis=0)

    enemy = nearest(siege.sites)
    free = ~((enemy <= int(siege.reaches[0]) ** 2) & ~(nearest(siege.ours) < enemy))
    wet = np.zeros_like(free)
    wet[start[0] + reach, start[1] + reach] = True
    while True:
        spread = wet.copy()
        spread[1:] |= wet[:-1]
        spread[:-1] |= wet[1:]
        spread[:, 1:] |= wet[:, :-1]
        spread[:, :-1] |= wet[:, 1:]
        spread &= free
        if (spread == wet).all():
            return bool(wet[0].any() or wet[-1].any() or wet[:, 0].any() or wet[:, -1].any())
        wet = spread


def rough_ring(draw):
    """A ring of posts, uneven and aslant, and a few friends in it."""
    count, radius = draw.randint(6, 11), draw.randint(30, 50)
    angles = [2 * pi * n / count for n in range(count)]
    posts = [
        (round(radius * draw.uniform(0.8, 1.2) * cos(a)), round(radius * draw.uniform(0.8, 1.2) * sin(a)))
        for a in angles
    ]
    friends = [(draw.randint(-15, 15), draw.randint(-15, 15)) for _ in range(draw.randint(1, 3))]
    return posts, friends


@pytest.mark.slow
def test_where_a_flood_gets_out_the_fences_do_not_shut_in_and_where_they_do_it_does_not():
    """KS-SIEGE-01 by the book, on a lattice so fine that only the narrowest gaps are missed."""
    draw, shut, open_ = Random(1913), 0, 0
    for _ in range(40):
        posts, friends = rough_ring(draw)
        siege = Siege(
            ground_of(read_country(None)),
            [Figures(points(posts), 0)],
            {str(i): Figures(points([place]), 0) for i, place in enumerate(friends)},
            {},
            (),
            20,
        )
        found = {
            name for pocket in pockets(siege, {str(i): place for i, place in enumerate(friends)}) for name in pocket
        }
        for i, place in enumerate(friends):
            out = floods_out(siege, place)
            assert not (out and str(i) in found), (posts, friends)
            shut, open_ = shut + (str(i) in found), open_ + out
    assert shut > 20 and open_ > 10


SMALL = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


@pytest.mark.slow
@given(st.lists(SMALL, min_size=3, max_size=6, unique=True), SMALL, SMALL)
def test_a_closed_fence_parts_inside_from_outside_and_an_open_one_parts_nothing(corners, p, q):
    assume(geometry.area(corners) and geometry.where(corners, p) and geometry.where(corners, q))
    sides = list(geometry.legs(corners, closed=True))
    assume(not any(geometry.on_leg(a, b, at) for a, b in sides for at in (p, q)))
    assume(
        not any(
            geometry.meet(*sides[i], *sides[j]) for i in range(len(sides)) for j in range(i + 2, len(sides) - (i == 0))
        )
    )
    fences = [(a, b, (a, b)) for a, b in sides]
    apart = geometry.where(corners, p) != geometry.where(corners, q)
    assert Fences(fences).part(p, q) == Fences(fences).part(q, p) == apart
    assert not Fences(fences[1:]).part(p, q)
    bent = [(a, b, (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), b)) for a, b in sides]
    assert Fences(bent).part(p, q) == apart
