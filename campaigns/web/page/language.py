"""In which language a page is: the one in the reader's profile, else the one for which his browser asks.  The API speaks English."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request

from campaigns.words.languages import ENGLISH, in_language, languages, spoken

ENGLISH_ONLY = ("/api/", "/admin/", "/healthz", "/metrics", "/words/")
"""Where programs ask, where Django's own pages are, and what bears its language in its address; the reader is not looked up there."""


class Languages:
    """The middleware.  Who has no session is asked nothing of the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(ENGLISH_ONLY):
            with in_language(ENGLISH):
                return self.get_response(request)
        with in_language(language_of(request)):
            response = self.get_response(request)
            if response.get("Content-Type", "").startswith("text/html"):
                response.setdefault("Content-Language", "en-GB" if spoken() == ENGLISH else spoken())
                patch_vary_headers(response, ["Accept-Language"])
            elif response.status_code == 304:  # of a page: whoever keeps it must know by what it varies
                patch_vary_headers(response, ["Accept-Language"])
        return response


def language_of(request: HttpRequest) -> str:
    """The language in which somebody reads."""
    chosen = request.reader.language if settings.SESSION_COOKIE_NAME in request.COOKIES else ""  # type: ignore[attr-defined]  # of Readers
    return chosen if chosen in languages() else get_language_from_request(request)
