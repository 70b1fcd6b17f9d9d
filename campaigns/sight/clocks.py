"""The clock alone: of one battle for the head of its papers, of all battles of a person for their first page."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from campaigns.models import Move, Side
from campaigns.models.move import HEAVY
from campaigns.sight.clock import ClockFace, clock_face, current_move
from campaigns.sight.seat import PostFact, Seat


def clock(seat: Seat, now: datetime) -> ClockFace | None:
    """The clock of the latest move of a battle, without its floor; none before the battle has begun."""
    row = current_move(seat.battle.id)
    return clock_face(row, now, seat.side_names) if row is not None else None


def clocks(posts: Iterable[PostFact], now: datetime) -> dict[int, ClockFace]:
    """The move under way in each battle of these seats' campaigns, by the battle's id; battles without one are left out."""
    battles = {battle.id for post in posts for battle in post.battles}
    called = Side.objects.filter(campaign=OuterRef("battle__campaign"), key=OuterRef("side")).values("name")[:1]
    rows: list[Any] = list(
        Move.objects.filter(battle__in=battles)
        .exclude(status=Move.Status.SUBMITTED)
        .defer(*HEAVY)
        .annotate(side_name=Subquery(called))
    )
    return {row.battle_id: clock_face(row, now, {row.side: row.side_name}) for row in rows}
