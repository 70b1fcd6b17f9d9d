"""The account of a campaign: what each battle counted for each side."""

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.campaign import Campaign
from campaigns.models.plain import SentenceField


class Credit(models.Model):
    """An amount on the account of a side: ``numerator`` / ``denominator`` halves of a point, signed.

    battle: none for a handicap.  revision: from 0; a later one corrects what was counted before.
    cause: why; clause: by which rule.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="credits")
    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="credits", null=True, blank=True)
    side = models.CharField(max_length=20)
    numerator = models.BigIntegerField()
    denominator = models.BigIntegerField(default=1)
    cause = SentenceField()
    clause = models.CharField(max_length=40, blank=True)
    revision = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "battle", "side", "revision"], name="credit_once"),
            models.UniqueConstraint(
                fields=["campaign", "side", "revision"],
                condition=models.Q(battle__isnull=True),
                name="handicap_once",
            ),
        ]
