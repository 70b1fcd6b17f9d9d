"""Whatever is ordered on whatever ground, nobody ends where nobody can stand, nor farther off than he paid for.

[KS-MOVE-08, KS-GAME-09, KS-DEF-03, LW-MOVE-05 to LW-MOVE-08]
"""

from __future__ import annotations

from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.ground.geometry import where
from rules.kriegspiel.floor.footprints import breadth, depth
from rules.little_wars.floor.men import laid_out
from rules.little_wars.options import Options

pytestmark = pytest.mark.slow

SIZE = (30, 24)
COUNTRIES = st.fixed_dictionaries(
    {"size": st.just(list(SIZE))},
    optional={
        "houses": st.just({"mill": {"outline": [[12, 8], [17, 8], [17, 13], [12, 13]], "height": 6}}),
        "walls": st.just({"wall": {"line": [[4, 15], [22, 15]], "height": 3}}),
        "water": st.sampled_from([
            {"lake": {"outline": [[18, 4], [26, 4], [26, 14], [18, 14]]}},
            {"burn": {"outline": [[2, 5], [10, 5], [10, 7], [2, 7]], "fordable": True}},
            {"burn": {"outline": [[2, 4], [10, 4], [10, 22], [8, 22], [8, 6], [2, 6]], "fordable": True}},
        ]),
        "contours": st.just({"hill": {"line": [[1, 17], [29, 17], [29, 23], [1, 23], [1, 17]], "height": 6}}),
    },
)  # fmt: skip
POINTS = st.tuples(st.integers(-16, 16 * SIZE[0] + 16), st.integers(-16, 16 * SIZE[1] + 16)).map(
    lambda one: [one[0] / 16, one[1] / 16]
)
PATHS = st.lists(POINTS, min_size=1, max_size=2)
FACING = st.sampled_from([0, 90, 135, 180, 270])


def can_be_stood_on(country, at) -> bool:
    """Whether a place is on the field, in no house, and in no water that cannot be waded."""
    if not (0 <= at[0] <= SIZE[0] and 0 <= at[1] <= SIZE[1]):
        return False
    solid = [one["outline"] for one in country.get("houses", {}).values()]
    solid += [one["outline"] for one in country.get("water", {}).values() if not one.get("fordable")]
    point = round(16 * at[0]), round(16 * at[1])
    return all(where([(16 * x, 16 * y) for x, y in outline], point) <= 0 for outline in solid)


# -- Kriegspiel ---------------------------------------------------------------------------------------------

RATES = {"infantry": 12, "cavalry": 36, "artillery": 24}


def body(side, arm, **more):
    formations = {
        "infantry": ["two-ranks", "fours", "extended"],
        "cavalry": ["line", "column"],
        "artillery": ["two-ranks"],
    }
    fields = {"side": st.just(side), "arm": st.just(arm), "men": st.integers(4, 14), "at": POINTS, "facing": FACING}
    return st.fixed_dictionaries({**fields, "formation": st.sampled_from(formations[arm]), **more})


