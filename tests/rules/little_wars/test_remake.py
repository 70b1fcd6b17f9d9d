"""New groups: each man is where he stood or where he walked, and nothing is lost or counted twice.  [LW-SETUP-09]"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import fields

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.errors import Refused
from rules.little_wars import adjudicate as turn
from rules.little_wars.events import GunCaptured
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import CAPTIVITY, DEAD, FREE, PRISONER, Man
from rules.little_wars.floor.remake import ACCOUNT
from rules.little_wars.force.position import Body, read_position
from rules.little_wars.options import Options
from rules.little_wars.orders import read_order
from rules.little_wars.orders.facts import NO_FACTS, things_named
from rules.little_wars.reports.ledgers import parts_of
from rules.little_wars.rule import RULES
from rules.values.chance import Chance
from rules.values.measure import INCH
from tests.rules.kriegspiel.test_any_order import BRIEFLY

NAMES = ("a", "b", "c")
RIVER = (60, 62)
LAND = {
    "size": [120, 120],
    "back_lines": {"red": "south", "blue": "north"},
    "water": {"river": {"outline": [[0, RIVER[0]], [120, RIVER[0]], [120, RIVER[1]], [0, RIVER[1]]]}},
}


def test_every_field_of_a_body_stands_once_in_the_account():
    """So that a new field cannot be forgotten.  [LW-SETUP-09]"""
    assert sorted(ACCOUNT.fields()) == sorted(field.name for field in fields(Body))


def test_all_that_a_man_is_stands_once_in_the_account_of_captivity():
    """[LW-PRIS-05, LW-PRIS-07]"""
    assert sorted(CAPTIVITY.fields()) == sorted(field.name for field in fields(Man))


@st.composite
def floors(draw):
    """Some groups on either bank of a river, and an enemy with prisoners of his in their hands."""
    bodies = {
        name: {
            "side": "red",
            "arm": "infantry",
            "men": draw(st.integers(1, 6)),
            "at": [35 + 12 * place, draw(st.sampled_from((55, 58, 64, 66)))],
        }
        for place, name in enumerate(NAMES)
    }
    bodies["foe"] = {"side": "blue", "arm": "infantry", "men": 5, "at": [60, 110]}
    return {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": LAND}


@st.composite
def orders(draw):
    """Groups parted and joined, and marched; some parted and joined again."""
    own = st.sampled_from(NAMES)
    spot = st.tuples(st.integers(32, 62), st.integers(56, 70)).map(list)
    remade = st.one_of(
        st.permutations(NAMES).map(lambda of: {"order": "merge", "bodies": of[:2], "into": of[0]}),
        st.builds(
            lambda a, n, into: {"order": "split", "body": a, "men": n, "into": into},
            own,
            st.integers(1, 4),
            st.sampled_from(("d", "e")),
        ),
    )
    marches = st.builds(lambda a, at: {"order": "march", "bodies": [a], "path": [at]}, own, spot)
    first, gone, last = (draw(st.lists(one, min_size=1, max_size=4)) for one in (remade, marches, remade))
    return [*first, *gone, *last]


def test_a_part_has_no_prisoners_nor_men_off_the_field_and_the_whole_keeps_them():
    """LW-SETUP-09."""
    whole = {
        "side": "red",
        "arm": "infantry",
        "men": 6,
        "prisoners": 2,
        "retired": 3,
        "arrived": 1,
        "captors": {"foe": 2},
    }
    foe = {"side": "blue", "arm": "infantry", "men": 5}
    position = read_position({"bodies": {"a": whole, "foe": foe}}, Options(), sides=("red", "blue"))
    order = read_order({"order": "split", "body": "a", "men": 2, "into": "d"})
    after = turn.adjudicate(position, "red", [order], NO_FACTS, Chance()).position.bodies
    off = ("prisoners", "untended", "secure", "retired", "arrived")
    assert [getattr(after["d"], name) for name in off] == [0] * len(off)
    assert (after["a"].men, after["a"].prisoners, after["a"].retired, after["a"].arrived) == (4, 2, 3, 1)


def test_facts_name_what_they_are_about_and_nothing_where_they_say_none():
    shots = [{"gun": "g", "effects": [["over", "a", 2]]}, {"effects": [], "accident": {"b": 1}}]
    assert things_named({"shots": shots}) == {"g", "a", "b"}


@contextmanager
def seen_to_close():
    """The floors, man by man, that close meanwhile."""
    seen: list[Field] = []
    closed = Field.closed
    Field.closed = lambda field, **counted: seen.append(field) or closed(field, **counted)
    try:
        yield seen
    finally:
        Field.closed = closed


@pytest.mark.slow
@settings(max_examples=80, deadline=None, phases=BRIEFLY)
@given(floor=floors(), given_orders=orders())
def test_no_man_ends_farther_from_where_he_stood_than_he_may_walk_nor_across_a_river(floor, given_orders):
    """Man by man, whatever group he is then of; who did not march stands where he stood.  [LW-MOVE-04, LW-MOVE-06, LW-SETUP-09]"""
    position = read_position(floor, Options(), sides=("red", "blue"))
    with seen_to_close() as seen:
        turn.adjudicate(position, "red", [read_order(one) for one in given_orders], NO_FACTS, Chance())
    (field,) = seen
    bank = RIVER[1] * INCH
    for man in field.all_men():
        (x, y), (was_x, was_y) = man.at, man.origin
        far = field.options.rate(man.arm) if man.moved else 0
        assert (x - was_x) ** 2 + (y - was_y) ** 2 <= (far + 1) ** 2
        assert (y >= bank) == (was_y >= bank)
    kept = Counter(
        at for body in field.closed(counted=True).bodies.values() for at in (body.figures or (body.at,)) if body.men
    )
    assert kept == Counter(man.at for man in field.all_men() if man.status == FREE)


# -- the books ------------------------------------------------------------------------------------------


@st.composite
def ledgers(draw):
    """Groups of which nobody knows the places, with all that names them."""
    placed = draw(st.booleans())
    bodies = {
        name: {
            "side": "red",
            "arm": "infantry",
            "men": draw(st.integers(2, 20)),
            "disarmed": draw(st.integers(0, 2)),
            "line": draw(st.sampled_from(("", "own", "enemy"))),
            **({"at": [20, 20 + 30 * place]} if placed else {}),
        }
        for place, name in enumerate(NAMES)
    }
    guards = draw(st.dictionaries(st.sampled_from(NAMES), st.integers(1, 9), max_size=3))
    own = st.sampled_from(NAMES)
    bodies["foe"] = {"side": "blue", "arm": "infantry", "men": 9, "prisoners": sum(guards.values()), "captors": guards}
    return {
        "own_moves": {"red": 3, "blue": 3},
        "bodies": bodies,
        "guns": {
            "gun": {"side": "red", "crew": draw(st.dictionaries(own, st.integers(1, 2), max_size=2)), "trail": {"a": 2}}
        },
        "works": {"rail": {"kind": "tear-rail", "side": "red", "crew": {draw(own): 2}, "target": "r"}},
        "waggons": {"cart": {"side": "red", "serves": draw(st.lists(own, max_size=2, unique=True))}},
    }


def book(field):
    """What is counted, added up; and of some states the men who are in them."""
    red = {name: field.settled(name) for name, body in field.bodies.items() if body.side == "red"}
    foe, gun, work = field.settled("foe"), field.guns["gun"], field.works["rail"]
    counted = {
        "men": sum(one.men for one in red.values()),
        "disarmed": sum(one.disarmed for one in red.values()),
        "guarded": sum(foe.captors.values()),
        "guards": set(foe.captors) <= {name for name, one in red.items() if one.men},
        "at the gun": sum(men or len(field.free(name)) for name, men in gun.crew.items()),
        "at the trail": sum(gun.trail.values()),
        "at the rail": sum(work.crew.values()),
        "there": {*gun.crew, *gun.trail, *work.crew} <= {name for name, one in red.items() if one.men},
    }
    served = sum(len(field.free(name)) for name in field.waggons["cart"].serves)
    lines = {line: sum(one.men for one in red.values() if one.line == line) for line in ("own", "enemy")}
    return counted, served, lines


@pytest.mark.slow
@settings(max_examples=150, deadline=None, phases=BRIEFLY)
@given(ledger=ledgers(), given_orders=orders())
def test_every_man_prisoner_guard_crew_and_share_of_work_is_kept(ledger, given_orders):
    """[LW-SETUP-09, LW-PRIS-02, LW-GUN-03, LW-EXT-25]"""
    field = Field(read_position(ledger, Options(), sides=("red", "blue")), "red", NO_FACTS, Chance())
    counted, served, lines = book(field)
    assume(all(men <= len(field.free(name)) for name, men in field.guns["gun"].crew.items()))
    for order in [read_order(one) for one in given_orders if one["order"] in ("merge", "split")]:
        try:
            RULES[type(order)].carry_out(field, order)
        except Refused:
            continue
        now, now_served, now_lines = book(field)
        assert now == counted
        assert now_served >= served
        assert all(now_lines[line] <= lines[line] for line in lines)
        served, lines = now_served, now_lines


# -- battles --------------------------------------------------------------------------------------------

SIDES = ("red", "blue")
GROUPS_OF = {"a": "infantry", "b": "infantry", "c": "cavalry"}
FIGHTERS = [f"{side}-{name}" for side in SIDES for name in GROUPS_OF]
ROWS = {"red": st.integers(36, 50), "blue": st.integers(52, 66)}


@st.composite
def battles(draw, placed):
    """Groups of both sides near each other, with or without places, some with men in the other's hands, and a gun each."""
    bodies = {}
    at = {
        f"{side}-{name}": [30 + 12 * x + draw(st.integers(-4, 4)), draw(ROWS[side])]
        for side in SIDES
        for x, name in enumerate(GROUPS_OF)
    }
    for side, enemy in (SIDES, SIDES[::-1]):
        for name, arm in GROUPS_OF.items():
            guards = draw(st.dictionaries(st.sampled_from([f"{enemy}-a", f"{enemy}-b"]), st.integers(1, 5), max_size=2))
            prisoners = sum(guards.values())
            spots = [
                [at[guard][0] + 2 * n, at[guard][1] + 2 + n % 2] for guard, men in guards.items() for n in range(men)
            ]
            bodies[f"{side}-{name}"] = {
                "side": side,
                "arm": arm,
                "men": draw(st.integers(0 if prisoners and arm == "cavalry" else 3, 9)),
                "disarmed": draw(st.sampled_from((0, 0, 0, 2))),
                "prisoners": prisoners,
                "captors": guards,
                **(
                    {"at": at[f"{side}-{name}"], "captives": spots}
                    if placed
                    else {"line": draw(st.sampled_from(("", "own")))}
                ),
            }
    guns = {}
    for side in SIDES:
        x, y = at[f"{side}-a"]
        guns[f"{side}-gun"] = {
            "side": side,
            "crew": f"{side}-a",
            **({"at": [x, y - 3 if side == "red" else y + 3]} if placed else {}),
        }
    land = {"size": [120, 120], "back_lines": {"red": "south", "blue": "north"}}
    return {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "guns": guns, **({"country": land} if placed else {})}


