"""The next battle from the last one: what would carry over, corrected where necessary, and opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.usecases.campaigns.carry_over import CarriedOver, carry_over_preview, open_next_battle
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.contract.pieces import Editable, Pieces
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, word_of


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_carry(request: HttpRequest, battle: str) -> HttpResponse:
    """Carry what a battle has left over to the next; the umpire sees it, corrects it with a reason, and opens it."""
    seat = sight.find_umpires_battle(request.user, battle)
    pieces = seat.rules.pieces
    given = request.POST if request.method == "POST" else request.GET
    exchange, places = given.get("prisoners", "exchanged") == "exchanged", given.get("places") == "kept"
    over = carry_over_preview(by=request.user, battle=battle, exchange=exchange, places=places)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            open_next_battle(
                by=request.user,
                battle=battle,
                name=request.POST.get("name", ""),
                exchange=exchange,
                places=places,
                change=changes(pieces, over, request.POST),
                reason=request.POST.get("reason", ""),
                briefing=request.POST.get("briefing", ""),
                country=request.POST.get("country", "")[:13],
                weight=request.POST.get("weight", "1"),
                now=server_time(),
            )
            return redirect("campaign", seat.campaign.public_id)
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "source": seat.battle,
        "rows": rows(pieces, over, request.POST if refused else {}),
        "countries": [one for one in sight.countries(request.user) if one.book == seat.terms.book],
        "exchange": exchange,
        "places": places,
        "typed": {"weight": "1", **{key: given.get(key, "") for key in given}},
        "refused": refused,
    }
    return render(request, "campaigns/battle_carry.html", told, status=status_of(refused) if refused else 200)


def fields(pieces: Pieces, over: CarriedOver, line: Mapping[str, Any]) -> list[tuple[str, Editable, int]]:
    """What may be corrected of a thing: the name of the field, what it is of, and how much of it would carry over."""
    one = over.start.get(line["group"], {}).get(line["thing"], {})
    found = []
    for field in pieces.editable(line["group"], one):
        if field.key in pieces.asked:
            there = (one.get(field.key) or {}).get(field.part, 0) if field.part else one.get(field.key, 0)
            found.append((f"{line['thing']}-{field.part or field.key}", field, there))
    return found


def rows(pieces: Pieces, over: CarriedOver, typed: Any) -> list[dict[str, Any]]:
    """Thing by thing: what it began with, what is left, and the field for a correction."""
    found = []
    for line in over.lines:
        shown = [
            {"name": name, "words": word_of(one.part or one.key), "value": typed.get(name, there)}
            for name, one, there in (fields(pieces, over, line) if line["over"] else ())
        ]
        of_men = pieces.kind(line["group"]).men
        found.append({**line, "called": line["name"] or line["thing"], "fields": shown, "of_men": of_men})
    return found


def changes(pieces: Pieces, over: CarriedOver, post: Any) -> list[dict[str, Any]]:
    """Typed values that differ from what would carry over."""
    found: list[dict[str, Any]] = []
    for line in over.lines:
        change = {"group": line["group"], "thing": line["thing"]}
        asked = [one for one in fields(pieces, over, line) if one[0] in post]
        for key in dict.fromkeys(field.key for _, field, _ in asked):
            those = [one for one in asked if one[1].key == key]
            typed = {field.part: _count(post, name, line) for name, field, _ in those}
            if typed != {field.part: there for _, field, there in those}:
                found.append({**change, "key": key, "value": typed.get("", typed)})
    return found


def _count(post: Any, field: str, line: Any) -> int:
    try:
        return read_count(post.get(field, ""))
    except ValueError as fault:
        raise Invalid(of_field(line["name"] or line["thing"], fault.args[0])) from fault
