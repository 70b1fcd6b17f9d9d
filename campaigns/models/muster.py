"""The forces of a battle before it: as the umpire writes them, and as a side has bought its own, sealed from the other."""

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


class MusterDraft(models.Model):
    """A start that is being written, and how to go back in it.

    start: in the form of the public test kit; without the country where the battle is on a saved one.
    revision: raised by each change, undo and redo among them.  steps: how to take each step back, the last one last;
    undone: those that may be taken again.  touched: the revision and the things of the last changes, so that one that
    was made on an earlier revision can be told to be of other things.
    handed: the sides whose commanders put their own force down, each with its ``zone`` ([west, south, east, north] in inches)
    and whether it is ``ready``.
    """

    battle = models.OneToOneField(Battle, on_delete=models.CASCADE, related_name="draft")
    start = PlainField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    steps = PlainField(default=list)
    undone = PlainField(default=list)
    touched = PlainField(default=list)
    handed = PlainField(default=dict)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.battle}: {self.revision}"
