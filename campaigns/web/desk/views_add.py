"""A body from the palette is put down by the umpire: a ruling like any other."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk.clause_search import find_clauses
from campaigns.errors import WrongState, status_of
from campaigns.usecases.muster.put_down import usual_name
from campaigns.web.desk.board_page import may_rule, stands
from campaigns.web.desk.panel import desk_of, done, rule_as_typed, shown
from campaigns.web.desk.views_body import dropped_at
from campaigns.web.page.measures import read_bearing, read_count, read_point
from campaigns.web.page.wrapper import page
from campaigns.words.translation import translated
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def add_body(request: HttpRequest, battle: str) -> HttpResponse:
    """The palette and where it is put down (``?at=``); a POST rules that it is there."""
    facts = desk_of(request, battle, server_time())
    refused: Refused | None = None
    if request.method == "POST":
        try:
            return _added(request, facts)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    told = {
        "palette": palette(facts),
        "sides": facts.seat.side_names.items(),
        "at": request.POST.get("at", "") if refused else dropped_at(request.GET.get("at", "")),
        "may_rule": may_rule(facts),
    }
    return shown(request, facts, "desk_add", say("Add a body"), told, refused)


def palette(facts: Desk) -> list[dict[str, Any]]:
    """What may be put down, under headings: each with what it would be called, by side, as data for the script."""
    pieces, sides, here = facts.seat.rules.pieces, facts.seat.side_names, stands(facts)
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in pieces.templates:
        names = {key: usual_name(pieces, here, one, sides[key]) for key in facts.seat.rules.sides if key in sides}
        heading = pieces.kind(one.parts[0].group).title or say("Bodies")
        groups.setdefault(heading, []).append({"template": one, "names": json.dumps(names)})
    return [{"heading": heading, "offers": offers} for heading, offers in groups.items()]


def _added(request: HttpRequest, facts: Desk) -> HttpResponse:
    """Rule that the chosen body is there."""
    if not may_rule(facts):
        raise WrongState(say("You can rule on it when the move is closed, before the result is published."))
    rule_as_typed(request, [_change(request, facts)])
    return done(request, facts.seat.battle.public_id, say("It is put down."))


def _change(request: HttpRequest, facts: Desk) -> dict[str, Any]:
    """What was chosen, as a ruling has it.  Invalid where it is not understood."""
    post = request.POST
    template = next((one for one in facts.seat.rules.pieces.templates if one.key == post.get("template")), None)
    if template is None:
        raise Invalid(of_field("template", say("choose what is put down")))
    change: dict[str, Any] = {"template": template.key, "side": post.get("side", "")[:20]}
    if name := post.get("name", "").strip():
        change["name"] = name[:80]
    try:
        if post.get("at", "").strip():
            change["at"] = read_point(post["at"])
        if post.get("facing", "").strip():
            change["facing"] = read_bearing(post["facing"])
        numbers = {one.key: post.get(f"n-{template.key}-{one.key}", "").strip() for one in template.counts}
        change["chosen"] = {key: read_count(text) for key, text in numbers.items() if text}
    except ValueError as fault:
        raise Invalid(str(fault)) from fault
    return change


@page
@require_safe
def clauses(request: HttpRequest, battle: str) -> JsonResponse:
    """The clauses of the battle's rulebook in which some words stand, for the field of a ruling."""
    found = find_clauses(sight.find_battle(request.user, battle), request.GET.get("q", "")[:80])
    rows = [{"number": translated(one.number), "title": translated(one.title)} for one in found]
    return JsonResponse(rows, safe=False)
