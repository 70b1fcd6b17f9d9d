"""A small battle on the map for the tests of the umpire's board: a march that goes as ordered, and a volley that costs men."""

from __future__ import annotations

from typing import Any

from campaigns.clock import server_time
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns import builders

OPTIONS = {"two_stage_move": False, "first_fire_move": 1, "use_contours": False}

START: dict[str, Any] = {
    "country": {"size": [240, 160]},
    "bodies": {
        "red-foot": {
            "side": "red", "arm": "infantry", "men": 40, "formation": "two-ranks", "name": "Red Rifles",
            "at": [60, 40], "facing": 0,
        },
        "red-horse": {"side": "red", "arm": "cavalry", "men": 20, "name": "Red Lancers", "at": [130, 20], "facing": 0},
        "blue-foot": {
            "side": "blue", "arm": "infantry", "men": 40, "formation": "two-ranks", "name": "Blue Guards",
            "at": [60, 100], "facing": 180,
        },
        "blue-horse": {
            "side": "blue", "arm": "cavalry", "men": 20, "name": "Blue Hussars", "at": [160, 140], "facing": 180,
        },
    },
}  # fmt: skip
"""Red in the south, Blue in the north, on bare ground: nothing has to be measured by people."""

MARCH = {"order": "march", "body": "red-foot", "path": [[60, 46]]}


def a_battle(cast: Any, start: Any = None, **terms: Any) -> Any:
    """The battle, its first move open."""
    return builders.a_battle(cast, start=start or START, **{"options": OPTIONS, "drain_seconds": 0, **terms})


def orders(cast: Any, move: Any, thing: str = "red-foot", order: Any = MARCH, who: str = "red_general") -> Any:
    """An order is sent."""
    given = {"base_revision": 0, "key": f"k-{thing}", "now": server_time()}
    return submit_orders(user=getattr(cast, who), move=move.public_id, thing=thing, orders=[order], **given)


CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
"""Red's Lancers charge Blue's Guards."""

NEAR = {**START, "bodies": {**START["bodies"], "red-horse": {**START["bodies"]["red-horse"], "at": [60, 86]}}}
"""The same with the Lancers within charging distance of the Guards."""
