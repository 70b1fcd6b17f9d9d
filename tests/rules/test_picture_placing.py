"""A picture is laid under a country exactly: the points that were pressed lie on one another."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as some

from rules.errors import Invalid
from rules.ground.picture import Matrix, fitting, matrix_of, read_crop, read_placing

SIZE, COUNTRY = (800, 600), [288, 192]
WHOLE = (0, 0, *SIZE)

pixels = some.tuples(some.integers(0, SIZE[0]), some.integers(0, SIZE[1])).map(list)
places = some.tuples(some.integers(0, 288 * 16), some.integers(0, 192 * 16)).map(lambda at: [at[0] / 16, at[1] / 16])


def read(placing, crop=WHOLE):
    return read_placing(placing, SIZE, crop, COUNTRY)


@given(some.lists(some.tuples(pixels, places), min_size=2, max_size=3))
def test_the_points_of_the_picture_lie_on_the_points_of_the_country(pairs):
    try:
        placing = read({"pairs": [list(pair) for pair in pairs]})
    except Invalid:
        assume(False)
    matrix = matrix_of(placing, WHOLE)
    assert [matrix.at(*pixel) for pixel, _ in pairs] == [tuple(map(Fraction, place)) for _, place in pairs]
    assert matrix.turned_over == 1


@given(some.lists(some.tuples(pixels, places), min_size=2, max_size=3), some.integers(24, 2400))
def test_what_is_drawn_is_within_a_hundredth_of_a_unit_and_has_points_for_decimals(pairs, wide):
    try:
        placing = read({"pairs": [list(pair) for pair in pairs]})
    except Invalid:
        assume(False)
    exact = matrix_of(placing, WHOLE).on_sheet(Fraction(0), Fraction(192), Fraction(1000, wide))
    assert re.fullmatch(r"-?\d+(\.\d+)?( -?\d+(\.\d+)?){5}", exact.said)
    drawn = Matrix(*map(Fraction, exact.said.split()))
    for corner in ((0, 0), (800, 0), (0, 600), (800, 600)):
        assert all(abs(a - b) < Fraction(1, 100) for a, b in zip(exact.at(*corner), drawn.at(*corner), strict=True))


def test_by_two_points_it_is_turned_and_keeps_its_shape():
    matrix = matrix_of(read({"pairs": [[[100, 100], [24, 24]], [[100, 500], [124, 24]]]}), WHOLE)
    assert matrix.at(100, 300) == (74, 24)
    assert matrix.at(500, 100) == (24, 124)


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, (0, 600)), (90, (800, 600)), (180, (800, 0)), (270, (0, 0))]
)  # fmt: skip
def test_by_a_scale_the_lower_left_corner_lies_on_the_origin_however_it_is_turned(turn, corner):
    placing = read({"pixels": "12.5", "origin": [12, 6], "turn": turn})
    matrix = matrix_of(placing, WHOLE)
    assert matrix.at(*corner) == (12, 6) and matrix.turned_over == 1
    spread = [matrix.at(x, y) for x in (0, 800) for y in (0, 600)]
    assert min(x for x, _ in spread) == 12 and min(y for _, y in spread) == 6
    assert max(x for x, _ in spread) - 12 == (64 if turn in (0, 180) else 48)


def test_a_crop_moves_the_corner_that_lies_on_the_origin():
    matrix = matrix_of(read({"pixels": 10, "origin": [0, 0]}, (100, 50, 700, 450)), (100, 50, 700, 450))
    assert matrix.at(100, 450) == (0, 0) and matrix.at(700, 50) == (60, 40)


def test_a_picture_is_first_laid_as_wide_as_the_country():
    matrix = matrix_of(read(fitting(SIZE, COUNTRY)), WHOLE)
    assert matrix.at(0, 600) == (0, 0) and matrix.at(800, 600) == (288, 0)


P, Q, R = [[0, 0], [0, 100]], [[100, 0], [100, 100]], [[0, 100], [0, 50]]


@pytest.mark.parametrize(
    ("placing", "why"),
    [
        ({"pairs": [P, P]}, "two points of the picture are the same"),
        ({"pairs": [P, [[5, 5], [0, 100]]]}, "two points of the country are the same"),
        ({"pairs": [P, Q, [[200, 0], [9, 9]]]}, "three points of the picture lie in one line"),
        ({"pairs": [P, Q, [[5, 9], [200, 100]]]}, "three points of the country lie in one line"),
        ({"pairs": [P, Q, [[0, 100], [0, 150]]]}, "would be mirrored"),
        ({"pairs": [P]}, "two or three pairs"),
        ({"pairs": [P, Q, R, [[9, 9], [9, 9]]]}, "two or three pairs"),
        ({"pairs": [P, [[801, 0], [100, 100]]]}, r"\(801, 0\) lies outside the picture of 800 by 600 pixels"),
        ({"pairs": [P, [[800, 0], [300, 100]]]}, r"\(300, 100\) lies outside the country of 288 by 192 inches"),
        ({"pairs": [P, [[800, 0], [0.01, 100]]]}, "sixteenth"),
        ({"pairs": [P, [[1.5, 0], [1, 100]]]}, "whole numbers"),
        ({"pairs": [P, [["a", 0], [float("nan"), 100]]]}, "whole numbers"),
        ({"pairs": [P, [[9, 0], [float("nan"), 100]]]}, "inches east and north"),
        ({"pairs": 7}, "two or three pairs"),
        ({"pixels": "0"}, "pixels to the inch"),
        ({"pixels": "1/0"}, "pixels to the inch"),
        ({"pixels": "9" * 5000}, "pixels to the inch"),
        ({"pixels": "10", "origin": [9999, 0]}, "outside the country"),
        ({"pixels": "10", "turn": 45}, "degrees"),
        ({"pixels": "10", "origin": [True, 0]}, "inches east and north"),
        ([], "two or three pairs"),
    ],
)
def test_what_would_turn_it_to_nothing_or_mirror_it_is_refused_in_words(placing, why):
    with pytest.raises(Invalid, match=why):
        read(placing)


@pytest.mark.parametrize(
    "crop", [[0, 0, 0, 10], [0, 0, 801, 10], [-1, 0, 9, 9], [0, 0, 9], [0, 0, 9.5, 9], "abcd", [True, 0, 9, 9]]
)
def test_a_crop_that_is_no_part_of_the_picture_is_refused(crop):
    with pytest.raises(Invalid, match="crop"):
        read_crop(crop, SIZE)
