"""Men, horses, guns and packets are conserved in every move: nothing comes from nowhere, and what goes has its cause."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.events import (
    BodySplit,
    BodySurrendered,
    GunCaptured,
    GunDestroyed,
    PacketsLost,
    PrisonersFreed,
    PrisonersTaken,
)
from rules.kriegspiel.floor.remake import CAPTIVITY
from rules.kriegspiel.force import KINDS_OF_PACKET
from rules.kriegspiel.reports.ledgers import parts_of
from tests.rules.kriegspiel.battles import MOVES as BATTLES
from tests.rules.kriegspiel.battles import OPTIONS as OF_BATTLES
from tests.rules.kriegspiel.battles import SIDES, fought, starts
from tests.rules.kriegspiel.exercise import played
from tests.rules.kriegspiel.test_any_order import BODIES, BRIEFLY, COUNTRIES, FACTS, OPTIONS, ORDER, STATE, opened

pytestmark = pytest.mark.slow

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
    return before, KRIEGSPIEL.table(before, chosen).adjudicate("red", orders, facts, {"seed": "s"})


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
def test_every_loss_has_an_event_with_its_cause(states, moves, options, orders, facts, country):
    _, finding = adjudicated(states, moves, options, orders, facts, country)
    told = {event["event"] for event in finding.events} - {"move-closed"}
    for row in finding.reckoning:
        assert row["cause"] in told and row["clause"], row


def test_nothing_comes_from_nowhere_in_forty_moves_of_every_kind_of_order():
    """The exercise on a country: move by move, and what went is what the events say."""
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


# -- whole moves ------------------------------------------------------------------------------------


def book(position):
    """What each side has: men in the field and in the enemy's hands, who of these is guarded, what is owed, guns and packets."""
    found = {}
    for side in SIDES:
        own = [body for body in position.bodies.values() if body.side == side]
        found[side] = {
            "people": sum(one.men + one.prisoners for one in own),
            "held": sum(one.prisoners + (one.men if one.held_by else 0) for one in own),
            "guarded": sum(sum(one.captors.values()) for one in own),
            **{kind: sum(getattr(one.arrears, kind) for one in own) for kind in KINDS_OF_PACKET},
        }
    stores = [*position.waggons.values(), *position.depots.values()]
    packets_left = {kind: sum(getattr(one.packets, kind) for one in stores) for kind in KINDS_OF_PACKET}
    return found, packets_left


def told_of(events, side_of):
    """The same as the events give it: dead, taken with and without a captor, and freed, by side."""
    told = {side: {"dead": 0, "taken": 0, "given up": 0, "freed": 0} for side in SIDES}
    for event in events:
        for name, kind, amount in parts_of(event):
            if kind == "men" and not isinstance(event, PrisonersTaken | BodySurrendered | PrisonersFreed | BodySplit):
                told[side_of(name)]["dead"] -= amount
        if isinstance(event, PrisonersTaken):
            told[event.side]["taken"] += event.men
        elif isinstance(event, BodySurrendered):
            told[event.side]["given up"] += event.men
        elif isinstance(event, PrisonersFreed):
            told[event.side]["freed"] += event.men
    return told


@settings(max_examples=40, deadline=None, phases=BRIEFLY)
@given(start=starts(), moves=BATTLES, options=OF_BATTLES)
def test_whatever_is_fought_taken_freed_or_torn_every_man_debt_prisoner_and_packet_is_kept(start, moves, options):
    """Before is after with the reported losses; nobody is guarded twice.  [KS-DEF-06, KS-DEF-07, KS-LW-05, KS-LW-10, KS-LW-11]"""
    for before, events, after in fought(start, moves, options):
        told = told_of(events, lambda name, after=after: after.bodies[name].side)
        (had, had_packets), (has, has_packets) = book(before), book(after)
        gone = [event.packets for event in events if isinstance(event, PacketsLost)]
        assert has_packets == {
            kind: had_packets[kind] - sum(getattr(one, kind) for one in gone) for kind in KINDS_OF_PACKET
        }
        for side in SIDES:
            said = told[side]
            assert has[side]["people"] == had[side]["people"] - said["dead"]
            assert all(has[side][kind] == had[side][kind] for kind in KINDS_OF_PACKET)
            into = said["taken"] + said["given up"] - said["freed"]
            assert had[side]["held"] + into - said["dead"] <= has[side]["held"] <= had[side]["held"] + into
        for body in after.bodies.values():
            held = body.men if body.held_by else body.prisoners
            assert sum(body.captors.values()) <= held, body
            assert all(after.bodies[one].men and not after.bodies[one].disarmed for one in body.captors), body


@settings(max_examples=40, deadline=None, phases=BRIEFLY)
@given(start=starts(), moves=BATTLES, options=OF_BATTLES)
def test_every_horseman_has_a_horse_or_is_on_foot_and_nobody_in_the_enemys_hands_has_a_duty(start, moves, options):
    """[KS-DEF-06, KS-DEF-13, KS-LW-11]"""
    for before, events, after in fought(start, moves, options):
        taken = {one.body for one in events if isinstance(one, GunCaptured | GunDestroyed)}
        given_up = {one.body for one in events if isinstance(one, PrisonersTaken | BodySurrendered)}
        assert after.guns.keys() == before.guns.keys()
        for name, gun in after.guns.items():
            assert name in taken or (gun.owner, gun.destroyed) == (before.guns[name].owner, before.guns[name].destroyed)
        for body in after.bodies.values():
            assert body.horses + body.on_foot == (body.men if body.arm == "cavalry" else 0), body
            assert sum(one.aboard.get(body.id, 0) for one in after.boats.values()) == body.embarked <= body.men
            if not body.men and body.id in given_up:
                assert {name: getattr(body, name) for name in CAPTIVITY.ended} == CAPTIVITY.ended
