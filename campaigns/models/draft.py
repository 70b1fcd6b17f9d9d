"""Orders that are written down and not sent yet; they are their author's alone, and nobody else is told of them."""

from django.conf import settings
from django.db import models

from campaigns.models.move import Move
from campaigns.models.plain import PlainField, SentenceField


class OrderDraft(models.Model):
    """What an author would order one thing to do in one stage of a move.  Any may be changed or deleted at any time.

    It holds while that stage of the move is under way; after that it counts for nothing, and is deleted when its author
    writes the next one in the same battle.

    orders: all orders of that thing in that stage, in their normal form.  base_revision: the revision that they replace.
    refusal: why they were refused when they were last judged or sent, as plain data; empty if they are lawful.
    reading, warnings, cost, remaining: as last judged, as in an entry of the ledger; whole: inches of a whole move.
    saved_at: when the orders were written, by which drafts are in sequence; judged_at: when any of it last changed.
    """

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    thing = models.CharField(max_length=64)
    stage = models.CharField(max_length=12, choices=Move.Stage.choices, default=Move.Stage.MOVEMENT)
    orders = PlainField(default=list)
    base_revision = models.PositiveIntegerField(default=0)
    refusal = PlainField(default=dict)
    reading = SentenceField(blank=True)
    warnings = PlainField(default=list)
    cost = models.CharField(max_length=24, blank=True, default="")
    remaining = models.CharField(max_length=24, blank=True, default="")
    whole = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()
    judged_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["move", "author", "thing", "stage"], name="draft_once"),
        ]
        ordering = ["saved_at", "pk"]
