"""The rows of invitations: written, and used up.  The use cases that call these check the permissions."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F

from campaigns.errors import Unseen
from campaigns.models import Invitation
from campaigns.models.invitation import digest_of, holds, new_token, sealed_token

OFFER_HOURS = 24 * 14
"""Hours for which an offer is valid: an invitation to a named person, without a link."""


def write_invitation(*, by: Any, hours: int, linked: bool = False, now: datetime, **given: Any) -> Invitation:
    """A valid invitation.  linked: whether it has a link.  given: ``campaign`` or ``tournament``, and what it gives there."""
    salt = new_token() if linked else ""
    return Invitation.objects.create(
        made_by=by,
        made_at=now,
        expires_at=now + timedelta(hours=hours),
        salt=salt,
        digest=digest_of(sealed_token(salt, settings.SECRET_KEY) if linked else new_token()),
        **given,
    )


def use_up(found: Invitation, now: datetime) -> None:
    """Count one use of an invitation; Unseen where it is no longer valid."""
    if not Invitation.objects.filter(holds(now), pk=found.pk).update(taken=F("taken") + 1):
        raise Unseen("invitation")
