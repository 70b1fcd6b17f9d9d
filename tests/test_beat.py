"""Celery's beat and the messages that it sends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery.beat import ScheduleEntry

from kriegspiel import beat
from kriegspiel.celery import app


class Hall:
    """A beat whose two clocks are set by the test: the steady one, and the wall clock."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.seconds = 1_000.0
        self.wall = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
        patch.setattr(beat, "steady_seconds", lambda: self.seconds)
        patch.setattr(ScheduleEntry, "default_now", lambda entry: self.wall)
        patch.setattr(app, "now", lambda: self.wall)
        self.scheduler = beat.Steady(app=app, lazy=True, max_interval=1)
        self.scheduler.setup_schedule()
        self.sent: list[str] = []
        patch.setattr(self.scheduler, "apply_entry", lambda entry, producer=None: self.sent.append(entry.name))
        patch.setattr(beat.Steady, "producer", None)

    def resume(self, seconds: int, each: timedelta = timedelta(seconds=1)) -> list[str]:
        """Let some seconds pass, with any wall clock; what was sent."""
        self.sent.clear()
        for _ in range(seconds):
            self.seconds += 1
            self.wall += each
            for _ in range(5):
                if self.scheduler.tick():
                    break
        return [name for name in self.sent if name == "sweep"]


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Any:
    return Hall(monkeypatch)


def test_the_sweep_is_sent_each_second(hall: Hall) -> None:
    hall.resume(1)
    assert len(hall.resume(20)) == 20


@pytest.mark.parametrize("by", [timedelta(hours=-1), timedelta(hours=1)], ids=["back", "forward"])
def test_it_is_sent_each_second_whatever_the_clock_on_the_wall_says(hall: Hall, by: timedelta) -> None:
    hall.resume(2)
    hall.wall += by
    assert len(hall.resume(10)) == 10
    assert len(hall.resume(10, each=timedelta(0))) == 10


def test_celerys_own_scheduler_falls_silent_when_the_clock_is_put_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault that our scheduler avoids; without it the tests above prove nothing."""
    monkeypatch.setattr(beat.Steady, "is_due", beat.Scheduler.is_due)
    monkeypatch.setattr(beat.Steady, "_when", beat.Scheduler._when)
    hall.resume(2)
    hall.wall -= timedelta(hours=1)
    assert hall.resume(10) == []


def test_no_message_expires_by_anybodys_clock() -> None:
    assert len(app.conf.beat_schedule) >= 1
    assert not [name for name, entry in app.conf.beat_schedule.items() if "expires" in entry.get("options", {})]


def test_it_is_the_scheduler_that_beat_is_started_with() -> None:
    assert app.conf.beat_scheduler == "kriegspiel.beat:Steady"
