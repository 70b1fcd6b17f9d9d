"""A refused order is as if it had not been given: the same position and events, except for the refusal itself.  [KS-CHARGE-30]

What officials enter (reports and confirmations) are facts about the floor and no orders.  A first END-MOVE in Little Wars
is refused to remind its player of an empty trail, and is meant to be given again (LW-TIME-06).
"""

from __future__ import annotations

import json

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.errors import Invalid
from tests.rules.kriegspiel import test_any_order as kriegspiel
from tests.rules.little_wars import test_any_order as little_wars

BRIEFLY = (Phase.explicit, Phase.reuse, Phase.generate)
NO_ORDERS = frozenset({"report", "confirm"})
REMINDED = "E-GUN-12"


def left(finding, without=None):
    """What a move leaves and tells; places of orders counted without one of them."""
    events = []
    for one in finding.events:
        at = one.get("order")
        later = one["event"] == "order-cut-short" and without is not None and at > without
        events.append({**one, "order": at - 1} if later else one)
    return json.dumps([finding.position, events], sort_keys=True, default=str)


def refusals_leave_nothing(adjudicate, orders):
    """Judge a move, and again without each of its refused orders; the number of orders that were refused."""
    whole = adjudicate(orders)
    refused = [
        one for one in whole.refused if one["code"] != REMINDED and orders[one["order"]]["order"] not in NO_ORDERS
    ]
    for one in refused:
        at = one["order"]
        again = adjudicate([*orders[:at], *orders[at + 1 :]])
        assert left(again) == left(whole, at), (orders[at], one)
    return len(refused)


# -- the two that were found ---------------------------------------------------------------------------


def of_kriegspiel(start, options, side):
    table = book("kriegspiel")
    chosen = table.options({"use_supply": False, **options})
    position = table.opening(start, chosen)
    return lambda orders: table.table(position, chosen).adjudicate(side, orders, {}, {"seed": "s"})


def body(side, arm, men, **more):
    return {"side": side, "arm": arm, "men": men, **more}


UNDER_A_DUTY = {
    "own_moves": {"red": 5, "blue": 5},
    "bodies": {
        "a": body("red", "infantry", 10, formation="two-ranks", must_retire=12),
        "h": body("blue", "cavalry", 9, formation="line"),
    },
}
SHORT = {"order": "retire", "body": "a", "from": "h", "measured": {"distance": 0.5}}

EXTEND = {"order": "form", "body": "a", "formation": "extended"}
FORM = {"order": "form", "body": "a", "formation": "fours"}


def test_a_retreat_that_is_refused_does_not_let_the_form_through_that_the_duty_forbids():
    adjudicate = of_kriegspiel(UNDER_A_DUTY, {}, "red")
    assert refusals_leave_nothing(adjudicate, [SHORT, FORM]) == 2
    assert "formation-changed" not in {one["event"] for one in adjudicate([SHORT, FORM]).events}
    assert refusals_leave_nothing(adjudicate, [FORM, SHORT]) == 2


def test_a_form_before_a_retreat_that_is_carried_out_is_made():
    found = of_kriegspiel(UNDER_A_DUTY, {}, "red")([EXTEND, {**SHORT, "measured": {"distance": 6}}])
    assert not found.refused and "formation-changed" in {one["event"] for one in found.events}


def test_a_march_that_is_refused_by_its_seat_does_not_forbid_the_fire_of_its_body():
    foot = body("red", "infantry", 10, at=[0, 0], facing=0)
    start = {"own_moves": {"red": 2, "blue": 2}, "bodies": {"a": foot, "b": body("blue", "infantry", 10, at=[0, 40])}}
    orders = [
        {"order": "march", "body": "a", "path": [[0, -12]], "by": "red-cavalry"},
        {"order": "fire-rifles", "body": "a", "measured": {"shots": [{"knocked_down": {"b": 1}}]}},
    ]
    adjudicate = of_kriegspiel(start, {}, "red")
    assert refusals_leave_nothing(adjudicate, orders) == 1
    assert [one["order"] for one in adjudicate(orders).refused] == [0]


# -- all orders, in all states --------------------------------------------------------------------------

THINGS = st.sampled_from(["red-horse", "red-foot", "red-gunners", "red-crew"])
ENEMIES = st.sampled_from(["blue-horse", "blue-foot"])
FAR_OR_NEAR = st.sampled_from([0, 0.5, 6, 12, 24, 48, 96]).map(lambda inches: {"distance": inches})


def short(name, **keys):
    return st.fixed_dictionaries({"order": st.just(name), **keys})


