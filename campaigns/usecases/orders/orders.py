"""Orders are given, revised, withdrawn and checked; commanders say that they are ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import unordered
from campaigns.errors import Busy, LastReady, WrongState
from campaigns.models import Readiness
from campaigns.unlocked import unlocked
from campaigns.usecases.clock.clock import stop_early
from campaigns.usecases.moves.moves import commanding, invited
from campaigns.usecases.news import add_news_for_side
from campaigns.usecases.orders.ahead import Given, judge_ahead
from campaigns.usecases.orders.hand_in import TRIES, Receipt, hand_in, reading_of
from campaigns.usecases.orders.order_checks import (
    check_all,
    commander_of,
    normal_form,
    orders_to_others,
    read_thing,
)
from campaigns.usecases.orders.order_window import lateness, open_for_orders, open_unlocked
from campaigns.usecases.orders.tally import orders_counted
from campaigns.usecases.record import Line, add_records
from campaigns.usecases.text_checks import read_key
from rules.contract.answers import Checked
from rules.errors import Reason, Refused
from rules.values.sentence import joined, say


@dataclass(frozen=True)
class Estimate:
    """What orders would cost and say, if they were given."""

    reading: str
    cost: str
    left: str
    warnings: list[Reason]
    checked: tuple[Checked, ...]


def submit_orders(
    *,
    user: Any,
    move: str,
    thing: str,
    orders: Sequence[Mapping[str, Any]],
    base_revision: int,
    key: str,
    arrived_at: datetime | None = None,
    now: datetime,
    battle: str = "",
) -> Receipt:
    """Give a thing its orders for this stage of the move; they replace those that it had.

    orders: all of them, none for no orders.  base_revision: the revision that the form showed, 0 where there was none.
    key: made by the client for this press of the button; sent again, it brings the same receipt.
    arrived_at: stamped on arrival; taken no further back than the drain.  battle: whose move it must be, where it is
    given.
    """
    key, thing = read_key(key), read_thing(thing)
    with orders_counted():
        for tries in range(TRIES):
            ahead = judge_ahead(user, move, thing, orders, arrived_at=arrived_at, now=now, battle=battle)
            given = Given(thing, ahead.given, base_revision, key)
            told = hand_in(user, move, [(given, ahead)], arrived_at=arrived_at, now=now, last=tries == TRIES - 1)
            for outcome in told or ():
                if isinstance(outcome, Refused):
                    raise outcome
                return outcome
        raise Busy


def withdraw_orders(
    *,
    user: Any,
    move: str,
    thing: str,
    base_revision: int,
    key: str,
    arrived_at: datetime | None = None,
    now: datetime,
    battle: str = "",
) -> Receipt:
    """Withdraw the orders of a thing: it has none in this stage of the move."""
    return submit_orders(
        user=user,
        move=move,
        thing=thing,
        orders=[],
        base_revision=base_revision,
        key=key,
        arrived_at=arrived_at,
        now=now,
        battle=battle,
    )


def check_orders(
    *, user: Any, move: str, thing: str, orders: Sequence[Mapping[str, Any]], now: datetime, battle: str = ""
) -> Estimate:
    """What orders would cost and how they read; refused as they would be when sent, and nothing is stored.  battle: as above."""
    window = open_unlocked(user, move, battle)
    thing = read_thing(thing)
    given = normal_form(window, thing, orders)
    late = lateness(window, now, now, thing)
    if late is not None:
        raise late
    others = orders_to_others(window.move, thing)
    commander_of(window, thing, given, others)
    checked = check_all(window, given, others)
    return Estimate(
        reading=reading_of(given, checked),
        cost=checked[-1].cost if checked else "0",
        left=checked[-1].left if checked else "1",
        warnings=[warning for one in checked for warning in one.warnings],
        checked=tuple(checked),
    )


# -- ready ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """How many of the commanding seats are ready, and whether that ended the move.

    invited: the titles of seats of the side that nobody has taken yet and that the move waits for.
    """

    ready: int
    of: int
    called: bool
    invited: tuple[str, ...] = ()


@unlocked
def declare_ready(*, user: Any, move: str, ends: bool = False, now: datetime) -> Ready:
    """All seats that somebody holds are ready; when every commander of the side is, and none is invited, the move ends.

    ends: confirms that this may end the move.  LastReady where it would and that is not given; nothing is changed.
     [KS-TURN-06]
    """
    with transaction.atomic():
        window = open_for_orders(user, move)
        late = lateness(window, now, now)
        if late is not None:
            raise late
        wanted = commanding(window.battle, window.move)
        mine = [post for post in wanted if post in window.own]
        if not mine:
            raise WrongState(say("You have nothing to command in this move."))
        held = set(Readiness.objects.filter(move=window.move).values_list("post_id", flat=True))
        new = [post for post in mine if post.pk not in held]
        coming = tuple(one.title for one in invited(window.battle, window.move, now))
        called = bool(new) and not coming and held.union(post.pk for post in new).issuperset(post.pk for post in wanted)
        if called and not ends:
            waiting = unordered(window.pieces, window.move, window.seen)
            told = joined(say(" and "), window.pieces.how_many([group for group, _ in waiting]))
            raise LastReady(window.move.stage, [thing for _, thing in waiting], told)
        Readiness.objects.bulk_create(Readiness(move=window.move, post=post, at=now) for post in new)
        if new:
            lines: list[Line] = [(post.title, "ready", {"move": window.move.number}) for post in new]
            add_news_for_side(window.battle, window.move.side, "orders")
            add_records(window.battle, at=now, lines=lines)
        held |= {post.pk for post in new}
        ready = sum(1 for post in wanted if post.pk in held)
        if called:
            stop_early(window.battle, window.move, actor="clock", cause=say("all ready"), now=now)
        return Ready(ready, len(wanted), called, coming)


def recall_ready(*, user: Any, move: str, now: datetime) -> Ready:
    """Somebody is no longer ready; refused once the move has ended."""
    with transaction.atomic():
        window = open_for_orders(user, move)
        late = lateness(window, now, now)
        if late is not None:
            raise late
        mine = Readiness.objects.filter(move=window.move, post__in=window.own)
        lines: list[Line] = [
            (one.post.title, "not-ready", {"move": window.move.number}) for one in mine.select_related("post")
        ]
        mine.delete()
        if lines:
            add_news_for_side(window.battle, window.move.side, "orders")
            add_records(window.battle, at=now, lines=lines)
        wanted = commanding(window.battle, window.move)
        held = set(Readiness.objects.filter(move=window.move).values_list("post_id", flat=True))
        coming = tuple(one.title for one in invited(window.battle, window.move, now))
        return Ready(sum(1 for post in wanted if post.pk in held), len(wanted), False, coming)
