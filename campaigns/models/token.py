"""A token by which a program calls the API in a user's name."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models

from campaigns.models.shown import Shown
from rules.values.sentence import say


def new_key() -> str:
    """The token that the program sends: 160 bits from the system's source of secrets, forty digits."""
    return secrets.token_hex(20)


def digest_of_key(key: str) -> str:
    """The digest under which a token is stored: the table does not give the token away."""
    return hashlib.sha256(key.encode()).hexdigest()


class Token(Shown):
    """A user's token and when it expires.  start: the first digits, by which its owner recognizes it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=6)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return say("{start}… of {get_username}", start=self.start, get_username=self.user.get_username())
