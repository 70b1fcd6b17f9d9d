"""An official's page: what they have to measure for the orders of their side.  [KS-OFF-01, KS-OFF-03]"""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import Stale, status_of
from campaigns.usecases.desk.confirmations import confirm
from campaigns.usecases.moves.findings import measure
from campaigns.web.desk.confirm_form import Field, confirm_form, read_confirmed
from campaigns.web.desk.fact_fields import FactsForm
from campaigns.web.desk.facts_form import coin_wanted, facts_form, mark_meanwhile
from campaigns.web.page.events import inputs
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.contract.sentences import counted
from rules.errors import Invalid, Refused
from rules.values.sentence import say


def base_typed(request: HttpRequest) -> int:
    """The revision of the fact sheet that the form showed; 0 for none."""
    base = request.POST.get("base", "")
    return int(base) if base.isascii() and base.isdigit() and len(base) < 7 else 0


def enter_facts(request: HttpRequest, form: FactsForm, now: datetime) -> None:
    """Record the values of a form of facts; Refused where that is not allowed."""
    measure(
        by=request.user,
        move=request.POST.get("move", "")[:13],
        base_revision=base_typed(request),
        orders=form.given,
        move_facts=form.move_facts,
        coin=request.POST.get("coin", "")[:8],
        reason=request.POST.get("reason", "")[:301],
        sure="sure" in request.POST,
        now=now,
    )


@page
@require_http_methods(["GET", "HEAD", "POST"])
def measuring(request: HttpRequest, battle: str) -> HttpResponse:
    """The facts that an official has to measure, each at its order; what they enter is on the umpire's desk at once."""
    now = server_time()
    seat = sight.find_battle(request.user, battle)
    facts = sight.measuring(seat, now, request.GET.get("of", ""))
    if request.method != "POST":
        return _measuring(request, facts)
    if request.POST.get("act") == "confirm":
        return _confirm(request, battle, facts, now)
    form = facts_form(facts, request.POST)
    if form.faulty:
        return _measuring(request, facts, form)
    try:
        enter_facts(request, form, now)
    except Refused as refused:
        if status_of(refused) == 404 or not facts.mine:
            raise
        return _measuring(request, facts, form, refused)
    messages.info(request, say("Saved. The umpire sees it on the desk."))
    return redirect("measuring", battle)


def _confirm(request: HttpRequest, battle: str, facts: sight.Measuring, now: datetime) -> HttpResponse:
    """Confirm what the other side's official reported, or enter another measurement.  [KS-OFF-03]"""
    fields = confirm_form(facts.to_confirm, facts.names, request.POST)
    said = read_confirmed(fields, request.POST)
    if any(one.error for one in fields) or not said:
        refused = None if any(one.error for one in fields) else Invalid(say("Enter at least one measurement."))
        return _measuring(request, facts, refused=refused, fields=fields)
    try:
        done = confirm(by=request.user, move=request.POST.get("move", "")[:13], facts=said, now=now)
    except Refused as refused:
        if status_of(refused) == 404:
            raise
        again = sight.measuring(facts.seat, now)
        return _measuring(request, again, refused=refused, fields=confirm_form(again.to_confirm, again.names))
    messages.info(
        request, say("Confirmed: {confirmed}. Both names are in the record.", confirmed=counted(done.confirmed, "fact"))
    )
    return redirect("measuring", battle)


def _measuring(
    request: HttpRequest,
    facts: sight.Measuring,
    form: FactsForm | None = None,
    refused: Refused | None = None,
    fields: list[Field] | None = None,
) -> HttpResponse:
    """The page, with what was typed and refused."""
    stale, standing = isinstance(refused, Stale), facts_form(facts)
    if stale and form is not None:
        mark_meanwhile(form, standing)
    shown = form or standing
    told = {
        "facts": facts,
        "orders": [
            {
                "order": one,
                "fields": shown.orders[one.measured_key],
                "said": inputs(facts.seat.rules.pieces.in_brief(one.order), facts.names),
            }
            for one in facts.orders
            if shown.orders[one.measured_key]
        ],
        "move_fields": shown.move,
        "long": shown.long,
        "faulty": [one for one in shown.fields if one.error],
        "coin_wanted": coin_wanted(facts),
        "coin": request.POST.get("coin", facts.coin) if form else facts.coin,
        "base": refused.revision if isinstance(refused, Stale) else facts.base_revision,
        "typed": request.POST if form else {},
        "refused": refused,
        "stale": stale,
        "to_confirm": fields if fields is not None else confirm_form(facts.to_confirm, facts.names),
    }
    faulty = (form and form.faulty) or any(one.error for one in fields or ())
    status = status_of(refused) if refused else 400 if faulty else 200
    framed = frame(facts.seat, "measuring", facts.clock, request.GET.get("of", ""))
    return render(request, "campaigns/measuring.html", {**framed, **told}, status=status)
