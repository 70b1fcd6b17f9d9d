"""Offers by log-in name: the person accepts, and holds the seat, or plays; nobody gets a seat without agreeing.

Seats are offered here, the sides of a match where it is opened (``matches``), a tournament where players are entered.

An offer is an invitation without a link.  It is made alike, and answered alike, whether or not anybody has the name.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import Unseen
from campaigns.models import Entrant, Invitation, Post
from campaigns.models.invitation import offered_to
from campaigns.unlocked import unlocked
from campaigns.usecases.access import read_public_id
from campaigns.usecases.matches.tournaments import take_entry
from campaigns.usecases.people.invitation_rows import OFFER_HOURS
from campaigns.usecases.people.invitations import invite, take
from campaigns.usecases.text_checks import read_line


@unlocked
def offer_post(
    *,
    by: Any,
    campaign: str,
    user: Any,
    kind: str,
    side: str = "",
    arm: str = "",
    brigade: str = "",
    title: str = "",
    now: datetime,
) -> Invitation:
    """The umpire offers a seat to a person by log-in name; an offer to oneself is accepted at once."""
    called = read_line(user, "user", 150)
    with transaction.atomic():
        made = invite(
            by=by,
            campaign=campaign,
            kind=kind,
            side=side,
            arm=arm,
            brigade=brigade,
            title=title,
            hours=OFFER_HOURS,
            named=called,
            now=now,
        )
        return _offered(by, made.invitation, now)


@unlocked
def offer_succession(*, by: Any, post: str, user: Any, now: datetime) -> Invitation:
    """The umpire offers a seat to a successor, who takes it over as it stands on accepting."""
    called = read_line(user, "user", 150)
    held = Post.objects.select_related("campaign").filter(public_id=read_public_id(post, "post")).first()
    if held is None:
        raise Unseen("post")
    try:
        with transaction.atomic():
            made = invite(
                by=by,
                campaign=held.campaign.public_id,
                kind="",
                hours=OFFER_HOURS,
                succeeds=post,
                named=called,
                now=now,
            )
            return _offered(by, made.invitation, now)
    except Unseen as unseen:
        raise Unseen("post") from unseen


def _offered(by: Any, made: Invitation, now: datetime) -> Invitation:
    """An offer; one to oneself is accepted at once."""
    if made.named == by.get_username():
        take(made, by, now)
        made.refresh_from_db(fields=["taken"])
    return made


@unlocked
def accept_offer(*, user: Any, offer: str, now: datetime) -> Post | Entrant:
    """Somebody accepts an offer of a seat or of a place in a tournament.

    A person who may not have it is refused, and the offer stays open.
    """
    found = _own(user, offer, now)
    return take(found, user, now) if found.tournament is None else take_entry(found, user, now)


def decline_offer(*, user: Any, offer: str, now: datetime) -> None:
    """Somebody declines an offer, and no longer sees it; nobody is told."""
    found = _own(user, offer, now)
    Invitation.objects.filter(pk=found.pk).update(declined_at=now)


def _own(user: Any, offer: str, now: datetime) -> Invitation:
    found: Invitation | None = offered_to(user, now).filter(public_id=read_public_id(offer, "offer")).first()
    if found is None:
        raise Unseen("offer")
    return found
