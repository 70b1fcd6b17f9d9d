"""Orders parsed from plain data, and written back.  [CASES.md]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import data as contract
from rules.errors import Invalid
from rules.kriegspiel.orders.carriage import Detrain, Disembark, Embark, Entrain
from rules.kriegspiel.orders.combat import Assault, Charge, Choose, FireGun, FireRifles, Surrender
from rules.kriegspiel.orders.messages import Confirm, Message, Report
from rules.kriegspiel.orders.movement import (
    Escort,
    Ford,
    March,
    MoveGeneral,
    MoveGun,
    MoveWaggon,
    Retire,
    RunTrain,
    Sail,
)
from rules.kriegspiel.orders.order import Order
from rules.kriegspiel.orders.shape import Box, Dismount, Form, Limber, Merge, Mount, SetOut, Split, Stand, Unlimber
from rules.kriegspiel.orders.supply import EatHorses, GoShort, Issue, Load, Unload
from rules.kriegspiel.orders.works import (
    BurnDepot,
    Destroy,
    Entrench,
    Epaulement,
    LayMine,
    Repair,
    StopWork,
    Undertaking,
    WreckWaggons,
)
from rules.values import codec
from rules.values.sentence import joined, of_field, say

ORDERS: Mapping[str, type[Order]] = {
    cls.name: cls
    for cls in (
        March, Retire, Form, Ford, Mount, Dismount, Stand, Limber, Unlimber, MoveGun, FireGun, FireRifles, Charge, Assault,
        Destroy, Repair, BurnDepot, WreckWaggons, LayMine, Entrench, Epaulement,
        StopWork, MoveWaggon, MoveGeneral, Sail, Embark, Disembark, RunTrain, Entrain, Detrain,
        Load, Unload, Issue, GoShort, EatHorses, Surrender, Escort, Split, Merge, Choose, Message, Box, SetOut, Report, Confirm,
    )
}  # fmt: skip
"""Every order of this edition by its name."""


GIVER_AND_TAKER = {"load": ("source", "waggon"), "unload": ("waggon", "to"), "issue": ("source", "body")}
"""The keys in the orders of Transport and Supply for the giver and the taker of packets."""


MAY_NAME_A_GUN = frozenset({"retire", "embark", "disembark", "entrain", "detrain"})
"""Orders to a body that may be given to a gun."""


WAY_OF = {
    "bodies": March.name,
    "guns": MoveGun.name,
    "waggons": MoveWaggon.name,
    "generals": MoveGeneral.name,
}
"""By group of things, the order to go along a way over land."""


def read_order(data: Any, where: str = "order") -> Order:
    """An order from plain data: ``{order: march, body: red-foot, path: [[0, 12]]}``."""
    given = codec.read_map(data, where)
    name = given.pop("order", None)
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
    return codec.read(ORDERS[name], _one_or_many(name, _named_either_way(name, given)), where)


def _named_either_way(name: str, given: dict[Any, Any]) -> dict[Any, Any]:
    """The giver of packets may stand under ``waggon`` or ``source``, the taker under ``to`` or ``body``.  [CASES.md]

    A gun that retires or is carried may stand under ``gun``.
    """
    if name in MAY_NAME_A_GUN and "gun" in given and "body" not in given:
        return {"body" if key == "gun" else key: value for key, value in given.items()}
    givers = [key for key in ("source", "waggon") if key in given]
    takers = [key for key in ("to", "body") if key in given]
    if name not in GIVER_AND_TAKER or len(givers) != 1 or len(takers) != 1:
        return given
    giver, taker = GIVER_AND_TAKER[name]
    rest = {key: value for key, value in given.items() if key not in (*givers, *takers)}
    return {**rest, giver: given[givers[0]], taker: given[takers[0]]}


def also_under(name: str) -> tuple[tuple[str, ...], ...]:
    """The keys of an order that may replace one another, as in ``read_order``."""
    if name in GIVER_AND_TAKER:
        return ("source", "waggon"), ("to", "body", "waggon")
    if name == "retire":
        return (("body", "gun"),)
    fields = codec.fields_of(ORDERS[name])
    return (
        (("target", "targets"),)
        if issubclass(ORDERS[name], Undertaking) and {"target", "targets"} & fields.keys()
        else ()
    )


def _one_or_many(name: str, given: dict[Any, Any]) -> dict[Any, Any]:
    """The object of a work may stand under ``target`` or, if there is one, under ``targets``.  [CASES.md]"""
    if name == "wreck-waggons" and "targets" not in given and "target" in given:
        return {**{key: value for key, value in given.items() if key != "target"}, "targets": [given["target"]]}
    fields = codec.fields_of(ORDERS[name])
    many = given.get("targets")
    if "target" in fields and "target" not in given and isinstance(many, list) and len(many) == 1:
        return {**{key: value for key, value in given.items() if key != "targets"}, "target": many[0]}
    return given


def write_order(order: Order) -> contract.Order:
    """An order as plain data."""
    return contract.Order({"order": order.name, **codec.write(order)})
