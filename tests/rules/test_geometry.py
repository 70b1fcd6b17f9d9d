"""Sides, crossings, areas and distances, decided in whole numbers.  [KS-DEF-04, KS-DEF-05, KS-CONT-05]"""

from __future__ import annotations

from fractions import Fraction
from math import atan2

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rules.ground import geometry
from rules.ground.areas import Areas
from rules.ground.batch_geometry import MANY, Boxes, Legs, nearest, points
from rules.values.measure import INCH, without_halts

SMALL = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
POINTS = st.tuples(st.integers(-9_000, 9_000), st.integers(-9_000, 9_000))
BOX = ((0, 0), (8, 0), (8, 8), (0, 8))
RING = (*BOX, BOX[0])


def _round_their_middle(corners):
    """Corners in the order in which they lie round their middle, so that their outline seldom meets itself."""
    x, y = (sum(one) / len(corners) for one in zip(*corners, strict=True))
    return sorted(corners, key=lambda p: (atan2(p[1] - y, p[0] - x), p))


OUTLINES = (
    st.lists(SMALL, min_size=3, max_size=6, unique=True)
    .map(_round_their_middle)
    .filter(lambda corners: geometry.area(corners) > 0 and _simple([*corners, corners[0]]))
)


def ups_and_downs(path, line, **more):
    """How often a path goes over a line to its left, and how often to its right."""
    found = geometry.crossings(without_halts(path), line, **more)
    return sum(one.leftward for one in found), sum(not one.leftward for one in found)


def quarter_turn(point):
    return (-point[1], point[0])


def mirrored(point):
    return (-point[0], point[1])


# -- crossings ------------------------------------------------------------------------------------


def test_over_a_knoll_and_down_is_once_in_and_once_out():
    """KS-CONT-05: up and down apart."""
    assert ups_and_downs(((-4, 4), (12, 4)), RING) == (1, 1)


def test_one_line_crossed_twice_is_counted_twice():
    """KS-CONT-05: also of one line twice."""
    assert ups_and_downs(((-4, 4), (4, 4), (-4, 5)), RING) == (1, 1)
    assert ups_and_downs(((-4, 4), (4, 4), (-4, 5), (4, 6)), RING) == (2, 1)


@pytest.mark.parametrize(
    "path",
    [
        ((-4, 2), (0, 4), (-4, 6)),  # to the edge and back
        ((4, 4), (0, 4), (4, 6)),  # from within
        ((-4, 0), (12, 0)),  # along the edge
        ((-4, 4), (4, -4)),  # over the corner
        ((-4, 8), (-1, 8), (3, 8), (3, 12)),  # along it and away again
    ],
)
def test_a_line_that_is_only_touched_is_not_crossed(path):
    """KS-CONT-05: touching is free."""
    assert ups_and_downs(path, RING) == (0, 0)


@pytest.mark.parametrize(
    ("path", "crossed"),
    [
        (((-4, -4), (4, 4)), (1, 0)),  # in through the corner
        (((-4, -4), (12, 12)), (1, 1)),  # in through one corner and out through another
        (((-4, 0), (4, 0), (4, 4)), (1, 0)),  # along the edge, then in
        (((-4, 4), (0, 4), (4, 4)), (1, 0)),  # a corner of the path on the edge
    ],
)
def test_a_way_through_a_corner_or_along_a_line_crosses_it_once(path, crossed):
    assert ups_and_downs(path, RING) == crossed


def test_a_path_that_begins_on_the_line_begins_on_the_side_that_is_said():
    """KS-CONT-04: who stands at the line has not gone over it."""
    assert ups_and_downs(((0, 4), (4, 4)), RING, on_the_line=-1) == (1, 0)
    assert ups_and_downs(((0, 4), (-4, 4)), RING, on_the_line=-1) == (0, 0)
    assert ups_and_downs(((4, 4), (0, 4)), RING, on_the_line=-1) == (0, 1)


def test_round_the_end_of_an_open_line_nothing_is_crossed():
    line = ((0, 0), (0, 8))
    assert ups_and_downs(((-4, 9), (4, 9)), line) == (0, 0)
    assert ups_and_downs(((-4, 4), (4, 4)), line) == (0, 1)


