"""A commander holds a brigade: its bodies and their guns, and nothing else, whatever becomes of them."""

from __future__ import annotations

from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest

from campaigns import sight
from campaigns.bridge import pieces_of
from campaigns.clockwork.timers import sweep
from campaigns.desk import desk
from campaigns.desk.seats import commanders_of
from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.models import Battle, Post, Report
from campaigns.usecases.campaigns.preparation import appoint, dismiss, open_battle, start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.moves.moves import commanding
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.muster.brigades import brigades_of, floor_of, ordered_by, posts_of_sides, put_in_brigade
from campaigns.usecases.orders.drafts import save_draft
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from campaigns.usecases.people.replacement import hand_over
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, a_user, the_move
from tests.campaigns.web.test_score_sheet import START as LITTLE

AT = NOON + timedelta(minutes=1)
FIRST, SECOND = "1st Brigade", "2nd Brigade"
OPTIONS = {"two_stage_move": False}
TWO: dict[str, Any] = deepcopy(START)
TWO["bodies"] |= {
    "red-foot-2": {"side": "red", "arm": "infantry", "men": 24, "formation": "fours", "commander": SECOND},
    "red-foot-3": {"side": "red", "arm": "infantry", "men": 20, "formation": "fours", "commander": SECOND},
}
TWO["bodies"]["red-foot"]["commander"] = FIRST
TWO["bodies"]["red-crew"]["commander"] = FIRST


def hold(cast: Any, battle: Any, brigade: str, user: Any) -> Post:
    given = {"kind": "commander", "side": "red", "brigade": brigade, "user": user, "now": NOON}
    return appoint(by=cast.umpire, campaign=battle.campaign.public_id, **given)


@pytest.fixture
def battle(cast: Any) -> Any:
    made = a_battle(cast, TWO)
    hold(cast, made, FIRST, cast.bystander)
    hold(cast, made, SECOND, a_user("second"))
    return made


def march(thing: str) -> dict[str, Any]:
    return {"order": "march", "body": thing, "measured": {"distance": 6}}


def give(user: Any, battle: Any, thing: str, *, orders: Any = None, key: str = "k") -> Any:
    orders = [march(thing)] if orders is None else orders
    move = the_move(battle).public_id
    given = {"thing": thing, "orders": orders, "base_revision": 0, "key": f"{key}-{thing}", "arrived_at": None}
    return submit_orders(user=user, move=move, now=AT, **given)


def may(user: Any, battle: Any) -> set[str]:
    """What the sheet lets somebody order; the sheet of each thing by itself says the same."""
    seat = sight.find_battle(user, battle.public_id)
    own = sight.sheet(seat, NOON).own
    for one in own:
        sheet = sight.thing_sheet(seat, one.id, NOON)
        assert sheet.thing.may_order is one.may_order
        assert {there.id for there in sheet.around.own if there.may_order} == {b.id for b in own if b.may_order}
    return {one.id for one in own if one.may_order}


def test_two_commanders_of_one_arm_each_order_their_own_brigade_alone(cast: Any, battle: Any) -> None:
    second = a_user("second")
    assert may(cast.bystander, battle) == {"red-foot", "red-crew", "red-gun"}
    assert may(second, battle) == {"red-foot-2", "red-foot-3"}
    give(cast.bystander, battle, "red-foot")
    give(second, battle, "red-foot-2")
    for user, thing in ((cast.bystander, "red-foot-3"), (second, "red-crew"), (cast.red_foot, "red-foot-3")):
        with pytest.raises(NotYours):
            give(user, battle, thing, key="not")


def test_a_gun_goes_with_the_brigade_of_its_crew(cast: Any, battle: Any) -> None:
    load = [{"order": "unlimber", "gun": "red-gun"}]
    with pytest.raises(NotYours):
        give(cast.red_guns, battle, "red-gun", orders=load)
    facts = desk(sight.find_battle(cast.umpire, battle.public_id), AT)
    assert [one.title for one in commanders_of(facts, "red-gun")] == ["Red 1st Brigade"]


def test_the_printed_sheet_has_what_a_seat_commands(cast: Any, battle: Any) -> None:
    for user, things in ((cast.bystander, {"red-foot", "red-crew", "red-gun"}), (cast.red_foot, set())):
        seat = sight.find_battle(user, battle.public_id)
        assert sight.commanded_by(sight.sheet(seat, AT), seat.posts) == things


def test_neither_reads_what_the_other_has_drafted(cast: Any, battle: Any) -> None:
    move = the_move(battle).public_id
    save_draft(user=cast.bystander, move=move, thing="red-foot", orders=[march("red-foot")], base_revision=0, now=AT)
    for user, many in ((cast.bystander, 1), (a_user("second"), 0)):
        assert len(sight.sheet(sight.find_battle(user, battle.public_id), AT).drafts) == many


