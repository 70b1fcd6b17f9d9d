"""What depended on the move that was submitted last: shown to the umpire before it is taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet, Sum

from campaigns.bridge import latest_of
from campaigns.errors import NotUmpire
from campaigns.models import Battle, Dispatch, Inject, Move, OrderEntry, PointsEntry, Ruling, SupplyEntry
from campaigns.models.move import HEAVY
from campaigns.sight.seat import Seat
from rules.values.sentence import say, word, word_of


@dataclass(frozen=True)
class Dependent:
    """Things of a kind that depend on the move.  becomes: what becomes of them.  lines: each in words; count: how many there are."""

    kind: str
    count: int
    becomes: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class UndoPreview:
    """The move that may be taken back, and what depends on it.  orders: how many of it would stand again."""

    move: str
    number: int
    side: str
    own_number: int
    submitted_at: datetime
    orders: int
    dependents: tuple[Dependent, ...]


def undo_preview(seat: Seat) -> UndoPreview | None:
    """What would be undone; none where no move has been submitted, or the battle is over.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Move.objects.filter(battle_id=seat.battle.id).defer(*HEAVY).order_by("-number")[:2]
    moves = {row.status == Move.Status.SUBMITTED: row for row in reversed(rows)}
    last, following = moves.get(True), moves.get(False)
    if last is None or last.submitted_at is None or seat.battle.status != Battle.Status.RUNNING:
        return None
    entries = list(OrderEntry.objects.filter(move__in=[one for one in (last, following) if one]).select_related("post"))
    mine = [one for one in entries if one.move_id == last.pk]
    found = (*_since(last, following, entries), *_of(last, seat), *_read_and_said(last, following, seat))
    return UndoPreview(
        move=last.public_id,
        number=last.number,
        side=last.side,
        own_number=last.own_number,
        submitted_at=last.submitted_at,
        orders=len(latest_of(mine)),
        dependents=tuple(one for one in found if one.count),
    )


def _since(last: Move, following: Move | None, entries: Iterable[OrderEntry]) -> Iterable[Dependent]:
    """What was done in the move that has opened since."""
    if following is None:
        return
    sent = [one for one in latest_of(one for one in entries if one.move_id == following.pk).values() if one.orders]
    words = say(
        "Move {number}, {side}: {status}",
        number=following.number,
        side=word(following.side.capitalize()),
        status=word(following.status),
    )
    yield Dependent("move", 1, say("becomes void; it opens again when the result of this move is published"), (words,))
    yield Dependent(
        "orders",
        len(sent),
        say("become void; they stay in the list of orders"),
        tuple(say("{title}: {reading}", title=one.post.title, reading=one.reading) for one in sent),
    )


def _of(last: Move, seat: Seat) -> Iterable[Dependent]:
    """What was written with the move: rulings, books, points."""
    rows = Ruling.objects.filter(move=last, revoked_by__isnull=True, prepared__isnull=True).order_by("pk")
    rulings = rows.exclude(kind=Ruling.Kind.RESTORE)
    ruled = tuple(say("{name}: {reason}", name=word_of(one.kind), reason=one.reason) for one in rulings)
    yield Dependent("rulings", len(ruled), say("stay with the undone move; rule again if needed"), ruled)
    stores = SupplyEntry.objects.filter(move=last).values_list("side", "kind").order_by("side", "kind")
    summed = list(stores.annotate(Sum("amount"), Count("pk")))
    booked = tuple(
        say("{side}: {kind} {total}", side=seat.side_names.get(side, side), kind=word(kind), total=f"{total:+d}")
        for side, kind, total, _ in summed
        if total
    )
    yield Dependent("ledger", sum(row[-1] for row in summed), say("are reversed by new entries"), booked)
    points = PointsEntry.objects.filter(move=last).values_list("side", "kind", "amount").order_by("pk")
    scored = tuple(
        say("{side}: {total}", side=seat.side_names.get(side, side), total=_halves(total))
        for side, kind, total in points
        if kind == "score"
    )
    yield Dependent("points", len(scored), say("are reversed by new entries"), scored)
    awarded = tuple(
        say("{side}: {total}", side=seat.side_names.get(side, side), total=_halves(total))
        for side, kind, total in points
        if kind == "award"
    )
    yield Dependent("awards", len(awarded), say("stay; undo them yourself if they depended on it"), awarded)


def _halves(amount: int) -> str:
    """Points in halves, in words.

    >>> _halves(3), _halves(-1), _halves(4)
    ('+1½', '-½', '+2')
    """
    whole, half = divmod(abs(amount), 2)
    return f"{'-' if amount < 0 else '+'}{whole or ('' if half else 0)}{'½' if half else ''}"


def _read_and_said(last: Move, following: Move | None, seat: Seat) -> Iterable[Dependent]:
    """What people have read of it, and what messages were sent since."""
    names = (*seat.side_names.values(), say("observers"))
    yield Dependent("reports", len(names), say("stay, marked as undone; both sides get a notice"), names)
    messages = Dispatch.objects.filter(battle_id=last.battle_id, at__gte=last.submitted_at).count()
    yield Dependent("messages", messages, say("were read, and stay"))
    given = Inject.objects.filter(battle_id=last.battle_id, state=Inject.State.GIVEN).order_by("pk")
    ruled = _texts(given.filter(ruling__move__in=[one for one in (last, following) if one is not None]))
    yield Dependent("events", len(ruled), say("wait again, and happen when the move is played again"), ruled)
    lines = _texts(given.filter(kind=Inject.Kind.WORD, given_at__gte=last.submitted_at))
    yield Dependent("injects", len(lines), say("were sent, and are not sent again"), lines)


def _texts(injects: QuerySet[Inject]) -> tuple[str, ...]:
    return tuple(text[:120] for text in injects.values_list("text", flat=True))
