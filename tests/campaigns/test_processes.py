"""A close waits for requests that arrived in time, and for no dead process.  [RELIABILITY A2, A3]"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from campaigns.clock import server_time
from campaigns.clockwork.timers import sweep
from campaigns.models import Move, Process
from campaigns.serving import processes
from campaigns.serving.processes import LONGEST_WAIT, SILENT_AFTER, alive, name_of, report, requests_in_progress
from campaigns.serving.underway import UnderWay, battle_of, under_way
from tests.campaigns.builders import NOON

CALLED = NOON + timedelta(minutes=10)
DUE = CALLED + timedelta(seconds=5)
SECOND = timedelta(seconds=1)


def a_process(seen_at: Any, under_way: dict[str, int] | None = None, kind: str = "web", name: str = "one") -> Process:
    return Process.objects.create(name=name, kind=kind, started_at=NOON, seen_at=seen_at, under_way=under_way or {})


def closed(at: Any) -> int:
    return sweep(at).closed


@pytest.mark.parametrize(
    ("waited", "holds"), [(5_001, True), (5_000, False), (4_000, False)], ids=["in time", "as time was called", "late"]
)
def test_a_close_waits_for_a_request_that_came_before_time_was_called_and_for_no_other(
    battle: Any, move: Move, waited: int, holds: bool
) -> None:
    a_process(DUE, {battle.public_id: waited})
    assert closed(DUE) == (not holds)


def test_it_closes_as_soon_as_the_request_has_been_answered(battle: Any, move: Move) -> None:
    row = a_process(DUE, {battle.public_id: 6_000})
    assert closed(DUE) == 0
    Process.objects.filter(pk=row.pk).update(seen_at=DUE + SECOND, under_way={})
    assert closed(DUE + SECOND) == 1
    move.refresh_from_db()
    assert move.closed_at == DUE + SECOND and move.drained_at == DUE


def test_a_process_that_has_not_spoken_since_time_was_called_is_waited_for(move: Move) -> None:
    a_process(CALLED, name="spoke before")
    assert requests_in_progress(CALLED + SECOND).hold("another", CALLED)
    Process.objects.update(seen_at=CALLED + timedelta(milliseconds=1))
    assert not requests_in_progress(CALLED + SECOND).hold("another", CALLED)


def test_nobody_waits_for_what_is_under_way_in_another_battle(move: Move) -> None:
    a_process(DUE, {"AnotherOne12": 60_000})
    assert closed(DUE) == 1


def test_nobody_waits_for_one_that_has_fallen_silent(battle: Any, move: Move) -> None:
    a_process(DUE - SILENT_AFTER, {battle.public_id: 60_000})
    assert closed(DUE) == 1


@pytest.mark.parametrize("kind", ["worker", "beat", "clock", "streams"])
def test_nobody_waits_for_one_that_takes_no_orders(battle: Any, move: Move, kind: str) -> None:
    a_process(DUE, {battle.public_id: 60_000}, kind=kind)
    assert closed(DUE) == 1


def test_nobody_waits_for_longer_than_thirty_seconds(battle: Any, move: Move) -> None:
    late = CALLED + LONGEST_WAIT
    row = a_process(late - SECOND, {battle.public_id: 60_000})
    assert closed(late - SECOND) == 0
    Process.objects.filter(pk=row.pk).update(seen_at=late)
    assert closed(late) == 1


def test_what_is_held_up_holds_up_nothing_else(battle: Any, move: Move, cast: Any) -> None:
    from tests.campaigns.builders import a_battle, the_move

    other = a_battle(cast, name="Aldershot")
    a_process(DUE, {battle.public_id: 60_000})
    assert closed(DUE) == 1 and the_move(other).status == Move.Status.CLOSED


# -- what a process reports ------------------------------------------------------------------


def test_a_process_says_what_it_has_in_hand_and_since_when(db: None) -> None:
    before = server_time()
    with under_way.about("AAAAAAAAAAAA", 0.0):
        report("web")
    row = Process.objects.get(name=name_of("web"))
    assert row.under_way["AAAAAAAAAAAA"] > 0 and before <= row.seen_at <= server_time()
    report("web")
    again = Process.objects.get(name=name_of("web"))
    assert again.under_way == {} and again.started_at == row.started_at and again.seen_at > row.seen_at


def test_of_several_requests_about_a_battle_the_oldest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("campaigns.serving.underway.steady_seconds", lambda: 10.0)
    hand = UnderWay()
    with hand.about("A", 8.0), hand.about("A", 3.0), hand.about("B", 9.5):
        assert hand.waiting() == {"A": 7.0, "B": 0.5}
    assert hand.waiting() == {}


@pytest.mark.parametrize(
    ("method", "path", "battle"),
    [
        ("POST", "/b/AbCd_-123456/red-foot/order/", "AbCd_-123456"),
        ("POST", "/api/v1/battles/AbCd_-123456/orders/", "AbCd_-123456"),
        ("DELETE", "/api/v1/battles/AbCd_-123456/ready/", "AbCd_-123456"),
        ("GET", "/b/AbCd_-123456/", ""),
        ("POST", "/b/AbCd/", ""),
        ("POST", "/login/", ""),
        ("POST", "/club/AbCd_-123456/", ""),
    ],
)
def test_the_battle_that_a_request_may_change_stands_in_its_address(method: str, path: str, battle: str) -> None:
    assert battle_of(method, path) == battle


@pytest.mark.django_db(transaction=True)
def test_a_process_reports_until_it_ends_and_has_no_row_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "REPORTS_EVERY", 0.01)
    seen = set()
    with alive("web"):
        while len(seen) < 3:
            seen |= set(Process.objects.values_list("seen_at", flat=True))
    assert not Process.objects.exists()


def test_a_worker_reports_from_its_first_task_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    from kriegspiel import celery

    said: list[str] = []

    class Told:
        def __init__(self, kind: str) -> None:
            self.kind = kind

        def start(self) -> None:
            said.append(f"{self.kind} begins")

        def stop(self) -> None:
            said.append("ends")

    monkeypatch.setattr(celery, "_reporters", [])
    monkeypatch.setattr(processes, "Reporter", Told)
    celery.start_worker_reports()
    celery.start_worker_reports()
    assert said == ["worker begins"]
    celery.stop_worker_reports()
    assert said == ["worker begins", "ends"]


@pytest.mark.django_db(transaction=True)
def test_the_row_of_one_that_was_killed_goes_in_an_hour() -> None:
    a_process(server_time() - timedelta(minutes=61), name="killed long ago")
    a_process(server_time() - timedelta(minutes=59), name="killed")
    report("worker")
    assert set(Process.objects.values_list("name", flat=True)) == {"killed", name_of("worker")}
