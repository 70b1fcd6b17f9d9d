"""Login attempts, counted by address and name; after too many tries one has to wait.  [RELIABILITY A12, F6]

Nobody can lock another person out: the right password from another address is accepted, and sessions stay valid.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime

from django.db import transaction

from campaigns.models import LoginAttempt
from campaigns.usecases.people.tries import count_try, forget_try, key_of

MOST_FOR_A_NAME = 10
"""Tries of one address at one name."""

MOST_OF_AN_ADDRESS = 100
"""Tries of one address at all names."""


def count_attempt(*, address: str, name: str, now: datetime) -> None:
    """Count a try before it is judged.  TooManyTries where there have been too many."""
    for who, most in _counted(address, name):
        count_try(who, most, now)


def clear_attempts(*, address: str, name: str) -> None:
    """The password was right: forget this try, and the wrong ones before it for this name."""
    (by_name, _), (by_address, _) = _counted(address, name)
    with transaction.atomic():
        LoginAttempt.objects.filter(who=by_name).delete()
        forget_try(by_address)


def _counted(address: str, name: str) -> tuple[tuple[str, int], tuple[str, int]]:
    """The keys under which a try is counted, and the limit of each."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return (key_of(f"{address}\n{folded}"), MOST_FOR_A_NAME), (key_of(address), MOST_OF_AN_ADDRESS)
