"""The seat of a brigade through a battle: its last body departs, dies or is taken, others arrive, parts unite, its holder goes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.errors import NotYours, Unseen
from campaigns.models import OrderDraft, Post
from campaigns.usecases.campaigns.preparation import appoint, dismiss, open_battle, start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.exercises import shelf
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.moves.moves import commanding
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.drafts import save_draft, send_drafts
from campaigns.usecases.orders.orders import declare_ready
from campaigns.usecases.people.invitations import invite, take_invitation
from tests.campaigns.builders import NOON, a_campaign, a_user, the_move
from tests.campaigns.usecases.test_brigades import AT, FIRST, SECOND, TWO, battle, give, hold, march, may

__all__ = ["battle"]

COMES = {"template": "company", "side": "red", "name": "Third Foot", "commander": SECOND}


def planned(cast: Any, battle: Any, *change: Any, key: str, move_number: int) -> None:
    what = Planned(text="So it goes", clause="house rule", change=change, move_number=move_number, sure=True)
    prepare_inject(by=cast.umpire, battle=battle.public_id, planned=what, key=key, now=AT)


def play(cast: Any, battle: Any, minute: int, *change: Any) -> None:
    move, at = the_move(battle), NOON + timedelta(minutes=minute)
    sweep(at)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    at += timedelta(seconds=6)
    sweep(at)
    if change:
        overrule_finding(
            by=cast.umpire, move=move.public_id, change=list(change), reason="x", clause="house rule", sure=True, now=at
        )
    submit_move(by=cast.umpire, move=move.public_id, now=at)


def waits_for(battle: Any) -> set[str]:
    return {one.title for one in commanding(battle, the_move(battle))}


def gone(thing: str) -> dict[str, Any]:
    return {"group": "bodies", "thing": thing, "remove": True}


def value(thing: str, key: str, to: Any) -> dict[str, Any]:
    return {"group": "bodies", "thing": thing, "key": key, "value": to}


@pytest.mark.parametrize(
    "ends",
    [
        [gone("red-foot-2"), gone("red-foot-3")],
        [value("red-foot-2", "men", 0), value("red-foot-3", "men", 0)],
        [value("red-foot-2", "commander", FIRST), value("red-foot-3", "commander", None)],
    ],
)  # fmt: skip
def test_a_seat_without_bodies_is_waited_for_no_more_until_some_arrive(cast: Any, battle: Any, ends: Any) -> None:
    play(cast, battle, 1, *ends)
    planned(cast, battle, COMES, key="comes", move_number=4)
    play(cast, battle, 3)
    second = a_user("second")
    assert "Red 2nd Brigade" not in waits_for(battle)
    declare_ready(user=cast.bystander, move=the_move(battle).public_id, now=NOON + timedelta(minutes=4))
    assert sight.sheet(sight.find_battle(second, battle.public_id), NOON).own, "who has nobody left still sees"
    play(cast, battle, 5)
    play(cast, battle, 7)
    assert "Red 2nd Brigade" in waits_for(battle)
    there = the_move(battle).position["bodies"]
    assert [there[one]["name"] for one in may(second, battle) if there[one].get("men")] == ["Third Foot"]


def test_who_arrives_in_a_brigade_that_nobody_holds_is_the_arm_s_until_somebody_does(cast: Any, battle: Any) -> None:
    planned(cast, battle, {**COMES, "commander": "Reserve"}, key="comes", move_number=1)
    play(cast, battle, 1)
    play(cast, battle, 3)
    (new,) = may(cast.red_foot, battle)
    reserve = hold(cast, battle, "Reserve", a_user("third"))
    assert may(a_user("third"), battle) == {new} and may(cast.red_foot, battle) == set()
    assert "Red Reserve" in waits_for(battle) and "Red Infantry" not in waits_for(battle)
    dismiss(by=cast.umpire, post=reserve.public_id, now=AT)
    assert may(cast.red_foot, battle) == {new}


def test_a_general_who_holds_a_brigade_orders_it_and_his_own_figure_as_before(cast: Any, battle: Any) -> None:
    hold(cast, battle, "Reserve", cast.red_general)
    planned(cast, battle, {**COMES, "commander": "Reserve"}, key="comes", move_number=1)
    planned(cast, battle, {"template": "general", "side": "red", "name": "Chief"}, key="two", move_number=1)
    before = may(cast.red_general, battle)
    play(cast, battle, 1)
    play(cast, battle, 3)
    added = may(cast.red_general, battle) - before
    position = the_move(battle).position
    names = {thing: one.get("name") for group in ("bodies", "generals") for thing, one in position[group].items()}
    assert {names[one] for one in added} == {"Third Foot", "Chief"}


def test_the_link_by_which_a_seat_is_handed_over_finds_what_was_sent_and_not_what_was_drafted(
    cast: Any, battle: Any
) -> None:
    second, third, move = a_user("second"), a_user("third"), the_move(battle)
    give(second, battle, "red-foot-3")
    save_draft(
        user=second, move=move.public_id, thing="red-foot-2", orders=[march("red-foot-2")], base_revision=0, now=AT
    )
    post = Post.objects.get(brigade=SECOND, held_until=None)
    made = invite(
        by=cast.umpire, campaign=battle.campaign.public_id, kind="commander", succeeds=post.public_id, hours=2, now=AT
    )
    take_invitation(user=third, token=made.token, now=AT)
    with pytest.raises((NotYours, Unseen)):
        send_drafts(user=second, move=move.public_id, key="late", now=AT, arrived_at=None)
    seat = sight.find_battle(third, battle.public_id)
    assert may(third, battle) == {"red-foot-2", "red-foot-3"} and sight.sheet(seat, AT).drafts == ()
    assert sight.thing_sheet(seat, "red-foot-3", AT).base_revision == 1
    assert sight.thing_sheet(seat, "red-foot-2", AT).saved is None and OrderDraft.objects.count() == 1
    give(third, battle, "red-foot-2")


def test_a_brigade_goes_out_with_its_seat_and_what_arrives_in_it_is_ordered_in_the_battle_made_of_it(cast: Any) -> None:
    campaign = a_campaign(cast, options={"two_stage_move": False}, drain_seconds=0)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="Two brigades", start=TWO, now=NOON)
    appoint(
        by=cast.umpire, campaign=campaign.public_id, kind="commander", side="red", brigade=SECOND, user=a_user("second"), now=NOON
    )  # fmt: skip
    planned(cast, battle, COMES, key="comes", move_number=1)
    one = shelf.taken_out(by=cast.umpire, battle=battle.public_id, now=NOON).data
    made = play_exercise(by=cast.umpire, exercise=one, now=NOON)
    (link,) = [
        link for link, seat in zip(made.links, one["seats"], strict=True) if seat["brigade"] == SECOND
    ]  # fmt: skip
    take_invitation(user=a_user("third"), token=link.token, now=NOON)
    start_battle(by=cast.umpire, battle=made.battle.public_id, now=NOON)
    play(cast, made.battle, 1)
    play(cast, made.battle, 3)
    assert len(may(a_user("third"), made.battle)) == 3
