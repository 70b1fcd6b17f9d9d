"""A battle is taken out as an exercise by its umpire: as a file, or onto the shelf."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.usecases.exercises import shelf as kept
from campaigns.usecases.exercises.faults import Faulty
from campaigns.usecases.exercises.take_out import moves_of
from campaigns.web.exercises.shown import as_file
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def take_out(request: HttpRequest, battle: str) -> HttpResponse:
    """Choose from where, then take the battle out."""
    seat = sight.find_umpires_battle(request.user, battle)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            move = _move(request.POST.get("move", ""))
            if request.POST.get("to") == "shelf":
                made = kept.keep_battle(by=request.user, battle=battle, move=move, now=server_time())
                messages.info(request, say("The exercise is on your shelf. Only you see it until you share it."))
                return redirect("exercise", made.exercise.public_id)
            taken = kept.taken_out(by=request.user, battle=battle, move=move, now=server_time())
            return as_file(taken.data, taken.picture)
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "battle": seat.battle,
        "moves": moves_of(by=request.user, battle=battle),
        "typed": request.POST,
        "refused": refused,
        "faults": refused.faults if isinstance(refused, Faulty) else (),
    }
    return render(request, "campaigns/exercise_take_out.html", told, status=status_of(refused) if refused else 200)


def _move(typed: str) -> int:
    """From which move; 0 for the beginning."""
    try:
        return read_count(typed, 100_000) if typed.strip() else 0
    except ValueError as fault:
        raise Invalid(of_field("move", fault.args[0])) from fault
