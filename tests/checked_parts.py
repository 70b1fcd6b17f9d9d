"""Parts of pages are rendered again on each request of a test, and compared with what would have been shown again."""

from __future__ import annotations

import zlib
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from typing import Any

from campaigns.memory_cache import MemoryCache


class Checked(MemoryCache):
    """Parts of pages, rendered again on each request: what would have been shown again must still be the same.

    A server's thread may have asked what is new just before a publication, and what there is just after it: it keeps
    under an old key what is newer, for which nobody asks again.  Who does so RACE later has not been told.
    """

    RACE = 2.0  # seconds

    def __init__(self, most_bytes: int) -> None:
        super().__init__(most_bytes)
        self.newer: dict[str, float] = {}

    def find(self, key: str) -> None:
        return None

    def keep(self, key: str, value: Any, size: int) -> None:
        before = super().find(key)
        if before is not None and before != value:
            raced = current_thread() is not main_thread()
            since = self.newer.setdefault(key, monotonic()) if raced else -inf
            assert monotonic() - since < self.RACE, (
                f"{key.partition(' ')[2]} has changed, and nobody was told:\n"
                f"{zlib.decompress(before).decode()}\n--- now ---\n{zlib.decompress(value).decode()}"
            )
            return  # the older stays, to be compared with
        super().keep(key, value, size)
