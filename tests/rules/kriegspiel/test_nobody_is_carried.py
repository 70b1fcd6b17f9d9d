"""New bodies in any move: no man goes farther than was paid for, and nothing is won, lost or counted twice.  [KS-DEF-07]"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.errors import Refused
from rules.ground.batch_geometry import squares
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.events import (
    BoatDestroyed,
    BodiesMerged,
    BodyMarched,
    BodyRetired,
    BodySplit,
    ChargeDelivered,
    ContactMade,
    FormationChanged,
    GunCaptured,
    GunDestroyed,
    LotLanded,
    MenThrownBack,
    MineExploded,
    PrisonersEscorted,
    PrisonersFreed,
)
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import breadth, depth
from rules.kriegspiel.force import KINDS_OF_PACKET, read_position
from rules.kriegspiel.marches.shifts import interval
from rules.kriegspiel.marches.splits_and_merges import merge, split
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.reports.ledgers import parts_of
from rules.values.chance import Chance
from rules.values.measure import INCH
from tests.rules.kriegspiel.battles import MOVES, OPTIONS, fought, starts
from tests.rules.kriegspiel.test_any_order import BRIEFLY

pytestmark = pytest.mark.slow

NAMES = ("a", "b", "c", "d")
NEW = (*NAMES, "e", "f", "g")
ARMS = {
    "infantry": ("fours", "two-ranks", "extended"),
    "cavalry": ("column", "line", "dismounted"),
    "engineers": ("two-ranks",),
}
LAND = {
    "water": {"river": {"outline": [[-90, 11], [90, 11], [90, 13], [-90, 13]]}},
    "houses": {"mill": {"outline": [[14, -8], [20, -8], [20, -2], [14, -2]]}},
    "walls": {"wall": {"line": [[-14, -9], [-14, 6]]}},
}
HALVES = st.integers(-32, 32).map(lambda n: n / 2)
PLACES = st.tuples(HALVES, HALVES).map(list)


@st.composite
def floors(draw):
    """Some bodies of one arm in one formation, near each other, and an enemy; perhaps with a river, a house and mines."""
    arm = draw(st.sampled_from(sorted(ARMS)))
    formation, facing = draw(st.sampled_from(ARMS[arm])), draw(st.sampled_from((0, 45, 90, 200)))
    bodies = {
        name: {
            "side": "red",
            "arm": arm,
            "men": draw(st.integers(1, 45)),
            "formation": formation,
            "at": draw(PLACES),
            "facing": draw(st.sampled_from((facing, facing, 90))),
        }
        for name in NAMES
    }
    bodies["foe"] = {"side": "blue", "arm": "infantry", "men": 9, "at": [draw(HALVES), 30]}
    mines = {"mine": {"side": "blue", "at": draw(PLACES)}} if draw(st.booleans()) else {}
    return {"bodies": bodies, "mines": mines, "country": draw(st.sampled_from((LAND, {"name": "open"})))}


@st.composite
def orders(draw):
    """Some re-makings, with forming and marching between and behind them."""
    own = st.sampled_from(NEW)
    one = st.one_of(
        st.builds(lambda a, b, into: {"order": "merge", "bodies": [a, b], "into": into}, own, own, own),
        st.builds(
            lambda a, n, into: {"order": "split", "body": a, "men": n, "into": into}, own, st.integers(1, 20), own
        ),
        st.builds(
            lambda a, f: {"order": "form", "body": a, "formation": f}, own, st.sampled_from(sum(ARMS.values(), ()))
        ),
        st.builds(lambda a, at: {"order": "march", "body": a, "path": [at]}, own, PLACES),
    )
    return draw(st.lists(one, min_size=1, max_size=7))


def lineage(events, final):
    """The bodies from which one is made, by the events in which they were parted and merged, the last first."""
    of = {final}
    for event in reversed(events):
        if isinstance(event, BodiesMerged) and event.body in of:
            of |= set(event.bodies)
        elif isinstance(event, BodySplit) and event.into in of:
            of.add(event.body)
    return of


def paid_for(events, body, of):
    """Sixteenths that a man of a body may have gone: by what was marched and paid, and by closing his ranks."""
    girth = breadth(body.formation, body.men) + depth(body.formation, body.men)
    rate = 36 if body.mounted else 24 if body.arm == "engineers" else 12
    far = 2
    for event in events:
        if isinstance(event, BodiesMerged | BodySplit) and of & {event.body, *getattr(event, "bodies", ())}:
            far += interval(body) + 2 + int(share_of(event.data()["sum"]) * rate * INCH)
        elif isinstance(event, FormationChanged) and event.body in of:
            far += max(breadth(one, body.men) + depth(one, body.men) for one in (*sum(ARMS.values(), ()),))
        elif isinstance(event, BodyMarched | BodyRetired) and event.body in of:
            far += event.distance + 2 * girth
        elif isinstance(event, MineExploded):
            far += breadth("extended", 200)
    return far


def unmatched(near):
    """How many places no man can have reached, where each came from a place of his own.  near: which he can have come from."""
    taken: dict[int, int] = {}

    def seat(row, seen):
        for column in np.flatnonzero(near[row]).tolist():
            if column not in seen:
                seen.add(column)
                if column not in taken or seat(taken[column], seen):
                    taken[column] = row
                    return True
        return False

    return sum(not seat(row, set()) for row in range(len(near)))


@settings(max_examples=120, deadline=None, phases=BRIEFLY)
@given(floor=floors(), given_orders=orders())
def test_no_man_ends_farther_from_where_he_stood_than_he_paid_for(floor, given_orders):
    """Every man of all bodies comes from a place of his own.  [KS-DEF-07, KS-MOVE-01, KS-MOVE-02]"""
    position = read_position(floor, Options(), sides=("red", "blue"))
    outcome = adjudicate(position, "red", [read_order(one) for one in given_orders], NO_FACTS, Chance())
    before = {name: men_of(position, position.bodies[name]).men for name in NAMES}
    near = []
    for name, body in outcome.position.bodies.items():
        if body.side == "red" and body.men:
            of = lineage(outcome.events, name)
            far = paid_for(outcome.events, body, of)
            stand = men_of(outcome.position, body).men
            rows = [
                squares(stand[:, None, :], before[one][None, :, :]) <= (far**2 if one in of else -1) for one in NAMES
            ]
            near.append(np.concatenate(rows, axis=1))
    assert not near or not unmatched(np.concatenate(near))


def share_of(said):
    """The part of a move that the sum of a merge says was paid."""
    over, _, under = said.partition(": ")[2].removesuffix(" of a move").partition("/")
    return int(over or 0) / int(under or 1)


@st.composite
def banks(draw):
    """Bodies on either bank of a river."""
    formation = draw(st.sampled_from(("fours", "two-ranks", "extended")))
    spots = st.tuples(st.integers(-8, 8), st.sampled_from((7, 9, 10, 14, 15, 16)))
    bodies = {
        name: {
            "side": "red",
            "arm": "infantry",
            "men": draw(st.integers(1, 9)),
            "formation": formation,
            "at": list(draw(spots)),
        }
        for name in NAMES
    }
    return {"bodies": bodies, "country": LAND}


@settings(max_examples=120, deadline=None, phases=BRIEFLY)
@given(floor=banks(), given_orders=orders())
def test_nobody_who_is_made_anew_crosses_a_river_that_cannot_be_forded(floor, given_orders):
    """[KS-DEF-07, KS-MOVE-08, KS-INF-01]"""
    position = read_position(floor, Options(), sides=("red", "blue"))
    assume(not standing_in(position, 11 * INCH, 13 * INCH))
    north = standing_in(position, 12 * INCH, 999 * INCH)
    given_orders = [read_order(one) for one in given_orders if one["order"] != "march"]
    outcome = adjudicate(position, "red", given_orders, NO_FACTS, Chance())
    assert standing_in(outcome.position, 12 * INCH, 999 * INCH) == north


def standing_in(position, south, north):
    """How many of Red's men stand so far to the north."""
    stands = [men_of(position, body) for body in position.bodies.values() if body.side == "red"]
    return sum(int(((one.men[:, 1] > south) & (one.men[:, 1] < north)).sum()) for one in stands if one is not None)


