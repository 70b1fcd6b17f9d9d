"""Questions to the umpire: asked on the page of messages, answered at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import desk as read_desk
from campaigns.errors import status_of
from campaigns.usecases.messages.questions import answer_question, ask_umpire
from campaigns.web.desk.views_desk import Pressed, show_desk
from campaigns.web.messages.views_dispatches import show_messages
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say


@page
@require_POST
def ask(request: HttpRequest, battle: str) -> HttpResponse:
    """Somebody asks the umpire a question; a refused one stays in the form."""
    seat = sight.find_battle(request.user, battle)
    key = request.POST.get("key", "")[:65]
    try:
        ask_umpire(
            by=request.user, battle=battle, text=request.POST.get("question", "")[:1_001], key=key, now=server_time()
        )
    except Refused as refused:
        if status_of(refused) in (403, 404):
            raise
        return show_messages(request, seat, refused)
    messages.info(request, say("Sent to the umpire. The answer will appear here."))
    return redirect("dispatches", battle)


@page
@require_POST
def answer(request: HttpRequest, battle: str, question: str) -> HttpResponse:
    """The umpire answers a question; a refused answer stays at the desk."""
    seat, now = sight.find_battle(request.user, battle), server_time()
    text, heard = request.POST.get("text", "")[:1_001], request.POST.get("heard", "")[:12]
    try:
        answer_question(by=request.user, question=question, text=text, heard=heard, now=now)
    except Refused as refused:
        if not seat.is_umpire or status_of(refused) == 404:
            raise
        pressed = Pressed(question, {"text": text, "heard": heard}, refused)
        return show_desk(request, read_desk(seat, now), pressed={"answer_pressed": pressed})
    messages.info(request, say("Answer sent."))
    return redirect(reverse("desk", args=[battle]) + "#desk-work")
