"""What a commander, a General, an official and an observer may know, and nothing else."""

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.errors import Unseen
from campaigns.usecases.campaigns.preparation import appoint, dismiss, open_battle
from campaigns.usecases.clock.clock import close_early, pause_clock
from campaigns.usecases.moves.findings import measure, publish_fire, submit_move
from campaigns.usecases.moves.moves import close_move, commanding
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, a_cast, the_move

pytestmark = pytest.mark.django_db

MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}


@pytest.fixture
def cast():
    return a_cast()


@pytest.fixture
def battle(cast):
    return a_battle(cast, options={"two_stage_move": False, "score_points": True, "use_contours": False})


def a_seat(user, battle):
    return sight.find_battle(user, battle.public_id)


def order(user, battle, thing, *orders, base=0, at=NOON):
    return submit_orders(
        user=user, move=the_move(battle).public_id, thing=thing, orders=list(orders),
        base_revision=base, key=f"{thing}-{base}", arrived_at=at, now=at,
    )  # fmt: skip


def finish(cast, battle, at=NOON + timedelta(minutes=1), **facts):
    """Close, measure and submit the move under way."""
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    close_move(move_id=move.pk, now=at + timedelta(seconds=5), cause="umpire")
    if facts:
        measure(by=cast.umpire, move=move.public_id, base_revision=0, now=at, **{"orders": {}, **facts})
    submit_move(by=cast.umpire, move=move.public_id, now=at + timedelta(seconds=6))
    return move


# -- who has access --------------------------------------------------------------------------------


def test_a_battle_of_others_is_as_unseen_as_none(cast, battle):
    for public_id in (battle.public_id, "no-such-one", "", "a\x00b", "x" * 5000):
        with pytest.raises(Unseen) as refused:
            a = cast.bystander if public_id == battle.public_id else cast.red_general
            sight.find_battle(a, public_id)
        assert refused.value.sentence == "There is no such battle."


def test_a_campaign_of_others_is_as_unseen_as_none(cast, battle):
    for user, public_id in ((cast.bystander, battle.campaign.public_id), (cast.red_general, "no-such-one")):
        with pytest.raises(Unseen):
            sight.find_campaign(user, public_id)
    assert sight.find_campaign(cast.red_general, battle.campaign.public_id).side == "red"


def test_whoever_has_been_dismissed_sees_nothing_more(cast, battle):
    post = battle.campaign.posts.get(user=cast.red_horse)
    dismiss(by=cast.umpire, post=post.public_id, now=NOON)
    with pytest.raises(Unseen):
        a_seat(cast.red_horse, battle)


def test_a_user_who_is_not_active_any_more_sees_nothing(cast, battle):
    cast.red_horse.is_active = False
    cast.red_horse.save()
    with pytest.raises(Unseen):
        a_seat(cast.red_horse, battle)


def test_posts_are_listed_with_their_battles_and_nobody_elses(cast, battle):
    a_battle(a_cast())
    posts = sight.posts_of(cast.red_foot)
    assert {post.arm for post in posts} == {"infantry", "engineers"}
    assert battle.public_id in {one.public_id for post in posts for one in post.battles}
    assert sight.posts_of(cast.bystander) == ()


def test_a_seat_holds_the_briefing_of_its_own_side_alone(cast):
    campaign = a_campaign(cast)
    campaign.sides.filter(key="red").update(briefing="for Red")
    campaign.sides.filter(key="blue").update(briefing="for Blue")
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    assert a_seat(cast.red_horse, battle).briefing == "for Red"
    assert a_seat(cast.observer, battle).briefing == ""
    assert "for Blue" not in repr(a_seat(cast.red_general, battle))
    assert a_seat(cast.umpire, battle).briefings == {"red": "for Red", "blue": "for Blue"}


def test_the_seed_is_told_only_once_it_is_revealed(cast, battle):
    assert a_seat(cast.red_general, battle).battle.seed == ""
    assert a_seat(cast.red_general, battle).battle.seed_digest == battle.seed_digest
    battle.seed_revealed_at = NOON
    battle.save()
    assert a_seat(cast.red_general, battle).battle.seed == battle.seed


# -- the sheet --------------------------------------------------------------------------------------


def test_a_sheet_before_the_battle_has_begun_is_empty(cast):
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    sheet = sight.sheet(a_seat(cast.red_general, battle), NOON)
    assert (sheet.clock, sheet.own, sheet.enemy) == (None, (), ())


