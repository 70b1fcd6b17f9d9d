"""Curves, rivers and slopes from a few points: what comes out is a valid country, whatever was pressed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some
from shapely import LineString, Polygon

from rules.errors import Invalid
from rules.ground.country_file import read_country
from rules.ground.sketch.sketch import sketch

SIZE = [288, 192]
place = some.tuples(some.integers(0, 288 * 4), some.integers(0, 192 * 4)).map(lambda at: [at[0] / 4, at[1] / 4])
places = some.lists(place, min_size=2, max_size=9)


def sketched(**asked):
    return sketch({"size": SIZE, **asked})


def a_ring(points, height=6, higher="inside"):
    return {"line": [*points, points[0]], "height": height, "higher": higher}


def a_country(features, **more):
    """The country of these features, read as one that is saved."""
    data = {"size": SIZE, **more}
    for number, one in enumerate(features):
        data.setdefault(one["group"], {})[f"{one['group']}-new-{number}"] = one["thing"]
    return read_country(data)


@given(places, some.booleans())
def test_a_curve_goes_through_its_points_in_fine_steps(points, closed):
    try:
        ((one),) = sketched(sort="curve", points=points, closed=closed, fineness=3)
    except Invalid:
        return
    line = one["thing"]["line"]
    assert line[0] == points[0] and all(0 <= x <= 288 and 0 <= y <= 192 for x, y in line)
    assert all(a != b for a, b in pairwise(line))
    shape = LineString(line) if len(line) > 1 else None
    if shape is not None and not closed:
        assert line[-1] == points[-1]
        assert all(shape.distance(LineString([p, p])) == 0 for p in points)


@given(places, some.sampled_from([0.5, 2, 6, 24]), some.booleans())
def test_a_river_is_valid_water_whatever_its_line(points, width, smooth):
    try:
        found = sketched(sort="river", points=points, width=width, smooth=smooth)
    except Invalid:
        return
    assert a_country(found).water
    water = [Polygon(one["thing"]["outline"]) for one in found]
    assert all(one.is_valid for one in water)


def test_a_river_has_its_width_and_goes_to_the_edges_on_all_of_it():
    (one,) = sketched(sort="river", points=[[0, 50], [100, 50], [200, 192]], width=8)
    water = Polygon(one["thing"]["outline"])
    assert water.intersection(LineString([(50, 0), (50, 192)])).length == 8
    assert water.intersection(LineString([(0, 0), (0, 192)])).length == 8
    assert water.intersection(LineString([(0, 192), (288, 192)])).length > 8


def test_a_sharp_bend_is_cut_off_and_a_loop_leaves_its_island_dry():
    (bend,) = sketched(sort="river", points=[[40, 90], [200, 96], [40, 102]], width=4)
    assert Polygon(bend["thing"]["outline"]).bounds[2] < 208
    loop = sketched(sort="river", points=[[100, 0], [100, 150], [200, 150], [200, 60], [60, 60]], width=6)
    assert len(loop) > 1 and not any(
        Polygon(one["thing"]["outline"]).contains(Polygon([(140, 100), (160, 100), (160, 120)])) for one in loop
    )
    assert a_country(loop).water


def test_a_hill_is_made_of_one_ring_and_a_number_of_steps():
    ring = a_ring([[40, 40], [140, 40], [140, 140], [40, 140]])
    found = sketched(sort="hill", one=ring, steps=3, step=6)
    assert [one["thing"]["height"] for one in found] == [12, 18, 24]
    assert len(a_country(found, contours={"hill": ring}).contours) == 4
    hollow = sketched(sort="hill", one={**ring, "height": 12, "higher": "outside"}, steps=3)
    assert [one["thing"].get("height", 0) for one in hollow] == [6, 0, 0]


def test_a_hill_with_a_waist_has_two_tops():
    waist = [
        [40, 40],
        [100, 40],
        [120, 70],
        [140, 40],
        [200, 40],
        [200, 100],
        [140, 100],
        [120, 74],
        [100, 100],
        [40, 100],
    ]
    found = sketched(sort="hill", one=a_ring(waist), steps=2)
    assert len(found) == 4 and a_country(found, contours={"hill": a_ring(waist)})


@given(some.integers(1, 5), some.integers(10, 80), some.integers(10, 60))
def test_contours_between_two_rings_cross_nothing(steps, x, y):
    outer = a_ring([[8, 8], [280, 8], [270, 180], [120, 150], [8, 184]])
    inner = a_ring([[x, y], [x + 20, y], [x + 24, y + 16], [x, y + 12]], height=6 * (steps + 2))
    try:
        found = sketched(sort="between", one=outer, other=inner, steps=steps)
    except Invalid as refused:
        assert "room" in refused.sentence or "within" in refused.sentence
        return
    assert [one["thing"]["height"] for one in found] == [6 * number for number in range(2, steps + 2)]
    assert len(a_country(found, contours={"outer": outer, "inner": inner}).contours) == steps + 2
    again = sketched(sort="between", one=inner, other=outer, steps=steps)
    assert sorted(str(one) for one in again) == sorted(str(one) for one in found)


def test_contours_between_two_lines_run_from_edge_to_edge_and_are_higher_towards_the_higher():
    low = {"line": [[0, 20], [150, 40], [288, 20]], "height": 6, "higher": "left"}
    high = {"line": [[288, 140], [150, 120], [0, 140]], "height": 24, "higher": "right"}
    found = sketched(sort="between", one=low, other=high, steps=2)
    assert [(one["thing"]["height"], one["thing"]["higher"]) for one in found] == [(12, "left"), (18, "left")]
    assert [(one["thing"]["line"][0], one["thing"]["line"][-1]) for one in found] == [
        ([0, 60], [288, 60]),
        ([0, 100], [288, 100]),
    ]
    assert a_country(found, contours={"low": low, "high": high})


CROSSING = [{"line": [[0, a], [288, 192 - a]], "higher": "left"} for a in (0, 192)]
RING = a_ring([[40, 40], [140, 40], [140, 140]])


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"sort": "volcano"}, "one of curve"),
        ({"sort": "curve", "points": [[0, 0]]}, "2 to 400 points"),
        ({"sort": "curve", "points": [[0, 0], [0, 0]]}, "2 to 400 points"),
        ({"sort": "curve", "points": [[0, 0], [300, 0]]}, "outside the country"),
        ({"sort": "curve", "points": [[0, 0], [30, 0]], "fineness": 0.0625}, "half an inch"),
        ({"sort": "curve", "points": "all"}, "points"),
        ({"sort": "river", "points": [[0, 0], [9, 9]]}, "width"),
        ({"sort": "river", "points": [[0, 0], [9, 9]], "width": 500}, "width"),
        ({"sort": "hill", "one": RING, "steps": 0}, "1 to 30"),
        ({"sort": "hill", "one": {"line": [[0, 0], [9, 9]], "higher": "left"}, "steps": 2}, "closed"),
        ({"sort": "hill", "one": None, "steps": 2}, "one"),
        ({"sort": "between", "one": RING, "other": {"line": [[0, 0], [9, 9]], "higher": "left"}, "steps": 2}, "two rings"),
        ({"sort": "between", "one": RING, "other": a_ring([[200, 100], [240, 100], [240, 140]]), "steps": 2}, "within"),
        ({"sort": "between", "one": CROSSING[0], "other": CROSSING[1], "steps": 2}, "differently"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_refused_in_words(asked, why):
    with pytest.raises(Invalid, match=why):
        sketched(**asked)


def test_a_size_beyond_any_floor_is_refused():
    with pytest.raises(Invalid, match="120 feet"):
        sketch({"sort": "curve", "size": [1e6, 5], "points": [[0, 0], [1, 1]]})
