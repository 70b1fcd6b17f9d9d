"""Reinforcements and departures, planned before the battle begins or while it runs; nobody knows of them until they happen."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.bridge import rules_of
from campaigns.clockwork.timers import sweep
from campaigns.errors import NotUmpire, Odd, WrongState
from campaigns.models import Finding, Inject, Notice, Report
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.preparation import appoint, open_battle, start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.messages.injects import Planned, give_inject, prepare_inject, withdraw_inject
from campaigns.usecases.moves.ledgers import recount
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.words.languages import in_language
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_campaign, the_move
from tests.campaigns.usecases.test_events import MINED, START

ARRIVAL = {
    "template": "battalion", "side": "blue", "name": "Fourth Foot", "at": [60, 110], "facing": 180, "chosen": {"men": 40},
    "commander": "Reserve",
}  # fmt: skip
GONE = {"group": "bodies", "thing": "red-foot", "remove": True}


@pytest.fixture
def battle(cast: Any) -> Any:
    """A battle that has not begun."""
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0)
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)


def plan(cast: Any, battle: Any, *change: Any, key: str = "one", by: Any = None, **more: Any) -> Any:
    planned = Planned(text="They come by the road", clause="house rule", change=change, **more)
    return prepare_inject(by=by or cast.umpire, battle=battle.public_id, planned=planned, key=key, now=NOON)


def begin(cast: Any, battle: Any) -> None:
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)


def play(cast: Any, battle: Any, minute: int) -> dict[str, Any]:
    """The move under way, played; what each side is told."""
    move, at = the_move(battle), NOON + timedelta(minutes=minute)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    sweep(at + timedelta(seconds=1))
    submit_move(by=cast.umpire, move=move.public_id, now=at + timedelta(seconds=2))
    sweep(at + timedelta(seconds=3))
    return {one.side: one.data for one in Report.objects.filter(move=move)}


def bodies(battle: Any) -> dict[str, Any]:
    return dict(the_move(battle).position["bodies"])


@pytest.mark.parametrize(("language", "called"), [("de", "Bataillon Blau"), ("en", "Blue battalion")])
def test_who_arrives_by_the_clock_without_a_name_is_named_in_the_language_of_whoever_planned_it(
    cast: Any, battle: Any, language: str, called: str
) -> None:
    with in_language(language):
        plan(cast, battle, {**ARRIVAL, "name": ""}, move_number=1)
    begin(cast, battle)
    with in_language("fr"):
        play(cast, battle, 1)
    assert [one["name"] for key, one in bodies(battle).items() if key not in START["bodies"]] == [called]


def test_what_is_planned_before_the_battle_arrives_in_its_move_and_is_told_to_its_side_alone(
    cast: Any, battle: Any
) -> None:
    plan(cast, battle, ARRIVAL, move_number=3, told="blue")
    begin(cast, battle)
    appoint(
        by=cast.umpire, campaign=battle.campaign.public_id, kind="commander", side="blue", brigade="Reserve",
        user=cast.bystander, now=NOON,
    )  # fmt: skip
    for user in (cast.red_general, cast.blue_general, cast.observer):
        seat = sight.find_battle(user, battle.public_id)
        assert "Fourth Foot" not in repr(sight.sheet(seat, NOON)) + repr(sight.messages(seat))
    for minute in (1, 2):
        assert not any(one["rulings"] for one in play(cast, battle, minute).values()) and len(bodies(battle)) == 2
    told = play(cast, battle, 3)
    assert told["blue"]["rulings"][0]["reason"] == "They come by the road" and told["red"]["rulings"] == []
    (new,) = bodies(battle).keys() - START["bodies"].keys()
    one = bodies(battle)[new]
    assert (one["at"], one["men"], one["commander"]) == ([60, 110], 40, "Reserve")
    seat = sight.find_battle(cast.bystander, battle.public_id)
    assert [thing.id for thing in sight.sheet(seat, NOON).own if thing.may_order] == [new]
    battle.refresh_from_db()
    assert recount(battle=battle) == () and count(battle=battle).agrees
    assert all(done.same for done in replay(battle=battle))


def test_a_body_departs_with_a_move_and_the_ledgers_agree(cast: Any, battle: Any) -> None:
    plan(cast, battle, GONE, move_number=1)
    begin(cast, battle)
    told = play(cast, battle, 1)
    assert "red-foot" not in bodies(battle) and told["red"]["rulings"]
    battle.refresh_from_db()
    assert recount(battle=battle) == () and count(battle=battle).agrees


@pytest.mark.parametrize(("thing", "goes"), [("red-foot", True), ("blue-foot", False)])
def test_a_body_departs_when_it_reaches_a_place_and_not_when_another_does(
    cast: Any, battle: Any, thing: str, goes: bool
) -> None:
    near = {"at": [20, 32], "inches": 1, "thing": thing}
    plan(cast, battle, {**GONE, "thing": thing}, near=near)
    begin(cast, battle)
    order = {"order": "march", "body": "red-foot", "path": [[20, 32]]}
    submit_orders(
        user=cast.red_foot, move=the_move(battle).public_id, thing="red-foot", orders=[order], base_revision=0,
        key="k", now=NOON,
    )  # fmt: skip
    assert len(bodies(battle)) == 2
    play(cast, battle, 1)
    assert (thing not in bodies(battle)) is goes and (Inject.objects.get().state == "given") is goes


@pytest.mark.parametrize(("edge", "goes"), [("south", True), ("west", True), ("north", False)])
def test_a_body_departs_when_it_reaches_an_edge(cast: Any, battle: Any, edge: str, goes: bool) -> None:
    """Red's body stands 20 inches from the south edge and from the west."""
    plan(cast, battle, GONE, near={"edge": edge, "inches": 20, "thing": "red-foot"})
    begin(cast, battle)
    play(cast, battle, 1)
    assert ("red-foot" not in bodies(battle)) is goes


