"""The orders of a move as they were given, and what was decided because of them: a refused order is as if it had not been given.

What an order leaves is made by carrying it out.  Some things are decided before that, because an order was given:
a body forms up for its retreat, a charge that is ordered keeps a horseman where he is.  If such an order is refused in
the end, the move is judged again without it.  [KS-CHARGE-30, KS-SEQ]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from rules.errors import Refused


class Ordered(Protocol):
    """What is asked of an order here."""

    @property
    def subject(self) -> str:
        """The thing that it is given to."""


Order = TypeVar("Order", bound=Ordered)
T = TypeVar("T")

ENGINE = -1
"""Who leans upon an order where no order does, but the rules by themselves."""


class Given:
    """The orders that stand so far, by index; and on which of them something has been decided only because they were given.

    judging: the index of the order that is being judged.
    """

    def __init__(self, orders: Mapping[int, Any] | None = None) -> None:
        self._orders = dict(orders or {})
        self._leans: dict[int, set[int]] = {}
        self.judging = ENGINE

    def is_to(self, kind: type[Any], subject: str) -> bool:
        """Whether a thing was given an order of a kind; what is decided by that leans upon the order."""
        found = [at for at, one in self._orders.items() if isinstance(one, kind) and one.subject == subject]
        self.lean(found)
        return bool(found)

    def of(self, kind: type[Order]) -> Iterator[tuple[int, Order]]:
        """The orders of a kind, by index."""
        return ((at, one) for at, one in self._orders.items() if isinstance(one, kind))

    def lean(self, upon: Iterable[int], judging: int | None = None) -> None:
        """Note that something was decided because some orders were given.  judging: for which order; the one being judged."""
        by = self.judging if judging is None else judging
        for one in upon:
            if one != by:
                self._leans.setdefault(one, set()).add(by)

    def unfounded(self, refused: Collection[int]) -> frozenset[int]:
        """The refused orders without which a move is to be judged again, as something leans upon them.

        Those first whose own refusal leans upon no refused order.
        """
        leant_upon = {one for one in refused if one in self._leans}
        firm = {
            one
            for one in leant_upon
            if not any(one in by for upon, by in self._leans.items() if upon in leant_upon and upon != one)
        }
        return frozenset(firm or sorted(leant_upon)[:1])


def judged(
    judge: Callable[[Mapping[int, Refused]], tuple[T, Mapping[int, Refused], Given]],
) -> tuple[T, dict[int, Refused]]:
    """What comes of a move as if its refused orders had not been given, and all refusals by index.

    judge: gives what comes of a move without some orders, the refusals of the others, and what leans upon them.
    """
    refused: dict[int, Refused] = {}
    while True:
        made, new, given = judge(refused)
        without = given.unfounded(new)
        if not without:
            return made, {**refused, **new}
        refused = refused | {one: new[one] for one in without}


def leaves_nothing(given: Given, index: int, refused: Refused, check: Callable[[], Any]) -> None:
    """Note that an order was broken off half-way: its own check does not refuse it as carrying it out did."""
    try:
        check()
    except Refused as first:
        if (first.code, first.sentence) == (refused.code, refused.sentence):
            return
    given.lean((index,), ENGINE)
