"""Login attempts, counted by address and name; after too many tries one has to wait.  [RELIABILITY A12, F6]

A try is counted before the password is checked, by one conditional update, so that fifty tries at once are fifty.
Nobody can lock another person out: the right password from another address is accepted, and sessions stay valid.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from campaigns.errors import TooManyTries
from campaigns.models import LoginAttempt

SPAN = timedelta(minutes=15)
"""The span within which tries are counted."""

MOST_FOR_A_NAME = 10
"""Tries of one address at one name."""

MOST_OF_AN_ADDRESS = 100
"""Tries of one address at all names."""


def count_attempt(*, address: str, name: str, now: datetime) -> None:
    """Count a try before it is judged.  TooManyTries where there have been too many."""
    for who, most in _counted(address, name):
        if not _count(who, most, now):
            since = LoginAttempt.objects.filter(who=who).values_list("since", flat=True).first() or now
            raise TooManyTries(since + SPAN - now)


def clear_attempts(*, address: str, name: str) -> None:
    """The password was right: forget this try, and the wrong ones before it for this name."""
    (by_name, _), (by_address, _) = _counted(address, name)
    with transaction.atomic():
        LoginAttempt.objects.filter(who=by_name).delete()
        LoginAttempt.objects.filter(who=by_address, count__gt=0).update(count=F("count") - 1)


def _counted(address: str, name: str) -> tuple[tuple[str, int], tuple[str, int]]:
    """The keys under which a try is counted, and the limit of each."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return (_digest(f"{address}\n{folded}"), MOST_FOR_A_NAME), (_digest(address), MOST_OF_AN_ADDRESS)


def _digest(text: str) -> str:
    key = settings.SECRET_KEY.encode()
    return hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _count(who: str, most: int, now: datetime) -> bool:
    """Count a try; whether it is allowed."""
    tries = LoginAttempt.objects.filter(who=who)
    if tries.filter(since__gt=now - SPAN, since__lte=now + SPAN, count__gte=most).exists():
        return False
    if tries.filter(Q(since__lte=now - SPAN) | Q(since__gt=now + SPAN)).update(count=1, since=now):
        return True
    for _ in range(2):
        if tries.filter(count__lt=most).update(count=F("count") + 1) or _first(who, now):
            return True
    return False


def _first(who: str, now: datetime) -> bool:
    """Count the first try; whether it was the first.  Rows that are too old to count are deleted."""
    LoginAttempt.objects.filter(since__lte=now - SPAN).delete()
    try:
        with transaction.atomic():
            LoginAttempt.objects.create(who=who, since=now)
    except IntegrityError:
        return False
    return True
