"""What an umpire has ruled of things: other values than those that the rules found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.errors import Invalid

Plain = dict[str, Any]


def ruled(position: Plain, changes: Sequence[Plain]) -> Plain:
    """A position as plain data with an umpire's changes.  Invalid where there is no such thing.

    changes: group, thing, key and value of each; a value of none takes the key back to its default.
    """
    changed = {group: dict(things) if isinstance(things, dict) else things for group, things in position.items()}
    for change in changes:
        things = changed.get(change["group"])
        if not isinstance(things, dict) or change["thing"] not in things:
            raise Invalid(f"{change['group']}.{change['thing']}: there is no such thing")
        thing = {**things[change["thing"]], change["key"]: change["value"]}
        if change["value"] is None:
            del thing[change["key"]]
        things[change["thing"]] = thing
    return changed
