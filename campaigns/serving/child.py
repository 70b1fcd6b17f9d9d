"""How a child process begins: ``python -m campaigns.serving.child SECONDS BYTES PARENT MODULE …`` bounds itself, then runs it.

SECONDS of processor time, its own and the system's for it: a machine that is busy takes none of it away.  BYTES of memory
that it may address, 0 for no limit.  PARENT: the process id of whoever asked; the child dies when they do.
"""

from __future__ import annotations

import ctypes
import math
import os
import resource
import runpy
import signal
import sys
import threading
import time
from contextlib import suppress

BEHIND_THE_PAGES = 5
"""By how much its priority is lower than that of the processes that answer requests."""

PR_SET_PDEATHSIG = 1
"""Of Linux: the signal that a process gets when its parent dies."""

LOOKED = 1.0
"""Seconds between two looks whether the parent still lives, where the system does not tell."""


def bound(seconds: float, memory: int, parent: int) -> None:
    """Bound this process, for good."""
    with suppress(OSError):
        os.nice(BEHIND_THE_PAGES)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    most = math.ceil(seconds) + 1  # where a library holds the signal back
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    if memory:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if not _told_of_death():
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _told_of_death() -> bool:
    """Whether the system kills this process when its parent dies."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _watch(parent: int) -> None:
    """Die when the parent has died: then another has this process."""
    while os.getppid() == parent:
        time.sleep(LOOKED)
    os._exit(1)


def main() -> None:
    """Bound this process and run the module."""
    seconds, memory, parent, module = float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    bound(seconds, memory, parent)
    sys.argv = [module, *sys.argv[5:]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