def blows(side, placed):
    """What a side may order in a battle, lawful or not."""
    enemy = "blue" if side == "red" else "red"
    mine, theirs = (st.sampled_from([one for one in FIGHTERS if one.startswith(of)]) for of in (side, enemy))
    measured = {"distance": st.integers(1, 12)}
    counted = st.fixed_dictionaries(
        {**({} if placed else measured), "defenders_support": st.integers(0, 6), "attackers_support": st.integers(0, 6)}
    )
    way = st.tuples(st.integers(26, 62), st.integers(36, 66)).map(lambda at: {"path": [list(at)]})
    if not placed:
        way = st.fixed_dictionaries(measured, optional={"line": st.just("own")}).map(lambda told: {"measured": told})
    effects = st.lists(st.tuples(st.just("over"), st.sampled_from(FIGHTERS), st.integers(1, 4)).map(list), max_size=3)
    return st.one_of(
        st.builds(lambda a, b, m: {"order": "assault", "body": a, "target": b, "measured": m}, mine, theirs, counted),
        st.builds(lambda a, b: {"order": "assault", "body": a, "target": b}, mine, theirs),
        st.builds(lambda a, gone: {"order": "march", "bodies": [a], **gone}, mine, way),
        st.builds(
            lambda a, n, b, k, gone: {"order": "move-prisoners", "escorts": {a: n}, "prisoners": {b: k}, **gone},
            mine, st.integers(0, 2), theirs, st.integers(0, 3), way,
        ),
        st.builds(lambda e: {"order": "fire-gun", "gun": f"{side}-gun", "measured": {"shots": [{"effects": e}]}}, effects),
        st.builds(lambda a: {"order": "surrender", "bodies": [a], "measured": {"supporters": 0}}, mine),
        st.builds(lambda a, n: {"order": "split", "body": a, "men": n, "into": f"{side}-d"}, mine, st.integers(1, 4)),
        st.builds(lambda a: {"order": "merge", "bodies": [a, f"{side}-d"], "into": a}, mine),
    )  # fmt: skip


