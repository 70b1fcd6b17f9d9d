"""An invitation to a post: whoever has the link takes it."""

import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.match import Tournament
from campaigns.models.plain import SentenceField
from campaigns.models.post import Post
from campaigns.models.shown import Shown
from campaigns.models.side import Side


def new_token() -> str:
    """What stands in the link: 256 bits from the system's source of secrets, 43 url-safe characters."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """Under which an invitation is kept: whoever reads the table cannot make the link of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def holds(now: datetime) -> models.Q:
    """That an invitation is neither revoked nor expired nor used up."""
    return models.Q(revoked_at__isnull=True, expires_at__gt=now) & (models.Q(once=False) | models.Q(taken=0))


class Invitation(Shown):
    """The post that it gives, and how long and how often it holds.  taken: how often it was.

    campaign: where the post is; of an offer to play in a tournament there is none, but the tournament.
    made_by: in whose name the post is given; he must still be the umpire when it is taken.
    named: the log-in name of the one person who may take it, without a link; whether anybody bears it is told to nobody.
    declined_at: when he would not; the umpire is not told, for that would tell him too.
    succeeds: the post that is taken over as it stands, from whoever holds it then; none where another is given.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="invitations", null=True, blank=True)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="invitations", null=True, blank=True
    )
    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    kind = models.CharField(max_length=12)
    arm = models.CharField(max_length=20, blank=True)
    title = SentenceField()
    succeeds = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    named = models.CharField(max_length=150, blank=True, db_index=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    once = models.BooleanField(default=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["campaign", "-made_at"], name="invitation_of_campaign")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(campaign__isnull=False, tournament__isnull=True)
                | models.Q(campaign__isnull=True, tournament__isnull=False),
                name="invitation_to_one",
            )
        ]

    def __str__(self) -> str:
        return self.title


def offered_to(user: Any, now: datetime) -> models.QuerySet[Invitation]:
    """What is offered to somebody by his log-in name, the latest first."""
    rows = Invitation.objects.filter(holds(now), named__iexact=user.get_username(), declined_at__isnull=True)
    rows = rows.exclude(campaign__status=Campaign.Status.ENDED)
    return rows.select_related("campaign", "tournament", "side", "made_by", "succeeds__user").order_by(
        "-made_at", "-pk"
    )


def unanswered(tournament: Tournament) -> models.QuerySet[Invitation]:
    """The offers of a tournament that nobody has accepted and nobody has taken back; one that was declined is among them."""
    return Invitation.objects.filter(tournament=tournament, taken=0, revoked_at__isnull=True).order_by("pk")
