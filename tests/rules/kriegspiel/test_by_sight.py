"""What a side knows where what cannot be seen is hidden: marks, grades, memory, contact, sound.

[HOUSE-SIGHT-02, HOUSE-SIGHT-06 to HOUSE-SIGHT-10]
"""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.contract.answers import Finding
from rules.contract.data import Chance, Facts, Options
from rules.contract.names import swapped
from rules.contract.table import Table
from rules.contract.view import View
from rules.errors import Refused
from rules.kriegspiel.floor import eyes
from rules.kriegspiel.force import read_position
from rules.kriegspiel.options import read_options
from rules.kriegspiel.reports import by_sight
from rules.kriegspiel.reports.sight import SHOWN
from tests.rules.kriegspiel import battles

KRIEGSPIEL = book("kriegspiel")
LINE = Options({**KRIEGSPIEL.options({"two_stage_move": False, "first_fire_move": 1}), "sight": "line"})
OPEN = Options({**LINE, "sight": "open"})

Plain = dict[str, Any]

HOUSE = {"houses": {"barn": {"outline": [[40, 0], [46, 0], [46, 60], [40, 60]], "name": "The Barn"}}}
"""A long barn that hides the west from the east, as far north as 60 in."""


def foot(side: str, x: float, y: float, **more: Any) -> Plain:
    """A body of foot in two ranks that looks along the map."""
    return {"side": side, "arm": "infantry", "men": 20, "at": [x, y], "facing": 90 if side == "red" else 270, **more}


def start(bodies: Plain, country: Plain | None = None, **groups: Any) -> Plain:
    """A position of a battle under way, as plain data."""
    land = {"size": [200, 160], **(country or {})}
    given = {"own_moves": {"red": 3, "blue": 3}, "bodies": bodies, "country": land, **groups}
    return KRIEGSPIEL.opening(given, LINE)  # type: ignore[arg-type,return-value]


def table(position: Plain, options: Options = LINE) -> Table:
    return KRIEGSPIEL.table(position, options)  # type: ignore[arg-type]


def sees(position: Plain, side: str = "red") -> Plain:
    return table(position).sees(side)


def moved(position: Plain, side: str, *orders: Plain, **chance: Any) -> Finding:
    return table(position).adjudicate(side, orders, Facts({}), Chance(chance))  # type: ignore[arg-type]


def march(body: str, *path: tuple[float, float]) -> Plain:
    return {"order": "march", "body": body, "path": [list(one) for one in path]}


def told(finding: Finding, side: str, name: str = "") -> list[Plain]:
    """What a side is told of a move, or the events of one name."""
    known = (KRIEGSPIEL.visible_to(event, side) for event in finding.events)
    return [dict(one) for one in known if one is not None and name in ("", one["event"])]


def others(known: Plain, side: str = "red") -> Plain:
    """Everything of the enemy's in what a side knows, by id, with the group."""
    return {
        name: {"group": group, **one}
        for group, things in known.items()
        if isinstance(things, dict) and group != "country"
        for name, one in things.items()
        if isinstance(one, dict) and one.get("side", one.get("shown", {}).get("side", side)) != side
    }


# -- grades ----------------------------------------------------------------------------------------------


def test_what_nobody_sees_is_not_there() -> None:
    hidden = start({"red": foot("red", 20, 30), "blue": foot("blue", 70, 30)}, HOUSE)
    assert others(sees(hidden)) == {}
    assert set(others(table(hidden, OPEN).sees("red"))) == {"blue"}


def test_a_glimpse_tells_what_it_is_and_about_where_and_nothing_else() -> None:
    position = start({"red": foot("red", 20, 30), "blue": foot("blue", 100, 31, name="The Rifles", facing=200)})
    ((name, mark),) = others(sees(position)).items()
    assert name == "mark-1"
    assert mark == {
        "group": "", "grade": "glimpse", "at": [99, 30], "move": 6, "now": True, "by": "red",
        "shown": {"side": "blue", "what": "foot"},
    }  # fmt: skip
    assert "Rifles" not in json.dumps(sees(position))


def test_what_is_seen_has_its_arm_front_and_formation_and_a_round_strength_and_no_name() -> None:
    position = start(
        {"red": foot("red", 20, 30), "blue": foot("blue", 70, 30, men=23, name="The Rifles", formation="fours")}
    )
    ((name, body),) = others(sees(position)).items()
    assert (name, body["group"], body["men"], body["facing"], body["formation"]) == (
        "mark-1",
        "bodies",
        25,
        270,
        "fours",
    )
    assert "name" not in body and body["at"] == [70, 30]


