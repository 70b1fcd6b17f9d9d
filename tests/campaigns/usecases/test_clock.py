"""The clock of a move: paused, resumed, extended, ended early; and the computation of deadlines."""

from datetime import UTC, datetime, time, timedelta

import pytest

from campaigns.clock import closes_at, next_deadline
from campaigns.clockwork.timers import sweep
from campaigns.errors import Capped, KeyReused, MoveClosed, NotUmpire, Unseen, WrongState
from campaigns.models import Campaign, Due, Extension, Inject, Move
from campaigns.sight.clock import clock_face
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.clock.clock import close_early, cut_interval, extend_move, pause_clock, resume_clock
from campaigns.usecases.clock.deadlines import set_deadlines
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.messages.scheduled_messages import schedule_injects
from campaigns.usecases.orders.orders import submit_orders
from rules.errors import Invalid
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, the_move

END = NOON + timedelta(minutes=10)


def minutes(count: float) -> datetime:
    return NOON + timedelta(minutes=count)


def waiting(move: Move) -> dict[str, datetime]:
    return {due.kind: due.due_at for due in move.dues.filter(state=Due.State.WAITING)}


def test_a_move_is_warned_at_two_minutes_one_and_thirty_seconds_and_closes_after_the_drain(move):
    """KS-TURN-06."""
    assert waiting(move) == {
        "warning-120": END - timedelta(seconds=120),
        "warning-60": END - timedelta(seconds=60),
        "warning-30": END - timedelta(seconds=30),
        "close": END + timedelta(seconds=5),
    }


def test_by_the_book_a_move_has_a_minute_for_thirty_men_and_one_for_each_gun(cast):
    """KS-TURN-05: 102 men and a gun, of the largest command 60 men: 2 minutes, or as the book computes it."""
    battle = a_battle(cast, clock_mode="book")
    move = the_move(battle)
    assert move.allowance_minutes > 0
    assert move.closes_at == NOON + timedelta(minutes=move.allowance_minutes)


def test_a_pause_stops_the_clock_and_its_length_is_added(cast, battle, move):
    state = pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(4))
    assert (state.closes_at, state.paused_until) == (None, minutes(34))
    assert waiting(move) == {"resume": minutes(34)}
    state = resume_clock(by=cast.umpire, battle=battle.public_id, now=minutes(9))
    assert state.closes_at == minutes(15)
    move.refresh_from_db()
    assert waiting(move)["close"] == minutes(15) + timedelta(seconds=5)


def test_a_pause_is_capped_for_the_move_and_ends_by_itself(cast):
    battle = a_battle(cast, pause_cap_minutes=20)
    move = the_move(battle)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=500, now=minutes(1))
    swept = sweep(minutes(21))
    assert swept.resumed == 1
    move.refresh_from_db()
    assert (move.paused_at, move.closes_at, move.paused_seconds) == (None, minutes(30), 1200)
    with pytest.raises(Capped):
        pause_clock(by=cast.umpire, battle=battle.public_id, reason="more tea", minutes=1, now=minutes(22))


def test_a_clock_that_stands_is_not_stopped_again_nor_one_that_runs_resumed(cast, battle):
    with pytest.raises(WrongState):
        resume_clock(by=cast.umpire, battle=battle.public_id, now=NOON)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=5, now=NOON)
    with pytest.raises(WrongState):
        pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=5, now=NOON)


def test_only_the_umpire_touches_the_clock(cast, battle, move):
    for user, refusal in ((cast.red_general, NotUmpire), (cast.bystander, Unseen)):
        with pytest.raises(refusal):
            pause_clock(by=user, battle=battle.public_id, reason="tea", minutes=5, now=NOON)
        with pytest.raises(refusal):
            extend_move(by=user, move=move.public_id, minutes=1, reason="tea", key="k", now=NOON)
        with pytest.raises(refusal):
            close_early(by=user, move=move.public_id, now=NOON)


def test_the_same_press_extends_once_and_the_cap_holds(cast, battle, move):
    for _ in range(3):
        state = extend_move(
            by=cast.umpire, move=move.public_id, minutes=10, reason="rain", key="press-1", now=minutes(1)
        )
    assert (state.closes_at, state.extended_minutes) == (minutes(20), 10)
    assert Extension.objects.count() == 1
    with pytest.raises(KeyReused):
        extend_move(by=cast.umpire, move=move.public_id, minutes=2, reason="rain", key="press-1", now=minutes(1))
    with pytest.raises(Capped):
        extend_move(by=cast.umpire, move=move.public_id, minutes=6, reason="rain", key="press-2", now=minutes(1))
    move.refresh_from_db()
    assert move.closes_at == minutes(20)


