"""The invitations of a campaign, for its umpire."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from campaigns.desk.papers import InvitedSeat
from campaigns.errors import NotUmpire
from campaigns.models import Invitation, Post
from campaigns.models.invitation import to_commands
from campaigns.models.person import name_of
from campaigns.sight.seat import Seat

SHOWN = 200
"""Invitations that are listed, the latest first."""


@dataclass(frozen=True)
class InvitationFact:
    """An invitation.

    state: ``holds``, ``taken`` (by the one for whom it was), ``revoked`` or ``expired``.  taken: how often it was.
    token: of its link, while it may be taken; empty where it has none or it cannot be made again.
    succeeds: the seat that is taken over by it; holder: who has that seat now.
    mailed: the addresses to which its link has gone, or is going.
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
    brigade: str = ""
    token: str = ""
    succeeds: str = ""
    holder: str = ""
    mailed: tuple[str, ...] = ()


def invitations(seat: Seat, now: datetime) -> tuple[InvitationFact, ...]:
    """The invitations of a campaign, the latest first.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    rows = Invitation.objects.filter(campaign_id=seat.campaign.id).select_related("side", "made_by", "succeeds__user")
    rows = rows.prefetch_related("mails")
    return tuple(invitation_fact(row, now) for row in rows.order_by("-made_at", "-pk")[:SHOWN])


def invited_seats(seat: Seat, now: datetime) -> tuple[InvitedSeat, ...]:
    """The seats that give orders, to which a link or an offer is open.  NotUmpire to anybody but the campaign's umpire."""
    if not seat.is_umpire:
        raise NotUmpire
    return in_order(seat, to_commands(seat.campaign.id, now))


def in_order(seat: Seat, rows: Iterable[Invitation]) -> tuple[InvitedSeat, ...]:
    """Seats of sides that nobody has taken yet, each side's together, its General's first."""
    found = [
        InvitedSeat(row.title, row.side.key, row.kind, row.arm, row.brigade) for row in rows if row.side is not None
    ]
    sides = [*seat.side_names]
    return tuple(sorted(found, key=lambda one: (sides.index(one.side), one.kind != Post.Kind.GENERAL)))


def invitation_fact(row: Invitation, now: datetime) -> InvitationFact:
    """An invitation's row as facts."""
    state = _state(row, now)
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
        state=state,
        brigade=row.brigade,
        token=row.token if state == "holds" else "",
        succeeds=row.succeeds.public_id if row.succeeds is not None else "",
        holder=name_of(row.succeeds.user) if row.succeeds is not None else "",
        mailed=tuple(mail.address for mail in row.mails.all()),
    )


def _state(row: Invitation, now: datetime) -> str:
    if row.once and row.taken:
        return "taken"
    if row.revoked_at is not None:
        return "revoked"
    return "holds" if row.expires_at > now else "expired"