# -- battles ------------------------------------------------------------------------------------------


def descent(events, final, before):
    """The bodies of which one is made in a battle, men thrown back and bodies torn among them, their guns and boats."""
    of = lineage(events, final)
    of |= {
        name.rpartition("-")[0]
        for name in of
        if any(isinstance(one, MenThrownBack) and one.body == name for one in events)
    }
    boats = {boat.id for boat in before.boats.values() if not of.isdisjoint(boat.aboard)}
    return of | boats | {gun.id for gun in before.guns.values() if gun.crew in of}


def driven(events, body, of):
    """Sixteenths that a man of a body may have gone in a battle: what he marched, and what was done to him."""
    girth = breadth(body.formation, body.men) + depth(body.formation, body.men)
    rate = 36 if body.mounted else 24 if body.arm == "engineers" else 12
    far = paid_for(events, body, of)
    for event in events:
        if isinstance(event, ChargeDelivered) and event.body in of:
            far += event.distance + 2 * girth
        elif isinstance(event, MenThrownBack) and event.body in of:
            far += 36 * INCH + girth
        elif isinstance(event, ContactMade | PrisonersEscorted) and event.body in of:
            far += rate * INCH + 2 * girth
        elif isinstance(event, GunCaptured | GunDestroyed) and event.body in of:
            far += 6 * INCH + girth
        elif isinstance(event, LotLanded | BoatDestroyed) and event.body in of:
            far += rate * INCH + girth
        if any(name in of and amount < 0 for name, _, amount in parts_of(event)):
            far += interval(body) + 2
    return far


