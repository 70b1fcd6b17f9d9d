"""The walks whose cost is held: a stage that is set up once, and fifteen deeds upon it, each the same whenever it is done.

python -m bench.walks --set-up   makes the stage in the database that DATABASE_URL names and prints what is on it
python -m bench.walks STAGE      does each walk, counted by callgrind where it runs under valgrind, else timed
"""

from __future__ import annotations

import gc
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.adjudication import KINDS, a_move
from bench.country import battle
from bench.pages import BODIES, Hall
from bench.worst import ordered

SEED = 1913
GREAT = 504
"""Bodies of a great battle: half of them have orders."""

TIMES = 7
"""How often a walk is timed where it is not counted."""

Walk = Callable[[], Any]
Walks = Iterator[tuple[str, Walk]]


# -- the stage ------------------------------------------------------------------------------------------


def set_up() -> dict[str, Any]:
    """A migrated database with a battle under way, one whose move is closed and measured, and a game of chess."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    logging.disable(logging.WARNING)  # of the great battle's orders some are refused
    under_way, closed, ruled = (Hall(SEED + number) for number in range(3))
    for hall in (under_way, closed, ruled):
        for number, order in enumerate(hall.orders[:-1]):
            hall.post(hall.commander(order), "api-orders", sent(hall.move.public_id, order, number))()
    last = under_way.orders[-1]
    for hall in (closed, ruled):
        hall.orders.pop()
        hall.close()
    chess = a_game(closed)
    great = Hall(SEED + 3, made=battle(GREAT, SEED))
    ordered(great)
    return {
        "under_way": under_way.battle.public_id,
        "move": under_way.move.public_id,
        "last": last,
        "closed": closed.battle.public_id,
        "closed_move": closed.move.public_id,
        "chess": chess,
        "ruled": ruled.battle.public_id,
        "ruled_move": ruled.move.public_id,
        "great": great.battle.public_id,
    }


def a_game(hall: Hall) -> str:
    """A game of chess in the campaign of a battle, with a General for White."""
    from django.contrib.auth import get_user_model

    from campaigns.usecases.campaigns import preparation as prepare

    campaign, by, now = hall.battle.campaign.public_id, hall.umpire, hall.now()
    player = get_user_model().objects.create(username="player")
    prepare.appoint(by=by, campaign=campaign, kind="general", side="red", arm="", user=player, now=now)
    seats = {"white": "red", "black": "blue"}
    opened = prepare.open_battle(
        by=by, campaign=campaign, name="On the board", start={}, now=now, book="chess-1879", options={}, seats=seats
    )
    return str(prepare.start_battle(by=by, battle=opened.public_id, now=now).public_id)


def sent(move: str, order: dict[str, Any], number: int) -> dict[str, Any]:
    """What is sent of an order of the bench's floor, as its commander gives it."""
    own = order if order["order"] == "march" else {key: value for key, value in order.items() if key != "measured"}
    return {"move": move, "thing": order["body"], "orders": [own], "base_revision": 0, "key": f"k{number}"}


# -- the walks ------------------------------------------------------------------------------------------


def engine() -> Walks:
    """The moves of the rules alone, of so many orders each."""
    for (_, own_moves), name in zip(KINDS, ("order", "order with supplies due"), strict=True):
        move = a_move(BODIES, own_moves, SEED)
        move()
        yield name, move


def site(stage: dict[str, Any]) -> Walks:
    """The requests and the use cases; those that write come last, each on a battle of its own."""
    from campaigns.clock import server_time
    from campaigns.models import Battle
    from campaigns.usecases.moves.submission import _claimed_by_umpire, carry_out
    from campaigns.web.page.kept import page_cache

    people = {name: client(f"{name}-{SEED}") for name in ("umpire", "foot", "horse")}
    commander = people["horse" if stage["last"]["order"] == "charge" else "foot"]
    here, api = f"/b/{stage['under_way']}", f"/api/v1/battles/{stage['under_way']}"
    body = sent(stage["move"], stage["last"], BODIES)

    def read(who: str, where: str, **headers: str) -> Walk:
        return lambda: answered(people[who].get(where, headers=headers), 304 if headers else 200)

    def cold() -> Any:
        page_cache.clear()
        return read("foot", f"{here}/sheet/")()

    def after_news() -> Any:
        battle = Battle.objects.get(public_id=stage["under_way"])
        heard = battle.told.setdefault("side:red", {})
        heard["words"] = heard.get("words", 0) + 1
        battle.save(update_fields=["told"])
        return read("foot", f"{here}/sheet/")()

    check = {key: body[key] for key in ("move", "thing", "orders")}
    yield "check", lambda: answered(commander.post(f"{api}/orders/check/", check, content_type="application/json"), 200)
    yield "desk", read("umpire", f"{here}/desk/")
    yield "sheet cold", cold
    yield "sheet after news", after_news
    tag = people["umpire"].get(f"{here}/desk/status/")["ETag"]
    yield "status", read("umpire", f"{here}/desk/status/", **{"If-None-Match": tag})
    chess = client("player")
    yield "board of chess", lambda: answered(chess.get(f"/b/{stage['chess']}/board/"), 200)
    yield from of_the_umpire(stage)
    once = iter(range(BODIES, BODIES + 100))

    def send() -> Any:
        number = next(once)
        given = {**body, "key": f"k{number}", "base_revision": number - BODIES}
        return answered(commander.post(f"{api}/orders/", given, content_type="application/json"), 201)

    yield "send", send
    by = get_user(f"umpire-{SEED + 1}")
    held: list[Any] = []

    def claim() -> Any:
        from campaigns.models import Move

        Move.objects.filter(public_id=stage["closed_move"]).update(claimed_at=None, attempts=0)
        held[:] = [_claimed_by_umpire(by, stage["closed_move"], (), server_time())]

    yield "submission", claim
    yield "publication", lambda: carry_out(held[0][0], actor=held[0][1], now=server_time())


