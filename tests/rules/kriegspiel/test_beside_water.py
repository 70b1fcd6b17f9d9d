"""Beside a river nobody is shut in by their own layout, and a stream is waded from wherever a body stands.  [KS-SIEGE-01, KS-INF-01]"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ground.geometry import square
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.fords import crossing_at
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.supply.encirclement import pockets_on_the_map
from rules.values.chance import Chance
from rules.values.measure import INCH

BENDS = st.sampled_from([3, 5]).flatmap(lambda places: st.lists(st.integers(80, 100), min_size=places, max_size=places))
"""How far north the bank lies at each of some places along it."""


def beside(bank, at, facing, *, gun, fordable=False):
    """A floor with a river across it whose southern bank bends, and a crew, with its gun or without."""
    step = 200 / (len(bank) - 1)
    south = [[number * step, y] for number, y in enumerate(bank)]
    outline = [*south, [200, 110], [0, 110]]
    start = {
        "country": {
            "size": [200, 200],
            "back_lines": {"red": "south", "blue": "north"},
            "water": {"river": {"outline": outline, "fordable": fordable}},
        },
        "bodies": {"crew": {"side": "red", "arm": "artillery", "men": 4, "at": at, "facing": facing}},
        "guns": {"gun": {"side": "red", "crew": "crew", "at": at, "facing": facing}} if gun else {},
    }
    return Field(read_position(start, Options(), sides=("red", "blue")), "red", NO_FACTS, Chance())


@pytest.mark.slow
@given(bank=BENDS, x=st.integers(1, 199), short=st.integers(1, 48), facing=st.integers(0, 359), gun=st.booleans())
def test_without_an_enemy_nobody_south_of_the_river_is_surrounded(bank, x, short, facing, gun):
    """KS-SIEGE-01: however the bank bends, however the gun lies, whose crew is laid out about it."""
    step = 200 / (len(bank) - 1)
    leg = min(int(x // step), len(bank) - 2)
    y = bank[leg] + (bank[leg + 1] - bank[leg]) * (x - leg * step) / step
    at = [x, int(y * INCH - short) / INCH]
    assert pockets_on_the_map(beside(bank, at, facing, gun=gun)) == ()


@given(x=st.integers(10, 190), short=st.integers(8, 30), facing=st.sampled_from([0, 90, 180, 270]))
def test_who_stands_by_a_stream_wades_it_to_the_other_bank(x, short, facing):
    """KS-INF-01: from the place on its bank that is nearest, straight over."""
    field = beside([90, 90, 90], [x, 90 - short / INCH], facing, gun=False, fordable=True)
    found = crossing_at(field, "", men_of(field, field.bodies["crew"]))
    assert found is not None
    bank, far = found.line
    assert (bank[1], far[1]) == (90 * INCH, 110 * INCH)
    assert bank[0] == far[0]
    assert square(bank, (x * INCH, 90 * INCH)) <= (2 * INCH) ** 2
    assert crossing_at(field, "river", men_of(field, field.bodies["crew"])) == found
    assert crossing_at(field, "elsewhere", men_of(field, field.bodies["crew"])) is None
