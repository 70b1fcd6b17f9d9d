"""What the worst request of each kind costs, and how long it keeps others from writing.

Each is the largest of its kind that is accepted, or one that was found to be slow, sent through middleware, view and
use case to a battle of 240 bodies on a country of 500 features; a charge of Little Wars among 130 men, and a turn at a
board.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import cos, pi, sin
from statistics import median
from time import perf_counter
from typing import Any

from bench import country
from bench.pages import Hall, new_database
from bench.table import Aim, table

BODIES, RANKS, TIMES = 240, 5, 5
"""Bodies of the battle, ranks of men in Little Wars, and how often each request is sent."""

MOST_MS, MOST_HELD_MS = 3_000, 300
"""Milliseconds aimed at for a request, and for the longest that it keeps the battle locked."""

Plain = dict[str, Any]


@dataclass
class Worst:
    """A request of one kind: why it is the worst, and the time of each sending.  held: the longest transaction of each."""

    name: str
    why: str
    sent: int = 0
    status: set[int] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """Its line of the table."""
        status = ", ".join(map(str, sorted(self.status)))
        return (
            self.name, self.why, f"{self.sent:,}", status, f"{median(self.seconds) * 1e3:.0f}", f"{max(self.held) * 1e3:.0f}"
        )  # fmt: skip


@contextmanager
def transactions(taken: list[float]) -> Iterator[None]:
    """Record how long each outermost transaction lasts: on SQLite nobody else can write meanwhile."""
    from django.db import connection
    from django.db.transaction import Atomic

    enter, leave, began = Atomic.__enter__, Atomic.__exit__, [0.0]

    def entered(block: Atomic) -> Any:
        outermost = not connection.in_atomic_block
        found = enter(block)
        if outermost:
            began[0] = perf_counter()
        return found

    def left(block: Atomic, *fault: Any) -> Any:
        found = leave(block, *fault)
        if not connection.in_atomic_block:
            taken.append(perf_counter() - began[0])
        return found

    Atomic.__enter__, Atomic.__exit__ = entered, left  # type: ignore[method-assign]
    try:
        yield
    finally:
        Atomic.__enter__, Atomic.__exit__ = enter, leave  # type: ignore[method-assign]


def send(one: Worst, client: Any, address: str, body: Plain | None) -> Any:
    """Send a request once: a GET without a body, else a POST."""
    taken = [0.0]
    text = "" if body is None else json.dumps(body)
    with transactions(taken):
        began = perf_counter()
        answer = client.get(address) if body is None else client.post(address, text, content_type="application/json")
        one.seconds.append(perf_counter() - began)
    one.sent = len(text)
    one.status.add(answer.status_code)
    one.held.append(max(taken))
    return answer


# -- a battle on the map -----------------------------------------------------------------------------


def march(body: str, points: Sequence[Sequence[float]]) -> Plain:
    """An order to go by these points."""
    return {"order": "march", "body": body, "path": [list(point) for point in points]}


def zigzag(hall: Hall, body: str, points: int) -> list[list[float]]:
    """A path of so many points, to and fro in front of a body."""
    x, y = hall.start["bodies"][body]["at"]
    return [[x + number % 2, y + 1] for number in range(points)]


def on_the_map(seed: int) -> Iterator[Worst]:
    """Orders, their price and their choices; facts, rulings and the finding of a move."""
    hall = Hall(seed, made=country.battle(BODIES, seed))
    battle, foot, umpire = hall.battle.public_id, hall.clients["foot"], hall.clients["umpire"]
    base, page = f"/api/v1/battles/{battle}/", f"/b/{battle}/"
    body = next(order["body"] for order in hall.orders if order["order"] == "march" and "-1" in order["body"][-2:])

    def sheet(thing: str, orders: list[Plain], revision: int, key: str) -> Plain:
        return {"move": hall.move.public_id, "thing": thing, "orders": orders, "base_revision": revision, "key": key}

    for points in (64, 1_900):
        one = Worst("price of an order", f"a way of {points:,} points")
        order = march(body, zigzag(hall, body, points))
        for _ in range(TIMES):
            send(one, foot, base + "orders/check/", {"move": hall.move.public_id, "thing": body, "orders": [order]})
        yield one
    one = Worst("orders of a thing", "twenty marches of 24 points each, of which the last are refused")
    for number in range(TIMES):
        many = [march(body, zigzag(hall, body, 24)) for _ in range(20)]
        send(one, foot, base + "orders/", sheet(body, many, 0, f"m{number}"))
    yield one
    one = Worst("orders of a thing", "a way of 60 points, refused")
    for number in range(TIMES):
        send(one, foot, base + "orders/", sheet(body, [march(body, zigzag(hall, body, 60))], number, f"g{number}"))
    yield one
    one = Worst("choices of a thing", "among 240 bodies")
    for _ in range(TIMES):
        send(one, foot, f"{base}things/{body}/choices/", {"orders": []})
    yield one
    for name, address, client in (("order page", f"order/{body}/", foot), ("sheet", "sheet/", foot)):
        one = Worst(name, "among 240 bodies")
        for _ in range(TIMES):
            send(one, client, page + address, None)
        yield one
    yield from at_the_desk(hall, base, page, umpire)


def ordered(hall: Hall) -> None:
    """Every order is sent, and the move ends."""
    from campaigns.usecases.moves.moves import close_move

    for number, order in enumerate(hall.orders):
        given = {"move": hall.move.public_id, "thing": order["body"], "orders": [order], "key": f"k{number}"}
        revision = hall.move.entries.filter(thing=order["body"]).count()
        hall.post(hall.commander(order), "api-orders", {**given, "base_revision": revision})()
    close_move(move_id=hall.move.pk, now=hall.now(), cause="time")


def at_the_desk(hall: Hall, base: str, page: str, umpire: Any) -> Iterator[Worst]:
    """The umpire's requests: facts, rulings and submission."""
    ordered(hall)
    for name, address in (("desk", "desk/"), ("preview", "desk/preview/")):
        one = Worst(name, "a move of 120 orders")
        for _ in range(TIMES):
            send(one, umpire, page + address, None)
        yield one
    taken = set(hall.move.entries.values_list("thing", flat=True))
    marches = [order["body"] for order in hall.orders if order["order"] == "march" and order["body"] in taken]
    one = Worst("facts", f"one of each of {len(marches)} marches")
    for number in range(TIMES):
        facts = {f"{thing}/0": {"distance": 2 + number} for thing in marches}
        send(one, umpire, base + "facts/", {"move": hall.move.public_id, "base_revision": number, "orders": facts})
    yield one
    one = Worst("overruling", "twenty changes at once")
    for _ in range(TIMES):
        change = [{"group": "bodies", "thing": thing, "key": "men", "value": 25} for thing in marches[:20]]
        ruled = {
            "move": hall.move.public_id,
            "change": change,
            "reason": "So ruled.",
            "clause": "KS-GAME-01",
            "sure": True,
        }
        send(one, umpire, base + "rulings/", ruled)
    yield one
    one = Worst("submission", "a move of 120 orders on the map")
    send(one, umpire, base + "submit/", {"move": hall.move.public_id})
    yield one


