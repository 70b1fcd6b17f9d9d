"""The site under an ASGI server, as `manage.py serve` has it."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.staticfiles import finders
from django.test import AsyncClient, Client

STATIC = "campaigns/clock.js"


def asked(path: str, **headers: str) -> Any:
    """The answer of an ASGI server; any warning is a fault."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return async_to_sync(AsyncClient().get)(path, headers=headers)


@pytest.fixture
def file() -> bytes:
    with open(str(finders.find(STATIC)), "rb") as found:
        return found.read()


def test_a_static_file_is_handed_out_whole_without_a_warning(file: bytes) -> None:
    answer = asked(f"/static/{STATIC}")
    assert (answer.status_code, answer.streaming, answer.content) == (200, False, file)
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Content-Length"] == str(len(file))
    by_wsgi = Client().get(f"/static/{STATIC}")
    assert b"".join(by_wsgi.streaming_content) == file
    assert dict(by_wsgi.headers) == dict(answer.headers)


def test_a_part_of_it_and_what_is_known_already_are_answered_as_they_should_be(file: bytes) -> None:
    part = asked(f"/static/{STATIC}", Range="bytes=2-9")
    assert (part.status_code, part.content) == (206, file[2:10])
    known = asked(f"/static/{STATIC}", **{"If-None-Match": asked(f"/static/{STATIC}").headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert async_to_sync(AsyncClient().post)(f"/static/{STATIC}").status_code == 405


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/api/schema/", "/api/docs/", "/api/docs/?script", "/login/", "/healthz", "/metrics"])
def test_no_page_warns_of_what_it_is_made_of(path: str) -> None:
    answer = asked(path)
    assert answer.status_code in (200, 503)
    assert not answer.streaming
