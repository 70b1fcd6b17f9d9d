"""The ledger of orders, whose entries are added and never changed; and what is written down and not sent yet."""

from django.conf import settings
from django.db import models

from campaigns.models.move import Move
from campaigns.models.plain import PlainField, SentenceField
from campaigns.models.post import Post
from campaigns.models.shown import Shown


class OrderEntry(Shown):
    """What one thing was ordered to do in one stage of a move; its public id is the number of the receipt.

    orders: all orders of that thing in that stage, in their normal form; empty: no orders, or withdrawn.
    revision: counts through the move for each thing; the highest of a stage that is not late is in force.
    key: made by the client for one press of the button.  digest: SHA-256 of the canonical JSON of move, thing, orders.
    late: came after the move had closed; kept, and of no effect.  reading: the orders in plain words.
    cost, remaining: parts of a move that the last of them costs, and that are left after it, as the receipt said.
    """

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="entries")
    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="entries")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    thing = models.CharField(max_length=64)
    stage = models.CharField(max_length=12, choices=Move.Stage.choices, default=Move.Stage.MOVEMENT)
    revision = models.PositiveIntegerField()
    orders = PlainField(default=list)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    arrived_at = models.DateTimeField()
    committed_at = models.DateTimeField()
    late = models.BooleanField(default=False)
    reading = SentenceField(blank=True)
    warnings = PlainField(default=list)
    cost = models.CharField(max_length=24, blank=True, default="", db_default="")
    remaining = models.CharField(max_length=24, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["move", "thing", "revision"], name="revision_once"),
            models.UniqueConstraint(fields=["move", "post", "key"], name="order_key_once"),
        ]


class FrozenOrders(models.Model):
    """The entries that were in force when a stage of the move closed, in the sequence in which they had come."""

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="frozen")
    entry = models.OneToOneField(OrderEntry, on_delete=models.PROTECT, related_name="frozen")
    stage = models.CharField(max_length=12, choices=Move.Stage.choices, default=Move.Stage.MOVEMENT)
    thing = models.CharField(max_length=64)
    sequence = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "stage", "thing"], name="frozen_once")]
        ordering = ["sequence"]


class OrderDraft(models.Model):
    """What an author would order one thing to do in one stage of a move; it may be changed or deleted at any time.

    It is its author's alone, and nobody else is told of it.  It holds while that stage of the move is under way; after
    that it counts for nothing, and is deleted when its author writes the next one in the same battle.

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
