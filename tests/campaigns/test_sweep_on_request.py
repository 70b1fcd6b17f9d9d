"""Web traffic starts the sweep; the clock as a process of its own.  [RELIABILITY A4]"""

from __future__ import annotations

import threading
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from campaigns.clock import server_time
from campaigns.clockwork import sweep_on_request, timers
from campaigns.management.commands import clock as command
from campaigns.models import Move, Notice, Pulse
from campaigns.usecases.moves import submission
from campaigns.usecases.moves.moves import close_move
from tests.campaigns.builders import EVERYBODY, NOON, a_battle, a_cast, the_move

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def overdue() -> Move:
    """A move that ended six seconds ago and that nobody has closed: the sweep has been dead for ten."""
    now = server_time()
    move = the_move(a_battle())
    Move.objects.update(opened_at=now - timedelta(minutes=5), closes_at=now - timedelta(seconds=6))
    move.dues.filter(kind="close").update(due_at=now - timedelta(seconds=1))
    move.dues.exclude(kind="close").update(state="void")
    Pulse.objects.create(name="sweep", at=now - timedelta(seconds=10), mark=now - timedelta(seconds=10))
    return move


def settled() -> None:
    """Wait until no thread looks any more."""
    for thread in threading.enumerate():
        if thread.name == "sweep-on-request":
            thread.join(20)


@pytest.fixture
def rings(settings: Any) -> None:
    settings.SWEEP_BY_WEB = True


@pytest.mark.parametrize("address", ["/healthz", "/metrics", "/login/", "/api/v1/me/", "/b/AAAAAAAAAAAA/status/"])
def test_whoever_asks_for_anything_has_an_overdue_move_closed(
    client: Any, overdue: Move, rings: None, address: str
) -> None:
    client.get(address)
    settled()
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.CLOSED
    assert server_time() - Pulse.objects.get(name="sweep").at < timedelta(seconds=20)


def test_while_the_sweep_goes_round_nobody_else_does(client: Any, overdue: Move, rings: None) -> None:
    Pulse.objects.update(at=server_time(), mark=server_time(), rounds=7)
    client.get("/healthz")
    settled()
    overdue.refresh_from_db()
    assert (overdue.status, Pulse.objects.get().rounds) == (Move.Status.OPEN, 7)


def test_a_web_that_may_not_ring_does_not(client: Any, overdue: Move, settings: Any) -> None:
    settings.SWEEP_BY_WEB = False
    client.get("/healthz")
    settled()
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.OPEN


def test_a_static_file_rings_no_bell(client: Any, overdue: Move, rings: None) -> None:
    with closing(client.get("/static/campaigns/clock.js")) as file:
        assert file.status_code == 200
    settled()
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.OPEN


def test_one_thread_looks_at_a_time_and_twice_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, held, looked = [0.0], threading.Event(), []
    monkeypatch.setattr(sweep_on_request, "steady_seconds", lambda: seconds[0])
    monkeypatch.setattr(sweep_on_request.timers, "go_round", lambda now, silence, **_: looked.append(held.wait(20)))
    middleware = sweep_on_request.SweepOnRequest(lambda request: None)
    first = middleware.start_look()
    seconds[0] = 5.0
    assert first is not None and middleware.start_look() is None, "the first still looks"
    held.set()
    first.join(20)
    seconds[0] = 0.4
    assert middleware.start_look() is None, "it is too soon"
    seconds[0] = 0.5
    second = middleware.start_look()
    assert second is not None
    second.join(20)
    assert looked == [True, True]


def test_a_database_that_does_not_answer_spoils_no_page(
    client: Any, rings: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dead(now: Any, silence: Any, **_: Any) -> None:
        raise OperationalError("secret words of the driver")

    monkeypatch.setattr(sweep_on_request.timers, "go_round", dead)
    assert client.get("/login/").status_code == 200
    settled()
    monkeypatch.undo()
    assert not [thread for thread in threading.enumerate() if thread.name == "sweep-on-request"]


# -- the clock as a process -------------------------------------------------------------------------


def test_the_clock_by_itself_closes_what_is_overdue(overdue: Move) -> None:
    command.go_round()
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.CLOSED


def test_the_clock_outlives_a_database_that_does_not_answer(overdue: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    really = timers.go_round
    monkeypatch.setattr(command.timers, "go_round", lambda *_, **more: (_ for _ in ()).throw(OperationalError("gone")))
    command.go_round()
    monkeypatch.setattr(command.timers, "go_round", really)
    command.go_round()
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.CLOSED


@pytest.mark.slow
def test_a_finding_that_never_ends_parks_its_move_and_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """RELIABILITY B4: it is stopped, and the others are published in the same round."""
    cast = a_cast()
    battles = [a_battle(cast, name=f"Campaign {number}", umpire="none") for number in range(5)]
    poisoned = the_move(battles[0])
    for battle in battles:
        close_move(move_id=the_move(battle).pk, now=NOON + timedelta(minutes=10), cause="time")
    really = submission.find_to_publish

    def find(asked: Any, rulings: Any) -> Any:
        while asked.chance["seed"] == battles[0].seed:
            pass
        return really(asked, rulings)

    monkeypatch.setattr(submission, "find_to_publish", find)
    command.go_round(longest=2.0)
    assert [the_move(battle).number for battle in battles] == [1, 2, 2, 2, 2]
    poisoned.refresh_from_db()
    assert poisoned.parked
    assert Notice.objects.filter(kind="delayed", battle=battles[0]).count() == EVERYBODY


def test_who_takes_orders_does_not_help_a_sweeper_that_is_only_slow(overdue: Move) -> None:
    now = server_time()
    Pulse.objects.update_or_create(name="sweep", defaults={"at": now, "mark": now})
    assert timers.go_round(now, sweep_on_request.SILENCE, joins=False) is None
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.OPEN
    assert timers.go_round(now + sweep_on_request.SILENCE, sweep_on_request.SILENCE, joins=False) is not None, (
        "it has fallen silent"
    )
    overdue.refresh_from_db()
    assert overdue.status == Move.Status.CLOSED


def test_whoever_sweeps_for_a_living_helps_one_that_does_not_keep_up(overdue: Move) -> None:
    now = server_time()
    Pulse.objects.update_or_create(name="sweep", defaults={"at": now, "mark": now})
    assert timers.go_round(now, timers.MOMENT) is not None


def test_two_rounds_at_once_are_one(overdue: Move) -> None:
    now = server_time()
    assert timers.go_round(now, timers.MOMENT) is not None
    assert timers.go_round(now + timedelta(milliseconds=200), timers.MOMENT) is None
    assert timers.go_round(now + timedelta(milliseconds=300), timers.MOMENT) is not None
