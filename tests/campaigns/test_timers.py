"""What falls due is done once and in time, whichever process looks and however often."""

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction

from campaigns import clock, tasks
from campaigns.clockwork import due_actions, timers
from campaigns.clockwork.timers import sweep
from campaigns.locks import lock_battle
from campaigns.models import Due, Move, Notice, Pulse
from campaigns.tasks import sweep as sweep_task
from campaigns.usecases.clock.clock import pause_clock
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from tests.campaigns.builders import EVERYBODY, NOON, a_battle, the_move

END = NOON + timedelta(minutes=10)
DRAINED = END + timedelta(seconds=5)


def at(**time) -> object:
    return NOON + timedelta(**time)


def steadily(until, step=timedelta(seconds=30), start=NOON):
    """Sweep again and again up to a time."""
    now = start
    while now < until:
        sweep(now)
        now += step
    return sweep(until)


def test_nothing_happens_before_it_is_due(move):
    assert sweep(at(minutes=7)) == timers.Swept(sent=EVERYBODY)


def test_time_is_called_and_the_warnings_before_it(battle, move):
    swept = [sweep(at(minutes=minutes)) for minutes in (8, 9, 9.5, 10)]
    assert [one.warned for one in swept] == [1, 1, 1, 0]
    texts = Notice.objects.filter(kind__startswith="warning").order_by("pk").values_list("text", flat=True)
    assert list(dict.fromkeys(texts)) == ["Move 1 closes in 2:00.", "Move 1 closes in 1:00.", "Move 1 closes in 0:30."]
    assert sweep(DRAINED - timedelta(milliseconds=1)).closed == 0
    assert sweep(DRAINED).closed == 1
    move.refresh_from_db()
    assert (move.status, move.closed_at, move.drained_at) == (Move.Status.CLOSED, DRAINED, DRAINED)


def test_sweeping_again_does_nothing_again(battle, move):
    steadily(DRAINED)
    notices, record = Notice.objects.count(), battle.record.count()
    for _ in range(5):
        assert sweep(DRAINED).closed == 0
    assert (Notice.objects.count(), battle.record.count()) == (notices, record)


def test_a_warning_that_comes_late_says_nothing(move):
    """A warning after the move has ended would be false."""
    sweep(at(minutes=9))
    Notice.objects.filter(kind__startswith="warning").delete()
    assert sweep(DRAINED).warned == 0
    assert not Notice.objects.filter(kind="warning-30").exists()


@pytest.mark.slow
def test_the_end_of_the_interval_is_announced(cast):
    battle = a_battle(cast, interval_minutes=5)
    steadily(DRAINED)
    submit_move(by=cast.umpire, move=the_move(battle).public_id, now=at(minutes=11))
    assert steadily(at(minutes=16), start=at(minutes=11)).opened == 1
    assert Notice.objects.get(kind="opened", post__user=cast.blue_foot).text == "Move 2 is open."


def test_notices_are_sent_once_from_the_outbox(move):
    assert sweep(NOON).sent == EVERYBODY
    assert sweep(at(seconds=1)).sent == 0
    assert not Notice.objects.filter(sent_at=None).exists()


# -- outages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("down", [timedelta(minutes=1, seconds=30), timedelta(minutes=10), timedelta(minutes=100)])
def test_a_deadline_that_fell_into_an_outage_is_put_off_by_it_and_announced(move, down):
    """RELIABILITY A6."""
    last = END - timedelta(seconds=40)
    sweep(last)
    swept = sweep(last + down)
    assert (swept.extended, swept.closed) == (1, 0)
    move.refresh_from_db()
    assert move.closes_at == END + down
    assert Notice.objects.filter(kind="outage").count() == EVERYBODY
    assert steadily(END + down + timedelta(seconds=5), start=last + down).closed == 1


def test_a_short_silence_is_no_outage(move):
    sweep(END - timedelta(seconds=30))
    assert sweep(END + timedelta(seconds=30)).closed == 1


