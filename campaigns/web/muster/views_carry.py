"""The next battle from the last one: what would carry over, corrected where necessary, and opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.models import Battle, Campaign
from campaigns.usecases.campaigns.carry_over import CarriedOver, carry_over_preview, open_next_battle
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.muster.places import waiting
from campaigns.web.page.frame import next_battle_of
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.contract.pieces import Editable, Pieces
from rules.errors import Invalid, Refused
from rules.values.sentence import joined, of_field, say, say_many, word_of

LIST, ALLOW = "list", "allow"
"""The presses that show the list anew, and that have losses carried over in this campaign."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_carry(request: HttpRequest, battle: str) -> HttpResponse:
    """Carry what a battle has left over to the next; the umpire sees it, corrects it with a reason, and opens it.

    A press on *Show the list* shows it as it would be with other prisoners and places, and creates nothing.
    """
    seat = sight.find_umpires_battle(request.user, battle)
    if next_battle_of(seat) and seat.campaign.carry_over != Campaign.CarryOver.LOSSES:
        return _not_yet(request, seat)
    pieces = seat.rules.pieces
    given = request.POST if request.method == "POST" else request.GET
    exchange, places = given.get("prisoners", "exchanged") == "exchanged", given.get("places") == "kept"
    country = given.get("country", "")[:13]
    over = carry_over_preview(by=request.user, battle=battle, exchange=exchange, places=places, country=country)
    refused: Refused | None = None
    if request.method == "POST" and request.POST.get("act") != LIST:
        try:
            made = open_next_battle(
                by=request.user,
                battle=battle,
                name=request.POST.get("name", ""),
                exchange=exchange,
                places=places,
                change=changes(pieces, over, request.POST),
                reason=request.POST.get("reason", ""),
                briefing=request.POST.get("briefing", ""),
                country=country,
                weight=request.POST.get("weight", "1"),
                now=server_time(),
            )
            tray = waiting(pieces, made.start, made.start.get("country") or {})
            messages.info(request, joined(" ", _gone_over(pieces, over, made, len(tray))))
            return redirect("muster" if tray else "look-over", made.public_id)
        except Refused as fault:
            refused = fault
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "source": seat.battle,
        "starts_new": pieces.starts_new,
        "rows": rows(pieces, over, request.POST if refused else {}),
        "country": seat.battle.country_name if over.source.country_digest else "",
        "countries": sight.countries(request.user, seat.terms.book),
        "exchange": exchange,
        "places": places,
        "typed": {"weight": "1", **{key: given.get(key, "") for key in given}},
        "refused": refused,
    }
    return render(request, "campaigns/battle_carry.html", told, status=status_of(refused) if refused else 200)


def _not_yet(request: HttpRequest, seat: sight.Seat) -> HttpResponse:
    """The page where nothing is carried over in a campaign, and the press that changes this."""
    if request.method != "POST" or request.POST.get("act") != ALLOW:
        return render(
            request, "campaigns/battle_carry_not_yet.html", {"campaign": seat.campaign, "source": seat.battle}
        )
    now, losses = server_time(), Campaign.CarryOver.LOSSES
    change_campaign(by=request.user, campaign=seat.campaign.public_id, carry_over=losses, now=now)
    messages.info(request, say("From now on losses and supplies are carried over in this campaign. Everybody is told."))
    return redirect("battle-carry", seat.battle.public_id)


def _gone_over(pieces: Pieces, over: CarriedOver, made: Battle, tray: int) -> Iterator[str]:
    """What the next battle has of the last, what that cost, and what is still to be put on its map, a sentence for each."""
    bodies = [one["men"] for group, _, one in pieces.every(made.start) if pieces.kind(group).men]
    others = sum(line["over"] > 0 and not pieces.kind(line["group"]).men for line in over.lines)
    yield say_many(
        "{n} body with {men} men and {others} other things are carried over from {name}.",
        "{n} bodies with {men} men and {others} other things are carried over from {name}.",
        len(bodies),
        men=sum(bodies),
        others=others,
        name=over.source.name,
    )
    if (lost := sum(line["began"] for line in over.lines) - sum(bodies)) > 0:
        yield say_many("{n} man is lost.", "{n} men are lost.", lost)
    if tray:
        yield say_many(
            "{n} of them waits under “Without a place”: put it on the map.",
            "{n} of them wait under “Without a place”: put them on the map.",
            tray,
        )
    yield say("The battle has not begun; you look it over first.")


def fields(pieces: Pieces, over: CarriedOver, line: Mapping[str, Any]) -> list[tuple[str, Editable, int]]:
    """What may be corrected of a thing: the name of the field, what it is of, and how much of it would carry over."""
    one = over.start.get(line["group"], {}).get(line["thing"], {})
    found = []
    for field in pieces.editable(line["group"], one):
        if field.key in pieces.asked:
            there = (one.get(field.key) or {}).get(field.part, 0) if field.part else one.get(field.key, 0)
            found.append((f"{line['thing']}-{field.part or field.key}", field, there))
    return found


def called(pieces: Pieces, line: Mapping[str, Any]) -> str:
    """What the thing of a line is called."""
    return pieces.called(line["group"], line["thing"], {key: line.get(key) or "" for key in ("name", "side", "arm")})


def rows(pieces: Pieces, over: CarriedOver, typed: Any) -> list[dict[str, Any]]:
    """Thing by thing: what it began with, what is left, and the field for a correction."""
    found, names = [], pieces.names(over.start)
    for line in over.lines:
        shown = [
            {"name": name, "words": word_of(one.part or one.key), "value": typed.get(name, there)}
            for name, one, there in (fields(pieces, over, line) if line["over"] else ())
        ]
        of_men = pieces.kind(line["group"]).men
        found.append(
            {
                **line,
                "called": names.get(line["thing"]) or called(pieces, line),
                "fields": shown,
                "of_men": of_men,
            }
        )
    return found


def changes(pieces: Pieces, over: CarriedOver, post: Any) -> list[dict[str, Any]]:
    """Typed values that differ from what would carry over."""
    found: list[dict[str, Any]] = []
    for line in over.lines:
        change = {"group": line["group"], "thing": line["thing"]}
        asked = [one for one in fields(pieces, over, line) if one[0] in post]
        for key in dict.fromkeys(field.key for _, field, _ in asked):
            those = [one for one in asked if one[1].key == key]
            typed = {field.part: _count(post, name, called(pieces, line)) for name, field, _ in those}
            if typed != {field.part: there for _, field, there in those}:
                found.append({**change, "key": key, "value": typed.get("", typed)})
    return found


def _count(post: Any, field: str, thing: str) -> int:
    try:
        return read_count(post.get(field, ""))
    except ValueError as fault:
        raise Invalid(of_field(thing, fault.args[0])) from fault
