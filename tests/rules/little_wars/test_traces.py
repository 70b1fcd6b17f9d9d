"""What a map shows of orders and of what happened in Little Wars."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.little_wars.book import LITTLE_WARS
from rules.little_wars.orders import ORDERS
from tests.rules.little_wars.test_any_order import ORDER

OPTIONS = LITTLE_WARS.options({"shot_source": "simulated", "railway": True})
START = {
    "own_moves": {"red": 2, "blue": 2},
    "country": {
        "size": [144, 144],
        "back_lines": {"red": "south", "blue": "north"},
        "rails": {"line": {"line": [[0, 20], [144, 20]]}},
    },
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 8, "at": [40, 40]},
        "red-two": {"side": "red", "arm": "infantry", "men": 8, "at": [60, 40]},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 6, "at": [80, 40]},
        "red-gunners": {"side": "red", "arm": "infantry", "men": 4, "at": [100, 38]},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 8, "at": [80, 60], "facing": 180},
    },
    "guns": {"red-gun": {"side": "red", "at": [100, 40]}},
    "waggons": {"red-cart": {"side": "red", "at": [20, 30]}},
    "trains": {"red-train": {"side": "red", "along": 20, "at": [20, 20], "line": "line", "trucks": 1}},
    "bridges": {"rail": {"kind": "rail", "at": [60, 20], "line": "line", "along": 60}},
}


def begun(start=START):
    return LITTLE_WARS.table(LITTLE_WARS.opening(start, OPTIONS), OPTIONS)


def drawn(*orders, start=START):
    """The traces of Red's orders."""
    return begun(start).seen_by("red").traces(orders)


def told(*orders, reader="blue"):
    """The traces of Red's move as a reader saw it, each with the event that it belongs to."""
    table = begun()
    finding = table.adjudicate("red", orders, {}, {"seed": "s"})
    assert not finding.refused
    after = LITTLE_WARS.table(finding.position, OPTIONS)
    events = [known for event in finding.events if (known := LITTLE_WARS.visible_to(event, reader))]
    traces = LITTLE_WARS.traces_of(events, table.sees(reader), after.sees(reader))
    return [(events[one["of"]]["event"] if one["of"] >= 0 else "", one) for one in traces]


@pytest.mark.parametrize(
    ("order", "kind", "line"),
    [
        ({"order": "march", "body": "red-foot", "path": [[40, 44], [44, 46]]}, "march", [[40, 40], [40, 44], [44, 46]]),
        ({"order": "retire", "body": "red-foot", "path": [[40, 30]]}, "retire", [[40, 40], [40, 30]]),
        ({"order": "assault", "body": "red-horse", "target": "blue-foot"}, "charge", [[80, 40], [80, 60]]),
        ({"order": "move-gun", "gun": "red-gun", "path": [[100, 46]]}, "march", [[100, 40], [100, 46]]),
        ({"order": "fire-gun", "gun": "red-gun", "aim": {"at": [80, 60]}}, "fire", [[100, 40], [80, 60]]),
        ({"order": "fire-gun", "gun": "red-gun"}, "fire", [[100, 40]]),
        ({"order": "move-waggon", "waggon": "red-cart", "path": [[20, 36]]}, "march", [[20, 30], [20, 36]]),
        ({"order": "train", "train": "red-train", "inches": 20}, "march", [[20, 20], [40, 20]]),
        ({"order": "tear-rail", "body": "red-two", "rail": "rail"}, "work", [[60, 20]]),
        ({"order": "put-down", "id": "red-foot", "at": [40, 2]}, "arrival", [[40, 2]]),
        ({"order": "place-trail", "gun": "red-gun", "men": {"red-gunners": 2}}, "work", [[100, 40]]),
    ],
)
def test_every_order_with_a_place_is_drawn_there(order, kind, line):
    (trace,) = drawn(order)
    assert (trace["kind"], trace["of"], trace["line"]) == (kind, 0, line)


def test_bodies_that_go_together_are_drawn_one_beside_the_other():
    """LW-MOVE-04: like the first one's path; and there they also stand, on the map, when they have gone."""
    march = {"order": "march", "body": ["red-foot", "red-two"], "path": [[44, 46]]}
    assert [one["line"] for one in drawn(march)] == [[[40, 40], [44, 46]], [[60, 40], [64, 46]]]
    assert [one["line"] for _, one in told(march)] == [[[40, 40], [44, 46]], [[60, 40], [64, 46]]]


