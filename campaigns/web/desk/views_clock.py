"""The umpire's buttons for the clock: stop, start, extend, end the move, end the interval."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import desk as read_desk
from campaigns.errors import status_of
from campaigns.usecases.clock.clock import close_early, cut_interval, extend_move, pause_clock, resume_clock
from campaigns.usecases.clock.publication_minutes import set_publication
from campaigns.usecases.moves.undisputed import resume_publication, stop_publication
from campaigns.web.desk.panel import desk_of, done, shown
from campaigns.web.desk.views_desk import Pressed, show_desk
from campaigns.web.page.measures import MOST, read_count
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

Hand = Callable[[HttpRequest, str, datetime], Any]


def _minutes(request: HttpRequest) -> int:
    try:
        return read_count(request.POST.get("minutes", ""), said=(1, MOST))
    except ValueError as fault:
        raise Invalid(of_field("minutes", fault.args[0])) from fault


def _move(request: HttpRequest) -> str:
    return request.POST.get("move", "")[:13]


HANDS: Mapping[str, tuple[Hand, str]] = {
    "pause": (
        lambda request, battle, now: pause_clock(
            by=request.user, battle=battle, reason=request.POST.get("reason", ""), minutes=_minutes(request), now=now
        ),
        say("The clock is paused. Everybody has been told why."),
    ),
    "resume": (
        lambda request, battle, now: resume_clock(by=request.user, battle=battle, now=now),
        say("The clock is running again."),
    ),
    "extend": (
        lambda request, battle, now: extend_move(
            by=request.user,
            move=_move(request),
            minutes=_minutes(request),
            reason=request.POST.get("reason", ""),
            key=request.POST.get("key", ""),
            now=now,
        ),
        say("The move has been extended."),
    ),
    "wait": (
        lambda request, battle, now: stop_publication(by=request.user, move=_move(request), now=now),
        say("It waits for you, and is not published by itself."),
    ),
    "go-on": (
        lambda request, battle, now: resume_publication(by=request.user, move=_move(request), now=now),
        say("It is published by itself again, if nothing is to be decided."),
    ),
    "by-itself": (
        lambda request, battle, now: set_publication(
            by=request.user,
            battle=battle,
            minutes=_minutes(request) if request.POST.get("minutes", "").strip() else None,
            now=now,
        ),
        say("It is set, and everybody has been told."),
    ),
    "close": (
        lambda request, battle, now: close_early(by=request.user, move=_move(request), now=now),
        say("The move has ended."),
    ),
    "open": (
        lambda request, battle, now: cut_interval(by=request.user, move=_move(request), now=now),
        say("The move is open."),
    ),
}
"""What may be done to the clock, and the confirmation."""


@page
@require_safe
def hands(request: HttpRequest, battle: str) -> HttpResponse:
    """The forms that pause the clock or extend the move, beside the map."""
    facts = desk_of(request, battle, server_time())
    told = {"key": secrets.token_urlsafe(12), "clock_pressed": None}
    return shown(request, facts, "desk_hands", say("Pause or extend the move"), told)


@page
@require_POST
def clock(request: HttpRequest, battle: str, action: str) -> HttpResponse:
    """One press of one of the clock's buttons; where it is refused, the desk with what was typed and why."""
    if action not in HANDS:
        raise Http404
    hand, said = HANDS[action]
    now = server_time()
    seat = sight.find_battle(request.user, battle)
    before = sight.clock(seat, now) if action == "resume" else None
    if before is not None and before.not_started:
        said = say("The clock has started.")
    try:
        hand(request, battle, now)
    except Refused as refused:
        if not seat.is_umpire or status_of(refused) == 404:
            raise
        typed = {key: request.POST.get(key, "")[:301] for key in ("minutes", "reason")}
        return show_desk(request, read_desk(seat, now), pressed={"clock_pressed": Pressed(action, typed, refused)})
    return done(request, battle, said)
