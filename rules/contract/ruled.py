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


def booked(pieces: Pieces, position: Position, changes: Sequence[Change]) -> list[Reckoned]:
    """What an umpire's changes did to what the ledgers count, each line with its cause.  position: before them."""
    lines: list[Reckoned] = []
    for change in changes:
        after = _changed(pieces, position, change)
        held, holds = pieces.stock(position), pieces.stock(after)
        for account in sorted(held.keys() | holds.keys()):
            amount = holds.get(account, 0) - held.get(account, 0)
            if amount:
                side, thing, kind = account
                cause, clause = change.get("cause", ""), change.get("clause", "")
                line = Reckoned(side=side, account=thing, kind=kind, amount=amount, cause=cause, clause=clause)
                lines.append(Reckoned(**line, passage=True) if "key" not in change else line)
        position = after
    return lines


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
