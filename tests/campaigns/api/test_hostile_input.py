"""Bad input gets a clear 4xx on every endpoint, never a 500, and changes nothing.  [RELIABILITY G1, G2]"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection, transaction

from campaigns.models import (
    Battle,
    Campaign,
    Extension,
    FactSheet,
    Move,
    Notice,
    OrderEntry,
    PointsEntry,
    Post,
    Readiness,
    Ruling,
)
from campaigns.usecases.exercises.house import house_exercise
from tests.campaigns.api import hostile
from tests.campaigns.api.conftest import client_of
from tests.campaigns.api.hostile import MARKUP
from tests.campaigns.api.table import CHANGE, EXERCISE, ROWS, WRITES, Row, World, world_of
from tests.depth import share

pytestmark = [pytest.mark.slow, pytest.mark.long]  # each field of each request with each value that nobody expects

ORDERED = ("api-orders", "api-check", "api-choices", "api-corrections")
TAKES_A_BODY = tuple(row for row in ROWS if row.method in ("POST", "PUT", "PATCH"))
VALUES, ORDERS = share(hostile.VALUES, 4), share(hostile.ORDERS, 4)

COMPARED = {
    Battle: ("name", "status", "record_head"),
    Campaign: ("name", "status", "options"),
    Move: ("status", "stage", "opened_at", "closes_at", "paused_at", "fence", "generation"),
    Notice: ("id", "read_at"),
}
"""Which rows are compared before and after a refused request."""


class Sender:
    """Sends one row's request again and again, each time in a transaction that is rolled back."""

    def __init__(self, row: Row, cast: Any, role: str = "") -> None:
        self.world: World = world_of(row, cast)
        self.row = row
        self.role = role or next(
            role for role in ("umpire", "red_foot", "official", "red_general") if row.who[role] < 300
        )
        self.address = row.address(self.world)
        self.query = "&".join(f"{key}={value}" for key, value in (row.query(self.world) if row.query else {}).items())
        self.body: dict[str, Any] = row.body(self.world) if row.body else {}
        self.sent = 0
        self.client = client_of(self.role, self.world.cast, self.world.battle)
        self.before = fingerprint()

    def send(self, body: Any, kind: str = "application/json", query: str | None = None) -> tuple[int, Any]:
        """Send it; a refusal must have changed nothing and must name what was wrong."""
        data = body if isinstance(body, bytes) else json.dumps(body)
        with transaction.atomic():
            answer = self.client.generic(
                self.row.method,
                self.address,
                data,
                content_type=kind,
                QUERY_STRING=self.query if query is None else query,
            )
            after = fingerprint() if answer.status_code >= 400 else None
            transaction.set_rollback(True)
        self.sent += 1
        shown = f"{self.row}: {str(body)[:200]} {kind} {query}"
        assert answer.status_code < 500, shown
        if answer.status_code >= 400:
            assert after == self.before, shown
            told = answer.json()
            assert set(told) == {"code", "clause", "sentence", "detail"}, shown
            assert 5 < len(told["sentence"]) < 2_000, shown
        return answer.status_code, answer


def fingerprint() -> tuple[Any, ...]:
    """Whatever would differ if anything had been done; computed thousands of times, so in SQL."""
    counted = (Post, OrderEntry, FactSheet, Ruling, PointsEntry, Extension, Readiness)
    asked = ["SELECT " + ", ".join(f"(SELECT COUNT(*) FROM {model._meta.db_table})" for model in counted)]
    asked += [
        f"SELECT {', '.join(fields)} FROM {model._meta.db_table} ORDER BY id" for model, fields in COMPARED.items()
    ]
    with connection.cursor() as cursor:
        return tuple(_rows(cursor, one) for one in asked)


def _rows(cursor: Any, asked: str) -> tuple[Any, ...]:
    cursor.execute(asked)
    return tuple(map(repr, cursor.fetchall()))


@pytest.fixture
def sender(cast: Any, hall: Any) -> Any:
    return lambda row, role="": Sender(row, cast, role)


@pytest.mark.parametrize("row", WRITES, ids=str)
def test_the_body_of_the_table_is_right(row, sender):
    """Else the other tests would be refused for the wrong reason."""
    one = sender(row)
    assert one.send(one.body)[0] == row.who[one.role]


@pytest.mark.parametrize("row", WRITES, ids=str)
def test_no_value_of_any_field_makes_a_fault(row, sender):
    one = sender(row)
    refused = 0
    for name in one.body:
        for value in VALUES:
            refused += one.send({**one.body, name: value})[0] >= 400
        left_out = {key: value for key, value in one.body.items() if key != name}
        one.send(left_out)
    assert one.sent == len(one.body) * (len(VALUES) + 1)
    assert refused > one.sent // 3


