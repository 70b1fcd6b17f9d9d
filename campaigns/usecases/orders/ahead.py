"""Orders are judged ahead: the rules may take their time, and are asked while nothing is locked.

Whether the answer still holds is checked under the lock; if not they are judged again, without it.  [RELIABILITY A2,
A8]
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import Error as DatabaseFault

from campaigns.errors import NotJudged
from campaigns.models import Move
from campaigns.usecases.orders.order_checks import (
    InForce,
    Others,
    check_all,
    commander_of,
    normal_form,
    orders_to_others,
)
from campaigns.usecases.orders.order_window import OrderWindow, arrival, lateness, open_unlocked
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.errors import Refused

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Given:
    """Orders that are given to a thing, in their normal form.

    base_revision: the revision that they replace.  key: of the press of the button by which they are sent.
    """

    thing: str
    orders: list[Order]
    base_revision: int
    key: str = ""


@dataclass(frozen=True)
class Judged:
    """The rules' answer for orders: the checked orders, or the refusal; and the data that they were judged by."""

    move: Move
    floor: tuple[str, str, int]
    others: Others
    checked: list[Checked]
    refused: Refused | None

    def holds(self, window: OrderWindow, others: tuple[int, ...] | None) -> bool:
        """Whether they would still be judged by the same data.  others: the entries of others in force, where these count."""
        mine, now = self.move, window.move
        same = (mine.pk, mine.stage, mine.side) == (now.pk, now.stage, now.side)
        return same and others in (None, self.others.entries) and self.floor == window.floor

    def said(self) -> list[Checked]:
        """The checked orders; Refused where the rules refused."""
        if self.refused is not None:
            raise self.refused
        return self.checked


def judge(window: OrderWindow, orders: list[Order], others: Others) -> Judged:
    """Have the rules judge orders; for a caller that holds no lock."""
    checked: list[Checked] = []
    refused: Refused | None = None
    try:
        checked = check_all(window, orders, others)
    except Refused as fault:
        refused = fault
    return Judged(window.move, window.floor, others, checked, refused)


def judge_or_note(window: OrderWindow, orders: list[Order], others: Others) -> Judged:
    """The same; where the rules break down over the orders it is noted in the log, and they are refused: others go on."""
    try:
        return judge(window, orders, others)
    except DatabaseFault:
        raise
    except Exception:
        log.exception("Orders of the move %s cannot be judged.", window.move.public_id)
        return Judged(window.move, window.floor, others, [], NotJudged())


@dataclass(frozen=True)
class Ahead:
    """What is known of orders before the lock is taken: their normal form, and the rules' answer, if they were asked.

    window: as it was then.  barred: why it would take none of them, in which case the rules were not asked.
    """

    window: OrderWindow
    given: list[Order]
    judged: Judged | None
    barred: Refused | None = None

    def still(self, window: OrderWindow, others: tuple[int, ...] | None) -> Judged | None:
        """The rules' answer, where it holds; None where they must be asked again.

        others: the entries of others in force; None the last time, when it holds even if others have been ordered
        meanwhile, as it would if they were ordered afterwards: what two orders do to each other is found when they are
        carried out.
        """
        judged = self.judged
        return judged if judged is not None and judged.holds(window, others) else None


def judge_next(window: OrderWindow, one: Given, key: int, standing: InForce, arrived: datetime, now: datetime) -> Ahead:
    """The rules' answer for the orders of one of several things, which come in one after another; for a caller without a lock.

    standing: what is in force before them; they are added to it under the key if they may be given.
    """
    thing, stage = one.thing, window.move.stage
    others = standing.without(thing, stage)
    late = lateness(window, arrived, now, thing)
    if late is not None:
        return Ahead(window, one.orders, None, late)
    try:
        commander_of(window, thing, one.orders, others)
    except Refused as refused:
        return Ahead(window, one.orders, None, refused)
    judged = judge_or_note(window, one.orders, others)
    if judged.refused is None and not standing.stale(thing, one.base_revision):
        standing.enter(key, thing, stage, one.orders)
    return Ahead(window, one.orders, judged)


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
    """Orders in their normal form, and the rules' answer; the rules are not asked where the window is shut."""
    window = open_unlocked(user, move, battle)
    given = normal_form(window, thing, orders)
    if lateness(window, arrival(window, arrived_at, now), now, thing) is not None:
        return Ahead(window, given, None)
    try:
        others = orders_to_others(window.move, thing)
        commander_of(window, thing, given, others)
    except Refused:  # the window refuses by itself, under the lock
        return Ahead(window, given, None)
    return Ahead(window, given, judge(window, given, others))
