"""Invitations: the umpire makes links to seats; a person who opens one makes an account, or logs in, and holds the seat."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.invitations import invitations as listed
from campaigns.errors import NotUmpire, Unseen, status_of
from campaigns.models import Post
from campaigns.models.person import name_of
from campaigns.serving.proxies import address_of
from campaigns.usecases.people.accounts import read_account
from campaigns.usecases.people.invitations import find_invitation, invite, join, revoke_invitation, take_invitation
from campaigns.usecases.people.login_attempts import count_attempt
from campaigns.usecases.people.profile import change_profile
from campaigns.web.page.wrapper import open_page, page
from rules.books import book
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

HOURS = ((24, say("a day")), (72, say("three days")), (168, say("a week")), (720, say("thirty days")))
KINDS = ("commander", "general", "official", "observer", "umpire")
BACKEND = "campaigns.authentication.CountingBackend"


@page
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, campaign: str) -> HttpResponse:
    """The umpire's links: made, listed, revoked.  A new link is shown once, on the answer to the button that made it."""
    seat = sight.find_campaign(request.user, campaign)
    if not seat.is_umpire:
        raise NotUmpire
    refused: Refused | None = None
    link, made = "", None
    if request.method == "POST":
        try:
            if "revoke" in request.POST:
                revoke_invitation(by=request.user, invitation=request.POST["revoke"][:40], now=server_time())
                messages.info(request, say("The invitation is revoked. A player who accepted it keeps the seat."))
                return redirect("invitations", campaign)
            made = invite(by=request.user, campaign=campaign, now=server_time(), **_invited(request))
            link = request.build_absolute_uri(reverse("invitation", args=[made.token]))
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "invitations": listed(seat, server_time()),
        "kinds": KINDS,
        "arms": book(seat.campaign.book).pieces.arms,
        "hours": HOURS,
        "typed": request.POST,
        "refused": refused,
        "link": link,
        "made": made.invitation if made else None,
    }
    return render(request, "campaigns/invitations.html", told, status=status_of(refused) if refused else 200)


def _invited(request: HttpRequest) -> dict[str, Any]:
    """The values of the form."""
    sent = request.POST
    hours = {str(number): number for number, _ in HOURS}.get(sent.get("hours", "72"))
    if hours is None:
        raise Invalid(of_field("hours", say("choose how long the link is valid")))
    if "succeeds" in sent:
        return {"kind": "", "succeeds": sent["succeeds"][:13], "hours": hours}
    given = {key: sent.get(key, "")[:80] for key in ("kind", "side", "arm", "title")}
    return {**given, "once": sent.get("once", "yes") == "yes", "hours": hours}


@sensitive_post_parameters("password", "again")
@open_page
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The page of a link: what it gives, and how to take it.  An expired one is answered like one that never existed."""
    try:
        found = find_invitation(token, server_time())
    except Unseen:
        return render(request, "campaigns/invitation_gone.html", status=404)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            post = _taken(request, token)
            messages.info(request, say("You are {title}. Welcome.", title=post.title))
            return redirect("campaign", post.campaign.public_id)
        except Refused as fault:
            refused = fault
    told = {
        "invitation": found,
        "by": name_of(found.made_by),
        "log_in": f"{reverse('login')}?{urlencode({'next': request.path})}",
        "typed": request.POST,
        "refused": refused,
        "does": DOES[found.kind],
    }
    return render(request, "campaigns/invitation.html", told, status=status_of(refused) if refused else 200)


DOES: dict[str, str] = {
    Post.Kind.UMPIRE: say(
        "You will be umpire: end the moves, enter the measurements, check the results and publish them."
    ),
    Post.Kind.OFFICIAL: say("You will measure for your side."),
    Post.Kind.GENERAL: say("You will command your whole side."),
    Post.Kind.COMMANDER: say("You will command one arm of your side."),
    Post.Kind.OBSERVER: say("You will watch, and see what everybody may see."),
}
"""What each seat does, in a sentence."""


def _taken(request: HttpRequest, token: str) -> Post:
    """The seat, taken by a user who is logged in, or who makes an account here."""
    now = server_time()
    if request.user.is_authenticated:
        return take_invitation(user=request.user, token=token, now=now)
    sent = request.POST
    count_attempt(address=address_of(request), name=f"account {sent.get('username', '')[:150]}", now=now)
    if sent.get("password", "") != sent.get("again", ""):
        raise Invalid(of_field("again", say("the two passwords differ")))
    account = read_account(
        username=sent.get("username", ""),
        password=sent.get("password", ""),
        name=sent.get("name", ""),
        email=sent.get("email", ""),
    )
    post = join(token=token, account=account, now=now)
    login(request, post.user, backend=BACKEND)
    _keep_zone(request, post.user)
    return post


def _keep_zone(request: HttpRequest, user: Any) -> None:
    """Show a newcomer times in the time zone of their device; an invalid one changes nothing."""
    zone = request.POST.get("zone", "")
    try:
        change_profile(user=user, now=server_time(), time_zone=zone)
    except Invalid:
        return
    if zone:
        messages.info(
            request, say("Times are shown in the time zone {zone}. You can change it in your profile.", zone=zone)
        )
