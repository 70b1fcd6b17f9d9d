"""Holding an order, or returning it to its commander with a comment; and what becomes of it afterwards."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk, Entered
from campaigns.desk import desk as read_desk
from campaigns.errors import Unseen, status_of
from campaigns.usecases.desk import returned_orders
from campaigns.web.desk.views_desk import Pressed, show_desk
from campaigns.web.page.frame import frame
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

MINUTES = 5
"""Default minutes in the form for a commander to send again."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def return_order(request: HttpRequest, battle: str, number: str) -> HttpResponse:
    """The form for returning or holding an order: its read-back, and the comment."""
    now = server_time()
    seat = sight.find_battle(request.user, battle)
    facts = read_desk(seat, now)
    entry = next((one for one in facts.entries if one.number == number), None)
    if entry is None or facts.clock is None:
        raise Unseen("receipt")
    refused: Refused | None = None
    if request.method == "POST":
        try:
            _carry_out(request, entry, now)
        except Refused as fault:
            refused = fault
        else:
            kept = say("held") if request.POST.get("act") == "hold" else say("returned")
            messages.info(
                request, say("The order of {name} is {kept}. The commander gets a notice.", name=entry.name, kept=kept)
            )
            return redirect("desk", battle)
    return _show(request, facts, entry, refused)


def _carry_out(request: HttpRequest, entry: Entered, now: Any) -> None:
    """Hold the order, or return it."""
    post = request.POST
    given = {
        "by": request.user,
        "move": post.get("move", "")[:13],
        "entry": entry.number,
        "reason": post.get("reason", ""),
        "clause": post.get("clause", "").strip(),
        "now": now,
    }
    if post.get("act") == "hold":
        returned_orders.hold_order(**given)
        return
    try:
        minutes = read_count(post.get("minutes", "").strip() or "0")
    except ValueError as fault:
        raise Invalid(of_field("minutes", fault.args[0])) from fault
    returned_orders.return_order(**given, minutes=minutes)


def _show(request: HttpRequest, facts: Desk, entry: Entered, refused: Refused | None) -> HttpResponse:
    clock = facts.clock
    told = {
        "entry": entry,
        "refused": refused,
        "typed": request.POST,
        "move": clock.move if clock else "",
        "closed": clock is not None and clock.state in ("closed", "fire", "drain"),
        "minutes": request.POST.get("minutes", MINUTES),
        "zone": facts.seat.campaign.time_zone,
    }
    status = status_of(refused) if refused else 200
    return render(request, "campaigns/return_order.html", {**frame(facts.seat, "desk", clock), **told}, status=status)


@page
@require_POST
def decide(request: HttpRequest, battle: str, ruling: str) -> HttpResponse:
    """Release an order that was held or returned, or leave it out, with a reason."""
    seat, now, reason = sight.find_battle(request.user, battle), server_time(), request.POST.get("reason", "")
    do = returned_orders.leave_out if request.POST.get("act") == "leave-out" else returned_orders.release_order
    try:
        do(by=request.user, ruling=ruling, reason=reason, now=now)
    except Refused as refused:
        if not seat.is_umpire or status_of(refused) == 404:
            raise
        pressed = Pressed(ruling, {"reason": reason[:1001]}, refused)
        return show_desk(request, read_desk(seat, now), pressed={"decide_pressed": pressed})
    return redirect("desk", battle)
