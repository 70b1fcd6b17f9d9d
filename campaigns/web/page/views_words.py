"""The words of the scripts in another language than English.  Nobody is looked up for it: its address says all on which it depends."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from campaigns.words.languages import languages
from campaigns.words.scripts import words_of_scripts

A_YEAR = 365 * 24 * 60 * 60


@require_safe
def script_words(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """The script with the words; kept for ever under the address of the day, and not at all under one of another release."""
    words = words_of_scripts(language) if language in languages() else None
    if words is None or not words.digest:
        raise Http404
    response = HttpResponse(words.script, content_type="text/javascript; charset=utf-8")
    if digest == words.digest:
        patch_cache_control(response, public=True, max_age=A_YEAR, immutable=True)
    else:
        patch_cache_control(response, no_cache=True)
    return response
