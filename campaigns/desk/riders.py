"""The couriers on the road, on the umpire's desk."""

from __future__ import annotations

from campaigns.models import Courier, Post
from campaigns.sight.dispatches import RiderFact, rider_fact
from campaigns.sight.seat import Seat


def riders(seat: Seat) -> tuple[RiderFact, ...]:
    """The couriers who are on the road or held, the first due first.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        return ()
    rows = Courier.objects.filter(battle_id=seat.battle.id, status__in=(Courier.Status.RIDING, Courier.Status.HELD))
    found = rows.select_related("due", "dispatch__post").order_by("due__due_at", "pk")
    titles = dict(Post.objects.filter(campaign_id=seat.campaign.id).values_list("public_id", "title"))
    return tuple(rider_fact(row, titles) for row in found)
