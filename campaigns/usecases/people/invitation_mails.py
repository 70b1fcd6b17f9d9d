"""Links that are mailed: an umpire types an address, and the link goes to it by the queue by which all mail goes.

Whether anybody has that address here is neither looked up nor told.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from campaigns.errors import Capped, Unseen, WrongState
from campaigns.locks import lock_campaign
from campaigns.models import Invitation, Mail
from campaigns.models.invitation import holds
from campaigns.usecases.access import read_public_id, umpire_of
from campaigns.usecases.people.accounts import read_address
from rules.errors import Invalid
from rules.values.sentence import of_field, say

A_DAY = timedelta(days=1)
MOST_OF_ONE = 3
"""Mails with one link a day."""

MOST_OF_ONE_UMPIRE = 40
"""Mails with links that one person may have sent a day, in all campaigns."""


def mail_invitation(*, by: Any, invitation: str, address: Any, now: datetime) -> Mail:
    """The umpire has a link mailed to an address.  WrongState where mail is not set up, or the link can no longer be taken."""
    found = Invitation.objects.filter(public_id=read_public_id(invitation, "invitation")).first()
    if found is None or found.campaign_id is None:
        raise Unseen("invitation")
    with transaction.atomic():
        lock_campaign(found.campaign_id)
        umpire_of(by, found.campaign_id, "invitation")
        if not settings.EMAIL_URL:
            raise WrongState(say("Mail is not set up on this site. Copy the link and send it yourself."))
        typed = read_address(address)
        if not typed:
            raise Invalid(of_field("email", say("enter an address like name@example.org")))
        if not Invitation.objects.filter(holds(now), pk=found.pk).exists() or not found.token:
            raise WrongState(say("This link is no longer valid, or cannot be shown again. Create another."))
        _refuse_too_many(by, found, now)
        return Mail.objects.create(
            kind=Mail.Kind.INVITE,
            user=by,
            invitation=found,
            address=typed,
            moment=found.expires_at,
            queued_at=now,
            due_at=now,
        )


def _refuse_too_many(by: Any, found: Invitation, now: datetime) -> None:
    lately = Mail.objects.filter(kind=Mail.Kind.INVITE, queued_at__gt=now - A_DAY)
    if (sent := lately.filter(invitation=found).count()) >= MOST_OF_ONE:
        raise Capped(
            say("This link has been mailed {n} times within a day; {most} are allowed.", n=sent, most=MOST_OF_ONE)
        )
    if (sent := lately.filter(user=by).count()) >= MOST_OF_ONE_UMPIRE:
        said = say("You have had {n} links mailed within a day; {most} are allowed.", n=sent, most=MOST_OF_ONE_UMPIRE)
        raise Capped(said)
