"""What is answered where the database takes nothing: the disk is full, the server gone.  503, and nothing half-written.  [RELIABILITY D2]

Every use case is one transaction, so that whatever it had begun is gone when the database refuses; the answer says so, and
that what was sent has not been received.  Nothing is read for the answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import get_template

log = logging.getLogger(__name__)

CODE = "E-DATABASE"
SENTENCE = "The house cannot write anything down at this moment. What you sent has NOT been received; send it again in a minute."
AGAIN = "30"
"""Seconds after which a client may ask again."""


class Unwritable:
    """The middleware.  It sees what views raise; a refusal of the rules or of a use case is none of its affairs."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        except (OperationalError, InterfaceError) as fault:  # of a middleware: session and log-in are read there
            return answer(request, fault)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The answer, where the database was at fault."""
        return answer(request, fault) if isinstance(fault, OperationalError | InterfaceError) else None


def answer(request: HttpRequest, fault: Exception) -> HttpResponse:
    """503 in the form that was asked for, page or API."""
    log.error("the database refused %s %s: %s", request.method, request.path, type(fault).__name__)
    if request.path.startswith("/api/"):
        told: HttpResponse = JsonResponse({"code": CODE, "clause": "", "sentence": SENTENCE, "detail": {}}, status=503)
    else:
        told = HttpResponse(get_template("503.html").render({"sentence": SENTENCE}), status=503)
    told["Retry-After"], told["Cache-Control"] = AGAIN, "private, no-store"
    return told
