"""Orders are judged ahead: what the rules make of them may take its time, and is asked while nothing is locked.

Whether it still holds is seen when the lock is had; if not they are judged again, without it.  [RELIABILITY A2, A8]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import Move
from campaigns.usecases.orders.counter import Counter, arrival, lateness, look
from campaigns.usecases.orders.judging import check_all, commanded, normal_form
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.errors import Refused


@dataclass(frozen=True)
class Judged:
    """What the rules said of orders: what was checked, or the refusal; and what they were judged upon."""

    move: Move
    published: dict[str, Any]
    before: list[Order]
    checked: list[Checked]
    refused: Refused | None

    def holds(self, counter: Counter, before: list[Order] | None) -> bool:
        """Whether they would be judged upon the same now.  before: the orders to others, where these are asked for."""
        mine, now = self.move, counter.move
        same = (mine.pk, mine.stage, mine.side) == (now.pk, now.stage, now.side)
        return same and before in (None, self.before) and self.published == counter.published

    def said(self) -> list[Checked]:
        """What was checked; Refused where the rules refused."""
        if self.refused is not None:
            raise self.refused
        return self.checked


def _judge(counter: Counter, orders: list[Order], before: list[Order]) -> Judged:
    """Have the rules judge orders; for whoever holds no lock."""
    checked: list[Checked] = []
    refused: Refused | None = None
    try:
        checked = check_all(counter, orders, list(before))
    except Refused as fault:
        refused = fault
    return Judged(counter.move, counter.published, before, checked, refused)


@dataclass(frozen=True)
class Ahead:
    """What is known of orders before the lock is had: their normal form, and what the rules say of them, if they were asked.

    counter: as it was then.  last: that they are not judged another time.
    """

    counter: Counter
    given: list[Order]
    judged: Judged | None
    last: bool

    def still(self, counter: Counter, before: list[Order]) -> Judged | None:
        """What the rules said, where it holds; None where they are to be asked again.

        The last time it holds although others have been ordered meanwhile, as it would if they were ordered afterwards:
        what two orders do to each other is found when they are carried out.
        """
        judged = self.judged
        return judged if judged is not None and judged.holds(counter, None if self.last else before) else None


def judge_ahead(
    user: Any,
    move: str,
    thing: str,
    orders: Sequence[Mapping[str, Any]],
    *,
    arrived_at: datetime | None,
    now: datetime,
    last: bool,
) -> Ahead:
    """Orders in their normal form, and what the rules say of them; they are not asked where the counter is shut."""
    counter = look(user, move)
    given = normal_form(counter, thing, orders)
    if lateness(counter, arrival(counter, arrived_at, now), now, thing) is not None:
        return Ahead(counter, given, None, last)
    try:
        before, _ = commanded(counter, thing, given)
    except Refused:  # the counter says so itself, when the lock is had
        return Ahead(counter, given, None, last)
    return Ahead(counter, given, _judge(counter, given, before), last)
