"""Lengths in sixteenths and budgets in parts: no float decides.  [KS-DEF-03, KS-DEF-04]"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.values.measure import INCH, MOVE, cost, feet, inches, leg, length_of, of_a_move, shown

RATES = (6, 12, 18, 24, 36, 54, 72, 96)
POINTS = st.tuples(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000))


@given(st.integers(0, 100_000), st.sampled_from(RATES))
def test_any_march_costs_exactly_its_distance_over_its_rate(length, rate):
    """KS-DEF-03: exact fractions, nothing rounded."""
    assert Fraction(cost(length, rate), MOVE) == Fraction(length, rate * INCH)


@given(st.integers(-100_000, 100_000), st.integers(1, 20_000))
def test_a_fraction_is_read_in_its_lowest_terms(over, under):
    assert shown(over, under) == str(Fraction(over, under))


def test_half_a_move_to_deploy_leaves_six_inches_of_march():
    """KS-DEF-03, the printed example: seven inches would make 13/12."""
    assert MOVE // 2 + cost(6 * INCH, 12) == MOVE
    assert of_a_move(MOVE // 2 + cost(7 * INCH, 12)) == "13/12"


@given(POINTS, POINTS)
def test_a_leg_is_the_nearest_sixteenth_and_a_tie_goes_upwards(start, end):
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    length = leg(start, end)
    # length - 1/2 <= root < length + 1/2, squared and multiplied by four
    assert max(2 * length - 1, 0) ** 2 <= 4 * square < (2 * length + 1) ** 2


def test_each_leg_of_a_path_is_rounded_by_itself():
    ten = 10 * INCH
    assert length_of((0, 0), ((ten, ten), (0, 0))) == 2 * 226


@pytest.mark.parametrize(
    ("sixteenths", "read"), [(0, "0 in."), (1, "1/16 in."), (8, "1/2 in."), (194, "12 1/8 in."), (-8, "-1/2 in.")]
)
def test_a_length_is_read_in_inches_and_their_parts(sixteenths, read):
    assert inches(sixteenths) == read


@pytest.mark.parametrize(("sixteenths", "read"), [(80, "5 in."), (1152, "6 ft"), (1154, "6 ft 1/8 in.")])
def test_a_length_of_a_foot_or_more_is_read_in_feet(sixteenths, read):
    assert feet(sixteenths) == read
