"""What stands on the floor now: rows that mirror the battle's latest position, rewritten at each publication.

``state`` is the thing's plain data in the rules' form; the columns repeat what is searched and shown most.
``side`` is the side that holds it.
"""

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.plain import PlainField
from campaigns.models.shown import Shown


class Thing(Shown):
    """A thing in a battle.  thing: the rules' id for it."""

    thing = models.CharField(max_length=64)
    name = models.CharField(max_length=2000, blank=True)
    side = models.CharField(max_length=20, blank=True)
    state = PlainField(default=dict)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name or self.thing


class Store(Thing):
    """A thing that holds packets."""

    food = models.PositiveIntegerField(default=0)
    forage = models.PositiveIntegerField(default=0)
    ammunition = models.PositiveIntegerField(default=0)
    destroyed = models.BooleanField(default=False)

    class Meta:
        abstract = True


class Body(Thing):
    """Men of one side and one arm under one order."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="bodies")
    arm = models.CharField(max_length=20)
    men = models.PositiveIntegerField(default=0)
    horses = models.PositiveIntegerField(default=0)
    formation = models.CharField(max_length=20, blank=True)
    commander = models.CharField(max_length=80, blank=True)

    class Meta:
        verbose_name_plural = "bodies"
        constraints = [models.UniqueConstraint(fields=["battle", "thing"], name="body_once")]


class Gun(Thing):
    """A gun."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="guns")
    crew = models.CharField(max_length=64, blank=True)
    team_horses = models.PositiveIntegerField(default=0)
    limbered = models.BooleanField(default=False)
    destroyed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "thing"], name="gun_once")]


class Waggon(Store):
    """A supply waggon."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="waggons")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "thing"], name="waggon_once")]


class Depot(Store):
    """A supply depot."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="depots")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "thing"], name="depot_once")]


class Work(Thing):
    """A work begun, done or lost."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="works")
    kind = models.CharField(max_length=20)
    crew = models.CharField(max_length=64, blank=True)
    target = models.CharField(max_length=64, blank=True)
    moves_done = models.PositiveIntegerField(default=0)
    standing = models.CharField(max_length=10, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "thing"], name="work_once")]