BATTLES = st.booleans().flatmap(
    lambda placed: st.tuples(
        battles(placed), *(st.lists(blows(side, placed), min_size=2, max_size=7) for side in SIDES)
    )
)
OF_BATTLES = st.fixed_dictionaries(
    {},
    optional={
        "liberation": st.just("any_escort"),
        "melee_merge": st.just("charger_assigns"),
        "retake_disarmed": st.just(False),
        "rearm_delay": st.just("at_once"),
        "escort_join_and_go": st.just(False),
    },
)


def fought(start, *moves, options):
    """One move of each side: the position before it, the men as it closed, the events, and the position after it."""
    position = read_position(start, Options(**options), sides=SIDES)
    for side, orders in zip(SIDES, moves, strict=True):
        with seen_to_close() as seen:
            outcome = turn.adjudicate(position, side, [read_order(one) for one in orders], NO_FACTS, Chance("battle"))
        yield position, seen[0], outcome.events, outcome.position
        position = outcome.position


def kept(men, placed):
    """What is kept of men from one move to the next, and of how many; on a country where each of them stands too."""
    return Counter(
        (man.body, man.status, placed and man.at, man.armed, man.guard, man.untended, man.secure)
        for man in men
        if man.status in (FREE, PRISONER)
    )


def people(field, side):
    """Men of a side, by what has become of them."""
    found = Counter(man.status for man in field.all_men(side))
    return {"alive": found.total() - found[DEAD], "held": found[PRISONER]}


