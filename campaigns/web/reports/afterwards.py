"""What the papers of a battle that is looked back on share: their frame, and the way from one to the next."""

from __future__ import annotations

from typing import Any

from campaigns import sight
from campaigns.web.page.asking import frame, papers

PAPERS = (("after", "After-action report"), ("replay", "Replay"), ("draws", "Every draw"))


def frame_after(seat: sight.Seat, here: str) -> dict[str, Any]:
    """The frame round a paper of the after-action; here: which of them it is.  When the battle is over no clock is read."""
    over = seat.battle.status == "ended"
    return {
        **(frame(seat, "after", None) if over else papers(seat, "after")),
        "after_papers": PAPERS,
        "here": here,
        "zone": seat.campaign.time_zone,
        "offers_papers": seat.is_umpire and over,
    }