def whereabouts(position, body):
    """Where each man of a body is; of those aboard, the boat."""
    stand = men_of(position, body)
    boats = [one.at for one in position.boats.values() for _ in range(one.aboard.get(body.id, 0))]
    rows = [stand.men] if stand is not None else []
    return np.concatenate([*rows, np.array(boats, dtype=np.int64).reshape(-1, 2)])


@settings(max_examples=40, deadline=None, phases=BRIEFLY)
@given(start=starts(), moves=MOVES, options=OPTIONS)
def test_in_a_battle_no_man_ends_farther_from_where_he_stood_than_he_paid_for_or_was_driven(start, moves, options):
    """Who is freed is where his body was, his guard stood or trod on a mine, or he was led.  [KS-DEF-07, KS-CHARGE-16, KS-LW-11]"""
    for before, events, after in fought(start, moves, options):
        freed = {name for one in events if isinstance(one, PrisonersFreed) for name in (one.into or one.body,)}
        stood = {name: whereabouts(before, body) for name, body in before.bodies.items() if body.men}
        places = {None, *(body.at for body in before.bodies.values())}
        places |= {body.at for name, body in after.bodies.items() if name not in freed}
        mines = np.array([one.at for one in events if isinstance(one, MineExploded)] or [(INCH * 10**6,) * 2])
        for side in ("red", "blue"):
            own = {name: there for name, there in stood.items() if len(there) and before.bodies[name].side == side}
            near = []
            for name, body in after.bodies.items():
                if name in freed:
                    assert body.at in places or (squares(mines, np.array(body.at)) <= (12 * INCH) ** 2).any()
                elif body.side == side and body.men and own:
                    of = descent(events, name, before)
                    far, men = driven(events, body, of), whereabouts(after, body)[:, None, :]
                    rows = [
                        squares(men, there[None, :, :]) <= (far**2 if one in of else -1) for one, there in own.items()
                    ]
                    near.append(np.concatenate(rows, axis=1))
            assert not near or not unmatched(np.concatenate(near))


# -- the books ----------------------------------------------------------------------------------------

