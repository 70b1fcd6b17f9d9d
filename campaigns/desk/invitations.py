"""The invitations of a campaign, for its umpire."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaigns.errors import NotUmpire
from campaigns.models import Invitation
from campaigns.models.person import name_of
from campaigns.sight.seat import Seat

SHOWN = 200
"""Invitations that are listed, the latest first."""


@dataclass(frozen=True)
class InvitationFact:
    """An invitation without its link, which is not kept.

    state: ``holds``, ``taken`` (by the one for whom it was), ``revoked`` or ``expired``.  taken: how often it was.
    """

    public_id: str
    kind: str
    side: str
    arm: str
    title: str
    named: str
    once: bool
    taken: int
    made_by: str
    made_at: datetime
    expires_at: datetime
    state: str


def invitations(seat: Seat, now: datetime) -> tuple[InvitationFact, ...]:
    """The invitations of a campaign, the latest first.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Invitation.objects.filter(campaign_id=seat.campaign.id).select_related("side", "made_by")
    return tuple(invitation_fact(row, now) for row in rows.order_by("-made_at", "-pk")[:SHOWN])


def invitation_fact(row: Invitation, now: datetime) -> InvitationFact:
    """An invitation's row as facts."""
    return InvitationFact(
        public_id=row.public_id,
        kind=row.kind,
        side=row.side.key if row.side else "",
        arm=row.arm,
        title=row.title,
        named=row.named,
        once=row.once,
        taken=row.taken,
        made_by=name_of(row.made_by),
        made_at=row.made_at,
        expires_at=row.expires_at,
        state=_state(row, now),
    )


def _state(row: Invitation, now: datetime) -> str:
    if row.once and row.taken:
        return "taken"
    if row.revoked_at is not None:
        return "revoked"
    return "holds" if row.expires_at > now else "expired"
