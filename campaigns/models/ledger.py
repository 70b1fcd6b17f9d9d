"""The money of the campaign: points and supplies change only by entries that name their cause."""

from django.db import models
from django.db.models import Q

from campaigns.models.battle import Battle
from campaigns.models.move import Move
from campaigns.models.plain import SentenceField
from rules.values.sentence import say


class LedgerEntry(models.Model):
    """An amount, signed, on the account of a side.

    move: none for the opening.  account: the thing (or side) whose stock it is.  kind: of stock.
    cause: why; clause: by which rule; line: its place among the entries of the move, from 0.
    """

    side = models.CharField(max_length=20)
    account = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    amount = models.IntegerField()
    cause = SentenceField()
    clause = models.CharField(max_length=40, blank=True)
    line = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        abstract = True


class PointsEntry(LedgerEntry):
    """Points, in whole halves."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="points")
    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="points", null=True, blank=True)

    class Meta:
        verbose_name_plural = say("points entries")
        constraints = [
            models.UniqueConstraint(fields=["move", "account", "kind", "cause", "line"], name="points_once"),
            models.UniqueConstraint(
                fields=["battle", "account", "kind", "cause", "line"],
                condition=Q(move__isnull=True),
                name="opening_points_once",
            ),
        ]


class SupplyEntry(LedgerEntry):
    """Packets of food, forage and ammunition; men, horses and guns.

    passage: whether it came or went with a thing that the umpire put down or took away, so that nobody lost or won it.
    """

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="supplies")
    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="supplies", null=True, blank=True)
    passage = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name_plural = say("supply entries")
        constraints = [
            models.UniqueConstraint(fields=["move", "account", "kind", "cause", "line"], name="supply_once"),
            models.UniqueConstraint(
                fields=["battle", "account", "kind", "cause", "line"],
                condition=Q(move__isnull=True),
                name="opening_supply_once",
            ),
        ]
