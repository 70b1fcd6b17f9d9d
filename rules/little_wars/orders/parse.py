"""Orders parsed from plain data, under all their names, and written back.  [rulebook part 24]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import data as contract
from rules.errors import Invalid
from rules.little_wars.orders import before, chapter_five, end_of_move, gunnery, movement
from rules.little_wars.orders.order import OfBodies, Order
from rules.values import codec
from rules.values.sentence import joined, of_field, say

ORDERS: Mapping[str, type[Order]] = {
    found.name: found
    for phase in (before, gunnery, movement, end_of_move, chapter_five)
    for found in vars(phase).values()
    if isinstance(found, type) and issubclass(found, Order) and "name" in vars(found)
}
"""Every order of this edition by its name: the classes of each phase, phase by phase."""

ALSO_CALLED = {
    "escort": "move-prisoners", "allocate-melee": "choose", "move-cart": "move-waggon", "move-train": "train",
    "stall-claim": "claim-end", "fire": "fire-gun", "move-men": "march",
}  # fmt: skip
"""Other names of orders: the rulebook's, if the kit has one name for both books, and the reverse."""

ALSO_WRITTEN: Mapping[str, Mapping[str, str]] = {
    "": {"bodies": "body", "man": "body", "units": "body", "distance_measured": "measured"},
    "fire-gun": {"bearing": "aim"},
    "move-prisoners": {"body": "escorts", "escort": "escorts"},
    "put-down": {"body": "id", "gun": "id", "position": "at", "heading": "facing"},
    "choose": {"own_dead": "dead", "enemy_dead": "dead"},
    "move-waggon": {"cart": "waggon", "unit": "waggon"},
    "move-box": {"unit": "box"},
    "box": {"men": "body"},
    "train": {"distance": "inches"},
    "surrender": {"set": "body"},
    "set-forces": {"infantry": "inf", "cavalry": "cav"},
    "buy-force": {"infantry": "inf", "cavalry": "cav"},
    "tear-rail": {"place": "rail", "target": "rail"},
    "replace-rail": {"place": "rail", "target": "rail"},
    "entrain": {"gun": "body", "truck": "train"},
    "detrain": {"gun": "body", "truck": "train"},
    "restore": {"object": "subject", "man": "subject", "body": "subject"},
    "place-trail": {"body": "men", "bodies": "men"},
    "lie-down": {"body": "men", "bodies": "men"},
}
"""Other keys that may name an order's things."""


WAY_OF = {
    "bodies": movement.March.name,
    "guns": gunnery.MoveGun.name,
    "waggons": chapter_five.MoveWaggon.name,
    "boxes": chapter_five.MoveBox.name,
}
"""By group of things, the order to go along a way over land."""


def read_order(data: Any, where: str = "order") -> Order:
    """An order from plain data: ``{order: march, body: red-foot, path: [[0, 12]]}``."""
    given = codec.read_map(data, where)
    name = given.pop("order", None)
    if isinstance(name, str):
        name = ALSO_CALLED.get(name, name)
    if not isinstance(name, str) or name not in ORDERS:
        raise Invalid(
            of_field(
                where,
                say(
                    "there is no order {given}; known are {orders}",
                    given=f"{str(name)[:60]!r}",
                    orders=joined(", ", ORDERS),
                ),
            )
        )
    return codec.read(ORDERS[name], _one_spelling(name, given), where)


def _one_spelling(name: str, given: dict[Any, Any]) -> dict[Any, Any]:
    """The keys of an order in the spelling of its class; keys given in both spellings are left as they are."""
    known = codec.fields_of(ORDERS[name])
    also = {**ALSO_WRITTEN[""], **ALSO_WRITTEN.get(name, {})}
    if name == "fire-gun" and "bearing" in given and "aim" not in given:
        aim = {key: given[key] for key in ("bearing", "elevation") if key in given}
        return {**{key: value for key, value in given.items() if key not in aim}, "aim": aim}
    if name in ("tear-rail", "replace-rail") and "body" not in given and not isinstance(given.get("men", 0), int):
        men = given["men"]
        rest = {key: value for key, value in given.items() if key != "men"}
        given = {**rest, "body": list(men) if isinstance(men, Mapping) else men}
    if name == "choose" and ("own_dead" in given or "enemy_dead" in given):
        dead = {
            **codec.read_map(given.get("own_dead") or {}, "own_dead"),
            **codec.read_map(given.get("enemy_dead") or {}, "enemy_dead"),
        }
        return {**{key: value for key, value in given.items() if key not in ("own_dead", "enemy_dead")}, "dead": dead}
    return {
        also[key] if key not in known and also.get(key) in known and also[key] not in given else key: value
        for key, value in given.items()
    }


def write_order(order: Order) -> contract.Order:
    """An order as plain data."""
    out = contract.Order({"order": order.name, **codec.write(order)})
    if isinstance(order, OfBodies) and len(order.bodies) == 1:
        out["body"] = order.bodies[0]
    return out
