"""Messages between persons: those received, the form to send one, and the umpire's control of couriers.

[KS-GENL-03, KS-GENL-04]
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.injects import recipients
from campaigns.desk.riders import riders
from campaigns.desk.threads import threads
from campaigns.errors import status_of
from campaigns.usecases.messages.couriers import hold_courier, let_courier_through
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.messages.umpires_messages import send_umpires_message
from campaigns.usecases.notices import mark_messages_read
from campaigns.web.messages import courier_form
from campaigns.web.messages.answer_form import SENT, is_answer, question_of, send_answer
from campaigns.web.messages.event_form import voice_typed
from campaigns.web.messages.recipients_form import recipients_typed, whom_in_words
from campaigns.web.page.frame import papers
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import joined, say

ANSWERED = "answered"
"""What is said of a message that answers a question, instead of who received it."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def dispatches(request: HttpRequest, battle: str) -> HttpResponse:
    """The messages so far, as far as the reader has received them; a POST sends one."""
    seat = sight.find_battle(request.user, battle)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            messages.info(request, _sent_to(request, seat, _sent(request, seat)))
            return redirect("dispatches", battle)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    return show_messages(request, seat, refused)


def _sent(request: HttpRequest, seat: sight.Seat) -> str:
    """Send what was typed, as the umpire or as a player; who receives it."""
    by, battle, now = request.user, seat.battle.public_id, server_time()
    text, key = request.POST.get("text", "")[:2_001], request.POST.get("key", "")[:65]
    if seat.is_umpire and is_answer(request):
        send_answer(request)
        return ANSWERED
    if seat.is_umpire:
        whom = {**recipients_typed(request, seat), **voice_typed(request.POST)}
        return send_umpires_message(by=by, battle=battle, text=text, key=key, now=now, **whom).heard
    channel, to = request.POST.get("channel", "")[:20], request.POST.getlist("to")[:40]
    return send_message(by=by, battle=battle, channel=channel, to=to, text=text, key=key, now=now).heard


def _sent_to(request: HttpRequest, seat: sight.Seat, heard: str) -> str:
    """The confirmation that a message has been sent: to whom it went."""
    if heard == ANSWERED:
        return SENT
    if seat.is_umpire:
        return say("Sent to {names}.", names=whom_in_words(request, seat))
    if heard == "courier":
        return say("The courier is on the way.")
    if heard == "all":
        return say("Sent to everybody.")
    if heard == "side":
        return say("Sent to the whole side: {side}.", side=seat.side_names.get(seat.side, seat.side))
    asked = request.POST.getlist("to")
    names = [one.name or one.title for one in sight.messages(seat).addressees if one.post in asked]
    return say("Sent to {names}.", names=joined(", ", names)) if names else say("Sent.")


@page
@require_POST
def courier(request: HttpRequest, battle: str, courier: str, do: str) -> HttpResponse:
    """The umpire holds a courier, or lets one arrive now, with a reason."""
    seat = sight.find_battle(request.user, battle)
    rule = hold_courier if do == "hold" else let_courier_through
    try:
        rule(
            by=request.user,
            battle=battle,
            courier=courier,
            reason=request.POST.get("reason", "")[:301],
            now=server_time(),
        )
        messages.info(request, say("The courier is stopped.") if do == "hold" else say("The courier has arrived."))
        return redirect("dispatches", battle)
    except Refused as fault:
        if not seat.is_umpire or status_of(fault) == 404:
            raise
        return show_messages(request, seat, fault, courier)


def show_messages(request: HttpRequest, seat: sight.Seat, refused: Refused | None, courier: str = "") -> HttpResponse:
    """The page, with what was typed and refused.  courier: the one in question."""
    message_sheet = sight.messages(seat, request.GET.get("of", ""))
    told = {
        **papers(seat, "dispatches", request.GET.get("of", "")),
        "message_sheet": message_sheet,
        **_by_age(seat, message_sheet.heard),
        "arrivals": courier_form.arrivals(message_sheet.addressees, server_time(), seat.campaign.time_zone),
        "rides": courier_form.in_words(seat.campaign.couriers) if message_sheet.channels or seat.is_umpire else [],
        "riders": riders(seat),
        "says": seat.is_umpire and seat.battle.status == "running",
        **_of_umpire(request, seat),
        "pressed": courier,
        "key": request.POST.get("key") or secrets.token_urlsafe(12),
        "refused": refused,
        "zone": seat.campaign.time_zone,
    }
    answer = render(request, "campaigns/dispatches.html", told, status=status_of(refused) if refused else 200)
    _note_read(request, seat)
    return answer


def _by_age(seat: sight.Seat, heard: Sequence[sight.Message]) -> dict[str, Sequence[sight.Message]]:
    """What a player has not read yet, and the rest; the umpire's questions stand in their threads."""
    theirs = [] if seat.is_umpire else [one for one in heard if not one.mine]
    new = theirs[: seat.new_messages]
    return {"new_messages": new, "older_messages": [one for one in heard if one not in new]}


def _of_umpire(request: HttpRequest, seat: sight.Seat) -> dict[str, Any]:
    """What only the umpire's page has: whom they may write to, the threads, and the question that is answered.

    ``?to=`` names the seat that is written to at first.
    """
    typed = {"typed": request.POST, "ticked": request.POST.getlist("to")}
    if not seat.is_umpire or request.GET.get("of"):
        return {"posts": recipients(seat) if seat.is_umpire else (), **typed}
    posts, wanted = recipients(seat), request.GET.get("to", "")[:20]
    if request.method != "POST" and wanted in dict(posts):
        typed = {"typed": {"whom": "posts"}, "ticked": [wanted]}
    return {"posts": posts, **typed, "threads": threads(seat), "answering": question_of(request, seat)}


def _note_read(request: HttpRequest, seat: sight.Seat) -> None:
    """Note that the reader has seen their messages, unless the page renews itself where nobody looks at it."""
    if request.GET.get("of") or request.headers.get("X-Live") == "unseen" or not seat.new_messages:
        return
    with suppress(OperationalError):  # they can be read even while nothing can be saved
        mark_messages_read(user=request.user, battle=seat.battle.public_id, now=server_time())
