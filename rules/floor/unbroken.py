"""What the rules cannot judge is refused by itself, and written in the log: the form of a thing never breaks.

A fault of the rules in one order must not keep a commander from all others: it becomes the refusal of that order, and
ends a list where it is met.  Only what is asked before a move passes here; a move that breaks is never published.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from rules.contract.answers import Choice
from rules.contract.data import Order
from rules.errors import Illegal, Refused
from rules.values.sentence import say

LOG = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")


def broken(what: object) -> Refused:
    """E-JUDGE, while an exception is handled, which is written in the log with what was asked."""
    LOG.exception("the rules broke off at %s", what)
    return Illegal("E-JUDGE", say("The rules cannot judge this order; the fault is in the log. Others can be given."))


def unbroken(ask: Callable[P, T]) -> Callable[P, T]:
    """A question about an order that raises nothing but Refused: E-JUDGE where it breaks."""

    @wraps(ask)
    def asking(*args: P.args, **named: P.kwargs) -> T:
        try:
            return ask(*args, **named)
        except Refused:
            raise
        except Exception:
            raise broken(args[-1]) from None

    return asking


def offered(make: Callable[P, Choice]) -> Callable[P, Choice]:
    """An offer of an order (of a field, a group, a title, an order) that never raises: it is refused where it breaks."""

    @wraps(make)
    def offering(*args: P.args, **named: P.kwargs) -> Choice:
        try:
            return make(*args, **named)
        except Exception:
            group, title, order = cast("tuple[str, str, dict[str, Any]]", args[1:4])
            return Choice(Order(order), title, "", (), broken(order).data(), group, "")

    return offering


def as_far_as_it_goes(found: Iterable[T]) -> Iterator[T]:
    """What a list holds up to where it breaks."""
    try:
        yield from found
    except Exception:
        broken(found)


def quietly(do: Callable[P, None]) -> Callable[P, None]:
    """Something done on a trial floor, which has no effect where it breaks."""

    @wraps(do)
    def doing(*args: P.args, **named: P.kwargs) -> None:
        try:
            do(*args, **named)
        except Exception:
            broken(args[1:])

    return doing
