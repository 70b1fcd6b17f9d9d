"""The umpires of a campaign and their sectors."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.sectors import umpires
from campaigns.errors import status_of
from campaigns.usecases.desk.sectors import set_sector
from campaigns.web.page.measures import read_inches
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

EDGES = ("west", "south", "east", "north")


@page
@require_http_methods(["GET", "HEAD", "POST"])
def sectors(request: HttpRequest, campaign: str) -> HttpResponse:
    """Who is responsible for what, and who was last at their desk; any umpire may change it."""
    seat = sight.find_campaign(request.user, campaign)
    shown = umpires(seat)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            post = request.POST.get("post", "")[:13]
            set_sector(by=request.user, post=post, sector=_sector(request.POST), now=server_time())
            return redirect("sectors", campaign)
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "umpires": [{"one": one, **_shown(one, request.POST if refused else {})} for one in shown],
        "refused": refused,
    }
    return render(request, "campaigns/sectors.html", told, status=status_of(refused) if refused else 200)


def _sector(post: Any) -> dict[str, Any]:
    """What was typed: four edges, or a list of names, or nothing."""
    things = [one for one in post.get("things", "").replace(",", " ").split() if one]
    edges = [post.get(edge, "").strip() for edge in EDGES]
    if things and any(edges):
        raise Invalid(of_field("sector", say("give a rectangle or a list, not both")))
    if things:
        return {"things": things}
    if not any(edges):
        return {}
    try:
        return {"rectangle": [read_inches(edge) for edge in edges]}
    except ValueError as fault:
        raise Invalid(of_field("sector", fault.args[0])) from fault


def _shown(one: Any, typed: Any) -> dict[str, Any]:
    """The values of an umpire's form."""
    if typed and typed.get("post") == one.public_id:
        return {**{edge: typed.get(edge, "") for edge in EDGES}, "things": typed.get("things", "")}
    edges = one.sector.get("rectangle") or [""] * 4
    return {
        **{edge: f"{value:g}" if value != "" else "" for edge, value in zip(EDGES, edges, strict=True)},
        "things": " ".join(one.sector.get("things") or ()),
    }
