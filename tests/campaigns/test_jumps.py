"""A clock that jumps closes no move; when it has held still everything goes on with its remaining time.  [RELIABILITY A7]"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from campaigns import clock
from campaigns.clockwork.timers import Swept, sweep
from campaigns.errors import InAMoment, KeyWasLate, MoveClosed
from campaigns.health import health
from campaigns.models import Due, Move, Notice, OrderEntry, Pulse
from campaigns.usecases.clock.clock import pause_clock
from campaigns.usecases.moves.findings import submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.record import check_record
from tests.campaigns.builders import EVERYBODY, NOON, a_battle, the_move, token_of
from tests.campaigns.web.conftest import client_of, url

SET = NOON + timedelta(minutes=4)
"""When the clock is set: six minutes before the move ends."""

MOMENT = timedelta(milliseconds=500)
"""The time that a test itself may take between two readings of a real clock."""

FORWARD, BACK = timedelta(hours=1), timedelta(hours=-1)
BOTH = pytest.mark.parametrize("by", [FORWARD, BACK], ids=["forward", "back"])


class Hall:
    """A sweep each second with a clock that the test sets."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.by = timedelta(0)
        self.believed = timedelta(0)
        self.tells, self.host_tells = clock.database_time, clock.host_time

    def set(self, by: timedelta) -> None:
        """Set the database's clock, or the host's where the database has none."""
        self.by += by
        if clock.database_tells_time():
            self.patch.setattr(clock, "database_time", lambda: self.tells() + self.by)
        else:
            self.patch.setattr(clock, "host_time", lambda: self.host_tells() + self.by)

    def now(self, at: datetime) -> datetime:
        """The server's time at a moment of the test: PostgreSQL's jumps, the one carried on does not."""
        return at + (self.by if clock.database_tells_time() else self.believed)

    def sweep(self, at: datetime, seconds: int = 0) -> list[Swept]:
        """Sweep each second for a while; the results."""
        return [self.once(at + timedelta(seconds=second)) for second in range(seconds + 1)]

    def once(self, at: datetime) -> Swept:
        """Sweep; if no jump is waited out afterwards the clock is trusted."""
        swept = sweep(self.now(at))
        if not Pulse.objects.filter(name="jump").exists():
            self.believed = self.by
        return swept

    def settle(self, at: datetime = SET) -> list[Swept]:
        """Sweep each second until no jump is waited out; the results."""
        swept = self.sweep(at)
        for second in range(1, 13):
            if self.believed == self.by:
                return swept
            swept.append(self.once(at + timedelta(seconds=second)))
        raise AssertionError("the jump was not settled")


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(clock, "_start", clock.look(clock.host_time))
    monkeypatch.setattr(clock, "_seen", None)
    return Hall(monkeypatch)


def running(hall: Hall, until: datetime = SET) -> None:
    """The sweep has run and found nothing wrong."""
    assert not any(one.frozen for one in hall.sweep(until - timedelta(seconds=3), 3))


@BOTH
def test_a_clock_that_was_set_closes_nothing_and_is_waited_out(hall: Hall, move: Move, by: timedelta) -> None:
    running(hall)
    hall.set(by)
    swept = hall.settle()
    assert all(one.frozen and not one.closed and not one.extended for one in swept)
    assert len(swept) >= 11
    assert not hall.sweep(SET + timedelta(seconds=12))[0].frozen


@BOTH
def test_afterwards_a_move_has_the_time_that_it_had_left(hall: Hall, battle: Any, move: Move, by: timedelta) -> None:
    opened, closes = move.opened_at, move.closes_at
    running(hall)
    hall.set(by)
    hall.settle()
    move.refresh_from_db()
    assert abs(move.opened_at - by - opened) < MOMENT
    assert abs(move.closes_at - by - closes) < MOMENT
    end = NOON + timedelta(minutes=10)
    for half_minute in range(1, 12):  # a longer silence would be an outage
        hall.once(SET + timedelta(seconds=30 * half_minute))
    assert sum(one.closed for one in hall.sweep(end - timedelta(seconds=1), 5)) == 0
    assert sum(one.closed for one in hall.sweep(end + timedelta(seconds=5), 2)) == 1
    battle.refresh_from_db()
    assert check_record(battle) is None


