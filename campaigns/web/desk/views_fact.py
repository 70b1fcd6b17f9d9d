"""The facts that one line of the strip wants, in the panel beside the map: typed there, and saved without a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.errors import Stale, Unseen, status_of
from campaigns.measurements import Place
from campaigns.usecases.desk.facts import measure_part
from campaigns.web.desk.fact_fields import FactField, FactsForm
from campaigns.web.desk.facts_form import facts_form, mark_meanwhile
from campaigns.web.desk.panel import desk_of, done, shown
from campaigns.web.desk.strip import number_of
from campaigns.web.desk.strip_lines import side_of
from campaigns.web.desk.views_measurements import base_typed
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say

GROUPS = "groups"
"""The kind of need that is not given thing by thing."""


@dataclass(frozen=True)
class Asked:
    """What a line asks: the fields of an order, or one of the move.  key: of the order's facts, else empty."""

    of: str
    key: str
    name: str
    thing: str
    reading: str
    number: str
    fields: list[FactField]


@page
@require_http_methods(["GET", "HEAD", "POST"])
def fact(request: HttpRequest, battle: str) -> HttpResponse:
    """The form of the facts of an order (``?of=o.<key>``) or of one of the move (``?of=m.<key>.<subject>``); a POST saves them."""
    facts = desk_of(request, battle, server_time())
    of = (request.POST.get("of") or request.GET.get("of", ""))[:200]
    form = facts_form(facts, request.POST if request.method == "POST" else None)
    asked = _asked(facts, form, of)
    refused: Refused | None = None
    if request.method == "POST" and not any(one.error for one in asked.fields):
        try:
            return _saved(request, facts, form, asked)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    if isinstance(refused, Stale):
        mark_meanwhile(form, facts_form(facts))
    told = {
        "asked": asked,
        "side": side_of(facts, asked.thing) if asked.thing else "",
        "long": form.long,
        "base": refused.revision if isinstance(refused, Stale) else facts.base_revision,
        "begin": next((one.id for one in asked.fields if one.error or one.need.open), ""),
        "alone": bool(request.headers.get("X-Board")),
    }
    return shown(
        request, facts, "desk_fact", say("Measure"), told, refused, faulty=any(one.error for one in asked.fields)
    )


def _asked(facts: Desk, form: FactsForm, of: str) -> Asked:
    """What is asked under a name.  Unseen where nothing of that name is needed."""
    for order in facts.orders:
        if f"o.{order.measured_key}" == of and form.orders.get(order.measured_key):
            entry = next((one for one in facts.entries if one.in_force and one.thing == order.thing), None)
            reading = order.reading if order.corrected else entry.reading if entry else ""
            fields = _in_panel(form.orders[order.measured_key])
            number = number_of(facts)[order.measured_key]
            return Asked(of, order.measured_key, order.name, order.thing, reading, number, fields)
    for one in form.move:
        if one.name == of:
            return Asked(of, "", one.need.name, one.need.subject, "", "", _in_panel([one]))
    raise Unseen("fact")


def _in_panel(fields: list[FactField]) -> list[FactField]:
    for one in fields:
        one.panel = True
    return fields


def _saved(request: HttpRequest, facts: Desk, form: FactsForm, asked: Asked) -> HttpResponse:
    """Record what was typed of these facts; all others stay as they are."""
    measure_part(
        by=request.user,
        move=request.POST.get("move", "")[:13],
        base_revision=base_typed(request),
        facts=dict(_given(form, one, asked.key) for one in asked.fields),
        sure="sure" in request.POST,
        now=server_time(),
    )
    return done(request, facts.seat.battle.public_id, say("Saved: {name}.", name=asked.name or say("the facts")))


def _given(form: FactsForm, one: FactField, key: str) -> tuple[Place, Any]:
    """The place of a fact and its value as it was typed; none where its field was left empty."""
    if key:
        return Place(key, one.need.key), form.given.get(key, {}).get(one.need.key)
    found = form.move_facts.get(one.need.key)
    if one.need.kind == GROUPS:
        return Place("", one.need.key), found
    return Place("", one.need.key, one.need.subject), (found or {}).get(one.need.subject)
