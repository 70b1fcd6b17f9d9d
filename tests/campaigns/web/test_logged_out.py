"""Every address of the site, asked for by somebody who is not logged in: the log-in comes by a redirect, never in the place of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

GIVEN = {
    "id": "AAAAAAAAAAAA", "shown": "AAAAAAAAAAAA", "thing": "red-foot", "floor": "red-foot", "clause": "KS-MOVE-01", "number": "1",
    "ordinal": "1", "int": "1", "book": "kriegspiel", "secret": "AAAA", "slug": "first_bridge", "str": "red", "path": "red",
}  # fmt: skip
"""Something for each kind of part of an address."""

OPEN = {
    "login", "logout", "admin:login", "admin:logout", "password-forgotten", "password-choose", "look", "language", "script-words",
    "invitation", "mail-off", "calendar", "help", "clauses", "readings", "proved", "openings", "problem", "healthz", "metrics",
    "api-token", "schema", "api-docs",
}  # fmt: skip
"""Addresses, by name, that are for everybody; a log-in among them, where it is what was asked for."""

DOORS = ("/login/?next=", "/admin/login/?next=")


def every_address(among: Any = None, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Name and address of everything in the table of addresses."""
    for one in (among or get_resolver()).url_patterns:
        route = before + str(getattr(one.pattern, "_route", one.pattern.regex.pattern))
        if isinstance(one, URLResolver):
            yield from every_address(one, route, f"{space}{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern):
            address = re.sub(r"<(?:(\w+):)?\w+>", lambda part: GIVEN[part[1] or "str"], route)
            yield f"{space}{one.name}", "/" + address


ADDRESSES = [one for one in every_address() if "^" not in one[1] and "(?P" not in one[1]]


def test_the_table_of_addresses_is_read_whole():
    names = {name for name, _ in ADDRESSES}
    assert {"exercise-file", "after-csv", "api-after", "admin:index", "desk"} <= names and len(ADDRESSES) > 250


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_whoever_is_logged_out_is_led_to_the_log_in_and_gets_none_in_the_place_of_a_page_or_a_file(method):
    """The API says 401 instead. What is for everybody is listed, so that a page cannot be opened by being forgotten."""
    stranger, wrong = Client(raise_request_exception=False), []
    for name, address in ADDRESSES:
        if name in OPEN or address == "/api/v1/":
            continue
        answer = getattr(stranger, method)(address)
        led = answer.status_code == 302 and answer["Location"].startswith(DOORS)
        if not (answer.status_code in (401, 405) if address.startswith("/api/") else led):
            wrong.append((name, address, answer.status_code))
    assert not wrong
    for name, address in ADDRESSES:
        asked = b'name="password"' in getattr(stranger, method)(address).content
        assert asked == (name in ("login", "admin:login") and method != "head"), address