@BOTH
def test_everybody_is_told_once_and_it_stands_in_the_record(hall: Hall, battle: Any, by: timedelta) -> None:
    running(hall)
    hall.set(by)
    hall.settle()
    hall.sweep(SET + timedelta(seconds=12), 5)
    assert Notice.objects.filter(kind="clock-set").count() == EVERYBODY
    entry = battle.record.get(kind="clock-set")
    assert abs(entry.data["seconds"] - by.total_seconds()) <= 1


def ordered(cast: Any, move: Move, now: datetime) -> Any:
    """Red's foot is ordered to stand, always by the same press."""
    stand = {"order": "stand", "body": "red-foot"}
    given = {"user": cast.red_foot, "move": move.public_id, "thing": "red-foot", "base_revision": 0, "key": "k"}
    return submit_orders(orders=[stand], now=now, **given)


@BOTH
def test_an_order_sent_while_the_clock_is_waited_out_is_to_be_sent_again_and_stands_then(
    hall: Hall, cast: Any, move: Move, by: timedelta
) -> None:
    """Nothing is filed, neither as late nor under its key, so that the same press stands a moment later."""
    running(hall)
    hall.set(by)
    hall.sweep(SET, 3)
    for _ in range(2):
        with pytest.raises(InAMoment):
            ordered(cast, move, hall.now(SET))
    assert not OrderEntry.objects.exists()
    hall.settle(SET + timedelta(seconds=4))
    receipt = ordered(cast, move, hall.now(SET + timedelta(seconds=20)))
    close_move(move_id=move.pk, now=hall.now(NOON + timedelta(minutes=11)), cause="time")
    assert [one.entry.public_id for one in move.frozen.select_related("entry")] == [receipt.number]


def test_a_clock_that_is_put_right_again_moves_nothing(hall: Hall, move: Move) -> None:
    closes = move.closes_at
    running(hall)
    hall.set(FORWARD)
    assert hall.sweep(SET, 5)[-1].frozen
    hall.set(BACK)
    assert not hall.sweep(SET + timedelta(seconds=6))[0].frozen
    move.refresh_from_db()
    assert (move.closes_at, Notice.objects.filter(kind="clock-set").exists()) == (closes, False)


def test_a_clock_that_does_not_hold_still_is_not_believed(hall: Hall, move: Move) -> None:
    running(hall)
    for jump in range(4):
        hall.set(FORWARD)
        assert all(one.frozen for one in hall.sweep(SET + timedelta(seconds=9 * jump), 8))
    assert not Notice.objects.filter(kind="clock-set").exists()


def test_a_jump_of_two_seconds_is_none(hall: Hall, move: Move) -> None:
    running(hall)
    hall.set(timedelta(seconds=1.5))
    assert not hall.sweep(SET)[0].frozen


@pytest.mark.parametrize("minutes", [1, 60, 60 * 24 * 400])
def test_a_server_that_comes_back_with_a_clock_behind_does_not_stand_still_until_it_has_caught_up(
    move: Move, minutes: int
) -> None:
    """No process remembers anything but the pulse's mark, as after a restart."""
    last = SET + timedelta(minutes=minutes)
    Pulse.objects.create(name="sweep", at=last, mark=last)
    Move.objects.update(opened_at=last - timedelta(minutes=4), closes_at=last + timedelta(minutes=6))
    assert all(sweep(SET + timedelta(seconds=second)).frozen for second in range(11))
    move.refresh_from_db()
    assert move.closes_at == SET + timedelta(minutes=6, seconds=10)
    assert not sweep(SET + timedelta(seconds=11)).frozen
    assert sweep(SET + timedelta(seconds=30)).closed == 0


def test_of_several_that_wait_one_moves_the_clocks(hall: Hall, move: Move) -> None:
    """Another process swept meanwhile: it took the time as it is, and postponed what fell into the gap."""
    running(hall)
    hall.set(FORWARD)
    hall.sweep(SET, 8)
    then = SET + timedelta(seconds=9) + FORWARD
    Pulse.objects.filter(name="sweep").update(rounds=F("rounds") + 1, at=then, mark=then)
    hall.sweep(SET + timedelta(seconds=9), 2)
    move.refresh_from_db()
    assert move.closes_at == NOON + timedelta(minutes=10)
    assert not Notice.objects.filter(kind="clock-set").exists()


