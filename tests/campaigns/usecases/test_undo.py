"""The move that was submitted last is taken back: nothing is deleted, books and floor agree, and it is played again."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from campaigns import sight
from campaigns.desk import desk
from campaigns.desk.undo import undo_preview
from campaigns.errors import Busy, MoveClosed, NotUmpire, Unseen, WrongState
from campaigns.models import Battle, FactSheet, Finding, Move, Notice, OrderEntry, PointsEntry, Report, SupplyEntry
from campaigns.sight.after import after_action
from campaigns.sight.replay import replay as look_back
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.desk.undo import undo_move
from campaigns.usecases.moves.ledgers import award_points, balances
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import check_record
from rules.errors import Invalid
from tests.campaigns.builders import EVERYBODY, NOON, a_battle, the_move

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(minutes=1)
LATER = NOON + timedelta(minutes=3)
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}
BLUE = {"order": "form", "body": "blue-foot", "formation": "fours"}
FALL = [{"group": "bodies", "thing": "blue-foot", "key": "men", "value": 50}]


@pytest.fixture
def battle(cast):
    return a_battle(cast, options={"two_stage_move": False, "score_points": True}, drain_seconds=0)


def order(user, move, thing, *orders, base=0, now=NOON):
    return submit_orders(
        user=user, move=move.public_id, thing=thing, orders=list(orders), base_revision=base, key=f"{thing}{base}", now=now
    )  # fmt: skip


def call(cast, move, now=AT):
    close_early(by=cast.umpire, move=move.public_id, now=now)
    return Move.objects.get(pk=move.pk)


@pytest.fixture
def first(cast, battle):
    """Red's first move, in which ten of Blue fell by a ruling; submitted."""
    move = the_move(battle)
    order(cast.red_foot, move, "red-foot", MARCH)
    call(cast, move)
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={"red-foot/0": {"distance": 5}}, now=AT)
    overrule_finding(by=cast.umpire, move=move.public_id, change=FALL, reason="A fall", clause="house rule", now=AT)
    submit_move(by=cast.umpire, move=move.public_id, now=AT)
    return Move.objects.get(pk=move.pk)


def undo(cast, move, **more):
    given = {"reason": "The wrong road was measured", "now": LATER, **more}
    return undo_move(by=cast.umpire, move=move.public_id, **given)


@pytest.mark.slow
def test_it_opens_again_on_the_position_on_which_it_had_opened(cast, battle, first):
    done = undo(cast, first)
    again = the_move(battle)
    assert (done.done, done.again, again.number, again.attempt) == (True, again.public_id, 1, 1)
    assert again.position == first.position and again.status == Move.Status.OPEN and again.opened_at == LATER
    assert battle.things.get(thing="blue-foot").men == 60
    assert list(battle.moves.values_list("number", flat=True)) == [1]


@pytest.mark.slow
def test_nothing_of_what_was_is_deleted_and_all_of_it_is_marked(cast, battle, first):
    rows = [model.objects.count() for model in (Finding, Report, OrderEntry)]
    second = the_move(battle)
    undo(cast, first, keep_orders=False)
    assert [model.objects.count() for model in (Finding, Report, OrderEntry)] == rows
    kept = Move.every.filter(battle=battle).order_by("pk")
    assert [(one.number, one.taken_back_why) for one in kept] == [
        (1, "The wrong road was measured"), (2, "The wrong road was measured"), (1, "")
    ]  # fmt: skip
    second.refresh_from_db()
    assert second.status == Move.Status.CLOSED and not second.waits
    assert check_record(Battle.objects.get(pk=battle.pk)) is None


@pytest.mark.slow
def test_books_and_floor_agree_before_and_after(cast, battle, first):
    opening = balances(battle.pk)
    fallen = SupplyEntry.objects.filter(move=first, account="blue-foot", kind="men").get()
    undo(cast, first)
    fresh = Battle.objects.get(pk=battle.pk)
    assert count(battle=fresh).agrees
    assert balances(battle.pk)["blue", "blue-foot", "men"] == opening["blue", "blue-foot", "men"] - fallen.amount == 60
    assert {one.cause for one in SupplyEntry.objects.filter(move=first, at=LATER)} == {"move 1 undone"}
    again = call(cast, the_move(battle), LATER)
    submit_move(by=cast.umpire, move=again.public_id, now=LATER)
    fresh = Battle.objects.get(pk=battle.pk)
    assert count(battle=fresh).agrees and all(one.same for one in replay(battle=fresh))


