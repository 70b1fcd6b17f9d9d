"""Celery's beat with a clock that nobody can set: with its own it would be silent for an hour when the host's is put back by one."""

from __future__ import annotations

from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from celery.schedules import schedule

from campaigns.clock import steady_seconds


class Steady(Scheduler):
    """Sends each entry of the schedule when its period has passed, in steady seconds."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.due: dict[str, float] = {}
        super().__init__(*args, **kwargs)

    def is_due(self, entry: ScheduleEntry) -> tuple[bool, float]:
        """Whether an entry is due, and in how many seconds it will be (again)."""
        assert entry.name is not None and isinstance(entry.schedule, schedule)
        now, period = steady_seconds(), entry.schedule.seconds
        left = self.due.setdefault(entry.name, now) - now
        if left > 0:
            return False, left
        self.due[entry.name] = now + period
        return True, period

    def _when(self, entry: ScheduleEntry, next_time_to_run: float, mktime: Any = None) -> float:
        """The place of an entry in the queue."""
        # The type stub has `int`; `is_due` is what gives the value.
        return steady_seconds() + (self.adjust(next_time_to_run) or 0.0)  # type: ignore[arg-type]
