"""How the API answers errors: always a status and an object of code, clause, sentence and detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response

from campaigns.errors import Unseen, retry_after, status_of
from rules.errors import Refused

CODES = {
    400: "E-INVALID",
    401: "E-LOGIN",
    403: "E-ROLE",
    404: "E-NONE",
    405: "E-METHOD",
    406: "E-FORMAT",
    413: "E-SIZE",
    415: "E-FORMAT",
}
"""Codes of errors that the framework, not a rule, found."""


class TooLarge(Refused):
    """A body of more bytes than are accepted."""

    status = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE

    def __init__(self, most: int) -> None:
        super().__init__("E-SIZE", f"The body is longer than {most:,} bytes.")


def answer(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an exception; none for an unforeseen one, which stays a fault of the server."""
    match error:
        case Refused():
            return refusal(error)
        case exceptions.ValidationError():
            return invalid(error)
        case exceptions.APIException():
            return frame(error)
        case Http404():
            return refusal(Unseen())
        case PermissionDenied():
            return plain(403, "This is not yours to do.")
        case RequestDataTooBig():
            return plain(413, "The body is too long.")
        case SuspiciousOperation():
            return plain(400, "The request was not understood.")
    return None


def refusal(refused: Refused) -> Response:
    """A refusal with its code, clause and sentence; what else it carries goes under ``detail``."""
    data: dict[str, Any] = {**refused.data()}
    head = {name: data.pop(name) for name in ("code", "clause", "sentence")}
    return Response({**head, "detail": data}, status=status_of(refused), headers=retry_after(refused))


def invalid(error: exceptions.ValidationError) -> Response:
    """Fields with the wrong type: the first in the sentence, all of them under ``detail``."""
    fields = dict(places(error.detail))
    sentence = "; ".join(f"{place}: {why}" if place else why for place, why in list(fields.items())[:3])
    return Response({"code": CODES[400], "clause": "", "sentence": sentence, "detail": {"fields": fields}}, status=400)


def places(detail: Any, place: str = "") -> list[tuple[str, str]]:
    """What is wrong, by place: ``orders.0.men``."""
    if isinstance(detail, Mapping):
        inner = [(str(key), value) for key, value in detail.items()]
    elif isinstance(detail, list) and any(isinstance(one, Mapping | list) for one in detail):
        inner = [(str(index), value) for index, value in enumerate(detail) if value]
    elif isinstance(detail, list):
        return [(place, " ".join(str(one) for one in detail))]
    else:
        return [(place, str(detail))]
    return [one for key, value in inner for one in places(value, f"{place}.{key}" if place else key)]


def frame(error: exceptions.APIException) -> Response:
    """What the framework itself refuses: no log-in, a method, a format."""
    how = getattr(error, "auth_header", None)
    return plain(error.status_code, str(error.detail), {"WWW-Authenticate": how} if how else {})


def plain(code: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """An answer without a clause."""
    data = {"code": CODES.get(code, "E-INVALID"), "clause": "", "sentence": sentence, "detail": {}}
    return Response(data, status=code, headers=headers)