def test_the_move_waits_for_every_seat_that_has_something_to_order(cast: Any, battle: Any) -> None:
    expected = {one.title for one in commanding(battle, the_move(battle))}
    assert {"Red 1st Brigade", "Red 2nd Brigade"} <= expected and "Red Infantry" not in expected
    for post in commanding(battle, the_move(battle))[:-1]:
        declare_ready(user=post.user, move=the_move(battle).public_id, now=AT)
    assert the_move(battle).status == "open"


def test_a_brigade_whose_seat_is_empty_falls_to_the_commander_of_its_arm(cast: Any, battle: Any) -> None:
    dismiss(by=cast.umpire, post=Post.objects.get(brigade=SECOND).public_id, now=AT)
    assert may(cast.red_foot, battle) == {"red-foot-2", "red-foot-3"}


def test_a_successor_takes_over_the_brigade_and_the_predecessor_loses_it(cast: Any, battle: Any) -> None:
    post = Post.objects.get(brigade=SECOND, held_until=None)
    hand_over(by=cast.umpire, post=post.public_id, user=a_user("third"), now=AT)
    assert may(a_user("third"), battle) == {"red-foot-2", "red-foot-3"}
    with pytest.raises(Unseen):
        sight.find_battle(a_user("second"), battle.public_id)
    assert Post.objects.get(user=a_user("second")).brigade == SECOND, "their term is kept with what it commanded"


def test_one_person_holds_two_brigades_and_none_of_them_twice(cast: Any, battle: Any) -> None:
    hold(cast, battle, SECOND, cast.bystander)
    assert may(cast.bystander, battle) == {"red-foot", "red-crew", "red-gun", "red-foot-2", "red-foot-3"}
    with pytest.raises(WrongState, match="already has this seat"):
        hold(cast, battle, SECOND, cast.bystander)
    with pytest.raises(NotYours, match="both sides"):
        appoint(
            by=cast.umpire, campaign=battle.campaign.public_id, kind="commander", side="blue", brigade=FIRST,
            user=cast.bystander, now=NOON,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "field"),
    [({}, "arm"), ({"arm": "infantry", "brigade": FIRST}, "arm"), ({"brigade": "x" * 81}, "brigade")],
)
def test_a_commander_has_an_arm_or_a_brigade_and_not_both(cast: Any, battle: Any, given: Any, field: str) -> None:
    with pytest.raises(Invalid, match=field):
        appoint(
            by=cast.umpire, campaign=battle.campaign.public_id, kind="commander", side="red", user=a_user("x"),
            now=NOON, **given,
        )  # fmt: skip


def test_the_title_of_a_seat_still_names_its_bodies(cast: Any) -> None:
    start = deepcopy(START)
    start["bodies"]["red-foot"]["commander"] = "Wray"
    battle = a_battle(cast, start)
    appoint(
        by=cast.umpire, campaign=battle.campaign.public_id, kind="commander", side="red", arm="cavalry", title="Wray",
        user=cast.bystander, now=NOON,
    )  # fmt: skip
    assert may(cast.bystander, battle) == {"red-foot", "red-horse"}
    assert "red-foot" not in may(cast.red_foot, battle)


def test_the_list_of_brigades_says_what_is_in_each_and_who_holds_it(cast: Any, battle: Any) -> None:
    floor = floor_of(battle.campaign_id)
    assert floor is not None
    first, second = brigades_of(
        pieces_of(battle.terms), floor.position, "red", posts_of_sides(battle.campaign_id)["red"]
    )
    assert (first.name, first.things, first.men, first.strength, first.held_by) == (
        FIRST, ("red-foot", "red-crew", "red-gun"), 72, "2 bodies, 72 men, 6 horses, 1 gun", ("Red 1st Brigade",),
    )  # fmt: skip
    assert (second.name, second.strength) == (SECOND, "2 bodies, 44 men")
    assert brigades_of(pieces_of(battle.terms), floor.position, "blue") == ()
    posts = posts_of_sides(battle.campaign_id)["red"]
    by = {
        thing: [post.title for post in held]
        for (_, thing, _), held in ordered_by(battle.terms, floor.position, "red", posts)
    }
    assert by["red-horse"] == ["Red Cavalry"] and by["red-foot-2"] == ["Red 2nd Brigade"]


def publish(cast: Any, battle: Any, at: Any) -> None:
    move = the_move(battle)
    if move.status == "open":
        close_early(by=cast.umpire, move=move.public_id, now=at)
        sweep(at + timedelta(seconds=10))
    submit_move(by=cast.umpire, move=move.public_id, now=at + timedelta(seconds=11))
    sweep(at + timedelta(seconds=12))


def test_a_ruling_puts_a_body_into_another_brigade_and_the_enemy_does_not_read_of_it(cast: Any, battle: Any) -> None:
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=AT)
    sweep(AT + timedelta(seconds=40))
    change = [{"group": "bodies", "thing": "red-foot-2", "key": "commander", "value": FIRST}]
    overrule_finding(
        by=cast.umpire, move=move.public_id, change=change, reason="by word of mouth", clause="house rule", now=AT
    )
    publish(cast, battle, AT + timedelta(minutes=1))
    told = {one.side: one.data["rulings"] for one in Report.objects.filter(move=move)}
    assert told["red"] and not told["blue"]
    publish(cast, battle, AT + timedelta(minutes=2))
    assert may(cast.bystander, battle) == {"red-foot", "red-crew", "red-gun", "red-foot-2"}
    assert may(a_user("second"), battle) == {"red-foot-3"}


