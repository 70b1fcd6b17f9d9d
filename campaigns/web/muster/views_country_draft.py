"""What is drawn in the map editor is kept at each step: the script of the page sends it, and asks for steps back and forth."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.strictjson import loads
from campaigns.usecases.muster import country_drafts as drafts
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import apart, of_field, say


@page
@require_POST
def country_drawing(request: HttpRequest) -> HttpResponse:
    """Keep the drawing as it is, take a step of it back or make one again, as JSON; or lay it aside, and begin anew."""
    post = request.POST
    country, act = post.get("country", "")[:13], post.get("act", "")
    if act == "drop":
        drafts.drop_country_draft(by=request.user, country=country)
        return redirect("country-draw", country) if country else redirect("country-new")
    try:
        row = _changed(request, country, act)
    except Refused as refused:
        _, said = apart(refused.sentence)
        sentence = str(said)
        why = {"code": refused.code, "sentence": sentence[:1].upper() + sentence[1:]}
        return JsonResponse(why, status=status_of(refused))
    told = {"revision": row.revision, "undoes": len(row.steps), "redoes": len(row.undone)}
    return JsonResponse(told if act == "keep" else {**told, "data": row.data})


def _changed(request: HttpRequest, country: str, act: str) -> Any:
    post, typed = request.POST, request.POST.get("revision", "")
    revision = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else typed
    to: dict[str, Any] = {"by": request.user, "country": country, "revision": revision, "now": server_time()}
    if act == "keep":
        data = loads(post.get("data", ""))
        return drafts.keep_country_draft(name=post.get("name", ""), data=data, base=post.get("base", ""), **to)
    if act in ("undo", "redo"):
        return drafts.turn_country_draft_back(again=act == "redo", **to)
    raise Invalid(of_field("act", say("there is no such button")))
