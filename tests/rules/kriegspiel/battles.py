"""Whole moves with everything that divides bodies: charges, throw-backs, retreats, captures, liberations, fallen spans, mines and lots."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.force import KINDS_OF_PACKET, read_position
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.values.chance import Chance

SIDES = ("red", "blue")
ARMS = {
    "infantry": ("fours", "two-ranks", "extended"),
    "cavalry": ("line", "line", "column", "dismounted"),
    "artillery": ("two-ranks",),
    "engineers": ("two-ranks",),
}
KINDS = {"horse": "cavalry", "lancers": "cavalry", "foot": "infantry", "guards": "infantry", "crew": "engineers"}
LEAST = {"cavalry": 8, "artillery": 4}
MOST = {"infantry": 24, "cavalry": 24, "artillery": 5, "engineers": 9}
BODIES = [f"{side}-{name}" for side in SIDES for name in (*KINDS, "gunners")]
SPAN = [[56, 68], [64, 68], [64, 74], [56, 74]]
LAND = {"water": {"river": {"outline": [[0, 69], [120, 69], [120, 73], [0, 73]]}}, "size": [120, 120]}
"""A river across the field, to be crossed by a bridge."""

PLACES = st.tuples(st.integers(25, 95), st.integers(45, 85)).map(list)
ROWS = {"red": st.integers(50, 64), "blue": st.integers(66, 80)}


def owing(enemy):
    """What a body may owe to the enemy's cavalry."""
    before = [f"{enemy}-horse"]
    return st.sampled_from(
        (
            *[{}] * 9,
            *[{"stood": True}] * 3,
            {"owes_choice": before, "threatened": before},
            {"flight": before, "must_retire": 12, "retire_from": before, "threatened": before},
            {"must_retire": 12, "retire_from": before, "retire_clause": "KS-CHARGE-13"},
            {"immobile": True},
        )
    )


@st.composite
def starts(draw):
    """Bodies of both sides near each other, some with men in the other's hands, with guns, a bridge, mines and a boat."""
    bodies = {}
    for side, enemy in (SIDES, SIDES[::-1]):
        for place, (name, arm) in enumerate((*KINDS.items(), ("gunners", "artillery"))):
            guarded = draw(
                st.dictionaries(st.sampled_from((f"{enemy}-foot", f"{enemy}-guards")), st.integers(1, 6), max_size=2)
            )
            held = sum(guarded.values()) + draw(st.integers(0, 2))
            bodies[f"{side}-{name}"] = {
                "side": side,
                "arm": arm,
                "men": draw(st.integers(0 if held and name == "foot" else LEAST.get(arm, 1), MOST[arm])),
                "formation": draw(st.sampled_from(ARMS[arm])),
                "at": [30 + 12 * place + draw(st.integers(-3, 3)), draw(ROWS[side])],
                "facing": draw(st.sampled_from((0, 180, 200))),
                "prisoners": held,
                "captors": guarded,
                "arrears": draw(st.fixed_dictionaries({}, optional=dict.fromkeys(KINDS_OF_PACKET, st.integers(0, 3)))),
                **draw(owing(enemy)),
            }
    if draw(st.booleans()):
        bodies["blue-foot"] |= {"men": 24, "formation": "fours", "at": [60, draw(st.integers(66, 82))], "facing": 0}
        bodies["red-crew"] |= {"at": [66, 67]}
    if draw(st.booleans()):
        bodies["blue-guards"] |= {
            "held_by": "red",
            "prisoners": 0,
            "captors": {},
            "men": max(bodies["blue-guards"]["men"], 1),
        }
    for body in bodies.values():
        body["horses"] = body["men"] if body["arm"] == "cavalry" else 0
        guards = body["captors"].items()
        body["captors"] = {one: men for one, men in guards if bodies[one]["men"] and not bodies[one].get("held_by")}
    aboard = {
        name: draw(st.integers(1, bodies[name]["men"]))
        for name in draw(st.sampled_from(((), (), ("red-foot",), ("red-foot", "red-guards"))))
        if bodies[name]["men"]
    }
    for name in aboard:
        bodies[name] |= {"at": [56, 66]}
    guns = {
        f"{side}-gun": {"side": side, "at": bodies[f"{side}-gunners"]["at"], "crew": f"{side}-gunners"}
        for side in SIDES
    }
    mines = {
        name: {"side": draw(st.sampled_from(SIDES)), "at": draw(PLACES)}
        for name in draw(st.sampled_from(((), ("mine", "other"))))
    }
    return {
        "own_moves": {"red": 2, "blue": 2},
        "bodies": bodies,
        "guns": guns,
        "mines": mines,
        "bridges": {"bridge": {"kind": "road-bridge", "at": [60, 71], "span": SPAN}},
        "boats": {"boat": {"side": "red", "at": [56, 70 if aboard else 66], "aboard": aboard}},
        "waggons": {"cart": {"side": "blue", "at": draw(PLACES), "packets": {"food": 3, "forage": 2}}},
        "depots": {"store": {"side": "red", "at": [20, 20], "packets": {"food": 9, "ammunition": 4}}},
        "country": draw(st.sampled_from((LAND, {"name": "open"}, {"name": "open"}))),
    }


