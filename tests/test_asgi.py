"""The site under an ASGI server, as `manage.py serve` has it."""

from __future__ import annotations

import asyncio
import json
import warnings
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.staticfiles import finders
from django.test import AsyncClient, Client

from kriegspiel.asgi import application

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


def answered(kind: str, path: str, method: str = "POST") -> tuple[int, bytes]:
    """The status and the body of what a stranger is answered who sends a form of that type."""
    headers = [(b"content-type", kind.encode()), (b"host", b"localhost"), (b"content-length", b"6")]
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "query_string": b"a=%C3%A4"}
    told: list[Any] = []
    comes = [{"type": "http.request", "body": b"name=x", "more_body": False}]

    async def receive() -> dict[str, Any]:
        return comes.pop() if comes else await asyncio.Event().wait()  # the client waits for its answer

    async def send(message: Any) -> None:
        told.append(message)

    async_to_sync(application)({**scope, "client": None, "server": ("localhost", 80)}, receive, send)
    return told[0]["status"], b"".join(one.get("body", b"") for one in told[1:])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "said", ["utf-16", "UTF-7", "latin-1", "utf-8-sig", "cp037", "hex", '"idna"', "none-such", "utf8"]
)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_what_says_that_it_is_in_another_encoding_is_refused_in_words_and_is_no_fault(said: str, kind: str) -> None:
    for path in ("/login/", "/profile/", "/no/such/page/"):
        assert answered(f"{kind}; charset={said}", path) == (415, b"Send this in UTF-8; no other encoding is read.")
    status, body = answered(f"{kind}; charset={said}", "/api/v1/me/", "GET")
    assert (status, json.loads(body)["code"]) == (415, "E-FORMAT")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("said", ["", "; charset=utf-8", "; charset=UTF-8", '; Charset="Utf-8"'])
def test_utf_8_is_read_whatever_its_letters(said: str) -> None:
    assert answered(f"application/x-www-form-urlencoded{said}", "/login/")[0] == 403, "without its token"
