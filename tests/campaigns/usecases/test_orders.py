"""Orders are given, revised, withdrawn and checked; commanders say that they are ready."""

from datetime import timedelta

import pytest

from campaigns.bridge import digest, in_force
from campaigns.errors import KeyReused, LastReady, MoveClosed, NotYours, Stale, Unseen, status_of
from campaigns.models import Move, OrderEntry, Readiness, RecordEntry
from campaigns.sight import find_battle, thing_sheet
from campaigns.usecases.campaigns.preparation import appoint, dismiss
from campaigns.usecases.clock.clock import close_early, pause_clock
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.hand_in import _looked_at
from campaigns.usecases.orders.orders import (
    check_orders,
    declare_ready,
    recall_ready,
    submit_orders,
    withdraw_orders,
)
from rules.errors import Illegal, Invalid, Refused
from tests.campaigns.builders import NOON, START, a_battle, a_post, the_move

MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
LATER = NOON + timedelta(minutes=1)
END = NOON + timedelta(minutes=10)
ONE_GUN = {
    **START,
    "bodies": {key: one for key, one in START["bodies"].items() if key not in ("red-foot", "red-horse")},
    "waggons": {},
}
"""Red has only the gun with its crew."""


def give(user, move, thing="red-foot", orders=(MARCH,), base=0, key="press-1", now=LATER, arrived=None):
    return submit_orders(
        user=user,
        move=move.public_id,
        thing=thing,
        orders=list(orders),
        base_revision=base,
        key=key,
        arrived_at=arrived,
        now=now,
    )


def test_an_accepted_order_gets_a_receipt_by_which_it_can_be_proved(cast, move):
    receipt = give(cast.red_foot, move)
    entry = OrderEntry.objects.get()
    assert receipt.number == entry.public_id
    assert (receipt.revision, receipt.arrived_at, receipt.cost, receipt.left) == (1, LATER, "1/2", "1/2")
    assert receipt.digest == digest({"move": move.public_id, "thing": "red-foot", "orders": entry.orders})
    assert receipt.reading
    assert RecordEntry.objects.get(kind="order-accepted").data["digest"] == receipt.digest


def test_revising_adds_an_entry_and_the_last_is_in_force(cast, move):
    give(cast.red_foot, move)
    form = {"order": "form", "body": "red-foot", "formation": "two-ranks"}
    receipt = give(cast.red_foot, move, orders=[form], base=1, key="press-2")
    assert receipt.revision == 2
    assert OrderEntry.objects.count() == 2
    assert [one.orders for one in in_force(move)] == [[form]]


def test_withdrawing_is_an_entry_too(cast, move):
    give(cast.red_foot, move)
    receipt = withdraw_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", base_revision=1, key="press-2", now=LATER
    )
    assert (receipt.revision, receipt.orders, receipt.reading) == (2, [], "No orders.")
    assert [one.orders for one in in_force(move)] == [[]]


def test_the_same_press_of_the_button_brings_the_same_receipt(cast, move):
    first = give(cast.red_foot, move)
    again = give(cast.red_foot, move, now=LATER + timedelta(seconds=30))
    assert (again.number, again.revision, again.arrived_at) == (first.number, 1, LATER)
    assert OrderEntry.objects.count() == 1


def test_the_same_press_brings_the_same_receipt_even_when_the_move_has_closed(cast, move):
    first = give(cast.red_foot, move)
    close_move(move_id=move.pk, now=END, cause="time")
    assert give(cast.red_foot, move, now=END).number == first.number


def test_the_same_key_with_other_orders_is_refused_and_changes_nothing(cast, move):
    give(cast.red_foot, move)
    with pytest.raises(KeyReused) as refused:
        give(cast.red_foot, move, orders=[])
    assert (refused.value.code, refused.value.status) == ("E-KEY", 422)
    assert OrderEntry.objects.count() == 1


def test_a_stale_form_overwrites_nothing_and_brings_both_texts(cast, move):
    give(cast.red_foot, move)
    typed = {"order": "form", "body": "red-foot", "formation": "extended"}
    with pytest.raises(Stale) as refused:
        give(cast.red_foot, move, orders=[typed], base=0, key="press-2")
    assert (refused.value.code, refused.value.status, refused.value.revision) == ("E-STALE", 412, 1)
    assert refused.value.in_force[0]["order"] == "march"
    assert refused.value.typed == [typed]
    assert OrderEntry.objects.count() == 1