# -- elsewhere ---------------------------------------------------------------------------------------


def in_little_wars(seed: int) -> Iterator[Worst]:
    """A charge among 130 men, checked and offered."""
    start: Plain = {"bodies": {}, "own_moves": {"red": 1, "blue": 1}}
    for number in range(13):
        for side, y, facing in (("red", 0, 0), ("blue", 8, 180)):
            start["bodies"][f"{side}-{number}"] = {
                "side": side, "arm": "infantry", "men": 5, "at": [number * 6, y], "facing": facing
            }  # fmt: skip
    hall = Hall(seed + 1, made=(start, []), book="little-wars")
    base = f"/api/v1/battles/{hall.battle.public_id}/"
    general = hall.clients["foot" if hall.move.side == "red" else "blue"]
    thing = f"{hall.move.side}-6"
    other = "blue" if hall.move.side == "red" else "red"
    order = {"order": "assault", "body": thing, "target": f"{other}-6"}
    one = Worst("price of a charge", "130 men of Little Wars")
    for _ in range(TIMES):
        send(one, general, base + "orders/check/", {"move": hall.move.public_id, "thing": thing, "orders": [order]})
    yield one
    one = Worst("choices of a body", "130 men of Little Wars")
    for _ in range(TIMES):
        send(one, general, f"{base}things/{thing}/choices/", {"orders": []})
    yield one


