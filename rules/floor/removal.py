"""A thing taken off the floor, and no trace of it left in what refers to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.contract.data import Position
from rules.errors import Invalid
from rules.values.sentence import say

OWN_WORDS = frozenset(
    {"side", "held_by", "name", "commander", "kind", "arm", "formation", "state", "line", "retire_clause", "entraining"}
)
"""The keys of a thing that hold words, sides and names, and never the id of another thing."""


def without(position: Mapping[str, Any], groups: Iterable[str], group: str, thing: str) -> Position:
    """A position (plain data) without a thing: nobody serves it, guards it, flees from it or carries it any more.

    Invalid if it carries others: they would be nowhere.
    """
    gone = position[group][thing]
    if isinstance(gone.get("aboard"), Mapping) and gone["aboard"]:
        raise Invalid(say("{group}.{thing}: others are aboard; take them out first", group=group, thing=thing))
    left = {**position, group: {name: one for name, one in position[group].items() if name != thing}}
    among = [one for one in groups if left.get(one)]
    if any(thing in left[one] for one in among):  # a mine keeps the id of its work
        return Position(left)
    for one in among:
        left[one] = {name: _forgets(state, thing) for name, state in left[one].items()}
    if left.get("pockets"):
        pockets = {name: _forgets(one, thing) for name, one in left["pockets"].items()}
        left["pockets"] = {name: one for name, one in pockets.items() if one.get("bodies")}
    return Position(left)


def _forgets(state: Mapping[str, Any], thing: str) -> Mapping[str, Any]:
    """A thing that no longer knows another."""
    kept = {}
    for key, value in state.items():
        if key in OWN_WORDS:
            kept[key] = value
        elif value == thing or (isinstance(value, Mapping) and value.get("carrier") == thing):
            continue
        elif isinstance(value, list):
            kept[key] = [one for one in value if one != thing]
        elif isinstance(value, Mapping):
            kept[key] = {name: one for name, one in value.items() if name != thing}
        else:
            kept[key] = value
    return kept if kept != state else state
