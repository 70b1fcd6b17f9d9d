"""What an umpire has ruled of things instead of what the rules found: other values, things added, things taken away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract.data import Change, Position, Reckoned
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.sentence import say


def ruled(pieces: Pieces, position: Position, changes: Sequence[Change]) -> Position:
    """A position as plain data with an umpire's changes, one after another.  Invalid if one of them cannot be made."""
    for change in changes:
        position = _changed(pieces, position, change)
    return position


def with_along(pieces: Pieces, position: Position, changes: Sequence[Change]) -> list[Change]:
    """An umpire's changes, with those of what goes along (horses with their men) where none of them sets it otherwise."""
    set_by_hand = {(one["thing"], one["key"]) for one in changes if "key" in one}
    made: list[Change] = []
    for place, one in enumerate(changes):
        made.append(one)
        later = [(other["thing"], other.get("key")) for other in changes[place + 1 :]]
        state = pieces.group_in(position, one["group"]).get(one["thing"])
        if "key" not in one or state is None or (one["thing"], one["key"]) in later:
            continue
        other = pieces.goes_along(one["group"], state, one["key"])
        if other and (one["thing"], other) not in set_by_hand and type(one["value"]) is int:
            by = one["value"] - int(state.get(one["key"], 0))
            if by:
                value = max(int(state[other]) + by, 0)
                made.append(Change(group=one["group"], thing=one["thing"], key=other, value=value))
    return made


def booked(pieces: Pieces, position: Position, changes: Sequence[Change]) -> list[Reckoned]:
    """What an umpire's changes did to what the ledgers count, each line with its cause.  position: before them."""
    lines: list[Reckoned] = []
    for change in changes:
        after = _changed(pieces, position, change)
        held, holds = (pieces.stock(_touched(pieces, one, change)) for one in (position, after))
        for account in sorted(held.keys() | holds.keys()):
            amount = holds.get(account, 0) - held.get(account, 0)
            if amount:
                side, thing, kind = account
                cause, clause = change.get("cause", ""), change.get("clause", "")
                line = Reckoned(side=side, account=thing, kind=kind, amount=amount, cause=cause, clause=clause)
                lines.append(Reckoned(**line, passage=True) if "key" not in change else line)
        position = after
    return lines


def _touched(pieces: Pieces, position: Position, change: Change) -> Position:
    """What of a position a change can move: its thing alone, unless others may go with it or it belongs to the country."""
    group, thing = change["group"], change["thing"]
    if change.get("remove") or not pieces.lists(group):
        return position
    here = pieces.group_in(position, group)
    return Position({group: {thing: here[thing]}} if thing in here else {})


def _changed(pieces: Pieces, position: Position, change: Change) -> Position:
    """The position with one change."""
    group, thing = change["group"], change["thing"]
    if not (pieces.lists(group) or group in pieces.features):
        raise Invalid(say("{group}: there is no such group of things", group=group))
    things = pieces.group_in(position, group)
    if ("add" in change) == (thing in things):
        said = say("{group}.{thing}: there is one already", group=group, thing=thing)
        raise Invalid(
            said if thing in things else say("{group}.{thing}: there is no such thing", group=group, thing=thing)
        )
    if "add" in change:
        return _with(pieces, position, group, {**things, thing: dict(change["add"])})
    if change.get("remove"):
        if pieces.lists(group):
            return pieces.without(position, group, thing)
        return _with(pieces, position, group, {name: one for name, one in things.items() if name != thing})
    bound = pieces.bound_to(group, change["key"])
    known: dict[str, Any] = {key: value for key, value in things[thing].items() if key not in bound}
    known[change["key"]] = change["value"]
    if change["value"] is None:
        del known[change["key"]]
    return _with(pieces, position, group, {**things, thing: known})


def _with(pieces: Pieces, position: Position, group: str, things: Mapping[str, Any]) -> Position:
    """The position with other things in a group, or its country with other features in it."""
    if group not in pieces.features:
        return Position({**position, group: dict(things)})
    return Position({**position, "country": {**(position.get("country") or {}), group: dict(things)}})
