"""What a book says of the things of a battle: the state of each, and its history."""

from django.db import models
from django.db.models import F, Q

from campaigns.models.battle import Battle
from campaigns.models.move import Move
from campaigns.models.plain import PlainField, SentenceField


class Stood(models.Model):
    """The state of a thing, as its book reports it.

    group, thing: the rules' names for it.  side: that holds it; owner: whose it is, where that is another.  men: none
    of what is not men.  strength, flags: in words.  held: what the ledgers count of it, by kind.  gone: it no longer
    exists.
    """

    group = models.CharField(max_length=64, db_column="group_key")  # no word of SQL
    thing = models.CharField(max_length=64)
    name = SentenceField(blank=True)
    side = models.CharField(max_length=20, blank=True)
    owner = models.CharField(max_length=20, blank=True)
    arm = models.CharField(max_length=20, blank=True)
    men = models.PositiveIntegerField(null=True, blank=True)
    horses = models.PositiveIntegerField(default=0)
    guns = models.PositiveIntegerField(default=0)
    strength = SentenceField(blank=True)
    flags = PlainField(default=list)
    held = PlainField(default=dict)
    gone = models.BooleanField(default=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name or self.thing


class Thing(Stood):
    """The present or last state of a thing: the last of its changes that counts."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="things")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "group", "thing"], name="thing_once")]


THAT_COUNT = Q(move__taken_back_at__isnull=True) & (
    Q(move__isnull=False) | Q(opening=F("battle__beginnings_taken_back"))
)
"""The changes that count: of moves that were not taken back, and of the present beginning."""


class ThingChange(Stood):
    """The state of a thing from a move on, where the move changed it.  move: none for the opening; it ends when that is taken back.

    opening: of one without a move, how often the battle had gone back to preparation before that beginning.
    """

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="thing_changes")
    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="thing_changes", null=True, blank=True)
    opening = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["move", "group", "thing"], name="change_once"),
            models.UniqueConstraint(
                fields=["battle", "group", "thing", "opening"],
                condition=Q(move__isnull=True),
                name="opening_change_once",
            ),
        ]
