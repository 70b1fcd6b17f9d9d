"""Drafts by the API: kept, judged, and sent together."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from campaigns.models import OrderDraft, OrderEntry
from tests.campaigns.builders import NOON, START, a_battle, the_move
from tests.campaigns.test_twin_worlds import stop_clock

pytestmark = pytest.mark.django_db

SECOND = {"side": "red", "arm": "infantry", "men": 30, "formation": "fours"}
TWO = {**START, "bodies": {**START["bodies"], "red-foot-2": SECOND}}
MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}


class Caller:
    """One person at the API of a battle."""

    def __init__(self, user: Any, battle: Any) -> None:
        self.client, self.base = Client(), f"/api/v1/battles/{battle.public_id}/drafts/"
        self.move = the_move(battle).public_id
        self.client.force_login(user)

    def get(self) -> Any:
        return self.client.get(self.base).json()

    def post(self, path: str = "", **body: Any) -> Any:
        given = json.dumps({"move": self.move, **body})
        return self.client.post(self.base + path, given, content_type="application/json").json()


@pytest.fixture
def caller(cast: Any, monkeypatch: pytest.MonkeyPatch) -> Caller:
    stop_clock(monkeypatch, {"now": NOON + timedelta(minutes=1)})
    return Caller(cast.red_foot, a_battle(cast, start=TWO))


def test_a_draft_is_kept_listed_and_deleted(caller: Caller) -> None:
    saved = caller.post(thing="red-foot", orders=[MARCH], base_revision=0)
    assert (saved["cost"], saved["refusal"]) == ("1/2", None)
    assert caller.get() == [saved]
    answer = caller.client.delete(f"{caller.base}?move={caller.move}&thing=red-foot")
    assert (answer.status_code, answer.content, caller.get()) == (204, b"", [])


def test_several_are_ordered_together_and_sent_with_one_receipt_each(caller: Caller) -> None:
    told = caller.post("together/", order=MARCH, things=["red-foot", "red-foot-2", "red-horse"])
    assert [(one["thing"], one["draft"] is not None) for one in told] == [
        ("red-foot", True), ("red-foot-2", True), ("red-horse", False),
    ]  # fmt: skip
    assert told[2]["refused"]["code"] == "E-ROLE"
    far = {**MARCH, "body": "red-foot-2", "measured": {"distance": 60}}
    (several,) = caller.post("several/", drafts=[{"thing": "red-foot-2", "orders": [far]}])
    assert several["draft"]["refusal"]["code"] == "E-BUDGET"
    assert [one["refusal"] is None for one in caller.post("check/")] == [True, False]
    sent = caller.post("send/", key="press")
    assert [(one["thing"], one["receipt"] is not None) for one in sent] == [("red-foot", True), ("red-foot-2", False)]
    assert caller.post("send/", key="press") == sent
    assert OrderEntry.objects.count() == 1 and OrderDraft.objects.get().thing == "red-foot-2"


def test_there_was_no_last_move_before_the_first(caller: Caller) -> None:
    (told,) = caller.post("last-move/", things=["red-foot"])
    assert (told["draft"], told["refused"]["code"]) == (None, "E-STATE")


def test_another_reads_none_of_it(caller: Caller, cast: Any) -> None:
    caller.post(thing="red-foot", orders=[MARCH], base_revision=0)
    battle = OrderDraft.objects.get().move.battle
    assert [Caller(user, battle).get() for user in (cast.red_general, cast.umpire, cast.blue_foot)] == [[], [], []]
