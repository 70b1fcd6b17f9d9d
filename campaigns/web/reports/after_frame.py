"""What the papers after a battle share: their frame, and the links from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from campaigns import sight
from campaigns.clock import server_time
from campaigns.sight.after import BOTH, Books
from campaigns.sight.lenses import papers_open
from campaigns.web.page.frame import frame
from campaigns.web.page.kept import kept_page
from rules.values.sentence import say

PAPERS = (
    ("after", say("Charts")),
    ("forces", say("Forces")),
    ("replay", say("Replay")),
    ("draws", say("Dice")),
)


def read_from(paper: Books) -> dict[str, Any]:
    """A paper with the books that it is read from, in words, and the other choices."""
    choices = [{"key": key, "name": whose(paper, key), "here": key == paper.of} for key in paper.choices]
    return {"report": paper, "whose": whose(paper, paper.of), "choices": choices}


def whose(paper: Books, of: str) -> str:
    """Whose papers something is read from, in words."""
    return say("both sides") if of == BOTH else paper.seat.side_names.get(of, say("an observer"))


def kept_after(
    request: HttpRequest, template: str, seat: sight.Seat, here: str, told: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """A paper of the after-action whose parts are kept; here: which of them it is."""
    clock = clock_after(seat)
    return kept_page(request, template, seat, clock, frame_after(seat, here, clock), told)


def clock_after(seat: sight.Seat) -> sight.ClockFace | None:
    """The clock on such a paper; none once the battle is over."""
    return None if seat.battle.status == "ended" else sight.clock(seat, server_time())


def frame_after(seat: sight.Seat, here: str, clock: sight.ClockFace | None) -> dict[str, Any]:
    """The frame round a paper of the after-action; here: which of them it is."""
    over = seat.battle.status == "ended"
    return {
        **frame(seat, "after", clock),
        "after_papers": [one for one in PAPERS if one[0] != "forces" or not seat.battle.on_board],
        "here": here,
        "zone": seat.campaign.time_zone,
        "offers_papers": seat.is_umpire and over,
        "is_open": lambda: papers_open(seat),
    }