def test_what_is_known_has_everything_that_the_open_floor_shows() -> None:
    position = start(
        {"red": foot("red", 20, 30), "blue": foot("blue", 40, 30, men=23, name="The Rifles", commander="Lee")}
    )
    ((_, body),) = others(sees(position)).items()
    ((_, on_the_open_floor),) = others(table(position, OPEN).sees("red")).items()
    assert body == on_the_open_floor


def test_an_observer_sees_nothing_of_either_side() -> None:
    position = start({"red": foot("red", 20, 30), "blue": foot("blue", 40, 30)})
    known = sees(position, "observer")
    assert "bodies" not in known and "marks" not in known


def test_the_view_offers_prices_and_checks_as_if_the_unseen_were_not_there() -> None:
    with_it = start({"red": foot("red", 20, 30), "blue": foot("blue", 70, 30)}, HOUSE)
    without = start({"red": foot("red", 20, 30), "blue": foot("blue", 190, 150)}, HOUSE)
    assert answers(table(with_it).seen_by("red")) == answers(table(without).seen_by("red"))


def answers(view: View) -> str:
    """Everything that a view answers about its side's bodies, as bytes."""
    known = view.sees()
    own = [name for name, one in known.get("bodies", {}).items() if one["side"] == view.side]
    out: list[Any] = [known]
    for name in own:
        x, y = known["bodies"][name]["at"]
        out += [view.choices(name), view.duties(name), view.reaches(name)]
        for dx, dy in ((9, 0), (0, 9), (-9, 0)):
            try:
                out.append(view.check(view.order(march(name, (x + dx, y + dy)))))  # type: ignore[arg-type]
            except Refused as refused:
                out.append(refused.data())
    return repr(out)


# -- marks and memory --------------------------------------------------------------------------------------


def test_a_mark_keeps_its_name_while_it_is_watched_and_is_seen_better_as_it_comes() -> None:
    position, grades = start({"red": foot("red", 20, 30), "blue": foot("blue", 90, 30, formation="fours")}), []
    for x in (80, 70, 60, 50):
        ((name, one),) = others(sees(position)).items()
        grades.append(one.get("grade", "seen"))
        assert name == "mark-1"
        position = moved(position, "blue", march("blue", (x, 30))).position
        position = moved(position, "red").position
    assert grades[0] == "seen" and others(sees(position))["mark-1"]["men"] == 20


def test_what_went_out_of_sight_stays_where_it_was_seen_last_and_comes_back_as_something_new() -> None:
    horse = foot("blue", 60, 66, arm="cavalry", formation="column")
    position = start({"red": foot("red", 20, 30), "blue": horse, "post": foot("red", 20, 58, facing=0)}, HOUSE)
    assert list(others(sees(position))) == ["mark-1"]
    position = moved(position, "blue", march("blue", (60, 40))).position
    (mark,) = others(sees(position)).values()
    assert (mark.get("now", False), mark["move"]) == (False, 7)
    assert 50 < mark["at"][1] < 66
    position = moved(moved(position, "red").position, "blue", march("blue", (60, 66))).position
    assert "mark-2" in others(sees(position))


def test_a_memory_stays_while_nobody_looks_at_its_place_and_goes_when_nothing_is_found_there() -> None:
    horse = {"arm": "cavalry", "formation": "column"}
    bodies = {"red": foot("red", 20, 66, **horse), "blue": foot("blue", 60, 66, **horse)}
    position = moved(start(bodies, HOUSE), "red", march("red", (20, 36))).position
    assert list(others(sees(position))) == ["mark-1"]
    position = moved(position, "blue", march("blue", (60, 36))).position
    assert list(others(sees(position))) == ["mark-1"]
    position = moved(position, "red", march("red", (20, 66))).position
    assert others(sees(position)) == {}


def test_what_is_seen_only_on_the_way_is_remembered_with_its_move() -> None:
    position = start({"red": foot("red", 36, 56, formation="fours", facing=0), "blue": foot("blue", 70, 68)}, HOUSE)
    assert others(sees(position)) == {}
    finding = moved(position, "red", march("red", (36, 63), (36, 58)))
    assert finding.refused == ()
    (mark,) = others(sees(finding.position)).values()
    assert (mark.get("now", False), mark["move"]) == (False, 7)


def test_the_same_position_looked_at_again_changes_nothing() -> None:
    position = start({"red": foot("red", 20, 30), "blue": foot("blue", 60, 64)}, HOUSE)
    after = moved(position, "blue", march("blue", (60, 54))).position
    read = json.loads(json.dumps(after))
    assert sees(read) == sees(after) == sees(json.loads(json.dumps(read)))


# -- orders ----------------------------------------------------------------------------------------------


