"""Surveys: sent, and watched while one is made into a country."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.models import Country
from campaigns.strictjson import loads
from campaigns.usecases.muster import countries as kept
from campaigns.usecases.muster.surveys import send_survey
from campaigns.web.page.measures import read_count, read_decimal
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

BEGIN = {
    "name": "",
    "scale": "10",
    "wide": "24",
    "deep": "16",
    "coordinates": "degrees",
    "east": "",
    "north": "",
    "interval": "",
}


@page
@require_http_methods(["GET", "HEAD", "POST"])
def country_import(request: HttpRequest) -> HttpResponse:
    """Send a survey, which becomes a country, at once or later, or is refused with the reason."""
    if request.method != "POST":
        return _form(request, BEGIN)
    typed = {key: request.POST.get(key, "")[:200] for key in BEGIN}
    try:
        sent = send_survey(
            by=request.user,
            name=request.POST.get("name", ""),
            survey=_file(request),
            now=server_time(),
            **_figures(typed),
        )
    except Refused as fault:
        return _form(request, typed, fault, status_of(fault))
    return _made(request, sent.public_id) if isinstance(sent, Country) else redirect("survey", sent.public_id)


@page
@require_safe
def survey(request: HttpRequest, survey: str) -> HttpResponse:
    """A survey while it is made; then its country, or the form with the reason why it was refused.

    The page reloads itself: by htmx, which follows a redirect, or without a script by a refresh.
    """
    found = sight.find_survey(request.user, survey)
    under_way = found.refusal is None and not found.country
    if not under_way and getattr(request, "htmx", False):
        return HttpResponseClientRedirect(reverse("survey", args=[found.public_id]))
    if found.country:
        return _made(request, found.country)
    if found.refusal is not None:
        return _form(request, _typed(found), Refused(**found.refusal))
    return render(request, "campaigns/survey.html", {"survey": found})


def _form(
    request: HttpRequest, typed: Mapping[str, str], refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    """The form of import with what was typed and, where it was refused, the reason."""
    return render(request, "campaigns/country_import.html", {"typed": typed, "refused": refused}, status=status)


def _made(request: HttpRequest, country: str) -> HttpResponse:
    """A redirect to the country that a survey has become."""
    messages.info(request, say("The survey is imported. The report below the map shows what was left out."))
    return redirect("country", country)


def _file(request: HttpRequest) -> Any:
    """The survey that was sent."""
    sent = request.FILES.get("survey")
    if sent is None:
        raise Invalid(of_field("survey", say("choose a file")))
    if sent.size is None or sent.size > kept.GREATEST_SURVEY:
        raise Invalid(
            of_field(
                "survey",
                say("choose a file of at most {greatest_survey} bytes", greatest_survey=f"{kept.GREATEST_SURVEY:,}"),
            )
        )
    return loads(sent.read())


def _figures(typed: Mapping[str, str]) -> dict[str, Any]:
    """Scale, window and interval as they were typed."""
    figures: dict[str, Any] = {"plain": typed["coordinates"] == "metres", "interval": None, "origin": None}
    figures["scale"] = _number(typed, "scale")
    figures["size"] = [_count(typed, "wide"), _count(typed, "deep")]
    if typed["interval"].strip():
        figures["interval"] = _number(typed, "interval")
    if typed["east"].strip() or typed["north"].strip():
        figures["origin"] = [_number(typed, "east"), _number(typed, "north")]
    return figures


def _typed(found: sight.SurveyFact) -> dict[str, str]:
    """What was typed for a survey: its figures as the form has them."""
    figures = found.figures
    wide, deep = figures.get("size") or (BEGIN["wide"], BEGIN["deep"])
    east, north = figures.get("origin") or ("", "")
    shown = {
        "scale": figures["scale"],
        "wide": wide,
        "deep": deep,
        "east": east,
        "north": north,
        "interval": figures.get("interval"),
    }
    words = {key: "" if value is None else str(value).removesuffix(".0") for key, value in shown.items()}
    return {**words, "name": found.name, "coordinates": "metres" if figures.get("plain") else "degrees"}


def _number(typed: Mapping[str, str], key: str) -> float:
    try:
        return read_decimal(typed[key])
    except ValueError as fault:
        raise Invalid(of_field(key, fault.args[0])) from fault


def _count(typed: Mapping[str, str], key: str) -> int:
    try:
        return read_count(typed[key], 1000)
    except ValueError as fault:
        raise Invalid(of_field(key, fault.args[0])) from fault
