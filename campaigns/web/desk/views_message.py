"""The umpire writes to anybody from the board: to all, a side or a seat, in anybody's name, at once or by a rider."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk.seats import commanders_of
from campaigns.errors import status_of
from campaigns.usecases.messages.umpires_messages import send_umpires_message
from campaigns.web.desk.panel import desk_of, done, shown
from campaigns.web.messages.event_form import voice_typed
from campaigns.web.messages.recipients_form import recipients_typed, whom_in_words
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest, battle: str) -> HttpResponse:
    """The form of a message; ``?to=`` names a seat, ``?thing=`` a body, whose commander then gets it."""
    now = server_time()
    facts = desk_of(request, battle, now)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            return _sent(request, facts.seat)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    told = {
        "posts": [post for post in facts.posts if post.kind != "umpire"],
        "ticked": request.POST.getlist("to") if refused else _addressed(request, facts),
        "key": request.POST.get("key") or secrets.token_urlsafe(12),
    }
    return shown(request, facts, "desk_message", say("Send a message"), told, refused)


def _sent(request: HttpRequest, seat: sight.Seat) -> HttpResponse:
    """Send what was typed."""
    send_umpires_message(
        by=request.user,
        battle=seat.battle.public_id,
        text=request.POST.get("text", "")[:2_001],
        key=request.POST.get("key", "")[:65],
        now=server_time(),
        **recipients_typed(request, seat),
        **voice_typed(request.POST),
    )
    return done(request, seat.battle.public_id, say("Sent to {names}.", names=whom_in_words(request, seat)))


def _addressed(request: HttpRequest, facts: Desk) -> list[str]:
    """The seats that are chosen at first."""
    if wanted := request.GET.get("to", "")[:20]:
        return [post.public_id for post in facts.posts if post.public_id == wanted and post.kind != "umpire"]
    thing = request.GET.get("thing", "")[:64]
    return [post.public_id for post in commanders_of(facts, thing)[:1]] if thing else []
