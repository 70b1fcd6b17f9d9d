"""The outcomes of orders are counted, for those who operate the site; without whose they were, or what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from campaigns.errors import MoveClosed
from campaigns.serving.counters import counted
from rules.errors import Refused


@contextmanager
def orders_counted() -> Iterator[None]:
    """Count the outcome of the orders that are handed in within it: acknowledged, late, missed, refused or failed."""
    try:
        yield
    except Refused as refused:
        count_outcome(refused)
        raise
    except Exception:
        counted.add("orders failed")
        raise
    count_outcome(None)


def count_outcome(refused: Refused | None) -> None:
    """Count the outcome of the orders of one thing."""
    if isinstance(refused, MoveClosed):
        counted.add(f"orders {too_late(refused)}")
    else:
        counted.add("orders acknowledged" if refused is None else "orders refused")


def too_late(refused: MoveClosed) -> str:
    """Late where they came after the move had ended; missed where they came in time, and the move was closed nevertheless.

    >>> too_late(MoveClosed("", late=0.0)), too_late(MoveClosed("", late=-1.5)), too_late(MoveClosed(""))
    ('late', 'missed', 'refused')
    """
    if refused.late is None:
        return "refused"
    return "late" if refused.late >= 0 else "missed"