def near(side, name):
    """A way of one leg that begins about where a body stands."""
    x, y = 30 + 12 * (*KINDS, "gunners").index(name), 57 if side == "red" else 73
    return st.tuples(st.integers(x - 12, x + 12), st.integers(y - 14, y + 14)).map(lambda at: [list(at)])


def going(side):
    """Orders to move: marches, retreats, escorts."""
    enemy = "blue" if side == "red" else "red"
    held = st.dictionaries(
        st.sampled_from([f"{enemy}-{one}" for one in KINDS]), st.integers(0, 4), min_size=1, max_size=1
    )
    for name in KINDS:
        body = {"body": f"{side}-{name}"}
        yield near(side, name).map(lambda path, body=body: {"order": "march", **body, "path": path})
        yield st.just({"order": "retire", **body, "from": f"{enemy}-horse"})
    for name in ("foot", "guards"):
        body = {"body": f"{side}-{name}"}
        yield st.tuples(held, near(side, name)).map(
            lambda found, body=body: {"order": "escort", **body, "prisoners": found[0], "path": found[1]}
        )


def fighting(side):
    """Orders to fire, to fight and to surrender."""
    enemy = "blue" if side == "red" else "red"
    theirs = st.sampled_from([one for one in BODIES if one.startswith(enemy)] + [f"{enemy}-gun"])
    hit = st.dictionaries(st.sampled_from(BODIES), st.integers(1, 20), min_size=1, max_size=2)
    support = st.fixed_dictionaries({"attackers_support": st.just(0), "defenders_support": st.sampled_from((0, 50))})
    for name in ("horse", "lancers", "horse", "lancers"):
        target = theirs | st.just(f"{enemy}-{name}")
        yield target.map(lambda target, name=name: {"order": "charge", "body": f"{side}-{name}", "target": target})
    for name in ("foot", "guards", "crew"):
        body = {"body": f"{side}-{name}"}
        yield st.tuples(theirs, support).map(
            lambda found, body=body: {"order": "assault", **body, "target": found[0], "measured": found[1]}
        )
        yield hit.map(
            lambda dead, body=body: {"order": "fire-rifles", **body, "measured": {"shots": [{"knocked_down": dead}]}}
        )
    yield st.just({"order": "surrender", "body": f"{side}-guards"})
    shells = st.tuples(hit, st.sampled_from(((), (), ("boat",), ("cart",))))
    yield shells.map(
        lambda of: {
            "order": "fire-gun",
            "gun": f"{side}-gun",
            "measured": {"shells": [{"men": of[0], "waggons": list(of[1])}]},
        }
    )


def making(side):
    """Orders that form new bodies, take them aboard, or destroy the bridge under them."""
    mine = st.sampled_from([f"{side}-{one}" for one in KINDS])
    new = f"{side}-new"
    yield st.tuples(mine, st.integers(1, 9)).map(
        lambda of: {"order": "split", "body": of[0], "men": of[1], "into": new}
    )
    yield mine.map(lambda one: {"order": "merge", "bodies": [one, new], "into": one})
    yield st.tuples(mine, st.sampled_from(sum(ARMS.values(), ()))).map(
        lambda of: {"order": "form", "body": of[0], "formation": of[1]}
    )
    yield mine.map(lambda one: {"order": "embark", "body": one, "boat": "boat"})
    yield mine.map(lambda one: {"order": "disembark", "body": one, "boat": "boat"})
    yield st.integers(46, 66).map(lambda x: {"order": "sail", "boat": "boat", "path": [[x, 71]]})
    yield st.just({"order": "destroy", "body": f"{side}-crew", "target": "bridge"})


def orders_of(side):
    """Orders that a side may give, lawful or not."""
    return st.one_of(*(st.one_of(*kind(side)) for kind in (going, fighting, fighting, making)))


MOVES = st.tuples(*(st.lists(orders_of(side), min_size=2, max_size=7) for side in SIDES))
OPTIONS = st.fixed_dictionaries(
    {"use_supply": st.just(False), "free_surrender": st.just(True)},
    optional={
        "obligation_mode": st.just("force"),
        "gunners_fate": st.just("killed"),
        "charge_participants": st.just("whole_body"),
        "dealt_with_window": st.just("next_move"),
        "forced_retire_is_flight": st.just(True),
    },
)


def fought(start, moves, options):
    """One move of each side: before it, its result, and after it."""
    position = read_position(start, Options(**options), sides=SIDES)
    for side, orders in zip(SIDES, moves, strict=True):
        outcome = adjudicate(position, side, [read_order(one) for one in orders], NO_FACTS, Chance("battle"))
        yield position, outcome.events, outcome.position
        position = outcome.position
