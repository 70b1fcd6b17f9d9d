"""The roster of a campaign: who holds which seat and what it commands; the umpire gives seats, makes brigades, ends seats."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.commands import Commands, commands_of, nothing_in
from campaigns.desk.invitations import invitations
from campaigns.errors import NotUmpire, status_of
from campaigns.usecases.campaigns import preparation
from campaigns.usecases.matches.machines import seat_machine
from campaigns.usecases.muster.brigades import MOST_THINGS, put_in_brigade
from campaigns.usecases.people.invitation_rows import OFFER_HOURS
from campaigns.usecases.people.invitations import invite
from campaigns.usecases.people.offers import offer_post, offer_succession
from campaigns.web.matches.views_practice import opponents, read_opponent
from campaigns.web.page.wrapper import page
from rules.books import book
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

KINDS = ("general", "commander", "official", "observer", "umpire")


@page
@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: HttpRequest, campaign: str) -> HttpResponse:
    """Who holds which seat; the umpire gives seats and ends them."""
    seat = sight.find_campaign(request.user, campaign)
    refused: Refused | None = None
    commanded = commands_of(seat) if seat.is_umpire else Commands()
    if request.method == "POST":
        if not seat.is_umpire:
            raise NotUmpire
        try:
            return redirect(_pressed(request, seat, commanded))
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "posts": [{"held": one, "commands": commanded.by_post.get(one.public_id, "")} for one in sight.roster(seat)],
        "offered": [one for one in invitations(seat, server_time()) if one.state == "holds"] if seat.is_umpire else [],
        "kinds": KINDS,
        "machines": opponents_in(seat) if seat.is_umpire else [],
        "arms": book(seat.campaign.book).pieces.arms,
        "commanded": commanded,
        "nobodys": [(side, commanded.nobodys[side]) for side in seat.side_names if side in commanded.nobodys],
        "may_tick": [(seat.side_names[side], those) for side, those in commanded.bodies.items()],
        "ticked": request.POST.getlist("things") if refused else [],
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "campaigns/roster.html", told, status=status_of(refused) if refused else 200)


def opponents_in(seat: sight.Seat) -> list[dict[str, str]]:
    """The machines that play a game that the campaign has or will have."""
    books = {seat.campaign.book, *(battle.terms.book for battle in sight.battles(seat))}
    found = {one["word"]: one for key in sorted(books) for one in opponents(key)}
    return list(found.values())


def _pressed(request: HttpRequest, seat: sight.Seat, commanded: Commands) -> str:
    """One press of one button of the roster; the address that is shown then."""
    sent, campaign = request.POST, seat.campaign.public_id
    here = reverse("roster", args=[campaign])
    if post := sent.get("dismiss", ""):
        preparation.dismiss(by=request.user, post=post[:13], now=server_time())
        return here
    if machine := sent.get("machine", "")[:20]:
        engine, level = read_opponent(machine)
        side = sent.get("side", "")[:40]
        seat_machine(by=request.user, campaign=campaign, side=side, engine=engine, level=level, now=server_time())
        return here
    name = sent.get("user", "").strip()
    if handed := sent.get("hand-over", ""):
        made = offer_succession(by=request.user, post=handed[:13], user=name, now=server_time())
        _say_offered(request, made, name)
        return here
    given: dict[str, Any] = {key: sent.get(key, "")[:81].strip() for key in ("kind", "side", "arm", "brigade")}
    act = sent.get("act", "")
    if things := sent.getlist("things")[: MOST_THINGS + 1]:
        _make_brigade(request, commanded, given, things)
    if act == "brigade":
        if not things:
            raise Invalid(of_field("brigade", say("tick the bodies of the brigade")))
        return f"{here}#h-brigades"
    alone = "" if things else nothing_in(commanded, given["side"], given["brigade"])
    if act == "link":
        invite(by=request.user, campaign=campaign, hours=OFFER_HOURS, now=server_time(), **given)
        here = reverse("invitations", args=[campaign])
    else:
        made = offer_post(by=request.user, campaign=campaign, user=name, now=server_time(), **given)
        _say_offered(request, made, name)
    if alone:
        messages.warning(request, alone)
    return here


def _make_brigade(request: HttpRequest, commanded: Commands, given: dict[str, Any], things: list[str]) -> None:
    """The ticked bodies go into the brigade that was named; refused before anything is offered."""
    if not given["brigade"]:
        raise Invalid(of_field("brigade", say("name the brigade; bodies ticked: {n}", n=len(things))))
    sides = {side for side, those in commanded.bodies.items() if {thing for thing, _, _ in those} & set(things)}
    if given["side"] and sides and sides != {given["side"]}:
        raise Invalid(of_field("side", say("the ticked bodies are of the other side")))
    battle, now = commanded.battle, server_time()
    put_in_brigade(by=request.user, battle=battle, brigade=given["brigade"], things=things, now=now)
    messages.info(request, say("{brigade} is made.", brigade=given["brigade"]))


def _say_offered(request: HttpRequest, made: Any, name: str) -> None:
    if not made.taken:
        messages.info(
            request,
            say(
                "{title} is offered to {name}. The offer is on that player’s first page, to be accepted there.",
                title=made.title,
                name=name,
            ),
        )