def test_a_commander_sees_his_own_things_whole_and_the_enemys_as_they_stand(cast, battle):
    sheet = sight.sheet(a_seat(cast.red_foot, battle), NOON)
    own, enemy = {one.id: one for one in sheet.own}, {one.id: one for one in sheet.enemy}
    assert own["red-depot"].state["packets"] == {"food": 20, "forage": 20, "ammunition": 20}
    assert "packets" not in enemy["blue-depot"].state
    assert enemy["blue-foot"].state["men"] == 60
    assert sheet.mine and sheet.clock.takes_orders


def test_only_the_commander_of_the_arm_may_order_and_only_in_his_own_move(cast, battle):
    may = {one.id for one in sight.sheet(a_seat(cast.red_foot, battle), NOON).own if one.may_order}
    assert may == {"red-foot"}
    assert not any(one.may_order for one in sight.sheet(a_seat(cast.blue_foot, battle), NOON).own)
    assert not any(one.may_order for one in sight.sheet(a_seat(cast.official, battle), NOON).own)


def test_a_general_may_order_every_piece_where_the_campaign_says_so(cast):
    battle = a_battle(cast, options={"two_stage_move": False, "general_may_order_any_piece": True})
    may = {one.id for one in sight.sheet(a_seat(cast.red_general, battle), NOON).own if one.may_order}
    assert {"red-foot", "red-horse", "red-gun", "red-waggon"} <= may


def test_an_observer_sees_both_sides_and_owns_neither(cast, battle):
    sheet = sight.sheet(a_seat(cast.observer, battle), NOON)
    assert sheet.own == () and sheet.readiness == () and sheet.receipts == ()
    assert {one.id for one in sheet.enemy} >= {"red-foot", "blue-foot"}
    assert not any("packets" in one.state for one in sheet.enemy)


def test_orders_in_force_stand_on_the_sheet_of_the_side_and_nowhere_else(cast, battle):
    receipt = order(cast.red_foot, battle, "red-foot", MARCH)
    own = {one.id: one for one in sight.sheet(a_seat(cast.red_horse, battle), NOON).own}
    assert own["red-foot"].receipt.number == receipt.number
    for other in (cast.blue_general, cast.observer):
        sheet = sight.sheet(a_seat(other, battle), NOON)
        assert sheet.receipts == () and receipt.number not in repr(sheet)


def test_readiness_is_that_of_ones_own_side(cast, battle):
    order(cast.red_foot, battle, "red-foot", MARCH)
    declare_ready(user=cast.red_foot, move=the_move(battle).public_id, now=NOON)
    red = sight.sheet(a_seat(cast.red_horse, battle), NOON).readiness
    assert [one.title for one in red if one.at] == ["Red Infantry"]
    blue = sight.sheet(a_seat(cast.blue_horse, battle), NOON).readiness
    assert all(one.at is None and one.title.startswith("Blue") for one in blue)


def test_the_umpire_says_whose_sheet_he_reads(cast, battle):
    seat = a_seat(cast.umpire, battle)
    assert {one.side for one in sight.sheet(seat, NOON, of="blue").own} == {"blue"}
    with pytest.raises(Unseen):
        sight.sheet(seat, NOON)


def test_a_commander_may_not_say_whose_sheet_he_reads(cast, battle):
    for of in ("blue", "observer", "green"):
        with pytest.raises(Unseen):
            sight.sheet(a_seat(cast.red_general, battle), NOON, of=of)


# -- the clock --------------------------------------------------------------------------------------


def test_the_clock_counts_down_and_is_called(cast, battle):
    def state(after):
        clock = sight.sheet(a_seat(cast.red_general, battle), NOON + after).clock
        return clock.state, clock.seconds_left

    assert state(timedelta(0)) == ("open", 600)
    assert state(timedelta(seconds=599, milliseconds=1)) == ("open", 1)
    assert state(timedelta(seconds=600)) == ("drain", None)


def test_a_paused_clock_stands_and_says_why(cast, battle):
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="a train of thought", minutes=5, now=NOON)
    clock = sight.sheet(a_seat(cast.blue_general, battle), NOON).clock
    assert (clock.state, clock.seconds_left, clock.paused_reason) == ("paused", None, "a train of thought")


# -- one thing --------------------------------------------------------------------------------------


def test_the_sheet_of_a_thing_offers_orders_and_what_was_sent(cast, battle):
    order(cast.red_foot, battle, "red-foot", MARCH)
    page = sight.thing_sheet(a_seat(cast.red_foot, battle), "red-foot", NOON)
    assert page.base_revision == 1 and page.draft[0]["order"] == "march"
    assert page.thing.may_order and page.choices and len(page.history) == 1