def test_an_order_that_the_book_forbids_is_refused_and_never_stored(cast, move):
    """KS-MOVE-01: infantry makes twelve inches a move."""
    with pytest.raises(Refused) as refused:
        give(cast.red_foot, move, orders=[{**MARCH, "measured": {"distance": 60}}])
    assert refused.value.code == "E-BUDGET"
    assert status_of(refused.value) == 422
    assert not OrderEntry.objects.exists()


def test_each_order_is_checked_after_those_before_it(cast, move):
    form = {"order": "form", "body": "red-foot", "formation": "two-ranks"}
    long_march = {**MARCH, "measured": {"distance": 18}}
    with pytest.raises(Refused):
        give(cast.red_foot, move, orders=[form, long_march])
    assert not OrderEntry.objects.exists()


@pytest.mark.parametrize("user", ["red_general", "red_horse", "red_guns", "official"])
def test_a_body_is_ordered_by_the_commander_of_its_arm_alone(cast, move, user):
    with pytest.raises(NotYours) as refused:
        give(getattr(cast, user), move)
    assert (refused.value.code, refused.value.status) == ("E-ROLE", 403)
    assert not OrderEntry.objects.exists()


def test_who_is_fed_with_few_packets_is_ordered_at_their_store_by_transport_and_supply(cast):
    """KS-SUP-12: it names bodies of other arms, and is given to none of them."""
    start = {
        **START,
        "own_moves": {"red": 5, "blue": 5},
        "depots": {"red-depot": {"side": "red", "packets": {"food": 1}}},
    }
    move = the_move(a_battle(cast, start=start))
    fed = {"order": "go-short", "bodies": ["red-foot"]}
    assert give(cast.red_guns, move, thing="red-depot", orders=[fed]).revision == 1
    with pytest.raises(NotYours):
        give(cast.red_horse, move, thing="red-depot", orders=[fed], key="press-2")


def test_a_general_may_order_any_piece_where_the_options_say_so(cast):
    """KS-GAME-03."""
    battle = a_battle(cast, options={"two_stage_move": False, "general_may_order_any_piece": True})
    assert give(cast.red_general, the_move(battle)).revision == 1


@pytest.mark.parametrize("title", ["Red", "Commander of the 2nd Light Horse"])
def test_a_body_may_be_under_one_named_commander_whatever_his_title(cast, title):
    start = {**START, "bodies": {**START["bodies"], "red-foot": {**START["bodies"]["red-foot"], "commander": title}}}
    battle = a_battle(cast, start=start)
    move = the_move(battle)
    appoint(
        by=cast.umpire,
        campaign=battle.campaign.public_id,
        kind="commander",
        side="red",
        arm="infantry",
        user=cast.red_horse,
        title=title,
        now=NOON,
    )
    with pytest.raises(NotYours):
        give(cast.red_foot, move)
    assert give(cast.red_horse, move).revision == 1


def test_an_order_against_something_unseen_is_answered_the_same_whether_or_not_it_is_there(cast, move):
    answers = []
    for thing in ("blue-foot", "no-such-body"):
        with pytest.raises(Refused) as refused:
            give(cast.red_foot, move, thing=thing, orders=[{"order": "stand", "body": thing}])
        answers.append((type(refused.value), refused.value.code, refused.value.sentence.replace(thing, "X")))
        assert status_of(refused.value) == 404
    assert answers[0] == answers[1]


def test_the_other_side_has_no_orders_to_give_in_this_move(cast, move):
    with pytest.raises(MoveClosed) as refused:
        give(cast.blue_foot, move, thing="blue-foot", orders=[])
    assert (refused.value.code, refused.value.status) == ("E-TURN", 409)


def test_to_a_bystander_there_is_no_such_move(cast, move):
    with pytest.raises(Unseen):
        give(cast.bystander, move)
    with pytest.raises(Unseen):
        submit_orders(user=cast.red_foot, move="nowhere", thing="x", orders=[], base_revision=0, key="k", now=NOON)


@pytest.mark.parametrize("user", ["umpire", "observer"])
def test_umpire_and_observer_give_no_orders(cast, move, user):
    with pytest.raises(NotYours):
        give(getattr(cast, user), move)


def test_a_commander_who_was_dismissed_is_nobody(cast, battle, move):
    for post in battle.campaign.posts.filter(user=cast.red_foot):
        dismiss(by=cast.umpire, post=post.public_id, now=NOON)
    with pytest.raises(Unseen):
        give(cast.red_foot, move)


