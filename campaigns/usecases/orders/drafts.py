"""Drafts of orders: saved, judged, dropped and sent.  A draft is its author's alone, and nobody else is told of it.

A draft holds while its stage of the move is under way.  After that it counts for nothing; its row is deleted when its
author saves another in the same battle.  Nothing is locked except to send.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import Q

from campaigns.bridge import has, in_force
from campaigns.errors import Busy, Capped, KeyReused, Stale, WrongState
from campaigns.models import Move, OrderDraft, OrderEntry
from campaigns.models.plain import Plain
from campaigns.serving.counters import counted
from campaigns.side_views import view_of
from campaigns.usecases.orders.ahead import Ahead, Given, judge_next, judge_or_note
from campaigns.usecases.orders.hand_in import TRIES, Outcome, Receipt, by_whom, hand_in, reading_of, receipt_of
from campaigns.usecases.orders.order_checks import InForce, commander_of, in_force_in, normal_form, read_thing
from campaigns.usecases.orders.order_window import OrderWindow, arrival, lateness, open_unlocked
from campaigns.usecases.orders.tally import count_outcome
from campaigns.usecases.text_checks import read_key
from rules.contract.data import Order
from rules.errors import Invalid, Reason, Refused
from rules.values.sentence import of_field, say

LONGEST_KEY = 40
"""Length of the key of a press that sends drafts: the entry of each bears it with more behind it."""

Orders = Sequence[Mapping[str, Any]]

Kept = Literal["any", "rather lawful", "lawful only"]
ANY: Kept = "any"
"""What the rules refuse is kept with its refusal."""
RATHER_LAWFUL: Kept = "rather lawful"
"""It is kept, but not in place of a lawful draft."""
LAWFUL_ONLY: Kept = "lawful only"
"""It is not kept."""


@dataclass(frozen=True)
class Draft:
    """Orders for a thing that are not sent yet, as they were last judged.

    refusal: why they were refused when they were last judged or sent; none if they are lawful.
    reading, cost, left, warnings: as in a receipt; empty where the rules refused them.  whole: inches of a whole move;
    0 if the book counts none.
    """

    move: str
    thing: str
    stage: str
    orders: list[Order]
    base_revision: int
    reading: str
    cost: str
    left: str
    warnings: list[Reason]
    refusal: Reason | None
    saved_at: datetime
    whole: int = 0


@dataclass(frozen=True)
class Sent:
    """What became of a draft that was sent: its receipt, or the reason for which it stays a draft."""

    thing: str
    receipt: Receipt | None
    refused: Reason | None


# -- saved and dropped --------------------------------------------------------------------------------


def save_draft(
    *,
    user: Any,
    move: str,
    thing: str,
    orders: Orders,
    base_revision: int,
    lawful_only: bool = False,
    only_try: bool = False,
    now: datetime,
    battle: str = "",
) -> Draft:
    """Keep orders for a thing as a draft, in place of its earlier one; judged as if the author's others had been given.

    What the rules refuse is kept with its refusal.  Refused, and not kept, where it is not understood, the move takes
    no orders, or another commands the thing.  lawful_only: nor where the rules refuse it; its lawful draft stays.
    only_try: it is judged and not kept.
    """
    keep = LAWFUL_ONLY if lawful_only else ANY
    return _Folder(user, move, battle, now, only_try=only_try).put(thing, orders, base_revision, keep)


def save_drafts(
    *,
    user: Any,
    move: str,
    orders: Mapping[str, Orders],
    base_revisions: Mapping[str, int] | None = None,
    now: datetime,
    battle: str = "",
) -> dict[str, Draft | Refused]:
    """Save a draft for each of several things, one after another; what is refused of one leaves the others.

    base_revisions: by thing; the revision in force now where none is given.
    """
    folder, bases = _Folder(user, move, battle, now), base_revisions or {}
    return {thing: _told(folder, thing, orders.__getitem__, bases) for thing in orders}


def drop_draft(*, user: Any, move: str, thing: str, battle: str = "") -> bool:
    """Delete the author's draft for a thing; whether there was one.  Unseen to a stranger."""
    window = open_unlocked(user, move, battle)
    gone, _ = OrderDraft.objects.filter(move=window.move, author=user, thing=read_thing(thing)).delete()
    return bool(gone)


