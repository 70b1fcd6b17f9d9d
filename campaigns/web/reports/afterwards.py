"""What the papers of a battle that is looked back on share: their frame, and the way from one to the next."""

from __future__ import annotations

from typing import Any

from campaigns import sight
from campaigns.sight.after import BOTH, Books
from campaigns.web.page.asking import frame, papers

PAPERS = (("after", "After-action report"), ("forces", "Forces"), ("replay", "Replay"), ("draws", "Every draw"))


def read_from(paper: Books) -> dict[str, Any]:
    """A paper with whose books it is read from, in words, and whose it might be."""
    choices = [{"key": key, "name": whose(paper, key), "here": key == paper.of} for key in paper.choices]
    return {"report": paper, "whose": whose(paper, paper.of), "choices": choices}


def whose(paper: Books, of: str) -> str:
    """Whose papers something is read from, in words."""
    return "both sides" if of == BOTH else paper.seat.side_names.get(of, "an observer")


def frame_after(seat: sight.Seat, here: str) -> dict[str, Any]:
    """The frame round a paper of the after-action; here: which of them it is.  When the battle is over no clock is read."""
    over = seat.battle.status == "ended"
    return {
        **(frame(seat, "after", None) if over else papers(seat, "after")),
        "after_papers": [one for one in PAPERS if one[0] != "forces" or not seat.battle.on_board],
        "here": here,
        "zone": seat.campaign.time_zone,
        "offers_papers": seat.is_umpire and over,
    }
