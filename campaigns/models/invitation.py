"""An invitation to a post: whoever has the link takes it."""

import hashlib
import secrets

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.post import Post
from campaigns.models.shown import Shown
from campaigns.models.side import Side


def new_token() -> str:
    """What stands in the link: 256 bits from the system's source of secrets, 43 url-safe characters."""
    return secrets.token_urlsafe(32)


def digest_of(token: str) -> str:
    """Under which an invitation is kept: whoever reads the table cannot make the link of it."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Invitation(Shown):
    """The post that it gives, and how long and how often it holds.  taken: how often it was.

    made_by: in whose name the post is given; he must still be the umpire when it is taken.
    succeeds: the post that is taken over as it stands, from whoever holds it then; none where another is given.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="invitations")
    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    kind = models.CharField(max_length=12)
    arm = models.CharField(max_length=20, blank=True)
    title = models.CharField(max_length=80)
    succeeds = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    once = models.BooleanField(default=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    taken = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["campaign", "-made_at"], name="invitation_of_campaign")]

    def __str__(self) -> str:
        return self.title
