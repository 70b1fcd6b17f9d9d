"""The start of dry land, computed for many waters at once, is what a step-by-step search finds.  [KS-GAME-08]"""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rules.ground.geojson.waters import BANK, FARTHEST, NEAR, NearLegs, Waters
from rules.ground.geometry import square_to_leg, where
from rules.values.measure import INCH, Point

SIZE = (24 * 12 * INCH, 16 * 12 * INCH)
WAYS = ((1, 0), (3, 2), (-5, 1), (0, -4), (-700, 900))

Outline = tuple[Point, ...]


def ponds(number: int) -> list[Outline]:
    """Triangles at random, some on top of one another and some over the edge of the window."""
    draw = Random(number)
    corners = [(draw.randrange(SIZE[0]), draw.randrange(SIZE[1]), draw.randrange(50, 900)) for _ in range(number)]
    return [((x, y), (x + wide, y + wide // 3), (x + wide // 4, y + wide)) for x, y, wide in corners]


def wet(outlines: list[Outline], point: Point) -> bool:
    return any(where(one, point) >= 0 for one in outlines)


def within(point: Point) -> bool:
    return 0 <= point[0] <= SIZE[0] and 0 <= point[1] <= SIZE[1]


def step_by_step(outlines: list[Outline], start: Point, way: Point) -> Point | None:
    """The same at every half inch, tried against every water."""
    if not wet(outlines, start):
        return start
    long = max(abs(way[0]), abs(way[1]))

    def at(gone: int) -> Point:
        return start[0] + way[0] * gone // long, start[1] + way[1] * gone // long

    for gone in range(INCH // 2, FARTHEST + 1, INCH // 2):
        if not within(at(gone)):
            return None
        if not wet(outlines, at(gone)):
            bank = at(gone + BANK)
            return bank if within(bank) and not wet(outlines, bank) else at(gone)
    return None


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 30, 150])
def test_the_dry_land_is_where_a_step_at_a_time_finds_it(number: int) -> None:
    outlines, draw = ponds(number), Random(7)
    waters = Waters(outlines, SIZE)
    asked = [outlines[i % number][draw.randrange(3)] for i in range(40)]
    asked += [(draw.randrange(SIZE[0]), draw.randrange(SIZE[1])) for _ in range(40)]
    for start in asked:
        assert waters.wet(start) == wet(outlines, start)
        for way in WAYS:
            assert waters.dry_from(start, way) == step_by_step(outlines, start, way), (start, way)


def test_in_the_middle_of_a_sea_there_is_no_dry_land_in_reach() -> None:
    sea = ((0, 0), (SIZE[0], 0), SIZE, (0, SIZE[1]))
    waters = Waters([sea], SIZE)
    assert waters.dry_from((SIZE[0] // 2, SIZE[1] // 2), (1, 0)) is None
    assert waters.dry_from((5, 5), (-1, 0)) is None, "beyond the window nothing is dry"
    assert Waters([], SIZE).dry_from((5, 5), (1, 0)) == (5, 5)


def test_the_water_that_is_meant_by_a_point_lies_near_it() -> None:
    pond = ((1000, 1000), (1400, 1000), (1400, 1400), (1000, 1400))
    waters = Waters([pond], SIZE)
    assert waters.nearest((1200, 1200)) == (1200, 1200)
    beside = waters.nearest((1000 - NEAR + INCH, 1200))
    assert beside is not None and waters.wet(beside)
    assert waters.nearest((1000 - NEAR - 1, 1200)) is None
    assert Waters([], SIZE).nearest((1200, 1200)) is None


def test_no_leg_within_reach_is_left_out() -> None:
    draw = Random(3)
    lines = [[(draw.randrange(SIZE[0]), draw.randrange(SIZE[1])) for _ in range(5)] for _ in range(60)]
    near = NearLegs(lines)
    for spot in (one[0] for one in lines):
        all_of = [(i, a, b) for i, line in enumerate(lines) for a, b in pairwise(line)]
        meant = {leg for leg in all_of if square_to_leg(leg[1], leg[2], spot) <= NEAR * NEAR}
        assert meant <= set(near.about(spot, NEAR)) <= set(all_of)
