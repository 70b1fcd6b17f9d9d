"""The caller and invited people: profile, calendar, deadlines, invitations."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.urls import reverse
from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.people.requests import EmptySeats as EmptySeatsAsked
from campaigns.api.people.requests import MailTo, NewInvitation, ProfileChange, Taking
from campaigns.api.people.responses import (
    CalendarOut,
    DeadlineOut,
    EmptySeatOut,
    MadeInvitationOut,
    MailedOut,
    OfferOut,
    ProfileOut,
    WaitingOut,
)
from campaigns.api.shared.responses import InvitationOut, RosterPostOut
from campaigns.desk.commands import empty_seats as listed_empty_seats
from campaigns.desk.invitations import InvitationFact, invitation_fact, invitations
from campaigns.desk.queue import queue
from campaigns.desk.roster import entry_post, roster_post
from campaigns.models import Entrant
from campaigns.serving.reach import link_for_others
from campaigns.sight.overview import overview
from campaigns.usecases.people.empty_seats import invite_to_empty_seats
from campaigns.usecases.people.invitation_mails import mail_invitation
from campaigns.usecases.people.invitations import invite, revoke_invitation, take_invitation
from campaigns.usecases.people.offers import accept_offer, decline_offer
from campaigns.usecases.people.profile import change_profile, feed_token, person_of, renew_feed, shown


class Profile(Endpoint):
    """The caller's profile."""

    @deed("profile", answers=ProfileOut)
    def get(self, request: Request) -> Any:
        """The caller's profile; with the default where nothing was set."""
        return shown(person_of(request.user))

    @deed("change_profile", asks=ProfileChange, answers=ProfileOut)
    def patch(self, request: Request, **given: Any) -> Any:
        """Change the caller's profile; what is left out stays."""
        return shown(change_profile(user=request.user, now=self.now(), **given))


class Calendar(Endpoint):
    """The address at which a program reads the caller's deadlines."""

    @deed("renew_calendar", answers=CalendarOut)
    def post(self, request: Request) -> Any:
        """Give the caller's calendar a new address; the old one stops working now."""
        token = feed_token(renew_feed(user=request.user))
        return {"address": link_for_others(request, reverse("calendar", args=[token]))}


class Deadlines(Endpoint):
    """What the caller has to do by when."""

    @deed("deadlines", answers=DeadlineOut(many=True))
    def get(self, request: Request) -> Any:
        """The caller's deadlines in all campaigns, the next first."""
        return sight.deadlines(request.user, self.now())


class Queue(Endpoint):
    """What waits for the caller as an umpire."""

    @deed("queue", answers=WaitingOut(many=True))
    def get(self, request: Request) -> Any:
        """What waits for the caller in all battles of which they are umpire, the most urgent first; empty for anybody else."""
        return queue(overview(request.user, self.now), sight.notices(request.user), self.now())


class Invitations(Endpoint):
    """The invitations of a campaign."""

    @deed("invitations", answers=MadeInvitationOut(many=True), refuses=(403,))
    def get(self, request: Request, campaign: str) -> Any:
        """The invitations of a campaign, the latest first, with the links that may still be taken; for the umpire."""
        found = invitations(sight.find_campaign(request.user, campaign), self.now())
        return [_with_link(request, one) for one in found]

    @deed("invite", asks=NewInvitation, answers=MadeInvitationOut, status=201, refuses=(403, 409))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Make a link that gives a seat; for the umpire."""
        made = invite(by=request.user, campaign=campaign, now=self.now(), **given)
        return _with_link(request, invitation_fact(made.invitation, self.now()))


class EmptySeats(Endpoint):
    """The seats that nobody holds."""

    @deed("empty_seats", answers=EmptySeatOut(many=True), refuses=(403,))
    def get(self, request: Request, campaign: str) -> Any:
        """The seats that nobody holds and to which no link is open: Generals', brigades', arms'; for the umpire."""
        return listed_empty_seats(sight.find_campaign(request.user, campaign), self.now())

    @deed(
        "invite_to_empty_seats",
        asks=EmptySeatsAsked,
        answers=MadeInvitationOut(many=True),
        status=201,
        refuses=(403, 409),
    )
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Make a link for each of them, all or none; for the umpire."""
        made = invite_to_empty_seats(by=request.user, campaign=campaign, now=self.now(), **given)
        return [_with_link(request, invitation_fact(one.invitation, self.now())) for one in made]


class MailedInvitation(Endpoint):
    """A link that is mailed."""

    @deed("mail_invitation", asks=MailTo, answers=MailedOut, status=202, refuses=(403, 409))
    def post(self, request: Request, invitation: str, address: str) -> Any:
        """Have a link mailed to an address, where mail is set up; for the umpire.

        The answer is the same whether or not anybody has that address.
        """
        return mail_invitation(by=request.user, invitation=invitation, address=address, now=self.now())


def _with_link(request: Request, fact: InvitationFact) -> dict[str, Any]:
    """An invitation with the address of its link, if it has one that may be taken."""
    token = fact.token
    return {**asdict(fact), "address": link_for_others(request, reverse("invitation", args=[token])) if token else ""}


class Invitation(Endpoint):
    """An invitation."""

    @deed("revoke_invitation", answers=InvitationOut, refuses=(403,))
    def delete(self, request: Request, invitation: str) -> Any:
        """Revoke an invitation; seats that were taken by it stay; for the umpire."""
        found = revoke_invitation(by=request.user, invitation=invitation, now=self.now())
        return invitation_fact(found, self.now())


class Offers(Endpoint):
    """What is offered to the caller."""

    @deed("offers", answers=OfferOut(many=True))
    def get(self, request: Request) -> Any:
        """What is offered to the caller: seats, matches and tournaments, the latest first."""
        return sight.offers(request.user, self.now())


class Offer(Endpoint):
    """Something that is offered to the caller."""

    @deed("accept_offer", answers=RosterPostOut, status=201, refuses=(403, 409))
    def post(self, request: Request, offer: str) -> Any:
        """Accept it and hold the seat, or play; refused where the caller may not hold it, and the offer then stays open.

        With the last player of a match its first game begins.  Of a tournament `kind` is `player`, and `id` the
        player's.
        """
        now = self.now()
        taken = accept_offer(user=request.user, offer=offer, now=now)
        return entry_post(taken, now) if isinstance(taken, Entrant) else roster_post(taken)

    @deed("decline_offer", status=204)
    def delete(self, request: Request, offer: str) -> None:
        """Decline it; the caller no longer sees it, and nobody is notified."""
        decline_offer(user=request.user, offer=offer, now=self.now())


class Taken(Endpoint):
    """An invitation taken."""

    @deed("take_invitation", asks=Taking, answers=RosterPostOut, status=201, refuses=(403, 409))
    def post(self, request: Request, token: str) -> Any:
        """Take the seat to which a link invites; refused where the caller may not hold it, and the link then stays open."""
        return roster_post(take_invitation(user=request.user, token=token, now=self.now()))
