"""A database server that was restarted, and one that is gone: the effect on a request.  [RELIABILITY B7]"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import RequestFactory

from campaigns.models import OrderEntry, Pulse
from campaigns.unwritable import ASKED, ONCE, UNSURE, Unwritable
from kriegspiel.postgresql import waits
from tests.campaigns.test_full_disk import sent, table
from tests.campaigns.web.conftest import url

__all__ = ["table"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.postgres]


def hang_up() -> int:
    """Cut every connection to the test database, and wait until they are gone; their number."""
    given = connection.settings_dict
    told = {name: given[of] for name, of in (("user", "USER"), ("password", "PASSWORD"), ("host", "HOST")) if given[of]}
    with psycopg.connect(**told, port=given["PORT"] or 5432, dbname="postgres", autocommit=True) as line:
        asked = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
        return len(line.execute(asked, [given["NAME"]]).fetchall())


def warm(count: int) -> None:
    """So many idle connections in the pool."""
    all_there = Barrier(count)

    def take(_: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            all_there.wait(20)
        connection.close()

    with ThreadPoolExecutor(count) as takers:
        list(takers.map(take, range(count)))
    connection.close()


def test_after_a_restart_with_a_warm_pool_the_first_request_is_answered(table: Any) -> None:
    client, battle = table
    warm(8)
    assert hang_up() >= 8
    assert client.get(url("supplies", battle)).status_code == 200
    warm(8)
    assert hang_up() >= 8
    assert sent(client, battle, "stand").status_code == 201
    assert OrderEntry.objects.count() == 1


def test_a_connection_that_is_lost_among_questions_has_the_request_run_once_more(table: Any) -> None:
    client, battle = table
    lost: list[str] = []

    def lose(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not lost and "campaigns_battle" in sql:
            lost.append(sql)
            hang_up()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(lose):
        assert sent(client, battle, "stand").status_code == 201
    assert lost and OrderEntry.objects.count() == 1


def test_what_had_begun_to_write_is_not_run_again_and_says_what_is_true(table: Any) -> None:
    client, battle = table
    lost: list[str] = []

    def lose(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not lost and sql.startswith("INSERT"):
            lost.append(sql)
            hang_up()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(lose):
        answer = sent(client, battle, "stand")
    assert (answer.status_code, answer.json()["sentence"], answer["Retry-After"]) == (503, ONCE, "2")
    assert lost and OrderEntry.objects.count() == 0
    assert sent(client, battle, "stand").status_code == 201


def test_where_the_server_is_away_altogether_it_is_said_before_long(table: Any, monkeypatch: Any) -> None:
    client, battle = table
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    monkeypatch.setitem(connection.settings_dict, "PORT", "1")
    try:
        answer = client.get(url("supplies", battle))
        assert answer.status_code == 503 and ASKED in answer.content.decode()
        assert client.post(url("ready", battle), {"ready": "yes"}).status_code == 503
        connections = connection.pool.get_stats()  # type: ignore[attr-defined]
        assert connections["connections_errors"] > connections["requests_errors"] * 2, "it is tried again meanwhile"
    finally:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]


@pytest.mark.parametrize("operator", [True, False])
def test_where_the_server_is_away_the_health_check_waits_for_it_once(
    client: Any, cast: Any, monkeypatch: Any, operator: bool
) -> None:
    """Also for a logged-in user, whose session cannot be read."""
    client.force_login(cast.umpire)
    way = "127.0.0.1" if operator else "203.0.113.9"
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]
    monkeypatch.setitem(connection.settings_dict, "PORT", "1")
    try:
        answer = client.get("/healthz", REMOTE_ADDR=way)
        assert answer.status_code == 503
        assert connection.pool.get_stats()["requests_errors"] == 1  # type: ignore[attr-defined]
        if operator:
            assert answer.json()["pool"]["errors"] == 1 and answer.json()["database"]["ok"] is False
    finally:
        connection.close()
        connection.close_pool()  # type: ignore[attr-defined]


def gone(code: str | None = None) -> OperationalError:
    """The error of a broken connection, or with the server's code."""
    cause = psycopg.OperationalError("words") if code is None else psycopg.errors.lookup(code)("words")
    fault = OperationalError("words")
    fault.__cause__ = cause
    return fault


@pytest.mark.parametrize(("code", "runs"), [(None, 2), ("57P01", 2), ("53100", 1), ("40P01", 1)])
def test_only_a_line_that_was_lost_is_a_reason_to_run_again(code: str | None, runs: int) -> None:
    bodies: list[bytes] = []

    def view(request: Any) -> HttpResponse:
        bodies.append(request.body)
        return middleware.process_exception(request, gone(code)) if len(bodies) == 1 else HttpResponse("done")

    middleware = Unwritable(view)
    answer = middleware(RequestFactory().post("/x/", {"text": "words"}, content_type="application/json"))
    assert len(bodies) == runs and len(set(bodies)) == 1
    assert answer.status_code == (200 if runs == 2 else 503)


@pytest.mark.parametrize(("body", "sentence"), [({"key": "k"}, ONCE), ({}, UNSURE)])
def test_without_a_key_what_had_begun_must_be_looked_up(body: dict[str, str], sentence: str) -> None:
    runs: list[int] = []

    def view(request: Any) -> HttpResponse:
        runs.append(1)
        Pulse.objects.filter(name="none").delete()
        Pulse.objects.filter(name="none").update(rounds=1)
        return middleware.process_exception(request, gone())

    middleware = Unwritable(view)
    for answer in (
        middleware(RequestFactory().post("/x/", body)),
        middleware(RequestFactory().post("/api/x", body, "application/json")),
    ):
        assert answer.status_code == 503 and sentence in answer.content.decode()
    assert len(runs) == 2, "each was run once"


def test_a_form_with_files_is_not_run_again() -> None:
    runs: list[int] = []

    def view(request: Any) -> HttpResponse:
        runs.append(1)
        return middleware.process_exception(request, gone())

    middleware = Unwritable(view)
    assert middleware(RequestFactory().post("/x/", {"a": "b"})).status_code == 503 and len(runs) == 1


def test_a_session_that_cannot_be_read_is_a_503_and_no_fault(table: Any) -> None:
    client, _ = table

    def away(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        raise gone("53300")

    with connection.execute_wrapper(away):
        assert client.get("/").status_code == 503
        german = client.get("/", HTTP_ACCEPT_LANGUAGE="de").content.decode()
    assert (
        'lang="de"' in german
        and "Versuchen Sie es noch einmal. Befehle, für die Sie eine Quittung haben, gelten weiter." in german
    )
    assert client.get("/").status_code == 200


def test_while_somebody_waits_the_pool_tries_again_and_else_it_rests() -> None:
    class Pool:
        def __init__(self, waiting: int) -> None:
            self.waiting, self.tried = waiting, 0

        def get_stats(self) -> dict[str, int]:
            return {"requests_waiting": self.waiting}

        def check(self) -> None:
            self.tried += 1

    some, none = Pool(3), Pool(0)
    waits.try_again(some)
    waits.try_again(none)
    assert (some.tried, none.tried) == (1, 0)
