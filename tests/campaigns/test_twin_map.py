"""Twin worlds on a country: the cost of an order given on the map and the reach of a thing show nothing of what Blue hides.

Every thing of Red's is sent over the places where Blue hides something in one world and nothing in the other: a mine, a
trench in hand, men aboard a boat, what guns and stores hold.  Price, reach, form and check are compared byte for byte.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.unlocked import cached_tables
from tests.campaigns.builders import NOON, START, a_battle, a_cast, the_move
from tests.campaigns.test_twin_worlds import World, crawl, difference, mask, plant_a_leak, stop_clock
from tests.depth import WHOLE, share

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.long]

PLACES = {
    "red-foot": [60, 60], "red-horse": [72, 60], "red-crew": [84, 60], "red-gun": [84, 60], "red-waggon": [96, 60], "red-depot": [100, 40],
    "blue-foot": [60, 92], "blue-horse": [72, 92], "blue-crew": [84, 92], "blue-gun": [84, 92], "blue-depot": [100, 120],
}  # fmt: skip
COUNTRY = {
    "size": [192, 144],
    "contours": {"knoll": {"line": [[60, 64], [80, 64], [92, 72], [76, 88], [58, 80], [60, 64]], "height": 6}},
    "water": {"brook": {"outline": [[0, 68], [40, 66], [40, 72], [0, 74]], "fordable": False}},
    "roads": {"lane": {"line": [[110, 0], [112, 72], [108, 144]], "width": 3}},
}
OPTIONS = {"two_stage_move": False, "fire_mode": "simulated", "rifle_range_in": 24, "first_fire_move": 1}
CANARY = "canary-map-7d1"
HIDDEN = [62, 62]
"""Where Blue hides something, or not."""

OF_RED = {"red-foot": "red_foot", "red-horse": "red_horse", "red-crew": "red_guns", "red-gun": "red_guns"}
"""Red's things, and who orders each."""
WAYS = share(
    ("62, 62", "62, 61", "62, 63", "62, 62\n62, 64", "20, 70", "60, 91", "60, 92", "72, 92", "2000, 2000", "84, 92"), 4
)
"""Points that are typed: on what is hidden, short of it and beyond it, into the water, up to the enemy and onto them."""


def a_start(secret: bool) -> dict[str, Any]:
    """The start with everybody in place; with what only Blue knows, or without."""
    start = {
        **copy.deepcopy(START),
        "country": COUNTRY,
        "boats": {"blue-boat": {"side": "blue", "at": [20, 70], "aboard": {}}},
    }
    for group in ("bodies", "guns", "waggons", "depots"):
        for name, thing in start[group].items():
            thing |= {"at": PLACES[name], "facing": 0 if name.startswith("red") else 180}
    if secret:
        start["mines"] = {f"{CANARY}-mine": {"side": "blue", "at": HIDDEN}}
        start["works"] = {
            f"{CANARY}-work": {"kind": "entrenchment", "side": "blue", "crew": "blue-foot", "line": [[56, 63], [68, 63]], "moves_done": 1}
        }  # fmt: skip
        start["bodies"][f"{CANARY}-men"] = {
            "side": "blue",
            "arm": "infantry",
            "men": 9,
            "aboard": "blue-boat",
            "at": [20, 70],
        }
        start["boats"]["blue-boat"]["aboard"] = {f"{CANARY}-men": 9}
        start["guns"]["blue-gun"] |= {"disabled_for": 2}
        start["bodies"]["blue-horse"] |= {"immobile": True}
        start["depots"]["blue-depot"]["packets"] = {"food": 7531}
    return start


def a_world(secret: bool) -> World:
    cast = a_cast()
    return World(secret, cast, a_battle(cast, start=a_start(secret), options=OPTIONS))


