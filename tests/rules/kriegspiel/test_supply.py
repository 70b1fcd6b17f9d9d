"""Supply, siege and failure: the worked tables, and what holds whatever happens.  [KS-SUP, KS-SIEGE, KS-FAIL, KS-SEQ-10]"""

from __future__ import annotations

import sys
from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import Refused
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import read_position, write_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import read_facts
from rules.kriegspiel.supply.claims import Claim
from rules.kriegspiel.supply.detour import CORNERS, shortest_way
from rules.kriegspiel.supply.phase import check_issue, find_pockets, settle_supply
from rules.kriegspiel.supply.rations import shared
from rules.kriegspiel.tables.supply import CUTS_WITHIN
from rules.values.chance import Chance
from rules.values.measure import INCH


def a_position(bodies, options=None, own_moves=5, **groups):
    """A position whose red side has made ``own_moves``."""
    start = {"own_moves": {"red": own_moves, "blue": own_moves}, "bodies": bodies, **groups}
    return read_position(start, read_options(options or {}))


def a_move(position, orders=(), **measured):
    """One own move of red."""
    return adjudicate(position, "red", [read_order(one) for one in orders], read_facts(measured), Chance())


def a_body(arm="infantry", men=30, side="red", **more):
    return {"side": side, "arm": arm, "men": men, **more}


def clauses(outcome, name):
    return [event.clause for event in outcome.events if event.name == name]


def test_the_worked_siege_comes_out_line_by_line():
    """KS-SIEGE-06: fifty infantry, four cavalry, three packets of food, surrounded after the tick of move 12."""
    position = a_position(
        {"foot": a_body(men=50), "horse": a_body("cavalry", 4)},
        own_moves=12,
        depots={"store": {"side": "red", "packets": {"food": 3}}},
    )
    lines = []
    for _ in range(13, 41):
        outcome = a_move(position, pockets=[["foot", "horse", "store"]])
        position = outcome.position
        number, foot, horse = position.own_moves["red"], position.bodies["foot"], position.bodies["horse"]
        if number % 6 == 0 or number == 40:
            row = (
                number,
                position.depots["store"].packets.food,
                horse.horses,
                foot.arrears.food,
                horse.stopped,
                horse.out_of_action,
            )
            lines.append((*row, foot.prisoners + horse.prisoners))
    assert lines == [
        (18, 1, 4, 0, True, False, 0),
        (24, 0, 3, 0, True, True, 0),
        (30, 0, 1, 0, True, True, 0),
        (36, 0, 0, 1, False, True, 0),
        (40, 0, 0, 1, False, True, 54),
    ]


def test_the_supply_of_the_worked_sequence_comes_out():
    """KS-SEQ, own move 6: 46 infantry, 11 cavalry left, 4 gunners and a gun; 2 food, 3 forage; 1 and 0 left."""
    position = a_position(
        {"foot": a_body(men=46, fire_streak=0), "horse": a_body("cavalry", 11), "crew": a_body("artillery", 4)},
        guns={"gun": {"side": "red", "crew": "crew"}},
        depots={"depot": {"side": "red", "packets": {"food": 3, "forage": 3}}},
    )
    near = {"source": "depot", "distance": 10}
    outcome = a_move(
        position, supply_groups=[["foot", "horse", "crew"]], supply={"foot": near, "horse": near, "crew": near}
    )
    left = outcome.position.depots["depot"].packets
    assert (left.food, left.forage) == (1, 0)
    due = {event.kind: (event.reckoned, event.packets) for event in outcome.events if event.name == "packets-due"}
    assert due == {"food": (61, 2), "forage": (17, 3)}


def test_what_is_short_is_owed_by_those_who_fail_and_by_nobody_else():
    """KS-SUP-12: 90 men are due three packets; with two, the 20 owe the third."""
    at = {"foot": [0, 10], "rest": [0, 20], "last": [0, 30]}
    men = {"foot": 40, "rest": 30, "last": 20}
    position = a_position(
        {one: a_body(men=men[one], at=at[one]) for one in men},
        depots={"depot": {"side": "red", "at": [0, 0], "packets": {"food": 2}}},
    )
    bodies = a_move(position).position.bodies
    assert {one: bodies[one].arrears.food for one in men} == {"foot": 0, "rest": 0, "last": 1}


