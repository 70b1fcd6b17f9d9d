"""What the panel beside the umpire's map is asked for: a part of the desk by itself, or as a page where there is no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk import desk as read_desk
from campaigns.errors import status_of
from campaigns.usecases.desk import rulings
from campaigns.web.page.frame import frame
from campaigns.words.translation import translated
from rules.errors import Refused
from rules.values.sentence import say

BOARD = "X-Board"
"""The header with which the script of the board asks for a part alone."""

REASONS = (
    say("The umpire saw it so"),
    say("A fact was measured wrongly"),
    say("The order was meant otherwise"),
    say("The rules say nothing of this"),
    say("Both sides agreed"),
)
"""The reasons that may be chosen; any other is typed."""


def desk_of(request: HttpRequest, battle: str, now: datetime) -> Desk:
    """The umpire's desk of a battle.  NotUmpire to anybody else."""
    seat = sight.find_umpires_battle(request.user, battle)
    return read_desk(seat, now)


def shown(
    request: HttpRequest,
    facts: Desk,
    part: str,
    heading: str,
    told: Mapping[str, Any],
    refused: Refused | None = None,
    *,
    faulty: bool = False,
) -> HttpResponse:
    """A part of the desk: alone for the script, else as a page.

    part: the name of its template.  faulty: whether a field of it could not be read.
    """
    context = {
        **frame(facts.seat, "desk", facts.clock),
        "part": f"campaigns/parts/{part}.html",
        "part_heading": heading,
        "desk": facts,
        "zone": facts.seat.campaign.time_zone,
        "refused": refused,
        "reasons": REASONS,
        "typed": {**request.POST.dict(), "reason": reason_of(request)} if request.method == "POST" else {},
        "move": facts.clock.move if facts.clock else "",
        **told,
    }
    alone = bool(request.headers.get(BOARD))
    template = context["part"] if alone else "campaigns/desk_part.html"
    answer = render(request, template, context, status=status_of(refused) if refused else 400 if faulty else 200)
    if alone:
        answer[BOARD] = "1"
    return answer


def done(request: HttpRequest, battle: str, said: str) -> HttpResponse:
    """What was asked is done: the words for the script, or back to the desk with them."""
    if request.headers.get(BOARD):
        return HttpResponse(translated(said), content_type="text/plain; charset=utf-8", status=201)
    messages.info(request, said)
    return redirect("desk", battle)


def reason_of(request: HttpRequest) -> str:
    """The reason of a ruling: typed, or else chosen from the list."""
    typed: str = request.POST.get("reason", "")
    return typed if typed.strip() else request.POST.get("reason-listed", "")[:1001]


def rule_as_typed(request: HttpRequest, change: Sequence[Mapping[str, Any]]) -> None:
    """The umpire rules so, for the reason, by the clause and with the ticks of the form that was sent."""
    post = request.POST
    rulings.overrule_finding(
        by=request.user,
        move=post.get("move", "")[:13],
        change=change,
        reason=reason_of(request),
        clause=post.get("clause", "").strip(),
        sure="sure" in post,
        to_all="to_all" in post,
        now=server_time(),
    )
