"""Whether the result on the desk is published by itself: when, or why not."""

from __future__ import annotations

from typing import Any

from campaigns.desk import Desk
from campaigns.web.desk.strip import Strip, is_closed
from campaigns.web.page import clockface


def publication(facts: Desk, shown: Strip) -> dict[str, Any] | None:
    """What the desk says of it; none where nothing is published by itself.

    state: ``set`` (at: when), ``in-doubt`` (something is to be decided first), ``stopped`` (by an umpire).
    """
    clock = facts.clock
    if clock is None or not is_closed(facts) or facts.seat.battle.status != "running":
        return None
    if facts.stopped_at is not None:
        return {"state": "stopped"}
    if facts.publishes_at is None:
        return {"state": "in-doubt"} if facts.publishes_by_itself and shown.doubtful else None
    if shown.doubtful:
        return {"state": "in-doubt"}
    return {"state": "set", "at": clockface.local(facts.publishes_at, facts.seat.campaign.time_zone, clock.now)}
