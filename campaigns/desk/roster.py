"""Who holds which seat of a campaign, and who held it: for the umpire."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaigns.errors import NotUmpire
from campaigns.models import Entrant, Post
from campaigns.sight.seat import Seat


@dataclass(frozen=True)
class RosterPost:
    """A seat and its holder; held_until: none while it is held."""

    public_id: str
    kind: str
    side: str
    arm: str
    title: str
    user: str
    held_from: datetime
    held_until: datetime | None
    brigade: str = ""


def roster(seat: Seat) -> tuple[RosterPost, ...]:
    """Every seat of a campaign, those held now first.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Post.objects.filter(campaign_id=seat.campaign.id).select_related("side", "user").order_by("pk")
    found = [roster_post(row) for row in rows]
    return tuple(sorted(found, key=lambda one: one.held_until is not None))


def roster_post(row: Post) -> RosterPost:
    """The facts of a seat's row."""
    return RosterPost(
        public_id=row.public_id,
        kind=row.kind,
        side=row.side.key if row.side else "",
        arm=row.arm,
        title=row.title,
        user=row.user.get_username(),
        held_from=row.held_from,
        held_until=row.held_until,
        brigade=row.brigade,
    )


def entry_post(row: Entrant, now: datetime) -> RosterPost:
    """A place in a tournament, just taken, as facts of the same kind: it is a player's, and has the tournament's name."""
    name, user = row.tournament.name, row.user.get_username()
    return RosterPost(row.public_id, "player", "", "", name, user, held_from=now, held_until=None)
