"""The page that checks every draw: the seed against the digest that was published, and each draw with its use."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.sight.draws import DrawFact
from campaigns.sight.draws import draws as read_draws
from campaigns.web.page.asking import page
from campaigns.web.reports.afterwards import frame_after

USES = {
    "charge": "The toss for the charge of {0} on {1}",
    "shell": "Shell {1} of {0}: how far it fell off {2} the line",
    "rifle": "Shot {1} of {0}: how far it went off in {2}",
    "note": "The salt of the sealed note of {0}",
    "shot": "Shot {1} of {0}, at {2}",
    "contact": "The toss between {0} and {1}, pair {2}",
    "courier": "Courier {0}: {1}",
}
"""By the first word of a purpose, what was drawn for; other purposes are told by their parts."""


@page
@require_safe
def draws(request: HttpRequest, battle: str) -> HttpResponse:
    """Every draw of a battle that is over; before, the digest that was published."""
    seat = sight.find_battle(request.user, battle)
    sheet = read_draws(seat)
    told: dict[str, Any] = {
        "sheet": sheet,
        "moves": [
            {"move": one.move, "coin": one.coin, "draws": [{"draw": draw, "use": use(draw)} for draw in one.draws]}
            for one in sheet.moves
            if one.draws or one.coin
        ],
        "failed": sum(not draw.holds for draw in sheet.draws),
    }
    return render(request, "campaigns/draws.html", {**frame_after(seat, "draws"), **told})


def use(draw: DrawFact) -> str:
    """What a draw was for, and what came of it where it was a toss.

    >>> use(DrawFact("red/1/charge/a/b", 0, 2, 0, 1, ("charge", "Lancers", "Hussars"), True))
    'The toss for the charge of Lancers on Hussars: for the side that moved'
    """
    kind, *rest = draw.parts
    said = USES.get(kind, "")
    if said.count("{") > len(rest) or not said:
        return " · ".join(draw.parts)
    text = said.format(*rest)
    if draw.below == 2 and kind != "courier":
        return f"{text}: {'against' if draw.number else 'for'} the side that moved"
    return text