@given(st.lists(st.integers(1, 200), min_size=1, max_size=8), st.integers(1, 60))
def test_the_shares_of_a_shortage_are_the_shortage_and_at_least_a_packet_each(men, packets):
    """KS-SUP-12, KS-FAIL-03: nobody fails without owing."""
    failing = [Claim(f"body-{i}", "infantry", n, None, "", "") for i, n in enumerate(men)]
    shares = shared(failing, packets, 30)
    assert min(shares.values()) >= 1
    assert sum(shares.values()) == max(packets, len(men))


def test_a_large_body_owes_more_of_a_shortage_than_a_small_one():
    """KS-SUP-12: of four packets wanting from 100 and 20 men, the hundred owe three."""
    failing = [Claim("small", "infantry", 20, None, "", ""), Claim("large", "infantry", 100, None, "", "")]
    assert shared(failing, 4, 30) == {"small": 1, "large": 3}


def test_men_aboard_are_supplied_from_where_their_boat_lies():
    """KS-SUP-02: measured from the carrier."""
    stores = {"depot": {"side": "red", "at": [0, 0], "packets": {"food": 5}}}
    for at, left in (([60, 0], 4), ([80, 0], 5)):
        boats = {"boat": {"side": "red", "at": at}}
        outcome = a_move(a_position({"foot": a_body(aboard="boat")}, boats=boats, depots=stores))
        assert outcome.position.depots["depot"].packets.food == left


def test_packets_are_drawn_from_the_nearest_source_and_the_ledger_of_events_is_whole():
    """KS-SUP-07, KS-OFF-02: every packet that left a store is named by an event."""
    position = a_position(
        {"foot": a_body(men=75, at=[0, 0])},
        depots={"depot": {"side": "red", "at": [0, 24], "packets": {"food": 9}}},
        waggons={"cart": {"side": "red", "at": [0, 12], "packets": {"food": 1}}},
    )
    outcome = a_move(position)
    given_up = {event.source: event.packets.food for event in outcome.events if event.name == "packets-given-up"}
    assert given_up == {"cart": 1, "depot": 2}
    assert outcome.position.depots["depot"].packets.food == 7


def test_arrears_of_one_tick_are_paid_in_whole_or_not_at_all():
    """KS-FAIL-03: one packet in reach does not free a body that owes two, and stays in the store."""
    store = {"depot": {"side": "red", "packets": {"food": 1}}}
    position = a_position({"foot": a_body(men=60, arrears={"food": 2})}, own_moves=6, depots=store)
    outcome = a_move(position, supply={"foot": {"source": "depot", "distance": 0}})
    assert outcome.position.depots["depot"].packets.food == 1
    assert outcome.position.bodies["foot"].stopped


def test_horses_are_not_eaten_for_food_that_lies_there_and_was_not_issued():
    """KS-SIEGE-04, KS-SUP-07: with ``auto_issue`` false the body goes short, its horses live."""
    bodies = {"foot": a_body(men=28), "horse": a_body("cavalry", 2)}
    store = {"depot": {"side": "red", "packets": {"food": 1}}}
    position = a_position(bodies, {"auto_issue": False}, depots=store)
    outcome = a_move(position, pockets=[["foot", "horse", "depot"]])
    assert outcome.position.bodies["horse"].horses == 2
    assert outcome.position.bodies["foot"].stopped
    assert clauses(outcome, "supply-failed") == ["KS-SUP-07", "KS-SUP-07"]


def test_a_pocket_that_splits_keeps_its_clock_in_each_part():
    """KS-SIEGE-06: both parts are still surrounded."""
    position = a_position({"east": a_body(men=30), "west": a_body(men=30)})
    position = a_move(position, pockets=[["east", "west"]]).position
    assert position.pockets["east"].surrender_at == 10
    position = a_move(position, pockets=[["east"], ["west"]]).position
    assert {key: pocket.surrender_at for key, pocket in position.pockets.items()} == {"east": 10, "west": 10}


def test_the_pockets_of_the_other_side_are_left_alone():
    """KS-SIEGE-01: tested at the start of each own supply phase."""
    start = {"blue": a_body(side="blue"), "red": a_body()}
    pockets = {"blue": {"bodies": ["blue"], "since": 3, "surrender_at": 8}}
    outcome = a_move(a_position(start, pockets=pockets))
    assert outcome.position.pockets["blue"].surrender_at == 8


def test_a_way_round_two_enemies_is_found_and_one_too_long_is_not():
    """KS-SUP-11, option route: an enemy bars what comes within six inches."""
    from rules.kriegspiel.floor.survey import between

    enemies = [(30 * INCH, 0), (30 * INCH, 10 * INCH)]

    def barring(a, b):
        return [one for one in enemies if between(a, b, one, 6 * INCH)]

    length = shortest_way((0, 0), (60 * INCH, 0), 72 * INCH, barring)
    assert length is not None and 60 * INCH < length <= 62 * INCH
    assert shortest_way((0, 0), (60 * INCH, 0), 60 * INCH, barring) is None