# -- what else runs --------------------------------------------------------------------------------


@pytest.mark.slow
@BOTH
def test_a_pause_and_an_interval_are_as_long_as_they_were(hall: Hall, cast: Any, by: timedelta) -> None:
    paused, waiting = a_battle(cast, name="Camberley"), a_battle(cast, name="Aldershot", interval_minutes=5)
    pause_clock(by=cast.umpire, battle=paused.public_id, reason="tea", minutes=2, now=SET - timedelta(seconds=60))
    first = the_move(waiting)
    close_move(move_id=first.pk, now=SET - timedelta(minutes=1), cause="time")
    submit_move(by=cast.umpire, move=first.public_id, now=SET - timedelta(minutes=1))
    running(hall)
    hall.set(by)
    hall.settle()
    swept = hall.sweep(SET + timedelta(seconds=12), 46)
    assert (sum(one.resumed for one in swept), sum(one.opened for one in swept)) == (0, 0)
    assert sum(one.resumed for one in hall.sweep(SET + timedelta(seconds=59), 3)) == 1
    assert sum(one.opened for one in hall.sweep(SET + timedelta(minutes=4, seconds=-1), 3)) == 1


def test_a_claim_does_not_outlive_its_lease_because_the_clock_went_back(hall: Hall, move: Move) -> None:
    close_move(move_id=move.pk, now=SET - timedelta(seconds=20), cause="time")
    Move.objects.update(claimed_at=SET - timedelta(seconds=5), fence=1, attempts=1)
    running(hall)
    hall.set(BACK)
    hall.settle()
    swept = hall.sweep(SET + timedelta(seconds=12), 20)
    assert sum(one.submitted for one in swept) == 1


def test_what_the_clock_submits_is_submitted_though_it_went_back(hall: Hall, cast: Any) -> None:
    battle = a_battle(cast, umpire="none")
    running(hall)
    close_move(move_id=the_move(battle).pk, now=SET, cause="time")
    hall.set(BACK)
    hall.settle()
    assert hall.sweep(SET + timedelta(seconds=12))[0].submitted == 1


@BOTH
def test_a_deadline_on_the_wall_stands_where_it_is_still_ahead(hall: Hall, cast: Any, by: timedelta) -> None:
    battle = a_battle(cast, clock_mode="deadline", deadline_time="20:00", fixed_minutes=10)
    closes = the_move(battle).closes_at
    running(hall)
    hall.set(by)
    hall.settle()
    assert the_move(battle).closes_at == closes
    hall.set(timedelta(days=2))
    hall.settle(SET + timedelta(minutes=1))
    assert the_move(battle).closes_at > closes + timedelta(days=2) - timedelta(minutes=2)
    assert not Move.objects.exclude(status="open").exists()


def test_health_is_red_while_the_clock_is_waited_out_and_green_afterwards(hall: Hall, move: Move) -> None:
    running(hall)
    assert health(hall.now(SET)).well
    hall.set(FORWARD)
    hall.sweep(SET)
    assert "has jumped" in health(hall.now(SET)).reason
    hall.settle(SET + timedelta(seconds=1))
    hall.sweep(SET + timedelta(seconds=14))
    assert health(hall.now(SET + timedelta(seconds=14))).well


