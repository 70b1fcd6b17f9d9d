"""Scatter is a normal law in whole numbers, the same on every machine.  [KS-GUN-13]"""

from __future__ import annotations

from statistics import NormalDist

from hypothesis import given
from hypothesis import strategies as st

from rules.kriegspiel.fire.scatter import ONE, QUANTILES, deviation, off_the_line, whole
from rules.kriegspiel.tables.fire import RIFLE_SCATTER, SHELL_SCATTER
from rules.values.chance import Chance
from rules.values.measure import FOOT, INCH

POINTS = st.tuples(st.integers(-4000, 4000), st.integers(-4000, 4000))


def test_the_table_holds_the_quantiles_of_the_normal_law():
    law = NormalDist()
    for row, quantile in enumerate(QUANTILES):
        assert quantile == round(law.inv_cdf(0.5 + (row + 0.5) / 1024) * ONE)


def test_a_shell_deviates_a_quarter_of_an_inch_for_each_foot():
    """Of a thousand shells at twelve feet about 683 lie within three inches of their aim in one axis."""
    chance = Chance(seed="1913", move="red/2")
    off = [abs(deviation(chance, f"shell/gun/{n}/along", 12 * FOOT, SHELL_SCATTER)) for n in range(1000)]
    assert 640 <= sum(one <= 3 * INCH * ONE for one in off) <= 720


def test_nine_rifle_shots_in_ten_tell_at_nine_yards():
    """A target of 3/4 by 2 in. at 324 in., Wells's boast; a man of 3/8 by 1 in. is hit 57 times in 100."""
    chance = Chance(seed="1913", move="red/2")
    shots = [
        [abs(deviation(chance, f"rifle/foot/{n}/{axis}", 324 * INCH, RIFLE_SCATTER)) for axis in ("across", "height")]
        for n in range(2000)
    ]
    target = sum(across <= 6 * ONE and height <= 16 * ONE for across, height in shots)
    man = sum(across <= 3 * ONE and height <= 8 * ONE for across, height in shots)
    assert 1760 <= target <= 1840
    assert 1090 <= man <= 1210


def test_a_draw_hangs_on_its_key_and_on_nothing_else():
    chance = Chance(seed="1913", move="red/2")
    alone = deviation(chance, "shell/gun/1/along", FOOT, SHELL_SCATTER)
    deviation(chance, "shell/gun/0/along", FOOT, SHELL_SCATTER)
    assert deviation(chance, "shell/gun/1/along", FOOT, SHELL_SCATTER) == alone
    assert {deviation(chance, f"shell/gun/{n}/along", FOOT, SHELL_SCATTER) for n in range(20)} != {alone}


@given(start=POINTS, aim=POINTS, along=st.integers(-400, 400), across=st.integers(-400, 400))
def test_turned_by_a_quarter_a_shot_falls_in_the_same_place_turned(start, aim, along, across):
    def turned(point):
        return point[1], -point[0]

    if start != aim:
        assert off_the_line(turned(start), turned(aim), along, across) == turned(
            off_the_line(start, aim, along, across)
        )


def test_a_tie_goes_upwards():
    assert [whole(n) for n in (15_000, 14_999, -15_000, -15_001)] == [2, 1, -1, -2]
