"""A campaign: its page, opening one, its roster, its battles."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.back import battles_that_may_go_back
from campaigns.desk.invitations import invited_seats
from campaigns.errors import NotUmpire, Unseen, status_of
from campaigns.usecases.campaigns import preparation
from campaigns.web.messages import courier_form
from campaigns.web.muster.options_form import in_families, options_form
from campaigns.web.muster.scenarios import EMPTY, open_typed, scenarios
from campaigns.web.page.wrapper import page
from rules.books import book
from rules.contract.data import Options
from rules.errors import Refused
from rules.values.sentence import say


@page
@require_safe
def campaign(request: HttpRequest, campaign: str) -> HttpResponse:
    """The page of a campaign: sides, seats, battles, options.  ``?country=`` chooses that of the form of a new battle."""
    seat = sight.find_campaign(request.user, campaign)
    return _campaign(request, seat)


def _campaign(request: HttpRequest, seat: sight.Seat, refused: Refused | None = None) -> HttpResponse:
    rules = book(seat.campaign.book)
    form = options_form(rules.register(), seat.campaign.options)
    battles = sight.battles(seat)
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "book": rules,
        "posts": sight.roster(seat),
        "invited": invited_seats(seat, server_time()) if seat.is_umpire else (),
        "battles": battles,
        "running": any(battle.status == "running" for battle in battles),
        "changed": [one for one in form if one.changed],
        "people": [
            (battle, told)
            for battle in battles
            if battle.status != "ended"
            and (
                told := book(battle.terms.book).people(
                    Options(battle.terms.options), has_map=bool(battle.country_digest)
                )
            )
        ],
        "aims": sight.objectives_by_battle(seat),
        "may_go_back": battles_that_may_go_back(seat) if seat.is_umpire else (),
        "may_delete": seat.campaign.status == "preparing" and all(battle.never_begun for battle in battles),
        "families": in_families(form),
        "couriers": courier_form.in_words(seat.campaign.couriers),
        "briefings": {seat.side_names[key]: text for key, text in seat.briefings.items()}
        or {say("Your briefing"): seat.briefing},
        "scenarios": scenarios(request.user, rules.key) if seat.is_umpire else {},
        "countries": sight.countries(request.user, rules.key) if seat.is_umpire else (),
        "refused": refused,
        "typed": request.POST or {"scenario": EMPTY if request.GET.get("country") else "", **request.GET.dict()},
    }
    return render(request, "campaigns/campaign.html", told, status=status_of(refused) if refused else 200)


@page
@require_POST
def battle_new(request: HttpRequest, campaign: str) -> HttpResponse:
    """Open a battle from an exercise of the shelf, or from pasted JSON; its forces are looked at, or put down, in its muster."""
    seat = sight.find_campaign(request.user, campaign)
    if not seat.is_umpire:
        raise NotUmpire
    try:
        made = open_typed(request.POST, request.user, campaign, seat.campaign.book, server_time())
    except Refused as refused:
        return _campaign(request, seat, refused)
    return redirect("campaign", campaign) if seat.rules.book.on_board else redirect("muster", made.public_id)


@page
@require_POST
def battle_start(request: HttpRequest, battle: str) -> HttpResponse:
    """Begin the battle: the options are fixed, the seed is drawn, the first move opens."""
    seat = sight.find_umpires_battle(request.user, battle)
    try:
        preparation.start_battle(by=request.user, battle=battle, now=server_time())
    except Unseen:
        raise
    except Refused as refused:
        return _campaign(request, seat, refused)
    return redirect("desk", battle)
