"""A generated client gives an order; the description has the orders as the books know them."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client

from campaigns.models import OrderEntry
from rules.books import BOOKS, case_adapter_of
from tests.campaigns.builders import a_battle, a_cast, the_move, token_of

PARTS = "#/components/schemas/"


@pytest.fixture
def parts(description: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = description["components"]["schemas"]
    return found


@pytest.fixture
def generated(description: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the generated package."""
    (tmp_path / "schema.json").write_text(json.dumps(description), encoding="utf-8")
    (tmp_path / "config.yml").write_text("post_hooks: []\n", encoding="utf-8")
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--path", "schema.json", "--config", "config.yml",
         "--meta", "none", "--output-path", "generated_kriegspiel"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0 and "Warning" not in made.stdout + made.stderr, made.stdout + made.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    return "generated_kriegspiel"


def answered(request: httpx.Request) -> httpx.Response:
    """The server's answers, within the test's own transaction."""
    kind, who = request.headers["Content-Type"], request.headers["Authorization"]
    told = Client().generic(request.method, request.url.path, request.content, kind, headers={"Authorization": who})
    return httpx.Response(told.status_code, content=told.content, headers={"Content-Type": told["Content-Type"]})


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.django_db
def test_a_generated_client_gives_an_order(generated: str, hall: Any) -> None:
    cast = a_cast()
    battle = a_battle(cast)
    models = importlib.import_module(f"{generated}.models")
    deed = importlib.import_module(f"{generated}.api.battles.submit_orders")
    client = importlib.import_module(generated).AuthenticatedClient("http://testserver", token="", prefix="Token")
    client.set_httpx_client(
        httpx.Client(
            transport=httpx.MockTransport(answered),
            base_url="http://testserver",
            headers={"Authorization": f"Token {token_of(cast.red_foot)}"},
        )
    )
    march = models.KriegspielMarch(
        order="march", body="red-foot", measured=models.KriegspielMarchMeasured(distance=6), by_road=False
    )
    sent = models.OrdersSentRequest(
        move=the_move(battle).public_id, thing="red-foot", orders=[march], base_revision=0, key="of-a-machine"
    )
    answer = deed.sync(battle.public_id, client=client, body=sent)
    entry = OrderEntry.objects.get()
    assert isinstance(answer, models.AcceptedOut) and answer.number == entry.public_id
    assert entry.orders[0]["order"] == "march" and entry.orders[0]["measured"] == {"distance": 6}


def test_every_order_of_every_book_is_in_the_union_of_its_book_and_told_apart_by_its_name(
    parts: dict[str, Any],
) -> None:
    unions = [one["$ref"].removeprefix(PARTS) for one in parts["Order"]["anyOf"]]
    assert len(unions) == len(BOOKS)
    for key, union in zip(BOOKS, unions, strict=True):
        named = parts[union]["discriminator"]["mapping"]
        assert parts[union]["discriminator"]["propertyName"] == "order"
        assert set(named) == set(case_adapter_of(key).schemas()["order"])
        assert [one["$ref"] for one in parts[union]["oneOf"]] == list(named.values())
        for name, reference in named.items():
            assert parts[reference.removeprefix(PARTS)]["properties"]["order"] == {"const": name}


def test_every_part_whose_keys_are_named_has_no_others(parts: dict[str, Any]) -> None:
    named = [name for name, one in parts.items() if one.get("type") == "object" and "properties" in one]
    assert len(named) > 200
    assert [name for name in named if parts[name].get("additionalProperties") is not False] == []
