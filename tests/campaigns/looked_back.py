"""A battle for replays: three moves, each side with something that the other may not know, and its end."""

from __future__ import annotations

import copy
from datetime import datetime, timedelta
from typing import Any

from campaigns import sight
from campaigns.models import Battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.open_papers import open_papers
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from tests.campaigns import builders
from tests.campaigns.builders import START, Cast, a_battle, the_move

OPTIONS = {"two_stage_move": False, "score_points": True, "use_contours": False}
PLACES = {
    "red-foot": [60, 60], "red-horse": [72, 60], "red-crew": [84, 60], "red-gun": [84, 60],
    "blue-foot": [60, 92], "blue-horse": [72, 92], "blue-crew": [84, 92], "blue-gun": [84, 92],
}  # fmt: skip
CANARIES = {"mine": "canary-mine-8d1", "packets": "86417", "commander": "canary-commander-8d2"}
"""What Red may not know of Blue's."""
OF_RED = {"packets": "75319"}
"""What Blue may not know of Red's."""


def a_start() -> dict[str, Any]:
    """The opening position, with what only one side knows."""
    start = copy.deepcopy(START)
    for group in ("bodies", "guns"):
        for identity, thing in start[group].items():
            thing |= {"at": PLACES[identity], "facing": 0 if identity.startswith("red") else 180}
    start["bodies"]["blue-foot"]["commander"] = CANARIES["commander"]
    start["depots"]["blue-depot"]["packets"] = {"food": int(CANARIES["packets"])}
    start["depots"]["red-depot"]["packets"] = {"food": int(OF_RED["packets"])}
    del start["waggons"]  # so that a side's stock is what its depot holds
    start["mines"] = {CANARIES["mine"]: {"side": "blue"}}
    return start


def give(user: Any, battle: Battle, thing: str, order: dict[str, Any], now: datetime) -> None:
    """One order for one thing."""
    submit_orders(
        user=user, move=the_move(battle).public_id, thing=thing, orders=[order], base_revision=0, key=thing, now=now
    )


def finish(cast: Cast, battle: Battle, at: datetime, **facts: Any) -> None:
    """Close, measure and submit the move under way."""
    move = the_move(battle)
    close_early(by=cast.umpire, move=move.public_id, now=at)
    close_move(move_id=move.pk, now=at + timedelta(seconds=5), cause="umpire")
    if facts:
        measure(by=cast.umpire, move=move.public_id, base_revision=0, now=at, **{"orders": {}, **facts})
    submit_move(by=cast.umpire, move=move.public_id, now=at + timedelta(seconds=6))


def fought(cast: Cast) -> Battle:
    """Three moves: Red's horse charges Blue's with a coin drawn, Blue marches, Red marches.  It is still in progress."""
    found: Battle = builders.kept_one(Battle, cast, ["fought"], lambda: _fought(cast))
    return found


def _fought(cast: Cast) -> None:
    noon = builders.NOON
    battle = a_battle(cast, start=a_start(), options=OPTIONS)
    give(cast.red_horse, battle, "red-horse", {"order": "charge", "body": "red-horse", "target": "blue-horse"}, noon)
    give(cast.red_foot, battle, "red-foot", march("red-foot", 62, 66), noon + timedelta(seconds=30))
    declare_ready(user=cast.red_horse, move=the_move(battle).public_id, now=noon + timedelta(minutes=2))
    finish(
        cast, battle, noon + timedelta(minutes=4),
        orders={"red-horse/0": {"distance": 32, "chargers": 10, "charged": 10}}, move_facts={"threatened_by": {}},
    )  # fmt: skip
    at = noon + timedelta(minutes=5)
    give(cast.blue_foot, battle, "blue-foot", march("blue-foot", 58, 96), at)
    finish(cast, battle, at + timedelta(minutes=3), move_facts={"threatened_by": {}})
    at = noon + timedelta(minutes=9)
    give(cast.red_foot, battle, "red-foot", march("red-foot", 62, 70), at)
    finish(cast, battle, at + timedelta(minutes=2), move_facts={"threatened_by": {}})


def march(body: str, *end: int) -> dict[str, Any]:
    """A march to a point."""
    return {"order": "march", "body": body, "path": [list(end)], "measured": {"distance": 6}}


def over(cast: Cast, *, is_open: bool = False) -> Battle:
    """The same, ended by the umpire; its papers open or not."""
    found: Battle = builders.kept_one(Battle, cast, ["over", is_open], lambda: _over(cast, is_open))
    return found


def _over(cast: Cast, is_open: bool) -> None:
    battle = fought(cast)
    at = builders.NOON + timedelta(minutes=20)
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="Dusk", now=at)
    if is_open:
        open_papers(by=cast.umpire, battle=battle.public_id, now=at)


def a_seat(user: Any, battle: Battle) -> sight.Seat:
    """Somebody's seat at the battle."""
    return sight.find_battle(user, battle.public_id)