@pytest.mark.slow
@settings(max_examples=40, deadline=None, phases=BRIEFLY)
@given(battle=BATTLES, options=OF_BATTLES)
def test_whatever_is_fought_taken_or_freed_every_man_is_kept_and_none_is_carried(battle, options):
    """Before is after with its losses; who did not move stands where he stood.  [LW-SHOT-07, LW-PRIS-04, LW-PRIS-05]"""
    for before, field, events, after in fought(*battle, options=options):
        told = {side: Counter() for side in SIDES}
        for event in events:
            for name, kind, amount in parts_of(event):
                told[after.bodies[name].side][kind] += amount if name in after.bodies else 0
        opened = Field(before, field.side, NO_FACTS, Chance())
        for side in SIDES:
            had, has, said = people(opened, side), people(field, side), told[side]
            assert has["alive"] - had["alive"] == said["men"] + said["prisoners"]
            assert has["held"] <= had["held"] + said["prisoners"]
        for man in field.all_men():
            if man.at is not None and man.origin is not None:
                (x, y), (was_x, was_y) = man.at, man.origin
                far = field.options.rate(man.arm) if man.moved else 0
                assert (x - was_x) ** 2 + (y - was_y) ** 2 <= (far + 1) ** 2
        again = Field(after, field.side, NO_FACTS, Chance())
        placed = before.has_map
        assert kept(again.all_men(), placed) == kept(field.all_men(), placed)
        taken = {event.body for event in events if isinstance(event, GunCaptured)}
        assert {name for name, gun in after.guns.items() if gun.owner != before.guns[name].owner} <= taken
        assert all(again.free(name) for body in after.bodies.values() for name in body.captors)
