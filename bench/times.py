"""Times, and the machine and versions that they were taken on."""

from __future__ import annotations

import gc
import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from timeit import timeit
from typing import Any


@dataclass(frozen=True)
class Times:
    """The times of a repeated deed, in seconds."""

    taken: tuple[float, ...]

    @property
    def best(self) -> float:
        """The shortest, which the rest of the machine disturbed least."""
        return min(self.taken)

    @property
    def median(self) -> float:
        """The middle one."""
        return median(self.taken)


def timed(deed: Callable[[], Any], times: int, clock: Callable[[], float] = time.perf_counter) -> Times:
    """How long a deed takes, each time, after one that is not counted.  clock: ``time.process_time`` for time of the processor.

    Objects made before are not the deed's garbage: the collector ignores them, as a server's does what was loaded.
    """
    deed()
    gc.collect()
    gc.freeze()
    taken = []
    for _ in range(times):
        began = clock()
        deed()
        taken.append(clock() - began)
    gc.unfreeze()
    return Times(tuple(taken))


def machine() -> str:
    """Processor, cores, system, and how fast it is just now, in one line: the same machine may be twice as slow tomorrow."""
    cpu = platform.processor() or platform.machine()
    names = Path("/proc/cpuinfo")
    if names.exists():
        cpu = next(
            (line.split(":", 1)[1].strip() for line in names.read_text().splitlines() if line.startswith("model name")),
            cpu,
        )
    loop = timeit("x += 1", "x = 0", number=10_000_000)
    system = f"{platform.system()} {platform.release()}, load {os.getloadavg()[0]:.1f}"
    return f"{cpu}, {os.cpu_count()} cores, {system}, ten million turns of a loop in {loop:.2f} s"


def versions() -> str:
    """Python and the packages that matter here."""
    return f"Python {platform.python_version()}, Django {version('django')}, Django REST framework {version('djangorestframework')}"
