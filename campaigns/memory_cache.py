"""A cache of a process: the values used last, up to a total size."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any


class MemoryCache:
    """Values under keys, shared by all threads of a process; nobody may change one.  The value not used for the longest time goes first.

    most: the sum of the sizes of what is kept; one value is kept however large it is.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self._size = 0

    def find(self, key: str) -> Any:
        """The value under a key; None where there is none."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def keep(self, key: str, value: Any, size: int) -> None:
        """Keep a value."""
        with self._lock:
            self._size += size - self._kept.pop(key, (None, 0))[1]
            self._kept[key] = value, size
            while len(self._kept) > 1 and self._size > self.most:
                self._size -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self._size = 0

    def __len__(self) -> int:
        return len(self._kept)
