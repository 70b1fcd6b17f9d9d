"""What the map editor asks the rules to draw: curves, rivers, and contours from a few points.  Nothing is saved."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from campaigns.errors import status_of
from campaigns.strictjson import loads
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.ground.sketch.sketch import sketch
from rules.values.sentence import apart, of_field, say

MOST_CHARACTERS = 200_000
"""Of what is asked."""


@page
@require_POST
def country_sketch(request: HttpRequest) -> HttpResponse:
    """The features that a sketch makes, or why it makes none, as JSON."""
    try:
        text = request.POST.get("sketch", "")
        if len(text) > MOST_CHARACTERS:
            raise Invalid(of_field("sketch", say("at most {most} characters are wanted", most=f"{MOST_CHARACTERS:,}")))
        return JsonResponse({"features": sketch(loads(text))})
    except Refused as refused:
        _, said = apart(refused.sentence)
        sentence = str(said)
        told = {"code": refused.code, "sentence": sentence[:1].upper() + sentence[1:]}
        return JsonResponse(told, status=status_of(refused))
