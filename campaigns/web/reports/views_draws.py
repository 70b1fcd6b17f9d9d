"""The page that checks every draw: the seed against the digest that was published, and each draw with its use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.couriers import COURIER
from campaigns.sight.draws import DrawFact
from campaigns.sight.draws import draws as read_draws
from campaigns.web.page.wrapper import page
from campaigns.web.reports.after_frame import clock_after, frame_after
from rules.values.sentence import joined, message, say

COURIERS = {COURIER: message("Courier {0}: {1}")}
"""What the campaign itself draws for, besides what a book does."""


@page
@require_safe
def draws(request: HttpRequest, battle: str) -> HttpResponse:
    """Every draw of a battle that is over; before, only the digest."""
    seat = sight.find_battle(request.user, battle)
    sheet, uses = read_draws(seat), {**seat.rules.pieces.draws, **COURIERS}
    told: dict[str, Any] = {
        "sheet": sheet,
        "moves": [
            {
                "move": one.move,
                "coin": one.coin,
                "draws": [{"draw": draw, "use": use(draw, uses)} for draw in one.draws],
            }
            for one in sheet.moves
            if one.draws or one.coin
        ],
        "failed": sum(not draw.holds for draw in sheet.draws),
    }
    return render(request, "campaigns/draws.html", {**frame_after(seat, "draws", clock_after(seat)), **told})


def use(draw: DrawFact, uses: Mapping[str, str]) -> str:
    """What a draw was for, and the result where it was a toss.  uses: words by the first part; other draws are named by their parts.

    >>> use(DrawFact("red/1/hop/a", 0, 2, 0, 1, ("hop", "Frogs"), True), {"hop": "The hop of {0}"})
    'The hop of Frogs: for the side that moved'
    """
    kind, *rest = draw.parts
    said = uses.get(kind, "")
    if said.count("{") > len(rest) or not said:
        return joined(" · ", draw.parts)
    text = said.format(*rest)
    if draw.below == 2 and kind != COURIER:
        return say(
            "{text}: against the side that moved" if draw.number else "{text}: for the side that moved", text=text
        )
    return text