@pytest.mark.parametrize(
    "orders",
    [
        "march",
        [1],
        [{"order": "fly", "body": "red-foot"}],
        [{"order": "march", "body": "red-horse"}],
        [{"order": "march"}],
        [MARCH] * 21,
        [{"order": "stand", "body": "red-foot", "note": "x" * 30_000}],
        [{"order": "charge", "body": "red-foot", "target": "blue-foot", "measured": {"distance": 3}}],
        [{**MARCH, "measured": {"chargers": 12}}],
        [{"order": "march", "body": "red-foot", "measured": {"distance": float("nan")}}],
    ],
)
def test_what_is_not_understood_is_refused_and_never_stored(cast, move, orders):
    with pytest.raises(Invalid):
        submit_orders(
            user=cast.red_foot,
            move=move.public_id,
            thing="red-foot",
            orders=orders,
            base_revision=0,
            key="press-1",
            now=LATER,
        )
    assert not OrderEntry.objects.exists()


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", None, 7, "k\x00"])
def test_a_key_is_a_short_word(cast, move, key):
    with pytest.raises(Invalid):
        give(cast.red_foot, move, key=key)


# -- time ------------------------------------------------------------------------------------------


def test_what_arrived_before_time_was_called_counts_through_the_drain(cast, move):
    """RELIABILITY A3: stamped on arrival, committed within the drain."""
    arrived = END - timedelta(milliseconds=1)
    receipt = give(cast.red_foot, move, arrived=arrived, now=END + timedelta(seconds=4))
    assert (receipt.arrived_at, receipt.committed_at) == (arrived, END + timedelta(seconds=4))


def test_what_arrives_in_the_drain_is_told_how_late_it_was_and_kept_without_effect(cast, move):
    with pytest.raises(MoveClosed) as refused:
        give(cast.red_foot, move, arrived=END + timedelta(seconds=1.5), now=END + timedelta(seconds=2))
    assert refused.value.late == 1.5
    assert "1.5 seconds" in refused.value.sentence
    assert OrderEntry.objects.get().late
    assert in_force(move) == []


def test_a_stamp_reaches_no_further_back_than_a_close_may_wait(cast, move):
    close_move(move_id=move.pk, now=END + timedelta(seconds=5), cause="time")
    with pytest.raises(MoveClosed) as refused:
        give(cast.red_foot, move, arrived=NOON, now=END + timedelta(minutes=1))
    assert refused.value.late == 25.0


def test_a_stamp_from_the_future_is_taken_as_now(cast, move):
    assert give(cast.red_foot, move, arrived=END).arrived_at == LATER


@pytest.mark.slow
def test_only_so_many_late_entries_are_kept(cast, move):
    for number in range(25):
        with pytest.raises(MoveClosed):
            give(cast.red_foot, move, key=f"press-{number}", now=END + timedelta(seconds=1))
    assert OrderEntry.objects.filter(late=True).count() == 20


def test_before_the_move_opens_it_takes_no_orders(cast, battle, move):
    Move.objects.filter(pk=move.pk).update(opened_at=NOON + timedelta(minutes=5))
    with pytest.raises(MoveClosed) as refused:
        give(cast.red_foot, move)
    assert "12:05:00" in refused.value.sentence


def test_while_the_clock_stands_orders_are_still_taken(cast, battle, move):
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=LATER)
    assert give(cast.red_foot, move, now=END + timedelta(minutes=5)).revision == 1


# -- checking --------------------------------------------------------------------------------------


def test_checking_tells_the_cost_and_stores_nothing(cast, move):
    estimate = check_orders(user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[MARCH], now=LATER)
    assert (estimate.cost, estimate.left) == ("1/2", "1/2")
    assert not OrderEntry.objects.exists()
    with pytest.raises(Refused):
        check_orders(
            user=cast.red_foot,
            move=move.public_id,
            thing="red-foot",
            orders=[{**MARCH, "measured": {"distance": 60}}],
            now=LATER,
        )


# -- ready -----------------------------------------------------------------------------------------


def test_submitted_and_ready_are_different_facts(cast, move):
    give(cast.red_foot, move)
    assert not Readiness.objects.exists()
    ready = declare_ready(user=cast.red_foot, move=move.public_id, now=LATER)
    assert (ready.ready, ready.of, ready.called) == (1, 4, False)


