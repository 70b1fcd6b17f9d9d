"""What people see is named by a random public id, which does not tell what else there is."""

import secrets

from django.db import models


def new_public_id() -> str:
    """Twelve url-safe characters, 72 bits from the system's source of secrets.

    It never begins with a dash: a command would take it for an option, and a spreadsheet for a formula.
    """
    while (drawn := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return drawn


class Shown(models.Model):
    """A row that is named in addresses and in the API, never by its primary key."""

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)

    class Meta:
        abstract = True