def test_a_look_at_the_clock_that_took_long_tells_nothing(
    hall: Hall, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that answers after three seconds has not been set by three seconds."""
    seconds = iter([0.0, 3.0])
    hall.set(FORWARD)
    monkeypatch.setattr(clock, "steady_seconds", lambda: next(seconds))
    assert clock.jumped() is None
    assert clock._seen is None


def test_a_process_that_is_kept_waiting_between_two_looks_sees_no_jump(
    hall: Hall, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine: time between two readings is in both clocks."""
    seconds = [100.0]
    told = NOON

    def tells() -> datetime:
        nonlocal told
        told = NOON + timedelta(seconds=seconds[0] - 100)
        seconds[0] += 0.9
        return told

    monkeypatch.setattr(clock, "steady_seconds", lambda: seconds[0])
    monkeypatch.setattr(clock, "host_time", tells)
    monkeypatch.setattr(clock, "database_time", tells)
    monkeypatch.setattr(clock, "_start", clock.Agreement(NOON, 100.0))
    for wait in (1, 30, 5, 3_600, 1):
        seconds[0] += wait
        assert clock.jumped() is None
    seconds[0] += 5
    monkeypatch.setattr(clock, "database_time", lambda: tells() + FORWARD)
    monkeypatch.setattr(clock, "host_time", lambda: tells() + FORWARD)
    assert clock.jumped() is not None


# -- others ----------------------------------------------------------------------------------------

Told = Callable[[], datetime]


@pytest.mark.sqlite
def test_without_a_clock_of_the_database_the_time_goes_on_until_the_host_is_believed(hall: Hall, db: None) -> None:
    before = clock.server_time()
    hall.set(FORWARD)
    assert clock.server_time() - before < timedelta(seconds=5)
    clock.believe()
    assert clock.server_time() - before > timedelta(minutes=59)


def test_due_rows_are_drawn_up_once_for_each_jump(hall: Hall, move: Move) -> None:
    running(hall)
    hall.set(FORWARD)
    hall.settle()
    waiting = Due.objects.filter(state=Due.State.WAITING)
    assert sorted(waiting.values_list("kind", flat=True)) == ["close", "warning-120", "warning-30", "warning-60"]


# -- in a moment --------------------------------------------------------------------------------------------


def test_an_order_after_the_lid_was_opened_is_not_late_before_the_outage_is_worked_off(cast: Any, move: Move) -> None:
    """The machine slept over the end of the move; the order is there before the first sweep."""
    sweep(SET)
    woken = NOON + timedelta(hours=2)
    with pytest.raises(InAMoment) as refused:
        ordered(cast, move, woken)
    assert refused.value.seconds > 0 and not OrderEntry.objects.exists()
    sweep(woken + timedelta(seconds=1))
    assert ordered(cast, move, woken + timedelta(seconds=2)).number, "the move was put off by the outage"


def test_an_order_that_is_late_by_a_clock_that_is_settled_is_late_and_filed(cast: Any, move: Move) -> None:
    end = move.closes_at
    sweep(end - timedelta(milliseconds=500))
    with pytest.raises(MoveClosed):
        ordered(cast, move, end + timedelta(seconds=1))
    assert OrderEntry.objects.get().late


def test_the_key_of_a_late_order_tells_the_truth_when_it_comes_again(cast: Any, move: Move) -> None:
    end = move.closes_at
    with pytest.raises(MoveClosed):
        ordered(cast, move, end + timedelta(seconds=1))
    Move.objects.filter(pk=move.pk).update(closes_at=end + timedelta(minutes=5))
    with pytest.raises(KeyWasLate, match="came too late the first time") as refused:
        ordered(cast, move, end + timedelta(seconds=2))
    assert refused.value.code == "E-KEY" and "different content" not in refused.value.sentence


def test_pages_and_api_answer_503_in_a_moment_while_a_jump_is_waited_out(cast: Any, move: Move) -> None:
    """Whatever would be filed in a battle; what is only read is read."""
    battle = move.battle
    page, api = client_of(cast.red_foot), APIClient()
    api.credentials(HTTP_AUTHORIZATION=f"Token {token_of(cast.red_foot)}")
    Pulse.objects.create(name="jump", at=NOON, mark=NOON)
    path = f"/api/v1/battles/{battle.public_id}/"
    sent = [
        page.post(url("dispatches", battle), {"channel": "shout", "text": "Forward!", "key": "k"}),
        page.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}),
        client_of(cast.umpire).post(url("clock", battle, "pause"), {"reason": "x"}),
        api.post(f"{path}dispatches/", {"channel": "shout", "text": "Forward!", "key": "k"}, format="json"),
    ]
    assert [one.status_code for one in sent] == [503] * 4
    assert all(int(one["Retry-After"]) > 0 for one in sent) and b"in a moment" in sent[0].content
    assert sent[3].json()["code"] == "E-BUSY"
    assert page.get(url("sheet", battle)).status_code == 200 and api.get(f"{path}sheet/").status_code == 200
    Pulse.objects.filter(name="jump").delete()
    assert page.post(url("ready", battle), {"move": move.public_id, "ready": "yes"}).status_code != 503


