"""The live streams of a process: who listens, and the one thread that queries the database for all of them.

A stream says that there is news and of which kind, never what: its page then fetches it like any other page.  What is
sent is always the whole mark (``campaigns/audiences.py``), so that a client that was away loses nothing, and a slow
reader gets only the last one.  While a stream waits it holds no connection to the database.  [RELIABILITY E7]
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connections

from campaigns.audiences import NEWS, Mark, mark_of
from campaigns.clock import server_time, steady_seconds
from campaigns.serving.counters import counted
from campaigns.sight.live import Listener, news_counts_of, still_listening

log = logging.getLogger(__name__)

LOOK_EVERY = 0.25
"""Seconds between two looks for news."""

CHECK_EVERY = 0.75
"""Seconds between two checks whether listeners still have the right."""

PING_EVERY = 15.0
"""Seconds of silence after which a stream says that it is alive, and the time."""

LONGEST = 900.0
"""Seconds after which a stream ends, so that its page reconnects."""

MOST_OF_A_PERSON = 12
"""Streams that one person has in one process at most."""


class Stream:
    """One open page that listens.  mark: the latest news; ended: whether it is to be closed.

    ring: what wakes it, from the thread that looks.
    """

    def __init__(self, listener: Listener, mark: Mark, ring: Callable[[], Any]) -> None:
        self.listener, self.mark, self.ring, self.ended = listener, mark, ring, False

    def end(self) -> None:
        """Close it."""
        self.ended = True
        self.ring()


class Streams:
    """All streams of a process, and the thread that looks for them; it runs while anybody listens."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.open: set[Stream] = set()
        self.looker: threading.Thread | None = None
        self.hands: tuple[datetime, float] | None = None

    def time(self) -> datetime:
        """The server's time without a query, which an event loop may not make: as of the last reading, carried on."""
        then, steady = self.hands or (server_time(), steady_seconds())
        return then + timedelta(seconds=steady_seconds() - steady)

    def set_hands(self, now: datetime) -> None:
        """Keep a new reading of the server's clock."""
        self.hands = now, steady_seconds()

    def may_open(self, person: int) -> bool:
        """Whether one more stream may be opened: within the limits of the process and of the person."""
        with self.lock:
            count = Counter(one.listener.person for one in self.open)
        return count.total() < settings.LIVE_STREAMS and count[person] < MOST_OF_A_PERSON

    def enter(self, stream: Stream) -> None:
        """Begin to look for a stream."""
        with self.lock:
            self.open.add(stream)
            if self.looker is None or not self.looker.is_alive():
                self.looker = threading.Thread(target=self.look, name="streams", daemon=True)
                self.looker.start()

    def leave(self, stream: Stream) -> None:
        """A stream is over."""
        with self.lock:
            self.open.discard(stream)

    def end_all(self) -> None:
        """The process stops: every page reconnects to another, or to the next."""
        with self.lock:
            for one in self.open:
                one.end()

    def look(self) -> None:
        """Look again and again while anybody listens."""
        rest, checked = threading.Event(), steady_seconds()
        try:
            while True:
                rest.wait(LOOK_EVERY)
                with self.lock:
                    now = list(self.open)
                    if not now:
                        self.looker = None
                        return
                due = steady_seconds() - checked >= CHECK_EVERY
                checked = steady_seconds() if due else checked
                self.look_once(now, check=due)
        finally:
            connections.close_all()

    def look_once(self, now: list[Stream], *, check: bool) -> None:
        """Wake the streams for which there is news, and end those of people whose session or seat is gone."""
        try:
            told = news_counts_of({one.listener.battle for one in now})
            if check:
                self.set_hands(server_time())
            there = still_listening({one.listener for one in now}, self.time()) if check else None
        except Exception as fault:  # whatever happens, the listeners need this thread
            log.warning("the streams could not be looked at: %s", type(fault).__name__)
            connections.close_all()
            return
        for one in now:
            if there is not None and one.listener not in there:
                one.end()
                continue
            mark = mark_of(told.get(one.listener.battle, {}), one.listener.audiences)
            if mark != one.mark:
                one.mark = mark
                one.ring()


streams = Streams()
"""Those of this process."""

counted.level("streams", lambda: len(streams.open))


# -- what is sent -----------------------------------------------------------------------------------


def in_words(mark: Mark) -> dict[str, int]:
    """A mark by kind of news, as the pages read it."""
    return dict(zip(NEWS, mark, strict=True))


def number(mark: Mark) -> str:
    """A mark as the id of a message: a page that was away sends back the last one that it had."""
    return ".".join(str(one) for one in mark)


def message(mark: Mark) -> bytes:
    """The message that there is news."""
    kinds = ",".join(f'"{kind}":{count}' for kind, count in in_words(mark).items())
    return f"id: {number(mark)}\nevent: told\ndata: {{{kinds}}}\n\n".encode()


def ping() -> bytes:
    """The message that the stream is alive, with the server's time."""
    return f"event: ping\ndata: {streams.time().isoformat()}\n\n".encode()


def opening(stream: Stream, last: str) -> bytes:
    """The first message: when to reconnect after a drop, the time, and the mark where it differs from the page's."""
    news = message(stream.mark) if last != number(stream.mark) else b""
    return b"retry: 1000\n\n" + ping() + news


async def stream_of(listener: Listener, mark: Mark, last: str) -> AsyncIterator[bytes]:
    """What a stream sends, as long as it is open."""
    rung, loop = asyncio.Event(), asyncio.get_running_loop()

    def ring() -> None:
        with suppress(RuntimeError):  # the loop has been closed, and nobody listens in it any more
            loop.call_soon_threadsafe(rung.set)

    stream = Stream(listener, mark, ring)
    until, said = steady_seconds() + LONGEST, mark
    streams.enter(stream)
    try:
        yield opening(stream, last)
        while not stream.ended and steady_seconds() < until:
            with suppress(TimeoutError):
                await asyncio.wait_for(rung.wait(), PING_EVERY)
            rung.clear()
            if not stream.ended:
                yield message(stream.mark) if stream.mark != said else ping()
                said = stream.mark
    finally:
        streams.leave(stream)
