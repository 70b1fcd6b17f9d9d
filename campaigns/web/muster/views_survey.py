"""Surveys: sent, watched while they are read, laid under a window, and watched while one is made into a country."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.usecases.campaigns import deletion
from campaigns.usecases.muster.survey_files import refuse_size, send_files, take_survey
from campaigns.web.muster.survey_preview import (
    BEGIN,
    STAGES,
    WINDOW,
    laid,
    read_figures,
    read_window,
    typed_of,
    with_the_same_middle,
)
from campaigns.web.page.views_live import news
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

EVERY = 2000
"""Milliseconds between two questions of the page of a survey."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def country_import(request: HttpRequest) -> HttpResponse:
    """Send the files of a survey, which a worker reads, or which are refused with the reason."""
    if request.method != "POST":
        return _form(request, BEGIN)
    typed = {key: request.POST.get(key, "")[:200] for key in BEGIN}
    try:
        sent = send_files(
            by=request.user,
            name=request.POST.get("name", ""),
            files=_files(request),
            now=server_time(),
            **read_figures(typed),
        )
    except Refused as fault:
        return _form(request, typed, fault, status_of(fault))
    return redirect("survey", sent.public_id)


@page
@require_safe
def survey(request: HttpRequest, survey: str) -> HttpResponse:
    """A survey while a worker has it; then the choice of its window, its country, or the form with the reason of a refusal.

    While a worker has it the page asks whether there is news (``survey_mark``), or without a script is loaded again and again.
    """
    found = sight.find_survey(request.user, survey)
    under_way = found.refusal is None and not found.country and found.state != "preview"
    if not under_way and "X-Live" in request.headers:
        return (
            HttpResponse()
        )  # without the part that was asked for: live.js loads the page anew, which then says what came of it
    if found.country:
        return _made(request, found.country)
    if found.refusal is not None:
        return _form(request, typed_of(found), Refused(**found.refusal))
    if found.state == "preview":
        return _preview(request, found, _typed(found, request.GET))
    live = {"ask": reverse("survey-mark", args=[found.public_id]), "every": EVERY, "mark": json.dumps(_mark(found))}
    return render(
        request, "campaigns/survey.html", {"survey": found, "stage": STAGES.get(found.stage, ""), "live": live}
    )


@page
@require_safe
def survey_mark(request: HttpRequest, survey: str) -> HttpResponse:
    """Whether a survey has gone on; 304 where it has not."""
    mark = _mark(sight.find_survey(request.user, survey))
    return news(request, mark, mark["survey"])


def _mark(found: sight.SurveyFact) -> dict[str, str]:
    """What changes when a survey goes on."""
    return {"survey": f"{found.state}-{found.stage}-{found.progress}"}


@page
@require_POST
def take(request: HttpRequest, survey: str) -> HttpResponse:
    """Have a country made of a survey, in the window that was chosen."""
    found = sight.find_survey(request.user, survey)
    typed = _typed(found, request.POST)
    try:
        chosen = read_window(typed)
        told = {**read_window(typed_of(found)), "origin": chosen["origin"]} if found.state == "preview" else {}
        asked = bool(found.sketch and found.sketch.get("asked"))
        sure = asked and request.POST.get("sure") == "1" and chosen == told and typed["laid"] == _laid(typed)
        take_survey(by=request.user, survey=survey, sure=sure, now=server_time(), **chosen)
    except Refused as fault:
        if found.state != "preview":
            raise
        return _preview(request, found, typed, fault)
    return redirect("survey", found.public_id)


@page
@require_POST
def discard(request: HttpRequest, survey: str) -> HttpResponse:
    """Delete a survey; what was made of it stays."""
    found = sight.find_survey(request.user, survey)
    deletion.delete(by=request.user, kind=deletion.SURVEY, public_id=survey)
    messages.info(request, say("The survey {name} is discarded.", name=found.name))
    return redirect("countries")


def _typed(found: sight.SurveyFact, given: Any) -> dict[str, str]:
    """What was typed on a preview; the middle of the window stays where only its scale or size was changed."""
    typed = typed_of(found) | {key: given[key][:200] for key in (*BEGIN, "laid") if key in given}
    plain = bool(found.sketch and found.sketch["plain"])
    return {"laid": _laid(typed), **with_the_same_middle(typed, plain)}


def _laid(typed: Mapping[str, str]) -> str:
    return "/".join(typed[key].strip() for key in WINDOW)


def _preview(
    request: HttpRequest, found: sight.SurveyFact, typed: Mapping[str, str], refused: Refused | None = None
) -> HttpResponse:
    """The sketch of a survey with the window on it, as it was typed; where that is wrong, without it and with the reason."""
    status = 200 if refused is None else status_of(refused)
    drawn = laid(found, typed) if refused is None else refused
    if isinstance(drawn, Refused):
        refused, drawn = drawn, laid(found, typed_of(found) | {"interval": ""})
    told = {"survey": found, "typed": typed, "refused": refused, "sketch": drawn, "laid": _laid(typed)}
    return render(request, "campaigns/survey_preview.html", told, status=status)


def _form(
    request: HttpRequest, typed: Mapping[str, str], refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    """The form of import with what was typed and, where it was refused, the reason."""
    return render(request, "campaigns/country_import.html", {"typed": typed, "refused": refused}, status=status)


def _made(request: HttpRequest, country: str) -> HttpResponse:
    """A redirect to the country that a survey has become."""
    messages.info(request, say("The survey is imported. The report below the map shows what was left out."))
    return redirect("country", country)


def _files(request: HttpRequest) -> list[tuple[str, bytes]]:
    """The files that were sent."""
    sent = request.FILES.getlist("survey")
    if not sent:
        raise Invalid(of_field("survey", say("choose a file")))
    refuse_size(sum(one.size or 0 for one in sent))  # of what is larger, not all was held
    return [(one.name or "", one.read()) for one in sent]