def countries(client: Any) -> Iterator[Worst]:
    """A country that is saved, and one that is imported."""
    from campaigns.usecases.muster.countries import GREATEST_COUNTRY

    walls = {f"wall-{n}": {"line": [[n % 280, y + n % 7] for y in range(0, 160, 16)]} for n in range(1_900)}
    size = len(json.dumps(walls))
    walls = {key: walls[key] for key in list(walls)[: len(walls) * GREATEST_COUNTRY // size - 40]}
    one = Worst("a country that is kept", f"{len(walls):,} walls of ten points")
    for number in range(TIMES):
        data = {"size": [288, 192], "walls": walls}
        send(one, client, "/api/v1/countries/", {"name": f"Worst {number}", "data": data})
    yield one
    yield from surveys(client)


def surveys(client: Any) -> Iterator[Worst]:
    """A survey that is made into a country at once, and one that is accepted for later."""
    from campaigns.usecases.muster.surveys import MOST_WAITING

    at_once = Worst("a survey that is made at once", "196 fords in a lake of as many corners")
    for _ in range(TIMES):
        send(at_once, client, "/api/v1/countries/import/", lake_with_fords(196))
    yield at_once
    taken_on = Worst("a survey that is taken on", "20,000 fords in a lake of as many corners")
    for _ in range(MOST_WAITING):
        send(taken_on, client, "/api/v1/countries/import/", lake_with_fords(19_900))
    yield taken_on


def lake_with_fords(number: int) -> Plain:
    """A survey of a lake with so many corners, and fords in its middle, which lie far from any bank."""
    turns = [2 * pi * i / number for i in range(number)]
    shore = [[int(1440 + 900 * cos(turn)), int(960 + 900 * sin(turn))] for turn in turns]
    fords = [[1240 + 7 * i % 400, 760 + 11 * i % 400] for i in range(number)]
    features = [
        {"type": "Feature", "properties": {"natural": "water"}, "geometry": {"type": "Polygon", "coordinates": [[*shore, shore[0]]]}},
        {"type": "Feature", "properties": {"ford": "yes"}, "geometry": {"type": "MultiPoint", "coordinates": fords}},
    ]  # fmt: skip
    file = {"type": "FeatureCollection", "features": features}
    return {"name": "Worst", "scale": 10, "plain": True, "origin": [0, 0], "survey": file}


def part(seed: int, reached: list[Aim]) -> Iterator[str]:
    """The section of the bench."""
    makers: tuple[Callable[[], Iterator[Worst]], ...] = (lambda: on_the_map(seed), lambda: in_little_wars(seed))
    with new_database() as database:
        found = [one for maker in makers for one in maker()]
        found += countries(Hall(seed + 2).clients["umpire"])
    yield f"\n## The worst request of each kind (seed {seed}, {database}; each sent {TIMES} times)\n"
    heads = ("request", "what makes it the worst", "bytes sent", "status", "median ms", "longest transaction, ms")
    yield table(heads, [one.row() for one in found])
    slowest = max(found, key=lambda one: median(one.seconds))
    longest = max(found, key=lambda one: max(one.held))
    slow, held = median(slowest.seconds) * 1e3, max(longest.held) * 1e3
    reached.append(
        Aim(f"no request over {MOST_MS:,} ms", f"{slow:.0f} ms ({slowest.name}, {slowest.why})", slow <= MOST_MS)
    )
    aim = f"nobody is kept from writing for {MOST_HELD_MS} ms"
    reached.append(Aim(aim, f"{held:.0f} ms ({longest.name}, {longest.why})", held <= MOST_HELD_MS))
