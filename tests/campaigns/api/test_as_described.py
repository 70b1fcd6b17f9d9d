"""What the API answers matches its description: no key that is not named there, none missing, each of its type."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.campaigns.api.conftest import client_of
from tests.campaigns.api.table import ROLES, ROWS, world_of
from tests.campaigns.api.test_authorisation import sent

pytestmark = pytest.mark.slow  # a battle for each address


def described(description: dict[str, Any], address: str, method: str, status: int) -> dict[str, Any] | None:
    """The schema of an answer; none where it has no body."""
    plainest = sorted(description["paths"].items(), key=lambda one: one[0].count("{"))
    for path, methods in plainest:
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), address):
            content = methods[method.lower()]["responses"][str(status)].get("content", {})
            return (
                {**content["application/json"]["schema"], "components": description["components"]} if content else None
            )
    raise AssertionError(address)


ANSWERED = [(row, role) for row in ROWS for role in [next((one for one in ROLES if row.who[one] < 300), "")] if role]


@pytest.mark.parametrize(("row", "role"), ANSWERED, ids=[str(row) for row, _ in ANSWERED])
def test_an_answer_is_of_the_shape_that_the_description_gives(row, role, cast, hall, description):
    world = world_of(row, cast)
    address, body = row.address(world), row.body(world) if row.body else None
    query = dict(row.query(world)) if row.query else {}
    if row.of and role == "umpire":
        query["of"] = "red"
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    answer = client_of(role, cast, world.battle).generic(row.method, address, **sent(body), QUERY_STRING=asked)
    assert answer.status_code == row.who[role]
    schema = described(description, address, row.method, answer.status_code)
    if schema is not None and "json" in answer.headers["Content-Type"]:
        faults = [
            f"{'/'.join(map(str, one.path))}: {one.message[:200]}"
            for one in Draft202012Validator(schema).iter_errors(answer.json())
        ]
        assert faults == []


def test_a_key_that_is_not_described_is_found(description):
    schema = described(description, "/api/v1/books/", "GET", 200)
    assert schema is not None
    assert list(
        Draft202012Validator(schema).iter_errors([{"key": "x", "title": "", "edition": "", "sides": [], "secret": 1}])
    )
