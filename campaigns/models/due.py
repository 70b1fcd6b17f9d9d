"""What falls due, as rows; and the pulse of the sweep that reads them."""

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.move import Move


class Due(models.Model):
    """Something to be done at a time.  generation: of the move's clock when the row was made; of an inject or a courier its number.

    handed_at: of a finding, when a worker was last asked for it.
    """

    class Kind(models.TextChoices):
        WARNING_120 = "warning-120"
        WARNING_60 = "warning-60"
        WARNING_30 = "warning-30"
        CLOSE = "close"
        INTERVAL = "interval"
        RESUME = "resume"
        FIND = "find"
        PUBLISH = "publish"
        COUNT = "count"
        ANSWER = "answer"
        INJECT = "inject"
        COURIER = "courier"

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        VOID = "void"

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="dues")
    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="dues")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    due_at = models.DateTimeField()
    generation = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    handed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "kind", "generation"], name="due_once")]
        indexes = [models.Index(fields=["state", "due_at"], name="due_next")]


class Pulse(models.Model):
    """When the sweep last ran.  mark: the latest time that it has seen; rounds: how often it ran."""

    name = models.CharField(max_length=20, unique=True)
    at = models.DateTimeField()
    mark = models.DateTimeField()
    rounds = models.PositiveBigIntegerField(default=0)
