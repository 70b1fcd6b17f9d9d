"""A giant line costs what its points cost: what is drawn, held and compared of it is bounded, whatever its shape.  [RELIABILITY G5]

What is counted here is work; how long it may take on the machine is promised in ``surveys/test_hostile.py``.
"""

from __future__ import annotations

import json
from math import cos, pi, sin

import numpy as np
import pytest
import shapely

from rules.ground.batch_geometry import AT_ONCE, Legs
from rules.ground.surveys.files import Files
from rules.ground.surveys.sketch import FINE, MOST_OF_A_LINE, MOST_POINTS, few, sketch
from rules.values import strict_json
from tests.rules.kriegspiel.surveys import collection, feature

MANY = 30_000


def circle(number, wave=0.0):
    """A ring, round or crossing over all of its middle."""
    turns = [2 * pi * n / number for n in range(number)]
    return [[round(900 * cos(t + n * wave), 2), round(900 * sin(t + n * wave), 2)] for n, t in enumerate(turns)]


def comb(number):
    """Teeth from one edge to the other."""
    return [[n, 900 * (n % 2)] for n in range(number)]


def drawn(*lines):
    """The lines of the sketch of some streams, and how many points shapely had to thin for each."""
    data = collection(*(feature("LineString", line, waterway="stream") for line in lines))
    return sketch(Files([("x.json", json.dumps(data).encode())]), plain=True, scale=10)["lines"].get("stream", [])


@pytest.fixture
def thinned(monkeypatch):
    """How many points of each line were given to shapely to be thinned."""
    given, plain = [], shapely.linestrings
    monkeypatch.setattr(shapely, "linestrings", lambda points: given.append(len(points)) or plain(points))
    return given


@pytest.mark.parametrize("line", [circle(MANY), circle(MANY, 2.4), comb(MANY)], ids=["round", "crossing", "comb"])
def test_a_giant_line_is_drawn_of_few_points_and_no_more_of_it_is_looked_at(thinned, line):
    (found,) = drawn([*line, line[0]])
    assert 2 < len(found) <= MOST_OF_A_LINE and max(thinned) <= MOST_OF_A_LINE
    assert found[0] == found[-1], "a ring is drawn closed"


def test_a_round_ring_of_very_many_points_is_still_round_on_its_sketch():
    ((*_, found),) = (drawn(circle(MANY)),)
    assert all(abs((x - 500) ** 2 + (y - 500) ** 2 - 500**2) < 2 * 500 * 2 * FINE for x, y in found)


def test_all_lines_together_have_no_more_points_than_a_sketch_may(thinned):
    found = drawn(*(circle(2_500, 2.4) for _ in range(12)))
    assert sum(map(len, found)) <= MOST_POINTS and sum(thinned) <= 2 * MOST_POINTS


def test_a_short_line_keeps_every_corner():
    house = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])
    assert few(house, MOST_OF_A_LINE).tolist() == house.tolist()


def test_legs_that_lie_all_over_one_another_are_compared_few_at_a_time(monkeypatch):
    legs = Legs([([(round(x), round(y)) for x, y in circle(MANY, 2.4)], True)])
    first = next(iter(legs._near_by_blocks()))
    assert len(first[0]) < 2 * AT_ONCE
    assert len(next(iter(legs.meetings_by_blocks()))) < 2 * AT_ONCE


def test_json_without_a_suspect_character_is_not_walked_through_again(monkeypatch):
    walked = []
    monkeypatch.setattr(strict_json, "_faults", lambda data, place: walked.append(place) or [])
    strict_json.loads(b'{"a": [1, 2.5, "x"], "b": {"c": null}}')
    assert walked == []
    for text in (
        r'{"a": "\u0000"}',
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": {"b": 1, "b": 2}}',
        '{"a": 12345678901234567890}',
    ):
        strict_json.loads(text)
    assert len(walked) == 5
