"""What a map shows of orders and of what happened: ways, aims, works, losses, each where its reader may know it."""

from __future__ import annotations

import math

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.orders import ORDERS
from tests.rules.kriegspiel.test_any_order import ORDER
from tests.rules.kriegspiel.test_turned import scene
from tests.rules.kriegspiel.test_unseen import OPTIONS, UNSEEN, world

CHOSEN = KRIEGSPIEL.options({"two_stage_move": False, "first_fire_move": 1, "fire_mode": "simulated"})
COUNTRY = {
    "size": [288, 192],
    "back_lines": {"red": "south", "blue": "north"},
    "rails": {"line": {"line": [[0, 20], [100, 20], [100, 60]]}},
    "bridges": {"arch": {"kind": "road-bridge", "at": [210, 46]}},
}


def foot(side, at, **more):
    return {"side": side, "arm": "infantry", "men": 20, "formation": "two-ranks", "at": at, **more}


START = {
    "country": COUNTRY,
    "bodies": {
        "red-foot": foot("red", [72, 48]),
        "red-horse": {"side": "red", "arm": "cavalry", "men": 12, "formation": "line", "at": [150, 48]},
        "red-crew": {"side": "red", "arm": "artillery", "men": 8, "at": [120, 44]},
        "red-sappers": {"side": "red", "arm": "engineers", "men": 20, "at": [208, 44]},
        "blue-foot": foot("blue", [150, 80], facing=180),
        "blue-two": foot("blue", [124, 90], facing=180),
    },
    "guns": {"red-gun": {"side": "red", "at": [120, 48], "crew": "red-crew"}},
    "waggons": {
        "red-waggon": {"side": "red", "at": [60, 40], "packets": {"food": 3}},
        "red-cart": {"side": "red", "at": [60, 37]},
    },
    "trains": {"red-train": {"side": "red", "along": 90, "line": "line"}},
}
NOWHERE = {"bodies": {"red-foot": foot("red", None), "blue-foot": foot("blue", None)}}


def begun(start=START):
    return KRIEGSPIEL.table(KRIEGSPIEL.opening(start, CHOSEN), CHOSEN)


def drawn(*orders, start=START):
    """The traces of Red's orders."""
    return begun(start).seen_by("red").traces(orders)


def told(*orders, reader="blue"):
    """The traces of Red's move as a reader saw it, each with the event that it belongs to."""
    table = begun()
    finding = table.adjudicate("red", orders, {}, {"seed": "s"})
    assert not finding.refused
    after = KRIEGSPIEL.table(finding.position, CHOSEN)
    events = [known for event in finding.events if (known := KRIEGSPIEL.visible_to(event, reader))]
    traces = KRIEGSPIEL.traces_of(events, table.sees(reader), after.sees(reader))
    return [(events[one["of"]]["event"] if one["of"] >= 0 else "", one) for one in traces]


# -- orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "kind", "line", "more"),
    [
        ({"order": "march", "body": "red-foot", "path": [[72, 52], [76, 52]]}, "march", [[72, 48], [72, 52], [76, 52]], {"front": 90}),
        ({"order": "retire", "body": "red-foot", "path": [[72, 40]]}, "retire", [[72, 48], [72, 40]], {"front": 0}),
        ({"order": "move-waggon", "waggon": "red-waggon", "path": [[60, 44]]}, "march", [[60, 40], [60, 44]], {"front": 0}),
        ({"order": "train", "train": "red-train", "inches": 20}, "march", [[90, 20], [100, 20], [100, 30]], {}),
        ({"order": "charge", "body": "red-horse", "target": "blue-foot"}, "charge", [[150, 48], [150, 80]], {"target": "blue-foot"}),
        ({"order": "assault", "body": "red-foot", "target": "blue-two"}, "charge", [[72, 48], [124, 90]], {"target": "blue-two"}),
        ({"order": "fire-gun", "gun": "red-gun", "aim": {"at": [124, 90]}}, "shell", [[120, 48], [124, 90]], {"radius": 3}),
        ({"order": "fire-gun", "gun": "red-gun"}, "fire", [[120, 48]], {}),
        ({"order": "fire-rifles", "body": "red-foot", "fives": [{"aim": {"at": [72, 90]}}] * 2}, "fire", [[72, 48], [72, 90]], {}),
        ({"order": "entrench", "body": "red-sappers", "line": [[205, 49], [211, 49]]}, "work", [[205, 49], [211, 49]], {}),
        ({"order": "lay-mine", "body": "red-sappers", "at": [209, 46]}, "work", [[209, 46]], {}),
        ({"order": "destroy", "body": "red-sappers", "target": "arch"}, "work", [[210, 46]], {"target": "arch"}),
        ({"order": "epaulement", "body": "red-foot", "gun": "red-gun", "facing": 90}, "work", [[122, 50], [122, 46]], {}),
        ({"order": "load", "waggon": "red-cart", "source": "red-waggon"}, "arrival", [[60, 40], [60, 37]], {"target": "red-cart"}),
        ({"order": "issue", "source": "red-waggon", "body": "red-foot"}, "arrival", [[60, 40], [72, 48]], {"target": "red-foot"}),
    ],
)  # fmt: skip
def test_every_order_with_a_place_is_drawn_there(order, kind, line, more):
    (trace,) = drawn(order)
    assert (trace["kind"], trace["of"], trace["line"]) == (kind, 0, line)
    assert {key: trace.get(key) for key in more} == more


