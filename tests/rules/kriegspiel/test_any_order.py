"""Whatever is ordered, measured or requested, the answer is a finding or a refusal; never a fault."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.errors import Refused
from rules.kriegspiel.orders import ORDERS
from rules.values.codec import fields_of

pytestmark = pytest.mark.slow

KRIEGSPIEL = book("kriegspiel")
BRIEFLY = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without looking for the smallest failing example, which takes minutes."""

THINGS = [
    "red-horse",
    "red-foot",
    "red-gunners",
    "red-gun",
    "red-waggon",
    "red-depot",
    "red-crew",
    "blue-horse",
    "blue-foot",
    "blue-gun",
    "bridge",
    "red-boat",
    "red-train",
    "ghost",
]
IDS = st.sampled_from(THINGS)
LENGTHS = st.integers(0, 900).map(lambda n: n / 16)
POINTS = st.tuples(st.integers(-60, 60), st.integers(-60, 60)).map(list)
WAYS = st.lists(POINTS, max_size=3) | st.lists(st.sampled_from([[0, 0], [3, 0], [3, 0.0625]]), max_size=5)
"""Paths and lines; among them those that are tapped twice and go nowhere."""
COUNTS = st.integers(0, 25)
PACKETS = st.fixed_dictionaries({}, optional={"food": COUNTS, "forage": COUNTS, "ammunition": COUNTS})
MEN = st.dictionaries(IDS, COUNTS, max_size=3)
SHOT = st.fixed_dictionaries(
    {},
    optional={
        "men": MEN,
        "covered": MEN,
        "guns_wholly": st.lists(IDS, max_size=2),
        "guns_partly": st.lists(IDS, max_size=2),
        "waggons": st.lists(IDS, max_size=2),
        "knocked_down": MEN,
    },
)
MEASURED = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("distance", "road"), LENGTHS),
        **{key: st.integers(0, 4) for key in ("contours_up", "contours_down")},
        **dict.fromkeys(
            ("chargers", "charged", "supporters", "attackers", "defenders", "attackers_support", "defenders_support"),
            COUNTS,
        ),
        "guns": st.lists(IDS, max_size=2),
        "ford": st.booleans(),
        "enemy_between": st.booleans(),
        "shells": st.lists(SHOT, max_size=5),
        "shots": st.lists(SHOT, max_size=5),
    },
)
VALUES = {
    "path": WAYS,
    "by_road": st.booleans(),
    "by_motor": st.booleans(),
    "packets": PACKETS,
    "measured": MEASURED,
    "men": COUNTS,
    "horses": COUNTS,
    "into": IDS | st.just("new"),
    "bodies": st.lists(IDS, max_size=3),
    "dead": MEN,
    "prisoners": MEN,
    "shots": st.integers(0, 6),
    "shell": st.sampled_from(["shell", "bomb"]),
    "formation": st.sampled_from(["fours", "two-ranks", "extended", "column", "line", "dismounted"]),
    "aim": st.fixed_dictionaries({"at": POINTS}),
    "line": WAYS,
    "at": POINTS,
    "facing": st.integers(0, 359),
    "inches": LENGTHS,
    "by": st.sampled_from(["red", "blue", "red-official", "cavalry"]),
    "about": st.sampled_from(["march", "charge", "fire-gun"]),
    "coin": st.sampled_from(["", "heads", "tails"]),
    "channel": st.sampled_from(["shout", "whisper", "note"]),
    "text": st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=20),
    "direction": st.sampled_from(["forward", "back"]),
    "targets": st.lists(IDS | st.just("red-waggon"), max_size=2),
    "fives": st.lists(st.fixed_dictionaries({"men": st.lists(IDS, max_size=5)}), max_size=3),
}


def order_of(name):
    keys = fields_of(ORDERS[name])
    whose = {"by": VALUES["by"]} if name in ("report", "confirm") else {}
    asked = {key: VALUES.get(key, IDS) for key in keys if key != "by"}
    return st.fixed_dictionaries({"order": st.just(name), **asked, **whose})


