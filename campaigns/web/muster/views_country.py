"""Countries: the list, one of them on its sheet, the map editor, and the export as GeoJSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import NotYours, status_of
from campaigns.strictjson import loads
from campaigns.usecases.muster import countries as saved
from campaigns.usecases.muster.country_drafts import BEGUN, drop_country_draft
from campaigns.usecases.pictures.underlays import copy_to_country
from campaigns.web.board import plan
from campaigns.web.board.underlay import in_inches
from campaigns.web.page.file_names import saved_as
from campaigns.web.page.measures import read_decimal
from campaigns.web.page.wrapper import page
from rules.books import book
from rules.contract.data import Country
from rules.errors import Invalid, Refused
from rules.ground import features
from rules.ground.country_file import read_country
from rules.ground.doubts import doubts
from rules.ground.features import SORTS, TITLES
from rules.values.sentence import apart, joined, of_field, say

MOST_TOLD = 8
"""Doubts that are told one by one after a country is saved."""

PLACE = re.compile(r"country\.([a-z_]+)\.([^.:]+)((?:\.[a-z0-9_]+)*)")
"""The place of a refusal in a country: the group, the id, and the key."""


@page
@require_safe
def countries(request: HttpRequest) -> HttpResponse:
    """The countries that the reader may play on."""
    known = sight.countries(request.user)
    told = {
        "mine": [one for one in known if one.mine],
        "house": [one for one in known if one.built_in],
        "surveys": sight.surveys_under_way(request.user),
    }
    return render(request, "campaigns/countries.html", told)


@page
@require_safe
def country(request: HttpRequest, country: str) -> HttpResponse:
    """One country on its sheet, with the report of its import."""
    found = sight.find_country(request.user, country)
    lies = sight.under_country(request.user, country)
    drawn = plan.draw_plan(things_of(found.data), country=found.data, picture=lies)
    told = {
        "country": found,
        "plan": drawn,
        "plan_title": say("Plan of {name}", name=found.name),
        "report": found.report,
        "campaigns": _that_may_fight_on(request.user, found.book),
        "counts": [(title, len(found.data[key])) for key, title in TITLES.items() if found.data.get(key)],
    }
    return render(request, "campaigns/country.html", told)


def _that_may_fight_on(user: Any, book: str) -> list[sight.CampaignFact]:
    """The campaigns under a book that somebody umpires and in which another battle may be created."""
    held = [post.campaign for post in sight.posts_of(user) if post.kind == "umpire"]
    return [
        one
        for one in held
        if one.book == book and one.purpose == "campaign" and one.status != "ended" and not one.result
    ]


def things_of(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The things of a country that are no part of its ground, as things on the plan."""
    return [
        {"thing": key, "arm": sort.sign, **one, "name": features.listed(key, one.get("name"))}
        for sort in SORTS
        for key, one in (data.get(sort.key) or {}).items()
        if sort.sign
    ]


# -- drawing -----------------------------------------------------------------------------------------


@page
@require_http_methods(["GET", "HEAD", "POST"])
def new_map(request: HttpRequest) -> HttpResponse:
    """Make a new country in the map editor."""
    if request.method == "POST":
        return _save(request, None)
    return _map_editor_page(request, None, BEGUN, "")


@page
@require_http_methods(["GET", "HEAD", "POST"])
def map_editor(request: HttpRequest, country: str) -> HttpResponse:
    """Change a country in the map editor; one of the product as a copy."""
    found = sight.find_country(request.user, country)
    if request.method == "POST":
        return _save(request, found)
    name = found.name if found.mine else say("{name}, a copy", name=found.name)[:120]
    return _map_editor_page(request, found, found.data, name)


def _save(request: HttpRequest, found: sight.CountrySheet | None) -> HttpResponse:
    """Save what was drawn; a refusal is shown with everything that was drawn."""
    name, drawn = request.POST.get("name", ""), request.POST.get("data", "")
    now = server_time()
    try:
        data = loads(drawn)
        if found is not None and found.mine and not request.POST.get("copy"):
            base = request.POST.get("base", "")[:64]
            made = saved.change_country(
                by=request.user, country=found.public_id, name=name, data=data, base=base, now=now
            )
        else:
            made = saved.create_country(by=request.user, name=name, data=data, now=now)
            if found is not None:
                copy_to_country(of=found.public_id, to=made, by=request.user, now=now)
        drop_country_draft(by=request.user, country=found.public_id if found is not None else "")
    except NotYours:
        raise
    except Refused as refused:
        return _map_editor_page(request, found, drawn, name, refused)
    messages.info(request, say("The country is saved."))
    told = doubts(read_country(made.data, "country"))
    if told:
        more = [say("and {n} more", n=len(told) - MOST_TOLD)] if len(told) > MOST_TOLD else []
        messages.warning(request, say("Look at this: {told}.", told=joined("; ", (*told[:MOST_TOLD], *more))))
    return redirect("country", made.public_id)


def _map_editor_page(
    request: HttpRequest, found: sight.CountrySheet | None, drawn: Any, name: str, refused: Refused | None = None
) -> HttpResponse:
    """The page of the map editor.  drawn: the country as plain data, or as it was sent; what was drawn and not saved goes before it."""
    kept = sight.drawn_by(request.user, found.public_id if found is not None else "")
    if kept is not None and refused is None:
        drawn, name = kept.data, kept.name or name
    field, said = apart(refused.sentence) if refused else ("", "")
    place = PLACE.fullmatch(field)
    lies = sight.under_country(request.user, found.public_id) if found is not None else None
    if refused and place:
        refused.sentence = of_field(joined(", ", (TITLES.get(place[1], place[1]), place[2])), said)
    told = {
        "country": found,
        "drawn": drawn
        if isinstance(drawn, str)
        else json.dumps({key: one for key, one in drawn.items() if key != "name"}),
        "name": name[:200],
        "base": request.POST.get("base", kept.base if kept is not None else found.digest if found else ""),
        "kept": kept,
        "refused": refused,
        "place": {"group": place[1], "id": place[2]} if place else None,
        "picture": in_inches(lies) if lies is not None else None,
    }
    return render(request, "campaigns/country_draw.html", told, status=status_of(refused) if refused else 200)


# -- out ---------------------------------------------------------------------------------------------


@page
@require_safe
def country_file(request: HttpRequest, country: str) -> HttpResponse:
    """A country as GeoJSON, to be saved or opened elsewhere; imported again it gives the same country."""
    found = sight.find_country(request.user, country)
    scale = request.GET.get("scale", "").strip()
    try:
        metres = read_decimal(scale) if scale else 1.0
    except ValueError as fault:
        raise Invalid(of_field("scale", fault.args[0])) from fault
    data = book(found.book).geojson(Country(dict(found.data)), metres)
    answer = HttpResponse(json.dumps(data, ensure_ascii=False), content_type="application/geo+json")
    answer["Content-Disposition"] = saved_as(found.name, "geojson", "country")
    return answer
