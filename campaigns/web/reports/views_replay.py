"""The replay of a battle, moment by moment, and the opening of its papers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.sight.replay import replay as read_replay
from campaigns.usecases.desk.open_papers import open_papers
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from campaigns.web.reports import replay_page
from campaigns.web.reports.after_frame import kept_after
from rules.errors import Invalid
from rules.values.sentence import of_field, say


@page
@require_safe
def replay(request: HttpRequest, battle: str) -> HttpResponse:
    """One moment of a battle through one pair of eyes, with the truth beside it where that is open."""
    seat = sight.find_battle(request.user, battle)
    try:
        number = read_count(request.GET.get("move", "0"), 999_999)
    except ValueError as fault:
        raise Invalid(of_field("move", fault.args[0])) from fault
    of = request.GET.get("of", "")
    beside = request.GET.get("beside") == "on" and of != "umpire"

    def page_data() -> dict[str, Any]:
        moment = read_replay(seat, number, of, beside=beside)
        return replay_page.shown(moment) if moment is not None else {"moment": None}

    return kept_after(request, "campaigns/replay.html", seat, "replay", page_data)


@page
@require_POST
def papers_open(request: HttpRequest, battle: str) -> HttpResponse:
    """The umpire opens the papers of a battle that is over."""
    open_papers(by=request.user, battle=battle, now=server_time())
    messages.info(request, say("All pages are open. Everybody in the campaign gets a notice, and can read everything."))
    return redirect("replay", battle)