def test_an_enemy_is_named_by_his_mark_and_his_true_name_is_nobodys() -> None:
    position = start({"red": foot("red", 20, 30, arm="cavalry", formation="line"), "blue": foot("blue", 50, 30)})
    by_mark = moved(position, "red", {"order": "charge", "body": "red", "target": "mark-1"})
    assert by_mark.refused == () and told(by_mark, "red", "charge-delivered")
    by_name = moved(position, "red", {"order": "charge", "body": "red", "target": "blue"})
    nobody = moved(position, "red", {"order": "charge", "body": "red", "target": "nobody"})
    assert by_name.refused[0]["code"] == nobody.refused[0]["code"] == "E-NONE"


def test_a_march_that_meets_an_unseen_enemy_stops_half_an_inch_before_him_and_both_are_told() -> None:
    wood = {"woods": {"wood": {"outline": [[5, 0], [100, 0], [100, 60], [5, 60]]}}}
    position = start({"red": foot("red", 20, 30), "blue": foot("blue", 31, 30)}, wood)
    assert others(sees(position)) == {}
    before = table(position).seen_by("red")
    order = before.order(march("red", (32, 30)))  # type: ignore[arg-type]
    assert before.check(order).cost == "1"
    finding = moved(position, "red", order)
    assert finding.refused == ()
    ((halted),) = told(finding, "red", "march-halted")
    assert halted["enemy"] == "mark-1" and halted["clause"] == "HOUSE-SIGHT-07"
    assert told(finding, "blue", "march-halted")[0]["enemy"] == "blue"
    gap = 31 - finding.position["bodies"]["red"]["at"][0]
    assert 0.4 <= gap <= 0.8


def test_a_march_towards_an_enemy_who_is_seen_is_refused_before_it_is_given() -> None:
    position = start({"red": foot("red", 20, 30), "blue": foot("blue", 30, 30)})
    view = table(position).seen_by("red")
    with pytest.raises(Refused, match=r"contact|meets"):
        view.check(view.order(march("red", (30, 30))))  # type: ignore[arg-type]


# -- what is told ------------------------------------------------------------------------------------------


def test_what_the_enemy_does_out_of_sight_is_not_told() -> None:
    bodies = {"red": foot("red", 20, 30), "blue": foot("blue", 70, 30, must_retire=3, retire_from=["red"])}
    hidden, open_ = start(bodies, HOUSE), start(bodies)
    assert told(moved(hidden, "blue"), "red") == []
    assert [one["body"] for one in told(moved(open_, "blue"), "red", "body-retired")] == ["mark-1"]


def test_firing_that_is_not_seen_is_heard_with_its_direction_and_without_a_place() -> None:
    bodies = {
        "red": foot("red", 20, 30), "crew": {"side": "blue", "arm": "artillery", "men": 5, "at": [120, 30], "facing": 270},
    }  # fmt: skip
    gun = {"gun": {"side": "blue", "at": [120, 30], "facing": 270, "crew": "crew"}}
    fire = {"order": "fire-gun", "gun": "gun", "shots": 1, "target": "mark-1", "aims": [[100, 30]]}
    position = start(bodies, HOUSE, guns=gun)
    finding = moved(position, "blue", fire, seed="x")
    heard = told(finding, "red", "firing-heard")
    assert len(heard) == len([one for one in finding.events if one["event"] == "firing-heard"])
    for one in heard:
        assert (one["direction"], one.get("guns"), "at" in one) == (2, True, False)
    assert not told(start_open(bodies, gun, fire), "red", "firing-heard")


def start_open(bodies: Plain, gun: Plain, fire: Plain) -> Finding:
    return moved(start(bodies, guns=gun), "blue", fire, seed="x")


def test_a_gun_that_fires_is_seen_twice_as_far_and_told_and_not_heard() -> None:
    crew = {"side": "blue", "arm": "artillery", "men": 5, "at": [122, 30], "facing": 270}
    gun = {"gun": {"side": "blue", "at": [120, 30], "facing": 270, "crew": "crew"}}
    position = start({"red": foot("red", 20, 30), "crew": crew}, guns=gun)
    assert {one["grade"] for one in others(sees(position)).values()} == {"glimpse"}
    fire = {"order": "fire-gun", "gun": "gun", "measured": {"shells": [{"at": [60, 100]}]}}
    finding = moved(position, "blue", fire)
    (shell,) = told(finding, "red", "shell-fired")
    assert shell["body"] in others(sees(finding.position)) and not told(finding, "red", "firing-heard")


@pytest.mark.parametrize(("country", "is_told"), [({}, True), (HOUSE, False)])
def test_a_bridge_that_falls_is_told_to_who_sees_it_and_stands_for_the_others_as_it_was(
    country: Plain, is_told: bool
) -> None:
    bodies = {
        "red": foot("red", 20, 30),
        "sappers": {"side": "blue", "arm": "engineers", "men": 10, "at": [72, 30], "facing": 270},
    }
    works = {"work": {"kind": "destroy", "side": "blue", "crew": "sappers", "target": "stone", "moves_done": 0}}
    bridge = {"stone": {"kind": "road-bridge", "at": [70, 30]}}
    finding = moved(start(bodies, country, works=works, bridges=bridge), "blue")
    assert finding.position["bridges"]["stone"]["standing"] is False
    assert bool(told(finding, "red", "bridge-destroyed")) == is_told
    assert sees(finding.position)["bridges"]["stone"].get("standing", True) != is_told


