"""An exercise with arrivals, departures, objectives, brigades and events: in and out the same, and taken out mid-battle what is to come."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.clockwork.timers import sweep
from campaigns.models import Battle, Inject
from campaigns.sight.aims.told import counts
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.faults import Faulty
from campaigns.usecases.exercises.file import pack, unpack
from campaigns.usecases.exercises.form import read_exercise
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.messages.injects import Planned, give_inject, prepare_inject
from tests.campaigns.builders import NOON, the_move
from tests.campaigns.usecases.test_arrivals import ARRIVAL, GONE, battle, begin, bodies, plan, play
from tests.campaigns.usecases.test_events import BURNS, CLOSED, FALLS, MINED, START

__all__ = ["battle"]

FILE: dict[str, Any] = {
    "format": "kriegspiel-exercise", "version": 1, "name": "The ford", "book": "kriegspiel",
    "options": {"two_stage_move": False}, "country": START["country"],
    "forces": {key: value for key, value in START.items() if key != "country"},
    "seats": [{"kind": "general", "side": "red"}, {"kind": "commander", "side": "blue", "brigade": "Reserve"}],
}  # fmt: skip

NEAR = st.sampled_from([
    {"at": [20, 52.0], "inches": 20}, {"at": [20.5, 52], "inches": 3.0, "side": "blue"},
    {"edge": "south", "inches": 2, "thing": "red-foot"}, {"edge": "north", "inches": 0.5, "side": "", "thing": " blue-foot "},
])  # fmt: skip
WHEN = st.one_of(
    st.just({}), st.integers(1, 9).map(lambda one: {"move": one}), NEAR.map(lambda one: {"near": one})
)  # fmt: skip
TEXT = st.text("abc äß’e\u0301", min_size=1, max_size=12).filter(str.strip)
CHANGE = st.sampled_from([[ARRIVAL], [GONE], [ARRIVAL, GONE], FALLS, BURNS, CLOSED, MINED])
RULED = st.fixed_dictionaries(
    {"text": TEXT, "change": CHANGE, "clause": st.sampled_from(["house rule", "Hausregel", "ks-turn-05", "KS-TURN-05"])},
    optional={
        "told": st.sampled_from(["", "all", "nobody", "red"]), "heard": st.just("side"), "side": st.just("blue"),
        "voice": st.just("a scout"),
    },
)  # fmt: skip
SAID = st.fixed_dictionaries(
    {"text": TEXT},
    optional={
        "heard": st.just("all"), "side": st.sampled_from(["red", "blue"]), "voice": TEXT, "told": st.just("red"),
    },
)  # fmt: skip
EVENTS = st.lists(st.tuples(st.one_of(RULED, SAID), WHEN).map(lambda both: {**both[0], **both[1]}), max_size=5)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=EVENTS)
def test_whatever_is_prepared_goes_out_of_its_battle_as_it_came_in(cast: Any, events: list[dict[str, Any]]) -> None:
    one = read_exercise({**FILE, "events": events}).data
    packed = pack(one)
    assert read_exercise(unpack(packed)[0]).data == one
    played = play_exercise(by=cast.umpire, exercise=one, now=NOON)
    again = shelf.taken_out(by=cast.umpire, battle=played.battle.public_id, now=NOON).data
    assert again["events"] == one["events"]


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"near": {"edge": "up", "inches": 1}}, "events.0.near"), ({"near": {"at": [1, 1]}}, "events.0.near"),
        ({"change": [GONE], "clause": "KS-NONE-01"}, "events.0.clause"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_event_is_told_when_the_file_is_read(wrong: Any, place: str) -> None:
    with pytest.raises(Faulty, match=place):
        read_exercise({**FILE, "events": [{"text": "They come", **wrong}]})


def taken(cast: Any, battle: Any, move: int) -> dict[str, Any]:
    """An exercise taken out at the start of a move, which plays."""
    found = shelf.taken_out(by=cast.umpire, battle=battle.public_id, move=move, now=NOON).data
    assert read_exercise(unpack(pack(found))[0]).data == found
    play_exercise(by=cast.umpire, exercise=found, now=NOON)
    return found


def said(cast: Any, battle: Any, key: str, **more: Any) -> Any:
    planned = Planned(text=f"Message {key}", **more)
    return prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key=key, now=NOON)


def test_taken_out_of_a_move_it_has_what_was_given_from_there_on_and_nothing_of_before(cast: Any, battle: Any) -> None:
    comes = {**ARRIVAL, "side": "red", "at": [100, 20]}
    plan(cast, battle, {**comes, "name": "In its move"}, key="1", move_number=2)
    plan(
        cast,
        battle,
        {**comes, "name": "Near", "at": [100, 40]},
        key="2",
        near={"at": [60, 110], "inches": 1, "side": "blue"},
    )
    plan(cast, battle, {**ARRIVAL, "name": "First"}, key="3", move_number=1)
    pressed = plan(cast, battle, {**ARRIVAL, "name": "Pressed", "at": [100, 110]}, key="4", press=True)
    plan(cast, battle, GONE, key="5", at=NOON + timedelta(minutes=2, seconds=30))
    said(cast, battle, "near", near={"at": [60, 110], "inches": 1, "side": "blue"})
    said(cast, battle, "second", move_number=2)
    begin(cast, battle)
    play(cast, battle, 1)
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=3))
    sweep(NOON + timedelta(minutes=3))
    give_inject(by=cast.umpire, inject=pressed.inject, now=NOON + timedelta(minutes=3))
    play_on(cast, move)
    assert {one.state for one in Inject.objects.all()} == {"given"}

    def events(number: int) -> list[tuple[str, Any, bool]]:
        found = taken(cast, battle, number)["events"]
        named = [(one["change"][0].get("name", "gone") if one["change"] else one["text"], one) for one in found]
        return [(name, one["move"], one["near"] is not None) for name, one in named]

    assert events(1) == [
        ("In its move", 2, False), ("Near", None, True), ("First", 1, False), ("Pressed", None, False), ("gone", None, False),
        ("Message near", None, True), ("Message second", 2, False),
    ]  # fmt: skip
    assert events(2) == [
        ("In its move", 1, False), ("Pressed", None, False), ("gone", None, False), ("Message second", 1, False),
    ]  # fmt: skip
    assert events(3) == []


def play_on(cast: Any, move: Any) -> None:
    from campaigns.usecases.moves.submission import submit_move

    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=4))
    sweep(NOON + timedelta(minutes=4))


def test_objectives_count_from_the_move_at_which_it_is_taken_out_and_what_was_due_is_left_out(
    cast: Any, battle: Any
) -> None:
    hold = {"kind": "hold", "at": [20, 20], "inches": 6, "side": "red"}
    wanted = [
        {**hold, "move": 1},
        {**hold, "move": 2},
        {**hold, "move": 7},
        {"kind": "losses", "amount": 3, "side": "red"},
    ]
    set_objectives(by=cast.umpire, battle=battle.public_id, objectives=wanted, now=NOON)
    plan(cast, battle, {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 20}, move_number=1)
    begin(cast, battle)
    play(cast, battle, 1)
    play(cast, battle, 3)
    moves = {number: [one["move"] for one in taken(cast, battle, number)["objectives"]] for number in (0, 1, 2, 3)}
    assert moves == {0: [1, 2, 7, 0], 1: [1, 2, 7, 0], 2: [1, 6, 0], 3: [5, 0]}
    assert counts(battle.pk, None, ("blue",)).lost == {"blue": 10}
    anew = Battle.objects.order_by("-pk")[0]
    start_battle(by=cast.umpire, battle=anew.public_id, now=NOON)
    assert anew.start["bodies"]["blue-foot"]["men"] == 20 and counts(anew.pk, None, ("blue",)).lost == {"blue": 0}


def test_a_message_with_a_rider_goes_out_without_him_and_the_exercise_plays(cast: Any, battle: Any) -> None:
    post = battle.campaign.posts.get(kind="general", side__key="red").public_id
    said(cast, battle, "rider", heard="addressees", to=[post], press=True, rider={"at": [20, 20]}, voice="a scout")
    (event,) = taken(cast, battle, 0)["events"]
    assert (event["rider"], event["heard"], event["side"], event["voice"]) == (None, "side", "red", "a scout")


def test_what_is_to_come_comes_in_the_battle_that_is_made_of_it(cast: Any, battle: Any) -> None:
    plan(cast, battle, ARRIVAL, move_number=3)
    begin(cast, battle)
    play(cast, battle, 1)
    play(cast, battle, 3)
    taken(cast, battle, 2)
    anew = Battle.objects.order_by("-pk")[0]
    start_battle(by=cast.umpire, battle=anew.public_id, now=NOON)
    play(cast, anew, 5)
    assert len(bodies(anew)) == 2
    play(cast, anew, 7)
    assert [one.get("name") for one in bodies(anew).values()][-1] == "Fourth Foot"