BODIES = st.fixed_dictionaries({
    "a": body("red", "infantry"), "b": body("red", "cavalry"), "c": body("red", "artillery"),
    "e": body("blue", "infantry"), "f": body("blue", "cavalry"),
    "p": body("blue", "infantry", held_by=st.just("red"), captors=st.just({"a": 1})),
})  # fmt: skip
OWN = st.sampled_from(["a", "b", "c"])
FOE = st.sampled_from(["e", "f"])
ORDERS = st.one_of(
    st.builds(lambda one, path: {"order": "march", "body": one, "path": path}, OWN, PATHS),
    st.builds(lambda one, foe, path: {"order": "retire", "body": one, "from": foe, "path": path}, OWN, FOE, PATHS),
    st.builds(lambda path: {"order": "escort", "body": "a", "prisoners": "p", "path": path}, PATHS),
    st.builds(lambda one, foe: {"order": "assault", "body": one, "target": foe}, OWN, FOE),
    st.builds(lambda foe: {"order": "charge", "body": "b", "target": foe}, FOE),
    st.builds(lambda one: {"order": "ford", "body": one}, OWN),
    st.builds(lambda path: {"order": "move-gun", "gun": "g", "path": path}, PATHS),
    st.builds(lambda path: {"order": "move-gun", "gun": "g", "men": {"a": 4}, "path": path}, PATHS),
    st.builds(lambda path: {"order": "move-general", "general": "n", "path": path}, PATHS),
    st.builds(lambda path: {"order": "move-waggon", "waggon": "w", "path": path}, PATHS),
    st.builds(lambda at: {"order": "disembark", "body": "d", "boat": "boat", "at": at}, POINTS),
)  # fmt: skip
THINGS = st.fixed_dictionaries({
    "guns": st.builds(lambda at: {"g": {"side": "red", "at": at, "crew": "c", "limbered": True}}, POINTS),
    "generals": st.builds(lambda at: {"n": {"side": "red", "at": at}}, POINTS),
    "waggons": st.builds(lambda at: {"w": {"side": "red", "at": at}}, POINTS),
    "boats": st.builds(lambda at: {"boat": {"side": "red", "at": at, "aboard": {"d": 6}}}, POINTS),
})  # fmt: skip
OWES = st.sampled_from([{}, {"must_retire": 12, "retire_from": ["f"], "retire_clause": "KS-CHARGE-13"}])


def farthest(name, events, thing, was) -> float:
    """Inches that a thing can have paid for: a move, a charge, a ford with what is behind and before it, or its gun's move.

    A charge is measured from the nearest man, who may stand at the end of a rank. [KS-DEF-05]
    """
    rate = {"g": 24, "n": 36, "w": 6, "p": 12}.get(name) or RATES.get(thing.get("arm"), 12)
    if any(one["event"] in ("contact-made", "charge-delivered") and one["body"] == name for one in events):
        men, formation = was["men"], was.get("formation", "two-ranks")
        rate += max(2, breadth(formation, men) / 32, depth(formation, men) / 16)  # a wheel goes before it
    if any(one["event"] == "river-forded" and one["body"] == name for one in events):
        rate += 24
    if any(one["event"] == "men-thrown-back" for one in events):
        rate += 36
    return max(rate, 36) if name == "b" else rate


@settings(max_examples=150, deadline=None)
@given(COUNTRIES, BODIES, THINGS, st.lists(ORDERS, min_size=1, max_size=5), OWES)
def test_nobody_of_the_kriegspiel_ends_where_nobody_can_stand_or_farther_than_he_paid(
    country, bodies, things, orders, owes
):
    rules, options = book("kriegspiel"), {"use_supply": False}
    x, y = bodies["a"]["at"]
    bodies = {
        **bodies,
        "a": {**bodies["a"], **owes},
        "p": {**bodies["p"], "men": 1, "at": [x + 2, y - 2]},
        "d": {"side": "red", "arm": "infantry", "men": 6, "aboard": "boat"},
    }
    start = {"country": country, "own_moves": {"red": 4, "blue": 4}, "bodies": bodies, **things}
    before = rules.opening(start, options)
    found = rules.table(before, options).adjudicate("red", orders, {}, {"coin": "heads"})
    for group in ("bodies", "guns", "generals", "waggons"):
        for name, thing in found.position[group].items():
            was, now = before[group].get(name, {}).get("at"), thing.get("at")
            if now is None or now == was or (group == "bodies" and not thing.get("men")):
                continue
            assert can_be_stood_on(country, now) or (was and not can_be_stood_on(country, was)), (
                name,
                was,
                now,
                found.events,
            )
            if was is not None:
                reach = farthest(name, found.events, thing, before[group][name])
                assert dist(was, now) <= reach + 0.25, (name, was, now, found.events)


# -- Little Wars --------------------------------------------------------------------------------------------

