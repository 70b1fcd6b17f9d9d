"""What a process has in progress: the requests that change a battle, from their last byte to their answer.

A close waits for them (``campaigns.serving.processes``), so that what came before the move ended is entered, however
long it queues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from campaigns.clock import steady_seconds

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
"""Methods that change nothing."""

_BATTLE = re.compile(r"/(?:b|battles)/([A-Za-z0-9_-]{12})/")


def battle_of(method: str, path: str) -> str:
    """The public id of the battle that a request may change; empty where there is none.

    >>> battle_of("POST", "/api/v1/battles/abcdefghijkl/orders/"), battle_of("GET", "/b/abcdefghijkl/")
    ('abcdefghijkl', '')
    """
    found = None if method in SAFE else _BATTLE.search(path)
    return found[1] if found else ""


class UnderWay:
    """The requests that are under way; shared by the threads of a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: dict[object, tuple[str, float]] = {}

    @contextmanager
    def about(self, battle: str, since: float) -> Iterator[None]:
        """A request about a battle is under way, since so many steady seconds."""
        mark = object()
        with self._lock:
            self._since[mark] = battle, since
        try:
            yield
        finally:
            with self._lock:
                del self._since[mark]

    def waiting(self) -> dict[str, float]:
        """Battle -> seconds for which the oldest request about it has been there."""
        oldest: dict[str, float] = {}
        with self._lock:
            now = steady_seconds()
            for battle, since in self._since.values():
                oldest[battle] = max(oldest.get(battle, 0.0), now - since)
        return oldest


under_way = UnderWay()
"""Those of this process."""
