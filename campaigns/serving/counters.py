"""What a process counts while it works: how often, and how long it took.  It is kept in memory and written to the process's row.

Every order is counted, so counting costs an addition or two: it queries nothing, and its lock is held no
longer than that.  A count has a name of a few words: its family, and its labels (``request login read 2xx``).
No name holds anything that a person chose.  ``campaigns/metrics.py`` makes metrics of them.
"""

from __future__ import annotations

import os
import resource
from bisect import bisect_left
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds: a duration is counted at the first of these that it did not exceed, or beyond them all."""


class Counted:
    """What has been counted since the process began.

    numbers: how often, by name.  times: by name the sum in microseconds, then how many were within each bound and
    beyond.
    levels: values that are not counted but read when the row is written.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._numbers: dict[str, int] = {}
        self._times: dict[str, list[int]] = {}
        self._levels: dict[str, Callable[[], int]] = {}

    def add(self, *words: str) -> None:
        """Count one more.  words: its name."""
        name = " ".join(words)
        with self._lock:
            self._numbers[name] = self._numbers.get(name, 0) + 1

    def took(self, name: str, seconds: float) -> None:
        """Count one more, and its duration."""
        place = bisect_left(BOUNDS, seconds) + 1
        with self._lock:
            times = self._times.get(name)
            if times is None:
                times = self._times[name] = [0] * (len(BOUNDS) + 2)
            times[0] += int(seconds * 1_000_000)
            times[place] += 1

    def level(self, name: str, read: Callable[[], int]) -> None:
        """Register a value that is read whenever the row is written."""
        self._levels[name] = read

    def as_data(self) -> dict[str, Any]:
        """All of it as plain data; times without the zeros at the end, so that it stays short."""
        with self._lock:
            numbers = dict(self._numbers)
            times = {name: list(one) for name, one in self._times.items()}
        return {
            "numbers": numbers,
            "times": {name: short(one) for name, one in times.items()},
            "levels": self.looked_at(),
        }

    def looked_at(self) -> dict[str, int]:
        """The levels.  One that cannot be read is left out: the process must go on reporting."""
        found = {}
        for name, read in self._levels.items():
            with suppress(Exception):
                found[name] = read()
        return found


def short(times: list[int]) -> list[int]:
    """Without the zeros at the end.

    >>> short([1500, 0, 3, 0, 0])
    [1500, 0, 3]
    """
    while times and not times[-1]:
        times.pop()
    return times


def resident() -> int:
    """Bytes of memory that the process holds; where the system does not tell, the most that it ever held."""
    with suppress(OSError, ValueError, IndexError), open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


counted = Counted()
"""What this process has counted."""

counted.level("memory", resident)
