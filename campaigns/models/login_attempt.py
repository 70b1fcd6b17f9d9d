"""Log-in attempts: a name and a password, right or wrong."""

from django.db import models


class LoginAttempt(models.Model):
    """How many tries there have been since a time.

    who: a digest of the address, or of address and name; neither is kept, because people type passwords in the field
    for the name.
    """

    who = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=1)
    since = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "campaigns_knock"  # as the release before calls it, which serves while this one is installed
