"""A step of a muster leads from one start to another and back, to the letter, whatever the two are."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from campaigns.usecases.muster.steps import AFTER, BEFORE, at_one_end, difference, touched
from rules.kriegspiel.pieces import PIECES

THINGS = st.dictionaries(st.sampled_from("abcdef"), st.fixed_dictionaries({"men": st.integers(0, 3)}))
STARTS = st.dictionaries(st.sampled_from(["bodies", "guns", "depots"]), THINGS)
REST = st.dictionaries(st.sampled_from(["first", "settled", "country"]), st.sampled_from(["red", {"a": 1}, {}]))


@given(STARTS, REST, STARTS, REST)
def test_a_step_is_taken_and_taken_back_to_the_letter(before, with_it, after, with_that):
    one, other = {**before, **with_it}, {**after, **with_that}
    found = json.loads(json.dumps(difference(PIECES, one, other)))
    forth, back = at_one_end(one, found, AFTER), at_one_end(other, found, BEFORE)
    assert (forth, back) == (other, one)
    for made, wanted in ((forth, other), (back, one)):
        assert all(list(made[group]) == list(wanted[group]) for group in made if isinstance(made[group], dict))


@given(STARTS)
def test_no_difference_touches_nothing(start):
    assert difference(PIECES, start, start) == [] and touched([]) == []