@pytest.mark.parametrize(
    "wrong", [{"minutes": 0}, {"minutes": "5"}, {"minutes": 1.5}, {"reason": ""}, {"reason": "a\x00"}]
)
def test_an_extension_has_minutes_and_a_reason(cast, move, wrong):
    given = {"minutes": 1, "reason": "rain", **wrong}
    with pytest.raises(Invalid):
        extend_move(by=cast.umpire, move=move.public_id, key="k", now=NOON, **given)


def test_once_time_is_called_the_clock_is_not_touched_again(cast, battle, move):
    """diplicity #1340: extended, and closed 1.5 seconds later."""
    for touch in (
        lambda: extend_move(by=cast.umpire, move=move.public_id, minutes=1, reason="rain", key="k", now=END),
        lambda: pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=5, now=END),
        lambda: close_early(by=cast.umpire, move=move.public_id, now=END),
    ):
        with pytest.raises(MoveClosed):
            touch()


def test_the_umpire_may_call_time_early_and_the_drain_still_holds(cast, battle, move):
    close_early(by=cast.umpire, move=move.public_id, now=minutes(3))
    move.refresh_from_db()
    assert (move.status, move.closes_at) == (Move.Status.OPEN, minutes(3))
    assert sweep(minutes(3) + timedelta(seconds=4)).closed == 0
    assert sweep(minutes(3) + timedelta(seconds=5)).closed == 1


def test_without_a_drain_time_called_early_closes_at_once(cast):
    battle = a_battle(cast, drain_seconds=0)
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=minutes(3))
    move.refresh_from_db()
    assert move.status == Move.Status.CLOSED


def test_the_umpire_may_cut_the_interval(cast, move):
    Move.objects.filter(pk=move.pk).update(opened_at=minutes(5), closes_at=minutes(15))
    state = cut_interval(by=cast.umpire, move=move.public_id, now=minutes(2))
    assert (state.opened_at, state.closes_at) == (minutes(2), minutes(12))
    with pytest.raises(WrongState):
        cut_interval(by=cast.umpire, move=move.public_id, now=minutes(3))


def test_a_pause_in_the_interval_puts_the_opening_off_too(cast, battle, move):
    Move.objects.filter(pk=move.pk).update(opened_at=minutes(5), closes_at=minutes(15))
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(2))
    state = resume_clock(by=cast.umpire, battle=battle.public_id, now=minutes(12))
    assert (state.opened_at, state.closes_at) == (minutes(15), minutes(25))


def in_a_break(move: Move, **changes) -> None:
    """The move opens at five minutes past, and has ten."""
    given = {"opened_at": minutes(5), "closes_at": minutes(15), **changes}
    Move.objects.filter(pk=move.pk).update(**given)
    move.refresh_from_db()
    set_deadlines(move, now=NOON)
    move.save()


def test_a_paused_break_takes_no_orders_when_it_would_have_been_over_and_goes_on_by_itself(cast, battle, move):
    """Twin: orders are taken once the rest of the break is over."""
    in_a_break(move)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(2))
    move.refresh_from_db()
    assert waiting(move) == {"resume": minutes(32)}
    ordered = {"user": cast.red_foot, "move": move.public_id, "thing": "red-foot", "base_revision": 0}
    form = [{"order": "form", "body": "red-foot", "formation": "extended"}]
    with pytest.raises(MoveClosed, match="the break before it is paused"):
        submit_orders(**ordered, orders=form, key="one", now=minutes(20))
    face = clock_face(move, minutes(20), {})
    assert (face.state, face.in_break, face.takes_orders) == ("paused", True, False)
    assert sweep(minutes(32)).resumed == 1
    move.refresh_from_db()
    assert (move.opened_at, move.closes_at) == (minutes(35), minutes(45))
    assert clock_face(move, minutes(33), {}).state == "interval"
    assert sweep(minutes(35)).opened == 1
    assert clock_face(move, minutes(36), {}).takes_orders


def test_a_paused_break_is_opened_by_the_umpire_at_once_and_the_move_has_all_its_minutes(cast, battle, move):
    in_a_break(move)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(2))
    state = cut_interval(by=cast.umpire, move=move.public_id, now=minutes(12))
    assert (state.opened_at, state.closes_at, state.paused_at) == (minutes(12), minutes(22), None)


def test_the_break_before_a_move_without_a_limit_can_be_paused_too_and_the_move_itself_not(cast, battle, move):
    in_a_break(move, closes_at=None)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(2))
    state = resume_clock(by=cast.umpire, battle=battle.public_id, now=minutes(12))
    assert (state.opened_at, state.closes_at) == (minutes(15), None)
    with pytest.raises(MoveClosed):
        pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(16))


