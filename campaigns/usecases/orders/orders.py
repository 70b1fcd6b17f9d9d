"""Orders are given, revised, withdrawn and checked; commanders say that they are ready."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.bridge import digest, has, latest_of, standing_in, unordered
from campaigns.compiled_queries import Prepared
from campaigns.errors import Busy, KeyReused, LastReady, Stale, WrongState
from campaigns.models import Move, OrderEntry, Post, Readiness
from campaigns.unlocked import unlocked
from campaigns.usecases.clock.clock import stop_early
from campaigns.usecases.clock.deadlines import look_again
from campaigns.usecases.moves.moves import commanding
from campaigns.usecases.news import add_news_for_side
from campaigns.usecases.orders.ahead import Ahead, judge_ahead, judged_again
from campaigns.usecases.orders.order_checks import (
    Others,
    check_all,
    commander_of,
    normal_form,
    orders_to_others,
    read_thing,
)
from campaigns.usecases.orders.order_window import OrderWindow, arrival, lateness, open_for_orders, open_unlocked
from campaigns.usecases.orders.tally import orders_counted
from campaigns.usecases.record import Line, add_records
from campaigns.usecases.text_checks import read_key
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.errors import Reason
from rules.values.sentence import joined, say

TRIES = 4
"""How often orders are judged again where others were given meanwhile."""

MOST_LATE = 20
"""Late entries that are kept of one seat in one move."""


@dataclass(frozen=True)
class Receipt:
    """That orders were accepted: the ledger's number, the revision, and the digest that proves it."""

    number: str
    move: str
    thing: str
    revision: int
    orders: list[Order]
    digest: str
    arrived_at: datetime
    committed_at: datetime
    reading: str
    warnings: list[Reason]
    cost: str = ""
    left: str = ""


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
        ahead = judge_ahead(user, move, thing, orders, arrived_at=arrived_at, now=now, battle=battle)
        for tries in range(TRIES):
            ahead = replace(ahead, last=tries == TRIES - 1)
            told = _hand_in(user, move, thing, ahead, base_revision, key, arrived_at, now)
            if isinstance(told, Receipt):
                return told
            ahead = judged_again(ahead, *told)
        raise Busy


@unlocked
def _hand_in(
    user: Any,
    move: str,
    thing: str,
    ahead: Ahead,
    base_revision: int,
    key: str,
    arrived_at: datetime | None,
    now: datetime,
) -> Receipt | tuple[OrderWindow, Others]:
    """Enter orders under the lock; if what they are judged by has changed, that, and nothing was written."""
    given = ahead.given
    with transaction.atomic():
        window = open_for_orders(user, move)
        window.take_over(ahead.window)
        sealed = digest({"move": window.move.public_id, "thing": thing, "orders": given})
        entries = _entries(window.move, thing, key)
        mine = {post.pk for post in window.posts}
        earlier = next((one for one in entries if one.post in mine and one.key == key), None)
        if earlier is not None:
            if earlier.digest != sealed:
                raise KeyReused
            if not earlier.late:
                return _receipt(OrderEntry.objects.get(pk=earlier.pk), window.move)
        arrived = arrival(window, arrived_at, now)
        entry = OrderEntry(
            move=window.move,
            author=user,
            thing=thing,
            stage=window.move.stage,
            orders=given,
            key=key,
            digest=sealed,
            arrived_at=arrived,
            committed_at=now,
        )
        late = lateness(window, arrived, now, thing)
        if late is None:
            return _accept(window, entry, entries, base_revision, ahead)
        if earlier is None:
            _keep_late(window, entry)
    raise late


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
        reading=_reading(given, checked),
        cost=checked[-1].cost if checked else "0",
        left=checked[-1].left if checked else "1",
        warnings=[warning for one in checked for warning in one.warnings],
        checked=tuple(checked),
    )


# -- accepting --------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """What is read of an entry before another is made."""

    pk: int
    thing: str
    stage: str
    revision: int
    late: bool
    post: int
    key: str
    digest: str


def _entries(move: Move, thing: str, key: str) -> list[Entry]:
    """The entries in force in a move, the last of a thing, and those with a key, in the sequence of their revisions."""
    return [Entry(*row) for row in _looked_at(move.pk, thing, key)]


def _of_interest(move: int, thing: str, key: str) -> QuerySet[OrderEntry, tuple[Any, ...]]:
    entries = OrderEntry.objects.filter(move_id=move)
    later = Exists(entries.filter(thing=thing, revision__gt=OuterRef("revision")))
    wanted = Q(pk__in=standing_in(move).values("pk")) | Q(key=key) | (Q(thing=thing) & ~later)
    rows = entries.filter(wanted).order_by("revision", "pk")
    return rows.values_list("pk", "thing", "stage", "revision", "late", "post_id", "key", "digest")