def test_when_every_commander_is_ready_time_is_called_and_the_move_closes_after_the_drain(cast, move):
    for user in (cast.red_foot, cast.red_horse):
        assert not declare_ready(user=user, move=move.public_id, now=LATER).called
    ready = declare_ready(user=cast.red_guns, move=move.public_id, ends=True, now=LATER)
    assert (ready.ready, ready.of, ready.called) == (4, 4, True)
    move.refresh_from_db()
    assert move.closes_at == LATER
    assert move.status == Move.Status.OPEN
    assert move.dues.get(kind="close", state="waiting").due_at == LATER + timedelta(seconds=5)


def test_the_last_is_asked_before_the_move_ends_and_told_what_has_no_order(cast, move):
    """KS-TURN-06: nothing is changed until they confirm."""
    give(cast.red_foot, move)
    for user in (cast.red_foot, cast.red_horse):
        declare_ready(user=user, move=move.public_id, ends=True, now=LATER)
    with pytest.raises(LastReady) as refused:
        declare_ready(user=cast.red_guns, move=move.public_id, now=LATER)
    assert (refused.value.code, status_of(refused.value)) == ("E-LAST", 409)
    assert refused.value.data()["waiting"] == ["red-gun", "red-horse", "red-crew"]
    assert "Without orders, these stay where they are: 2 bodies and 1 gun." in refused.value.sentence
    move.refresh_from_db()
    assert Readiness.objects.count() == 2 and move.closes_at == END
    assert declare_ready(user=cast.red_guns, move=move.public_id, ends=True, now=LATER).called


def test_the_last_is_asked_in_the_fire_stage_too_and_where_nothing_is_left_out(cast):
    """KS-TURN-02, KS-TURN-06: the fire orders close as the move does; all of them may have been given."""
    battle = a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1}, start=ONE_GUN)
    fire = {"order": "fire-gun", "gun": "red-gun", "shots": 1, "aim": {"bearing": 0, "elevation": 10}}
    with pytest.raises(LastReady, match="these will not fire: 1 body and 1 gun"):
        declare_ready(user=cast.red_guns, move=the_move(battle).public_id, now=LATER)
    give(cast.red_guns, the_move(battle), thing="red-gun", orders=[fire])
    with pytest.raises(LastReady, match="fire orders end at once") as refused:
        declare_ready(user=cast.red_guns, move=the_move(battle).public_id, now=LATER)
    assert refused.value.data()["waiting"] == ["red-crew"]


def test_ready_may_be_taken_back_until_time_is_called(cast, move):
    declare_ready(user=cast.red_foot, move=move.public_id, now=LATER)
    assert recall_ready(user=cast.red_foot, move=move.public_id, now=LATER).ready == 0
    close_early(by=cast.umpire, move=move.public_id, now=LATER)
    with pytest.raises(MoveClosed):
        recall_ready(user=cast.red_foot, move=move.public_id, now=LATER + timedelta(seconds=1))


def test_what_each_post_turned_in_is_decided_once_when_time_is_called(cast, battle, move):
    """RELIABILITY A11: received, confirmed empty, or none; written with the closing."""
    give(cast.red_foot, move)
    declare_ready(user=cast.red_horse, move=move.public_id, now=LATER)
    close_move(move_id=move.pk, now=END, cause="time")
    said = battle.record.get(kind="move-closed").data["posts"]
    titles = {post.public_id: post.title for post in battle.campaign.posts.all()}
    assert {titles[post]: state for post, state in said.items()} == {
        "Red Infantry": "received",
        "Red Cavalry": "confirmed-empty",
        "Red Artillery": "none",
        "Red Transport": "none",
    }


@pytest.mark.parametrize("deputy", [False, True])
@pytest.mark.parametrize("ready", [False, True])
@pytest.mark.parametrize(
    ("sent", "state"),
    [
        ("nothing", "none"),
        ("orders", "received"),
        ("orders, withdrawn", "confirmed-empty"),
        ("empty", "confirmed-empty"),
    ],
)
def test_every_way_of_sending_confirming_and_withdrawing_comes_to_one_state(
    cast, battle, move, sent, state, ready, deputy
):
    """RELIABILITY A11: the table; a deputy does not change what came from the commander's own seat."""
    if deputy:
        a_post(battle.campaign, cast, "commander", "red", "infantry", cast.bystander)
    if sent != "nothing":
        give(cast.red_foot, move, orders=() if sent == "empty" else (MARCH,))
    if sent == "orders, withdrawn":
        given = {"user": cast.red_foot, "move": move.public_id, "thing": "red-foot", "now": LATER}
        withdraw_orders(base_revision=1, key="w", **given)
    if ready:
        declare_ready(user=cast.red_foot, move=move.public_id, now=LATER)
    close_move(move_id=move.pk, now=END, cause="time")
    said = battle.record.get(kind="move-closed").data["posts"]
    own = battle.campaign.posts.get(user=cast.red_foot, arm="infantry")
    assert said[own.public_id] == ("confirmed-empty" if ready and state == "none" else state)
    if deputy:
        assert said[battle.campaign.posts.get(user=cast.bystander).public_id] == "none"


