"""What the public test kit needs of this book: a start parsed, a move made, all of it written out.  [CASES.md]"""

from __future__ import annotations

from typing import Any

from rules.contract.case_adapters import by_id, named, option_schema, whole
from rules.contract.data import Event, RefusedOrder
from rules.contract.options import rows_of
from rules.floor.cases import groups_whole, made, start_of
from rules.ground.country import Country
from rules.ground.country_file import map_hash
from rules.kriegspiel import events
from rules.kriegspiel.adjudicate import adjudicate
from rules.kriegspiel.country.clearance import put_clear
from rules.kriegspiel.force import GROUPS, Note, Pocket, Position, read_position, write_position
from rules.kriegspiel.muster import mustered
from rules.kriegspiel.options import Options, read_options
from rules.kriegspiel.orders import ORDERS, also_under, read_order
from rules.kriegspiel.orders.facts import MoveFacts, read_facts
from rules.kriegspiel.reports import clock, points, sight
from rules.values import codec

SIDES = ("red", "blue")


def start(case: dict[str, Any]) -> Position:
    """The opening position of a case; Invalid if the book does not understand it."""
    given, options = start_of(case), case.get("options") or {}
    return put_clear(read_position(mustered(given, options), read_options(options), "start"))


def move(position: Position, data: dict[str, Any]) -> tuple[Position, list[dict[str, Any]], list[RefusedOrder]]:
    """A move of a case, made once: the position after it, the complete events, and the refused orders."""
    return made(adjudicate, read_order, read_facts, position, data)


def position_whole(position: Position) -> dict[str, Any]:
    """All that a case may name of a position, with default and derived values."""
    out: dict[str, Any] = {"own_moves": dict(position.own_moves), "result": dict(position.result)}
    if position.has_map:
        out["map_hash"] = map_hash(position.country)
    out["pockets"] = {name: whole(one) for name, one in position.pockets.items()}
    out["sealed"] = {name: whole(one) for name, one in position.sealed.items()}
    out |= groups_whole(position, GROUPS, ("guns", "waggons", "depots", "boats", "trains"))
    for name, body in position.bodies.items():
        out["bodies"][name] |= {
            "fit": body.fit,
            "mounted": body.mounted,
            "sabres": body.sabres,
            "stopped": body.stopped,
        }
    for gun in position.guns.values():
        # A case may state the arrears of a team at its gun or at the men who serve it.
        crew = out["bodies"].get(gun.crew)
        if crew is not None and crew["side"] == gun.owner:
            crew["arrears"]["forage"] += gun.arrears.forage
    return out


def position_short(position: Position) -> dict[str, Any]:
    """A position as plain data without default values."""
    return write_position(position)


def sees(position: Position, side: str) -> dict[str, Any]:
    """What a side, or ``observer``, may know of a position."""
    return sight.sees(position, side)


def visible_to(event: Event, side: str) -> Event | None:
    """The part of an event that a side may know."""
    return sight.visible_to(event, side)


def query(position: Position, key: str) -> Any:
    """The score sheet, the minutes of each side for its move, or those of the interval."""
    if key == "score":
        return points.score(position)
    if key == "interval":
        return clock.interval(position)
    return {side: clock.allowance(position, side) for side in position.sides}


def schemas() -> dict[str, Any]:
    """The JSON Schemas of the start, of the options, of a move's facts, of each order and of each event."""
    orders = {name: _order(name) for name in ORDERS}
    kinds = [
        one
        for one in vars(events).values()
        if isinstance(one, type) and issubclass(one, events.Event) and hasattr(one, "name")
    ]
    happened = {one.name: named(one, "event", one.name) for one in sorted(kinds, key=lambda one: one.name)}
    groups = {group: by_id(cls) for group, cls in GROUPS.items()}
    ids: dict[str, Any] = dict(codec.IDENTITY.schema)
    start = {
        **groups,
        "own_moves": {"description": "Own moves already made, by side.", **codec.COUNTS.schema},
        "first": {"description": "The side that moves first.", **ids},
        "pockets": {"description": "Forces shut in, by the least id in them.", **by_id(Pocket)},
        "sealed": {"description": "Sealed notes of works begun.", **by_id(Note)},
        "result": {"description": "The end of the battle: winner, or draw.", "type": ["object", "null"]},
        "settled": {"description": "Options that the opening position settles by itself.", "type": ["object", "null"]},
        "map_hash": {
            "description": "SHA-256 of the country, as it was frozen before sides were picked.",
            "type": "string",
        },
        "country": country_schema(),
    }
    options = {row.key: option_schema(Options, row) for row in rows_of(Options, of_cases=True)}
    measured = codec.schema_of(MoveFacts)
    return {"start": start, "options": options, "measured": measured, "order": orders, "event": happened}


def country_schema() -> dict[str, Any]:
    """The schema of a country; without one, the floor is open, level and without limits."""
    says = "The ground; left out, an open level floor without limits."
    return {"description": says, **codec.schema_of(Country), "type": ["object", "null"]}


def _order(name: str) -> dict[str, Any]:
    """The schema of an order, with the other keys that may name its things."""
    schema = named(ORDERS[name], "order", name)
    for keys in also_under(name):
        one_of = [{"required": [key]} for key in keys]
        schema["properties"] = {**{key: dict(codec.IDENTITY.schema) for key in keys}, **schema["properties"]}
        schema["required"] = [key for key in schema["required"] if key not in keys]
        schema.setdefault("allOf", []).append({"anyOf": one_of})
    return schema