LIKELY = st.one_of(
    short("retire", body=THINGS, **{"from": ENEMIES}, measured=FAR_OR_NEAR),
    short("form", body=THINGS, formation=st.sampled_from(["fours", "two-ranks", "extended", "column", "line"])),
    short("dismount", body=THINGS),
    short("charge", body=THINGS, target=ENEMIES, measured=FAR_OR_NEAR),
    short("assault", body=THINGS, target=ENEMIES, measured=FAR_OR_NEAR),
    short("march", body=THINGS, path=kriegspiel.WAYS, measured=FAR_OR_NEAR),
    short("fire-rifles", body=THINGS, measured=kriegspiel.MEASURED),
    short("fire-gun", gun=st.just("red-gun"), shots=st.integers(1, 4), measured=kriegspiel.MEASURED),
    short("limber", gun=st.just("red-gun")),
    short("unlimber", gun=st.just("red-gun")),
    short("move-gun", gun=st.just("red-gun"), path=kriegspiel.WAYS, measured=FAR_OR_NEAR),
    short("epaulement", body=THINGS, work=st.just("bank"), gun=st.just("red-gun")),
    short("choose", dead=kriegspiel.MEN, prisoners=kriegspiel.MEN),
    short("split", body=THINGS, men=kriegspiel.COUNTS, into=st.just("new")),
    short("merge", bodies=st.just(["red-foot", "new"])),
    short("embark", body=THINGS, boat=st.just("red-boat")),
    short("disembark", body=THINGS, boat=st.just("red-boat"), at=kriegspiel.POINTS),
    short("sail", boat=st.just("red-boat"), path=kriegspiel.WAYS, measured=FAR_OR_NEAR),
    short("load", waggon=st.just("red-waggon"), source=st.just("red-depot"), packets=kriegspiel.PACKETS),
    short("move-waggon", waggon=st.just("red-waggon"), path=kriegspiel.WAYS, measured=FAR_OR_NEAR),
    short("entrench", body=THINGS, work=st.just("ditch"), line=kriegspiel.WAYS),
)
DUTIES = st.fixed_dictionaries(
    {},
    optional={
        "flight": st.lists(ENEMIES, max_size=1),
        "must_retire": st.sampled_from([0, 6, 12]),
        "owes_choice": st.lists(ENEMIES, max_size=1),
        "at": kriegspiel.POINTS,
    },
)


def judge_kriegspiel(states, options, orders, facts, country):
    table = book("kriegspiel")
    chosen = table.options(options)
    position = kriegspiel.opened(states, 4, chosen, country)
    return refusals_leave_nothing(
        lambda given: table.table(position, chosen).adjudicate("red", given, facts, {"seed": "s"}), orders
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None, phases=BRIEFLY)
@given(
    states=st.tuples(*[DUTIES] * len(kriegspiel.BODIES)),
    options=kriegspiel.OPTIONS,
    orders=st.lists(LIKELY, min_size=2, max_size=7),
    country=kriegspiel.COUNTRIES,
)
def test_refused_orders_of_bodies_under_a_duty_leave_nothing(states, options, orders, country):
    judge_kriegspiel(states, options, orders, {}, country)


@pytest.mark.slow
@settings(max_examples=120, deadline=None, phases=BRIEFLY)
@given(
    states=st.tuples(*[kriegspiel.STATE] * len(kriegspiel.BODIES)),
    options=kriegspiel.OPTIONS,
    orders=st.lists(kriegspiel.ORDER, min_size=1, max_size=6),
    facts=kriegspiel.FACTS,
    country=kriegspiel.COUNTRIES,
)
def test_refused_orders_of_the_kriegspiel_leave_nothing(states, options, orders, facts, country):
    judge_kriegspiel(states, options, orders, facts, country)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, phases=BRIEFLY)
@given(
    orders=st.lists(little_wars.ORDER, min_size=1, max_size=6),
    facts=little_wars.FACTS,
    options=little_wars.OPTIONS,
    placed=little_wars.PLACED,
    made=st.integers(0, 3),
)
def test_refused_orders_of_little_wars_leave_nothing(orders, facts, options, placed, made):
    table = book("little-wars")
    chosen = table.options(options)
    position = table.opening(little_wars.floor(placed, made), chosen)

    def adjudicate(given):
        return table.table(position, chosen).adjudicate("red", given, facts, {"seed": "s"})

    try:
        adjudicate(orders)
    except Invalid:
        return  # facts of something that is not there
    refusals_leave_nothing(adjudicate, orders)
