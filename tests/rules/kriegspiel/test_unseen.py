"""Hidden things of the other side change nothing that a side is told, refused or shown."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bench.adjudication import a_move
from rules.kriegspiel.book import KRIEGSPIEL
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.reports import sight
from rules.kriegspiel.reports.sight import hides, seen
from tests.rules.kriegspiel.test_turned import scene

OPTIONS = KRIEGSPIEL.options({"first_fire_move": 1, "boxed_troops": True, "show_note_count": False})
FAR = {"side": "blue", "boxed": True}

COUNTS = st.integers(0, 9)
UNSEEN = st.fixed_dictionaries(
    {
        "packets": st.fixed_dictionaries({"food": COUNTS, "forage": COUNTS, "ammunition": COUNTS}),
        "aboard": st.integers(1, 20) | st.none(),
        "mine": st.booleans(),
        "work": st.booleans(),
        "boxed": st.sampled_from([("cavalry", 30, "line"), ("infantry", 2, "fours"), ("artillery", 12, "two-ranks")]),
        "arrears": COUNTS,
        "fire_streak": st.integers(0, 5),
    }
)


def world(start, unseen):
    """A start with what Blue has in addition, far from everybody, or out of sight."""
    arm, men, formation = unseen["boxed"]
    bodies = {
        **start["bodies"],
        "box": {**FAR, "arm": arm, "men": men, "formation": formation, "at": [590.0625, 10.0625]},
    }
    bodies["blue-one"] = {
        **bodies["blue-one"],
        "arrears": {"ammunition": unseen["arrears"]},
        "fire_streak": unseen["fire_streak"],
    }
    if unseen["aboard"]:
        bodies["crew"] = {"side": "blue", "arm": "infantry", "men": unseen["aboard"], "aboard": "boat"}
    store = {"side": "blue", "at": [10.0625, 190.0625], "packets": unseen["packets"]}
    works = {"works": {"charge-laid": {"kind": "mine", "side": "blue", "crew": "blue-two", "moves_done": 1}}}
    mines = {"mines": {"sleeper": {"side": "blue", "at": [5.0625, 5.0625]}}}
    return {
        **start,
        "country": {**start["country"], "size": [600, 600]},
        "bodies": bodies,
        "depots": {**start["depots"], "blue-store": store},
        "boats": {"boat": {"side": "blue", "at": [10.0625, 128]}},
        **(works if unseen["work"] else {}),
        **(mines if unseen["mine"] else {}),
    }


def red_knows(start, orders):
    """All that Red is told, refused and shown: before Red's move, after it, and after Blue's, who does nothing."""
    position = KRIEGSPIEL.opening(start, OPTIONS)
    known = [KRIEGSPIEL.table(position, OPTIONS).sees("red")]
    for side, given_orders in (("red", orders), ("blue", [])):
        finding = KRIEGSPIEL.table(position, OPTIONS).adjudicate(side, given_orders, {}, {"seed": "s"})
        position = finding.position
        events = [KRIEGSPIEL.visible_to(event, "red") for event in finding.events]
        known += [[event for event in events if event is not None], KRIEGSPIEL.table(position, OPTIONS).sees("red")]
        known += [finding.refused] if side == "red" else []
    return known


@pytest.mark.slow
@settings(max_examples=30, deadline=None, phases=[Phase.generate])
@given(seed=st.integers(0, 2**32), one=UNSEEN, other=UNSEEN)
def test_extra_troops_that_nobody_sees_change_nothing_that_the_other_side_is_told(seed, one, other):
    start, orders = scene(seed)
    start["own_moves"] = {"red": 3, "blue": 3}  # an issue of supplies that fails stops troops, and that is seen
    assert red_knows(world(start, one), orders) == red_knows(world(start, other), orders)


def test_troops_that_are_seen_change_the_answer():
    """The twin: the same men outside their box."""
    start, orders = scene(1)
    calm = {
        "packets": {},
        "aboard": None,
        "mine": False,
        "work": False,
        "boxed": ("infantry", 2, "fours"),
        "arrears": 0,
    }
    hidden = world(start, {**calm, "fire_streak": 0})
    shown = {**hidden, "bodies": {**hidden["bodies"], "box": {**hidden["bodies"]["box"], "boxed": False}}}
    assert red_knows(hidden, orders) != red_knows(shown, orders)


@pytest.mark.parametrize(
    ("group", "thing", "is_hidden"),
    [
        ("mines", {"side": "blue", "at": [60, 60]}, True),
        ("mines", {"side": "red", "at": [60, 60]}, False),
        ("works", {"side": "blue", "kind": "entrenchment", "line": [[60, 60], [66, 60]], "state": "begun"}, True),
        ("works", {"side": "blue", "kind": "entrenchment", "line": [[60, 60], [66, 60]], "state": "done"}, False),
        ("bodies", {"side": "blue", "arm": "infantry", "men": 9, "at": [60, 60]}, False),
    ],
)
def test_the_floor_hides_something_exactly_where_a_side_sees_fewer_things(group, thing, is_hidden):
    start = {"bodies": {"red-foot": {"side": "red", "arm": "infantry", "men": 9, "at": [6, 6]}}}
    start[group] = {**start.get(group, {}), "thing": thing}
    position = read_position(start, read_options({}), "start")
    assert hides(position, "red") == is_hidden
    assert (set(getattr(seen(position, "red"), group)) < set(getattr(position, group))) == is_hidden


def test_a_move_looks_for_hidden_things_only_where_there_are_any(monkeypatch):
    looked = []
    monkeypatch.setattr(sight, "seen", lambda *given: looked.append(given) or seen(*given))
    move = a_move(24, 3, 1913)
    move()
    assert not looked
