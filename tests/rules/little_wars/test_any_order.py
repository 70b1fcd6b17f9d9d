"""Whatever is ordered or measured, the answer is a finding or a refusal; men are conserved; the same input gives the same bytes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.errors import Refused
from rules.little_wars.orders import ORDERS
from rules.values.codec import fields_of

pytestmark = pytest.mark.slow

LITTLE_WARS = book("little-wars")
THINGS = [
    "red-foot",
    "red-horse",
    "red-gun",
    "red-box",
    "red-train",
    "red-cart",
    "blue-foot",
    "blue-gun",
    "rail",
    "ghost",
]
IDS = st.sampled_from(THINGS)
LENGTHS = st.integers(0, 600).map(lambda n: n / 16)
POINTS = st.tuples(st.integers(-30, 90), st.integers(-30, 90)).map(list)
COUNTS = st.integers(0, 9)
SOME = st.dictionaries(IDS, COUNTS, max_size=3)
EFFECT = st.tuples(
    st.sampled_from(["over", "touch"]), st.sampled_from(["red-foot", "blue-foot", "blue-horse"]), COUNTS
).map(list)
SHOT = st.fixed_dictionaries({}, optional={"effects": st.lists(EFFECT, max_size=3), "accident": SOME})
MEASURED = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("distance", "road", "enemy", "middle", "supply"), LENGTHS),
        **dict.fromkeys(
            ("near", "attackers", "defenders", "attackers_support", "defenders_support", "supporters"), COUNTS
        ),
        "line": st.sampled_from(["", "own", "enemy"]),
        "shots": st.lists(SHOT, max_size=5),
        "blocked": st.booleans(),
    },
)
VALUES = {
    "path": st.lists(POINTS, max_size=3),
    "via": st.lists(POINTS, max_size=2),
    "figures": st.lists(POINTS, max_size=4),
    "places": st.lists(POINTS, max_size=4),
    "measured": MEASURED,
    "men": COUNTS | SOME,
    "dead": SOME,
    "prisoners": SOME,
    "captors": SOME,
    "escorts": SOME,
    "reached": SOME,
    "crew": SOME,
    "to": st.lists(IDS, max_size=2),
    "bodies": st.lists(IDS, max_size=3),
    "shots": st.integers(0, 6),
    "shot": st.integers(0, 3),
    "aim": st.fixed_dictionaries({"bearing": st.integers(0, 359)}),
    "at": POINTS,
    "facing": st.integers(0, 359),
    "inches": LENGTHS,
    "minutes": COUNTS,
    "second": st.integers(-5, 500),
    "inf": st.integers(0, 120),
    "cav": st.integers(0, 60),
    "guns": st.integers(0, 5),
    "throw": st.integers(2, 12),
    "direction": st.sampled_from(["forward", "back"]),
    "purpose": st.sampled_from(["country", "side", "move", "pass"]),
    "side": st.sampled_from(["north", "south"]),
    "kind": st.sampled_from(["spacing", "lying", "omission"]),
    "arm": st.sampled_from(["infantry", "cavalry"]),
    "features": st.just({"size": [80, 80]}),
    "text": st.just("words"),
    "by": st.sampled_from(["", "red", "blue", "general"]),
    **dict.fromkeys(("agreed", "consent", "by_road"), st.booleans()),
}


def order_of(name):
    keys = fields_of(ORDERS[name])
    wanted = {key for key, (_, _, default) in keys.items() if repr(default).startswith("<dataclasses._MISSING")}
    values = {key: VALUES.get(key, IDS) for key in keys}
    return st.fixed_dictionaries(
        {"order": st.just(name), **{key: values[key] for key in wanted}},
        optional={key: value for key, value in values.items() if key not in wanted},
    )


ORDER = st.sampled_from(sorted(ORDERS)).flatmap(order_of)
FACTS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("past_axle", "dealt_with", "near", "trail", "on_line", "supplied"), SOME)
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "variety": st.sampled_from(["finish", "rear", "defensive"]),
        "shot_source": st.sampled_from(["reported", "simulated"]),
        "liberation": st.sampled_from(["uncovered_only", "any_escort"]),
        "melee_merge": st.sampled_from(["yes", "charger_assigns"]),
        **dict.fromkeys(("boxes", "waggons", "ammo_carts", "railway", "team_roles", "legacy_1"), st.booleans()),
        "crew_sharing": st.booleans(),
        "long_move": st.sampled_from([1, 3]),
    },
)
PLACED = st.booleans()


def floor(placed, made):
    """A little of everything on the floor; with places or without."""

    def at(x, y):
        return {"at": [x, y]} if placed else {}

    return {
        "own_moves": {"red": made, "blue": made},
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 9, "prisoners": 2, **at(20, 10)},
            "red-horse": {"side": "red", "arm": "cavalry", "men": 6, **at(35, 12)},
            "red-boxed": {"side": "red", "arm": "infantry", "men": 4},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 8, "disarmed": 3, **at(22, 20)},
            "blue-horse": {"side": "blue", "arm": "cavalry", "men": 5, "prisoners": 3, **at(40, 30)},
        },
        "guns": {
            "red-gun": {"side": "red", "crew": "red-foot", **at(20, 14)},
            "blue-gun": {"side": "blue", "crew": "blue-foot", **at(22, 24)},
        },
        "waggons": {"red-cart": {"side": "red", "kind": "cart", **at(18, 5)}},
        "boxes": {"red-box": {"side": "red", "aboard": {"red-boxed": 4}, **at(5, 5)}},
        "trains": {"red-train": {"side": "red", "trucks": 4, **at(60, 5)}},
        "bridges": {"rail": {"kind": "rail", "along": 40}},
        "country": {"size": [80, 80], "back_lines": {"red": "south", "blue": "north"}} if placed else {},
    }


def men_in(position):
    """Men alive in a position, wherever they are, by side."""
    found = {"red": 0, "blue": 0}
    for body in position["bodies"].values():
        alive = sum(body.get(key, 0) for key in ("men", "retired", "arrived"))
        found[body["side"]] += alive + body.get("prisoners", 0)
    return found


def dead_in(events):
    """Men who died, as the events tell it."""
    shot = sum(one.get("men", 0) for one in events if one["event"] == "men-killed")
    return shot + sum(sum(one.get("dead", {}).values()) for one in events if one["event"] == "melee-fought")


@settings(max_examples=120, deadline=None)
@given(st.lists(ORDER, max_size=5), st.lists(ORDER, max_size=5), FACTS, OPTIONS, PLACED, st.integers(0, 3))
def test_whatever_is_ordered_is_found_or_refused_and_no_man_is_lost(ours, theirs, facts, chosen, placed, made):
    options = LITTLE_WARS.options(chosen)
    position = LITTLE_WARS.opening(floor(placed, made), options)
    for side, orders in (("red", ours), ("blue", theirs)):
        before = men_in(position)
        try:
            finding = LITTLE_WARS.table(position, options).adjudicate(side, orders, facts, {"seed": "s"})
        except Refused:
            return
        again = LITTLE_WARS.table(position, options).adjudicate(side, orders, facts, {"seed": "s"})
        assert json.dumps(finding.position) == json.dumps(again.position) and finding.events == again.events
        assert all(one["code"] and one["sentence"] for one in finding.refused)
        position = json.loads(json.dumps(finding.position))
        raised = any(one["event"] in ("force-bought", "handicap-thrown") for one in finding.events)
        assert raised or sum(before.values()) - sum(men_in(position).values()) == dead_in(finding.events)
        assert LITTLE_WARS.read(position, options) == LITTLE_WARS.read(finding.position, options)
        for seat in ("red", "blue", "observer"):
            LITTLE_WARS.table(position, options).sees(seat)
        assert all(LITTLE_WARS.narrate(event, {}) for event in finding.events)


@settings(max_examples=60, deadline=None)
@given(st.lists(ORDER, max_size=3), ORDER, OPTIONS, PLACED)
def test_what_is_checked_asked_or_offered_never_breaks_off(before, order, chosen, placed):
    options = LITTLE_WARS.options(chosen)
    position = LITTLE_WARS.opening(floor(placed, 3), options)
    for ask in (
        lambda: LITTLE_WARS.table(position, options).seen_by("red").check(order, before),
        lambda: LITTLE_WARS.table(position, options).needs("red", [order], {}),
        lambda: LITTLE_WARS.table(position, options).seen_by("red").arm_of(LITTLE_WARS.order(order)),
        lambda: [LITTLE_WARS.table(position, options).seen_by("red").choices(thing, before) for thing in THINGS],
    ):
        try:
            ask()
        except Refused as refused:
            assert refused.sentence
