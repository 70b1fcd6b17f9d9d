"""Two officials measure the same thing: when they agree, and which value then counts.  [KS-OFF-03]"""

from __future__ import annotations

import pytest

from rules.errors import Refused
from rules.kriegspiel.book import KRIEGSPIEL


@pytest.mark.parametrize(
    ("reported", "measured", "stands"), [(12.125, 12.25, 12.125), (12.25, 12.125, 12.125), (12, 12, 12)]
)
def test_lengths_that_agree_within_an_eighth_stand_at_the_shorter(reported, measured, stands):
    """KS-OFF-03, from the example printed there: 12⅛ and 12¼ in. are agreed, the shorter is taken."""
    assert KRIEGSPIEL.agree("length", reported, measured, again=False) == stands


def test_lengths_farther_apart_are_measured_again_and_then_the_shorter_stands():
    """KS-OFF-03, the other half of the example: 12 and 12¼ in."""
    with pytest.raises(Refused) as refused:
        KRIEGSPIEL.agree("length", 12, 12.25, again=False)
    assert (refused.value.code, refused.value.clause) == ("E-DIFFER", "KS-OFF-03")
    assert "differ by 1/4 in." in refused.value.sentence
    assert KRIEGSPIEL.agree("length", 12, 12.25, again=True) == 12


@pytest.mark.parametrize("again", [False, True])
def test_of_two_counts_neither_is_taken_before_they_are_the_same(again):
    assert KRIEGSPIEL.agree("count", 12, 12, again=again) == 12
    with pytest.raises(Refused) as refused:
        KRIEGSPIEL.agree("count", 12, 11, again=again)
    assert refused.value.code == "E-DIFFER"


def test_who_confirms_is_the_campaigns_to_choose():
    for choice, both in (("both", True), ("engine_only", False)):
        assert KRIEGSPIEL.confirms(KRIEGSPIEL.options({"official_confirmation": choice})) is both


@pytest.mark.parametrize(
    ("order", "key", "shown"),
    [
        ("charge", "distance", True),
        ("fire-gun", "shells", True),
        ("", "threatened_by", True),
        ("", "supply", False),
        ("", "pockets", False),
        ("issue", "distance", False),
        ("load", "distance", False),
        ("lay-mine", "distance", False),
    ],
)
def test_only_what_lies_in_the_open_is_shown_to_the_other_sides_official(order, key, shown):
    """KS-OFF-02: packets are gathered and checked by a side's own official."""
    assert KRIEGSPIEL.in_the_open(order, key) is shown