ORDER = st.sampled_from(sorted(ORDERS)).flatmap(order_of)
FACTS = st.fixed_dictionaries(
    {},
    optional={
        "supply": st.dictionaries(
            IDS,
            st.fixed_dictionaries({}, optional={"source": IDS, "distance": LENGTHS, "enemy_between": st.booleans()}),
            max_size=3,
        ),
        "supply_groups": st.lists(st.lists(IDS, max_size=3), max_size=2),
        "pockets": st.lists(st.lists(IDS, max_size=3), max_size=2),
        "threatened_by": st.dictionaries(IDS, st.lists(IDS, max_size=2), max_size=3),
        "pursued_by": st.dictionaries(IDS, st.lists(IDS, max_size=2), max_size=3),
        "dealt_with": MEN,
        "past_axle": MEN,
        "near": MEN,
        "trodden": st.dictionaries(IDS | st.just("blue-mine"), st.lists(IDS, max_size=2), max_size=2),
        "blast": st.dictionaries(IDS | st.just("blue-mine"), st.lists(SHOT, max_size=1), max_size=2),
        "driven_off": MEN,
        "caught": st.dictionaries(IDS, st.booleans(), max_size=2),
        "rearmed": st.dictionaries(IDS, st.booleans(), max_size=2),
    },
)
STATE = st.fixed_dictionaries(
    {},
    optional={
        "men": COUNTS,
        "at": POINTS,
        "immobile": st.booleans(),
        "out_of_action": st.booleans(),
        "surrendered": st.booleans(),
        "disarmed": st.booleans(),
        "flight": st.lists(IDS, max_size=2),
        "must_retire": LENGTHS,
        "retire_from": st.lists(IDS, max_size=2),
        "fire_streak": st.integers(0, 6),
        "arrears": PACKETS,
        "prisoners": COUNTS,
        "captors": MEN,
        "owes_choice": st.lists(IDS, max_size=2),
        "held_by": st.sampled_from(["red", "blue"]),
        "ran": st.booleans(),
        "stood": st.booleans(),
        "arrested": st.booleans(),
        "unsupplied_since": st.integers(0, 12),
        "aboard": IDS,
        "boxed": st.booleans(),
        "facing": st.integers(0, 359),
    },
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "charge_participants": st.just("whole_body"),
        "obligation_mode": st.just("force"),
        "two_stage_move": st.just(False),
        "loss_fraction_rule": st.just("ceil"),
        "score_points": st.just(True),
        "dealt_with_window": st.just("next_move"),
        "auto_eat_horses": st.sampled_from(["always", "never"]),
        "auto_issue": st.just(False),
        "free_surrender": st.just(True),
        "shell_victims": st.just("owner_chooses"),
        "boats_carry": st.just("all"),
        "fire_mode": st.just("simulated"),
        "boxed_troops": st.just(True),
        "waggon_per_50": st.just(True),
        "general_vulnerability": st.just("sykes"),
        "official_confirmation": st.just("engine_only"),
        "mine_lifting": st.just(True),
        "boat_capacity_men": st.just(60),
    },
)
BODIES = {
    "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": "line"},
    "red-foot": {"side": "red", "arm": "infantry", "men": 20},
    "red-gunners": {"side": "red", "arm": "artillery", "men": 5},
    "red-crew": {"side": "red", "arm": "engineers", "men": 9},
    "blue-horse": {"side": "blue", "arm": "cavalry", "men": 12, "formation": "line"},
    "blue-foot": {"side": "blue", "arm": "infantry", "men": 20, "formation": "extended"},
}


LAND = {
    "contours": {"knoll": {"line": [[-8, -8], [8, -6], [10, 8], [-4, 12], [-8, -8]], "height": 6}},
    "water": {"brook": {"outline": [[-60, 20], [60, 18], [60, 24], [-60, 26]]}},
    "fords": {"ford": {"line": [[0, 17], [0, 28]]}},
    "roads": {"lane": {"line": [[-60, 0], [60, 2]], "width": 3}},
    "rails": {"line": {"line": [[-60, 2], [60, 2]], "width": 2}},
    "houses": {"mill": {"outline": [[20, 5], [26, 5], [26, 11], [20, 11]], "height": 6}},
    "walls": {"wall": {"line": [[-30, 6], [-10, 7]], "height": 2}},
    "woods": {"copse": {"outline": [[-40, -30], [-20, -30], [-20, -12], [-40, -12]]}},
}
COUNTRIES = st.sampled_from([None, LAND])