def test_a_deadline_after_the_outage_stands(move):
    sweep(at(minutes=1))
    assert sweep(at(minutes=6)).extended == 0
    move.refresh_from_db()
    assert move.closes_at == END


def test_a_clock_that_stood_in_the_outage_is_not_put_off(cast, battle, move):
    pause_clock(by=cast.umpire, battle=battle.public_id, reason="tea", minutes=60, now=at(minutes=1))
    sweep(at(minutes=2))
    assert sweep(at(minutes=30)).extended == 0


def test_the_first_sweep_of_all_knows_no_outage(move):
    assert sweep(at(days=30)).closed == 1


# -- the clock that lies ---------------------------------------------------------------------------


@pytest.mark.sqlite
@pytest.mark.parametrize("jump", [timedelta(hours=1), timedelta(hours=-1), timedelta(seconds=3)])
def test_a_host_clock_that_was_set_closes_nothing(move, monkeypatch, jump):
    """RELIABILITY A7."""
    before = clock.server_time()
    sweep(DRAINED - timedelta(minutes=1))
    really = clock.host_time
    monkeypatch.setattr(clock, "host_time", lambda: really() + jump)
    swept = sweep(DRAINED)
    assert (swept.closed, bool(swept.frozen)) == (0, True)
    assert abs(clock.server_time() - before) < timedelta(seconds=5)
    monkeypatch.setattr(clock, "host_time", really)
    assert sweep(DRAINED).closed == 1


def test_a_clock_that_says_less_than_before_closes_nothing(move):
    sweep(DRAINED + timedelta(hours=2))
    Pulse.objects.update(at=NOON)
    assert sweep(DRAINED + timedelta(hours=1)).frozen


def test_the_server_s_time_is_aware_and_goes_forward(db):
    first, second = clock.server_time(), clock.server_time()
    assert first.tzinfo is not None
    assert first <= second


# -- others ----------------------------------------------------------------------------------------


def test_one_thing_that_cannot_be_done_does_not_hold_up_the_others(cast, monkeypatch):
    first, second = a_battle(cast), a_battle(cast, name="Aldershot")
    really = due_actions.end_move_now

    def end_move_now(battle, move, **kwargs):
        if battle.pk == first.pk:
            raise ZeroDivisionError
        return really(battle, move, **kwargs)

    monkeypatch.setattr(due_actions, "end_move_now", end_move_now)
    sweep(END - timedelta(seconds=50))
    swept = sweep(DRAINED)
    assert (swept.closed, swept.failed) == (1, 1)
    assert the_move(second).status == Move.Status.CLOSED
    assert Due.objects.get(battle=first, kind="close").state == Due.State.WAITING
    monkeypatch.setattr(due_actions, "end_move_now", really)
    assert sweep(DRAINED).closed == 1


def test_the_task_only_looks_at_the_table(move):
    sweep_task()
    assert Pulse.objects.get().name == "sweep"


# -- several at once -------------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_sweep_leaves_to_another_what_that_has_in_hand_and_does_the_rest_first(cast):
    """A sweep waits for what another has locked only after it has done everything else."""
    battles = [a_battle(cast, name=f"Campaign {number}") for number in range(3)]
    held, done = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            lock_battle(battles[0].pk)
            held.set()
            assert done.wait(20)
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    assert held.wait(20)
    sweeper = threading.Thread(target=lambda: (sweep(DRAINED), connection.close()))
    sweeper.start()
    until = time.monotonic() + 20
    while Move.objects.filter(status="closed").count() < 2 and time.monotonic() < until:
        time.sleep(0.01)
    closed = set(Move.objects.filter(status="closed").values_list("battle_id", flat=True))
    done.set()
    other.join()
    sweeper.join()
    assert closed == {battles[1].pk, battles[2].pk}
    assert Move.objects.filter(status="closed").count() == 3


