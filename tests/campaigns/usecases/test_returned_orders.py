"""Orders are held and returned: they do not go into the finding, and nothing of them is lost."""

from datetime import timedelta

import pytest

from campaigns import sight
from campaigns.clockwork.timers import sweep
from campaigns.desk import desk
from campaigns.errors import Held, MoveClosed, NotUmpire, Unseen, WrongState
from campaigns.models import Finding, Notice, OrderEntry, Ruling
from campaigns.usecases.campaigns.audit import replay
from campaigns.usecases.desk.returned_orders import hold_order, leave_out, release_order, return_order
from campaigns.usecases.desk.rulings import correct_order, restore
from campaigns.usecases.moves.fire import publish_fire
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_battle, the_move

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(minutes=1)
LATER = NOON + timedelta(minutes=2)
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
FORM = {"order": "form", "body": "red-foot", "formation": "extended"}


def give(cast, move, *orders, base=0, now=NOON):
    return submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=list(orders), base_revision=base, key=f"k{base}", now=now
    )  # fmt: skip


@pytest.fixture
def move(cast):
    return the_move(a_battle(cast))


@pytest.fixture
def sent(cast, move):
    """The receipt of an order to march."""
    return give(cast, move, MARCH).number


def closed(move):
    close_move(move_id=move.pk, now=AT, cause="time")
    return move


def back(cast, move, number, **more):
    given = {"reason": "Which road?", "now": AT, **more}
    return return_order(by=cast.umpire, move=move.public_id, entry=number, **given)


def held(cast, move, number, **more):
    return hold_order(by=cast.umpire, move=move.public_id, entry=number, reason="Is it he?", now=AT, **more)


def the_desk(cast, move, now=AT):
    return desk(sight.find_battle(cast.umpire, move.battle.public_id), now)


def test_an_order_that_is_held_does_not_go_into_the_finding_and_its_move_is_not_submitted(cast, move, sent):
    held(cast, move, sent)
    closed(move)
    paper = the_desk(cast, move)
    assert paper.orders == () and [one.thing for one in paper.undecided] == ["red-foot"]
    with pytest.raises(Held) as refused:
        submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    assert (refused.value.code, refused.value.data()["things"]) == ("E-HELD", ["red-foot"])
    assert not Finding.objects.exists()


def test_what_is_released_is_carried_out_as_if_it_had_never_been_held(cast, move, sent):
    ruling = held(cast, move, sent).ruling
    closed(move)
    release_order(by=cast.umpire, ruling=ruling, reason="It is he", now=LATER)
    submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    assert [one["order"]["order"] for one in Finding.objects.get().orders] == ["march"]


def test_what_is_left_out_is_not_carried_out_and_its_commander_reads_why(cast, move, sent):
    ruling = back(cast, move, sent).ruling
    closed(move)
    leave_out(by=cast.umpire, ruling=ruling, reason="No answer came", now=LATER)
    submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    assert Finding.objects.get().orders == []
    told = sight.report(sight.find_battle(cast.red_foot, move.battle.public_id), 1).rulings
    assert [(one["kind"], one["reason"]) for one in told] == [("correct-order", "No answer came")]
    assert all(one.same for one in replay(battle=move.battle))


def test_nothing_is_left_out_while_its_commander_may_still_send_another(cast, move, sent):
    ruling = back(cast, move, sent).ruling
    with pytest.raises(WrongState):
        leave_out(by=cast.umpire, ruling=ruling, reason="Never mind", now=AT)


def test_another_order_takes_the_place_of_one_that_was_returned_while_the_clock_runs(cast, move, sent):
    back(cast, move, sent)
    give(cast, move, FORM, base=1, now=AT)
    closed(move)
    paper = the_desk(cast, move)
    assert [one.order["order"] for one in paper.orders] == ["form"]
    assert [one.answered for one in paper.held] == [True] and paper.undecided == ()
    submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    assert [one["order"]["order"] for one in Finding.objects.get().orders] == ["form"]


def test_after_time_was_called_another_is_taken_only_by_leave_and_only_so_long(cast, move, sent):
    closed(move)
    back(cast, move, sent)
    with pytest.raises(MoveClosed):
        give(cast, move, FORM, base=1, now=LATER)
    back(cast, move, sent, minutes=5)
    with pytest.raises(MoveClosed):
        give(cast, move, FORM, base=2, now=AT + timedelta(minutes=5))
    number = give(cast, move, FORM, base=OrderEntry.objects.count(), now=AT + timedelta(minutes=4)).number
    submit_move(by=cast.umpire, move=move.public_id, now=AT + timedelta(minutes=6))
    assert [one["order"]["order"] for one in Finding.objects.get().orders] == ["form"]
    seat = sight.find_battle(cast.red_foot, move.battle.public_id)
    assert [one["number"] for one in sight.report(seat, 1).receipts] == [number]
    assert all(one.same for one in replay(battle=move.battle))


def test_leave_to_send_one_thing_again_is_leave_for_no_other(cast, move, sent):
    closed(move)
    back(cast, move, sent, minutes=5)
    with pytest.raises(MoveClosed):
        submit_orders(
            user=cast.red_horse, move=move.public_id, thing="red-horse", orders=[], base_revision=0, key="x", now=LATER
        )