def test_checking_an_issue_changes_nothing():
    position = a_position(
        {"foot": a_body(arrears={"food": 1}, at=[0, 0])},
        depots={"depot": {"side": "red", "at": [0, 12], "packets": {"food": 1}}},
    )
    field = Field(position, "red", read_facts({}), Chance())
    find_pockets(field)
    before = write_position(field.closed())
    assert (
        check_issue(field, read_order({"order": "issue", "source": "depot", "body": "foot", "packets": {"food": 1}}))
        == 0
    )
    assert write_position(field.closed()) == before
    assert not field.events


def test_an_issue_whose_distance_nobody_measured_is_not_understood():
    position = a_position({"foot": a_body()}, depots={"depot": {"side": "red", "packets": {"food": 1}}})
    order = {"order": "issue", "source": "depot", "body": "foot", "packets": {"food": 1}}
    outcome = a_move(position, [order])
    assert [one.refused.code for one in outcome.refused] == ["E-INVALID"]


# -- whatever happens ---------------------------------------------------------------------------

ARMS = ("infantry", "cavalry", "artillery", "engineers", "transport")
IDS = st.sampled_from(("a", "b", "c", "d", "depot", "cart", "gun", "ghost"))
POINTS = st.one_of(st.none(), st.tuples(st.integers(0, 200), st.integers(0, 40)))
PACKETS = st.fixed_dictionaries({kind: st.integers(0, 4) for kind in ("food", "forage", "ammunition")})
ORDERS = st.one_of(
    st.fixed_dictionaries({"order": st.just("issue"), "source": IDS, "body": IDS, "packets": PACKETS}),
    st.fixed_dictionaries({"order": st.just("load"), "waggon": IDS, "source": IDS, "packets": PACKETS}),
    st.fixed_dictionaries({"order": st.just("unload"), "waggon": IDS, "to": IDS, "packets": PACKETS}),
    st.fixed_dictionaries({"order": st.just("go-short"), "bodies": st.lists(IDS, max_size=3)}),
    st.fixed_dictionaries({"order": st.just("eat-horses"), "body": IDS, "horses": st.integers(0, 5)}),
)
BODIES = st.fixed_dictionaries(
    {
        "side": st.sampled_from(("red", "red", "blue")),
        "arm": st.sampled_from(ARMS),
        "men": st.integers(0, 70),
        "at": POINTS,
        "arrears": PACKETS,
    }
)
OPTIONS = st.fixed_dictionaries(
    {
        "auto_issue": st.booleans(),
        "auto_eat_horses": st.sampled_from(("when-surrounded", "always", "never")),
        "forage_failure": st.sampled_from(("strict", "on_foot")),
        "interdiction": st.sampled_from(("line_6in", "route")),
        "supply_period_moves": st.sampled_from((1, 3, 6)),
    }
)


def stock(position):
    """Packets in all stores of red."""
    return sum(one.packets.total for one in (*position.waggons.values(), *position.depots.values()))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries(dict.fromkeys("abcd", BODIES)),
    OPTIONS,
    st.lists(ORDERS, max_size=4),
    st.lists(st.lists(IDS, max_size=4), max_size=2),
    st.integers(0, 13),
    POINTS,
)
def test_no_packet_comes_from_nowhere_and_none_goes_without_an_event(bodies, options, orders, pockets, made, at):
    """KS-OFF-02: stores before = stores after + what was given up; horses eaten are told; nothing falls below nothing."""
    bodies = {name: {key: value for key, value in body.items() if value is not None} for name, body in bodies.items()}
    place = {} if at is None else {"at": list(at)}
    position = a_position(
        bodies,
        options,
        made,
        guns={"gun": {"side": "red", "crew": "a", **place}},
        depots={"depot": {"side": "red", "packets": {"food": 3, "forage": 2, "ammunition": 1}, **place}},
        waggons={"cart": {"side": "red", "packets": {"food": 2, "forage": 1}, **place}},
    )
    outcome = a_move(position, orders, pockets=pockets)
    after = outcome.position
    given_up = sum(event.packets.total for event in outcome.events if event.name == "packets-given-up")
    assert stock(position) == stock(after) + given_up
    eaten = sum(event.horses for event in outcome.events if event.name == "horses-eaten")
    lost = sum(
        before.horses - after.bodies[one].horses
        for one, before in position.bodies.items()
        if not after.bodies[one].surrendered
    )
    if not any(body.surrendered for body in after.bodies.values()):
        assert lost + 6 - after.guns["gun"].team_horses == eaten
    for body in after.bodies.values():
        assert min(body.horses, body.arrears.food, body.arrears.forage, body.arrears.ammunition) >= 0
        assert (
            body.immobile == (body.stopped and body.side == "red" and body.men > 0)
            or body.side == "blue"
            or not body.men
        )
    again = read_position(write_position(after), after.options)
    assert write_position(again) == write_position(after)


