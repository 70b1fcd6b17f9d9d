"""The next battle out of the last one: what would go over, put right where it must be, and opened."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import NotUmpire, status_of
from campaigns.usecases.campaigns.carrying import CarriedOver, open_next, what_goes_over
from campaigns.web.page.asking import page
from campaigns.web.page.measures import read_count
from campaigns.web.page.showing import PACKETS
from rules.errors import Invalid, Refused


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_carry(request: HttpRequest, battle: str) -> HttpResponse:
    """What a battle has left goes over to the next; the umpire sees it, corrects it with a reason, and opens it."""
    seat = sight.find_battle(request.user, battle)
    if not seat.is_umpire:
        raise NotUmpire
    given = request.POST if request.method == "POST" else request.GET
    exchange, places = given.get("prisoners", "exchanged") == "exchanged", given.get("places") == "kept"
    over = what_goes_over(by=request.user, battle=battle, exchange=exchange, places=places)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            open_next(
                by=request.user,
                battle=battle,
                name=request.POST.get("name", ""),
                exchange=exchange,
                places=places,
                change=changes(over, request.POST),
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
        "rows": rows(over, request.POST if refused else {}),
        "countries": [one for one in sight.countries(request.user) if one.book == seat.terms.book],
        "exchange": exchange,
        "places": places,
        "typed": {"weight": "1", **{key: given.get(key, "") for key in given}},
        "refused": refused,
    }
    return render(request, "campaigns/battle_carry.html", told, status=status_of(refused) if refused else 200)


def rows(over: CarriedOver, typed: Any) -> list[dict[str, Any]]:
    """Thing by thing: what it began with, what is left, and the field in which it may be put right."""
    found = []
    for line in over.lines:
        one = over.start.get(line["group"], {}).get(line["thing"], {})
        fields = []
        if line["over"] and line["group"] == "bodies":
            fields = [("men", "men", line["over"])]
        elif line["over"] and line["group"] in ("waggons", "depots"):
            fields = [(kind, kind, (one.get("packets") or {}).get(kind, 0)) for kind in PACKETS]
        shown = [
            {"name": f"{line['thing']}-{key}", "words": words, "value": typed.get(f"{line['thing']}-{key}", value)}
            for key, words, value in fields
        ]
        found.append({**line, "called": line["name"] or line["thing"], "fields": shown})
    return found


def changes(over: CarriedOver, post: Any) -> list[dict[str, Any]]:
    """What was typed otherwise than it would go over."""
    found: list[dict[str, Any]] = []
    for line in over.lines:
        one = over.start.get(line["group"], {}).get(line["thing"], {})
        change = {"group": line["group"], "thing": line["thing"]}
        if line["group"] == "bodies" and f"{line['thing']}-men" in post:
            men = _count(post, f"{line['thing']}-men", line)
            if men != line["over"]:
                found.append({**change, "key": "men", "value": men})
        packets = dict(one.get("packets") or {})
        if line["group"] in ("waggons", "depots") and f"{line['thing']}-food" in post:
            typed = {kind: _count(post, f"{line['thing']}-{kind}", line) for kind in PACKETS}
            if typed != {kind: packets.get(kind, 0) for kind in PACKETS}:
                found.append({**change, "key": "packets", "value": typed})
    return found


def _count(post: Any, field: str, line: Any) -> int:
    try:
        return read_count(post.get(field, ""))
    except ValueError as fault:
        raise Invalid(f"change: {line['name'] or line['thing']}: {fault}") from fault
