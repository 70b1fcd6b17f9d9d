"""What the board of a sheet is answered to a press: the parts of the page that it has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns import sight
from campaigns.usecases.orders import drafts
from campaigns.web.board import strokes
from campaigns.web.page.frame import frame
from campaigns.web.sheet import board_parts
from rules.errors import Reason, Refused


def from_the_board(request: HttpRequest) -> bool:
    """Whether the script of the board asks, and wants parts of a page."""
    return bool(request.headers.get("X-Board"))


@dataclass
class Said:
    """What is answered to a press: the draft that it made, or why there is none.

    held: a way that was drawn was refused and is not kept; stays: a lawful draft is there as it was; draft: then that one.
    waits: what is still to be pressed; faults: of what was typed; refused: why nothing was kept; others: of several things
    ordered together, the ids of those that were refused, each with the reason; prices: of the
    others, as drafts.  sent: each draft that was sent, by the name of its thing.
    """

    draft: drafts.Draft | sight.DraftFact | None = None
    waits: str = ""
    faults: Sequence[str] = ()
    refused: Refused | None = None
    done: str = ""
    held: bool = False
    stays: bool = False
    together: int = 0
    prices: Sequence[drafts.Draft] = ()
    others: list[tuple[str, Reason]] = field(default_factory=list)
    sent: Sequence[tuple[str, drafts.Sent]] = ()


def _called(name: str, reason: Reason) -> str:
    """The name of a thing before why it was refused; none where that names it."""
    return "" if name in str(reason["sentence"]) else name


def answered(request: HttpRequest, seat: sight.Seat, said: Said, now: datetime) -> HttpResponse:
    """The parts of the board that a press has changed."""
    # The seat was read before what was done: a first draft may have been saved since.
    facts = sight.sheet(replace(seat, drafted=seat.drafted or "now"), now)
    size = seat.terms.options.get("map_size_ft")
    drawn = board_parts.ways(facts, board_parts.things_of(facts), size)
    ready = board_parts.readiness_on(facts)
    names = {one.id: one.name for one in facts.own}
    told = {
        **frame(seat, "sheet", facts.clock),
        **board_parts.board_parts(facts),
        "foot": board_parts.foot(facts),
        "can_ready": ready["can_ready"] and board_parts.may_be_ready(seat, facts.clock),
        "am_ready": ready["am_ready"],
        "said": said,
        "others": [(_called(names.get(thing, thing), reason), reason) for thing, reason in said.others],
        "layers": [
            {"name": name, "markup": strokes.layer(name, those)}
            for name, those in drawn.items()
            if name == "drafts" or said.sent
        ],
        "zone": seat.campaign.time_zone,
    }
    return render(request, "campaigns/parts/board_answer.html", told)