@pytest.mark.slow
def test_points_of_the_score_are_reversed_and_awards_stand(cast, battle, first):
    award_points(by=cast.umpire, battle=battle.public_id, side="red", amount=3, reason="A flag", now=AT)
    undo(cast, first)
    assert sum(PointsEntry.objects.filter(battle=battle, kind="score").values_list("amount", flat=True)) == 0
    assert sum(PointsEntry.objects.filter(battle=battle, kind="award").values_list("amount", flat=True)) == 3


@pytest.mark.slow
def test_its_orders_and_facts_stand_in_it_again_and_the_same_comes_of_them(cast, battle, first):
    """The draws of a battle were sealed before its first move, so that taking a move back cannot bring better luck."""
    undo(cast, first)
    again = the_move(battle)
    paper = desk(sight.find_battle(cast.umpire, battle.public_id), LATER)
    assert [one.order["order"] for one in paper.orders] == ["march"]
    assert [one.measured["distance"] for one in paper.orders] == [5]
    call(cast, again, LATER)
    overrule_finding(by=cast.umpire, move=again.public_id, change=FALL, reason="A fall", clause="house rule", now=LATER)
    submit_move(by=cast.umpire, move=again.public_id, now=LATER)
    was, now = Finding.objects.order_by("pk")
    assert (now.input_digest, now.output_digest) == (was.input_digest, was.output_digest)


@pytest.mark.slow
def test_it_may_be_played_afresh_without_its_orders(cast, battle, first):
    undo(cast, first, keep_orders=False)
    assert not OrderEntry.objects.filter(move=the_move(battle)).exists()
    assert not FactSheet.objects.filter(move=the_move(battle)).exists()
    order(cast.red_foot, the_move(battle), "red-foot", {"order": "stand", "body": "red-foot"}, now=LATER)


@pytest.mark.slow
def test_what_stands_again_can_be_revised_by_its_commander(cast, battle, first):
    undo(cast, first)
    sheet = sight.thing_sheet(sight.find_battle(cast.red_foot, battle.public_id), "red-foot", LATER)
    assert sheet.base_revision == 1
    order(cast.red_foot, the_move(battle), "red-foot", {"order": "stand", "body": "red-foot"}, base=1, now=LATER)


@pytest.mark.slow
def test_what_was_ordered_since_is_void_and_a_late_form_is_told_which_move_is_open(cast, battle, first):
    second = the_move(battle)
    number = order(cast.blue_foot, second, "blue-foot", BLUE, now=AT).number
    undo(cast, first)
    with pytest.raises(MoveClosed) as refused:
        order(cast.blue_foot, second, "blue-foot", BLUE, base=1, now=LATER)
    assert refused.value.code == "E-TURN"
    receipts = sight.receipts(sight.find_battle(cast.blue_foot, battle.public_id))
    assert [(one.number, one.taken_back) for one in receipts if not one.late] == [(number, True)]
    for deed in (
        lambda: measure(by=cast.umpire, move=second.public_id, base_revision=0, orders={}, now=LATER),
        lambda: submit_move(by=cast.umpire, move=second.public_id, now=LATER),
    ):
        with pytest.raises(WrongState):
            deed()


@pytest.mark.slow
def test_the_list_names_all_that_depends_on_it_and_what_becomes_of_it(cast, battle, first):
    order(cast.blue_foot, the_move(battle), "blue-foot", BLUE, now=AT)
    award_points(by=cast.umpire, battle=battle.public_id, side="red", amount=3, reason="A flag", now=AT)
    found = undo_preview(sight.find_battle(cast.umpire, battle.public_id))
    by_kind = {one.kind: one for one in found.dependents}
    assert (found.move, found.orders) == (first.public_id, 1)
    assert by_kind["orders"].count == 1 and "Blue" in by_kind["orders"].lines[0]
    assert by_kind["rulings"].lines == ("overrule: A fall",)
    assert by_kind["reports"].count == 3 and by_kind["ledger"].count >= 1
    assert "Blue: men -10" in by_kind["ledger"].lines
    with pytest.raises(NotUmpire):
        undo_preview(sight.find_battle(cast.red_general, battle.public_id))


