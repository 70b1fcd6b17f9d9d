"""Memory that a large request took goes back to the system when it has been answered.

The allocator of glibc learns from each large block that is given back: the next of that size it takes from its heap, which
it hardly ever makes smaller.  After a few scans that came at once a process then holds hundreds of megabytes for good.
Told once what is large, it learns nothing, and each such block is a mapping of its own that ends with it.
"""

from __future__ import annotations

import ctypes
import sys

TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""The parameters of ``mallopt``."""

LARGE = 512 * 1024
"""Bytes of a block that is a mapping of its own, and of what may lie free at the end of a heap."""


def give_back() -> bool:
    """Have this process give large blocks back; whether its allocator can be told."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    told = ((MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE))
    return sum(int(mallopt(key, value)) for key, value in told) == len(told)
