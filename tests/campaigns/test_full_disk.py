"""A full disk, a database that is gone: 503 with a clear text, nothing half-written, never a false receipt.  [RELIABILITY D2]"""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import OperationalError, connection
from django.test import Client

from campaigns.clock import server_time
from campaigns.models import OrderEntry
from campaigns.unwritable import CODE, ONCE
from tests.campaigns import builders
from tests.campaigns.web.conftest import url

pytestmark = pytest.mark.django_db(transaction=True)

WRITES = ("INSERT", "UPDATE", "DELETE")


class Full:
    """A disk that is full from the n-th written thing on."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith(WRITES):
            self.left -= 1
            if self.left < 0:
                raise OperationalError("could not extend file: No space left on device")
        return execute(sql, params, many, context)


@pytest.fixture
def table(monkeypatch, settings):
    """A battle whose first move has just been opened, and the page of the commander of the foot."""
    settings.SWEEP_BY_WEB = False
    monkeypatch.setattr(builders, "NOON", server_time())
    cast = builders.a_cast()
    battle = builders.a_battle(cast)
    client = Client(raise_request_exception=False)
    client.force_login(cast.red_foot)
    return client, battle


def sent(client: Client, battle: Any, key: str, base: int = 0) -> Any:
    """An order sent by the API."""
    body = {"thing": "red-foot", "orders": [{"order": "stand", "body": "red-foot"}], "base_revision": base, "key": key}
    body["move"] = builders.the_move(battle).public_id
    return client.post(url("api-orders", battle), body, content_type="application/json")


def written() -> dict[str, int]:
    """How many rows of each kind there are."""
    return {model.__name__: model.objects.count() for model in apps.get_app_config("campaigns").get_models()}


@pytest.mark.slow
def test_at_whatever_write_the_disk_is_full_nothing_of_an_order_is_written_and_nothing_is_acknowledged(table):
    client, battle = table
    before = written()
    for number in range(40):
        with connection.execute_wrapper(Full(number)):
            answer = sent(client, battle, "stand")
        if answer.status_code == 201:
            break
        assert (answer.status_code, answer.json()["code"]) == (503, CODE), number
        assert answer.json()["sentence"] == ONCE and int(answer["Retry-After"]) > 0
        assert written() == before, number
    assert answer.status_code == 201 and number >= 3, "an order is several writes"
    assert OrderEntry.objects.count() == 1, "the same key is one entry when it comes through at last"


@pytest.mark.slow
def test_a_page_says_it_too_and_leaks_nothing_of_the_fault(table):
    client, battle = table
    with connection.execute_wrapper(Full(0)):
        answer = client.post(url("ready", battle), {"move": builders.the_move(battle).public_id, "ready": "yes"})
    page = answer.content.decode()
    assert answer.status_code == 503 and "Nothing can be saved now" in page and "No space left" not in page
    assert "no-store" in answer["Cache-Control"] and "'self'" in answer["Content-Security-Policy"]


@pytest.mark.slow
def test_what_is_read_is_answered_all_the_same(table):
    client, battle = table
    with connection.execute_wrapper(Full(0)):
        assert client.get(url("supplies", battle)).status_code == 200


@pytest.mark.slow
@pytest.mark.sqlite
def test_a_file_that_may_really_grow_no_more_refuses_and_takes_orders_again_when_there_is_room(table):
    client, battle = table
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # earlier tests have left free space
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages + 4}")
    acknowledged, refused = 0, 0
    for turn in range(400):
        answer = sent(client, battle, f"stand-{turn}", base=acknowledged)
        acknowledged += answer.status_code == 201
        if answer.status_code != 201:
            refused += 1
            assert answer.status_code == 503
            break
    assert refused and OrderEntry.objects.count() == acknowledged
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")
        assert cursor.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    assert sent(client, battle, "stand-again", base=acknowledged).status_code == 201