def asked_of(client: Client, world: World, thing: str) -> list[dict[str, str]]:
    """Every order that is offered for a thing, with every path typed where a place is needed."""
    page = client.get(reverse("order", args=[world.battle.public_id, thing])).content.decode()
    form: list[dict[str, str]] = []
    for choice in re.findall(r'name="choice" value="(o[0-9a-f]{8})"', page):
        places = re.findall(rf'name="({choice}-(?:path|aim|at|line|fives)(?:-points?)?)"', page)
        targets = re.findall(rf'name="{choice}-(?:target|from)".*?</select>', page, re.DOTALL)
        enemies = {one for block in targets for one in re.findall(r'value="([^"]+)"', block)}
        form += [{"choice": choice, **dict.fromkeys(places, way)} for way in (WAYS if places else WAYS[:1])]
        form += [{"choice": choice, f"{choice}-target": one, f"{choice}-from": one} for one in sorted(enemies)]
    return form


OF_BLUE = {"blue-foot": "red_foot", f"{CANARY}-mine": "red_foot", f"{CANARY}-men": "red_foot"}
"""Things that are not Red's to order, and who tries."""


def prices(world: World, things: dict[str, str]) -> dict[str, tuple[Any, ...]]:
    """What the line beside the map says of each order for these things on each path."""
    found: dict[str, tuple[Any, ...]] = {}
    base = {"move": the_move(world.battle).public_id, "base": "0", "draft": "[]"}
    for thing, who in things.items():
        client = Client()
        client.force_login(getattr(world.cast, who))
        for number, typed in enumerate(asked_of(client, world, thing) or [{}]):
            connection.queries_log.clear()
            cached_tables().clear()  # else the first to ask would fetch the floor for all others
            with CaptureQueriesContext(connection) as queries:
                answer = client.post(reverse("order-price", args=[world.battle.public_id, thing]), {**base, **typed})
            raw = answer.content.decode()
            headers = sorted((name, value) for name, value in answer.headers.items() if name != "Set-Cookie")
            found[f"{number} {thing} {typed}"] = (answer.status_code, headers, len(raw), mask(raw, []), len(queries))
    return found


def looked(secret: bool, things: dict[str, str], roles: Sequence[str], of: str = "") -> dict[str, tuple[Any, ...]]:
    """A world with its prices, and with all that some of Red are answered in it; it is rolled back afterwards.

    of: a pattern; only matching addresses are requested.
    """
    with transaction.atomic():
        world = a_world(secret)
        found = prices(world, things)
        for role in roles:
            crawled = crawl(world, getattr(world.cast, role), NOON, of)
            found |= {f"{role}: {asked}": one for asked, one in crawled.items()}
        transaction.set_rollback(True)
    return found


def test_neither_price_nor_reach_tells_what_blue_hides(monkeypatch):
    stop_clock(monkeypatch, {"now": NOON})
    roles = ("red_general", "red_foot", "red_horse") if WHOLE else ("red_foot",)
    plain, secret = (looked(secret, {**OF_RED, **OF_BLUE}, roles) for secret in (False, True))
    assert plain.keys() == secret.keys()
    for asked, answer in plain.items():
        assert answer == secret[asked], f"{asked}: {difference(answer, secret[asked])}"
        assert CANARY in asked or CANARY not in secret[asked][3], asked
    priced = [answer[3] for asked, answer in plain.items() if "'choice'" in asked]
    costs, asks = sum("Costs" in one for one in priced), sum("Click on the map" in one for one in priced)
    assert costs > 12 and costs + asks > 20 and sum("E-" in one for one in priced) > 20, "they say something"
    reached = [answer[3] for asked, answer in plain.items() if "/order/red-" in asked]
    assert sum('<g class="lay-march' in one for one in reached) >= min(2, len(roles)), (
        "the reaches are among what was compared"
    )


@pytest.mark.parametrize("group", ["mines", "bodies"])
def test_a_leak_that_is_planted_is_found_on_the_map(group, monkeypatch):
    stop_clock(monkeypatch, {"now": NOON})
    plant_a_leak(monkeypatch, group)
    plain, secret = (looked(secret, {}, ("red_foot",), "/sheet/|/order/red-foot/") for secret in (False, True))
    assert [asked for asked in plain if plain[asked] != secret.get(asked)]
