"""Values of things that an umpire has ruled instead of those that the rules found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.contract.data import Change, Position
from rules.errors import Invalid


def ruled(position: Position, changes: Sequence[Change]) -> Position:
    """A position as plain data with an umpire's changes.  Invalid if a thing does not exist."""
    changed: dict[str, Any] = {
        group: dict(things) if isinstance(things, dict) else things for group, things in position.items()
    }
    for change in changes:
        things = changed.get(change["group"])
        if not isinstance(things, dict) or change["thing"] not in things:
            raise Invalid(f"{change['group']}.{change['thing']}: there is no such thing")
        thing = {**things[change["thing"]], change["key"]: change["value"]}
        if change["value"] is None:
            del thing[change["key"]]
        things[change["thing"]] = thing
    return Position(changed)
