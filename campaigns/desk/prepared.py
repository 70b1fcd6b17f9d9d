"""A battle before it begins, for its umpire: what stands on its floor, and what its clock will do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.clock import closes_at
from campaigns.desk.muster import muster
from campaigns.errors import NotUmpire
from campaigns.models import Battle, Campaign, Side
from campaigns.side_views import standing
from campaigns.sight.clock import current_move
from campaigns.sight.seat import Seat
from rules.contract.data import Position, Start
from rules.errors import Refused

SHOWN = 3
"""Deadlines that are shown before a battle begins."""


@dataclass(frozen=True)
class FirstMoves:
    """What the clock will do if a battle begins now.

    side: that moves first.  mode: of the clock.  minutes: of that move, none where a deadline or nothing closes it.
    deadlines: of the first moves, where they close at a time of day and each is published at once.
    """

    side: str
    mode: str
    minutes: int | None
    deadlines: tuple[datetime, ...]


def floor_of(seat: Seat) -> Mapping[str, Any]:
    """What stands on the floor of a battle, or will when it begins, perhaps with faults: the truth, for its umpire."""
    if not seat.is_umpire:
        raise NotUmpire
    move = current_move(seat.battle.id) if seat.battle.status != Battle.Status.PREPARING else None
    return standing(move) if move is not None else muster(seat).start


def first_moves(
    seat: Seat, start: Mapping[str, Any], now: datetime, sides: Iterable[Side] | None = None
) -> FirstMoves | None:
    """What the clock will do; none where the rules refuse the position with which the battle would begin.

    sides: the campaign's, each with it, where they were read already.
    """
    try:
        position: Position = seat.rules.opening(Start(dict(start)))
    except Refused:
        return None
    side = seat.rules.next_side(position)
    rows = Side.objects.select_related("campaign").filter(campaign_id=seat.campaign.id) if sides is None else sides
    row = next(one for one in rows if one.key == side)
    campaign = row.campaign
    campaign.started_at = campaign.started_at or now
    closes = closes_at(campaign, seat.rules.table(position).allowance(side), now, row.time_percent)
    if closes is None or campaign.clock_mode != Campaign.ClockMode.DEADLINE:
        minutes = None if closes is None else int((closes - now).total_seconds()) // 60
        return FirstMoves(side, campaign.clock_mode, minutes, ())
    deadlines = [closes]
    while len(deadlines) < SHOWN:
        deadlines.append(closes_at(campaign, 0, deadlines[-1]) or closes)
    return FirstMoves(side, campaign.clock_mode, None, tuple(deadlines))