@pytest.mark.parametrize("name", ["stand", "surrender", "mount", "stop-work"])
def test_an_order_without_a_place_of_its_own_is_not_drawn(name):
    assert drawn({"order": name, "body": "red-foot"}) == ()


def test_each_order_is_drawn_from_where_the_orders_before_it_leave_the_thing():
    """KS-SEQ: a part that is split off marches from where it is put down, whatever the sequence of the orders."""
    march = {"order": "march", "body": "red-part", "path": [[80, 50]]}
    split = {"order": "split", "body": "red-foot", "men": 5, "into": "red-part"}
    going, appears = drawn(march, split)
    assert (going["of"], going["kind"], appears["of"], appears["kind"]) == (0, "march", 1, "arrival")
    assert going["line"][0] == appears["line"][0] and appears["men"] == 5 and appears["thing"] == "red-part"


def test_a_gun_laid_by_its_bearing_fires_as_far_as_its_shells_go():
    (trace,) = drawn({"order": "fire-gun", "gun": "red-gun", "aim": {"bearing": 0}})
    reach = max(CHOSEN["shell_types"].values()) * 12
    assert trace["kind"] == "fire" and trace["line"] == [[120, 48], [120, 48 + reach]]


def test_what_is_refused_is_still_drawn_as_it_was_ordered():
    (trace,) = drawn({"order": "march", "body": "red-foot", "path": [[72, 180]]})
    assert trace["line"] == [[72, 48], [72, 180]] and trace["front"] == 0


def test_indexes_count_what_is_not_understood():
    (trace,) = drawn({"order": "no such thing"}, {"order": "march", "body": "red-foot", "path": [[72, 52]]})
    assert trace["of"] == 1


def test_on_a_table_without_places_nothing_is_drawn():
    """People know where it stands; the map does not."""
    orders = [{"order": name, "body": "red-foot", "path": [[1, 1]]} for name in ("march", "retire")]
    orders += [{"order": "assault", "body": "red-foot", "target": "blue-foot"}]
    assert drawn(*orders, start=NOWHERE) == ()


def test_an_order_to_what_is_not_ones_own_is_not_drawn():
    assert drawn({"order": "march", "body": "blue-foot", "path": [[150, 84]]}) == ()


# -- events ----------------------------------------------------------------------------------------------------


def test_an_own_march_is_an_arrow_of_its_event_and_the_enemy_sees_it_without_one():
    march = {"order": "march", "body": "red-foot", "path": [[72, 52], [76, 52]]}
    arrow = {"kind": "march", "thing": "red-foot", "side": "red", "line": [[72, 48], [76, 52]], "front": 90}
    ((event, own),) = told(march, reader="red")
    assert event == "body-marched" and own.items() >= arrow.items() and own["clause"] == "KS-MOVE-01"
    ((event, seen),) = told(march)
    assert not event and seen == {**arrow, "of": -1}


def test_a_charge_is_drawn_to_its_target_and_its_losses_at_the_blocks():
    found = told({"order": "charge", "body": "red-horse", "target": "blue-foot"})
    (charge,) = [one for _, one in found if one["kind"] == "charge"]
    assert charge["line"] == [[150, 48], [150, 80]] and charge["target"] == "blue-foot"
    losses = {one["thing"]: one["men"] for event, one in found if one["kind"] == "loss" and event == "charge-delivered"}
    assert losses and all(men > 0 for men in losses.values())
    assert not [one for _, one in found if one["kind"] == "march"], "the charge itself says where the horse has gone"


def test_a_shell_is_drawn_with_its_circle_where_it_fell():
    found = told({"order": "fire-gun", "gun": "red-gun", "shots": 1, "aim": {"at": [124, 86]}})
    ((event, shell),) = [row for row in found if row[1]["kind"] == "shell"]
    assert event == "shell-fired" and shell["line"][0] == [120, 48] and shell["radius"] == 3
    assert math.dist(shell["line"][1], [124, 86]) < 4