MEN = st.fixed_dictionaries({
    "a": st.builds(lambda n, at: {"side": "red", "arm": "infantry", "men": n, "at": at}, st.integers(1, 6), POINTS),
    "b": st.builds(lambda n, at: {"side": "red", "arm": "cavalry", "men": n, "at": at}, st.integers(1, 4), POINTS),
    "e": st.builds(lambda n, at: {"side": "blue", "arm": "infantry", "men": n, "at": at}, st.integers(1, 6), POINTS),
    "p": st.builds(
        lambda at: {"side": "blue", "arm": "infantry", "men": 0, "prisoners": 1, "captives": [at], "captors": {"a": 1}}, POINTS
    ),
})  # fmt: skip
OF_MEN = st.sampled_from(["a", "b"])
MOVES = st.one_of(
    st.builds(lambda one, path: {"order": "march", "bodies": [one], "path": path}, OF_MEN, PATHS),
    st.builds(lambda one: {"order": "assault", "bodies": [one], "target": "e"}, OF_MEN),
    st.builds(lambda one: {"order": "retire", "bodies": [one]}, OF_MEN),
    st.builds(
        lambda via, path: {"order": "move-prisoners", "escorts": {"a": 1}, "prisoners": {"p": 1}, "path": path, **via},
        st.one_of(st.just({}), st.builds(lambda at: {"via": [at]}, POINTS)), PATHS,
    ),
    st.builds(lambda path: {"order": "move-gun", "gun": "g", "path": path}, PATHS),
    st.builds(lambda path: {"order": "move-box", "box": "x", "path": path}, PATHS),
    st.just({"order": "unbox", "box": "x"}),
    st.just({"order": "detrain", "bodies": ["t"], "train": "t-1"}),
)  # fmt: skip


def men_of(thing):
    """Where the men of a body stand: the free, then those in enemy hands."""
    free = thing.get("figures") or ([thing["at"]] if thing.get("men") == 1 and thing.get("at") else [])
    return [*free, *(thing.get("captives") or [])]


def drawn_up(thing):
    """Where the men of a body of which one place is given stand: it may be over the edge of the field."""
    if not thing.get("at"):
        return []
    x, y = thing["at"]
    radius = Options().radius(thing["arm"])
    return [[x / 16, y / 16] for x, y in laid_out((round(16 * x), round(16 * y)), 0, thing["men"], radius)]


@settings(max_examples=150, deadline=None)
@given(COUNTRIES, MEN, POINTS, POINTS, POINTS, st.lists(MOVES, min_size=1, max_size=5))
def test_no_man_of_little_wars_ends_where_no_man_can_stand(country, bodies, gun, box, train, orders):
    rules, options = book("little-wars"), {"boxes": True, "railway": True}
    bodies = {
        **bodies,
        "p": {**bodies["p"], "captives": [[bodies["a"]["at"][0] + 3, bodies["a"]["at"][1] - 3]]},
        "x-men": {"side": "red", "arm": "infantry", "men": 4, "aboard": "x"},
        "t": {"side": "red", "arm": "infantry", "men": 4, "aboard": "t-1"},
    }
    start = {
        "country": {**country, "back_lines": {"red": "south", "blue": "north"}}, "own_moves": {"red": 4, "blue": 4},
        "bodies": bodies, "guns": {"g": {"side": "red", "at": gun, "crew": {"a": 0}}},
        "boxes": {"x": {"side": "red", "at": box, "aboard": {"x-men": 4}}},
        "trains": {"t-1": {"side": "red", "trucks": 1, "at": train, "aboard": {"t": 4}}},
    }  # fmt: skip
    table = rules.table(rules.opening(start, options), options)
    found, stayed = table.adjudicate("red", orders, {}, {}), table.adjudicate("red", [], {}, {})
    stood = [at for one in (start, stayed.position) for thing in one["bodies"].values() for at in men_of(thing)]
    stood += [at for thing in bodies.values() for at in drawn_up(thing)]  # for who is killed has no place afterwards
    for name, thing in found.position["bodies"].items():
        for at in men_of(thing) if name != "e" else ():  # whom nobody moves
            hemmed_in = name == "x-men" and at == box  # nobody finds room about a box: he stays where it stands
            assert at in stood or hemmed_in or can_be_stood_on(country, at), (name, at, found.events)
    now = found.position["guns"]["g"]
    if now["at"] != gun and not now.get("retired"):
        assert can_be_stood_on(country, now["at"])
        assert dist(gun, now["at"]) <= 24.1
