"""What books say of their things besides the rules: found, owned, commanded, counted, shown and set."""

from __future__ import annotations

import re

import pytest

from rules.books import BOOKS, book
from rules.contract.pieces import Kind, Pieces
from rules.contract.signs import CUT, SQUARE

KRIEGSPIEL = book("kriegspiel").pieces
FLOORS = [key for key in BOOKS if not book(key).on_board]
POSITION = {
    "bodies": {
        "foot": {
            "side": "red",
            "arm": "infantry",
            "men": 30,
            "formation": "fours",
            "at": [1, 2],
            "facing": 90,
            "name": "Rifles",
        },
        "horse": {"side": "red", "arm": "cavalry", "men": 10, "horses": 12, "formation": "line", "prisoners": 2},
        "taken": {"side": "blue", "arm": "infantry", "men": 5, "held_by": "red", "at": [3, 3]},
        "gone": {"side": "red", "arm": "infantry", "men": 0},
    },
    "guns": {"gun": {"side": "blue", "held_by": "red", "crew": "foot", "limbered": True, "at": [1, 2]}},
    "depots": {"store": {"side": "red", "packets": {"food": 4, "forage": 0}, "at": [9, 9]}},
    "mines": {"mine": {"side": "red", "at": [5, 5]}},
    "generals": {"chief": {"side": "red", "at": [7, 7]}},
}


def test_every_group_of_a_position_is_listed_and_nothing_else():
    from rules.kriegspiel.force import GROUPS as OF_KRIEGSPIEL
    from rules.little_wars.force.position import GROUPS as OF_LITTLE_WARS

    groups = {"kriegspiel": OF_KRIEGSPIEL, "little-wars": OF_LITTLE_WARS}
    assert set(groups) == set(FLOORS)
    for key, known in groups.items():
        assert {kind.group for kind in book(key).pieces.kinds} == set(known)


def test_a_thing_is_found_and_named_whatever_its_group():
    assert KRIEGSPIEL.find(POSITION, "store") == ("depots", POSITION["depots"]["store"])
    assert KRIEGSPIEL.find(POSITION, "nobody") is None
    assert KRIEGSPIEL.names(POSITION) == {
        "foot": "Rifles", **{one: one for one in ("horse", "taken", "gone", "gun", "store", "mine", "chief")},
    }  # fmt: skip


def test_a_gun_is_his_who_holds_it_and_men_stay_their_own_sides():
    assert [KRIEGSPIEL.owner(group, thing) for group, _, thing in KRIEGSPIEL.every(POSITION)] == [
        "red", "red", "blue", "red", "red", "red", "red", "red",
    ]  # fmt: skip
    assert KRIEGSPIEL.holder(POSITION["bodies"]["taken"]) == "red"


def test_only_what_can_still_obey_is_left_to_order():
    assert [thing for _, thing, _ in KRIEGSPIEL.left_to_order(POSITION, "red")] == [
        "gun",
        "store",
        "chief",
        "foot",
        "horse",
    ]
    assert list(KRIEGSPIEL.left_to_order(POSITION, "blue")) == []


def test_men_horses_prisoners_guns_and_packets_are_counted_where_they_are_not_nought():
    assert KRIEGSPIEL.stock(POSITION) == {
        ("red", "foot", "men"): 30,
        ("red", "horse", "men"): 10,
        ("red", "horse", "horses"): 12,
        ("red", "horse", "prisoners"): 2,
        ("blue", "taken", "prisoners"): 5,
        ("red", "gun", "guns"): 1,
        ("red", "gun", "horses"): 6,
        ("red", "store", "depots"): 1,
        ("red", "store", "food"): 4,
    }


def test_a_general_leads_the_people_and_nobody_who_is_taken_is_among_them():
    people = list(KRIEGSPIEL.people(POSITION))
    assert [(one.thing, one.men) for one in people] == [("chief", 0), ("foot", 30)]