def test_a_gun_that_the_reader_does_not_see_has_no_line():
    """The twin: of the shell only the circle is left, and nothing says whence it came."""
    event = {"event": "shell-fired", "side": "red", "body": "red-gun", "clause": "KS-SHELL-02", "at": [124, 86]}
    unseen = {"bodies": {}}
    (trace,) = KRIEGSPIEL.traces_of([event], unseen, unseen)
    assert trace["line"] == [[124, 86]] and trace["kind"] == "shell"


def test_a_loss_of_somebody_who_was_never_seen_is_not_drawn():
    event = {"event": "volley-fired", "side": "red", "body": "red-foot", "clause": "", "shots": 1, "dead": {"ghost": 2}}
    assert KRIEGSPIEL.traces_of([event], {"bodies": {}}, {"bodies": {}}) == ()


def test_what_is_taken_is_drawn_to_where_it_is_now():
    before = {"guns": {"gun": {"side": "blue", "at": [10, 10]}}}
    after = {"guns": {"gun": {"side": "blue", "held_by": "red", "at": [10, 20]}}}
    event = {"event": "gun-captured", "side": "red", "body": "gun", "by": "red-horse", "clause": "KS-CAP-01"}
    (trace,) = KRIEGSPIEL.traces_of([event], before, after)
    assert (trace["kind"], trace["line"], trace["side"]) == ("loss", [[10, 10], [10, 20]], "blue")
    assert "men" not in trace


def test_a_work_is_drawn_once_in_a_move_and_only_for_its_own_side():
    dig = {"order": "lay-mine", "body": "red-sappers", "at": [209, 46]}
    (row,) = told(dig, reader="red")
    assert row[0] == "work-begun" and row[1]["line"] == [[209, 46]]
    assert told(dig) == []


def test_a_train_is_drawn_along_its_rails():
    (row,) = [
        one for _, one in told({"order": "train", "train": "red-train", "inches": 10}) if one["thing"] == "red-train"
    ]
    assert row["line"] == [[90, 20], [100, 20]]


# -- secrets -----------------------------------------------------------------------------------------------------


def shown_to_red(start, orders):
    """Every trace that Red is shown: of the orders, of Red's move and of Blue's, who does nothing."""
    position = KRIEGSPIEL.opening(start, OPTIONS)
    known = [KRIEGSPIEL.table(position, OPTIONS).seen_by("red").traces(orders)]
    for side, given_orders in (("red", orders), ("blue", [])):
        table = KRIEGSPIEL.table(position, OPTIONS)
        finding = table.adjudicate(side, given_orders, {}, {"seed": "s"})
        events = [one for event in finding.events if (one := KRIEGSPIEL.visible_to(event, "red")) is not None]
        position = finding.position
        after = KRIEGSPIEL.table(position, OPTIONS)
        known.append(KRIEGSPIEL.traces_of(events, table.sees("red"), after.sees("red")))
    return known


@pytest.mark.slow
@settings(max_examples=30, deadline=None, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32), one=UNSEEN, other=UNSEEN)
def test_extra_troops_that_nobody_sees_change_no_trace(seed, one, other):
    start, orders = scene(seed)
    start["own_moves"] = {"red": 3, "blue": 3}
    assert shown_to_red(world(start, one), orders) == shown_to_red(world(start, other), orders)


def test_every_place_of_a_trace_is_one_that_its_reader_saw():
    """A battle in which everything is ordered: no arrow of Blue's begins or ends where Blue saw nothing."""
    orders = [
        {"order": "march", "body": "red-foot", "path": [[72, 52]]},
        {"order": "charge", "body": "red-horse", "target": "blue-foot"},
        {"order": "lay-mine", "body": "red-sappers", "at": [209, 46]},
    ]
    table = begun()
    finding = table.adjudicate("red", orders, {}, {"seed": "s"})
    after = KRIEGSPIEL.table(finding.position, CHOSEN).sees("blue")
    before = table.sees("blue")
    seen = [
        thing["at"]
        for known in (before, after)
        for thing in {**known["bodies"], **known["guns"], **known["waggons"]}.values()
    ]
    for _, trace in told(*orders):
        assert all(point in seen for point in trace["line"] if trace["kind"] != "fight"), trace


def test_an_observer_has_no_orders_to_be_drawn():
    march = {"order": "march", "body": "red-foot", "path": [[72, 52]]}
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
        for thing in ("red-foot", "red-gun", "red-waggon", "red-train", "arch", "ghost"):
            keys = dict.fromkeys(
                ("body", "gun", "waggon", "train", "boat", "general", "source", "target", "to", "work"), thing
            )
            for key in keys:
                (
                    drawn({"order": name, key: thing}),
                    drawn({"order": name, **keys, "path": [[1, 1]], "bodies": [thing], "into": thing}),
                )
