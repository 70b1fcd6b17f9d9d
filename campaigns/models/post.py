"""A seat in a campaign, and who holds it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.campaign import Campaign
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.shown import Shown
from campaigns.models.side import Side
from rules.values.sentence import say


class Post(Shown):
    """Umpire, official, General, commander of an arm or of a brigade, or observer.

    side: none for the umpire and an observer.  arm: of a commander; empty where they hold a brigade, the name of the
    command whose bodies they order.  held_until: none while it is held.
    sector: of an umpire, what they are responsible for: ``{"rectangle": [west, south, east, north]}`` in inches, or
    ``{"things": [ids]}``.
    seen_at: when they were last at their desk.
    """

    class Kind(models.TextChoices):
        UMPIRE = "umpire"
        OFFICIAL = "official"
        GENERAL = "general", say("General")
        COMMANDER = "commander"
        OBSERVER = "observer"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="posts")
    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="posts", null=True, blank=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    arm = models.CharField(max_length=20, blank=True)
    brigade = models.CharField(max_length=80, blank=True, default="", db_default="")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="posts")
    title = SentenceField()
    held_from = models.DateTimeField()
    held_until = models.DateTimeField(null=True, blank=True)
    sector = PlainField(default=dict)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "user", "kind", "arm", "brigade"],
                condition=Q(held_until__isnull=True),
                name="post_held_once",
            ),
        ]
        indexes = [models.Index(fields=["user", "held_until"], name="post_of_user")]

    def __str__(self) -> str:
        return self.title

    @property
    def commands(self) -> bool:
        """Whether orders may be expected from it."""
        return self.kind in (self.Kind.GENERAL, self.Kind.COMMANDER)