_looked_at = Prepared(_of_interest, int, str, str)


def _others(window: OrderWindow, thing: str, entries: Sequence[Entry], ahead: Ahead) -> Others:
    """What is in force except a thing's own orders, as it was read ahead where it is still the same."""
    standing = (one for one in latest_of(entries).values() if (one.thing, one.stage) != (thing, window.move.stage))
    keys = tuple(sorted(one.pk for one in standing))
    if ahead.judged is not None and ahead.judged.others.entries == keys:
        return ahead.judged.others
    return orders_to_others(window.move, thing)


def _accept(
    window: OrderWindow, entry: OrderEntry, entries: Sequence[Entry], base_revision: int, ahead: Ahead
) -> Receipt | tuple[OrderWindow, Others]:
    """Enter judged orders in the ledger; or the data that they must be judged by again.  entries: as they are now."""
    move, thing = window.move, entry.thing
    latest = next((one for one in reversed(entries) if one.thing == thing), None)
    revision = latest.revision if latest is not None else 0
    others = _others(window, thing, entries, ahead)
    post = commander_of(window, thing, entry.orders, others)
    if base_revision != revision:
        mine = OrderEntry.objects.filter(pk=latest.pk, stage=move.stage) if latest is not None else ()
        force = next(iter(mine), None)
        raise Stale(revision, force.orders if force else [], force.reading if force else "", entry.orders)
    judged = ahead.still(window, others.entries)
    if judged is None:
        return window, others
    checked = judged.said()
    entry.post, entry.revision = post, revision + 1
    entry.reading = _reading(entry.orders, checked)
    entry.warnings = [warning for one in checked for warning in one.warnings]
    if checked:
        entry.cost, entry.remaining = checked[-1].cost, checked[-1].left
    entry.save(force_insert=True)
    look_again(move, now=entry.committed_at)
    add_news_for_side(window.battle, window.move.side, "orders")
    add_records(window.battle, at=entry.committed_at, lines=[_entered(entry, post, "order-accepted")])
    return _receipt(entry, move)


def _entered(entry: OrderEntry, post: Post, kind: str) -> Line:
    data = {
        "number": entry.public_id,
        "thing": entry.thing,
        "revision": entry.revision,
        "digest": entry.digest,
        "by": str(entry.author),
    }
    return post.title, kind, {**data, "orders": entry.orders}


def _keep_late(window: OrderWindow, entry: OrderEntry) -> None:
    """Keep orders that came late, without effect; at most as many of one seat as could be sent in good faith."""
    move = window.move
    post = next((one for one in window.own if one.commands), None)
    if (
        post is None
        or not has(window.pieces, window.seen, move.side, entry.thing)
        or move.status == Move.Status.SUBMITTED
    ):
        return
    if OrderEntry.objects.filter(move=move, post=post, late=True).count() >= MOST_LATE:
        return
    latest = OrderEntry.objects.filter(move=move, thing=entry.thing).order_by("-revision").first()
    entry.post, entry.late, entry.revision = post, True, (latest.revision if latest is not None else 0) + 1
    entry.save(force_insert=True)
    add_news_for_side(window.battle, window.move.side, "orders")
    add_records(window.battle, at=entry.committed_at, lines=[_entered(entry, post, "order-late")])


def _receipt(entry: OrderEntry, move: Move) -> Receipt:
    return Receipt(
        number=entry.public_id,
        move=move.public_id,
        thing=entry.thing,
        revision=entry.revision,
        orders=entry.orders,
        digest=entry.digest,
        arrived_at=entry.arrived_at,
        committed_at=entry.committed_at,
        reading=entry.reading,
        warnings=entry.warnings,
        cost=entry.cost,
        left=entry.remaining,
    )


def _reading(orders: Sequence[Order], checked: Sequence[Checked]) -> str:
    return joined(" ", (one.reading for one in checked)) if orders else say("No orders.")


# -- ready ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """How many of the commanding seats are ready, and whether that ended the move."""

    ready: int
    of: int
    called: bool


@unlocked
def declare_ready(*, user: Any, move: str, ends: bool = False, now: datetime) -> Ready:
    """All seats that somebody holds are ready; when every commander of the side is, the move ends.

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
        called = bool(new) and held.union(post.pk for post in new).issuperset(post.pk for post in wanted)
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
        return Ready(ready, len(wanted), called)


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
        return Ready(sum(1 for post in wanted if post.pk in held), len(wanted), False)
