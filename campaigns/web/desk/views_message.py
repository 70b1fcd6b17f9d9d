"""The umpire writes to anybody from the board: to all, a side or a seat, in anybody's name, at once, at an hour, or by a rider.

What each commander asked and was answered stands below, and a question is answered here too.
"""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk.seats import commanders_of
from campaigns.desk.threads import threads
from campaigns.errors import status_of
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.messages.umpires_messages import send_umpires_message
from campaigns.web.desk.panel import desk_of, done, shown
from campaigns.web.messages.answer_form import SENT, is_answer, question_of, send_answer
from campaigns.web.messages.event_form import voice_typed, when_typed
from campaigns.web.messages.recipients_form import recipients_typed, whom_in_words
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def message(request: HttpRequest, battle: str) -> HttpResponse:
    """The form of a message; ``?to=`` names a seat, ``?thing=`` a body, whose commander then gets it,
    ``?answer=`` a question."""
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
    answering = question_of(request, facts.seat)
    if answering is not None:
        told = {"answering": answering, "in_panel": True}
        return shown(request, facts, "desk_answer", say("Answer a question"), told, refused)
    ticked = request.POST.getlist("to") if refused else _addressed(request, facts)
    found = threads(facts.seat)
    told = {
        "posts": [post for post in facts.posts if post.kind != "umpire"],
        "ticked": ticked,
        "thread_of": [one for one in found if one.post in ticked],
        "threads": [one for one in found if one.post not in ticked],
        "in_panel": True,
        "key": request.POST.get("key") or secrets.token_urlsafe(12),
    }
    return shown(request, facts, "desk_message", say("Send a message"), told, refused)


def _sent(request: HttpRequest, seat: sight.Seat) -> HttpResponse:
    """Send what was typed, answer the question, or prepare it for its hour."""
    battle, text, key = seat.battle.public_id, request.POST.get("text", "")[:2_001], request.POST.get("key", "")[:65]
    if is_answer(request):
        send_answer(request)
        return done(request, battle, SENT)
    whom = {**recipients_typed(request, seat), **voice_typed(request.POST)}
    names = whom_in_words(request, seat)
    if request.POST.get("when") == "time":
        planned = Planned(text=text, **whom, **when_typed(request.POST, seat))
        prepare_inject(by=request.user, battle=battle, planned=planned, key=key, now=server_time())
        return done(request, battle, say("Prepared. {goes}", goes=say("It will be sent to {names}.", names=names)))
    send_umpires_message(by=request.user, battle=battle, text=text, key=key, now=server_time(), **whom)
    return done(request, battle, say("Sent to {names}.", names=names))


def _addressed(request: HttpRequest, facts: Desk) -> list[str]:
    """The seats that are chosen at first."""
    if wanted := request.GET.get("to", "")[:20]:
        return [post.public_id for post in facts.posts if post.public_id == wanted and post.kind != "umpire"]
    thing = request.GET.get("thing", "")[:64]
    return [post.public_id for post in commanders_of(facts, thing)[:1]] if thing else []