def calls(move):
    """The number of function calls in a move, so that its work is counted and not timed."""
    counted = 0

    def count(frame, event, argument):
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        move()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.slow
def test_a_tick_of_two_sides_of_ten_times_the_bodies_takes_about_ten_times_the_work():
    """The supply phase grows with the number of bodies, the enemy's among them."""

    def counted(number):
        bodies = {
            f"{side}-{i}": a_body(side=side, at=[i % 40 * 20, i // 40 * 20 + (9 if side == "blue" else 0)])
            for i in range(number)
            for side in ("red", "blue")
        }
        depots = {
            f"depot-{i}": {"side": "red", "at": [i * 300, 0], "packets": {"food": 100}}
            for i in range(max(number // 40, 1))
        }
        field = Field(a_position(bodies, depots=depots), "red", read_facts({}), Chance())
        return calls(lambda: (find_pockets(field), settle_supply(field)))

    assert counted(1200) < 15 * counted(120)


def an_army(number, gap=20, stock=9, away=0):
    """Bodies in a square, with a depot for every nine of them, so many inches to the east."""
    across = isqrt(number)
    places = [(i % across * gap, i // across * gap) for i in range(number)]
    bodies = {f"foot-{i}": a_body(at=[x, y]) for i, (x, y) in enumerate(places)}
    depots = {
        f"depot-{i}": {"side": "red", "at": [x + away, y + 3], "packets": {"food": stock}}
        for i, (x, y) in enumerate(places[::9])
    }
    return a_position(bodies, depots=depots)


@pytest.mark.slow
@pytest.mark.parametrize(
    "army",
    [{}, {"stock": 0}, {"stock": 1}, {"away": 9000}, {"gap": 200}],
    ids=["fed", "stores empty", "stores short", "stores far off", "every body by itself"],
)
def test_a_tick_costs_a_body_no_more_among_nine_hundred_than_among_a_hundred(army):
    def counted(number):
        position = an_army(number, **army)
        return calls(lambda: a_move(position))

    assert counted(900) / 900 < counted(100) / 100 * 1.25


def test_an_order_of_issue_costs_no_more_among_nine_hundred_than_among_a_hundred():
    def issued(number):
        position = an_army(number)
        orders = [
            {"order": "issue", "source": f"depot-{i // 9}", "body": f"foot-{i}", "packets": {"food": 1}}
            for i in range(0, number, 9)
        ]
        return calls(lambda: a_move(position, orders))

    assert issued(900) / 900 < issued(100) / 100 * 1.25


def test_an_order_of_supply_about_what_is_not_there_is_refused_and_nothing_else():
    position = a_position({"foot": a_body()})
    for order in (
        {"order": "load", "waggon": "ghost", "source": "ghost", "packets": {"food": 1}},
        {"order": "issue", "source": "ghost", "body": "foot", "packets": {"food": 1}},
        {"order": "eat-horses", "body": "ghost", "horses": 1},
        {"order": "go-short", "bodies": ["ghost"]},
    ):
        outcome = a_move(position, [order])
        assert [one.refused.code for one in outcome.refused] == ["E-NONE"]
        assert isinstance(outcome.refused[0].refused, Refused)


def test_a_way_about_an_enemy_is_laid_alike_on_every_side_of_him_and_just_out_of_his_reach():
    """KS-SUP-11: sixteen corners; no side between two of them comes within six inches."""
    assert {(-y, x) for x, y in CORNERS} == set(CORNERS) == {(y, x) for x, y in CORNERS}
    for (ax, ay), (bx, by) in zip(CORNERS, (*CORNERS[1:], CORNERS[0]), strict=True):
        across, along = ax * by - ay * bx, (bx - ax) ** 2 + (by - ay) ** 2
        assert CUTS_WITHIN**2 * along < across**2 < (CUTS_WITHIN + 2) ** 2 * along