# -- several at once ----------------------------------------------------------------------------------


def order_together(
    *,
    user: Any,
    move: str,
    order: Mapping[str, Any],
    things: Sequence[str],
    add: bool = False,
    lawful_only: bool = False,
    only_try: bool = False,
    now: datetime,
    battle: str = "",
) -> dict[str, Draft | Refused]:
    """A draft of the same order for each of several things, which keep their places to the one that it is given to.

    order: complete, to one of the side's things, whether or not it is among the others.
    add: behind the orders that each has so far, in its draft or else in force; else in place of them.
    A thing to which the order may not be given keeps the lawful draft that it has.  lawful_only, only_try: as there.
    """
    folder = _Folder(user, move, battle, now, only_try=only_try)
    window = folder.window
    given = window.view.order(order)
    leader = next(iter(window.pieces.subjects(given)), "")
    if not has(window.pieces, window.seen, window.move.side, leader):
        raise Refused("E-NONE", say("{thing} is not on your map.", thing=leader or "?"))
    origin = _place(window, window.seen, leader)

    def same(thing: str) -> Orders:
        return [*(folder.so_far(thing) if add else ()), window.view.repeated(given, thing, origin)]

    return {thing: _told(folder, thing, same, {}, LAWFUL_ONLY if lawful_only else RATHER_LAWFUL) for thing in things}


def as_last_move(
    *, user: Any, move: str, things: Sequence[str], now: datetime, battle: str = ""
) -> dict[str, Draft | Refused]:
    """A draft for each of several things of the orders that it had in its side's last move, from where it stands now."""
    folder = _Folder(user, move, battle, now)
    window = folder.window
    mine = Move.objects.filter(battle=window.battle, side=window.move.side, number__lt=window.move.number)
    last = mine.order_by("-number").first()
    given = {one.thing: one.orders for one in in_force(last, window.move.stage)} if last is not None else {}
    then = view_of(window.battle.terms, last, window.move.side, at_the_opening=True).sees() if last is not None else {}

    def again(thing: str) -> Orders:
        if not given.get(thing):
            raise WrongState(say("{thing} had no orders in your last move.", thing=_name(window, thing)))
        return [window.view.repeated(order, thing, _place(window, then, thing)) for order in given[thing]]

    return {thing: _told(folder, thing, again, {}) for thing in things}


def _told(
    folder: _Folder, thing: str, orders: Callable[[str], Orders], bases: Mapping[str, int], keep: Kept = ANY
) -> Draft | Refused:
    """The draft for one of several things, or why there is none.  orders: makes them; keep: as ``put`` has it."""
    try:
        thing = read_thing(thing)
        return folder.put(thing, orders(thing), bases.get(thing), keep)
    except Refused as refused:
        return refused


def _place(window: OrderWindow, seen: Plain, thing: str) -> Any:
    """Where a thing stands as its side knows it; None where that is not known."""
    found = window.pieces.find(seen, thing)
    return found[1].get("at") if found is not None else None


def _name(window: OrderWindow, thing: str) -> str:
    found = window.pieces.find(window.seen, thing)
    return thing if found is None else window.pieces.called(found[0], thing, found[1])


# -- judged and sent ----------------------------------------------------------------------------------


def check_drafts(*, user: Any, move: str, now: datetime, battle: str = "") -> list[Draft]:
    """All drafts of the author, judged again one after another as they would be sent, and kept so."""
    return _Folder(user, move, battle, now).check()


