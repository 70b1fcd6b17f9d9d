"""What bodies have really lost on whose strength the umpire ruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaigns.desk import Desk
from campaigns.usecases.desk.changes import shows
from campaigns.web.page.events import lost_between


def standing_changes(facts: Desk) -> Iterator[Mapping[str, Any]]:
    """What the rulings that stand have changed, added or taken away."""
    standing = (one for one in facts.rulings if one.kind == "overrule" and not one.revoked)
    return (one for ruling in standing for one in ruling.change.get("changes", ()))


def ruled_losses(facts: Desk) -> dict[str, int]:
    """The men that each body has lost in the result as it is ruled, of those that were ruled on otherwise than in place or front."""
    pieces = facts.seat.rules.pieces
    ruled = {one["thing"] for one in standing_changes(facts) if "key" in one and not shows(pieces, one)}
    return lost_between(pieces, facts.position, facts.left or {}, ruled)
