"""The seats of a campaign and its battles, as far as the asker may know them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from campaigns.models import Battle, Post
from campaigns.models.person import name_of
from campaigns.sight.seat import BattleFact, Seat, battle_fact


@dataclass(frozen=True)
class Holder:
    """A seat that is held, and by whom."""

    public_id: str
    title: str
    kind: str
    side: str
    arm: str
    user: str
    name: str
    held_from: datetime
    brigade: str = ""


def roster(seat: Seat) -> tuple[Holder, ...]:
    """The seats held now: all of them for the umpire, for anybody else those of their own side and the umpire's."""
    rows = Post.objects.filter(campaign_id=seat.campaign.id, held_until__isnull=True)
    if not seat.is_umpire:
        rows = rows.filter(Q(side__key=seat.side) | Q(kind=Post.Kind.UMPIRE))
    return tuple(holder(row) for row in rows.select_related("side", "user").order_by("side_id", "pk"))


def holder(row: Post) -> Holder:
    """A seat's row, and who holds it, as facts."""
    return Holder(
        public_id=row.public_id,
        title=row.title,
        kind=row.kind,
        side=row.side.key if row.side else "",
        arm=row.arm,
        user=row.user.get_username(),
        name=name_of(row.user),
        held_from=row.held_from,
        brigade=row.brigade,
    )


def battles(seat: Seat) -> tuple[BattleFact, ...]:
    """The battles of the asker's campaign, in their order."""
    rows = Battle.objects.filter(campaign_id=seat.campaign.id).select_related("campaign")
    return tuple(battle_fact(row) for row in rows.order_by("number"))
