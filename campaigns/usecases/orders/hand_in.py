"""Orders enter the ledger, several of one person in one transaction; what became of each is its receipt or its refusal.

They were judged before (``ahead``); under the lock it is only looked whether that still holds.  [RELIABILITY A2, A8]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.bridge import digest, has, latest_of, standing_in
from campaigns.compiled_queries import Prepared
from campaigns.errors import KeyReused, KeyWasLate, Stale
from campaigns.models import Move, OrderEntry
from campaigns.models.person import name_of
from campaigns.unlocked import unlocked
from campaigns.usecases.clock.deadlines import look_again
from campaigns.usecases.news import add_news_for_side
from campaigns.usecases.orders.ahead import Ahead, Given
from campaigns.usecases.orders.order_checks import InForce, Others, commander_of, in_force_in
from campaigns.usecases.orders.order_window import OrderWindow, arrival, lateness, open_for_orders
from campaigns.usecases.record import Line, add_records
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.errors import Reason, Refused
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


Outcome = Receipt | Refused
"""What became of the orders of one thing."""


@unlocked
def hand_in(
    user: Any,
    move: str,
    given: Sequence[tuple[Given, Ahead]],
    *,
    arrived_at: datetime | None,
    now: datetime,
    last: bool,
    then: Callable[[Sequence[Outcome]], None] | None = None,
) -> list[Outcome] | None:
    """Enter the orders of different things, one after another, under one lock; what became of each.

    None, and nothing was written, where what they were judged by has changed: they must be judged again, unless this is
    the last time.  then: writes the rest in the same transaction.
    """
    with transaction.atomic():
        window = open_for_orders(user, move)
        window.take_over(given[0][1].window)
        entries = _entries(window.move, [one for one, _ in given])
        arrived = _Arrived(window, user, entries, arrival(window, arrived_at, now), now, last)
        found: list[OrderEntry | Refused] = []
        for place, (one, ahead) in enumerate(given, start=1):
            outcome = arrived.find(one, ahead, -place)
            if outcome is None:
                return None
            found.append(outcome)
        arrived.write()
        told: list[Outcome] = [receipt_of(one, window.move) if isinstance(one, OrderEntry) else one for one in found]
        if then is not None:
            then(told)
        return told


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


COLUMNS = ("pk", "thing", "stage", "revision", "late", "post_id", "key", "digest")


def _entries(move: Move, given: Sequence[Given]) -> list[Entry]:
    """The entries in force in a move, the last of each thing, and those with a key, in the sequence of their revisions."""
    if len(given) == 1:
        return [Entry(*row) for row in _looked_at(move.pk, given[0].thing, given[0].key)]
    mine = Q(key__in=[one.key for one in given]), Q(thing__in=[one.thing for one in given])
    return [Entry(*row) for row in _of_interest(move.pk, *mine)]


def _of_interest(move: int, of_key: Q, of_thing: Q) -> QuerySet[OrderEntry, tuple[Any, ...]]:
    entries = OrderEntry.objects.filter(move_id=move)
    later = Exists(entries.filter(thing=OuterRef("thing"), revision__gt=OuterRef("revision")))
    wanted = Q(pk__in=standing_in(move).values("pk")) | of_key | (of_thing & ~later)
    return entries.filter(wanted).order_by("revision", "pk").values_list(*COLUMNS)


_looked_at = Prepared(lambda move, thing, key: _of_interest(move, Q(key=key), Q(thing=thing)), int, str, str)


class _Arrived:
    """Orders that have arrived, with their battle locked: what becomes of each is found before anything is written."""

    def __init__(
        self, window: OrderWindow, user: Any, entries: Sequence[Entry], arrived: datetime, now: datetime, last: bool
    ) -> None:
        self.window, self.user, self.entries, self.last = window, user, entries, last
        self.arrived, self.now = arrived, now
        standing = sorted(latest_of(entries).values(), key=lambda one: one.pk)
        self.standing = InForce((one.pk, one.thing, one.stage, ()) for one in standing)
        self.seats = {post.pk for post in window.posts}
        self.accepted: list[OrderEntry] = []
        self.late: list[OrderEntry] = []

    def find(self, one: Given, ahead: Ahead, key: int) -> OrderEntry | Refused | None:
        """The entry for the ledger, or the one that the same press has made; or the refusal.  None: judge them again.

        key: under which they stand among those in force, as when they were judged.
        """
        entry = self._entry(one)
        earlier = next((old for old in self.entries if old.post in self.seats and old.key == one.key), None)
        if earlier is not None and earlier.digest != entry.digest:
            return KeyReused()
        if earlier is not None and not earlier.late:
            return OrderEntry.objects.get(pk=earlier.pk)
        late = lateness(self.window, self.arrived, self.now, one.thing)
        if late is not None:
            self.late += [entry] if earlier is None else []
            return late
        if earlier is not None:  # it was late then, and its key stands in the ledger: it takes a new press
            return KeyWasLate()
        try:
            return self._accept(entry, one, ahead, key)
        except Refused as refused:
            return refused

    def _entry(self, one: Given) -> OrderEntry:
        move = self.window.move
        return OrderEntry(
            move=move,
            author=self.user,
            thing=one.thing,
            stage=move.stage,
            orders=one.orders,
            key=one.key,
            digest=digest({"move": move.public_id, "thing": one.thing, "orders": one.orders}),
            arrived_at=self.arrived,
            committed_at=self.now,
        )

    def _accept(self, entry: OrderEntry, one: Given, ahead: Ahead, key: int) -> OrderEntry | None:
        """The entry complete; None where the orders must be judged again."""
        window, thing, stage = self.window, one.thing, self.window.move.stage
        others = self._others(thing, ahead)
        post = commander_of(window, thing, entry.orders, others)
        revision = self._up_to_date(one)
        judged = ahead.still(window, None if self.last else others.entries)
        if judged is None:
            return None
        checked = judged.said()
        entry.post, entry.revision = post, revision + 1
        entry.reading = reading_of(entry.orders, checked)
        entry.warnings = [warning for said in checked for warning in said.warnings]
        if checked:
            entry.cost, entry.remaining = checked[-1].cost, checked[-1].left
        self.standing.enter(key, thing, stage, ())
        self.accepted.append(entry)
        return entry

    def _others(self, thing: str, ahead: Ahead) -> Others:
        """What is in force except a thing's own orders, as it was read ahead where it is still the same."""
        stage = self.window.move.stage
        keys = self.standing.without(thing, stage).entries
        if ahead.judged is not None and ahead.judged.others.entries == keys:
            return ahead.judged.others
        now = in_force_in(self.window.move)
        for entry in self.accepted:
            now.enter(0, entry.thing, entry.stage, entry.orders)
        return Others(keys, now.without(thing, stage).orders)

    def _up_to_date(self, one: Given) -> int:
        """The revision that orders replace; Stale where others have been given since."""
        latest = next((old for old in reversed(self.entries) if old.thing == one.thing), None)
        revision = latest.revision if latest is not None else 0
        if one.base_revision != revision:
            mine = OrderEntry.objects.filter(pk=latest.pk, stage=self.window.move.stage) if latest is not None else ()
            force = next(iter(mine), None)
            who = by_whom(self.window.move, one.thing, revision, self.user)
            raise Stale(revision, force.orders if force else [], force.reading if force else "", one.orders, **who)
        return revision

    def write(self) -> None:
        """Enter what was accepted, and what came late and is kept, in ledger and record; its side has news."""
        OrderEntry.objects.bulk_create(self.accepted)
        lines = [_entered(one, "order-accepted") for one in self.accepted]
        lines += [_entered(one, "order-late") for one in self.late if self._keep_late(one)]
        if self.accepted:
            look_again(self.window.move, now=self.now)
        for _ in lines:
            add_news_for_side(self.window.battle, self.window.move.side, "orders")
        if lines:
            add_records(self.window.battle, at=self.now, lines=lines)

    def _keep_late(self, entry: OrderEntry) -> bool:
        """Keep orders that came late, without effect; at most as many of one seat as could be sent in good faith."""
        window, move = self.window, self.window.move
        post = next((one for one in window.own if one.commands), None)
        if (
            post is None
            or not has(window.pieces, window.seen, move.side, entry.thing)
            or move.status == Move.Status.SUBMITTED
        ):
            return False
        if OrderEntry.objects.filter(move=move, post=post, late=True).count() >= MOST_LATE:
            return False
        latest = OrderEntry.objects.filter(move=move, thing=entry.thing).order_by("-revision").first()
        entry.post, entry.late, entry.revision = post, True, (latest.revision if latest is not None else 0) + 1
        entry.save(force_insert=True)
        return True


def _entered(entry: OrderEntry, kind: str) -> Line:
    data = {
        "number": entry.public_id,
        "thing": entry.thing,
        "revision": entry.revision,
        "digest": entry.digest,
        "by": str(entry.author),
    }
    return entry.post.title, kind, {**data, "orders": entry.orders}


class Who(TypedDict):
    """Who gave orders: what their side calls them, and whether it is the person who asks."""

    by: str
    own: bool


def by_whom(move: Move, thing: str, revision: int, user: Any) -> Who:
    """Who gave a revision of a thing's orders.  user: who asks."""
    entry = (
        OrderEntry.objects.filter(move=move, thing=thing, revision=revision).select_related("author", "post").first()
    )
    if entry is None:
        return {"by": "", "own": False}
    named = say("{post} ({name})", post=entry.post.title, name=name_of(entry.author))
    return {"by": named, "own": entry.author_id == user.pk}


def receipt_of(entry: OrderEntry, move: Move) -> Receipt:
    """The receipt of an entry of the ledger."""
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


def reading_of(orders: Sequence[Order], checked: Sequence[Checked]) -> str:
    """Orders read back in plain words."""
    return joined(" ", (one.reading for one in checked)) if orders else say("No orders.")
