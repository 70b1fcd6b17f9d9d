"""What a side may know of a position and of events: only fields that are named as allowed.  [LW-SETUP-07, LW-EXT-05, LW-EXT-15]

The floor is visible (LW-SETUP-04), except what is behind the curtain or in a closed box, and the commands.
"""

from __future__ import annotations

from typing import Any

from rules.contract import data as contract
from rules.contract.events import fields_visible_to
from rules.ground.country_file import write_country
from rules.little_wars.events import EVENTS
from rules.little_wars.floor.field import Field
from rules.little_wars.force.position import GROUPS, Body, Box, Gun, Position, put_where_drawn
from rules.little_wars.force.setup import BEFORE
from rules.values import codec

OBSERVER = "observer"


def seen(position: Position, side: str) -> Position:
    """The position as a side may know it; of the enemy, only what the floor shows."""
    groups: dict[str, Any] = {}
    for group in GROUPS:
        things = getattr(position, group)
        shown = {name: one if _own(one, side) else _shown(position, one) for name, one in things.items()}
        groups[group] = {name: one for name, one in shown.items() if one is not None}
    return position.but(**groups, setup=_setup(position, side))


def _own(thing: Any, side: str) -> bool:
    """Whether a side may know all of a thing: it is its own, or has no side; a lost thing is its captor's."""
    return bool(getattr(thing, "owner", getattr(thing, "side", side)) == side)


def _shown(position: Position, thing: Any) -> Any:
    """An enemy thing as the floor shows it; None if it is not on the floor."""
    if hidden_by_curtain(position):
        return None
    if isinstance(thing, Body):
        return None if thing.aboard in position.boxes else thing.but(commander="", rearming=0)
    if isinstance(thing, Gun):
        return None if thing.aboard in position.boxes else thing.but(commander="")
    if isinstance(thing, Box):
        return thing.but(aboard={}, commander="")
    return thing.but(commander="") if "commander" in thing.__dict__ else thing


def hidden_by_curtain(position: Position | Field) -> bool:
    """Whether the forces are behind the curtain: while they are chosen or put down.  [LW-SETUP-04, LW-SETUP-07, LW-FORCE-08]"""
    curtain = position.options.curtain and position.options.variety != "defensive"
    return curtain and position.setup.phase in BEFORE


def _setup(position: Position, side: str) -> Any:
    """What was settled in the open, and the own force; until the curtain is drawn the enemy's is sealed, even that it is bought."""
    if not hidden_by_curtain(position):
        return position.setup
    forces = {one: force for one, force in position.setup.forces.items() if one == side}
    bought = tuple(one for one in position.setup.bought if one == side)
    placed = tuple(one for one in position.setup.placed if _side_of(position, one) == side)
    return position.setup.but(forces=forces, bought=bought, placed=placed)


def _side_of(position: Position, identity: str) -> str:
    thing = position.bodies.get(identity) or position.guns.get(identity)
    return thing.side if thing is not None else ""


def sees(position: Position, side: str) -> contract.Known:
    """What a side, or ``observer``, may know, as plain data; an observer knows of each side what the other does."""
    known = seen(position, side)
    out = contract.Known({"side": side, "own_moves": dict(known.own_moves), "first": known.first})
    for group in GROUPS:
        things = getattr(known, group)
        if things:
            out[group] = {name: codec.write(one) for name, one in things.items()}
    put_where_drawn(out, known)
    if known.has_map:
        out["country"] = write_country(known.country)
    out["setup"] = codec.write(known.setup)
    for name in ("lost", "result"):
        if getattr(known, name):
            out[name] = dict(getattr(known, name))
    return out


def visible_to(event: contract.Event, side: str) -> contract.Event | None:
    """The part of an event that a side may know, or None."""
    known = fields_visible_to(event, EVENTS, side)
    return None if known is None else contract.Event({key: value for key, value in known.items() if key != "told"})
