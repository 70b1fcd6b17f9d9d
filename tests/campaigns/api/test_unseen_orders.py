"""POST battles/<id>/orders/check/ and the price: what is not seen is answered the same, whatever it is and whether or not it is there."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.campaigns.api.conftest import client_of
from tests.campaigns.builders import START, a_battle, the_move

pytestmark = pytest.mark.slow

OPTIONS = {"two_stage_move": False, "boxed_troops": True, "use_contours": False}

UNSEEN = {
    "q0": {},
    "q1": {"bodies": {"q1": {"side": "blue", "arm": "infantry", "men": 9, "aboard": "boat"}}},
    "q2": {"bodies": {"q2": {"side": "blue", "arm": "cavalry", "men": 3, "aboard": "boat"}}},
    "q3": {"mines": {"q3": {"side": "blue"}}},
    "q4": {"works": {"q4": {"kind": "mine", "side": "blue", "crew": "blue-foot", "moves_done": 1}}},
}
"""By id: nothing, infantry and cavalry aboard a boat, a mine, a work begun."""

BOXES = {
    "q5": {"bodies": {"q5": {"side": "blue", "arm": "infantry", "men": 150, "boxed": True}}},
    "q6": {"bodies": {"q6": {"side": "blue", "arm": "cavalry", "men": 20, "boxed": True}}},
    "q7": {"bodies": {"q7": {"side": "blue", "arm": "artillery", "men": 6, "boxed": True}}},
}
"""By id: the contents of a box; the box is seen, they are not."""


def orders(one: str) -> list[tuple[str, dict[str, Any]]]:
    """Orders that name a thing, each with the thing to which it is given."""
    return [
        ("red-foot", {"order": "choose", "dead": {one: 1}}),
        ("red-foot", {"order": "choose", "prisoners": {one: 1}}),
        ("red-foot", {"order": "split", "body": "red-foot", "men": 5, "into": one}),
        ("red-foot", {"order": "entrench", "body": "red-foot", "work": one, "line": [[0, 0], [3, 0]]}),
        ("red-foot", {"order": "assault", "body": "red-foot", "target": one}),
        ("red-foot", {"order": "march", "body": one, "measured": {"distance": 6}}),
        (one, {"order": "march", "body": one, "measured": {"distance": 6}}),
    ]


@pytest.fixture
def answers(cast, hall, monkeypatch):
    """What a commander of Red is told of orders that name a thing, checked, priced and sent; with its id masked."""
    monkeypatch.setattr("campaigns.web.order_form.views_price.server_time", hall)
    start = copy.deepcopy(START) | {"boats": {"boat": {"side": "blue"}}}
    for hidden in (*UNSEEN.values(), *BOXES.values()):
        for group, things in hidden.items():
            start.setdefault(group, {}).update(things)
    battle = a_battle(cast, start=start, options=OPTIONS)
    move, base = the_move(battle).public_id, f"/api/v1/battles/{battle.public_id}/orders/"
    caller, page = client_of("red_foot", cast, battle), Client()
    page.force_login(cast.red_foot)

    def told(one: str) -> list[Any]:
        found = []
        for number, (thing, order) in enumerate(orders(one)):
            body = {"move": move, "thing": thing, "orders": [order]}
            checked = caller.post(f"{base}check/", body, format="json")
            sent = caller.post(base, {**body, "base_revision": 99, "key": f"{one}-{number}"}, format="json")
            typed = {"move": move, "thing": thing, "draft": json.dumps([order])}
            priced = page.post(reverse("order-price", args=[battle.public_id, thing]), typed)
            found += [(checked.status_code, checked.data), (sent.status_code, sent.data.get("sentence"))]
            found.append((priced.status_code, priced.content.decode() if priced.status_code == 200 else ""))
        return json.loads(json.dumps(found, default=str).replace(one, "*"))

    return told


def test_an_order_about_what_is_not_seen_is_answered_the_same_whatever_it_is(answers):
    """KS-DEF-07, E-NONE: men aboard, an arm, a mine and a missing thing once had different answers."""
    nothing = answers("q0")
    assert nothing[0][0] == 404 and nothing[0][1]["code"] == "E-NONE"
    assert nothing[6][0] == 200 and nothing[6][1]["reading"].endswith("red-*."), "a name in the side's own space"
    for one in UNSEEN:
        assert answers(one) == nothing, UNSEEN[one]


def test_what_is_in_a_box_changes_no_answer(answers):
    """KS-ANX-02: 422 for infantry in a box, 403 for another arm."""
    first = answers("q5")
    assert [answers(one) for one in BOXES] == [first] * len(BOXES)
    assert first[:6] == answers("q0")[:6], "nobody in a box falls in a melee"
