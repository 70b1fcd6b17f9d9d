"""What the umpire decides, citing a clause, perhaps against the finding."""

from django.db import models

from campaigns.models.move import Move
from campaigns.models.plain import PlainField
from campaigns.models.post import Post
from campaigns.models.shown import Shown


class Ruling(Shown):
    """A ruling; it is never changed, only revoked by another.

    touches: keys of the sides that are shown it.  change: ``{"thing", "orders", "readings"}`` of an order corrected
    (readings: each of them in words; none in older rulings), or
    ``{"changes": [{"group", "thing", "key", "value", "was"}]}`` of a finding overruled, or ``{"thing", "stage",
    "entry", "until"}`` of an order held, or returned to its commander: the entry's public id, and until when they may
    send another although the move is closed, if they may.
    """

    class Kind(models.TextChoices):
        CORRECT_ORDER = "correct-order"
        OVERRULE = "overrule"
        RESTORE = "restore"
        HOLD = "hold"
        RETURN = "return"

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    by = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="rulings")
    at = models.DateTimeField()
    reason = models.CharField(max_length=1000)
    clause = models.CharField(max_length=40, blank=True)
    touches = PlainField(default=list)
    change = PlainField(default=dict)
    revokes = models.OneToOneField("self", on_delete=models.PROTECT, related_name="revoked_by", null=True, blank=True)
