"""Who is told that there is news in a battle, and of what kind: never what it is.  [RELIABILITY E5, E7]

A battle's row counts, under the battle's lock, how often each audience has had news of each kind.  An audience is
everybody, the umpire, a side, or one seat; what somebody may not know is counted in none of their audiences, so that
their counts, and what is sent to their open pages, say nothing of what is hidden from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

NEWS = ("clock", "orders", "facts", "words", "reports")
"""The kinds of news: the clock and the move under way; orders and readiness; measured facts; messages; reports and points."""

EVERYBODY = "all"
UMPIRE = "umpire"

NewsCounts = Mapping[str, Mapping[str, int]]
"""Audience -> kind of news -> how often there has been any."""

Mark = tuple[int, ...]
"""How often somebody has had news, by the kinds of ``NEWS``; a different mark means that there is something to fetch."""


def of_side(key: str) -> str:
    """The audience of all who hold a seat on a side."""
    return f"side:{key}"


def of_post(public_id: str) -> str:
    """The audience of the person who holds a seat."""
    return f"post:{public_id}"


def mark_of(told: NewsCounts, audiences: Iterable[str]) -> Mark:
    """The mark of somebody who belongs to these audiences.

    >>> mark_of({"all": {"clock": 2}, "side:red": {"orders": 3}, "side:blue": {"orders": 9}}, ["all", "side:red"])
    (2, 3, 0, 0, 0)
    """
    heard = [told.get(one, {}) for one in audiences]
    return tuple(sum(one.get(kind, 0) for one in heard) for kind in NEWS)
