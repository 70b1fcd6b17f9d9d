"""One of the two sides of a campaign."""

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.plain import SentenceField


class Side(models.Model):
    """Red or Blue.  key: the word by which the rules know it.

    handicap: halves with which it begins the campaign.  time_percent: of a move's allowance that its moves have.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="sides")
    key = models.CharField(max_length=20)
    name = SentenceField()
    briefing = models.TextField(blank=True)
    handicap = models.PositiveIntegerField(default=0)
    time_percent = models.PositiveIntegerField(default=100)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="side_once")]

    def __str__(self) -> str:
        return self.name
