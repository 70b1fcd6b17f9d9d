"""What the public test kit needs of this book: a start parsed, a move made, all of it written out.  [CASES.md]"""

from __future__ import annotations

from typing import Any

from rules.contract.case_adapters import by_id, named, option_schema, whole
from rules.contract.data import Event, RefusedOrder
from rules.floor.cases import groups_whole, made, start_of
from rules.ground.country import Country
from rules.little_wars.adjudicate import adjudicate
from rules.little_wars.events import EVENTS
from rules.little_wars.floor import clock, sight
from rules.little_wars.force.position import GROUPS, Position, read_position, write_position
from rules.little_wars.force.setup import PHASES, Setup
from rules.little_wars.options import Options, read_options, register
from rules.little_wars.orders import ALSO_CALLED, ALSO_WRITTEN, ORDERS, read_order
from rules.little_wars.orders.facts import MoveFacts, read_facts
from rules.little_wars.outcome import points
from rules.values import codec

SIDES = ("red", "blue")


def start(case: dict[str, Any]) -> Position:
    """The opening position of a case; Invalid if the book does not understand it."""
    return read_position(start_of(case), read_options(case.get("options")), "start")


def move(position: Position, data: dict[str, Any]) -> tuple[Position, list[dict[str, Any]], list[RefusedOrder]]:
    """A move of a case, made once: the position after it, the complete events, and the refused orders."""
    return made(adjudicate, read_order, read_facts, position, data)


def position_whole(position: Position) -> dict[str, Any]:
    """All that a case may name of a position, with default and derived values."""
    out: dict[str, Any] = {
        "own_moves": dict(position.own_moves),
        "result": dict(position.result),
        "first": position.first,
    }
    out |= groups_whole(position, GROUPS, ("guns", "waggons", "trains"))
    for name, body in position.bodies.items():
        if body.held_by:
            out["bodies"][name] |= {"men": body.prisoners, "prisoners": 0, "figures": out["bodies"][name]["captives"]}
    out["setup"] = whole(position.setup)
    out["phase"] = position.setup.phase
    for name in ("original", "quiet", "lost", "reached"):
        out[name] = dict(getattr(position, name))
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
    """The score, the minutes of each side for its move, or those of the interval."""
    if key == "score":
        return points.score(position)
    if key == "interval":
        return clock.interval(position)
    return {side: clock.allowance(position, side) for side in position.sides}


def schemas() -> dict[str, Any]:
    """The JSON Schemas of the start, of the options, of a move's facts, of each order and of each event."""
    counts = dict(codec.COUNTS.schema)
    country = {"description": "The ground; left out, an open level floor.", **codec.schema_of(Country)}
    start = {
        **{group: by_id(cls) for group, cls in GROUPS.items()},
        "own_moves": {"description": "Own moves already made, by side.", **counts},
        "first": {"description": "The First Player.", "type": "string"},
        "setup": {**codec.schema_of(Setup), "type": ["object", "null"]},
        "phase": {"description": "How far the battle has come.", "type": "string", "enum": list(PHASES)},
        "original": {"description": "Free men with which each side began.", **counts},
        "quiet": {"description": "Own moves running without a loss, by side.", **counts},
        "lost": {"description": "The side defeated in a Blow at the Rear, and its moves left.", **counts},
        "reached": {"description": "Men who have touched the enemy's back line, by side.", **counts},
        "result": {"description": "The end of the battle: winner, or draw.", "type": ["object", "null"]},
        "country": {**country, "type": ["object", "null"]},
    }
    options = {row.key: option_schema(Options, row) for row in register()}
    orders = {name: _order(cls, name) for name, cls in ORDERS.items()}
    orders |= {name: _order(ORDERS[other], name) for name, other in ALSO_CALLED.items()}
    happened = {name: named(cls, "event", name) for name, cls in sorted(EVENTS.items())}
    return {
        "start": start,
        "options": options,
        "measured": codec.schema_of(MoveFacts),
        "order": orders,
        "event": happened,
    }


def _order(cls: type[Any], name: str) -> dict[str, Any]:
    """The schema of an order, with the other keys that may name its things."""
    schema = named(cls, "order", name)
    also = {**ALSO_WRITTEN[""], **ALSO_WRITTEN.get(cls.name, {})}
    for other, key in also.items():
        if key in schema["properties"] and other not in schema["properties"]:
            schema["properties"][other] = schema["properties"][key]
            if key in schema["required"]:
                schema["required"] = [one for one in schema["required"] if one != key]
    return schema