def test_leave_ends_when_the_umpire_decides_and_when_the_move_is_submitted(cast, move, sent):
    closed(move)
    ruling = back(cast, move, sent, minutes=5).ruling
    release_order(by=cast.umpire, ruling=ruling, reason="Clear now", now=LATER)
    with pytest.raises(MoveClosed):
        give(cast, move, FORM, base=1, now=LATER)
    submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    with pytest.raises(MoveClosed):
        give(cast, move, FORM, base=2, now=LATER)


def test_its_commander_reads_the_comment_on_his_sheet_and_finds_his_order_in_the_form(cast, move, sent):
    back(cast, move, sent, clause="KS-OFF-03")
    seat = sight.find_battle(cast.red_foot, move.battle.public_id)
    paper = sight.thing_sheet(seat, "red-foot", AT)
    assert (paper.returned.kind, paper.returned.reason, paper.returned.clause) == ("return", "Which road?", "KS-OFF-03")
    assert [one["order"] for one in paper.draft] == ["march"]
    notice = Notice.objects.get(kind="order-return")
    assert notice.post.user == cast.red_foot
    assert "red-foot" not in notice.text and "Rifles" not in notice.text and "road" not in notice.text


def test_the_other_side_learns_nothing_of_it(cast, move, sent):
    back(cast, move, sent)
    seat = sight.find_battle(cast.blue_foot, move.battle.public_id)
    assert sight.receipts(seat) == ()
    assert not Notice.objects.filter(kind="order-return", post__user=cast.blue_foot).exists()


def test_a_correction_settles_what_was_held(cast, move, sent):
    held(cast, move, sent)
    closed(move)
    correct_order(
        by=cast.umpire, move=move.public_id, thing="red-foot", orders=[FORM], reason="He meant this", now=LATER
    )
    assert the_desk(cast, move).undecided == ()
    with pytest.raises(WrongState):
        held(cast, move, sent)
    submit_move(by=cast.umpire, move=move.public_id, now=LATER)
    assert [one["order"]["order"] for one in Finding.objects.get().orders] == ["form"]


def test_held_and_then_returned_is_one_thing_to_decide(cast, move, sent):
    first = held(cast, move, sent).ruling
    second = back(cast, move, sent).ruling
    assert [one.ruling for one in the_desk(cast, move).held] == [second]
    with pytest.raises(WrongState):
        release_order(by=cast.umpire, ruling=first, reason="Late", now=AT)
    with pytest.raises(WrongState):
        restore(by=cast.umpire, ruling=second, reason="By the other way", now=AT)


def test_what_was_revised_since_cannot_be_held(cast, move, sent):
    give(cast, move, FORM, base=1, now=AT)
    with pytest.raises(WrongState):
        held(cast, move, sent)


@pytest.mark.parametrize("who", ["red_foot", "red_general", "observer", "blue_foot"])
def test_nobody_but_the_umpire_holds_or_returns(cast, move, sent, who):
    with pytest.raises(NotUmpire):
        hold_order(by=getattr(cast, who), move=move.public_id, entry=sent, reason="Mine", now=AT)
    with pytest.raises(Unseen):
        hold_order(by=cast.bystander, move=move.public_id, entry=sent, reason="Mine", now=AT)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "given", [{"reason": ""}, {"minutes": -1}, {"minutes": 10_081}, {"minutes": True}, {"clause": "x" * 41}]
)
def test_what_is_not_understood_is_refused_and_nothing_is_written(cast, move, sent, given):
    with pytest.raises(Invalid):
        back(cast, move, sent, **given)
    assert not Ruling.objects.exists()


def test_an_order_that_is_none_of_this_move_is_not_there(cast, move, sent):
    with pytest.raises(Unseen):
        held(cast, move, "AAAAAAAAAAAA")


def test_where_no_umpire_is_present_the_clock_waits_for_what_is_held(cast):
    move = the_move(a_battle(cast, umpire="none"))
    sent = give(cast, move, MARCH).number
    ruling = held(cast, move, sent).ruling
    at = NOON + timedelta(minutes=10, seconds=5)
    sweep(at)
    sweep(at + timedelta(seconds=2))
    assert not Finding.objects.exists()
    assert Notice.objects.filter(kind="waits").exists()
    release_order(by=cast.umpire, ruling=ruling, reason="Go on", now=at + timedelta(seconds=3))
    sweep(at + timedelta(seconds=4))
    assert Finding.objects.count() == 1


def test_fire_that_is_held_is_not_settled(cast):
    move = the_move(a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1}))
    shoot = {"order": "fire-gun", "gun": "red-gun", "shots": 1, "aim": {"bearing": 0, "elevation": 10}}
    sent = submit_orders(
        user=cast.red_guns, move=move.public_id, thing="red-gun", orders=[shoot], base_revision=0, key="g", now=NOON
    ).number
    held(cast, move, sent)
    close_move(move_id=move.pk, now=AT, cause="time")
    with pytest.raises(Held):
        publish_fire(by=cast.umpire, move=move.public_id, now=AT)
