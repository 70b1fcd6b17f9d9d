"""Taking back the move that was submitted last: what depended on it is shown first."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.undo import undo_preview
from campaigns.errors import WrongState, status_of
from campaigns.usecases.desk.undo import undo_move
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, battle: str) -> HttpResponse:
    """What depends on the move that was submitted last; a POST, with a reason and a tick, takes it back."""
    seat = sight.find_battle(request.user, battle)
    found = undo_preview(seat)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            if not request.POST.get("sure"):
                raise Invalid(of_field("sure", say("tick the box to confirm that you have read what depends on it")))
            keep = bool(request.POST.get("keep"))
            reason, move = request.POST.get("reason", ""), request.POST.get("move", "")[:13]
            undo_move(by=request.user, move=move, reason=reason, keep_orders=keep, now=server_time())
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
        else:
            messages.info(request, say("The move is undone and is played again. Everybody gets a notice."))
            return redirect("desk", battle)
    if found is None:
        raise refused or WrongState(say("No move of this battle can be undone."))
    told = {"undo": found, "refused": refused, "typed": request.POST, "zone": seat.campaign.time_zone}
    status = status_of(refused) if refused else 200
    return render(request, "campaigns/undo.html", {**frame(seat, "desk", None), **told}, status=status)
