"""The rules asked in a process of their own (``python -m rules …``), so that no page and no sweep waits for them.

A long reckoning holds the interpreter, and pages are answered by this one.  The child gives way to those that answer
requests, and is killed when it takes too long.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress

from django.conf import settings

BEHIND_THE_PAGES = 5
"""By how much it gives way to the processes that answer requests."""


class Died(Exception):
    """The child has brought forth nothing; why, in words that people may read."""


class TookTooLong(Died):
    """It was killed after its time."""


def ask_rules(command: str, question: str, *, longest: float) -> str:
    """What a command of the rules prints to a question.  longest: seconds after which it is killed."""
    child = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "rules", command],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, child.pid, BEHIND_THE_PAGES)
    try:
        said, complained = child.communicate(question, timeout=longest)
    except subprocess.TimeoutExpired as late:
        raise TookTooLong(f"it took more than {longest:g} seconds") from late
    finally:
        if child.poll() is None:
            child.kill()
            child.communicate()
    if child.returncode != 0:
        raise Died(f"its process ended with {child.returncode}: {complained.strip()[-120:]}")
    return said