FLAGS = ("immobile", "disarmed", "stood", "ran", "arrested")
LISTS = ("flight", "retire_from", "threatened", "gave_way", "owes_choice", "fugitives")
ENEMIES = st.lists(st.sampled_from(("foe", "other-foe")), max_size=2, unique=True)
STATE = st.fixed_dictionaries(
    {"men": st.integers(1, 60)},
    optional={
        **dict.fromkeys(("immobile", "disarmed", "stood", "ran", "arrested"), st.booleans()),
        **dict.fromkeys(LISTS, ENEMIES),
        "arrears": st.fixed_dictionaries({}, optional=dict.fromkeys(KINDS_OF_PACKET, st.integers(0, 4))),
        "must_retire": st.integers(0, 36),
        "fire_streak": st.integers(0, 6),
        "unsupplied_since": st.integers(1, 6),
        "prisoners": st.integers(0, 9),
        "horses": st.integers(0, 60),
    },
)


@st.composite
def ledgers(draw):
    """Bodies with all that a body can have and owe, and whatever names them."""
    bodies = {}
    for name in NAMES:
        state = draw(STATE)
        horses = min(state.pop("horses", 0) or state["men"], state["men"])
        bodies[name] = {"side": "red", "arm": "cavalry", "formation": "line", **state, "horses": horses}
        bodies[name]["on_foot"] = state["men"] - horses
    guards = draw(st.dictionaries(st.sampled_from(NAMES), st.integers(1, 7), max_size=3))
    named = {key: draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True)) for key in LISTS}
    foe = {"side": "blue", "arm": "infantry", "men": 9}
    bodies["foe"] = {**foe, **named, "prisoners": sum(guards.values()), "captors": guards}
    bodies["other-foe"] = foe
    return {
        "bodies": bodies,
        "mines": {"mine": {"side": "red", "layers": draw(st.lists(st.sampled_from(NAMES), max_size=2, unique=True))}},
        "works": {"trench": {"kind": "entrenchment", "side": "red", "crew": draw(st.sampled_from(NAMES))}},
    }


def book(field):
    """What is counted, added up; and of each state the men who are in it."""
    red = [body for body in field.bodies.values() if body.side == "red"]
    foe = field.bodies["foe"]
    counted = {
        **{key: sum(getattr(one, key) for one in red) for key in ("men", "horses", "on_foot", "prisoners")},
        **{kind: sum(getattr(one.arrears, kind) for one in red) for kind in KINDS_OF_PACKET},
        "guarded": sum(foe.captors.values()),
    }
    states = {key: sum(one.men for one in red if getattr(one, key)) for key in FLAGS}
    states |= {
        f"{key} {enemy}": sum(one.men for one in red if enemy in getattr(one, key))
        for key in LISTS
        for enemy in ("foe", "other-foe")
    }
    states |= {f"retires {far}": sum(one.men for one in red if one.must_retire >= far * INCH) for far in (1, 12, 36)}
    states |= {f"fired {n}": sum(one.men for one in red if one.fire_streak >= n) for n in range(1, 7)}
    states |= {f"foe's {key}": sum(field.bodies[one].men for one in getattr(foe, key)) for key in LISTS}
    states["laid the mine"] = sum(field.bodies[one].men for one in field.mines["mine"].layers)
    states |= {f"wants {kind}": sum(one.men for one in red if one.lacks(kind)) for kind in KINDS_OF_PACKET}
    states["at work"] = bool(field.bodies[field.works["trench"].crew].men)
    return counted, states


@settings(max_examples=200, deadline=None, phases=BRIEFLY)
@given(ledger=ledgers(), given_orders=orders())
def test_every_man_horse_packet_debt_prisoner_stop_and_duty_is_kept(ledger, given_orders):
    """What is counted is the same; no man is rid of a state by being counted in another body.  [KS-DEF-07]"""
    field = Field(read_position(ledger, Options(), sides=("red", "blue")), "red", NO_FACTS, Chance())
    counted, states = book(field)
    for order in [read_order(one) for one in given_orders if one["order"] in ("merge", "split")]:
        try:
            (merge if order.name == "merge" else split)(field, order)
        except Refused:
            continue
        now, then = book(field)
        assert now == counted
        rid = {key: (men, then[key]) for key, men in states.items() if then[key] < men}
        assert not rid
        states = then
