"""The answer to a form that is too large to be read at all, which is found before any page sees it."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django.views.defaults import bad_request

from rules.values.sentence import say


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """413 with the limit in words where the texts of a form are too long; else the plain 400."""
    if not isinstance(exception, RequestDataTooBig):
        return bad_request(request, exception)
    most = f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,}"
    said = say("The texts of this form have more than {most} bytes together, and no more are taken.", most=most)
    answer = HttpResponse(get_template("413.html").render({"sentence": said}), status=413)
    answer["Cache-Control"] = "private, no-store"
    return answer
