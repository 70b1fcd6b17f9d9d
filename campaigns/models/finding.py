"""What was measured, the rules' finding, and each side's report of it."""

from django.db import models

from campaigns.models.move import Move
from campaigns.models.plain import PlainField
from campaigns.models.post import Post


class FactSheet(models.Model):
    """The facts that people measured for a move; the highest revision counts.

    orders: by ``<thing>/<place among its orders>``, what was measured for that order.  bound: by the same key, the
    digest of the order that was measured; for an order that replaced it the facts do not count.
    parts: the places of the facts that the umpire took over with it; none of a whole sheet.
    move_facts: what was measured for the move itself.  coin: ``heads`` or ``tails`` of a real coin, or empty.
    """

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="fact_sheets")
    revision = models.PositiveIntegerField()
    by = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    orders = PlainField(default=dict)
    bound = PlainField(default=dict)
    move_facts = PlainField(default=dict)
    coin = models.CharField(max_length=5, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    parts = PlainField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "revision"], name="fact_sheet_once")]


class Confirmation(models.Model):
    """What the other side's official said of facts that one side's had reported.  [KS-OFF-03]

    facts: each with order, key and subject of its place, what was ``reported`` and by which seat, what the other
    ``measured``, and what ``stands``; null where the two differ.
    """

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="confirmations")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    facts = PlainField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "number"], name="confirmation_once")]


class Finding(models.Model):
    """What the rules worked out of a move, as it was published.

    orders: the orders that were adjudicated, in the sequence in which they were given, each with its thing and place.
    The digests are SHA-256 of the canonical JSON of what went in and what came out.
    """

    move = models.OneToOneField(Move, on_delete=models.PROTECT, related_name="finding")
    fence = models.PositiveIntegerField()
    position = PlainField()
    events = PlainField(default=list)
    refused = PlainField(default=list)
    reckoning = PlainField(default=list)
    orders = PlainField(default=list)
    input_digest = models.CharField(max_length=64)
    output_digest = models.CharField(max_length=64)
    edition = models.CharField(max_length=80)
    seed_digest = models.CharField(max_length=64)
    at = models.DateTimeField()


class Report(models.Model):
    """The report of a move to one side (or ``observer``), written when the move was submitted."""

    move = models.ForeignKey(Move, on_delete=models.PROTECT, related_name="reports")
    side = models.CharField(max_length=20)
    data = PlainField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "side"], name="report_once")]
