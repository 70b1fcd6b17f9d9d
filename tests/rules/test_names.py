"""New names go through one register: no id occurs twice, and none shows what a side does not see.  [KS-DEF-07, LW-SETUP-09]"""

from __future__ import annotations

import json

import pytest

from rules.books import book

KRIEGSPIEL, LITTLE_WARS = book("kriegspiel"), book("little-wars")

KS_OPTIONS = KRIEGSPIEL.options({"first_fire_move": 1, "boxed_troops": True, "mine_lifting": True})
KS_START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 20, "at": [20, 20]},
        "red-sappers": {"side": "red", "arm": "engineers", "men": 10, "at": [20, 60]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 20, "at": [90, 90]},
        "blue-sappers": {"side": "blue", "arm": "engineers", "men": 6, "at": [90, 60]},
    },
    "boats": {"boat": {"side": "blue", "at": [99, 20]}},
    "bridges": {"bridge": {"kind": "culvert", "at": [20, 58]}},
    "country": {"size": [100, 100]},
}
HIDDEN = {
    "a mine": {"mines": {"secret": {"side": "blue", "at": [50, 80]}}},
    "a work begun": {"works": {"secret": {"kind": "mine", "side": "blue", "crew": "blue-sappers", "moves_done": 1}}},
    "men aboard": {
        "bodies": {**KS_START["bodies"], "secret": {"side": "blue", "arm": "infantry", "men": 5, "aboard": "boat"}}
    },
}
LW_OPTIONS = LITTLE_WARS.options({"boxes": True, "railway": True})
LW_START = {
    "own_moves": {"red": 3, "blue": 3},
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 9, "at": [20, 10]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 8, "at": [22, 60]},
        "secret": {"side": "blue", "arm": "infantry", "men": 4},
        "boxed": {"side": "red", "arm": "infantry", "men": 4},
    },
    "waggons": {"red-cart": {"side": "red", "kind": "cart", "at": [18, 5]}},
    "boxes": {
        "red-box": {"side": "red", "aboard": {"boxed": 4}, "at": [5, 5]},
        "blue-box": {"side": "blue", "aboard": {"secret": 4}, "at": [70, 70]},
    },
    "trains": {"red-train": {"side": "red", "trucks": 4, "at": [60, 5]}},
    "country": {"size": [80, 80], "back_lines": {"red": "south", "blue": "north"}},
}


def split(into, body="red-foot"):
    return {"order": "split", "body": body, "men": 3, "into": into}


def made(rules, start, options, orders):
    """A move of Red, and whether the position that it leaves can be read again."""
    position = rules.opening(start, options)
    finding = rules.table(position, options).adjudicate("red", orders, {}, {"seed": "s"})
    left = json.loads(json.dumps(finding.position))
    assert rules.read(left, options) == rules.read(finding.position, options)
    return finding


@pytest.mark.parametrize("name", ["red-box", "blue-box", "red-cart", "red-train", "red-foot", "blue-foot", "boxed"])
def test_a_body_of_little_wars_is_not_called_as_anything_that_its_side_sees(name):
    """LW-SETUP-09: the position had one id twice, and the battle was lost."""
    finding = made(LITTLE_WARS, LW_START, LW_OPTIONS, [split(name)])
    assert [one["code"] for one in finding.refused] == ["E-INTO"]


@pytest.mark.parametrize("order", ["tear-rail", "replace-rail"])
@pytest.mark.parametrize(
    ("rail", "work"), [("red-box", ""), ("rail", "red-box"), ("rail", "blue-foot"), ("secret", "secret")]
)
def test_a_rail_and_the_work_on_it_take_nobodys_name(order, rail, work):
    """LW-EXT-25: the position could not be read again once the rail was torn up."""
    start = {**LW_START, "bridges": {"rail": {"kind": "rail", "standing": order == "tear-rail"}}}
    given = {"order": order, "bodies": ["red-foot"], "men": 8, "rail": rail, **({"work": work} if work else {})}
    position = LITTLE_WARS.opening(start, LW_OPTIONS)
    for move in range(8):
        finding = LITTLE_WARS.table(position, LW_OPTIONS).adjudicate(
            "red" if move % 2 == 0 else "blue", [given], {}, {}
        )
        position = json.loads(json.dumps(finding.position))
        LITTLE_WARS.read(position, LW_OPTIONS)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_new_name_that_stands_for_something_unseen_is_taken_as_if_it_were_not_there(hidden):
    """KS-DEF-07: refused only where Blue had laid such a mine, it told of the mine."""
    orders = [split("secret"), {"order": "march", "body": "secret", "path": [[20, 26]]}]
    plain = made(KRIEGSPIEL, KS_START, KS_OPTIONS, orders)
    clash = made(KRIEGSPIEL, {**KS_START, **HIDDEN[hidden]}, KS_OPTIONS, orders)
    assert plain.refused == clash.refused == ()
    ours = clash.position["bodies"]["red-secret"]
    assert ours == {**plain.position["bodies"]["secret"]} and ours["at"] == [20, 26]


def test_in_a_sides_own_space_nothing_unseen_is_met():
    orders = [split("red-part"), {"order": "march", "body": "red-part", "path": [[20, 26]]}]
    told = []
    for more in ({}, *HIDDEN.values()):
        finding = made(KRIEGSPIEL, {**KS_START, **more}, KS_OPTIONS, orders)
        events = [one for one in (KRIEGSPIEL.visible_to(event, "red") for event in finding.events) if one]
        told.append(json.dumps([events, KRIEGSPIEL.table(finding.position, KS_OPTIONS).sees("red"), finding.refused]))
    assert len(set(told)) == 1


def test_a_name_of_the_other_sides_space_is_refused_whether_or_not_it_is_used():
    for name in ("blue-mine", "blue-sappers", "blue-nothing"):
        finding = made(KRIEGSPIEL, KS_START, KS_OPTIONS, [split(name)])
        assert [one["code"] for one in finding.refused] == ["E-NONE"]
        assert [one["code"] for one in made(LITTLE_WARS, LW_START, LW_OPTIONS, [split(name)]).refused] == ["E-INTO"]


def test_a_work_that_nobody_names_is_named_in_its_sides_own_space():
    """Both sides mine one bridge: neither learns of the other's charge.  [KS-NOTE-01, KS-DEST-04]"""
    order = {"order": "destroy", "body": "red-sappers", "target": "bridge"}
    blue = {
        "works": {"destroy-bridge": {"kind": "destroy", "side": "blue", "crew": "blue-sappers", "target": "bridge"}}
    }
    one = made(KRIEGSPIEL, KS_START, KS_OPTIONS, [order])
    other = made(KRIEGSPIEL, {**KS_START, **blue}, KS_OPTIONS, [order])
    assert one.refused == other.refused == ()
    assert one.position["works"]["red-destroy-bridge"] == other.position["works"]["red-destroy-bridge"]


def test_a_part_that_is_split_off_takes_nobodys_name():
    """KS-DEF-07: thrown back men got the name of a mine of their side."""
    mines = {"mines": {"red-foot-2": {"side": "red", "at": [50, 70]}}}
    from rules.kriegspiel.floor.field import Field
    from rules.kriegspiel.orders.facts import NO_FACTS
    from rules.values.chance import Chance

    position = KRIEGSPIEL.read(KRIEGSPIEL.opening({**KS_START, **mines}, KS_OPTIONS), KS_OPTIONS)
    assert Field(position, "red", NO_FACTS, Chance()).name_for_part("red-foot") == "red-foot-3"
