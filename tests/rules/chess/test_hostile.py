"""Whatever is sent to the books of board games is understood or refused; nothing crashes, and what is stored can be parsed again."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.errors import Refused

pytestmark = pytest.mark.slow

WORDS = st.sampled_from(
    [
        "e2",
        "e4",
        "a1",
        "36",
        "51",
        "aL",
        "dX",
        "white",
        "attacker",
        "q",
        "repetition",
        "misplaced-men",
        "b1b3",
        "O-O",
        "P-K4",
        "Kt-KB3 mate",
        "P-K8(Q)",
        "--",
        "0000",
        "8/8/8/8/8/8/8/8",
        "",
    ]
)
LEAVES = st.one_of(WORDS, st.none(), st.booleans(), st.integers(-5, 200), st.text(max_size=8))
DATA = st.recursive(
    LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3))
)
KEYS = st.sampled_from(
    ["from", "to", "san", "descriptive", "written", "square", "claim", "man", "check", "insist", "promote", "side"]
)
NAMES = st.sampled_from(
    [
        "move",
        "pass",
        "claim",
        "touch",
        "adoube",
        "call-check",
        "agree",
        "agree-draw",
        "offer-draw",
        "resign",
        "ask-any",
        "x",
    ]
)
ORDER = st.builds(lambda name, rest: {"order": name, **rest}, NAMES, st.dictionaries(KEYS, DATA, max_size=3))
START = st.dictionaries(
    st.sampled_from(
        [
            "fen",
            "start",
            "played",
            "touched",
            "bound",
            "attempt",
            "asked",
            "game",
            "giver",
            "record",
            "result",
            "board",
            "to_move",
            "low",
            "quiet",
            "seen",
            "passes",
            "offer",
            "lot",
        ]
    ),
    DATA,
    max_size=2,
)


@pytest.mark.parametrize("key", ["war-chess", "chess-1879", "chess-laws"])
@example(start={"record": [{}]}, orders=[], blind=True)
@example(start={"record": [{"side": "white", "answer": "stands"}]}, orders=[], blind=True)
@settings(max_examples=120, deadline=None)
@given(START, st.lists(st.one_of(ORDER, DATA), max_size=4), st.booleans())
def test_nothing_that_is_sent_breaks_a_game(key, start, orders, blind):
    rules = book(key)
    options = rules.options({"kriegspiel": "on"} if blind and key != "war-chess" else {})
    position = rules.opening({}, options)
    with suppress(Refused):
        position = rules.opening(start, options)
    for side in rules.sides:
        finding = rules.table(position, options).adjudicate(side, orders, {}, {})
        position = json.loads(json.dumps(finding.position))
        assert all(rules.narrate(event, {}).endswith(".") for event in finding.events)
        assert all(one["code"] and one["sentence"] for one in finding.refused)
        for order in orders:
            with suppress(Refused):
                rules.table(position, options).seen_by(side).check(order)
        rules.table(position, options).seen_by(side).choices("")
        rules.table(position, options).sees(side)
    assert rules.opening(position, options)
