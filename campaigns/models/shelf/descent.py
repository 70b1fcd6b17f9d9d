"""What an exercise comes from: kept apart from the exercises, so that it is known when one is changed or deleted."""

from __future__ import annotations

import hashlib

from django.db import models

from campaigns.models.battle import Battle


class Descent(models.Model):
    """One step: the earlier of two was copied, changed, taken out or played, and the later came of it.

    earlier, later: the digest of an exercise, or what ``node_of`` gives for a battle.
    like: whether nothing says so, and it was found by what both hold (``campaigns.usecases.exercises.likeness``).
    """

    earlier = models.CharField(max_length=64, db_index=True)
    later = models.CharField(max_length=64)
    like = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["later", "earlier"], name="descent_once")]

    def __str__(self) -> str:
        return f"{self.earlier[:8]} > {self.later[:8]}"


def node_of(battle: Battle) -> str:
    """A battle among the digests of exercises: the SHA-256 of its public id, in hexadecimal digits."""
    return hashlib.sha256(f"battle {battle.public_id}".encode()).hexdigest()