def of_the_umpire(stage: dict[str, Any]) -> Walks:
    """The requests of the umpires of the other battles."""
    from campaigns.web.page.kept import page_cache

    closed, great, ruled = (client(f"umpire-{SEED + number}") for number in (1, 3, 2))

    def preview() -> Any:
        page_cache.clear()
        return answered(closed.get(f"/b/{stage['closed']}/desk/preview/"), 200)

    def desk_cold() -> Any:
        page_cache.clear()
        return answered(closed.get(f"/b/{stage['closed']}/desk/"), 200)

    men = iter(range(20, 40))

    def overrule() -> Any:
        change = [{"group": "bodies", "thing": "red-0", "key": "men", "value": next(men)}]
        given = {"move": stage["ruled_move"], "change": change, "reason": "So.", "clause": "KS-GAME-01", "sure": True}
        where = f"/api/v1/battles/{stage['ruled']}/rulings/"
        return answered(ruled.post(where, given, content_type="application/json"), 201)

    yield "preview", preview
    yield "desk cold", desk_cold
    yield "desk of 252 orders", lambda: answered(great.get(f"/b/{stage['great']}/desk/"), 200)
    yield "overruling", overrule


ONCE = ("publication",)
"""What can be done but once: it is counted the first time."""


def answered(answer: Any, status: int) -> Any:
    """An answer, which must have that status, or the figure would mean nothing."""
    if answer.status_code != status:
        raise RuntimeError(f"{answer.status_code} {answer.content[:300]!r}")
    return answer


def get_user(name: str) -> Any:
    """Somebody on the stage."""
    from django.contrib.auth import get_user_model

    return get_user_model().objects.get(username=name)


def client(name: str) -> Any:
    """The browser of somebody on the stage."""
    from django.test import Client

    browser = Client()
    browser.force_login(get_user(name))
    return browser


def yardstick() -> int:
    """A fixed loop of what the program does most: calls, dictionaries, texts and JSON.  All costs are told in it."""
    total = 0
    for number in range(2_000):
        row = {"id": f"red-{number}", "at": [number, number * 7], "men": number % 40}
        total += len(json.dumps(row)) + sum(row["at"]) + len("{id} has {men} men".format_map(row))
    return total


# -- counting ---------------------------------------------------------------------------------------------


def counted(name: str, walk: Walk, number: int) -> int:
    """Instructions of a walk, as callgrind counts them when it is told to; garbage is not collected meanwhile."""
    if name not in ONCE:
        walk()
        walk()
    gc.collect()
    gc.disable()
    told("-i", "on")
    walk()
    told("-i", "off")
    gc.enable()
    told(f"--dump={name}")
    with open(f"{os.environ['CALLGRIND_OUT']}.{number}") as dump:
        return next(int(line.split()[1]) for line in dump if line.startswith("totals:"))


def told(*what: str) -> None:
    """Tell callgrind something."""
    subprocess.run(["callgrind_control", *what, str(os.getpid())], check=True, capture_output=True)


def timed(name: str, walk: Walk) -> int:
    """Nanoseconds of the processor for a walk, the least of some times."""
    taken = []
    for _ in range(1 if name in ONCE else TIMES):
        gc.collect()
        gc.disable()
        began = time.process_time_ns()
        walk()
        taken.append(time.process_time_ns() - began)
        gc.enable()
    return min(taken)


def main() -> None:
    """As the head of this module says."""
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment(debug=False)
    if sys.argv[1] == "--set-up":
        print(json.dumps(set_up()))
        return
    stage = json.loads(sys.argv[1])
    walks = ((name, walk) for some in (iter([("yardstick", yardstick)]), engine(), site(stage)) for name, walk in some)
    under_valgrind = "CALLGRIND_OUT" in os.environ
    for number, (name, walk) in enumerate(walks, start=1):
        cost = counted(name, walk, number) if under_valgrind else timed(name, walk)
        print(json.dumps([name, cost]), flush=True)


if __name__ == "__main__":
    main()
