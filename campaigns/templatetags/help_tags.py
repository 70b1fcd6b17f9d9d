"""Help on a page: the fold that says how a page works, the tour of a first visit, the switch between light and dark, and the languages."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings

from campaigns.models import Person
from campaigns.web.people.guides import about
from campaigns.web.people.tours import tour_of
from campaigns.words.languages import languages, spoken

register = template.Library()


@register.simple_tag
def most_bytes() -> int:
    """The bytes of all texts of a form together that are taken; a script counts them before it is sent."""
    most: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return most


def _asked(context: Any) -> tuple[Any, str]:
    """The request, and the name of its page."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    return request, str(match.url_name) if match is not None else ""


def _rules(context: Any) -> bool:
    """Whether the reader of a page is the umpire in what it is about; a page without a seat says so as ``is_umpire``."""
    seat = context.get("seat")
    return bool(seat.is_umpire if seat else context.get("is_umpire"))


@register.inclusion_tag("campaigns/parts/how.html", takes_context=True)
def how(context: Any) -> dict[str, Any]:
    """How this page works, from the guide for the reader's role."""
    _, page = _asked(context)
    for whose in ("umpire", "commander") if _rules(context) else ("commander", "umpire"):
        part = about(whose, page)
        if part is not None:
            return {"part": part, "whose": whose}
    return {}


@register.inclusion_tag("campaigns/parts/tour.html", takes_context=True)
def tour(context: Any) -> dict[str, Any]:
    """The tour of a page, until its reader has closed it; none where there is nothing to do: after the end, for observers."""
    request, page = _asked(context)
    seat = context.get("seat")
    battle = seat.battle_or_none if seat else None
    plays = battle is not None and battle.status != "ended" and (seat.is_umpire or seat.side in seat.side_names)
    found = tour_of(page, _rules(context)) if plays else None
    if found is None or request is None or found.name in request.reader.toured:
        return {}
    return {"tour": found, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("campaigns/parts/look.html", takes_context=True)
def look(context: Any) -> dict[str, Any]:
    """The switch between light and dark."""
    request, _ = _asked(context)
    chosen = request.reader.look if request is not None else ""
    return {"chosen": chosen, "looks": Person.Look.choices, "csrf_token": context.get("csrf_token")}


@register.inclusion_tag("campaigns/parts/languages.html", takes_context=True)
def languages_of_pages(context: Any) -> dict[str, Any]:
    """The languages of the pages, each by its own name; a press on one is kept."""
    return {"languages": languages().items(), "spoken": spoken(), "csrf_token": context.get("csrf_token")}
