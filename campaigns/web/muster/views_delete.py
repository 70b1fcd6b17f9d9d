"""What was never played is deleted, and a beginning is taken back: each on a page that lists what goes, by one press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.back import may_go_back
from campaigns.errors import status_of
from campaigns.usecases.campaigns import deletion
from campaigns.usecases.campaigns.back import back_to_preparation
from campaigns.web.page.frame import papers
from campaigns.web.page.wrapper import page
from rules.errors import Refused
from rules.values.sentence import say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_delete(request: HttpRequest, battle: str) -> HttpResponse:
    """A battle in preparation is deleted."""
    campaign = sight.find_battle(request.user, battle).campaign.public_id
    back = reverse("campaign", args=[campaign])
    return _deletion(request, deletion.BATTLE, battle, back, back)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_delete(request: HttpRequest, campaign: str) -> HttpResponse:
    """A campaign none of whose battles has begun is deleted."""
    sight.find_campaign(request.user, campaign)
    return _deletion(request, deletion.CAMPAIGN, campaign, reverse("campaign", args=[campaign]), reverse("home"))


@page
@require_http_methods(["GET", "HEAD", "POST"])
def country_delete(request: HttpRequest, country: str) -> HttpResponse:
    """A country on which no battle is fought is deleted by its maker."""
    return _deletion(request, deletion.COUNTRY, country, reverse("country", args=[country]), reverse("countries"))


def _deletion(request: HttpRequest, kind: str, public_id: str, back: str, after: str) -> HttpResponse:
    """The list of what goes, and the deed.  back: where *Cancel* leads; after: where one is when it is gone."""

    def deed() -> HttpResponse:
        name = deletion.delete(by=request.user, kind=kind, public_id=public_id)
        messages.info(request, say("{name} is deleted.", name=name))
        return redirect(after)

    def shown(refused: Refused | None = None) -> dict[str, Any]:
        found = deletion.look_at(by=request.user, kind=kind, public_id=public_id)
        return {"found": found, "back": back, "refused": refused}

    return _one_press(request, "campaigns/delete.html", deed, shown)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def battle_back(request: HttpRequest, battle: str) -> HttpResponse:
    """A battle that has begun goes back to preparation, while nobody has ordered."""
    seat = sight.find_umpires_battle(request.user, battle)

    def deed() -> HttpResponse:
        back_to_preparation(by=request.user, battle=battle, now=server_time())
        messages.info(request, say("The battle is back in preparation. Everybody has been told."))
        return redirect("campaign", seat.campaign.public_id)

    def shown(refused: Refused | None = None) -> dict[str, Any]:
        return {**papers(seat, "desk"), "refused": refused, "why_not": may_go_back(seat)}

    return _one_press(request, "campaigns/back.html", deed, shown)


def _one_press(
    request: HttpRequest, template: str, deed: Callable[[], HttpResponse], shown: Callable[..., dict[str, Any]]
) -> HttpResponse:
    """The page on a GET, the deed on a POST, and the page with the reason where that is refused."""
    if request.method != "POST":
        return render(request, template, shown())
    try:
        return deed()
    except Refused as refused:
        if status_of(refused) in (403, 404):
            raise
        return render(request, template, shown(refused), status=status_of(refused))