def test_a_message_for_the_opening_comes_with_the_opening_when_the_break_is_paused_or_cut(cast, battle, move):
    """It came at the hour at which the move would have opened."""
    in_a_break(move)
    asked = Planned(text="Thunder in the hills.", move_number=move.number + 1)
    prepare_inject(by=cast.umpire, battle=battle.public_id, planned=asked, key="thunder", now=NOON)
    Inject.objects.update(move_number=move.number)
    schedule_injects(move, opened_at=minutes(5))
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=30, now=minutes(2))
    assert sweep(minutes(6)).injected == 0
    resume_clock(by=cast.umpire, battle=battle.public_id, now=minutes(12))
    assert sweep(minutes(14)).injected == 0
    cut_interval(by=cast.umpire, move=move.public_id, now=minutes(14))
    assert sweep(minutes(14)).injected == 1


# -- deadlines by the wall clock -------------------------------------------------------------------

BEGAN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def deadline(opened: datetime, zone: str = "Europe/London", at: time = time(20, 0), every: int = 1) -> datetime:
    return next_deadline(opened, zone, at, every, BEGAN)


def test_a_deadline_is_the_first_at_least_half_a_period_off():
    assert deadline(datetime(2026, 3, 2, 20, 1, tzinfo=UTC)) == datetime(2026, 3, 3, 20, 0, tzinfo=UTC)
    assert deadline(datetime(2026, 3, 3, 7, 0, tzinfo=UTC)) == datetime(2026, 3, 3, 20, 0, tzinfo=UTC)
    assert deadline(datetime(2026, 3, 3, 10, 0, tzinfo=UTC)) == datetime(2026, 3, 4, 20, 0, tzinfo=UTC)


def test_a_deadline_every_third_day_keeps_its_days():
    assert deadline(datetime(2026, 3, 2, 20, 1, tzinfo=UTC), every=3) == datetime(2026, 3, 5, 20, 0, tzinfo=UTC)
    assert deadline(datetime(2026, 3, 3, 9, 0, tzinfo=UTC), every=3) == datetime(2026, 3, 5, 20, 0, tzinfo=UTC)
    assert deadline(datetime(2026, 3, 4, 9, 0, tzinfo=UTC), every=3) == datetime(2026, 3, 8, 20, 0, tzinfo=UTC)


def test_the_local_time_holds_over_both_changes_of_the_clock():
    """29 March and 25 October 2026 in London."""
    assert deadline(datetime(2026, 3, 28, 20, 1, tzinfo=UTC)) == datetime(2026, 3, 29, 19, 0, tzinfo=UTC)
    assert deadline(datetime(2026, 10, 24, 19, 1, tzinfo=UTC)) == datetime(2026, 10, 25, 20, 0, tzinfo=UTC)


def test_a_local_time_that_the_spring_skips_is_an_hour_later_by_the_new_clock():
    opened = datetime(2026, 3, 28, 2, 0, tzinfo=UTC)
    assert deadline(opened, at=time(1, 30)) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_a_local_time_that_the_autumn_repeats_is_taken_the_first_time():
    opened = datetime(2026, 10, 24, 2, 0, tzinfo=UTC)
    assert deadline(opened, at=time(1, 30)) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_the_three_clocks():
    campaign = Campaign(clock_mode="book", fixed_minutes=12, time_zone="America/New_York", started_at=BEGAN)
    assert closes_at(campaign, 7, NOON) == minutes(7)
    campaign.clock_mode = "fixed"
    assert closes_at(campaign, 7, NOON) == minutes(12)
    campaign.clock_mode, campaign.deadline_time = "deadline", time(20, 0)
    assert closes_at(campaign, 7, NOON) == datetime(2026, 3, 3, 1, 0, tzinfo=UTC)


def begun_stopped(cast, **changes):
    campaign = a_campaign(cast, **{"pause_cap_minutes": 20, "options": {"two_stage_move": False}, **changes})
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    return start_battle(by=cast.umpire, battle=battle.public_id, stopped=True, now=NOON)


def test_a_battle_begun_with_the_clock_stopped_waits_for_its_umpire_and_keeps_its_pauses(cast):
    battle = begun_stopped(cast)
    move = the_move(battle)
    assert waiting(move) == {"resume": NOON + timedelta(days=7)}
    resume_clock(by=cast.umpire, battle=battle.public_id, now=minutes(90))
    move.refresh_from_db()
    assert (move.opened_at, move.closes_at, move.paused_seconds) == (minutes(90), minutes(100), 0)
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=500, now=minutes(91))
    move.refresh_from_db()
    assert move.paused_until == minutes(111)


def test_its_clock_starts_by_itself_after_a_week(cast):
    battle = begun_stopped(cast)
    assert sweep(NOON + timedelta(days=7)).resumed == 1
    assert the_move(battle).closes_at == NOON + timedelta(days=7, minutes=10)


@pytest.mark.parametrize(
    "clock", [{"umpire": "none"}, {"clock_mode": "untimed"}, {"clock_mode": "deadline", "deadline_time": "20:00"}]
)
def test_a_clock_that_counts_no_minutes_or_has_no_umpire_is_not_begun_stopped(cast, clock):
    with pytest.raises(WrongState):
        begun_stopped(cast, **clock)
