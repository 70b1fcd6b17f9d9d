"""The asker's own drafts of orders.  Nobody else's draft is ever read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import OrderDraft
from campaigns.side_views import view_of
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.seat import Seat, drafts_hidden


@dataclass(frozen=True)
class DraftFact:
    """Orders for a thing that are not sent yet, as they were last judged.

    refusal: why they were refused when they were last judged or sent; none if they are lawful.
    """

    thing: str
    name: str
    stage: str
    orders: tuple[Mapping[str, Any], ...]
    base_revision: int
    reading: str
    cost: str
    left: str
    warnings: tuple[Mapping[str, Any], ...]
    refusal: Mapping[str, Any] | None
    saved_at: datetime
    whole: int = 0

    @property
    def lawful(self) -> bool:
        """Whether the rules and the ledger would take it, as far as was known when it was last judged."""
        return self.refusal is None


def drafts(seat: Seat, now: datetime) -> tuple[DraftFact, ...]:
    """The asker's drafts in the stage of the move that is under way, in the sequence in which they are sent."""
    move = current_move(seat.battle.id)
    if move is None or move.side != seat.side:
        return ()
    names = seat.rules.pieces.names(view_of(seat.terms, move, seat.side).sees())
    return drafts_of(seat, clock_face(move, now, seat.side_names), names)


def drafts_of(seat: Seat, clock: ClockFace, names: Mapping[str, str], thing: str = "") -> tuple[DraftFact, ...]:
    """The same by the clock of the move.  names: what things are called.  thing: only the draft for that one."""
    if clock.side != seat.side or clock.state == "submitted" or drafts_hidden.get():
        return ()
    mine = OrderDraft.objects.filter(move_id=clock.move_id, stage=clock.stage, author_id=seat.user_id)
    return tuple(_fact(row, names) for row in (mine.filter(thing=thing) if thing else mine))


def _fact(row: OrderDraft, names: Mapping[str, str]) -> DraftFact:
    return DraftFact(
        thing=row.thing,
        name=names.get(row.thing, row.thing),
        stage=row.stage,
        orders=tuple(row.orders),
        base_revision=row.base_revision,
        reading=row.reading,
        cost=row.cost,
        left=row.remaining,
        warnings=tuple(row.warnings),
        refusal=row.refusal or None,
        saved_at=row.saved_at,
        whole=row.whole,
    )