@pytest.mark.parametrize("row", [row for row in WRITES if row.name != "api-confirm"], ids=str)
def test_no_value_at_any_depth_of_a_field_makes_a_fault(row, sender):
    """A confirmation is not among them: one that differs is refused and entered in the record."""
    one = sender(row)
    for number, place in enumerate(at for at in hostile.places(one.body) if len(at) > 1):
        for value in share(hostile.ANYWHERE[number % 3 :], 3):
            one.send(hostile.put(one.body, place, value))


FULLER: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("api-injects", "POST", {"change": [CHANGE[0], {"group": "bodies", "add": {"side": "red", "arm": "infantry", "men": 9}}]}),
    ("api-injects", "POST", {"change": [{"template": "battalion", "side": "red", "at": [9, 9], "chosen": {"men": 9}}]}),
    ("api-injects", "POST", {"move_number": None, "near": {"at": [9, 9], "inches": 6, "side": "red", "thing": "red-foot"}}),
    ("api-injects", "POST", {"voice": "a scout", "heard": "addressees", "rider": {"at": [9, 9]}}),
    ("api-rulings", "POST", {"change": [{"group": "bodies", "add": {"side": "red", "arm": "infantry", "at": [9, 9]}}]}),
    ("api-rulings", "POST", {"change": [{"template": "battalion", "side": "red", "at": [9, 9], "chosen": {"men": 9}}]}),
    ("api-muster", "POST", {"changes": [{"template": "battalion", "side": "red", "at": [9, 9], "chosen": {"men": 9}}]}),
    ("api-muster", "POST", {"changes": [{"group": "bodies", "thing": "x", "add": {"side": "red", "arm": "infantry"}}]}),
    ("api-muster", "POST", {"changes": [{"thing": "red-foot", "key": "at", "value": [9, 9]}]}),
    ("api-muster", "POST", {"changes": [{"duplicate": ["red-foot"], "times": 2}]}),
    ("api-muster", "POST", {"changes": [{"mirror": "red", "things": ["red-foot"]}]}),
    ("api-muster", "POST", {"changes": [{"thing": "red-foot", "remove": True}]}),
    ("api-muster-own", "POST", {"changes": [{"move": ["red-foot"], "by": [1, 1]}]}),
    ("api-muster-curtain", "POST", {"zone": [0, 0, 9, 9]}),
    ("api-campaign", "PATCH", {"sides": {"red": {"name": "Red", "handicap": 2}}, "briefings": {"red": "Go"}}),
    ("api-campaign", "PATCH", {"couriers": {"inches": "12", "loss": "1/20", "reach": 6}, "options": {"use_supply": False}}),
    ("api-objectives", "PUT", {"objectives": [{"kind": "points", "side": "red", "way": "lead", "amount": 2, "shown": "all"}]}),
    ("api-exercise", "PATCH", {"players": [2, 4], "level": "usual", "language": "en"}),
    ("api-facts", "POST", {"orders": {"red-foot/0": {"distance": 5, "shots": [{"knocked_down": {"blue-foot": 1}}]}}}),
    ("api-exercises", "POST", {"exercise": house_exercise("sequence")}),
    ("api-exercises", "POST", {"exercise": {**EXERCISE, "events": [
        {"text": "Rain", "near": {"at": [9, 9], "inches": 6, "side": "red", "thing": "red-foot"}, "rider": {"at": [9, 9]}},
        {"text": "A fall", "move": 2, "change": [CHANGE[0]], "clause": "KS-OFF-03", "told": "red"},
    ]}}),
)  # fmt: skip
"""More that bodies of the table may have, each in a body of its own."""


@pytest.mark.parametrize(("name", "method", "more"), FULLER)
def test_no_value_at_any_depth_of_what_is_seldom_sent_makes_a_fault(name, method, more, sender):
    one = sender(next(row for row in WRITES if (row.name, row.method) == (name, method)))
    for number, place in enumerate(at for at in hostile.places(more) if len(at) > 1):
        for value in share(hostile.ANYWHERE[number % 3 :], 3):
            one.send({**one.body, **hostile.put(more, place, value)})