def opened(states, moves, options, country=None):
    bodies = {name: {**body, **state} for (name, body), state in zip(BODIES.items(), states, strict=True)}
    start = {
        "own_moves": {"red": moves, "blue": moves},
        "bodies": bodies,
        "guns": {"red-gun": {"side": "red", "crew": "red-gunners"}, "blue-gun": {"side": "blue", "at": [9, 9]}},
        "waggons": {"red-waggon": {"side": "red", "packets": {"food": 2}, "at": [3, 3]}},
        "depots": {"red-depot": {"side": "red", "packets": {"food": 2, "forage": 2}, "at": [0, 0]}},
        "bridges": {"bridge": {"kind": "culvert", "at": [0, 3]}},
        "boats": {"red-boat": {"side": "red", "at": [2, 2], "aboard": {"red-foot": 5}}},
        "mines": {"blue-mine": {"side": "blue", "at": [3, 6]}},
        "trains": {"red-train": {"side": "red", "along": 30, "trucks": 2}},
        "works": {"trench": {"kind": "entrenchment", "side": "red", "crew": "red-crew", "moves_done": 3}},
    }
    return KRIEGSPIEL.opening({**start, "country": country} if country else start, options)


@settings(max_examples=150, deadline=None, phases=BRIEFLY)
@given(
    states=st.tuples(*[STATE] * len(BODIES)),
    moves=st.integers(0, 12),
    options=OPTIONS,
    orders=st.lists(ORDER, max_size=6),
    facts=FACTS,
    fire_only=st.booleans(),
    country=COUNTRIES,
)
def test_any_orders_with_any_facts_give_a_finding_and_the_same_one_again(
    states, moves, options, orders, facts, fire_only, country
):
    chosen = KRIEGSPIEL.options(options)
    position = opened(states, moves, chosen, country)
    before = copy.deepcopy(position)
    first, again = (
        KRIEGSPIEL.table(position, chosen).adjudicate("red", orders, facts, {"seed": "s"}, fire_only=fire_only)
        for _ in range(2)
    )
    assert position == before
    assert json.dumps([first.position, first.events, first.refused]) == json.dumps(
        [again.position, again.events, again.refused]
    )
    assert KRIEGSPIEL.opening(first.position, chosen) == first.position
    for name, body in first.position["bodies"].items():
        assert body["men"] >= 0 and body.get("prisoners", 0) >= 0 and body.get("horses", 0) >= 0, name
    carriers = [*first.position["boats"].values(), *first.position["trains"].values()]
    for name, body in first.position["bodies"].items():
        assert sum(one.get("aboard", {}).get(name, 0) for one in carriers) <= body["men"], name
    assert all(row["amount"] for row in first.reckoning)
    assert all(event["clause"] for event in first.events)


@settings(max_examples=100, deadline=None, phases=BRIEFLY)
@given(
    states=st.tuples(*[STATE] * len(BODIES)),
    options=OPTIONS,
    orders=st.lists(ORDER, min_size=1, max_size=4),
    country=COUNTRIES,
)
def test_any_order_is_allowed_or_refused_before_the_move_and_every_thing_has_its_choices(
    states, options, orders, country
):
    chosen = KRIEGSPIEL.options(options)
    position = opened(states, 5, chosen, country)
    *before, last = orders
    try:
        checked = KRIEGSPIEL.table(position, chosen).seen_by("red").check(last, before)
        assert checked.reading
    except Refused as refused:
        assert refused.sentence
    for thing in THINGS:
        KRIEGSPIEL.table(position, chosen).seen_by("red").choices(thing, before)
        KRIEGSPIEL.table(position, chosen).seen_by("red").duties(thing)
    KRIEGSPIEL.table(position, chosen).needs("red", orders, {})
    assert len(KRIEGSPIEL.table(position, chosen).sequence("red", orders)) == len(orders)