@pytest.mark.slow
@given(st.lists(SMALL, min_size=2, max_size=6), st.lists(SMALL, min_size=2, max_size=6, unique=True), st.data())
@example([(-4, 2), (0, 4), (-4, 6)], list(RING[:4]), None)
def test_a_path_cut_in_two_crosses_in_sum_what_the_whole_crosses(path, line, data):
    """KS-CONT-05: wherever the cut is not on the line itself."""
    cut = 1 if data is None else data.draw(st.integers(0, len(path) - 1))
    assume(not any(geometry.on_leg(a, b, path[cut]) for a, b in geometry.legs(line)))
    assume(_simple(line))
    before, after = ups_and_downs(path[: cut + 1], line), ups_and_downs(path[cut:], line)
    whole = ups_and_downs(path, line)
    assert whole == (before[0] + after[0], before[1] + after[1])


@pytest.mark.slow
@given(st.lists(SMALL, min_size=2, max_size=5), st.lists(SMALL, min_size=2, max_size=5, unique=True))
def test_turned_by_a_quarter_the_same_is_crossed_and_mirrored_the_other_way_round(path, line):
    assume(_simple(line))
    path = without_halts(path)
    here = geometry.crossings(path, line)
    turned = geometry.crossings([quarter_turn(p) for p in path], [quarter_turn(p) for p in line])
    reflected = geometry.crossings([mirrored(p) for p in path], [mirrored(p) for p in line], on_the_line=1)
    assert turned == here
    assert [one._replace(leftward=not one.leftward) for one in reflected] == here


@pytest.mark.slow
@given(st.lists(SMALL, min_size=2, max_size=6), OUTLINES)
def test_in_and_out_of_a_ring_tell_whether_the_ends_are_inside(path, corners):
    first, last = (geometry.where(corners, path[end]) for end in (0, -1))
    assume(first and last)
    inward, outward = ups_and_downs(path, [*corners, corners[0]])
    assert (first > 0) + inward - outward == (last > 0)


def _simple(line):
    """Whether no two legs of a line have more in common than their common end."""
    found = list(geometry.legs(line))
    for i, (a, b) in enumerate(found):
        for j in range(i + 1, len(found)):
            c, d = found[j]
            if b == c and j == i + 1:
                if geometry.on_leg(a, b, d) or geometry.on_leg(c, d, a):
                    return False
            elif a == d and i == 0 and j == len(found) - 1:
                if geometry.on_leg(a, b, c) or geometry.on_leg(c, d, b):
                    return False
            elif geometry.meet(a, b, c, d):
                return False
    return True


# -- distances and areas ----------------------------------------------------------------------------


@given(POINTS, POINTS, POINTS)
def test_a_point_is_as_far_from_a_leg_either_way_round(a, b, p):
    assert geometry.to_leg(a, b, p) == geometry.to_leg(b, a, p)
    assert geometry.to_leg(a, b, p) <= geometry.ceil_root(min(geometry.square(a, p), geometry.square(b, p)))


@given(POINTS, POINTS, POINTS, st.integers(0, 30_000))
def test_a_distance_is_within_a_reach_exactly_where_its_square_is(a, b, p, reach):
    """KS-DEF-04: single distances compare squares."""
    assert (geometry.to_leg(a, b, p) <= reach) == (geometry.square_to_leg(a, b, p) <= reach * reach)


@given(SMALL, SMALL, SMALL, SMALL)
def test_legs_are_at_no_distance_exactly_where_they_meet(a, b, c, d):
    assert (geometry.between_legs(a, b, c, d) == 0) == geometry.meet(a, b, c, d)
    assert geometry.between_legs(a, b, c, d) == geometry.between_legs(c, d, b, a)


@pytest.mark.slow
@given(SMALL, SMALL, OUTLINES)
def test_the_parts_of_a_leg_inside_an_outline_are_those_whose_points_are_inside(start, end, corners):
    assume(start != end)
    parts = geometry.stretches_inside(start, end, corners)
    for n in range(1, 40):
        here = Fraction(n, 40)
        inside = geometry.where(corners, geometry.point_at(start, end, here)) > 0
        assert inside == any(first < here < last for first, last in parts)


def test_what_is_taken_out_of_stretches_is_gone():
    half = Fraction(1, 2)
    assert geometry.without([(Fraction(0), Fraction(1))], [(Fraction(1, 4), half)]) == [
        (Fraction(0), Fraction(1, 4)),
        (half, Fraction(1)),
    ]
    assert geometry.joined([(half, Fraction(1)), (Fraction(0), half)]) == [(Fraction(0), Fraction(1))]


