"""An invitation to a seat: anybody who has the link may take it."""

import base64
import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from campaigns.models.campaign import Campaign
from campaigns.models.match import Tournament
from campaigns.models.plain import SentenceField
from campaigns.models.post import Post
from campaigns.models.shown import Shown
from campaigns.models.side import Side

SEALED = "campaigns.invitation"
"""The purpose of the secret by which tokens are made of salts."""


def new_token() -> str:
    """A token: 256 bits from the system's source of secrets, 43 url-safe characters."""
    return secrets.token_urlsafe(32)


def sealed_token(salt: str, secret: str | bytes) -> str:
    """The token of a salt under a secret of the site's: an HMAC-SHA256, 43 url-safe characters.

    Neither the salt without the secret nor the secret without the salt gives it away.
    """
    seal = salted_hmac(SEALED, salt, secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(seal).decode().rstrip("=")


def digest_of(token: str) -> str:
    """The digest under which an invitation is stored: the table does not give the link away."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def holds(now: datetime) -> models.Q:
    """The condition that an invitation is neither revoked nor expired nor used up."""
    return models.Q(revoked_at__isnull=True, expires_at__gt=now) & (models.Q(once=False) | models.Q(taken=0))


class Invitation(Shown):
    """The seat that it gives, and for how long and how often.  taken: how often it was.

    campaign: where the seat is; of an offer to play in a tournament there is none, but the tournament.
    made_by: in whose name the seat is given; they must still be the umpire when it is taken.
    named: the log-in name of the one person who may take it, without a link; nobody learns whether a user has that
    name.
    arm, brigade: as ``Post`` has them.
    salt: of which, with the site's secret, the token in the link is made again; empty where it cannot be, and of offers.
    declined_at: when it was declined; the umpire is not told, because that would show that the name exists.
    succeeds: the seat that is taken over as it stands, from its holder at that time; none where a new one is given.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="invitations", null=True, blank=True)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="invitations", null=True, blank=True
    )
    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    kind = models.CharField(max_length=12)
    arm = models.CharField(max_length=20, blank=True)
    brigade = models.CharField(max_length=80, blank=True, default="", db_default="")
    title = SentenceField()
    succeeds = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    named = models.CharField(max_length=150, blank=True, db_index=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    salt = models.CharField(max_length=43, blank=True, default="", db_default="")
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

    @property
    def token(self) -> str:
        """The token in its link; empty where it cannot be made again: it has no salt, or the site has another secret since."""
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) if self.salt else ():
            made = sealed_token(self.salt, secret)
            if digest_of(made) == self.digest:
                return made
        return ""


def offered_to(user: Any, now: datetime) -> models.QuerySet[Invitation]:
    """What is offered to a person by their log-in name, the latest first."""
    rows = Invitation.objects.filter(holds(now), named__iexact=user.get_username(), declined_at__isnull=True)
    rows = rows.exclude(campaign__status=Campaign.Status.ENDED)
    return rows.select_related("campaign", "tournament", "side", "made_by", "succeeds__user").order_by(
        "-made_at", "-pk"
    )


def to_commands(campaign_id: int, now: datetime) -> models.QuerySet[Invitation]:
    """The invitations to seats that give orders and that nobody has taken yet: links and offers, of all sides.

    A hand-over is none of them: its seat is held until it is taken.
    """
    rows = Invitation.objects.filter(holds(now), campaign_id=campaign_id, taken=0, succeeds__isnull=True)
    return rows.filter(kind__in=[Post.Kind.GENERAL, Post.Kind.COMMANDER]).select_related("side").order_by("pk")


def unanswered(tournament: Tournament) -> models.QuerySet[Invitation]:
    """The offers of a tournament that are neither accepted nor taken back; declined ones are included."""
    return Invitation.objects.filter(tournament=tournament, taken=0, revoked_at__isnull=True).order_by("pk")
