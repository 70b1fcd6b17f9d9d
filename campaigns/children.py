"""The rules in a process of their own (``python -m rules …``), so that no page and no sweep waits for them.

A long computation holds the interpreter that answers pages.  The child has a lower priority than the processes that
answer requests, and is killed when it takes too long.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from contextlib import suppress

from django.conf import settings

from rules.values.sentence import say

BEHIND_THE_PAGES = 5
"""By how much its priority is lower than that of the processes that answer requests."""


class Died(Exception):
    """The child gave no answer; why, in words for people."""


class TookTooLong(Died):
    """It was killed after its time limit."""


class TookTooMuch(Died):
    """It asked for more memory than it may have."""


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""On a large host each thread would take its share of the memory."""

NO_MEMORY = ("MemoryError", "bad_alloc", "OpenBLAS")
"""What Python, the libraries in C++ and the array library say when they get no more memory."""


def ask_rules(command: str, question: str, *, longest: float, most_memory: int = 0) -> str:
    """The answer of a command of the rules to a question.

    longest: seconds after which it is killed.  most_memory: bytes that it may address, 0 for no limit.
    """
    child = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "rules", command],
        cwd=settings.BASE_DIR,
        env=os.environ | ONE_THREAD,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, child.pid, BEHIND_THE_PAGES)
    if most_memory:
        _limit_memory(child.pid, most_memory)
    try:
        said, complained = child.communicate(question, timeout=longest)
    except subprocess.TimeoutExpired as late:
        raise TookTooLong(say("it took more than {longest} seconds", longest=f"{longest:g}")) from late
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    if child.returncode != 0 and any(word in complained for word in NO_MEMORY):
        raise TookTooMuch(say("it needed more memory than allowed"))
    if child.returncode != 0:
        raise Died(
            say(
                "its process ended with {returncode}: {strip}",
                returncode=child.returncode,
                strip=complained.strip()[-120:],
            )
        )
    return said


def _limit_memory(pid: int, most: int) -> None:
    """Set the memory limit of a child that still waits for its question.

    The parent sets it, because ``preexec_fn``, by which a child limits itself, is not safe where there are threads; on
    systems other than Linux there is no limit.
    """
    if hasattr(resource, "prlimit"):
        with suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