def test_between_outlines_the_nearest_edges_count():
    """KS-DEF-05: nearest edge to nearest edge."""
    other = tuple((x + 8 + 6 * INCH, y) for x, y in BOX)
    assert geometry.between_polygons(BOX, other) == 6 * INCH
    assert geometry.between_polygons(BOX, ((2, 2), (3, 2), (3, 3))) == 0
    assert geometry.to_polygon(BOX, (8 + 5, 4)) == 5 and geometry.to_polygon(BOX, (4, 4)) == 0


@pytest.mark.slow
@given(st.lists(SMALL, min_size=2, max_size=5), OUTLINES)
def test_the_stretches_of_a_path_in_an_area_are_those_of_its_legs(path, corners):
    assume(all(a != b for a, b in geometry.legs(path)))
    areas = Areas([corners])
    legs = [(i, leg) for i, leg in enumerate(geometry.legs(path))]
    one_by_one = [(i + a, i + b) for i, leg in legs for a, b in geometry.stretches_inside(*leg, corners)]
    found = [stretch for stretch, _ in areas.on(path)]
    assert geometry.without(one_by_one, found) == []
    for first, last in geometry.without(found, one_by_one):
        i = int((first + last) / 2)
        assert geometry.where(corners, geometry.point_at(path[i], path[i + 1], (first + last) / 2 - i)) == 0
    assert areas.at(path[0]) == ([0] if geometry.where(corners, path[0]) > 0 else [])


@given(SMALL, SMALL, SMALL, SMALL, st.integers(0, 9))
def test_the_part_of_a_leg_near_another_is_as_near_as_is_said_and_the_rest_is_not(start, end, a, b, width):
    """KS-MOVE-03: half a width to either side of the middle of a road."""
    assume(start != end and a != b)
    part = geometry.part_within(start, end, a, b, width)
    for n in range(41):
        x, y = geometry.point_at(start, end, Fraction(n, 40))
        scaled = [tuple(40 * at for at in point) for point in (a, b)]
        near = 4 * geometry.square_to_leg(*scaled, (int(40 * x), int(40 * y))) <= (40 * width) ** 2
        inside = part is not None and part[0] <= Fraction(n, 40) <= part[1]
        # The ends are found to 2 ** -24 of the leg, outward: so a point that is near is never left out.
        assert inside or not near
        assert near or not inside or min(abs(Fraction(n, 40) - at) for at in part) <= Fraction(2, geometry.FINE)


# -- many at once -------------------------------------------------------------------------------------


@pytest.mark.slow
@given(st.lists(st.tuples(SMALL, SMALL).filter(lambda leg: leg[0] != leg[1]), max_size=12))
def test_the_tree_of_legs_finds_every_pair_that_meets_and_no_other(lines):
    found = Legs([(line, False) for line in lines]).meetings().tolist()
    wanted = [
        [i, j] for i in range(len(lines)) for j in range(i + 1, len(lines)) if geometry.meet(*lines[i], *lines[j])
    ]
    assert found == wanted


@given(st.lists(POINTS, min_size=1, max_size=8), st.lists(POINTS, min_size=1, max_size=8))
def test_the_nearest_of_many_is_no_farther_than_any(ones, others):
    least, i, j = nearest(points(ones), points(others))
    assert least == geometry.square(ones[i], others[j])
    assert least == min(geometry.square(a, b) for a in ones for b in others)


A_BOX = st.tuples(*[st.integers(-300, 300)] * 2, *[st.integers(0, 40)] * 2).map(
    lambda one: (one[0], one[1], one[0] + one[2], one[1] + one[3])
)
A_WIDE_ONE = st.tuples(st.integers(-300, 300), st.integers(-300, 300)).map(
    lambda at: (at[0], at[1], at[0] + 4000, at[1] + 1)
)


@given(st.lists(A_BOX, max_size=60), st.lists(A_WIDE_ONE, max_size=MANY + 4), st.one_of(A_BOX, A_WIDE_ONE))
def test_a_grid_finds_the_boxes_that_touch_a_box_and_no_others(small, wide, asked):
    boxes = [*small, *wide]
    west, south, east, north = asked
    touched = [n for n, (w, s, e, o) in enumerate(boxes) if w <= east and s <= north and e >= west and o >= south]
    assert Boxes(boxes).touching(asked) == touched
