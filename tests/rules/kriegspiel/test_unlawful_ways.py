"""Impossible paths are refused before anything is computed from them.  [KS-RAIL-01, KS-WORK-03]"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Refused
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.works import mines
from rules.kriegspiel.works.start import check_undertaking
from rules.values.chance import Chance

COUNTRY = {"size": [400, 40], "rails": {"main": {"line": [[0, 20], [400, 20]], "width": 2}}}


def position(**groups):
    return read_position({"country": COUNTRY, **groups}, Options(), sides=("red", "blue"))


def test_a_train_is_judged_before_its_way_is_walked(monkeypatch):
    """KS-RAIL-01: a million inches are refused at once, with mines on the floor."""
    walked = []
    monkeypatch.setattr(mines, "on_line", lambda line, along: walked.append(along) or (0, 0))
    standing = position(
        trains={"train": {"side": "red", "along": 50, "trucks": 2}}, mines={"mine": {"side": "blue", "at": [100, 35]}}
    )
    for inches, code, steps in ((62_500, "E-RATE", 0), (4, None, 65)):
        order = read_order({"order": "train", "train": "train", "inches": inches, "direction": "forward"})
        found = adjudicate(standing, "red", [order], NO_FACTS, Chance())
        assert [one.refused.code for one in found.refused] == ([code] if code else [])
        assert len(walked) == steps


POINTS = st.tuples(st.integers(-120, 120), st.integers(-120, 120)).map(lambda at: [at[0] / 16, at[1] / 16])


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    line=st.lists(POINTS, max_size=4).flatmap(lambda line: st.sampled_from([line, [one for one in line for _ in "12"]]))
)
def test_a_trench_along_any_line_is_dug_or_refused(line):
    """KS-WORK-03: points given twice change nothing, and what is dug is an inch or more, within what the men make."""
    field = Field(
        position(bodies={"diggers": {"side": "red", "arm": "infantry", "men": 30, "at": [0, 0]}}),
        "red",
        NO_FACTS,
        Chance(),
    )
    order = read_order({"order": "entrench", "body": "diggers", "work": "trench", "line": line})
    try:
        check_undertaking(field, order)
    except Refused as refused:
        assert refused.code in ("E-INCHES", "E-LINE")
        return
    assert not line or len(order.line) > 1
    assert all(one != other for one, other in zip(order.line, order.line[1:], strict=False))
