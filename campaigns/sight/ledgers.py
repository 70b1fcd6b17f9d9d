"""A side's own books: its packets and its points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from campaigns.credits import totals
from campaigns.models import Credit, Move, PointsEntry, SupplyEntry
from campaigns.models.move import HEAVY
from campaigns.side_views import view_of
from campaigns.sight.clock import current_move
from campaigns.sight.seat import Seat


@dataclass(frozen=True)
class Line:
    """An entry of a ledger.  own_number: of the move in which it fell; none for the opening.  amount: signed."""

    move_number: int | None
    mover: str
    own_number: int | None
    account: str
    name: str
    kind: str
    amount: int
    cause: str
    clause: str
    at: datetime


@dataclass(frozen=True)
class Account:
    """What an account holds now, by kind."""

    account: str
    name: str
    balances: Mapping[str, int]


@dataclass(frozen=True)
class SupplySheet:
    """A side's stores.  stock: packets by kind, over all accounts.  wants: what the next ticks will need, by kind.

    own_move: the side's own move that is under way, or that was its last; 0 before its first.
    """

    seat: Seat
    side: str
    accounts: tuple[Account, ...]
    stock: Mapping[str, int]
    wants: tuple[Mapping[str, Any], ...]
    lines: tuple[Line, ...]
    own_move: int = 0


@dataclass(frozen=True)
class PointsSheet:
    """The value of the force left to a side, in whole halves: what it would score if the battle ended now.  by_kind: its parts.

    account: its campaign points, what the campaign's battles that have ended count for it, in halves, towards the target.
    sheet: the lines of both sides as they stand, halves as decimals, where the book publishes them; else empty.
    counts: whether the value is counted after each move; then it has no lines before the first report.
    """

    seat: Seat
    side: str
    halves: int
    target: int
    by_kind: Mapping[str, int]
    lines: tuple[Line, ...]
    sheet: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    account: Fraction = Fraction(0)
    counts: bool = False


def supplies(seat: Seat, of: str = "") -> SupplySheet:
    """The stores of the asker's own side: accounts, entries, and need against stock."""
    side = seat.own_side(of)
    move = current_move(seat.battle.id)
    names, wants, own_move = _names_and_wants(seat, side, move)
    lines = lines_of(SupplyEntry.objects.filter(battle_id=seat.battle.id, side=side), names)
    balances: dict[str, dict[str, int]] = {}
    for line in lines:
        kinds = balances.setdefault(line.account, {})
        kinds[line.kind] = kinds.get(line.kind, 0) + line.amount
    accounts = tuple(Account(one, names.get(one, one), kinds) for one, kinds in sorted(balances.items()))
    return SupplySheet(
        seat=seat,
        side=side,
        accounts=accounts,
        stock={kind: sum(one.balances.get(kind, 0) for one in accounts) for kind in seat.rules.pieces.stores},
        wants=wants,
        lines=tuple(reversed(lines)),
        own_move=own_move,
    )


def points(seat: Seat, of: str = "") -> PointsSheet:
    """The points of the asker's own side."""
    side = seat.own_side(of)
    lines = lines_of(PointsEntry.objects.filter(battle_id=seat.battle.id, side=side), seat.side_names)
    by_kind: dict[str, int] = {}
    for line in lines:
        by_kind[line.kind] = by_kind.get(line.kind, 0) + line.amount
    move = current_move(seat.battle.id)
    view = view_of(seat.terms, move, side) if move is not None else None
    counted = totals(Credit.objects.filter(campaign_id=seat.campaign.id, side=side)).get(side, Fraction(0))
    target = seat.campaign.target_points
    return PointsSheet(
        seat=seat,
        side=side,
        halves=sum(by_kind.values()),
        target=target,
        by_kind=by_kind,
        lines=tuple(reversed(lines)),
        sheet=view.score_sheet() if view is not None else {},
        account=counted,
        counts=view is not None and view.scores(),
    )


def _names_and_wants(
    seat: Seat, side: str, move: Move | None
) -> tuple[dict[str, str], tuple[Mapping[str, Any], ...], int]:
    """The names of the side's things, what they will need, and its own move; nothing before the battle has begun."""
    if move is None:
        return {}, (), 0
    view = view_of(seat.terms, move, side)
    seen = view.sees()
    made = int((seen.get("own_moves") or {}).get(side, 0))
    return seat.rules.pieces.names(seen), view.wants(), move.own_number if move.side == side else made


def lines_of(entries: Any, names: Mapping[str, str]) -> list[Line]:
    """The entries of a ledger in the sequence in which they were written."""
    rows: Iterable[Any] = entries.select_related("move").defer(*(f"move__{name}" for name in HEAVY)).order_by("pk")
    return [
        Line(
            move_number=row.move.number if row.move else None,
            mover=row.move.side if row.move else "",
            own_number=row.move.own_number if row.move else None,
            account=row.account,
            name=names.get(row.account, row.account),
            kind=row.kind,
            amount=row.amount,
            cause=row.cause,
            clause=row.clause,
            at=row.at,
        )
        for row in rows
    ]
