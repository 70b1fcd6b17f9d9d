"""Invitations: the umpire makes a link that gives a seat; the person who opens it takes the seat, under the usual rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import Unseen, WrongState
from campaigns.locks import lock_campaign
from campaigns.models import Campaign, Invitation, Post
from campaigns.models.invitation import digest_of, holds
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_campaign, player_of, read_public_id, umpire_of
from campaigns.usecases.campaigns.preparation import describe_post, give_post, refuse_strange_arm
from campaigns.usecases.matches.matches import take_seat
from campaigns.usecases.news import add_news_of_seats
from campaigns.usecases.people.accounts import NewAccount, create_account
from campaigns.usecases.people.invitation_rows import use_up, write_invitation
from campaigns.usecases.people.replacement import hand_over
from campaigns.usecases.people.tries import count_try, forget_try, key_of
from campaigns.usecases.text_checks import read_whole
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

MOST_HOURS = 24 * 90
"""Hours for which an invitation may be valid."""

MOST_AT_ONCE = 100
"""Valid invitations of one campaign at the same time."""

MOST_BY_A_LINK = 60
"""Seats that one link gives within the span of ``tries``: a link for many may be in the hands of anybody."""


@dataclass(frozen=True)
class Made:
    """A new invitation.  token: of its link, which is not stored but made again for its umpire; empty of an offer."""

    invitation: Invitation
    token: str


def invite(
    *,
    by: Any,
    campaign: str,
    kind: str,
    side: str = "",
    arm: str = "",
    brigade: str = "",
    title: str = "",
    once: bool = True,
    hours: int = 72,
    succeeds: str = "",
    named: str = "",
    now: datetime,
) -> Made:
    """The umpire makes an invitation to a seat.  once: for one person, else until it is revoked; hours: how long it is valid.

    succeeds: the seat that passes to the person who takes the link, as it stands; then kind, side, arm, brigade and
    title are its own.
    named: the log-in name of the only person who may take it (``offers``).
    """
    hours = read_whole(hours, "hours", 1, MOST_HOURS)
    if not isinstance(once, bool):
        raise Invalid(of_field("once", say("true or false is wanted")))
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire_of(by, locked.pk)
        post = _held(locked, succeeds) if succeeds else None
        if post is None:
            refuse_strange_arm(locked, kind, arm)
            row, arm, brigade, title = describe_post(
                locked, kind=kind, side=side, arm=arm, brigade=brigade, title=title
            )
        else:
            row, kind, arm, brigade, title, once = post.side, post.kind, post.arm, post.brigade, post.title, True
        if kind == Post.Kind.UMPIRE and not once:
            raise Invalid(of_field("once", say("a link for an umpire works for one person only")))
        if holding(locked, now).count() >= MOST_AT_ONCE:
            raise WrongState(
                say("There are already {most_at_once} valid invitations. Revoke some first.", most_at_once=MOST_AT_ONCE)
            )
        made = write_invitation(
            by=by, hours=hours, linked=not named, now=now,
            campaign=locked, side=row, kind=kind, arm=arm, brigade=brigade, title=title, succeeds=post, named=named,
            once=once,
        )  # fmt: skip
        add_news_of_seats(locked.pk, row)
    return Made(made, made.token)


def _held(campaign: Campaign, public_id: str) -> Post:
    """A seat of a campaign that somebody holds; Unseen where there is none."""
    rows = Post.objects.filter(campaign=campaign, public_id=read_public_id(public_id, "post"), held_until__isnull=True)
    found = rows.select_related("side").first()
    if found is None:
        raise Unseen("post")
    return found


def holding(campaign: Campaign, now: datetime) -> Any:
    """The invitations of a campaign that may be taken now."""
    return Invitation.objects.filter(holds(now), campaign=campaign)


def revoke_invitation(*, by: Any, invitation: str, now: datetime) -> Invitation:
    """The umpire revokes an invitation; seats that were taken by it stay."""
    rows = Invitation.objects.filter(public_id=read_public_id(invitation, "invitation"))
    found = rows.select_related("campaign", "side").first()
    if found is None or found.campaign_id is None:
        raise Unseen("invitation")
    with transaction.atomic():
        lock_campaign(found.campaign_id)
        umpire_of(by, found.campaign_id, "invitation")
        if rows.filter(revoked_at__isnull=True).update(revoked_at=now):
            add_news_of_seats(found.campaign_id, found.side)
        found.refresh_from_db(fields=["revoked_at", "taken"])
    return found


def find_invitation(token: Any, now: datetime) -> Invitation:
    """The invitation of a link while it is valid; Unseen else, whatever the reason."""
    if not isinstance(token, str) or len(token) > 100:
        raise Unseen("invitation")
    rows = Invitation.objects.filter(holds(now), digest=digest_of(token), campaign__isnull=False)
    found = (
        rows.exclude(campaign__status=Campaign.Status.ENDED)
        .select_related("campaign", "side", "made_by", "succeeds__user")
        .first()
    )
    if found is None:
        raise Unseen("invitation")
    return found


@unlocked
def take_invitation(*, user: Any, token: str, now: datetime) -> Post:
    """Somebody takes the seat to which a link invites.

    The seat is given, or handed over, in the name of the umpire who made the link, by the same use case as without a
    link: a person who may not hold it is refused, and the link stays valid.
    """
    found = find_invitation(token, now)
    with _counted(found, now):
        return take(found, user, now)


@contextmanager
def _counted(found: Invitation, now: datetime) -> Iterator[None]:
    """Around the giving of a seat by a link for many: seats that are given count, one that is refused takes nobody's."""
    if found.once:
        yield
        return
    who = key_of(f"link {found.pk}")
    count_try(who, MOST_BY_A_LINK, now)
    try:
        yield
    except Refused:
        forget_try(who)
        raise


def take(found: Invitation, user: Any, now: datetime) -> Post:
    """The same for an invitation that is known to be valid; where it gives a side of a match, the match may begin."""
    assert found.campaign_id is not None
    with transaction.atomic():
        campaign = lock_campaign(found.campaign_id)
        use_up(found, now)
        _may_still_give(found.made_by, campaign)
        post = _given(found, campaign, user, now)
        take_seat(post, now=now)
    return post


def _may_still_give(giver: Any, campaign: Campaign) -> None:
    """The maker of an invitation must still be the umpire, or, for a match, which a player may open, still be in it."""
    if campaign.purpose == Campaign.Purpose.MATCH:
        player_of(giver, campaign.pk, "campaign")
    else:
        umpire_of(giver, campaign.pk)


def _given(found: Invitation, campaign: Campaign, user: Any, now: datetime) -> Post:
    """The seat of an invitation, handed over as it stands or newly given."""
    if found.succeeds is not None:
        return hand_over(by=found.made_by, post=found.succeeds.public_id, user=user, now=now)
    side = found.side.key if found.side is not None else ""
    return give_post(
        campaign,
        kind=found.kind,
        side=side,
        arm=found.arm,
        brigade=found.brigade,
        title=found.title,
        user=user,
        now=now,
    )


@unlocked
def join(*, token: str, account: NewAccount, now: datetime) -> Post:
    """Somebody without an account makes one and takes the seat, both or neither."""
    found = find_invitation(token, now)
    with _counted(found, now), transaction.atomic():
        return take(found, create_account(account), now)
