"""The record of a battle: everything that was done, in its sequence, each entry sealed to the one before."""

from django.db import models

from campaigns.models.battle import Battle
from campaigns.models.plain import PlainField, SentenceField
from rules.values.sentence import say


class RecordEntry(models.Model):
    """An entry; changing or taking out one breaks the chain of digests, and the database refuses both.

    actor: the seat that did it, or ``clock``.  data: what was done.  digest: SHA-256 of the digest before and of the
    canonical JSON of sequence, time, actor, kind and data.
    """

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="record")
    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    actor = SentenceField()
    kind = models.CharField(max_length=30)
    data = PlainField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = say("record entries")
        constraints = [models.UniqueConstraint(fields=["battle", "sequence"], name="record_once")]
        ordering = ["sequence"]
