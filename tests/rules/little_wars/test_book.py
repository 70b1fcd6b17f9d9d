"""Little Wars as a book: who may give an order, what an order holds, what a refusal says, and where the men go with their gun."""

from __future__ import annotations

import pytest

from rules.books import book
from rules.errors import Refused
from rules.little_wars.events import MenKilled
from rules.little_wars.reports.ledgers import reckon

RULES = book("little-wars")


def opened(options, **bodies):
    enemy = {"side": "blue", "arm": "infantry", "men": 6, "at": [0, 400]}
    start = {
        "own_moves": {"red": 3, "blue": 3},
        "bodies": {"bf": enemy, **bodies},
        "guns": {"g": {"side": "red", "at": [0, 22]}},
    }
    return RULES.opening(start, options)


def foot(*at, men=1):
    return {"side": "red", "arm": "infantry", "men": men, "at": list(at)}


@pytest.mark.parametrize(
    ("order", "arm"),
    [
        ({"order": "march", "body": "rf", "path": [[0, 6]]}, "infantry"),
        ({"order": "march", "body": "rh", "path": [[0, 6]]}, "cavalry"),
        ({"order": "fire-gun", "gun": "g", "shots": 1}, "artillery"),
        ({"order": "end-move"}, "general"),
    ],
)
def test_an_order_belongs_to_the_commander_of_an_arm(order, arm):
    options = RULES.options({})
    position = opened(options, rf=foot(0, 0), rh={**foot(20, 0), "arm": "cavalry"})
    assert RULES.table(position, options).seen_by("red").arm_of(RULES.order(order)) == arm


def test_an_order_to_nothing_belongs_to_nobody():
    options = RULES.options({})
    with pytest.raises(Refused) as refused:
        RULES.table(opened(options), options).seen_by("red").arm_of(
            RULES.order({"order": "march", "body": "ghost", "path": [[0, 6]]})
        )
    assert refused.value.code == "E-NONE"


def test_a_second_after_go_is_one_of_the_first_million():
    order = {"order": "march", "body": "rf", "path": [[0, 6]]}
    assert RULES.order({**order, "second": 1_000_000})["second"] == 1_000_000
    with pytest.raises(Refused):
        RULES.order({**order, "second": 1_000_001})


def test_the_men_who_go_with_a_gun_stand_about_it_as_they_stood():
    """LW-GUN-14, where no places are named."""
    options = RULES.options({})
    crew = {"a": foot(-3, 20), "b": foot(3, 20), "c": foot(-3, 24), "d": foot(3, 24)}
    order = RULES.order({"order": "move-gun", "gun": "g", "men": 4, "path": [[6, 30]]})
    found = RULES.table(opened(options, **crew), options).adjudicate("red", [order], {}, {"seed": "x"})
    bodies = found.position["bodies"]
    assert {name: bodies[name]["at"] for name in crew} == {"a": [3, 28], "b": [9, 28], "c": [3, 32], "d": [9, 32]}


@pytest.mark.parametrize(("feet", "inches"), [(13, 12), (14, 24), (15, 36)])
def test_the_refusal_of_a_way_too_long_says_where_the_limit_is_reached(feet, inches):
    """LW-EXT-03: its own examples of infantry at treble moves, twelve feet the limit."""
    options = RULES.options({"long_move": 3})
    position = opened(options, rf=foot(0, 400 - 12 * feet))
    order = RULES.order({"order": "march", "body": "rf", "path": [[0, 400 - 12 * feet + 40]]})
    with pytest.raises(Refused) as refused:
        RULES.table(position, options).seen_by("red").check(order)
    assert refused.value.code == "E-MOVE-05" and f"may move {inches} in" in refused.value.sentence


def test_what_the_events_do_not_add_up_to_is_one_row_under_the_last_of_them():
    options = RULES.options({})
    before, after = (RULES.read(opened(options, rf=foot(0, 0, men=n)), options) for n in (6, 2))
    killed = [MenKilled(clause="LW-SHOT-01", side="red", body="rf", men=n) for n in (1, 2)]
    (row,) = reckon(before, after, killed)
    assert (row["account"], row["amount"], row["cause"], row["clause"]) == ("rf", -4, "men-killed", "LW-SHOT-01")
    (row,) = reckon(before, after, [])
    assert (row["amount"], row["cause"]) == (-4, "move-closed")


@pytest.mark.parametrize(("named", "charge"), [({}, {}), ({"y": 1}, {"x": 1})])
def test_prisoners_fall_to_the_nearest_captor_when_their_own_is_no_more_and_else_stay_as_they_are(named, charge):
    """LW-PRIS-05: for the one nobody was named to answer, the other was y's, who is shot."""
    options = RULES.options({})
    prisoner = {"side": "blue", "arm": "infantry", "men": 0, "prisoners": 1, "captors": named, "at": [0, 4]}
    bodies = {"x": foot(0, 0), "y": foot(0, 8), "p": prisoner}
    start = {
        "own_moves": {"red": 3, "blue": 3},
        "bodies": {**bodies, "bf": {"side": "blue", "arm": "infantry", "men": 9}},
    }
    position = RULES.opening({**start, "guns": {"h": {"side": "blue", "crew": "bf"}}}, options)
    shot = RULES.order({"order": "fire-gun", "gun": "h", "measured": {"shots": [{"effects": [["over", "y", 1]]}]}})
    found = RULES.table(position, options).adjudicate("blue", [shot], {}, {"seed": "x"})
    held = found.position["bodies"]["p"]
    assert (held["prisoners"], held.get("captors", {})) == (1, charge)
