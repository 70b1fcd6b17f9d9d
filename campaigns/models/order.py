"""The ledger of orders: entries are added and never changed."""

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
