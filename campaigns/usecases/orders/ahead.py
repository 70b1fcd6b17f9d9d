"""Orders are judged ahead: what the rules make of them may take its time, and is asked while nothing is locked.

Whether it still holds is seen when the lock is had; if not they are judged again, without it.  [RELIABILITY A2, A8]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from campaigns.models import Move
from campaigns.usecases.orders.counter import Counter, arrival, lateness, look
from campaigns.usecases.orders.judging import Others, check_all, commander_of, normal_form, orders_to_others
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.errors import Refused


@dataclass(frozen=True)
class Judged:
    """What the rules said of orders: what was checked, or the refusal; and what they were judged upon."""

    move: Move
    floor: tuple[str, str, int]
    others: Others
    checked: list[Checked]
    refused: Refused | None

    def holds(self, counter: Counter, others: tuple[int, ...] | None) -> bool:
        """Whether they would be judged upon the same now.  others: the entries of others in force, where these are asked for."""
        mine, now = self.move, counter.move
        same = (mine.pk, mine.stage, mine.side) == (now.pk, now.stage, now.side)
        return same and others in (None, self.others.entries) and self.floor == counter.floor

    def said(self) -> list[Checked]:
        """What was checked; Refused where the rules refused."""
        if self.refused is not None:
            raise self.refused
        return self.checked


def _judge(counter: Counter, orders: list[Order], others: Others) -> Judged:
    """Have the rules judge orders; for whoever holds no lock."""
    checked: list[Checked] = []
    refused: Refused | None = None
    try:
        checked = check_all(counter, orders, others)
    except Refused as fault:
        refused = fault
    return Judged(counter.move, counter.floor, others, checked, refused)


@dataclass(frozen=True)
class Ahead:
    """What is known of orders before the lock is had: their normal form, and what the rules say of them, if they were asked.

    counter: as it was then.  last: that they are not judged another time.
    """

    counter: Counter
    given: list[Order]
    judged: Judged | None
    last: bool = False

    def still(self, counter: Counter, others: tuple[int, ...]) -> Judged | None:
        """What the rules said, where it holds; None where they are to be asked again.

        The last time it holds although others have been ordered meanwhile, as it would if they were ordered afterwards:
        what two orders do to each other is found when they are carried out.
        """
        judged = self.judged
        return judged if judged is not None and judged.holds(counter, None if self.last else others) else None


def judge_ahead(
    user: Any,
    move: str,
    thing: str,
    orders: Sequence[Mapping[str, Any]],
    *,
    arrived_at: datetime | None,
    now: datetime,
    battle: str = "",
) -> Ahead:
    """Orders in their normal form, and what the rules say of them; they are not asked where the counter is shut."""
    counter = look(user, move, battle)
    given = normal_form(counter, thing, orders)
    if lateness(counter, arrival(counter, arrived_at, now), now, thing) is not None:
        return Ahead(counter, given, None)
    try:
        others = orders_to_others(counter.move, thing)
        commander_of(counter, thing, given, others)
    except Refused:  # the counter says so itself, when the lock is had
        return Ahead(counter, given, None)
    return Ahead(counter, given, _judge(counter, given, others))


def judged_again(ahead: Ahead, counter: Counter, others: Others) -> Ahead:
    """The same upon what stood when the lock was had; for whoever has let go of it."""
    return replace(ahead, counter=counter, judged=_judge(counter, ahead.given, others))