def test_a_part_that_is_split_off_stays_in_the_brigade_and_may_be_ordered_at_once(cast: Any, battle: Any) -> None:
    second = a_user("second")
    give(second, battle, "red-foot-2", orders=[{"order": "split", "body": "red-foot-2", "men": 10, "into": "red-left"}])
    with pytest.raises(NotYours):
        give(cast.red_foot, battle, "red-left")
    give(second, battle, "red-left")


def test_nobody_merges_a_body_of_another_brigade_into_their_own(cast: Any, battle: Any) -> None:
    merge = {"order": "merge", "bodies": ["red-foot", "red-foot-2"]}
    with pytest.raises(NotYours, match="red-foot-2 is not under your command"):
        give(cast.bystander, battle, "red-foot", orders=[merge])
    both = {"order": "merge", "bodies": ["red-foot-2", "red-foot-3"]}
    give(a_user("second"), battle, "red-foot-2", orders=[both])


def test_who_is_in_enemy_hands_is_nobodys_and_who_is_aboard_stays_in_the_brigade(cast: Any) -> None:
    start = deepcopy(TWO)
    start["bodies"]["red-foot-3"] |= {"held_by": "blue"}
    start["bodies"]["red-foot-2"] |= {"aboard": "red-boat", "men": 10}
    start["boats"] = {"red-boat": {"side": "red", "aboard": {"red-foot-2": 10}}}
    battle = a_battle(cast, start)
    second = hold(cast, battle, SECOND, a_user("second"))
    ordered = ordered_by(battle.terms, the_move(battle).position, "red", posts_of_sides(battle.campaign_id)["red"])
    by = {thing: [post.title for post in held] for (_, thing, _), held in ordered}
    assert by["red-foot-2"] == [second.title] and by["red-boat"] == ["Red Transport"] and "red-foot-3" not in by


def test_in_little_wars_the_general_gives_bodies_to_a_command_and_its_seat_orders_them(cast: Any) -> None:
    """LW-EXT-15."""
    battle = a_battle(cast, start=LITTLE, book="little-wars", options={"team_roles": True})
    hold(cast, battle, "Left Wing", cast.bystander)
    assert may(cast.bystander, battle) == set() and "red-foot" in may(cast.red_foot, battle)
    give(
        cast.red_general,
        battle,
        "red-foot",
        orders=[{"order": "assign", "bodies": ["red-foot"], "commander": "Left Wing"}],
    )
    publish(cast, battle, AT + timedelta(minutes=1))
    publish(cast, battle, AT + timedelta(minutes=2))
    assert may(cast.bystander, battle) == {"red-foot"} and "red-foot" not in may(cast.red_foot, battle)


@pytest.fixture
def prepared(cast: Any) -> Any:
    campaign = a_campaign(cast, options=OPTIONS)
    return open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)


def test_the_umpire_puts_bodies_into_a_brigade_before_the_battle(cast: Any, prepared: Any) -> None:
    put_in_brigade(by=cast.umpire, battle=prepared.public_id, brigade=FIRST, things=["red-foot", "red-horse"], now=NOON)
    battle = Battle.objects.get(pk=prepared.pk)
    (one,) = brigades_of(pieces_of(battle.terms), battle.start, "red")
    assert one.things == ("red-foot", "red-horse") and one.held_by == ()
    put_in_brigade(by=cast.umpire, battle=prepared.public_id, brigade="", things=["red-horse"], now=NOON)
    battle.refresh_from_db()
    assert "commander" not in battle.start["bodies"]["red-horse"]


@pytest.mark.parametrize(
    ("things", "said"), [([], "0 were sent"), (["red-foot", "blue-foot"], "one side"), (["red-waggon"], "cannot be in")]
)
def test_what_is_no_brigade_is_refused_with_the_reason(cast: Any, prepared: Any, things: Any, said: str) -> None:
    with pytest.raises(Invalid, match=said):
        put_in_brigade(by=cast.umpire, battle=prepared.public_id, brigade=FIRST, things=things, now=NOON)


def test_nobody_but_the_umpire_makes_brigades_and_not_once_it_has_begun(cast: Any, prepared: Any) -> None:
    given = {"battle": prepared.public_id, "brigade": FIRST, "things": ["red-foot"], "now": NOON}
    with pytest.raises(Unseen):
        put_in_brigade(by=cast.bystander, **given)
    start_battle(by=cast.umpire, battle=prepared.public_id, now=NOON)
    with pytest.raises(WrongState, match="ruling"):
        put_in_brigade(by=cast.umpire, **given)
