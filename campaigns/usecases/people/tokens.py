"""Tokens of the API: made for a name and a password, with an expiry, listed for and revoked by their owner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from campaigns.clock import hear, steady_seconds, time_column
from campaigns.compiled_queries import Prepared
from campaigns.errors import Unseen
from campaigns.models import Token
from campaigns.models.token import digest_of_key, new_key
from campaigns.usecases.access import read_public_id

LASTS = timedelta(days=90)
"""How long a token is valid."""

MOST = 20
"""Valid tokens of one person at the same time; the oldest is replaced by a new one."""


def make_token(*, user: Any, now: datetime) -> tuple[str, Token]:
    """A new token: its text, which is returned only here and not stored, and its row.  Expired tokens are deleted."""
    key = new_key()
    with transaction.atomic():
        Token.objects.filter(user=user, expires_at__lte=now).delete()
        kept = list(
            Token.objects.filter(user=user).order_by("-made_at", "-pk").values_list("pk", flat=True)[: MOST - 1]
        )
        Token.objects.filter(user=user).exclude(pk__in=kept).delete()
        made = Token.objects.create(
            user=user, digest=digest_of_key(key), start=key[:6], made_at=now, expires_at=now + LASTS
        )
    return key, made


def find_token(key: str, now: Callable[[], datetime]) -> Token | None:
    """The token that was sent, with its user; none where it is unknown, revoked, or expired.

    now: tells the time, which a database with a clock of its own tells in the same query.
    """
    began = steady_seconds()
    found = _tokens(digest_of_key(key))
    if found:
        hear(getattr(found[0], "asked_at", None), began)
    return next((one for one in found if one.expires_at > now()), None)


_tokens = Prepared(
    lambda digest: (
        Token.objects.select_related("user")
        .filter(digest=digest, user__is_active=True)
        .annotate(**time_column())
        .order_by("pk")
    ),
    str,
)


def tokens_of(user: Any, now: datetime) -> list[Token]:
    """The valid tokens of somebody, the latest first."""
    return list(Token.objects.filter(user=user, expires_at__gt=now).order_by("-made_at", "-pk"))


def revoke_token(*, user: Any, token: str) -> None:
    """Revoke one of somebody's tokens."""
    gone, _ = Token.objects.filter(user=user, public_id=read_public_id(token, "token")).delete()
    if not gone:
        raise Unseen("token")


def revoke_tokens(*, user: Any) -> None:
    """Revoke all tokens of somebody."""
    Token.objects.filter(user=user).delete()