def test_a_draft_stands_in_the_place_of_what_was_sent(cast, battle):
    order(cast.red_foot, battle, "red-foot", MARCH)
    page = sight.thing_sheet(a_seat(cast.red_foot, battle), "red-foot", NOON, draft=[])
    assert page.draft == ()
    assert [one.title for one in page.choices] != []


def test_a_thing_of_the_enemy_is_as_unseen_as_none(cast, battle):
    said = set()
    for thing in ("blue-foot", "blue-depot", "nothing", "a\x00b"):
        with pytest.raises(Unseen) as refused:
            sight.thing_sheet(a_seat(cast.red_foot, battle), thing, NOON)
        said.add(str(refused.value))
    assert len(said) == 1


def test_an_observer_has_no_sheet_of_a_thing(cast, battle):
    with pytest.raises(Unseen):
        sight.thing_sheet(a_seat(cast.observer, battle), "red-foot", NOON)


# -- receipts, reports, books -----------------------------------------------------------------------


def test_a_receipt_that_was_revised_does_not_count_any_more(cast, battle):
    order(cast.red_foot, battle, "red-foot", MARCH)
    order(cast.red_foot, battle, "red-foot", {"order": "stand", "body": "red-foot"}, base=1)
    given = sight.receipts(a_seat(cast.red_general, battle))
    assert [(one.revision, one.counts) for one in given] == [(2, True), (1, False)]
    assert sight.receipts(a_seat(cast.blue_general, battle)) == ()
    with pytest.raises(Unseen):
        sight.receipts(a_seat(cast.observer, battle))


def test_a_report_tells_each_side_its_own(cast, battle):
    order(cast.red_foot, battle, "red-foot", MARCH)
    finish(cast, battle)
    red, blue, seen = (sight.report(a_seat(one, battle), 1) for one in (cast.red_foot, cast.blue_foot, cast.observer))
    assert "body-marched" in [event["event"] for event in red.events]
    assert "body-marched" not in [event["event"] for event in (*blue.events, *seen.events)]
    assert red.orders and blue.orders == () and seen.orders == ()
    assert (red.points, blue.points, seen.points) == (127, 127, None)


def test_every_event_of_a_report_has_a_sentence_that_calls_things_by_their_names(cast, battle):
    order(cast.red_foot, battle, "red-foot", MARCH)
    finish(cast, battle)
    assert "Red Rifles moved 6 in." in [
        one["sentence"] for one in sight.report(a_seat(cast.red_foot, battle), 1).events
    ]


def test_a_report_that_was_not_made_is_unseen(cast, battle):
    for number in (1, 2, 10**12):
        with pytest.raises(Unseen):
            sight.report(a_seat(cast.red_foot, battle), number)
    assert sight.reports(a_seat(cast.red_foot, battle)) == ()


def test_stores_are_those_of_ones_own_side_with_what_will_be_wanted(cast, battle):
    page = sight.supplies(a_seat(cast.red_guns, battle))
    assert page.stock == {"food": 22, "forage": 22, "ammunition": 22}
    assert {one.account for one in page.accounts} == {
        "red-foot",
        "red-horse",
        "red-crew",
        "red-gun",
        "red-waggon",
        "red-depot",
    }
    assert [(one["own_move"], one["kind"]) for one in page.wants][:2] == [(6, "food"), (6, "forage")]


def test_points_are_ones_own(cast, battle):
    finish(cast, battle)
    page = sight.points(a_seat(cast.red_foot, battle))
    assert page.halves == 254  # 60 foot and 12 gunners at 2 halves, 30 horse at 3, a gun at 20
    assert {line.name for line in page.lines} == {"Red"}


@pytest.mark.parametrize("paper", [sight.supplies, sight.points, sight.receipts])
def test_an_observer_has_no_books(cast, battle, paper):
    with pytest.raises(Unseen):
        paper(a_seat(cast.observer, battle))


def test_notices_are_those_of_the_posts_held_now(cast, battle):
    assert len(sight.notices(cast.red_foot)) == 1  # infantry and Engineers are one person, listed once
    assert sight.notices(cast.bystander) == ()
    for post in battle.campaign.posts.filter(user=cast.red_foot):
        dismiss(by=cast.umpire, post=post.public_id, now=NOON)
    told = sight.notices(cast.red_foot)  # of the battle nothing more; only that either seat is ended
    assert {(one.kind, one.post, one.battle) for one in told} == {
        ("seat-ended", "Red Infantry", ""),
        ("seat-ended", "Red Engineers", ""),
    }


