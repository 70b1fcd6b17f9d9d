"""Players who are not persons: the built-in opponents, and the engines that the host has installed."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from campaigns.models.move import Move
from campaigns.models.plain import SentenceField
from campaigns.models.shown import Shown
from rules.values.sentence import say


class Machine(Shown):
    """A player who is not a person.  user: the account that holds its seats and signs its orders; nobody can log in with it.

    engine: who computes the move, the book itself or an engine of the host's.  level: its strength, 1 the weakest.
    """

    class Engine(models.TextChoices):
        BUILT_IN = "house", say("the built-in opponent")
        UCI = "uci", say("the engine of this server")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="machine")
    engine = models.CharField(max_length=8, choices=Engine.choices)
    level = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["engine", "level"], name="machine_once")]

    def __str__(self) -> str:
        return str(self.user)


class Answer(models.Model):
    """A machine's answer to a move that it has to order; one for each move.

    fence: raised by each claim; a claim that no longer holds it orders nothing.  attempts: since it was last asked.
    failed: why it was given up, in words; empty until then.
    """

    move = models.OneToOneField(Move, on_delete=models.PROTECT, related_name="answer")
    fence = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    failed = SentenceField(blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["claimed_at"],
                condition=Q(answered_at__isnull=True),
                name="answer_claimed",
            )
        ]
