"""Reinforcements and departures: who comes and who goes, when and where, planned before a battle or while it runs."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import event_offers
from campaigns.desk.injects import Floor, InjectFact, floor
from campaigns.desk.injects import injects as read_injects
from campaigns.errors import status_of
from campaigns.sight.thing import things_seen
from campaigns.usecases.messages.triggers import EDGES
from campaigns.web.board import plan
from campaigns.web.messages.event_form import OWN, arrival_stands, event_typed
from campaigns.web.messages.views_injects import changed_of, ended, keep
from campaigns.web.page import thing_view
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.ground.underlay import as_it_stands
from rules.values.sentence import say

NEAR_ENOUGH = {"near_inches": 6, "reaches_inches": 6}
"""Within how many inches somebody is near, as the forms propose it."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def arrivals(request: HttpRequest, battle: str) -> HttpResponse:
    """What is planned, and the forms of an arrival and of a departure."""
    seat, now = sight.find_battle(request.user, battle), server_time()
    found, on_floor = read_injects(seat), floor(seat, now)
    changed = changed_of(found, request.POST.get("inject") or request.GET.get("change", ""))
    refused = None
    if request.method == "POST":
        try:
            if not ended(request, changed, now):
                keep(request, seat, event_typed(request.POST, seat), changed, now)
            return redirect("arrivals", battle)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    coming = event_offers.planned_arrivals(seat, on_floor, found.injects)
    told = {
        "planned": [one for one in found.injects if one.moves_something],
        "names": on_floor.names,
        "arrivals": event_offers.arrivals(seat),
        "departures": event_offers.departures(seat, on_floor),
        "entrances": event_offers.entrances(seat, on_floor),
        "brigades": event_offers.brigades(seat, on_floor),
        "edges": EDGES,
        "forms": _forms(request, refused, on_floor, changed, seat.campaign.time_zone),
        "changed": changed,
        "refused": refused,
        "acting": "depart" if request.POST.get("act") == "depart" else "arrive",
        "key": secrets.token_urlsafe(12),
        "zone": seat.campaign.time_zone,
        "movers": event_offers.movers(seat, on_floor, found.injects),
        "strengths": event_offers.strengths(seat, coming),
        "owners": event_offers.owners(seat, on_floor),
        **_drawn(seat, on_floor, chain.from_iterable(coming.values())),
    }
    status = status_of(refused) if refused else 200
    return render(request, "campaigns/arrivals.html", {**frame(seat, "desk", on_floor.clock), **told}, status=status)


def _forms(
    request: HttpRequest, refused: Refused | None, on_floor: Floor, changed: InjectFact | None, zone: str
) -> dict[str, dict[str, Any]]:
    """The values of both forms: what was typed in the one that was refused, what stands of one that is changed, else the next move."""
    under_way = on_floor.clock.number if on_floor.clock is not None else 1
    forms: dict[str, dict[str, Any]] = {
        one: {"when": "move", "move_number": under_way, "told": OWN if one == "arrive" else "", **NEAR_ENOUGH}
        for one in ("arrive", "depart")
    }
    act = request.POST.get("act", "") if refused is not None else ""
    if act in forms:
        forms[act] |= request.POST.dict()
    elif changed is not None and changed.arrives_or_departs:
        stands = arrival_stands(changed, zone)
        forms[changed.arrives_or_departs] |= {k: one for k, one in stands.items() if one != "" or k not in NEAR_ENOUGH}
    return forms


def _drawn(seat: sight.Seat, on_floor: Floor, coming: Iterable[sight.Thing]) -> dict[str, Any]:
    """The map on which a place is pressed, with what is to come, faint; none where people measure and nothing has a place."""
    things = thing_view.on_the_plan(things_seen(seat.rules.pieces, on_floor.position, truth=True))
    things += [{**one, "faint": True} for one in thing_view.on_the_plan(coming)]
    size, country = seat.terms.options.get("map_size_ft"), as_it_stands(on_floor.position)
    under = sight.under_battle(seat)
    drawn = plan.draw_plan(things, size, country=country, picture=under) if things or country else None
    return {"plan": drawn, "plan_title": say("The floor, on which you press a place")}
