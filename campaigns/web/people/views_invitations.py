"""Invitations: the umpire makes links to seats; a person who opens one makes an account, or logs in, and holds the seat."""

from __future__ import annotations

from typing import Any

from django.conf import settings
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
from campaigns.desk.commands import commands_of, empty_seats, nothing_in
from campaigns.desk.invitations import InvitationFact
from campaigns.desk.invitations import invitations as listed
from campaigns.errors import NotUmpire, Unseen, status_of
from campaigns.models import Post
from campaigns.models.person import name_of
from campaigns.serving.proxies import address_of
from campaigns.serving.reach import link_for_others
from campaigns.usecases.people.accounts import read_account
from campaigns.usecases.people.empty_seats import invite_to_empty_seats
from campaigns.usecases.people.invitation_mails import mail_invitation
from campaigns.usecases.people.invitations import (
    MOST_AT_ONCE,
    find_invitation,
    invite,
    join,
    revoke_invitation,
    take_invitation,
)
from campaigns.usecases.people.login_attempts import count_attempt
from campaigns.usecases.people.profile import change_profile
from campaigns.web.page.wrapper import open_page, page
from rules.books import book
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say, say_many

HOURS = ((24, say("a day")), (72, say("three days")), (168, say("a week")), (720, say("thirty days")))
KINDS = ("commander", "general", "official", "observer", "umpire")
BACKEND = "campaigns.authentication.CountingBackend"


@page
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, campaign: str) -> HttpResponse:
    """The umpire's links: made, listed, copied, mailed, revoked."""
    seat = sight.find_campaign(request.user, campaign)
    if not seat.is_umpire:
        raise NotUmpire
    refused: Refused | None = None
    link, made = "", None
    if request.method == "POST":
        try:
            if _acted(request, campaign):
                return redirect("invitations", campaign)
            given = _invited(request)
            made = invite(by=request.user, campaign=campaign, now=server_time(), **given)
            if given.get("brigade") and (alone := nothing_in(commands_of(seat), given["side"], given["brigade"])):
                messages.warning(request, alone)
            link = link_for_others(request, reverse("invitation", args=[made.token]))
        except Refused as fault:
            refused = fault
    empty = empty_seats(seat, server_time())
    rows = [_with_link(request, one) for one in listed(seat, server_time())]
    links = _in_order(seat, [row for row in rows if row["link"]])
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "preparing": next((one for one in sight.battles(seat) if one.status == "preparing"), None),
        "invitations": rows,
        "open": [row for row in links if not row["fact"].succeeds],
        "taking_over": [row for row in links if row["fact"].succeeds],
        "empty": empty,
        "mailed": bool(settings.EMAIL_URL),
        "brigades": dict.fromkeys(one.brigade for one in empty if one.brigade),
        "kinds": KINDS,
        "arms": book(seat.campaign.book).pieces.arms,
        "hours": HOURS,
        "typed": request.POST,
        "refused": refused,
        "link": link,
        "made": made.invitation if made else None,
    }
    return render(request, "campaigns/invitations.html", told, status=status_of(refused) if refused else 200)


def _in_order(seat: sight.Seat, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Links as they are sent: side by side, the General's first, the others as they were made.  rows: the latest first."""
    sides = ["", *seat.side_names]
    as_made = rows[::-1]
    return sorted(as_made, key=lambda row: (sides.index(row["fact"].side), row["fact"].kind != Post.Kind.GENERAL))


def _with_link(request: HttpRequest, one: InvitationFact) -> dict[str, Any]:
    """An invitation, with the address of its link if it may be taken."""
    link = link_for_others(request, reverse("invitation", args=[one.token])) if one.token else ""
    return {"fact": one, "link": link}


def _acted(request: HttpRequest, campaign: str) -> bool:
    """Carry out a button that makes no single link; whether it was one."""
    sent, now = request.POST, server_time()
    if "revoke" in sent:
        revoke_invitation(by=request.user, invitation=sent["revoke"][:40], now=now)
        messages.info(request, say("The invitation is revoked. A player who accepted it keeps the seat."))
    elif "mail" in sent:
        mail_invitation(by=request.user, invitation=sent["mail"][:40], address=sent.get("email", "")[:255], now=now)
        messages.info(request, say("The link is on its way."))
    elif sent.get("act") == "every":
        keys = sent.getlist("seats")[:MOST_AT_ONCE]
        made = invite_to_empty_seats(by=request.user, campaign=campaign, keys=keys, hours=_hours(request), now=now)
        messages.info(request, say_many("{n} link is made.", "{n} links are made.", len(made)))
    else:
        return False
    return True


def _hours(request: HttpRequest) -> int:
    hours = {str(number): number for number, _ in HOURS}.get(request.POST.get("hours", "72"))
    if hours is None:
        raise Invalid(of_field("hours", say("choose how long the link is valid")))
    return hours


def _invited(request: HttpRequest) -> dict[str, Any]:
    """The values of the form."""
    sent = request.POST
    hours = _hours(request)
    if "succeeds" in sent:
        return {"kind": "", "succeeds": sent["succeeds"][:13], "hours": hours}
    given = {key: sent.get(key, "")[:81].strip() for key in ("kind", "side", "arm", "brigade", "title")}
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
            return redirect(_seated_at(post))
        except Refused as fault:
            refused = fault
    told = {
        "invitation": found,
        "by": name_of(found.made_by),
        "log_in": f"{reverse('login')}?{urlencode({'next': request.path})}",
        "typed": request.POST,
        "refused": refused,
        "does": DOES[BRIGADE if found.brigade else found.kind],
    }
    return render(request, "campaigns/invitation.html", told, status=status_of(refused) if refused else 200)


def _seated_at(post: Post) -> str:
    """Where somebody who has taken a seat goes on: to the battle that is being fought, else to the campaign."""
    battles = [battle for held in sight.posts_of(post.user, {post.campaign_id}) for battle in held.battles]
    running = [battle.public_id for battle in battles if battle.status == "running"]
    if running:
        return reverse("battle", args=running[-1:])
    return reverse("campaign", args=[post.campaign.public_id])


BRIGADE = "brigade"

DOES: dict[str, str] = {
    Post.Kind.UMPIRE: say(
        "You will be umpire: end the moves, enter the measurements, check the results and publish them."
    ),
    Post.Kind.OFFICIAL: say("You will measure for your side."),
    Post.Kind.GENERAL: say("You will command your whole side."),
    Post.Kind.COMMANDER: say("You will command one arm of your side."),
    BRIGADE: say("You will command one brigade of your side."),
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
