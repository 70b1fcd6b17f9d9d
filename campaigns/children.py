"""Long or dangerous work in a process of its own (``python -m rules …``), so that no page and no sweep waits for it.

A long computation holds the interpreter that answers pages.  The child has a lower priority than the processes that
answer requests, and dies with them.  Its processor time decides whether it takes too long, never the clock on the wall: on
a busy machine the same work takes longer.  Only after ``PATIENCE`` times as long it is killed all the same; that is no
fault of what was asked (``serving/child.py``).
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import IO

from django.conf import settings

from campaigns.clock import steady_seconds
from rules.ground.surveys.files import TOLD
from rules.values.sentence import say

PATIENCE = 10
"""How many times its processor time a child may take by the clock on the wall."""

LEAST_PATIENCE = 20.0
"""Seconds by the clock on the wall that every child has: it must begin."""

LOOKED = 5.0
"""Seconds after which ``told`` is called again although nothing has changed, so that whoever holds a claim can renew it."""


class Died(Exception):
    """The child gave no answer; why, in words for people."""


class TookTooLong(Died):
    """It was killed when its processor time was used up."""


class Starved(Died):
    """It was killed before that, because the machine let it hardly work: it may be asked again."""


class TookTooMuch(Died):
    """It asked for more memory than it may have."""


ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""On a large host each thread would take its share of the memory."""

PROGRESS = f"{TOLD} ".encode()
"""How a line begins in which the child says how far it is."""

NO_MEMORY = ("MemoryError", "bad_alloc", "OpenBLAS")
"""What Python, the libraries in C++ and the array library say when they get no more memory."""


KILLED_BY_TIME = (-signal.SIGPROF, -signal.SIGXCPU)
"""How a child ends whose processor time is used up."""

Told = Callable[[str, int], None]
"""Is told, while the child works, by a key what it does, and how much of all is done, per cent; the same again once in a while."""

Line = bytes | None
"""A line of an answer, with its end; None after the last."""


def ask_rules(
    command: str, question: str | bytes, *, longest: float, most_memory: int = 0, told: Told | None = None
) -> str:
    """The answer of a command of the rules to a question.

    longest: seconds of processor time after which it is killed.  most_memory: bytes that it may address, 0 for no limit.
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
    bounds = (str(longest), str(most_memory), str(os.getpid()))
    child = subprocess.Popen(
        [sys.executable, "-X", "utf8", "-m", "campaigns.serving.child", *bounds, *program],
        cwd=settings.BASE_DIR,
        env=os.environ | ONE_THREAD,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        said, complained = _talk(child, question, max(longest * PATIENCE, LEAST_PATIENCE), told)
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
    if child.returncode in KILLED_BY_TIME:
        raise TookTooLong(say("it took more than {longest} seconds", longest=f"{longest:g}"))
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
    """Ask the child; what it answers and what it complains of, when it has ended.  longest: seconds by the clock on the wall.

    Question, answer and complaints have a thread each, so that no pipe is ever full; progress is passed on in this one.
    """
    lines: queue.SimpleQueue[Line] = queue.SimpleQueue()
    complaints: list[bytes] = []
    threads = [
        Thread(target=_write, args=(child.stdin, question), daemon=True),
        Thread(target=_read_lines, args=(child.stdout, lines), daemon=True),
        Thread(target=_read, args=(child.stderr, complaints), daemon=True),
    ]
    for thread in threads:
        thread.start()
    answer: list[bytes] = []
    ends, last = steady_seconds() + longest, ("", 0)
    while True:
        left = ends - steady_seconds()
        if left <= 0:
            raise Starved(say("the machine is busy"))
        try:
            line = lines.get(timeout=min(left, LOOKED))
        except queue.Empty:
            if told is not None:
                told(*last)
            continue
        if line is None:
            break
        if told is not None and line.startswith(PROGRESS):
            last = _progress(line)
            told(*last)
        else:
            answer.append(line)
    try:
        child.wait(max(ends - steady_seconds(), 1))
    except subprocess.TimeoutExpired as late:
        raise Starved(say("the machine is busy")) from late
    for thread in threads:
        thread.join()
    return b"".join(answer), b"".join(complaints).decode("utf-8", "replace")


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


def _read_lines(pipe: IO[bytes] | None, into: queue.SimpleQueue[Line]) -> None:
    """Read to the end, line by line."""
    assert pipe is not None
    with pipe:
        for line in pipe:
            into.put(line)
    into.put(None)


def _progress(line: bytes) -> tuple[str, int]:
    """What a line of progress says: what the child does, and how much of all is done, per cent."""
    _, percent, stage = line.decode().split(maxsplit=2)
    return stage.strip(), int(percent)


def _not_heard(stage: str, percent: int) -> None:
    """Nobody wants to know how far it is."""
