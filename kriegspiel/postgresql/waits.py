"""How long a request waits for a connection, and how often the pool tries to open one while somebody waits."""

from __future__ import annotations

from typing import Any

AWAY = 3.0
"""Seconds to wait for a server that is gone: a restart takes one or two.  With a longer wait its threads would pile up."""

TURNS = 6
"""The factor on that wait where all connections are busy, as when five hundred sheets come in a second."""

TRY_EVERY = 0.25
"""Seconds between two tries to reach a server that is gone."""


def pool(size: int) -> dict[str, Any]:
    """The settings of a pool of so many connections at most."""
    return {
        "min_size": 1,
        "max_size": size,
        "timeout": AWAY,
        "reconnect_timeout": TRY_EVERY,
    }


def try_again(pool: Any) -> None:
    """The pool has given up for now: as long as anybody waits it tries again, where it would pause longer and longer by itself."""
    if pool.get_stats().get("requests_waiting"):
        pool.check()