def test_what_closes_goes_before_what_warns_and_that_before_what_is_found(cast, monkeypatch):
    alone, warned = a_battle(cast, umpire="none"), a_battle(cast, name="Aldershot", fixed_minutes=11)
    closing = a_battle(cast, name="Sandhurst")
    for battle in (alone, closing):
        Due.objects.filter(battle=battle, kind__startswith="warning").update(state=Due.State.VOID)
    Due.objects.filter(battle=warned, kind="warning-120").update(state=Due.State.VOID)
    done = []
    for name in ("end_move_now", "_warn"):
        really = getattr(due_actions, name)
        monkeypatch.setattr(due_actions, name, noting(done, name, really))
    monkeypatch.setattr(timers, "find", noting(done, "find", timers.find))
    assert Due.objects.get(battle=warned, kind="warning-60").due_at < DRAINED
    swept = sweep(DRAINED)
    assert (swept.closed, swept.warned, swept.submitted) == (2, 1, 1)
    assert done == ["end_move_now", "end_move_now", "_warn", "find"]


def noting(done, name, really):
    """The same, written down."""

    def noted(*given, **named):
        done.append(name)
        return really(*given, **named)

    return noted


def test_findings_are_handed_to_workers_and_again_when_nothing_has_come_of_it(cast):
    move, handed = the_move(a_battle(cast, umpire="none")), []
    swept = [sweep(DRAINED + timedelta(seconds=seconds), hand_on=handed.append) for seconds in (0, 1, 9, 10, 11)]
    assert [one.handed for one in swept] == [1, 0, 0, 1, 0] and handed == [move.pk, move.pk]
    assert the_move(move.battle).pk == move.pk
    due_actions.find(move.pk, at(minutes=11), due_actions.Swept())
    assert the_move(move.battle).number == 2
    due_actions.find(move.pk, at(minutes=12), due_actions.Swept())
    assert sweep(at(minutes=13), hand_on=handed.append).handed == 0 and the_move(move.battle).number == 2


def test_a_finding_is_left_to_the_workers_for_a_while_by_those_whose_work_it_is_not(cast):
    a_battle(cast, umpire="none")
    five = timedelta(seconds=5)
    assert sweep(DRAINED, left_alone_for=five).submitted == 0
    assert sweep(DRAINED + five - timedelta(milliseconds=1), left_alone_for=five).submitted == 0
    assert sweep(DRAINED + five, left_alone_for=five).submitted == 1


def test_a_sweep_that_keeps_up_is_enough_and_one_that_does_not_is_helped(move):
    """Several sweep at once only where something has been due for longer than a sweep takes."""
    sweep(END)
    moment = timedelta(milliseconds=100)
    assert timers.go_round(END + moment, timers.MOMENT) is None
    Due.objects.filter(kind="close").update(due_at=END - timers.MOMENT)
    assert timers.go_round(END + moment, timers.MOMENT).closed == 1


def test_the_pulse_beats_while_there_is_much_to_do(cast, monkeypatch):
    for number in range(3):
        a_battle(cast, name=f"Campaign {number}")
    seconds = iter(range(1000))
    monkeypatch.setattr(timers, "steady_seconds", lambda: float(next(seconds)))
    times = iter(DRAINED + timedelta(seconds=number) for number in range(1000))
    sweep(DRAINED, clock=lambda: next(times))
    pulse = Pulse.objects.get(name="sweep")
    assert pulse.rounds >= 3 and pulse.at > DRAINED
    assert len(set(Move.objects.values_list("closed_at", flat=True))) == 3, "each says when it was closed"


def test_the_task_that_sweeps_hands_findings_to_a_task_of_their_own(cast, monkeypatch):
    move, handed = the_move(a_battle(cast, umpire="none")), []
    close_move(move_id=move.pk, now=DRAINED, cause="time")
    monkeypatch.setattr(tasks.find, "apply_async", lambda given, **how: handed.append((given, how)))
    sweep_task()
    assert handed == [((move.pk,), {"retry": False})] and the_move(move.battle).pk == move.pk
    tasks.find(move.pk)
    assert the_move(move.battle).number == 2
    tasks.find(move.pk)
    assert the_move(move.battle).number == 2
