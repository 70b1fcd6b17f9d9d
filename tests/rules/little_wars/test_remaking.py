"""Groups made anew: each man is where he stood or where he walked, and nothing is lost or counted twice.  [LW-SETUP-09]"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.chance import Chance
from rules.errors import Refused
from rules.little_wars import adjudicate as turn
from rules.little_wars.facts import NO_FACTS
from rules.little_wars.field import Field
from rules.little_wars.force import Body, read_position
from rules.little_wars.men import FREE
from rules.little_wars.options import Options
from rules.little_wars.orders import read_order
from rules.little_wars.remaking import ACCOUNT
from rules.little_wars.rule import RULES
from rules.measure import INCH
from tests.rules.kriegspiel.test_any_order import BRIEFLY

NAMES = ("a", "b", "c")
RIVER = (60, 62)
LAND = {
    "size": [120, 120],
    "back_lines": {"red": "south", "blue": "north"},
    "water": {"river": {"outline": [[0, RIVER[0]], [120, RIVER[0]], [120, RIVER[1]], [0, RIVER[1]]]}},
}


def test_every_field_of_a_body_stands_once_in_the_account():
    """So that a field that is new cannot be forgotten.  [LW-SETUP-09]"""
    assert sorted(ACCOUNT.fields()) == sorted(field.name for field in fields(Body))


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


@settings(max_examples=80, deadline=None, phases=BRIEFLY)
@given(floor=floors(), given_orders=orders())
def test_no_man_ends_farther_from_where_he_stood_than_he_may_walk_nor_across_a_river(floor, given_orders):
    """Man by man, whatever group he is then of; who did not march stands where he stood.  [LW-MOVE-04, LW-MOVE-06, LW-SETUP-09]"""
    position = read_position(floor, Options(), sides=("red", "blue"))
    seen: list[Field] = []
    closed = Field.closed
    Field.closed = lambda field, **counted: seen.append(field) or closed(field, **counted)
    try:
        turn.adjudicate(position, "red", [read_order(one) for one in given_orders], NO_FACTS, Chance())
    finally:
        Field.closed = closed
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
