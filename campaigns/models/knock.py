"""Tries at the door: a name and a password, right or wrong."""

from django.db import models


class Knock(models.Model):
    """How often somebody has tried since a time.

    who: a digest of the address, or of address and name; neither is kept, for people type passwords where names belong.
    """

    who = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=1)
    since = models.DateTimeField(db_index=True)
