"""What is offered to somebody: a seat, a side of a match, a place in a tournament; it is theirs once they accept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.models import Campaign, Invitation
from campaigns.models.invitation import offered_to
from campaigns.models.person import name_of
from rules.books import book

SHOWN = 20
"""Offers that are shown, the latest first; a flood of them shows no more."""


@dataclass(frozen=True)
class OfferFact:
    """What is offered.  what: ``post``, ``match`` or ``tournament``, of which the other is empty.  game: the title of its book.

    by: who offers it; from_whom: who holds the seat until then, empty of a new one.
    """

    public_id: str
    what: str
    campaign: str
    campaign_name: str
    tournament: str
    tournament_name: str
    game: str
    title: str
    kind: str
    side: str
    by: str
    from_whom: str
    expires_at: datetime

    @property
    def name(self) -> str:
        """Its name: the seat, or the match or tournament."""
        return {"match": self.campaign_name, "tournament": self.tournament_name}.get(self.what, self.title)


def offers(user: Any, now: datetime) -> tuple[OfferFact, ...]:
    """What is offered to somebody, the latest first."""
    return tuple(_offer(row) for row in offered_to(user, now)[:SHOWN])


def _offer(row: Invitation) -> OfferFact:
    campaign, tournament = row.campaign, row.tournament
    return OfferFact(
        public_id=row.public_id,
        what=_what(row),
        campaign=campaign.public_id if campaign else "",
        campaign_name=campaign.name if campaign else "",
        tournament=tournament.public_id if tournament else "",
        tournament_name=tournament.name if tournament else "",
        game=book(place.book).title if (place := campaign or tournament) else "",
        title=row.title,
        kind=row.kind,
        side=row.side.key if row.side else "",
        by=name_of(row.made_by),
        from_whom=str(row.succeeds.user) if row.succeeds else "",
        expires_at=row.expires_at,
    )


def _what(row: Invitation) -> str:
    """What kind of thing is offered."""
    if row.campaign is None:
        return "tournament"
    plays = row.campaign.purpose == Campaign.Purpose.MATCH and row.side is not None
    return "match" if plays else "post"
