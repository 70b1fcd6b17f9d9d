"""Who reads a page, and in which time zone: the profile goes with the request, and is read when needed."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from campaigns.models import Person
from campaigns.usecases.people.profile import person_of

LOOK = "look"
"""The cookie with the look of pages before log-in."""

_reader: ContextVar[Callable[[], Any] | None] = ContextVar("reader", default=None)
"""The reader, behind a call: values in a context are inspected when it passes between threads, which must not load the profile."""


class Readers:
    """The middleware: ``request.reader`` is the profile of the user; it is read with the user and needs no further query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        reader = SimpleLazyObject(lambda: reader_of(request))
        request.reader = reader  # type: ignore[attr-defined]  # it has a place for nothing of ours
        token = _reader.set(lambda: reader)
        try:
            return self.get_response(request)
        finally:
            _reader.reset(token)


def reader_of(request: HttpRequest) -> Person:
    """The profile of the user; of a stranger only how pages are to look."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return person_of(user)
    look = request.COOKIES.get(LOOK, "")
    return Person(look=look if look in Person.Look.values else "")


def own_zone(zone: str) -> str:
    """The time zone in which a time is shown: the reader's own where they have set it, else the one that is given."""
    reader = _reader.get()
    own = reader().time_zone if reader is not None else ""
    return own or zone or "UTC"
