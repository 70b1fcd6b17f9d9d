"""The number of queries: twelve at most for anything that is read, on both databases."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.rulings import correct_order, overrule_finding
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns.api.table import ROWS, world_of
from tests.campaigns.builders import NOON, START, a_battle, the_move, token_of

pytestmark = [pytest.mark.slow, pytest.mark.long]  # each request with few and with many rows

MOST_FOR_A_READING, MOST_FOR_A_SUBMISSION = 12, 60
MOST_FOR_AN_ENTRY = 6
"""The additional queries of a request that is itself recorded: the umpire's view of a seat."""

END = NOON + timedelta(minutes=10, seconds=5)


def by_token(user: Any) -> APIClient:
    """A client that sends its token, and must be authenticated."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token_of(user)}")
    return client


def by_session(user: Any) -> APIClient:
    """A browser that has logged in."""
    client = APIClient()
    client.force_login(user)
    return client


def asked(deed: Any) -> tuple[int, int]:
    """The status of an answer, and how many queries it took."""
    connection.queries_log.clear()  # it holds 9000 and would count no more
    with CaptureQueriesContext(connection) as queries:
        answer = deed()
    return answer.status_code, len(queries)


@pytest.mark.parametrize("row", [row for row in ROWS if row.method == "GET"], ids=str)
def test_no_reading_takes_more_than_twelve_queries(row: Any, cast: Any) -> None:
    world = world_of(row, cast)
    role = next(role for role in ("umpire", "red_foot") if row.who[role] < 300)
    query = (row.query(world) if row.query else {}) | ({"of": "red"} if row.of and role == "umpire" else {})
    address = row.address(world)
    most = MOST_FOR_A_READING + (MOST_FOR_AN_ENTRY if row.name == "api-look" else 0)
    for client in (by_token(getattr(cast, role)), by_session(getattr(cast, role))):
        status, queries = asked(lambda client=client: client.get(address, query))
        assert status < 300
        assert queries <= most


@pytest.fixture
def full(cast: Any) -> Any:
    """A closed move of 24 bodies on which everything has been done that a desk can show."""
    bodies = {
        f"red-{one}": {"side": "red", "arm": "infantry", "men": 30, "name": f"Company {one}"} for one in range(18)
    }
    battle = a_battle(cast, start={**START, "bodies": {**START["bodies"], **bodies}})
    move = the_move(battle)
    for thing in bodies:
        march = {"order": "march", "body": thing, "measured": {"distance": 6}}
        submit_orders(
            user=cast.red_foot, move=move.public_id, thing=thing, orders=[march], base_revision=0, key=thing, now=NOON
        )
    close_move(move_id=move.pk, now=END, cause="time")
    given = {"move": move.public_id, "now": END}
    measure(by=cast.official, base_revision=0, orders={"red-0/0": {"distance": 5}}, **given)
    measure(
        by=cast.umpire, base_revision=1, orders={"red-0/0": {"distance": 4}}, move_facts={"threatened_by": {}}, **given
    )
    correct_order(by=cast.umpire, thing="red-1", orders=[], reason="a slip", **given)
    change = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 59}]
    overrule_finding(by=cast.umpire, change=change, reason="a fall", clause="house rule", **given)
    return move


@pytest.mark.parametrize("who", ["umpire", "red_foot", "official", "observer"])
@pytest.mark.parametrize("paper", ["desk", "preview", "facts", "sheet", "orders", "things/red-0", "clock", "record"])
def test_a_full_table_takes_no_more(full: Any, cast: Any, who: str, paper: str) -> None:
    query = {"desk": {}, "preview": {"move": full.public_id}, "record": {}}.get(paper, {"of": "red"})
    address = f"/api/v1/battles/{full.battle.public_id}/{paper}/"
    if "/" in paper or paper == "clock" or (who != "umpire" and "of" in query):
        query = {}
    client = by_token(getattr(cast, who))
    status, queries = asked(lambda: client.get(address, query))
    assert status in (200, 403, 404)
    assert queries <= MOST_FOR_A_READING


def test_the_submission_of_a_move_of_24_bodies_takes_no_more_than_sixty(full: Any, cast: Any, hall: Any) -> None:
    client = by_token(cast.umpire)
    body = {"move": full.public_id}
    status, queries = asked(lambda: client.post(f"/api/v1/battles/{full.battle.public_id}/submit/", body))
    assert (status, full.battle.moves.count()) == (200, 2)
    assert queries <= MOST_FOR_A_SUBMISSION
