"""The end of a battle, and of a campaign: requested, read back, and only then done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.objectives import Proposal, objectives_known, proposal
from campaigns.errors import NotUmpire, WrongState, status_of
from campaigns.usecases.campaigns import endings
from campaigns.usecases.text_checks import read_line
from campaigns.web.page.frame import papers
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

DRAWN = "draw"


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_end(request: HttpRequest, battle: str) -> HttpResponse:
    """The umpire ends a battle: who has won and why; read back first, then confirmed by a second press."""
    seat = sight.find_umpires_battle(request.user, battle)
    if seat.battle.status != "running":
        raise WrongState(say("The battle is not running; there is nothing to end."))
    winner = request.POST.get("winner", "")[:20]
    won_by = "" if winner == DRAWN else winner

    def end() -> HttpResponse:
        reason = _may_be_ended(winner, [*seat.side_names, DRAWN], request.POST.get("reason", ""))
        if not request.POST.get("sure"):
            points = endings.points_if_ended(by=request.user, battle=battle, winner=won_by)
            return show(
                reading=say("{side_names} has won.", side_names=seat.side_names[won_by])
                if won_by
                else say("The battle is a draw."),
                points=points,
            )
        endings.end_battle(by=request.user, battle=battle, winner=won_by, reason=reason, now=server_time())
        messages.info(
            request, say("The battle is over. Everybody gets a notice, and the secret seed of the dice is shown.")
        )
        return redirect("after", battle)

    def show(
        refused: Refused | None = None, reading: str = "", points: dict[str, tuple[int, int]] | None = None
    ) -> HttpResponse:
        aims = objectives_known(seat) if not reading else ()
        proposed = proposal(seat, aims) if not reading else None
        typed = request.POST or {"winner": _proposed(proposed)}
        told = {
            "refused": refused,
            "reading": reading,
            "points": points,
            "typed": typed,
            "drawn": DRAWN,
            "proposed": proposed,
            "aims": aims,
        }
        status = status_of(refused) if refused else 200
        return render(request, "campaigns/battle_end.html", {**papers(seat, "desk"), **told}, status=status)

    return _step(request, end, show)


def _proposed(found: Proposal | None) -> str:
    """The choice that the form begins with: what the objectives propose; none where there are none."""
    if found is None or found.winner is None:
        return ""
    return found.winner or DRAWN


def _may_be_ended(winner: str, known: list[str], reason: str) -> str:
    """The reason, once the winner is given; Invalid names the missing field."""
    if winner not in known:
        raise Invalid(of_field("winner", say("choose the winner, or a draw")))
    read: str = read_line(reason, "reason", 300)
    return read


@page
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_end(request: HttpRequest, campaign: str) -> HttpResponse:
    """The umpire ends a campaign that has no battle in progress; nothing can be opened in it afterwards."""
    seat = sight.find_campaign(request.user, campaign)
    if not seat.is_umpire:
        raise NotUmpire
    running = [battle.name for battle in sight.battles(seat) if battle.status == "running"]

    def end() -> HttpResponse:
        if not request.POST.get("sure"):
            raise Invalid(of_field("sure", say("tick the box to confirm")))
        endings.end_campaign(by=request.user, campaign=campaign, now=server_time())
        messages.info(request, say("The campaign is over. Its players can still read its pages."))
        return redirect("campaign", campaign)

    def show(refused: Refused | None = None) -> HttpResponse:
        told = {"seat": seat, "campaign": seat.campaign, "running": running, "refused": refused}
        status = status_of(refused) if refused else 200
        return render(request, "campaigns/campaign_end.html", told, status=status)

    return _step(request, end, show)


def _step(request: HttpRequest, end: Callable[[], HttpResponse], show: Callable[..., Any]) -> HttpResponse:
    """The form on a GET, the request on a POST, and the form with the reason where that is refused."""
    if request.method != "POST":
        shown: HttpResponse = show()
        return shown
    try:
        return end()
    except Refused as refused:
        if status_of(refused) == 404:
            raise
        again: HttpResponse = show(refused)
        return again