@pytest.mark.parametrize("row", WRITES, ids=str)
def test_values_that_only_raw_json_can_hold_are_refused_in_every_field(row, sender):
    one = sender(row)
    for name in one.body:
        for raw in share(hostile.RAW, 2):
            rest = ", ".join(
                f"{json.dumps(key)}: {json.dumps(value)}" for key, value in one.body.items() if key != name
            )
            status, _ = one.send(("{" + f"{json.dumps(name)}: {raw}" + (", " + rest if rest else "") + "}").encode())
            assert status in (400, 413), (name, raw[:20])


@pytest.mark.parametrize("row", TAKES_A_BODY, ids=str)
def test_no_body_makes_a_fault(row, sender):
    one = sender(row)
    for what, body, kind in hostile.BODIES:
        status, _ = one.send(body, kind)
        if body and body != b"{}":
            assert status in (400, 413, 415), what


@pytest.mark.parametrize("row", TAKES_A_BODY, ids=str)
def test_a_field_that_is_not_there_is_refused_by_name(row, sender):
    one = sender(row)
    for name in ("is_umpire", "id", "public_id", "side_id", "user_id", "status", "<b>", "__class__"):
        if name in one.body:
            continue
        status, answer = one.send({**one.body, name: True})
        assert (status, answer.json()["code"]) == (400, "E-INVALID")
        assert name in answer.json()["sentence"]


@pytest.mark.parametrize("row", [row for row in WRITES if row.name in ORDERED], ids=str)
def test_no_order_makes_a_fault(row, sender):
    one = sender(row)
    for order in ORDERS:
        status, _ = one.send({**one.body, "orders": [order]})
        one.send({**one.body, "orders": [order, *one.body["orders"]]})
        if "measured" in order and row.name in ("api-orders", "api-check"):
            assert status >= 400, order
    assert one.send({**one.body, "orders": [hostile.order("stand")] * 21})[0] == 400
    assert one.sent > 2 * len(ORDERS)


@pytest.mark.parametrize("role", ["umpire", "official"])
def test_no_fact_makes_a_fault(role, sender):
    """For every measurer; an official may send only null, which says nothing."""
    one = sender(next(row for row in WRITES if row.name == "api-facts"), role)
    tried = [{"orders": {"red-foot/0": facts}} for facts in hostile.ORDER_FACTS]
    tried += [{"move_facts": facts} for facts in hostile.MOVE_FACTS]
    taken = [facts for facts in tried if one.send({**one.body, **facts})[0] < 400]
    for key in ("blue-foot/0", "red-foot/1", "red-foot", "", "/", MARKUP, "x" * 5_000, "red-foot/0/0"):
        assert one.send({**one.body, "orders": {key: {"distance": 5}}})[0] == 400, key
    assert one.sent >= 60
    assert len(tried) > 60
    assert len(taken) <= (4 if role == "official" else len(tried) // 4), taken


@pytest.mark.parametrize("row", [row for row in WRITES if row.name == "api-facts"], ids=str)
def test_no_value_of_any_field_of_an_official_makes_a_fault(row, sender):
    one = sender(row, "official")
    for name in one.body:
        for value in VALUES:
            one.send({**one.body, name: value})
    assert one.sent == len(one.body) * len(VALUES)


@pytest.mark.parametrize("thing", ["blue-foot", "blue-gun", "nothing", "", " ", "a/b", MARKUP, "x" * 64, "red-depot"])
def test_a_thing_that_is_not_ones_own_is_unseen_or_refused(thing, sender):
    one = sender(next(row for row in WRITES if row.name == "api-orders"))
    for orders in (one.body["orders"], [], [hostile.order("stand", body=thing)]):
        assert 400 <= one.send({**one.body, "thing": thing, "orders": orders})[0] < 500


@pytest.mark.parametrize("row", [row for row in ROWS if row.method == "GET"], ids=str)
def test_no_query_makes_a_fault(row, sender):
    one = sender(row)
    for query in share(hostile.QUERIES, 2):
        status, _ = one.send(b"", query=query)
        assert 400 <= status < 500, query


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
def test_no_address_makes_a_fault(method, cast, battle, hall):
    client = client_of("umpire", cast, battle)
    for address in hostile.ADDRESSES:
        assert 400 <= client.generic(method, address).status_code < 500, address


@pytest.mark.parametrize(
    "token",
    [
        "",
        "x",
        "Token",
        "Token x",
        "Token " + "9" * 5_000,
        "Token \x00",
        "Token \xff",
        "Token a b",
        "Basic !!!",
        "Bearer x",
    ],
)
def test_only_a_valid_token_is_accepted(token, battle, hall):
    client = client_of("anonymous", None, battle)
    assert client.get("/api/v1/me/", HTTP_AUTHORIZATION=token).status_code == 401