# -- what it costs ----------------------------------------------------------------------------------


def test_no_paper_takes_more_than_eight_queries_with_the_seat(cast, battle, django_assert_max_num_queries):
    order(cast.red_foot, battle, "red-foot", MARCH)
    finish(cast, battle)
    finish(cast, battle, at=NOON + timedelta(minutes=2))
    papers = [
        lambda seat: sight.sheet(seat, NOON),
        lambda seat: sight.thing_sheet(seat, "red-foot", NOON),
        lambda seat: sight.receipts(seat),
        lambda seat: sight.report(seat, 1),
        lambda seat: sight.reports(seat),
        lambda seat: sight.supplies(seat),
        lambda seat: sight.points(seat),
    ]
    for paper in papers:
        with django_assert_max_num_queries(8):
            paper(a_seat(cast.red_foot, battle))


# -- the fire of a move of two stages ---------------------------------------------------------------


@pytest.mark.slow
def test_the_fire_is_told_to_both_sides_before_movement_orders_close(cast, client):
    """KS-TURN-02: results of fire are shown before movement orders close."""
    battle = a_battle(cast, options={"first_fire_move": 1, "use_contours": False}, drain_seconds=0)
    move = the_move(battle)
    fire = {"order": "fire-gun", "gun": "red-gun", "aim": {"bearing": 0, "elevation": 10}, "shots": 1}
    order(cast.red_guns, battle, "red-gun", fire)
    assert sight.sheet(a_seat(cast.blue_foot, battle), NOON).fire == ()
    close_early(by=cast.umpire, move=move.public_id, now=NOON)
    shells = {"red-gun/0": {"shells": [{"men": {"blue-foot": 5}}]}}
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders=shells, now=NOON)
    publish_fire(by=cast.umpire, move=move.public_id, now=NOON)
    for user in (cast.red_foot, cast.blue_foot, cast.observer):
        sheet = sight.sheet(a_seat(user, battle), NOON)
        sentences = [event["sentence"] for event in sheet.fire]
        assert "A shell of Red Gun hit 5 men of Blue Guards: 3 killed." in sentences
        client.force_login(user)
        assert "hit 5 men of Blue Guards: 3 killed" in client.get(f"/b/{battle.public_id}/sheet/").content.decode()
    blue = {one.id: one for one in sight.sheet(a_seat(cast.blue_foot, battle), NOON).own}
    assert blue["blue-foot"].state["men"] == 57


# -- a named commander -------------------------------------------------------------------------------


def named(cast, commander="Wray"):
    """A battle in which Red's foot is under one named commander; the bystander holds a seat with that title."""
    foot = {**START["bodies"]["red-foot"], "commander": commander}
    battle = a_battle(cast, start={**START, "bodies": {**START["bodies"], "red-foot": foot}})
    appoint(
        by=cast.umpire,
        campaign=battle.campaign.public_id,
        kind="commander",
        side="red",
        arm="cavalry",
        title="Wray",
        user=cast.bystander,
        now=NOON,
    )
    return battle


def may(user, battle, thing="red-foot"):
    """Whether the sheet, and the sheet of the thing itself, let somebody order it."""
    seat = sight.find_battle(user, battle.public_id)
    on_the_sheet = {one.id: one.may_order for one in sight.sheet(seat, NOON).own}[thing]
    assert sight.thing_sheet(seat, thing, NOON).thing.may_order is on_the_sheet
    return on_the_sheet


def test_a_body_under_a_named_commander_is_offered_to_him_alone(cast):
    """KTI-KS-87: as the ledger accepts orders only from them, so the sheet offers it only to them."""
    battle = named(cast)
    assert may(cast.bystander, battle)
    assert not may(cast.red_foot, battle)
    assert may(cast.red_foot, named(cast, "Nobody"))


def test_the_move_waits_for_a_named_commander_and_not_for_an_arm_that_has_nothing_left_to_order(cast):
    battle = named(cast)
    seat = sight.find_battle(cast.bystander, battle.public_id)
    expected = {one.title for one in sight.sheet(seat, NOON).readiness if one.expected}
    assert "Wray" in expected and "Red Infantry" not in expected
    assert {post.title for post in commanding(battle, the_move(battle))} == expected
