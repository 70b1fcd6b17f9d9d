"""Long or dangerous work in a process of its own (``python -m rules …``), so that no page and no sweep waits for it.

A long computation holds the interpreter that answers pages.  The child has a lower priority than the processes that
answer requests, and is killed when it takes too long.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread, Timer
from typing import IO

from django.conf import settings

from rules.ground.surveys.files import TOLD
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

PROGRESS = f"{TOLD} ".encode()
"""How a line begins in which the child says how far it is."""

NO_MEMORY = ("MemoryError", "bad_alloc", "OpenBLAS")
"""What Python, the libraries in C++ and the array library say when they get no more memory."""


Told = Callable[[str, int], None]
"""Is told, while the child works, by a key what it does, and how much of all is done, per cent."""


def ask_rules(
    command: str, question: str | bytes, *, longest: float, most_memory: int = 0, told: Told | None = None
) -> str:
    """The answer of a command of the rules to a question.

    longest: seconds after which it is killed.  most_memory: bytes that it may address, 0 for no limit.
    told: is called in this thread for each line in which the child says how far it is.
    """
    asked = question if isinstance(question, bytes) else question.encode()
    return ask(("rules", command), asked, longest=longest, most_memory=most_memory, told=told or _not_heard).decode()


def ask(
    program: Sequence[str], question: bytes, *, longest: float, most_memory: int = 0, told: Told | None = None
) -> bytes:
    """The answer of a program to a question.

    program: the module that is run, and its arguments.  longest, most_memory: as above.  told: as above; None where the
    answer is no text, and no line of it may be taken for one of progress.
    """
    child = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", *program],
        cwd=settings.BASE_DIR,
        env=os.environ | ONE_THREAD,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, child.pid, BEHIND_THE_PAGES)
    if most_memory:
        _limit_memory(child.pid, most_memory)
    try:
        said, complained = _talk(child, question, longest, told)
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
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


def _talk(child: subprocess.Popen[bytes], question: bytes, longest: float, told: Told | None) -> tuple[bytes, str]:
    """Ask the child; what it answers and what it complains of, when it has ended.

    Question and complaints have a thread each, so that no pipe is ever full; lines of progress are passed on in this one.
    """
    late = Event()
    timer = Timer(longest, _kill, (child, late))
    complaints: list[bytes] = []
    threads = [
        Thread(target=_write, args=(child.stdin, question), daemon=True),
        Thread(target=_read, args=(child.stderr, complaints), daemon=True),
    ]
    for thread in (timer, *threads):
        thread.start()
    answer: list[bytes] = []
    assert child.stdout is not None
    try:
        with child.stdout:
            for line in child.stdout:
                if told is not None and line.startswith(PROGRESS):
                    _tell(line, told)
                else:
                    answer.append(line)
        child.wait()
    finally:
        timer.cancel()
    if late.is_set():
        raise TookTooLong(say("it took more than {longest} seconds", longest=f"{longest:g}"))
    for thread in threads:
        thread.join()
    return b"".join(answer), b"".join(complaints).decode("utf-8", "replace")


def _kill(child: subprocess.Popen[bytes], late: Event) -> None:
    """Its time is over."""
    late.set()
    child.kill()


def _write(pipe: IO[bytes] | None, question: bytes) -> None:
    """Write the question; a child that has ended reads no more."""
    assert pipe is not None
    with suppress(OSError, ValueError), pipe:
        pipe.write(question)


def _read(pipe: IO[bytes] | None, into: list[bytes]) -> None:
    """Read to the end."""
    assert pipe is not None
    with pipe:
        into.append(pipe.read())


def _tell(line: bytes, told: Told) -> None:
    """Pass on a line of progress."""
    _, percent, stage = line.decode().split(maxsplit=2)
    told(stage.strip(), int(percent))


def _not_heard(stage: str, percent: int) -> None:
    """Nobody wants to know how far it is."""


def _limit_memory(pid: int, most: int) -> None:
    """Set the memory limit of a child that still waits for its question.

    The parent sets it, because ``preexec_fn``, by which a child limits itself, is not safe where there are threads; on
    systems other than Linux there is no limit.
    """
    if hasattr(resource, "prlimit"):
        with suppress(OSError):
            resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
