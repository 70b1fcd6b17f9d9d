"""What the umpire has prepared in advance: given by the clock, when somebody comes near, or on a press."""

from django.db import models
from django.db.models import Q

from campaigns.models.battle import Battle
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.post import Post
from campaigns.models.ruling import Ruling
from campaigns.models.shown import Shown


class Inject(Shown):
    """A message or a ruling of the umpire's that waits for a move, a time, somebody who comes near, or a press.  [KS-OFF-01]

    number: in the battle.  move_number: when that move opens (a message) or closes (a ruling); at: at that time (a ruling:
    when the move closes that is under way then); near: when somebody comes so near, ``{"at": [x, y], "inches", "side"}``,
    the side empty for any, with a ``thing`` if it must be that one, and an ``edge`` instead of a place.
    At most one of the three; with none it waits for a press.
    voice: in whose name a message comes; rider: where its rider sets out, ``{"at": [x, y]}``; ``{"at": None}`` from nowhere known.
    told: who is told of a ruling: empty for those whom it touches, ``all``, ``nobody``, or the key of a side.
    heard: of a message, by whom: ``addressees``, ``side`` or ``all``; side and to: which side, or public ids of seats.
    change: of a ruling, as ``Ruling.change`` has it, with the ``language`` of whoever prepared it, in which is named who
    arrives without a name.  revision: raised by each change until it is given.
    ruling: what was ruled when it was given, as long as that stands.
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
    near = PlainField(null=True, blank=True)
    voice = models.CharField(max_length=60, blank=True, default="", db_default="")
    rider = PlainField(null=True, blank=True)
    told = models.CharField(max_length=20, blank=True, default="", db_default="")
    revision = models.PositiveIntegerField(default=1)
    why = SentenceField(blank=True)
    key = models.CharField(max_length=64)
    written_at = models.DateTimeField()
    given_at = models.DateTimeField(null=True, blank=True)
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="prepared", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "number"], name="inject_once"),
            models.UniqueConstraint(fields=["battle", "by", "key"], name="inject_key_once"),
            models.CheckConstraint(
                condition=Q(move_number__isnull=True) | Q(at__isnull=True), name="inject_has_one_time"
            ),
        ]
