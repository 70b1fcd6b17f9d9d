"""The umpires of a campaign, the sector of each, and what of the move under way lies in the asker's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.desk.papers import Desk, DeskOrder, UmpireFact
from campaigns.errors import NotUmpire
from campaigns.models import Post
from campaigns.models.person import name_of
from campaigns.models.plain import Plain
from campaigns.sight.seat import Seat
from rules.contract.pieces import Pieces


@dataclass(frozen=True)
class Sector:
    """What lies in the asker's own sector: the orders there, and how many facts they still need; elsewhere: the same of the rest."""

    orders: tuple[DeskOrder, ...]
    elsewhere: tuple[DeskOrder, ...]
    things: int

    @property
    def wanting(self) -> int:
        return sum(need.open for order in self.orders for need in order.needs)

    @property
    def wanting_elsewhere(self) -> int:
        return sum(need.open for order in self.elsewhere for need in order.needs)


def umpires(seat: Seat) -> tuple[UmpireFact, ...]:
    """All umpires of a campaign.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Post.objects.filter(campaign_id=seat.campaign.id, kind=Post.Kind.UMPIRE, held_until__isnull=True)
    return umpires_among(rows.select_related("user").order_by("pk"), seat)


def umpires_among(posts: Iterable[Post], seat: Seat) -> tuple[UmpireFact, ...]:
    """The umpires among the seats that are held, read with their holders."""
    return tuple(
        UmpireFact(
            row.public_id,
            row.title,
            name_of(row.user),
            row.sector,
            row.seen_at,
            row.user_id == seat.user_id,
        )
        for row in posts
        if row.kind == Post.Kind.UMPIRE
    )


def own_sector(papers: Desk, all_umpires: tuple[UmpireFact, ...]) -> Sector | None:
    """The orders of the asker's own sector first, then the rest, each in the sequence of resolution; none without a sector."""
    sector = next((one.sector for one in all_umpires if one.mine and one.sector), None)
    if sector is None or papers.clock is None:
        return None
    inside = in_sector(papers.seat.rules.pieces, papers.position, sector)
    mine = tuple(order for order in papers.orders if order.thing in inside)
    return Sector(mine, tuple(order for order in papers.orders if order.thing not in inside), len(inside))


def in_sector(pieces: Pieces, position: Plain, sector: Mapping[str, Any]) -> frozenset[str]:
    """The things of a position that lie in a sector: by name, or by where they stand, its edges included."""
    if "things" in sector:
        return frozenset(sector["things"])
    west, south, east, north = sector["rectangle"]
    return frozenset(
        thing
        for _, thing, data in pieces.every(position)
        if (at := data.get("at")) and west <= at[0] <= east and south <= at[1] <= north
    )