def test_what_a_commander_ordered_stands_when_he_is_removed(cast, battle, move):
    """RELIABILITY A11: one written rule: accepted orders are carried out whoever holds the seat when the move closes."""
    receipt = give(cast.red_foot, move)
    for post in battle.campaign.posts.filter(user=cast.red_foot):
        dismiss(by=cast.umpire, post=post.public_id, now=LATER)
    close_move(move_id=move.pk, now=END, cause="time")
    assert [one.entry.public_id for one in move.frozen.all()] == [receipt.number]


def test_a_two_stage_move_takes_fire_orders_first(cast):
    battle = a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1})
    move = the_move(battle)
    assert move.stage == Move.Stage.FIRE
    with pytest.raises(Illegal) as refused:
        give(cast.red_foot, move)
    assert (refused.value.code, refused.value.clause) == ("E-STAGE", "KS-TURN-02")
    fire = {"order": "fire-gun", "gun": "red-gun", "shots": 1, "aim": {"bearing": 0, "elevation": 10}}
    assert give(cast.red_guns, move, thing="red-gun", orders=[fire]).revision == 1


def test_what_belongs_to_the_other_stage_is_not_offered_but_says_so(cast):
    """KS-TURN-02: an order that would be refused with E-STAGE is not offered, drawn or priced before."""
    battle = a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1})
    seat = find_battle(cast.red_foot, battle.public_id)
    offered = {one.order["order"]: one for one in thing_sheet(seat, "red-foot", LATER).choices}
    assert offered["march"].blocked["code"] == "E-STAGE"
    assert offered["fire-rifles"].blocked["code"] == "E-COLUMN"
    one_sheet = a_battle(cast, options={"two_stage_move": False, "first_fire_move": 1})
    seat = find_battle(cast.red_foot, one_sheet.public_id)
    offered = {one.order["order"]: one for one in thing_sheet(seat, "red-foot", LATER).choices}
    assert offered["march"].blocked is None


# -- what is read of the ledger --------------------------------------------------------------------


def test_no_more_of_the_ledger_is_read_for_an_order_however_often_it_was_revised(cast, move):
    for revision in range(3):
        give(cast.red_foot, move, base=revision, key=f"press-{revision}")
    few = _looked_at(move.pk, "red-foot", "another")
    for revision in range(3, 9):
        give(cast.red_foot, move, base=revision, key=f"press-{revision}")
    many = _looked_at(move.pk, "red-foot", "another")
    assert len(few) == len(many) == 1 and many[0][3] == 9
    assert [row[3] for row in _looked_at(move.pk, "red-foot", "press-4")] == [5, 9]


def test_a_press_that_was_revised_since_still_brings_its_own_receipt(cast, move):
    first = give(cast.red_foot, move)
    for revision in range(1, 4):
        give(cast.red_foot, move, base=revision, key=f"again-{revision}")
    assert give(cast.red_foot, move).number == first.number
    with pytest.raises(KeyReused):
        give(cast.red_foot, move, orders=[], base=4)
    assert OrderEntry.objects.count() == 4


def test_a_late_revision_takes_nothing_out_of_force_and_counts_as_the_last(cast, move):
    give(cast.red_foot, move)
    with pytest.raises(MoveClosed):
        give(cast.red_foot, move, orders=[], base=1, key="late", now=END + timedelta(seconds=1))
    assert [(one.revision, one.late) for one in in_force(move)] == [(1, False)]
    in_time = {"arrived": END - timedelta(seconds=1), "now": END + timedelta(seconds=2)}
    with pytest.raises(Stale) as refused:
        give(cast.red_foot, move, base=1, key="press-2", **in_time)
    assert refused.value.revision == 2
    assert give(cast.red_foot, move, base=2, key="press-2", **in_time).revision == 3
    assert [one.revision for one in in_force(move)] == [3]
