"""A row of an order of battle whose id is there already: it changes that thing, and what it does not say stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.usecases.muster import places
from campaigns.usecases.muster.columns import MEN, What
from rules.contract.pieces import Pieces, State
from rules.values.codec import POINT
from rules.values.measure import Point


@dataclass(frozen=True)
class Asked:
    """A row as it was read.  data: keys beside those of a template; whole: whether they are all that there are.

    chosen: numbers for the template.  guns: how often it is put down.  at: in sixteenths.
    """

    line: int
    side: str
    what: What
    name: str
    brigade: str
    data: Mapping[str, Any]
    chosen: Mapping[str, Any]
    guns: int
    at: Point | None
    facing: int | None
    thing: str
    whole: bool


Changed = tuple[str, str, dict[str, Any]]
"""A thing by group and id, and what it becomes."""


def changed_by(pieces: Pieces, force: Mapping[str, Any], row: Asked) -> list[Changed]:
    """The thing of a row as it becomes, and with it who serves it: they go to another place and brigade with it.

    The men of a thing that has none are those who serve it.
    """
    found = pieces.find(force, row.thing)
    if found is None:
        return []
    group, was = found
    state = _said(pieces, group, was, row)
    made = [(group, row.thing, state)]
    of_men = pieces.kind(group).men
    for one in pieces.goes_with(force, group, row.thing):
        serving = pieces.find(force, one)
        if serving is not None:
            theirs = dict(serving[1])
            if MEN in row.chosen and not of_men and pieces.kind(serving[0]).men:
                theirs[MEN] = row.chosen[MEN]
            theirs |= _into(pieces, serving[0], row.brigade)
            theirs |= _beside(pieces, serving[0], theirs, was, row.at)
            made.append((serving[0], one, theirs))
    return [one for one in made if one[2] != force[one[0]][one[1]]] or made[:1]


def _said(pieces: Pieces, group: str, was: State, row: Asked) -> dict[str, Any]:
    """A thing with what its row says of it."""
    kind = pieces.kind(group)
    state = {**was, **{key: one for key, one in row.data.items() if key != "packets"}}
    said = {"side": row.side, "name": row.name, "arm": row.what.arm if kind.men else ""}
    state |= {key: one for key, one in said.items() if one}
    state |= _into(pieces, group, row.brigade)
    if "packets" in row.data:
        state["packets"] = {**(was.get("packets") or {}), **row.data["packets"]}
    if MEN in row.chosen and kind.men:
        state[MEN] = row.chosen[MEN]
    if row.at is not None:
        bound = pieces.bound_to(group, "at")
        state = {key: one for key, one in state.items() if key not in bound} | {"at": POINT.write(row.at)}
    if row.facing is not None and "facing" in dict(kind.fields):
        state["facing"] = row.facing % 360
    return state


def _into(pieces: Pieces, group: str, brigade: str) -> dict[str, str]:
    return {"commander": brigade} if brigade and "commander" in dict(pieces.kind(group).fields) else {}


def _beside(pieces: Pieces, group: str, state: State, was: State, to: Point | None) -> dict[str, Any]:
    """Who serves a thing that goes to another place stands to it as before; where either had none, at it."""
    here, theirs = places.at_of(was), places.at_of(state)
    if to is None:
        return {}
    by = (to[0] - here[0], to[1] - here[1]) if here is not None else (0, 0)
    spot = (theirs[0] + by[0], theirs[1] + by[1]) if theirs is not None and here is not None else to
    return {"at": POINT.write(spot)}
