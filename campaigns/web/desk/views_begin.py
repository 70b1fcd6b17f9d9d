"""Before a battle begins it is looked over: position, briefings, seats, objectives, clock, options, and what is wrong or missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import objectives as aims
from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.event_offers import owners
from campaigns.desk.injects import Floor, planned
from campaigns.desk.muster import MusterSheet, muster
from campaigns.desk.objectives import objectives_known
from campaigns.desk.prepared import first_moves
from campaigns.desk.seat_list import seat_list
from campaigns.errors import NotUmpire, status_of
from campaigns.usecases.campaigns import preparation
from campaigns.usecases.muster.papers import Papers
from campaigns.web.muster.muster_board import STOPS, FaultLine, fault_lines, map_of
from campaigns.web.muster.muster_rows import rows_of, total
from campaigns.web.muster.options_form import options_form
from campaigns.web.muster.planned import arrival_marks, planned_of
from campaigns.web.page.frame import papers
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

OBSERVER = "observer"


@page
@require_safe
def begin(request: HttpRequest, battle: str) -> HttpResponse:
    """A battle begins where it is looked over."""
    if not sight.find_battle(request.user, battle).is_umpire:
        raise NotUmpire
    return redirect("look-over", battle)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def look_over(request: HttpRequest, battle: str) -> HttpResponse:
    """Everything with which a battle will begin, and the button that begins it; a second press where something is odd."""
    seat = sight.find_umpires_battle(request.user, battle)
    if seat.battle.status != "preparing":
        return redirect("battle", battle)
    sheet = None if seat.battle.on_board else muster(seat, request.user, server_time())
    faults = fault_lines(sheet) if sheet is not None else []
    refused: Refused | None = None
    if request.method == "POST":
        try:
            _begin(request, battle, faults)
            return redirect("desk", battle)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    told = {**papers(seat, "desk"), **_looked_over(seat, sheet, faults), "refused": refused, "typed": request.POST}
    return render(request, "campaigns/look_over.html", told, status=status_of(refused) if refused else 200)


def _begin(request: HttpRequest, battle: str, faults: list[FaultLine]) -> None:
    """One press of *Begin*; where something is odd it must be ticked that the battle begins all the same."""
    odd = [one for one in faults if one.severity != STOPS]
    if odd and not request.POST.get("sure"):
        raise Invalid(of_field("sure", say("tick the box if the battle is to begin all the same")))
    stopped = bool(request.POST.get("stopped"))
    preparation.start_battle(by=request.user, battle=battle, stopped=stopped, now=server_time())
    said = (
        say("The battle has begun. The clock stands until you start it.")
        if stopped
        else say("The battle has begun, and its first move is open.")
    )
    messages.info(request, said)


def _looked_over(seat: sight.Seat, sheet: MusterSheet | None, faults: list[FaultLine]) -> dict[str, Any]:
    """What the page shows."""
    papers_of = sheet.papers if sheet is not None else None
    now, known = server_time(), objectives_known(seat, papers_of.battle.objectives if papers_of is not None else None)
    flags, at = [one for one in known if one.at], reverse("muster", args=[seat.battle.public_id])
    drawn, marks = map_of(sheet, faults, flags, at) if sheet is not None else (None, [])
    start = (sheet or muster(seat)).start
    coming = _planned(seat, papers_of) if papers_of is not None else {}
    seats = seat_list(seat, papers_of) if papers_of is not None else None
    return {
        **coming,
        "plan": drawn,
        "fault_marks": marks,
        "arrival_marks": arrival_marks(planned_of(sheet, coming["planned"]), drawn) if sheet and drawn else [],
        "forces": _forces(seat, start) if drawn is not None else [],
        "faults": faults,
        "stops": [one for one in faults if one.severity == STOPS],
        "odd": [one for one in faults if one.severity != STOPS],
        "readers": [_reader(seat, known, side) for side in (*seat.side_names, OBSERVER)],
        "posts": seats.held if seats is not None else sight.roster(seat),
        "invited": seats.invited if seats is not None else (),
        "empty": seats.empty if seats is not None else (),
        "secret": [one for one in known if one.shown == "umpire"],
        "first": first_moves(
            seat, start, now, papers_of.battle.campaign.sides.all() if papers_of is not None else None
        ),
        "zone": seat.campaign.time_zone,
        "options": [one for one in options_form(seat.rules.book.register(), seat.terms.options) if one.changed],
        "book": seat.rules.book,
    }


def _forces(seat: sight.Seat, start: Mapping[str, Any]) -> list[dict[str, Any]]:
    """How strong each side begins, in words."""
    pieces, names = seat.rules.pieces, seat.side_names
    found = ((side, total(rows_of(pieces, start, side, {}), pieces)) for side in names)
    return [{"key": side, "name": names[side], "in_all": in_all} for side, in_all in found]


def _planned(seat: sight.Seat, of: Papers) -> dict[str, Any]:
    """Who comes and goes and what else is prepared, and what is needed to say it in words; for the umpire alone."""
    start = of.battle.start
    floor = Floor(None, start, {**seat.side_names, **seat.rules.pieces.names(start)})
    return {"planned": planned(seat, of.seats), "names": floor.names, "owners": owners(seat, floor)}


def _reader(seat: sight.Seat, known: tuple[sight.Aim, ...], side: str) -> dict[str, Any]:
    """What a side, or an observer, will read when the battle begins."""
    told = [one for one in known if aims.seen_by({"shown": one.shown, "side": one.side}, side)]
    return {
        "key": side,
        "name": seat.side_names.get(side, say("Observers")),
        "briefing": seat.briefings.get(side, ""),
        "aims": told,
    }
