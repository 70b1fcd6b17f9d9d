"""The host names that the site accepts, and the answer for any other: 400, in plain words."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/",
    "/login/",
    "/healthz",
    "/metrics",
    "/api/v1/",
    "/api/v1/me/",
    "/admin/",
    "/b/AAAAAAAAAAAA/",
    "/nowhere/",
]


def asked(path: str, **headers: str) -> Any:
    return Client(raise_request_exception=False).get(path, headers=headers)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "a b", "[::1", "\u00e4"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_a_name_that_is_not_ours_is_a_400_at_every_address(path: str, host: str) -> None:
    answer = asked(path, host=host)
    assert answer.status_code == 400
    assert "The form could not be read" in answer.content.decode()
    assert "evil" not in answer.content.decode()


@pytest.mark.parametrize("path", ADDRESSES)
def test_our_own_name_is_answered(path: str) -> None:
    assert asked(path, host="localhost").status_code in (200, 302, 401, 404, 503)


def test_a_form_of_too_many_fields_is_a_400_in_the_language_of_its_reader() -> None:
    """The page uses nothing that a request has not yet, or no longer, at that point."""
    fields = "&".join(f"f{number}=" for number in range(10_001))
    stranger = Client(raise_request_exception=False, headers={"accept-language": "de"})
    answer = stranger.post("/login/", fields, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert "Das Formular war nicht zu lesen" in answer.content.decode()
