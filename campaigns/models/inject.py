"""What the umpire has prepared in advance, to be given by the clock."""

from django.db import models
from django.db.models import Q

from campaigns.models.battle import Battle
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.post import Post
from campaigns.models.shown import Shown


class Inject(Shown):
    """A message or a ruling of the umpire's that waits for a move or a time.  [KS-OFF-01]

    number: in the battle.  move_number: when that move opens (a message) or closes (a ruling); at: at that time; one of
    the two.
    heard: of a message, by whom: ``addressees``, ``side`` or ``all``; side and to: which side, or public ids of seats.
    change: of a ruling, as ``Ruling.change`` has it.  revision: raised by each change until it is given.
    why: the reason, if it could not be given.  key: made by the client for one press of the button.
    """

    class Kind(models.TextChoices):
        WORD = "word"
        RULING = "ruling"

    class State(models.TextChoices):
        WAITING = "waiting"
        GIVEN = "given"
        WITHDRAWN = "withdrawn"
        FAILED = "failed"

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="injects")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.WORD)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    move_number = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(null=True, blank=True)
    heard = models.CharField(max_length=12, blank=True)
    side = models.CharField(max_length=20, blank=True)
    to = PlainField(default=list)
    text = models.TextField()
    clause = models.CharField(max_length=40, blank=True)
    change = PlainField(default=dict)
    revision = models.PositiveIntegerField(default=1)
    why = SentenceField(blank=True)
    key = models.CharField(max_length=64)
    written_at = models.DateTimeField()
    given_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "number"], name="inject_once"),
            models.UniqueConstraint(fields=["battle", "by", "key"], name="inject_key_once"),
            models.CheckConstraint(
                condition=Q(move_number__isnull=True, at__isnull=False) | Q(move_number__isnull=False, at__isnull=True),
                name="inject_has_its_time",
            ),
        ]