@pytest.mark.parametrize(
    ("order", "subjects"),
    [
        ({"order": "march", "body": "foot"}, ("foot",)),
        ({"order": "merge", "bodies": ["a", "b"]}, ("a", "b")),
        ({"order": "issue", "source": "store", "body": "foot"}, ("store",)),
        ({"order": "go-short"}, ()),
        ({"order": "toss"}, ()),
    ],
)
def test_an_order_says_to_whom_it_is_given(order, subjects):
    assert KRIEGSPIEL.subjects(order) == subjects


def test_what_is_made_of_something_is_known_by_it():
    split = {"order": "split", "body": "foot", "into": "left"}
    assert KRIEGSPIEL.creates([split, {"order": "march", "body": "left"}]) == {"left": "foot"}


def test_a_thing_looks_as_far_as_it_is_known():
    look = {name: KRIEGSPIEL.look(group, thing) for group, name, thing in KRIEGSPIEL.every(POSITION)}
    assert (look["foot"].strength, look["foot"].facing, look["foot"].form) == ("30 men, in fours", 90, "fours")
    assert look["horse"].strength == "10 men, 12 horses, in line"
    assert look["horse"].flags == ("2 men in enemy hands",) and look["taken"].flags == ("held by Red",)
    assert look["gone"].gone and look["gone"].flags == ("no man left",) and not look["foot"].gone
    assert (look["gun"].strength, look["gun"].stands_for, look["gun"].sign) == ("limbered", "foot", "gun")
    assert (look["store"].strength, look["mine"].strength) == ("4 food", "")


def test_a_gun_that_several_serve_is_shown_for_none_of_them():
    """On the map a detachment is shown by its gun alone; several are shown beside it."""
    pieces = book("little-wars").pieces
    for crew in (["foot", "horse"], {"foot": 2, "horse": 1}):
        assert pieces.look("guns", {"side": "red", "crew": crew, "at": [1, 2]}).stands_for == ""


def test_an_umpire_may_set_what_a_thing_has_and_a_man_on_foot_has_no_horses():
    def keys(group, thing):
        return [one.key for one in KRIEGSPIEL.editable(group, POSITION[group][thing])]

    assert "horses" in keys("bodies", "horse") and "horses" not in keys("bodies", "foot")
    words = next(
        one.choices for one in KRIEGSPIEL.editable("bodies", POSITION["bodies"]["foot"]) if one.key == "formation"
    )
    assert words == ("fours", "two-ranks", "extended")
    parts = [one.part for one in KRIEGSPIEL.editable("depots", {}) if one.key == "packets"]
    assert parts == ["food", "forage", "ammunition"]
    assert keys("mines", "mine") == ["at", "armed", "exploded"]


@pytest.mark.parametrize("key", FLOORS)
def test_each_kind_that_stands_on_the_map_and_each_arm_has_its_block(key):
    pieces = book(key).pieces
    known = {name for sign in pieces.signs for name in (sign.key, *sign.also)}
    assert {kind.sign for kind in pieces.kinds if kind.plotted and kind.sign} | {arm for arm, _ in pieces.arms} <= known
    strokes = [stroke for sign in pieces.signs for stroke in sign.strokes]
    assert all(bool(stroke.path) != bool(stroke.circle) for stroke in strokes)
    assert all(re.fullmatch(r"[MLHVaZ0-9 .-]+", one) for sign in pieces.signs for one in sign.forms.values())
    for sign in pieces.signs:
        assert all(any(stroke.on != other for stroke in sign.strokes) for other in (SQUARE, CUT)), sign.key


def test_a_book_of_a_board_has_nothing_to_list():
    pieces = book("war-chess").pieces
    assert pieces == Pieces() and not list(pieces.every({"bodies": {"a": {}}}))
    assert pieces.kind("bodies") == Kind("bodies") and not pieces.lists("bodies") and not pieces.is_ordered("bodies")


