"""The posts that are offered to somebody, who holds none of them before he accepts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models.invitation import offered_to

SHOWN = 20
"""Offers that are shown, the latest first; whoever is flooded with them sees no more."""


@dataclass(frozen=True)
class OfferFact:
    """A post that is offered.  by: who offers it; from_whom: whose post it is until then, empty of a new one."""

    public_id: str
    campaign: str
    campaign_name: str
    title: str
    kind: str
    side: str
    by: str
    from_whom: str
    expires_at: datetime


def offers(user: Any, now: datetime) -> tuple[OfferFact, ...]:
    """What is offered to somebody, the latest first."""
    return tuple(
        OfferFact(
            public_id=row.public_id,
            campaign=row.campaign.public_id,
            campaign_name=row.campaign.name,
            title=row.title,
            kind=row.kind,
            side=row.side.key if row.side else "",
            by=row.made_by.get_full_name() or row.made_by.get_username(),
            from_whom=str(row.succeeds.user) if row.succeeds else "",
            expires_at=row.expires_at,
        )
        for row in offered_to(user, now)[:SHOWN]
    )
