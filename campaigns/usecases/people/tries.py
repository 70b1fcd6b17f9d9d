"""Tries, counted by who makes them within a span of time; after too many of them one has to wait.  [RELIABILITY A12, F6]

A try is counted before it is judged, by one conditional update, so that fifty tries at once are fifty.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from campaigns.errors import Broken, InAMoment, Lossy, TooManyTries
from campaigns.models import LoginAttempt

SPAN = timedelta(minutes=15)
"""The span within which tries are counted."""

MOST_UPLOADS = 30
"""Uploads of one person that were refused."""


@contextmanager
def refused_counts(by: Any, now: datetime) -> Iterator[None]:
    """Around the reading and keeping of an upload: one that is refused counts, whatever it holds, and whatever for.

    One that is kept does not, nor one of which the sender is asked whether they mean it, nor what failed here.
    """
    who = key_of(f"uploads {by.pk}")
    count_try(who, MOST_UPLOADS, now)
    try:
        yield
    except (Broken, InAMoment, Lossy):
        forget_try(who)
        raise
    forget_try(who)


def count_refused_upload(user_id: int, now: datetime) -> None:
    """The same for an upload that was kept and is refused by whoever reads it later."""
    _count(key_of(f"uploads {user_id}"), MOST_UPLOADS, now)


def count_try(who: str, most: int, now: datetime) -> None:
    """Count a try before it is judged.  TooManyTries where there have been too many.  who: as ``key_of`` gives it."""
    if not _count(who, most, now):
        since = LoginAttempt.objects.filter(who=who).values_list("since", flat=True).first() or now
        raise TooManyTries(since + SPAN - now)


def forget_try(who: str) -> None:
    """One try was right, or is not to be counted."""
    LoginAttempt.objects.filter(who=who, count__gt=0).update(count=F("count") - 1)


def key_of(text: str) -> str:
    """Under what tries are counted: a digest, for nothing that was typed is kept."""
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
