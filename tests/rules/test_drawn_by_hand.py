"""Lines drawn by hand lose the points that they do not need, exactly; houses stand in a row."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LinearRing, LineString

from rules.errors import Invalid
from rules.ground.sketch.houses import row_of_houses
from rules.ground.sketch.simplify import simplified
from rules.ground.sketch.sketch import MOST_DRAWN, sketch
from rules.values.measure import INCH

POINTS = st.lists(st.tuples(st.integers(0, 4608), st.integers(0, 3072)), min_size=2, max_size=40)
SIZE = [288, 192]


def off(point, line):
    """The square of how far a point is from a line, as a fraction."""
    found = []
    for (ax, ay), (bx, by) in pairwise(line):
        east, north = bx - ax, by - ay
        long = east * east + north * north
        share = Fraction((point[0] - ax) * east + (point[1] - ay) * north, long) if long else Fraction(0)
        share = min(max(share, Fraction(0)), Fraction(1))
        found.append((point[0] - ax - share * east) ** 2 + (point[1] - ay - share * north) ** 2)
    return min(found)


@given(line=POINTS, tolerance=st.integers(0, 200))
def test_nothing_that_was_drawn_is_farther_from_what_is_left_than_the_tolerance(line, tolerance):
    left = simplified(line, tolerance, closed=False)
    assert left[0] == line[0] and left[-1] == line[-1] and set(left) <= set(line)
    if len(left) > 1:
        assert all(off(one, left) <= tolerance * tolerance for one in line)


@given(line=POINTS.filter(lambda line: len(set(line)) > 3), tolerance=st.integers(0, 200))
def test_a_line_that_did_not_cross_itself_does_not_afterwards(line, tolerance):
    left = simplified(line, tolerance, closed=False)
    assert not LineString(line).is_simple or len(left) < 2 or LineString(left).is_simple


def test_a_ring_that_a_hand_drew_past_its_beginning_is_closed_without_crossing_itself():
    square = [(x, 0) for x in range(0, 641, 40)] + [(640, y) for y in range(40, 641, 40)]
    square += [(x, 640) for x in range(600, -1, -40)] + [(0, y) for y in range(600, 0, -40)]
    past = [*square[1:], (20, 20), (60, -20), (100, -24)]
    left = simplified(past, INCH, closed=True)
    assert LinearRing(left).is_simple and 4 <= len(left) <= 6
    assert len(simplified(square, INCH, closed=True)) == 4


def test_a_line_is_asked_for_in_inches_and_a_river_and_a_curve_go_by_what_is_left():
    wavering = [[x, 60 + (x % 2) * 0.5] for x in range(289)]
    (line,) = sketch({"sort": "line", "size": SIZE, "points": wavering, "tolerance": 1})
    assert line["thing"]["line"] == [[0, 60], [288, 60]]
    river = sketch({"sort": "river", "size": SIZE, "points": wavering, "tolerance": 1, "width": 6})
    assert len(river[0]["thing"]["outline"]) == 4
    (exact,) = sketch({"sort": "line", "size": SIZE, "points": wavering, "tolerance": 0})
    assert len(exact["thing"]["line"]) == 289


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"points": [[0, 0]] * (MOST_DRAWN + 1), "tolerance": 1}, "points"),
        ({"points": [[n, n] for n in range(150)] * 3}, "points"),
        ({"points": [[0, 0], [9, 9]], "tolerance": 99}, "inches"),
        ({"points": [[0, 0], [9, 9]], "tolerance": "much"}, "tolerance"),
        ({"points": [[0, 0], [9, 9]], "sort": "row", "house": [0, 4]}, "house"),
    ],
)
def test_what_is_too_much_or_no_number_is_refused(more, said):
    with pytest.raises(Invalid, match=said):
        sketch({"sort": "line", "size": SIZE, **more})


def test_houses_stand_side_by_side_along_their_row_in_the_country():
    row = row_of_houses((160, 160), (800, 640), (8 * INCH, 6 * INCH), (4608, 3072))
    assert len(row) == 5 and all(len(set(one)) == 4 for one in row)
    (single,) = row_of_houses((100, 100), (100, 100), (128, 96), (4608, 3072))
    assert single == ((100, 52), (228, 52), (228, 148), (100, 148))
    assert all(
        0 <= x <= 200 and 0 <= y <= 200 for one in row_of_houses((0, 0), (200, 0), (64, 64), (200, 200)) for x, y in one
    )
