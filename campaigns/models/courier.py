"""Riders who carry dispatches, where a campaign has them: each on the road until a time, when their fate is decided."""

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.dispatch import Dispatch
from campaigns.models.due import Due
from campaigns.models.move import Move
from campaigns.models.plain import PlainField
from campaigns.models.shown import Shown
from rules.values.sentence import say


class Courier(Shown):
    """A rider with a dispatch for one seat.  A setting of the campaign; the book knows none.  [KS-GENL-03]

    number: among those of the battle, which keys the draws.  to: public id of the seat; side: of the sender.
    line: the two points of the ride, in sixteenths; none where a place was not known.  distance: sixteenths.
    due: the time of arrival; it waits during the ride.  captor: the side that took the rider.  draws: as they were
    made, each with purpose, counter, below and number; danger: enemy bodies within reach of the line when chance was
    drawn.
    """

    class Status(models.TextChoices):
        RIDING = "riding"
        HELD = "held", say("held by the umpire")
        ARRIVED = "arrived"
        LOST = "lost"
        TAKEN = "taken", say("taken by the enemy")

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="couriers")
    dispatch = models.ForeignKey(Dispatch, on_delete=models.PROTECT, related_name="couriers")
    number = models.PositiveIntegerField()
    to = models.CharField(max_length=12)
    side = models.CharField(max_length=20)
    line = PlainField(default=list)
    distance = models.PositiveIntegerField()
    seconds = models.PositiveIntegerField()
    due = models.OneToOneField(Due, on_delete=models.PROTECT, related_name="courier")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.RIDING)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="couriers", null=True, blank=True)
    captor = models.CharField(max_length=20, blank=True)
    draws = PlainField(default=list)
    danger = PlainField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "number"], name="courier_once")]
        indexes = [models.Index(fields=["battle", "status"], name="courier_of_battle")]
