"""A country from a scan: name, size and file in one form; then the map editor, with the picture under it to be traced."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.usecases.pictures.pictures import GREATEST_PICTURE, keep_picture, refuse_size
from campaigns.usecases.pictures.underlays import country_of_scan
from campaigns.web.page.measures import read_count
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

BEGIN = {"name": "", "wide": "24", "deep": "", "picture": ""}
"""What the form begins with."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def country_scan(request: HttpRequest) -> HttpResponse:
    """Make a country of a scanned or photographed map; where something is refused, the picture that was sent is kept."""
    if request.method != "POST":
        return _form(request, BEGIN)
    typed = {key: request.POST.get(key, "")[:200] for key in BEGIN} | {"picture": request.POST.get("kept", "")[:13]}
    now = server_time()
    try:
        if request.FILES.get("picture") or not typed["picture"]:
            typed["picture"] = keep_picture(by=request.user, sent=_file(request), now=now).public_id
        deep = _feet(typed, "deep") if typed["deep"].strip() else None
        made = country_of_scan(
            by=request.user, name=typed["name"], picture=typed["picture"], wide=_feet(typed, "wide"), deep=deep, now=now
        )
    except Refused as fault:
        if status_of(fault) == 404:
            raise
        return _form(request, typed, fault)
    told = say(
        "The picture lies under the whole width. If it lies askew, press Picture underneath; else trace it here."
    )
    messages.info(request, told)
    return redirect("country-draw", made.public_id)


def _file(request: HttpRequest) -> bytes:
    """The file that was sent."""
    sent = request.FILES.get("picture")
    refuse_size(sent.size if sent is not None else None)
    assert sent is not None
    file: bytes = sent.read()
    return file


def _feet(typed: Mapping[str, str], key: str) -> int:
    try:
        return read_count(typed[key])
    except ValueError as fault:
        raise Invalid(of_field(key, fault.args[0])) from fault


def _form(request: HttpRequest, typed: Mapping[str, str], refused: Refused | None = None) -> HttpResponse:
    """The form, with what was typed."""
    told = {"typed": typed, "refused": refused, "megabytes": GREATEST_PICTURE // 1_000_000}
    return render(request, "campaigns/country_scan.html", told, status=status_of(refused) if refused else 200)