def test_a_shout_is_told_whatever_words_are_in_it() -> None:
    position = start({"red": foot("red", 20, 30), "guards": foot("blue", 70, 30)}, HOUSE)
    finding = moved(
        position, "blue", {"order": "message", "channel": "shout", "to": ["infantry"], "text": "On, guards!"}
    )
    assert [one["text"] for one in told(finding, "red", "shout-heard")] == ["On, guards!"]


def test_the_true_names_of_the_enemy_stand_in_nothing_that_a_side_is_told() -> None:
    bodies = {
        "red-horse": foot("red", 20, 30, arm="cavalry", formation="line"),
        "zz-guards": foot("blue", 50, 30, men=23),
        "zz-hidden": foot("blue", 60, 110, men=17),
    }
    finding = moved(start(bodies), "red", {"order": "charge", "body": "red-horse", "target": "mark-1"})
    assert told(finding, "red")
    assert "zz-" not in json.dumps([told(finding, "red"), sees(finding.position)])


# -- twins -------------------------------------------------------------------------------------------------

spots = st.tuples(st.integers(5, 195), st.integers(5, 155))


@given(
    spots,
    st.lists(spots, min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(5, 190), st.integers(5, 95)), max_size=3),
    st.integers(1, 60),
)
def test_whatever_an_unseen_enemy_is_a_side_gets_the_same_bytes(
    red: tuple[int, int], blue: list[tuple[int, int]], barns: list[tuple[int, int]], men: int
) -> None:
    houses = {
        f"h{n}": {"outline": [[x, y], [x + 9, y], [x + 9, y + 60], [x, y + 60]]} for n, (x, y) in enumerate(barns)
    }
    bodies = {"red": foot("red", *red), **{f"blue-{n}": foot("blue", *at) for n, at in enumerate(blue)}}
    position = start(bodies, {"houses": houses})
    seen = {line.target for line in table(position).sightlines() if line.looker == "red"}
    for name in sorted({one for one in bodies if one != "red"} - seen):
        twin = copy.deepcopy(position)
        twin["bodies"][name] |= {"men": men, "name": "Secret", "arm": "engineers", "facing": 5, "fire_streak": 0}
        without = copy.deepcopy(position)
        del without["bodies"][name]
        wanted = answers(table(position).seen_by("red"))
        assert answers(table(without).seen_by("red")) == wanted
        if not any(line.target == name and line.looker == "red" for line in table(twin).sightlines()):
            assert answers(table(twin).seen_by("red")) == wanted


# -- whole fights ------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(battles.starts(), battles.MOVES, battles.OPTIONS)
def test_in_a_whole_fight_no_true_name_of_the_enemy_stands_in_anything_that_a_side_gets(
    given_start: Plain, moves: tuple[list[Plain], list[Plain]], options: Plain
) -> None:
    chosen = Options({**LINE, **KRIEGSPIEL.options(options), "sight": "line"})
    position = KRIEGSPIEL.opening(given_start, chosen)  # type: ignore[arg-type]
    for side, orders in zip(("red", "blue"), moves, strict=True):
        named = [swapped(order, marks_of(position, chosen, side)) for order in orders]
        finding = table(position, chosen).adjudicate(side, named, Facts({}), Chance({"seed": "a fight"}))  # type: ignore[arg-type]
        position = finding.position
        for viewer in ("red", "blue"):
            enemy = "blue" if viewer == "red" else "red"
            ids = [name for name in battles.BODIES if name.startswith(enemy)] + [f"{enemy}-new"]
            if position["guns"][f"{enemy}-gun"].get("held_by") != viewer:  # a gun that is taken keeps its name
                ids.append(f'"{enemy}-gun"')
            heard = [KRIEGSPIEL.visible_to(event, viewer) for event in finding.events]
            said = json.dumps([heard, sees(position, viewer), finding.refused if viewer == side else []])
            own = json.dumps([one for one in orders if viewer == side])
            assert [name for name in ids if name in said and name not in own] == []
        assert sees(json.loads(json.dumps(position))) == sees(position)


def marks_of(position: Plain, options: Options, side: str) -> dict[str, str]:
    """The names of a side's marks of what it sees, by what they truly are."""
    floor = read_position(position, read_options(dict(options)))
    looked = by_sight.looked_again(floor, eyes.prospect(floor), side, SHOWN)
    return {mark.thing: name for name, mark in looked.marks.items() if mark.now}