@pytest.mark.slow
def test_both_sides_are_told_and_their_reports_stay_marked(cast, battle, first):
    undo(cast, first)
    assert Notice.objects.filter(kind="taken-back").count() == EVERYBODY
    assert not any("road" in one.text for one in Notice.objects.filter(kind="taken-back"))
    for user in (cast.red_foot, cast.blue_foot, cast.observer):
        seat = sight.find_battle(user, battle.public_id)
        assert sight.report(seat, 1).taken_back == "The wrong road was measured"
        assert sight.sheet(seat, LATER).report is None
    call(cast, the_move(battle), LATER)
    submit_move(by=cast.umpire, move=the_move(battle).public_id, now=LATER)
    seat = sight.find_battle(cast.red_foot, battle.public_id)
    assert (sight.report(seat, 1).attempt, sight.report(seat, 1).taken_back) == (1, "")
    assert sight.report(seat, 1, attempt=0).taken_back
    assert [(one.number, one.attempt) for one in sight.reports(seat)] == [(1, 1), (1, 0)]
    assert sight.report_numbers(seat) == (1,)


@pytest.mark.slow
def test_replay_and_the_report_afterwards_tell_only_what_stands(cast, battle, first):
    seat = sight.find_battle(cast.umpire, battle.public_id)
    before = after_action(seat)
    undo(cast, first)
    empty = after_action(seat)
    assert (empty.moves, empty.closing) == ((), False)
    call(cast, the_move(battle), LATER)
    overrule_finding(
        by=cast.umpire, move=the_move(battle).public_id, change=FALL, reason="A fall", clause="house rule", now=LATER
    )
    submit_move(by=cast.umpire, move=the_move(battle).public_id, now=LATER)
    afterwards = after_action(seat)
    assert (afterwards.strength, afterwards.points, afterwards.asked) == (before.strength, before.points, before.asked)
    moment = look_back(seat, 1, "red")
    assert moment is not None and moment.moments == 2


@pytest.mark.slow
def test_one_move_after_another_is_taken_back(cast, battle, first):
    second = call(cast, the_move(battle))
    submit_move(by=cast.umpire, move=second.public_id, now=AT)
    with pytest.raises(WrongState):
        undo(cast, first)
    undo(cast, second)
    undo(cast, first)
    assert (the_move(battle).number, the_move(battle).attempt) == (1, 1)
    assert count(battle=Battle.objects.get(pk=battle.pk)).agrees


@pytest.mark.slow
def test_pressed_twice_it_is_done_once(cast, battle, first):
    done, again = undo(cast, first), undo(cast, first)
    assert (again.done, again.again) == (False, done.again)
    assert Notice.objects.filter(kind="taken-back").count() == EVERYBODY


def test_what_is_not_submitted_or_over_is_not_taken_back(cast, battle, first):
    with pytest.raises(WrongState):
        undo(cast, the_move(battle))
    end_battle(by=cast.umpire, battle=battle.public_id, reason="Dusk", now=AT)
    with pytest.raises(WrongState):
        undo(cast, first)


def test_while_the_next_move_is_being_submitted_nothing_is_taken_back(cast, battle, first):
    Move.objects.filter(pk=the_move(battle).pk).update(claimed_at=AT)
    with pytest.raises(Busy):
        undo(cast, first)


@pytest.mark.parametrize("who", ["red_general", "blue_foot", "observer", "official"])
def test_nobody_but_the_umpire_undoes(cast, battle, first, who):
    with pytest.raises(NotUmpire):
        undo_move(by=getattr(cast, who), move=first.public_id, reason="Mine", now=LATER)
    with pytest.raises(Unseen):
        undo_move(by=cast.bystander, move=first.public_id, reason="Mine", now=LATER)
    assert not Move.every.filter(taken_back_at__isnull=False).exists()


@pytest.mark.parametrize("reason", ["", "x" * 301, "two\nlines", None])
def test_a_reason_is_wanted(cast, battle, first, reason):
    with pytest.raises(Invalid):
        undo(cast, first, reason=reason)


def test_the_database_holds_one_move_of_a_number_that_stands(cast, battle, first):
    undo(cast, first)
    with pytest.raises(IntegrityError), transaction.atomic():
        Move.every.filter(pk=first.pk).update(taken_back_at=None)


def test_the_clock_does_nothing_more_for_what_was_taken_back(cast, battle, first):
    second = the_move(battle)
    undo(cast, first)
    assert not close_move(move_id=second.pk, now=LATER, cause="time")
    assert not second.dues.filter(state="waiting").exists()


@pytest.mark.slow
def test_a_move_of_two_stages_opens_again_with_its_fire(cast):
    battle = a_battle(cast, options={"two_stage_move": True, "first_fire_move": 2}, drain_seconds=0)
    move = call(cast, the_move(battle))
    submit_move(by=cast.umpire, move=move.public_id, now=AT)
    undo(cast, move)
    assert (the_move(battle).stage, the_move(battle).fire_closed_at) == (move.stage, None)