def test_a_fact_names_men_who_are_there_and_guns_and_stores_that_are_whole():
    position = {
        **POSITION,
        "waggons": {"cart": {"side": "red"}, "wreck": {"side": "red", "destroyed": True}},
        "depots": {"store": {"side": "blue"}},
    }
    listed = {of: set(KRIEGSPIEL.listed(position, of)) for of in ("bodies", "cavalry", "guns", "stores", "pieces")}
    assert listed["bodies"] == {"foot", "horse", "taken"} and listed["cavalry"] == {"horse"}
    assert listed["stores"] == {"cart", "store"} and listed["pieces"] == {
        "foot",
        "horse",
        "taken",
        "gun",
        "cart",
        "chief",
    }
    assert KRIEGSPIEL.listed(position, "boats") == {} == Pieces().listed(position, "boats")


def test_a_coin_may_decide_where_cavalry_charges_cavalry_and_nowhere_else():
    charge = {"order": "charge", "body": "horse", "target": "horse"}
    assert KRIEGSPIEL.may_toss(POSITION, charge)
    assert not KRIEGSPIEL.may_toss(POSITION, {**charge, "target": "foot"})
    assert not KRIEGSPIEL.may_toss(POSITION, {**charge, "order": "assault"}) and not Pieces().may_toss(POSITION, charge)


@pytest.mark.parametrize("key", FLOORS)
@pytest.mark.parametrize("kind", ["men", "horses", "guns"])
def test_what_pages_sum_of_forces_is_what_the_ledgers_count(key, kind):
    """Also of a team that has lost horses, of a gun that is destroyed, and of men in enemy hands; Little Wars has no teams."""
    pieces, guns = book(key).pieces, {"whole": {}, "short": {"team_horses": 4}, "wreck": {"destroyed": True}}
    horse = {} if key == "little-wars" else {"horses": 12}
    position = POSITION | {
        "bodies": {name: one for name, one in POSITION["bodies"].items() if name != "horse"}
        | {"horse": {"side": "red", "arm": "cavalry", "men": 10, **horse}},
        "guns": POSITION["guns"] | {name: {"side": "red", **one} for name, one in guns.items()},
    }
    counted = sum(amount for (_, _, of), amount in pieces.stock(position).items() if of == kind)
    looks = [look for group, _, one in pieces.every(position) if not (look := pieces.look(group, one)).gone]
    said = next((one for one in pieces.in_all(looks) if kind.rstrip("s") in one.split("(")[0]), f"0 {kind}")
    assert int(said.split()[0]) == counted
    assert counted or (key, kind) == ("little-wars", "horses")


def test_forces_are_summed_and_those_without_orders_counted_in_words():
    looks = [KRIEGSPIEL.look(group, one) for group, _, one in KRIEGSPIEL.every(POSITION)]
    assert KRIEGSPIEL.in_all(looks) == ("40 men", "18 horses (6 of them draw guns)", "1 gun")
    assert KRIEGSPIEL.in_all([]) == ("0 men",)
    assert KRIEGSPIEL.how_many(["bodies", "bodies", "guns"]) == ["2 bodies", "1 gun"]
    assert KRIEGSPIEL.how_many(["guns"] * 2) == ["2 guns"] and KRIEGSPIEL.how_many([]) == []


def test_a_commander_declares_his_way_and_nothing_of_what_he_does_to_somebody():
    assert "distance" in KRIEGSPIEL.declares({"order": "march", "body": "foot"})
    assert KRIEGSPIEL.declares({"order": "charge", "body": "horse", "target": "foot"}) == frozenset()
    assert KRIEGSPIEL.particulars({"order": "load", "waggon": "a", "source": "b", "packets": {}}) == {"packets": {}}


def test_packets_that_fall_due_are_told_by_their_event_and_by_no_other():
    due = {"event": "packets-due", "kind": "food", "packets": 3}
    assert KRIEGSPIEL.due(due) == ("food", 3)
    assert KRIEGSPIEL.due({**due, "event": "packets-issued"}) is None and Pieces().due(due) is None
