"""Who may do what: every address, method and role against one table."""

import json
import re

import pytest
from django.db import transaction

from tests.campaigns.api.conftest import client_of
from tests.campaigns.api.table import METHODS, ROLES, ROWS, offered, world_of

pytestmark = [pytest.mark.slow, pytest.mark.long]  # each request of each role

FLOOR = 650
"""The least number of cells, below which the test would prove nothing."""


def test_every_address_and_method_has_its_row():
    rows = [(row.name, row.method) for row in ROWS]
    assert sorted(rows) == sorted(offered())
    assert all(set(row.who) == set(ROLES) for row in ROWS)
    assert len(rows) * len(ROLES) >= FLOOR


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_each_role_is_answered_as_the_table_says(row, cast, hall):
    world = world_of(row, cast)
    address = row.address(world)
    body = row.body(world) if row.body else None
    found = {}
    for role in ROLES:
        query = dict(row.query(world)) if row.query else {}
        if row.of and role == "umpire":
            query["of"] = "red"
        with transaction.atomic():
            client = client_of(role, cast, world.battle)
            answer = client.generic(
                row.method,
                address,
                **sent(body),
                QUERY_STRING="&".join(f"{key}={value}" for key, value in query.items()),
            )
            transaction.set_rollback(True)
        found[role] = answer.status_code
        assert answer.headers["Cache-Control"] == "private, no-store" or set(
            answer.headers["Cache-Control"].split(", ")
        ) == {"private", "no-store"}
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "clause", "sentence", "detail"}
    assert found == row.who


@pytest.mark.parametrize("name", sorted({row.name for row in ROWS}))
def test_a_method_that_is_not_offered_is_refused(name, cast, hall):
    row = next(row for row in ROWS if row.name == name)
    world = world_of(row, cast)
    missing = [method for method in METHODS if (name, method) not in set(offered())]
    assert missing
    for method in missing:
        assert client_of("umpire", cast, world.battle).generic(method, row.address(world)).status_code == 405
        assert client_of("anonymous", cast, world.battle).generic(method, row.address(world)).status_code == 401


@pytest.mark.parametrize("row", [row for row in ROWS if row.who["bystander"] == 404], ids=str)
def test_what_is_not_there_is_answered_as_what_is_not_yours(row, cast, hall):
    """A stranger gets the same answer for a battle that exists and for one that does not."""
    world = world_of(row, cast)
    address = row.address(world)
    client = client_of("bystander", cast, world.battle)
    elsewhere = re.sub("(?<=/)[A-Za-z0-9_-]{12}(?=/)", "AAAAAAAAAAAA", address, count=1)
    assert elsewhere != address
    query = "&".join(f"{key}={value}" for key, value in (row.query(world) if row.query else {}).items())
    body = row.body(world) if row.body else None
    here = client.generic(row.method, address, **sent(body), QUERY_STRING=query)
    there = client.generic(row.method, elsewhere, **sent(body), QUERY_STRING=query)
    assert (here.status_code, here.content) == (there.status_code, there.content)


def sent(body):
    """A body as JSON."""
    return {"data": json.dumps(body), "content_type": "application/json"} if body is not None else {}