def test_a_shot_is_drawn_to_the_man_aimed_at():
    (trace,) = drawn({"order": "fire-gun", "gun": "red-gun", "target": "blue-foot#1"})
    x, y = trace["line"][1]
    assert trace["target"] == "blue-foot" and abs(x - 80) < 8 and abs(y - 60) < 2


def test_a_melee_is_drawn_where_it_is_fought_and_the_fallen_at_their_blocks():
    found = told({"order": "assault", "body": "red-horse", "target": "blue-foot"})
    kinds = [(event, one["kind"]) for event, one in found]
    assert kinds[0] == ("contact-made", "charge") and ("melee-fought", "fight") in kinds
    assert {one["thing"] for event, one in found if event == "melee-fought" and one["kind"] == "loss"} == {
        "red-horse",
        "blue-foot",
    }
    assert all(one["men"] > 0 for _, one in found if one["kind"] == "loss")


def test_shots_are_drawn_from_the_gun():
    found = told({"order": "fire-gun", "gun": "red-gun", "target": "blue-foot", "shots": 2})
    shots = [one for event, one in found if event == "shot-fired" and one["kind"] == "fire"]
    assert len(shots) == 2 and all(one["line"] == [[100, 40], [80, 60]] for one in shots)


def test_on_a_table_without_places_nothing_is_drawn():
    bodies = {name: {key: value for key, value in one.items() if key != "at"} for name, one in START["bodies"].items()}
    orders = [{"order": name, "body": "red-foot", "path": [[1, 1]]} for name in ("march", "retire")]
    assert drawn(*orders, start={"own_moves": {"red": 2, "blue": 2}, "bodies": bodies}) == ()


def test_men_in_a_closed_box_leave_no_trace_for_the_other_side():
    """LW-EXT-05: the twin of what is seen: Blue's report is the same, whoever is in the box."""
    answers = []
    for men in (3, 9):
        hidden = {"secret": {"side": "red", "arm": "infantry", "men": men, "at": [20, 40], "aboard": "red-box"}}
        box = {"red-box": {"side": "red", "at": [20, 40], "aboard": {"secret": men}}}
        far = {"blue-foot": {**START["bodies"]["blue-foot"], "at": [80, 300]}}
        start = {**START, "bodies": {**START["bodies"], **far, **hidden}, "boxes": box}
        start["country"] = {**START["country"], "size": [144, 400]}
        options = LITTLE_WARS.options({"boxes": True})
        table = LITTLE_WARS.table(LITTLE_WARS.opening(start, options), options)
        orders = [{"order": "move-box", "box": "red-box", "path": [[20, 46]]}]
        finding = table.adjudicate("red", orders, {}, {"seed": "s"})
        after = LITTLE_WARS.table(finding.position, options).sees("blue")
        events = [known for event in finding.events if (known := LITTLE_WARS.visible_to(event, "blue"))]
        answers.append(LITTLE_WARS.traces_of(events, table.sees("blue"), after))
    assert answers[0] == answers[1] and [one["thing"] for one in answers[0]] == ["red-box"]


def test_an_observer_has_no_orders_to_be_drawn():
    march = {"order": "march", "body": "red-foot", "path": [[40, 44]]}
    assert begun().seen_by("observer").traces([march]) == ()


@pytest.mark.slow
@settings(max_examples=60, deadline=None, phases=[Phase.generate])
@given(orders=st.lists(ORDER, max_size=5))
def test_whatever_is_ordered_each_trace_belongs_to_an_order_and_to_its_side(orders):
    for trace in drawn(*orders):
        assert 0 <= trace["of"] < len(orders) and trace["side"] == "red" and trace["line"]


def test_no_order_is_too_odd_to_be_drawn():
    """Whatever is ordered of whatever: an answer, never a fault."""
    for name in ORDERS:
        for thing in ("red-foot", "red-gun", "red-cart", "red-train", "rail", "ghost"):
            keys = dict.fromkeys(("body", "gun", "waggon", "train", "box", "target", "rail", "id"), thing)
            for key in keys:
                drawn({"order": name, key: thing}, {"order": name, key: thing, "path": [[1, 1]], "bodies": [thing]})