# -- a machine that is only slow ----------------------------------------------------------------------------


def stand(cast: Any, move: Move, *, came: datetime, now: datetime) -> Any:
    """An order that came at one time and is judged at another."""
    orders = [{"order": "stand", "body": "red-foot"}]
    given = {"user": cast.red_foot, "move": move.public_id, "thing": "red-foot", "base_revision": 0, "key": "slow"}
    return submit_orders(orders=orders, arrived_at=came, now=now, **given)


def test_an_order_that_came_in_time_counts_however_late_the_sweep_is(cast: Any, move: Move) -> None:
    """The machine has too much to do: the order waited for its turn, and so does the sweep.  No clock has jumped."""
    end = move.closes_at
    sweep(end - timedelta(seconds=3))
    assert stand(cast, move, came=end - timedelta(seconds=1), now=end + timedelta(seconds=4)).number


def test_whoever_waited_while_the_sweep_went_on_is_not_told_of_a_clock_that_was_set(
    hall: Hall, cast: Any, move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep(SET + timedelta(seconds=9))
    monkeypatch.setattr(clock, "server_time", lambda: SET + timedelta(seconds=10))
    assert stand(cast, move, came=SET, now=SET).number, "it came at SET, and waited nine seconds for its turn"


def test_a_clock_that_is_behind_the_sweep_when_it_is_read_now_was_set(
    hall: Hall, cast: Any, move: Move, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep(SET + timedelta(seconds=9))
    monkeypatch.setattr(clock, "server_time", lambda: SET)
    with pytest.raises(InAMoment, match="clock of the server"):
        stand(cast, move, came=SET, now=SET)


@pytest.mark.parametrize("by", [timedelta(0), FORWARD], ids=["slow", "set"])
def test_while_the_sweep_is_late_it_is_said_whether_the_clock_was_set_or_the_machine_is_busy(
    hall: Hall, cast: Any, move: Move, by: timedelta
) -> None:
    end = move.closes_at
    hall.once(end - timedelta(seconds=3))
    hall.set(by)
    with pytest.raises(InAMoment, match="clock of the server" if by else "machine is busy"):
        stand(cast, move, came=end + timedelta(seconds=1), now=end + timedelta(seconds=4))
    assert not OrderEntry.objects.exists()


def test_clocks_that_part_a_little_each_hour_have_not_jumped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten millionths, as of an oscillator without a time server: two seconds in two and a half days."""
    seconds = [100.0]
    monkeypatch.setattr(clock, "steady_seconds", lambda: seconds[0])
    monkeypatch.setattr(clock, "database_tells_time", lambda: True)
    monkeypatch.setattr(clock, "_seen", None)
    for _ in range(24 * 5):
        told = NOON + timedelta(seconds=(seconds[0] - 100) * 1.00001)
        clock.hear(told, seconds[0])
        seconds[0] += 3_600
    monkeypatch.setattr(clock, "database_time", lambda: told + timedelta(hours=1))
    assert clock.jumped() is None
    monkeypatch.setattr(clock, "database_time", lambda: told + timedelta(hours=1, seconds=3))
    assert clock.jumped() is not None


def test_a_process_that_starts_on_a_busy_machine_takes_no_time_of_two_readings_that_do_not_belong_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds, slow = [100.0], iter([4, 3, 0.1])

    def tells() -> datetime:
        """The host's time; the process is kept waiting when it has read it."""
        told = NOON + timedelta(seconds=seconds[0] - 100)
        seconds[0] += next(slow, 9)
        return told

    monkeypatch.setattr(clock, "steady_seconds", lambda: seconds[0])
    monkeypatch.setattr(clock, "host_time", tells)
    assert abs(clock._origin().carried_on(100) - NOON) < timedelta(seconds=0.2)
