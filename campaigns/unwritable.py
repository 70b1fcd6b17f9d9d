"""What happens when the database cannot be written: the disk is full, the server gone.  [RELIABILITY B7, D2]

Every use case is one transaction, so that whatever it had begun is gone when the database refuses.  A request whose
connection was lost before it had sent anything but reads is run once more, from the beginning and with a fresh
connection, so that nobody notices a restart of the server.  Else the answer is a 503 that says what is true, which
needs no query.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.template.loader import get_template
from django.utils.translation import get_language_from_request
from django.views.defaults import server_error

from campaigns import strictjson
from campaigns.serving.underway import SAFE
from campaigns.words.languages import in_language
from rules.errors import Refused
from rules.values.sentence import say

log = logging.getLogger(__name__)

CODE = "E-DATABASE"
ASKED = say("The site cannot read its data at the moment. Try again.")
ONCE = say("The site cannot save anything at the moment. Send it again; it will not be saved twice.")
UNSURE = say("The site cannot save anything at the moment. Check whether it was saved before you send it again.")
AGAIN = "2"
"""Seconds after which a client may try again: about as long as a server takes to come back."""

FAULT = "database_fault"
"""The attribute of an answer that holds the fault."""

QUESTIONS = ("SELECT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK TO SAVEPOINT")
"""How statements begin that only read."""

LONGEST_WORD = max(map(len, QUESTIONS))

LOST = ("08", "57P01", "57P02", "57P03")
"""How the server's codes begin when it ends a connection; where the line just breaks there is no code."""


class Begun:
    """Whether a request has sent the database anything but reads; a wrapper that sees each of its statements."""

    def __init__(self) -> None:
        self.yes = False

    def __call__(self, execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        # Before it is sent: if there is no answer, nobody knows whether it was done.
        self.yes = self.yes or not str(sql).lstrip("( \n")[:LONGEST_WORD].upper().startswith(QUESTIONS)
        return execute(sql, params, many, context)


class Unwritable:
    """The middleware.  It sees what views raise, and ignores refusals by the rules or a use case."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = Begun()
        vars(request)["begun"] = begun
        again = held(request)
        as_it_came = dict(vars(request))
        with connection.execute_wrapper(begun):
            response = self.get_response(request)
            fault = vars(response).get(FAULT)
            if not (again and lost(fault)) or begun.yes or connection.in_atomic_block:
                return response
            log.warning("%s %s is run once more: the connection to the database was lost", request.method, request.path)
            connection.close()
            vars(request).clear()
            vars(request).update(as_it_came)
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The answer, where the database was at fault."""
        return answer(request, fault) if isinstance(fault, OperationalError | InterfaceError) else None


def held(request: HttpRequest) -> bool:
    """Whether a request can be run a second time: all but a form with files, of which a part may have been read and dropped."""
    if request.method in SAFE:
        return True
    if request.content_type == "multipart/form-data":
        return False
    try:
        return request.body is not None
    except (RequestDataTooBig, UnreadablePostError):
        return False  # the view that reads it reports the error


def lost(fault: BaseException | None) -> bool:
    """Whether the connection was lost: not where the server answered with a refusal, nor where there was none."""
    if connection.vendor != "postgresql" or not isinstance(fault, OperationalError | InterfaceError):
        return False
    from psycopg_pool import PoolTimeout, TooManyRequests

    if isinstance(fault.__cause__, PoolTimeout | TooManyRequests):
        return False
    code = getattr(fault.__cause__, "sqlstate", None)
    return code is None or code.startswith(LOST)


def fault_of_a_middleware(request: HttpRequest) -> HttpResponse:
    """The answer to an error outside a view: session and log-in are read before there is one."""
    fault = sys.exc_info()[1]
    if not isinstance(fault, OperationalError | InterfaceError):
        return server_error(request)
    with in_language(get_language_from_request(request).partition("-")[0]):
        return answer(request, fault)


def answer(request: HttpRequest, fault: Exception) -> HttpResponse:
    """503 in the form of the request, page or API."""
    log.error("the database refused %s %s: %s", request.method, request.path, type(fault).__name__)
    sentence = sentence_for(request)
    if request.path.startswith("/api/"):
        told: HttpResponse = JsonResponse({"code": CODE, "clause": "", "sentence": sentence, "detail": {}}, status=503)
    else:
        told = HttpResponse(get_template("503.html").render({"sentence": sentence}), status=503)
    told["Retry-After"], told["Cache-Control"] = AGAIN, "private, no-store"
    vars(told)[FAULT] = fault
    return told


def sentence_for(request: HttpRequest) -> str:
    """What is true for a request: nothing was sent, or it can be sent again without harm, or that must be looked up.

    A request with a key, or with reads only, is never entered twice.  Of any other nobody knows whether the
    commit without an answer was made.
    """
    if request.method in SAFE:
        return ASKED
    begun = vars(request).get("begun")
    return ONCE if has_key(request) or (begun is not None and not begun.yes) else UNSURE


def has_key(request: HttpRequest) -> bool:
    """Whether a request carries the key of one press of a button."""
    if request.content_type != "application/json":
        return bool(request.POST.get("key"))
    try:
        body: Any = strictjson.loads(request.body)
    except (Refused, RequestDataTooBig, UnreadablePostError):
        return False
    return isinstance(body, dict) and bool(body.get("key"))