def send_drafts(
    *,
    user: Any,
    move: str,
    key: str,
    arrived_at: datetime | None = None,
    now: datetime,
    things: Sequence[str] | None = None,
    battle: str = "",
) -> list[Sent]:
    """Send the author's drafts in one transaction: a receipt for each that is lawful; the others stay, with the reason.

    key: made by the client for this press; the same key brings the same receipts again and sends nothing more.
    things: only the drafts for these.  What became of each, in the sequence in which they were entered.
    """
    key = read_key(key)
    if len(key) > LONGEST_KEY:
        raise Invalid(of_field("key", say("enter at most {most} characters", most=LONGEST_KEY)))
    for tries in range(TRIES):
        folder = _Folder(user, move, battle, now, things)
        told = folder.sent_with(key) or folder.send(key, arrived_at, last=tries == TRIES - 1)
        if told is not None:
            return told
    raise Busy


@dataclass(frozen=True)
class _Placed:
    """A draft in its place among those that are sent together, with the rules' answer."""

    row: OrderDraft
    given: Given
    ahead: Ahead


class _Folder:
    """The drafts of one author for the stage of a move that is under way.  things: those for these alone, or all.

    only_try: nothing is kept.
    """

    def __init__(
        self,
        user: Any,
        move: str,
        battle: str,
        now: datetime,
        things: Sequence[str] | None = None,
        *,
        only_try: bool = False,
    ) -> None:
        self.only_try = only_try
        self.window, self.user, self.now = open_unlocked(user, move, battle), user, now
        mine = OrderDraft.objects.filter(move=self.window.move, stage=self.window.move.stage, author=user)
        self.rows = [row for row in mine if things is None or row.thing in things]
        self.in_force: InForce = in_force_in(self.window.move)

    # -- saving -----------------------------------------------------------------------------------

    def put(self, thing: str, orders: Orders, base_revision: int | None, keep: Kept = ANY) -> Draft:
        """Save a draft; Refused where it is not kept.

        base_revision: None for the one in force now.  keep: what becomes of orders that the rules refuse.
        """
        thing, window, stage = read_thing(thing), self.window, self.window.move.stage
        given = normal_form(window, thing, orders)
        late = lateness(window, self.now, self.now, thing)
        if late is not None:
            raise late
        others = self._with_drafts(thing).without(thing, stage)
        commander_of(window, thing, given, others)
        judged = judge_or_note(window, given, others)
        if isinstance(judged.refused, Invalid):
            raise judged.refused
        if judged.refused and (keep == LAWFUL_ONLY or (keep == RATHER_LAWFUL and self._lawful_of(thing))):
            raise judged.refused
        base = self.in_force.revision(thing) if base_revision is None else base_revision
        # Several that are saved at once keep their sequence.
        saved_at = max([self.now, *(row.saved_at + timedelta(microseconds=1) for row in self.rows)])
        row = OrderDraft(
            move=window.move, author=self.user, thing=thing, stage=stage, orders=given, base_revision=base,
            saved_at=saved_at, judged_at=self.now,
        )  # fmt: skip
        for name, said in self._said(row, Ahead(window, given, judged)).items():
            setattr(row, name, said)
        if not self.only_try:
            self._keep(row)
        return self._draft(row)

    def _lawful_of(self, thing: str) -> bool:
        """Whether there is a lawful draft for a thing."""
        return any(row.thing == thing and not row.refusal for row in self.rows)

    def so_far(self, thing: str) -> Sequence[Order]:
        """The orders of a thing in its draft, else those in force."""
        mine = next((row for row in self.rows if row.thing == thing), None)
        return mine.orders if mine is not None else self.in_force.orders_of(thing, self.window.move.stage) or ()

    def _with_drafts(self, thing: str) -> InForce:
        """What would be in force if the author's lawful drafts had been sent, except the one for a thing."""
        standing = self.in_force.copy()
        for place, row in enumerate(self.rows, start=1):
            if row.thing != thing and not row.refusal:
                standing.enter(-place, row.thing, row.stage, row.orders)
        return standing

    def _keep(self, row: OrderDraft) -> None:
        """Write a draft in place of the one for the same thing; those of the battle that hold no longer are deleted."""
        move = self.window.move
        rest = [one for one in self.rows if one.thing != row.thing]
        if len(rest) == len(self.rows) and len(rest) >= self._most():
            raise Capped(say("You have as many drafts as there may be. Send or delete some first."))
        gone = OrderDraft.objects.filter(author=self.user, move__battle=self.window.battle)
        gone.exclude(move=move, stage=move.stage).delete()
        values = [one.name for one in OrderDraft._meta.concrete_fields if one.name not in ("id", *ONCE)]
        OrderDraft.objects.bulk_create([row], update_conflicts=True, unique_fields=ONCE, update_fields=values)
        self.rows = [*rest, row]

    def _most(self) -> int:
        """How many drafts an author may have: one for each of the side's things, and as many for what is made of them."""
        pieces, side = self.window.pieces, self.window.move.side
        return 2 * sum(pieces.owner(group, one) == side for group, _, one in pieces.every(self.window.seen))

    # -- judging ----------------------------------------------------------------------------------

    def check(self) -> list[Draft]:
        """Judge all drafts again."""
        late = lateness(self.window, self.now, self.now)
        if late is not None:
            raise late
        placed = self._placed("", self.now)
        for one in placed:
            self._note(one.row, one.ahead)
        return [self._draft(one.row) for one in placed]

    def _placed(self, key: str, arrived: datetime) -> list[_Placed]:
        """The drafts in the sequence in which they are sent, each judged after those before it.

        As they were saved; what is refused there is tried again behind the others, which may make it lawful.
        """
        standing = self.in_force.copy()
        first: list[_Placed] = []
        again: list[tuple[_Placed, int]] = []
        for row in self.rows:
            one = self._judged(row, len(first), key, standing, arrived)
            if self._lawful(one):
                first.append(one)
            else:
                again.append((one, len(first)))
        held = len(first)
        for one, before in again:
            late = one if before == held else self._judged(one.row, len(first), key, standing, arrived)
            held += self._lawful(late)
            first.append(late)
        return first

    def _judged(self, row: OrderDraft, place: int, key: str, standing: InForce, arrived: datetime) -> _Placed:
        """A draft judged in its place, counted from 0."""
        given = Given(row.thing, row.orders, row.base_revision, _key_of(key, row.thing))
        return _Placed(row, given, judge_next(self.window, given, -place - 1, standing, arrived, self.now))

    def _lawful(self, one: _Placed) -> bool:
        judged = one.ahead.judged
        stale = self.in_force.stale(one.row.thing, one.row.base_revision)
        return judged is not None and judged.refused is None and not stale

    def _note(self, row: OrderDraft, ahead: Ahead, refused: Refused | None = None) -> None:
        """Note on a draft what is said of it, and write it, unless the draft was saved again meanwhile.

        refused: when it was sent.
        """
        noted = self._said(row, ahead, refused)
        if any(getattr(row, name) != one for name, one in noted.items()):
            for name, one in {**noted, "judged_at": self.now}.items():
                setattr(row, name, one)
            OrderDraft.objects.filter(pk=row.pk, saved_at=row.saved_at).update(**noted, judged_at=self.now)

    def _said(self, row: OrderDraft, ahead: Ahead, refused: Refused | None = None) -> dict[str, Any]:
        """What is said of a draft, by column.  refused: when it was sent."""
        judged = ahead.judged
        checked = judged.checked if judged is not None and judged.refused is None else []
        said = refused or ahead.barred or self._stale(row) or (judged.refused if judged is not None else None)
        return {
            "refusal": said.data() if said is not None else {},
            "reading": reading_of(row.orders, checked) if checked or not row.orders else "",
            "warnings": [warning for one in checked for warning in one.warnings],
            "cost": checked[-1].cost if checked else "",
            "remaining": checked[-1].left if checked else "",
            "whole": max((one.whole for one in checked), default=0),
        }

    def _stale(self, row: OrderDraft) -> Stale | None:
        """Why a draft is out of date: others have been given since, with what they say."""
        if not self.in_force.stale(row.thing, row.base_revision):
            return None
        now = self.in_force.orders_of(row.thing, row.stage)
        entries = OrderEntry.objects.filter(move=row.move, thing=row.thing, stage=row.stage, late=False)
        said = entries.order_by("-revision").values_list("reading", flat=True).first() if now is not None else ""
        revision = self.in_force.revision(row.thing)
        return Stale(revision, now or [], said or "", row.orders, **by_whom(row.move, row.thing, revision, self.user))

    # -- sending ----------------------------------------------------------------------------------

    def sent_with(self, key: str) -> list[Sent]:
        """What became of an earlier press with the same key; empty where there was none that sent anything."""
        mine = OrderEntry.objects.filter(move=self.window.move, author=self.user, late=False).order_by("pk")
        entries = [one for one in mine.filter(key__startswith=f"{key}/") if one.key.startswith(f"{key}/")]
        if not entries:
            return []
        told = [Sent(one.thing, receipt_of(one, self.window.move), None) for one in entries]
        return told + [Sent(row.thing, None, row.refusal or KeyReused().data()) for row in self.rows]

    def send(self, key: str, arrived_at: datetime | None, *, last: bool) -> list[Sent] | None:
        """Send the drafts; None where they must be judged again."""
        if not self.rows:
            return []
        placed = self._placed(key, arrival(self.window, arrived_at, self.now))

        def settle(told: Sequence[Outcome]) -> None:
            self._settle(list(zip(placed, told, strict=True)))

        try:
            told = hand_in(
                self.user,
                self.window.move.public_id,
                [(one.given, one.ahead) for one in placed],
                arrived_at=arrived_at,
                now=self.now,
                last=last,
                then=settle,
            )
        except Exception:
            counted.add("orders failed")
            raise
        if told is None:
            return None
        for outcome in told:
            count_outcome(outcome if isinstance(outcome, Refused) else None)
        return [_sent(one.row.thing, outcome) for one, outcome in zip(placed, told, strict=True)]

    def _settle(self, told: Sequence[tuple[_Placed, Outcome]]) -> None:
        """Delete the drafts that were sent, and note on the others why they were not; what was saved again meanwhile stays."""
        for one, outcome in told:
            if isinstance(outcome, Refused):
                self._note(one.row, one.ahead, outcome)
        gone = [one.row for one, outcome in told if not isinstance(outcome, Refused)]
        for first in range(0, len(gone), AT_ONCE):
            these = Q(pk__in=())
            for row in gone[first : first + AT_ONCE]:
                these |= Q(pk=row.pk, saved_at=row.saved_at)
            OrderDraft.objects.filter(these).delete()

    def _draft(self, row: OrderDraft) -> Draft:
        return Draft(
            move=self.window.move.public_id,
            thing=row.thing,
            stage=row.stage,
            orders=row.orders,
            base_revision=row.base_revision,
            reading=row.reading,
            cost=row.cost,
            left=row.remaining,
            warnings=row.warnings,
            refusal=row.refusal or None,
            saved_at=row.saved_at,
            whole=row.whole,
        )


ONCE = ("move", "author", "thing", "stage")
"""What a draft is told from others by."""

AT_ONCE = 100
"""How many drafts are deleted with one statement at most."""


def _key_of(key: str, thing: str) -> str:
    """The key of the entry of a thing, of the key of a press: no other press can have it, for no key has a stroke."""
    return f"{key}/{hashlib.sha256(thing.encode()).hexdigest()[:20]}"


def _sent(thing: str, outcome: Outcome) -> Sent:
    if isinstance(outcome, Refused):
        return Sent(thing, None, outcome.data())
    return Sent(thing, outcome, None)