def test_at_an_hour_it_comes_with_the_move_that_is_open_then(cast: Any, battle: Any) -> None:
    plan(cast, battle, ARRIVAL, at=NOON + timedelta(minutes=5))
    begin(cast, battle)
    play(cast, battle, 1)
    assert len(bodies(battle)) == 2
    play(cast, battle, 6)
    assert len(bodies(battle)) == 3


@pytest.mark.parametrize("at", [[20, 100], [60, 52], [200, 10]])
def test_an_occupied_or_wet_place_is_asked_about_when_it_is_planned(cast: Any, battle: Any, at: Any) -> None:
    with pytest.raises(Odd):
        plan(cast, battle, {**ARRIVAL, "at": at}, move_number=1)
    assert plan(cast, battle, {**ARRIVAL, "at": at}, move_number=1, sure=True).state == "waiting"


def test_the_umpire_is_told_where_somebody_arrives_at_a_place_that_is_occupied_by_then(cast: Any, battle: Any) -> None:
    start = deepcopy(battle.start)
    plan(cast, battle, {**ARRIVAL, "side": "red", "at": [20, 32]}, move_number=1)
    assert battle.start == start
    begin(cast, battle)
    order = {"order": "march", "body": "red-foot", "path": [[20, 32]]}
    submit_orders(
        user=cast.red_foot, move=the_move(battle).public_id, thing="red-foot", orders=[order], base_revision=0,
        key="k", now=NOON,
    )  # fmt: skip
    play(cast, battle, 1)
    (notice,) = Notice.objects.filter(kind="inject-odd")
    assert notice.post.kind == "umpire" and "Fourth Foot stands on Red Rifles" in notice.text
    assert Inject.objects.get().state == "given" and len(Finding.objects.get().position["bodies"]) == 3


def test_what_waits_for_a_press_waits_for_the_battle_too_and_can_be_withdrawn(cast: Any, battle: Any) -> None:
    made = plan(cast, battle, ARRIVAL, press=True)
    with pytest.raises(WrongState, match="No move is running"):
        give_inject(by=cast.umpire, inject=made.inject, now=NOON)
    assert withdraw_inject(by=cast.umpire, inject=made.inject, now=NOON).state == "withdrawn"
    begin(cast, battle)
    play(cast, battle, 1)
    assert len(bodies(battle)) == 2


def test_nobody_but_the_umpire_plans_and_what_is_wrong_is_refused(cast: Any, battle: Any) -> None:
    with pytest.raises(NotUmpire):
        plan(cast, battle, ARRIVAL, move_number=2, by=cast.blue_general)
    for wrong in (
        {**ARRIVAL, "commander": "x" * 81},
        {**ARRIVAL, "chosen": {"men": 10_000}},
        {**ARRIVAL, "side": "green"},
    ):
        with pytest.raises(Invalid):
            plan(cast, battle, wrong, move_number=2)
    with pytest.raises(Invalid):
        plan(cast, battle, GONE, near={"at": [1, 1], "inches": 1, "thing": "x" * 65})
    for near in ({"edge": "up", "inches": 1}, {"edge": "north", "at": [1, 1], "inches": 1}, {"inches": 1}):
        with pytest.raises(Invalid):
            plan(cast, battle, GONE, near=near)
    assert not Inject.objects.exists()


@pytest.mark.parametrize(("comes", "seen"), [(ARRIVAL, True), (MINED[0], False)])
def test_of_an_arrival_the_enemy_is_told_only_if_he_sees_it(cast: Any, battle: Any, comes: Any, seen: bool) -> None:
    plan(cast, battle, comes, move_number=1)
    plan(cast, battle, {**ARRIVAL, "name": "Fifth Foot", "at": [90, 110]}, key="two", move_number=1, told="blue")
    begin(cast, battle)
    told = play(cast, battle, 1)
    assert len(told["blue"]["rulings"]) == 2
    assert "Fifth Foot" not in repr(told["red"]["rulings"])
    assert bool(told["red"]["rulings"]) == seen


@pytest.mark.parametrize("facing", [0, 90, 180, 270, 45])
@pytest.mark.parametrize("at", [[78, 0], [0, 20], [120, 20], [78, 120], [120, 120]])
def test_who_arrives_at_an_edge_has_come_in_whole(cast: Any, battle: Any, at: Any, facing: int) -> None:
    plan(cast, battle, {**ARRIVAL, "at": at, "facing": facing}, move_number=1)
    begin(cast, battle)
    play(cast, battle, 1)
    rules = rules_of(battle.terms)
    position = the_move(battle).position
    (new,) = position["bodies"].keys() - START["bodies"].keys()
    assert [one for one in rules.table(position).misplaced([new]) if one["kind"] == "outside"] == []
    assert not Notice.objects.filter(kind="inject-odd").exists()


def test_what_was_odd_when_it_arrived_is_told_without_asking_for_a_tick(cast: Any, battle: Any) -> None:
    plan(cast, battle, {**ARRIVAL, "at": [20, 100]}, move_number=1, sure=True)
    begin(cast, battle)
    play(cast, battle, 1)
    text = str(Notice.objects.get(kind="inject-odd").text)
    assert "stands on" in text and "tick" not in text
