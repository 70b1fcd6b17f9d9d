"""Turns at something of which a process does one at a time: a fair queue, in which nobody's own many keep others waiting."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

MOST_WAITING = 4
"""How many of one person's wait at most; each holds a thread that answers pages."""


class NoTurn(Exception):
    """It was not one's turn in time, or too many of one's own wait."""


class Turns:
    """One at a time; whoever was served longest ago is next, and of their own the first.  For threads of one process."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[Hashable, deque[object]] = {}
        self._served: dict[Hashable, int] = {}
        self._count = 0
        self._busy = False

    @contextmanager
    def turn(self, who: Hashable, patience: float) -> Iterator[None]:
        """Have a turn.  NoTurn where there was none within so many seconds."""
        mine = object()
        with self._changed:
            queue = self._waiting.setdefault(who, deque())
            if len(queue) >= MOST_WAITING:
                raise NoTurn
            queue.append(mine)
            called = self._changed.wait_for(lambda: not self._busy and self._next() is mine, patience)
            queue.remove(mine)
            if not queue:
                del self._waiting[who]
            if not called:
                self._changed.notify_all()
                raise NoTurn
            self._busy, self._count = True, self._count + 1
            self._served[who] = self._count
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._served = {one: at for one, at in self._served.items() if one in self._waiting or one == who}
                self._changed.notify_all()

    def _next(self) -> object:
        """Whose turn it is: of the one who was served longest ago, or never, the first; people who came first before others."""
        return self._waiting[min(self._waiting, key=lambda who: self._served.get(who, 0))][0]
