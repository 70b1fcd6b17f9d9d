"""Men, horses, guns and packets are conserved in every move: nothing comes from nowhere, and what goes has its cause."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.force import KINDS_OF_PACKET
from tests.rules.kriegspiel.exercise import played
from tests.rules.kriegspiel.test_any_order import BODIES, BRIEFLY, COUNTRIES, FACTS, OPTIONS, ORDER, STATE, opened

MOVES = given(
    states=st.tuples(*[STATE] * len(BODIES)),
    moves=st.integers(0, 12),
    options=OPTIONS,
    orders=st.lists(ORDER, max_size=6),
    facts=FACTS,
    country=COUNTRIES,
)


def adjudicated(states, moves, options, orders, facts, country):
    chosen = KRIEGSPIEL.options(options)
    before = opened(states, moves, chosen, country)
    return before, KRIEGSPIEL.adjudicate(before, chosen, "red", orders, facts, {"seed": "s"})


def men(position, side):
    """All living men of a side, wherever they are held."""
    return sum(body["men"] + body.get("prisoners", 0) for body in position["bodies"].values() if body["side"] == side)


def packets(position):
    stores = [*position.get("waggons", {}).values(), *position.get("depots", {}).values()]
    return {kind: sum((one.get("packets") or {}).get(kind, 0) for one in stores) for kind in KINDS_OF_PACKET}


def horses(position):
    return sum(one.get("horses", 0) for one in position["bodies"].values()) + sum(
        one.get("team_horses", 0) for one in position.get("guns", {}).values()
    )


@settings(max_examples=100, deadline=None, phases=BRIEFLY)
@MOVES
def test_no_man_horse_gun_or_packet_comes_from_nowhere(states, moves, options, orders, facts, country):
    before, finding = adjudicated(states, moves, options, orders, facts, country)
    after = finding.position
    for side in ("red", "blue"):
        assert men(after, side) <= men(before, side)
    assert horses(after) <= horses(before)
    assert after["guns"].keys() == before["guns"].keys()
    had, has = packets(before), packets(after)
    assert all(has[kind] <= had[kind] for kind in KINDS_OF_PACKET)


@settings(max_examples=100, deadline=None, phases=BRIEFLY)
@MOVES
def test_what_goes_has_an_event_that_says_why(states, moves, options, orders, facts, country):
    _, finding = adjudicated(states, moves, options, orders, facts, country)
    told = {event["event"] for event in finding.events} - {"move-closed"}
    for row in finding.reckoning:
        assert row["cause"] in told and row["clause"], row


def test_nothing_comes_from_nowhere_in_forty_moves_of_every_kind_of_order():
    """The exercise on a country: move by move, and what went is what the reckoning says."""
    for before, _, finding in played(40):
        after = finding.position
        for side in ("red", "blue"):
            assert men(after, side) <= men(before, side)
        assert horses(after) <= horses(before)
        had, has = packets(before), packets(after)
        assert all(has[kind] <= had[kind] for kind in KINDS_OF_PACKET)
        lost = {side: men(before, side) - men(after, side) for side in ("red", "blue")}
        told = dict.fromkeys(lost, 0)
        for row in finding.reckoning:
            if row["kind"] in ("men", "prisoners"):
                told[row["side"]] -= row["amount"]
        assert told == lost
