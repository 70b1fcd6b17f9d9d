"""What is hidden and what does not exist get the same answer, at the same cost.  [RELIABILITY E6]

Time cannot depend on what was never read: every answer takes the same queries, identical but for the id, and as many
bytes.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.unlocked import cached_tables
from tests.campaigns.builders import NOON, START, a_battle, a_campaign, the_move
from tests.campaigns.test_twin_worlds import stop_clock
from tests.campaigns.web.conftest import client_of

pytestmark = pytest.mark.django_db

HIDDEN = {
    "works": {"blue-trench-1": {"kind": "entrenchment", "side": "blue", "crew": "blue-foot", "moves_done": 1}},
    "mines": {"blue-mine-one": {"side": "blue"}},
}
ABSENT = "not-there-123"
"""As long as the ids of what is hidden."""
NO_SUCH = "AAAAAAAAAAAA"
VARIES = re.compile(r"'[0-9: .+-]{19,40}'(::timestamptz)?|\bs\d+_x\d+\b")
"""Times and the names of savepoints."""


@pytest.fixture
def world(cast: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A battle in which Blue has a trench and a mine of which Red knows nothing, half a minute after it began."""
    stop_clock(monkeypatch, {"now": NOON + timedelta(seconds=30)})
    return a_battle(cast, start={**START, **HIDDEN})


def asked(client: Client, address: str, body: dict[str, Any] | None, named: str) -> tuple[Any, ...]:
    """The result: status, headers' names, bytes, and the queries, with the name masked."""
    cached_tables().clear()  # else the first to ask would fetch the floor for all others
    with CaptureQueriesContext(connection) as questions:
        if body is None:
            answer = client.get(address)
        else:
            answer = client.post(address, json.dumps(body), content_type="application/json")
    told = re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1", answer.content.decode()).replace(named, "*")
    read = [VARIES.sub("*", one["sql"].replace(named, "*")) for one in questions]
    return answer.status_code, sorted(answer.headers), len(answer.content), told, read


def of_things(battle: Any) -> list[tuple[str, Any]]:
    """The requests about a thing: the address, and the body."""
    move, base = the_move(battle).public_id, f"/api/v1/battles/{battle.public_id}/"
    march = {"order": "march", "body": "{}", "measured": {"distance": 6}}
    charge = {"order": "charge", "body": "red-horse", "target": "{}", "measured": {"distance": 6}}
    retire = {"order": "retire", "body": "red-foot", "from": "{}", "measured": {"distance": 6}}
    check = base + "orders/check/"
    return [
        (reverse("order", args=[battle.public_id, "{}"]), None),
        (base + "things/{}/", None),
        (check, {"move": move, "thing": "{}", "orders": [march]}),
        (check, {"move": move, "thing": "red-horse", "orders": [charge]}),
        (check, {"move": move, "thing": "red-foot", "orders": [retire]}),
        (base + "orders/", {"move": move, "thing": "{}", "orders": [march], "base_revision": 0, "key": "k"}),
    ]


def filled(what: Any, name: str) -> Any:
    """An address or a body with a name in its gap."""
    return json.loads(json.dumps(what).replace("{}", name)) if what is not None else None


@pytest.mark.slow
@pytest.mark.parametrize("who", ["red_foot", "red_general", "observer", "bystander"])
def test_what_is_hidden_costs_as_much_as_what_is_not_there(cast: Any, world: Any, who: str) -> None:
    client = client_of(getattr(cast, who))
    hidden = [*HIDDEN["works"], *HIDDEN["mines"]]
    assert {len(one) for one in hidden} == {len(ABSENT)}
    refused = 0
    for address, body in of_things(world):
        nothing = asked(client, filled(address, ABSENT), filled(body, ABSENT), ABSENT)
        for thing in hidden:
            assert asked(client, filled(address, thing), filled(body, thing), thing) == nothing, (address, thing)
        refused += nothing[0] >= 400 or "E-" in nothing[3]
    assert refused >= 5


def test_what_is_ones_own_is_answered_otherwise(cast: Any, world: Any) -> None:
    """Without this the comparison might be one of nothing with nothing."""
    client = client_of(cast.red_foot)
    for address, body in of_things(world)[:3]:
        own = asked(client, filled(address, "red-foot"), filled(body, "red-foot"), "red-foot")
        assert own != asked(client, filled(address, ABSENT), filled(body, ABSENT), ABSENT)


@pytest.mark.parametrize("name", ["battle", "sheet", "reports", "supplies", "dispatches", "desk", "record", "replay"])
def test_another_peoples_battle_costs_as_much_as_none(cast: Any, world: Any, name: str) -> None:
    client = client_of(cast.bystander)
    there, nowhere = (reverse(name, args=[one]) for one in (world.public_id, NO_SUCH))
    assert asked(client, there, None, world.public_id) == asked(client, nowhere, None, NO_SUCH)


@pytest.mark.parametrize("name", ["campaign", "roster", "standing"])
def test_another_peoples_campaign_costs_as_much_as_none(cast: Any, name: str) -> None:
    client, made = client_of(cast.bystander), a_campaign(cast).public_id
    there, nowhere = (reverse(name, args=[one]) for one in (made, NO_SUCH))
    assert asked(client, there, None, made) == asked(client, nowhere, None, NO_SUCH)
