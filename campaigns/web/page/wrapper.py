"""The wrapper of every page: log-in, refusals answered by code, clause and sentence, and no caching by others."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import retry_after, status_of
from campaigns.usecases.clock.settled import require_settled
from campaigns.web.page.refused_fields import with_labels
from rules.errors import Refused

UNTYPED = frozenset({"csrfmiddlewaretoken", "move", "base", "key", "draft", "act", "ready", "ends"})
"""Fields of a form that nobody has typed."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

R = TypeVar("R", bound=HttpResponseBase)


class Known(HttpRequest):
    """A request as a page gets it: of a user who is logged in."""

    user: User


def page(view: Callable[..., R]) -> Callable[..., R | HttpResponse]:
    """A page for those who are logged in."""
    return login_required(open_page(view))


def open_page(view: Callable[..., R]) -> Callable[..., R | HttpResponse]:
    """A page: private, stored only where it says so itself (``kept.py``), with refusals answered by code, clause and sentence."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> R | HttpResponse:
        response: R | HttpResponse
        try:
            if request.method not in SAFE and "battle" in kwargs:
                require_settled(server_time())
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = refusal(request, refused)
        with_labels(response)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response

    return answered


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The page of a refusal that no form shows beside its field."""
    status = status_of(refused)
    named = request.resolver_match.kwargs if request.resolver_match is not None else {}
    of, campaign = str(named.get("battle", "")), str(named.get("campaign", ""))
    lost = status == 404 and request.user.is_authenticated
    ended = sight.ended_seat(request.user, battle=of, campaign=campaign) if lost else ""
    answer = render(
        request,
        "404.html" if status == 404 else "campaigns/refusal.html",
        {"refused": refused, "status": status, "typed": typed(request), "of_battle": of, "ended": ended},
        status=status,
    )
    for name, value in retry_after(refused).items():
        answer[name] = value
    return answer


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed into a form that is not shown again, so that it is not lost: name and text of each field."""
    sent = ((name, str(value)) for name, value in request.POST.items() if name not in UNTYPED)
    return [(name[:80], value[:2000]) for name, value in sent if value.strip()][:60]
