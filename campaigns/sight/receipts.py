"""The receipts of a side's orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from campaigns.compiled_queries import Prepared
from campaigns.models import Move, OrderEntry, Ruling
from campaigns.models.move import HEAVY
from campaigns.side_views import view_of
from campaigns.sight.clock import current_move
from campaigns.sight.seat import Seat

_WITHHELD = Ruling.objects.filter(kind__in=(Ruling.Kind.HOLD, Ruling.Kind.RETURN), revoked_by__isnull=True)
"""The rulings by which orders are held or returned."""


@dataclass(frozen=True)
class Returned:
    """What the umpire says of an order that is held (``hold``), or was returned to its commander (``return``).

    until: until when another may be sent although the move has ended; none where it may not.
    """

    kind: str
    reason: str
    clause: str
    at: datetime
    until: datetime | None


@dataclass(frozen=True)
class Receipt:
    """That an order was received: its number, when, and what it said.

    counts: whether it is in force, or was when the move closed; late: it came after the move had ended.
    returned: of one that is held or returned, and until it is settled does not go into the finding.  taken_back: its
    move was.
    """

    number: str
    move: str
    move_number: int
    own_number: int
    stage: str
    thing: str
    name: str
    revision: int
    orders: tuple[Mapping[str, Any], ...]
    reading: str
    warnings: tuple[Mapping[str, Any], ...]
    post: str
    arrived_at: datetime
    committed_at: datetime
    digest: str
    late: bool
    counts: bool
    returned: Returned | None = None
    taken_back: bool = False


def receipts(seat: Seat, of: str = "") -> tuple[Receipt, ...]:
    """Every receipt of the asker's own side in a battle, the latest first."""
    side = seat.own_side(of)
    move = current_move(seat.battle.id)
    if move is None:
        return ()
    seen = view_of(seat.terms, move, side).sees()
    rows = OrderEntry.objects.filter(move__battle_id=seat.battle.id, move__side=side)
    return tuple(reversed(_receipts(rows, seat.rules.pieces.names(seen))))


def receipts_in(seat: Seat, side: str, move: str, names: Mapping[str, str]) -> tuple[Receipt, ...]:
    """The receipts of a side that counted in one move that was submitted.  names: what things are called."""
    rows = OrderEntry.objects.filter(move__battle_id=seat.battle.id, move__side=side, move__public_id=move)
    return tuple(one for one in reversed(_receipts(rows, names, returned=False)) if one.counts)


def receipts_of(move: Move, side: str, names: Mapping[str, str]) -> list[Receipt]:
    """The receipts of one move of a side, in the sequence in which they were given; none where the move is not its own."""
    return _receipts_of(_of_move(move.pk), names) if move.side == side else []


def in_force(given: Iterable[Receipt], stage: str) -> dict[str, Receipt]:
    """Of the receipts of a move, those of the orders in force in a stage, by thing."""
    return {one.thing: one for one in given if one.counts and one.stage == stage}


def _receipts(entries: QuerySet[OrderEntry], names: Mapping[str, str], *, returned: bool = True) -> list[Receipt]:
    """returned: with what the umpire says of those that are held or were returned."""
    return _receipts_of(list(_whole(entries)), names, returned=returned)


def _whole(entries: QuerySet[OrderEntry]) -> Any:
    """Entries with their moves and seats, and whether any of the move is held or was returned."""
    whole = entries.select_related("move", "post").defer(*(f"move__{name}" for name in HEAVY))
    return whole.annotate(withheld=Exists(_WITHHELD.filter(move=OuterRef("move")))).order_by("pk")


_of_move = Prepared(lambda move: _whole(OrderEntry.objects.filter(move=move)), int)


def _receipts_of(rows: list[Any], names: Mapping[str, str], *, returned: bool = True) -> list[Receipt]:
    last = {(row.move_id, row.stage, row.thing): row.pk for row in rows if not row.late}
    said = _said_of(rows) if returned else {}
    return [
        _receipt(row, names, last.get((row.move_id, row.stage, row.thing)) == row.pk, said.get(row.public_id))
        for row in rows
    ]


def _said_of(rows: list[Any]) -> dict[str, Returned]:
    """What the umpire says of those of these entries that are held or were returned."""
    moves = {row.move_id for row in rows if row.withheld}
    found = _WITHHELD.filter(move__in=moves) if moves else ()
    return {one.change["entry"]: returned(one) for one in found}


def returned(ruling: Ruling) -> Returned:
    """A ruling that holds an order or returns it, as its commander reads it."""
    until = ruling.change["until"]
    return Returned(
        ruling.kind, ruling.reason, ruling.clause, ruling.at, datetime.fromisoformat(until) if until else None
    )


def _receipt(row: OrderEntry, names: Mapping[str, str], counts: bool, said: Returned | None) -> Receipt:
    return Receipt(
        number=row.public_id,
        move=row.move.public_id,
        move_number=row.move.number,
        own_number=row.move.own_number,
        stage=row.stage,
        thing=row.thing,
        name=names.get(row.thing, row.thing),
        revision=row.revision,
        orders=tuple(row.orders),
        reading=row.reading,
        warnings=tuple(row.warnings),
        post=row.post.title,
        arrived_at=row.arrived_at,
        committed_at=row.committed_at,
        digest=row.digest,
        late=row.late,
        counts=counts,
        returned=said,
        taken_back=row.move.taken_back_at is not None,
    )
