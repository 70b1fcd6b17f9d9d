"""A force that a side has bought, sealed from the other until both have."""

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.plain import PlainField
from campaigns.models.post import Post
from campaigns.models.shown import Shown


class Muster(Shown):
    """A side's force for a battle.  force: how many of each arm; cost: in halves; digest: SHA-256 of the force."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="musters")
    side = models.CharField(max_length=20)
    by = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+")
    force = PlainField()
    cost = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "side"], name="muster_once")]
