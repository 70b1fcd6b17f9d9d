"""What arrives or departs does so once: before the clock has swept, where its move or its ruling is undone, and in the books."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.desk.objectives import objectives_known
from campaigns.desk.undo import undo_preview
from campaigns.models import Dispatch, Inject, Move, Ruling
from campaigns.sight.after import after_action
from campaigns.sight.aims.told import counts
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import restore
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.messages.injects import Planned, give_inject, prepare_inject
from campaigns.usecases.moves.fire import publish_fire
from campaigns.usecases.moves.ledgers import recount
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.reports.figures import losses
from tests.campaigns.builders import NOON, a_campaign, the_move
from tests.campaigns.usecases.test_arrivals import ARRIVAL, GONE, battle, begin, bodies, plan, play
from tests.campaigns.usecases.test_events import START

__all__ = ["battle"]

AT_AN_HOUR: dict[str, Any] = {"at": NOON + timedelta(seconds=30)}
NEAR: dict[str, Any] = {"near": {"at": [20, 20], "inches": 1, "side": "red"}}
IN_ITS_MOVE: dict[str, Any] = {"move_number": 1}
FELL = {"group": "bodies", "thing": "blue-foot", "key": "men", "value": 25}


def close(cast: Any, battle: Any, minute: int) -> Move:
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=minute))
    return move


def submit(cast: Any, move: Move, minute: int) -> None:
    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=minute))


def undo(cast: Any, move: Move, minute: int) -> None:
    undo_move(
        by=cast.umpire, move=move.public_id, reason="Measured wrongly", now=NOON + timedelta(minutes=minute)
    )  # fmt: skip


def agrees(battle: Any) -> bool:
    battle.refresh_from_db()
    return (
        recount(battle=battle) == () and count(battle=battle).agrees and all(one.same for one in replay(battle=battle))
    )


@pytest.mark.parametrize("when", [IN_ITS_MOVE, AT_AN_HOUR, NEAR])
def test_whoever_publishes_before_the_clock_has_swept_loses_no_arrival(cast: Any, battle: Any, when: Any) -> None:
    plan(cast, battle, ARRIVAL, **when)
    begin(cast, battle)
    submit(cast, close(cast, battle, 1), 1)
    assert len(bodies(battle)) == 3
    sweep(NOON + timedelta(minutes=2))
    play(cast, battle, 3)
    assert len(bodies(battle)) == 3 and Inject.objects.get().state == "given" and agrees(battle)


@pytest.mark.parametrize("when", [{"move_number": 2}, {"at": NOON + timedelta(minutes=9)}])
def test_what_is_not_due_yet_does_not_come_because_somebody_publishes(cast: Any, battle: Any, when: Any) -> None:
    plan(cast, battle, ARRIVAL, **when)
    begin(cast, battle)
    submit(cast, close(cast, battle, 1), 1)
    assert len(bodies(battle)) == 2 and Inject.objects.get().state == "waiting"


@pytest.mark.parametrize("when", [IN_ITS_MOVE, AT_AN_HOUR, NEAR])
def test_an_arrival_in_a_move_that_is_undone_comes_again_with_it_and_once(cast: Any, battle: Any, when: Any) -> None:
    plan(cast, battle, ARRIVAL, **when)
    plan(cast, battle, GONE, key="two", move_number=1)
    begin(cast, battle)
    first = the_move(battle)
    play(cast, battle, 1)
    there = bodies(battle)
    shown = {one.kind: one for one in undo_preview(sight.find_battle(cast.umpire, battle.public_id)).dependents}  # type: ignore[union-attr]
    assert shown["events"].count == 2 and not {"rulings", "injects"} & shown.keys()
    undo(cast, first, 3)
    assert {one.state for one in Inject.objects.all()} == {"waiting"} and len(bodies(battle)) == 2
    play(cast, battle, 4)
    assert bodies(battle) == there and {one.state for one in Inject.objects.all()} == {"given"}
    play(cast, battle, 6)
    assert bodies(battle) == there and agrees(battle)


def test_a_press_in_a_move_that_is_undone_can_be_pressed_again(cast: Any, battle: Any) -> None:
    made = plan(cast, battle, ARRIVAL, press=True)
    begin(cast, battle)
    for minute in (1, 4):
        move = close(cast, battle, minute)
        give_inject(by=cast.umpire, inject=made.inject, now=NOON + timedelta(minutes=minute))
        submit(cast, move, minute)
        assert len(bodies(battle)) == 3
        if minute == 1:
            undo(cast, move, 2)
            play(cast, battle, 3)
            assert len(bodies(battle)) == 2, "nobody pressed"
    assert agrees(battle)


def test_what_was_given_in_the_move_that_becomes_void_waits_again(cast: Any, battle: Any) -> None:
    plan(cast, battle, ARRIVAL, move_number=2)
    begin(cast, battle)
    first = the_move(battle)
    play(cast, battle, 1)
    close(cast, battle, 3)
    sweep(NOON + timedelta(minutes=3))
    assert Inject.objects.get().state == "given"
    undo(cast, first, 4)
    play(cast, battle, 5)
    assert len(bodies(battle)) == 2
    play(cast, battle, 7)
    assert len(bodies(battle)) == 3 and agrees(battle)


@pytest.mark.parametrize("when", [IN_ITS_MOVE, AT_AN_HOUR, NEAR, {"press": True}])
def test_an_arrival_whose_ruling_is_undone_waits_for_a_press(cast: Any, battle: Any, when: Any) -> None:
    made = plan(cast, battle, ARRIVAL, **when)
    begin(cast, battle)
    move = close(cast, battle, 1)
    sweep(NOON + timedelta(minutes=1))
    if "press" in when:
        give_inject(by=cast.umpire, inject=made.inject, now=NOON + timedelta(minutes=1))
    restore(by=cast.umpire, ruling=Ruling.objects.get().public_id, reason="Not yet", now=NOON + timedelta(minutes=1))
    submit(cast, move, 2)
    assert len(bodies(battle)) == 2 and Inject.objects.get().state == "waiting"
    move = close(cast, battle, 3)
    sweep(NOON + timedelta(minutes=3))
    assert not Ruling.objects.filter(move=move).exists()
    give_inject(by=cast.umpire, inject=made.inject, now=NOON + timedelta(minutes=4))
    submit(cast, move, 4)
    assert len(bodies(battle)) == 3 and agrees(battle)


def test_who_departs_is_not_lost_and_who_arrives_makes_up_for_nobody(cast: Any, battle: Any) -> None:
    plan(cast, battle, GONE, FELL, move_number=1)
    plan(cast, battle, ARRIVAL, key="two", move_number=1)
    begin(cast, battle)
    first = the_move(battle)
    play(cast, battle, 1)

    def lost() -> Any:
        figure = losses(after_action(sight.find_battle(cast.umpire, battle.public_id)))
        assert figure is not None
        return figure.rows[-1][1:3]

    assert counts(battle.pk, None, ("red", "blue")).lost == {"red": 0, "blue": 5}
    assert lost() == ("0", "5") and len(bodies(battle)) == 2
    undo(cast, first, 3)
    assert counts(battle.pk, None, ("red", "blue")).lost == {"red": 0, "blue": 0} and agrees(battle)
    play(cast, battle, 4)
    assert counts(battle.pk, None, ("red", "blue")).lost == {"red": 0, "blue": 5} and lost() == ("0", "5")


def test_who_is_sent_when_the_fire_is_over_may_march_in_that_move_and_comes_again_if_it_is_undone(cast: Any) -> None:
    campaign = a_campaign(cast, options={"two_stage_move": True, "first_fire_move": 1}, drain_seconds=0)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    made = plan(cast, battle, {**ARRIVAL, "side": "red", "at": [40, 20]}, press=True)
    plan(cast, battle, {**ARRIVAL, "side": "red", "at": [90, 20]}, move_number=1, key="two")
    begin(cast, battle)
    for minute in (1, 6):
        move = close(cast, battle, minute)
        at = NOON + timedelta(minutes=minute)
        sweep(at)
        give_inject(by=cast.umpire, inject=made.inject, now=at)
        publish_fire(by=cast.umpire, move=move.public_id, now=at)
        move.refresh_from_db()
        assert [one.state for one in Inject.objects.order_by("pk")] == ["given", "waiting"]
        (new,) = move.after_fire["bodies"].keys() - START["bodies"].keys()
        order = {"order": "march", "body": new, "path": [[40, 24]]}
        submit_orders(
            user=cast.red_foot, move=move.public_id, thing=new, orders=[order], base_revision=0, key="k", now=at
        )  # fmt: skip
        play(cast, battle, minute + 2)
        assert bodies(battle)[new]["at"] == [40, 24] and len(bodies(battle)) == 4 and agrees(battle)
        assert counts(battle.pk, None, ("red", "blue")).lost == {"red": 0, "blue": 0}
        if minute == 1:
            undo(cast, move, 5)
            assert [one.state for one in Inject.objects.all()] == ["waiting", "waiting"]


def test_a_message_for_a_move_that_is_void_before_it_opens_waits_until_it_opens_again(cast: Any) -> None:
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0, interval_minutes=10)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    planned = Planned(text="They are there", move_number=2)
    prepare_inject(by=cast.umpire, battle=battle.public_id, planned=planned, key="one", now=NOON)
    begin(cast, battle)
    first = close(cast, battle, 1)
    submit(cast, first, 2)
    undo(cast, first, 6)
    sweep(NOON + timedelta(minutes=13))
    assert Inject.objects.get().state == "waiting" and not Dispatch.objects.exists()
    submit(cast, close(cast, battle, 14), 14)
    sweep(NOON + timedelta(minutes=24))
    assert Inject.objects.get().state == "given" and Dispatch.objects.count() == 1


def test_a_place_is_held_by_whoever_arrives_with_the_move_and_by_nobody_who_departs_with_it(
    cast: Any, battle: Any
) -> None:
    hold = {"kind": "hold", "inches": 2, "move": 1, "shown": "all"}
    aims = [{**hold, "at": [60, 110], "side": "blue"}, {**hold, "at": [20, 20], "side": "red"}]
    set_objectives(by=cast.umpire, battle=battle.public_id, objectives=aims, now=NOON)
    plan(cast, battle, ARRIVAL, key="one", move_number=1)
    plan(cast, battle, GONE, key="two", move_number=1)
    begin(cast, battle)
    play(cast, battle, 1)
    play(cast, battle, 3)
    seats = {
        user: sight.find_battle(user, battle.public_id) for user in (cast.umpire, cast.blue_general, cast.red_general)
    }
    assert [one.state for one in objectives_known(seats[cast.umpire])] == ["met", "not met"]
    assert [one.state for one in objectives_known(seats[cast.blue_general]) if one.mine] == ["met"]
    assert [one.state for one in objectives_known(seats[cast.red_general]) if one.mine] == ["not met"]
