"""Whether the beginning of a battle may be taken back, as its umpire asks."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from campaigns.errors import NotUmpire
from campaigns.models import Battle, Move, OrderEntry
from campaigns.sight.seat import Seat
from campaigns.usecases.campaigns.back import why_not_back

BEGUN = (Battle.Status.RUNNING, Battle.Status.SETTING_OUT)


def battles_that_may_go_back(seat: Seat) -> frozenset[str]:
    """The public ids of the battles of a campaign in whose first move nobody has ordered, as far as one look tells."""
    if not seat.is_umpire:
        raise NotUmpire
    later = Move.every.filter(battle=OuterRef("pk")).exclude(number=1, status=Move.Status.OPEN)
    later = later.filter(taken_back_at__isnull=True)
    ordered = OrderEntry.objects.filter(move__battle=OuterRef("pk"), move__taken_back_at__isnull=True)
    rows = Battle.objects.filter(campaign_id=seat.campaign.id, match__isnull=True, status__in=BEGUN)
    return frozenset(rows.exclude(Exists(later)).exclude(Exists(ordered)).values_list("public_id", flat=True))


def may_go_back(seat: Seat) -> str:
    """Why a battle cannot go back to preparation; empty where it can.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    return why_not_back(Battle.objects.select_related("campaign").get(pk=seat.battle.id))
