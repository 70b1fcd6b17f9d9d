"""The standing of a campaign: its league, the chart of its points, and what each battle counted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.web.page.wrapper import page
from campaigns.web.sheet import war
from rules.values.sentence import say

SCORING = {
    "net": (say("Difference of the two scores"), say("The side with the higher score gets the difference.")),
    "difference": (say("Lead"), say("The same, but the lead over the other side must reach the target.")),
    "gross": (say("Own value"), say("Each side gets the whole value of its force left.")),
}  # fmt: skip


@page
@require_safe
def standing(request: HttpRequest, campaign: str) -> HttpResponse:
    """The points of the campaign battle by battle, drawn and as a table, and the league of the sides."""
    seat = sight.find_campaign(request.user, campaign)
    facts = sight.standing(seat)
    title, said = SCORING[facts.scoring]
    told = {
        "seat": seat,
        "campaign": seat.campaign,
        "standing": facts,
        "chart": war.course(facts),
        "scoring": title,
        "scoring_says": said,
        "winner": seat.side_names.get(facts.winner, ""),
        "counted": sum(one.is_counted for one in facts.battles),
        "rows": [
            {
                "one": one,
                "winner": seat.side_names.get(one.fact.result.get("winner", ""), ""),
                "cells": [
                    {"name": name, "scored": one.scored.get(side), "credited": one.credited.get(side), "after": one.after.get(side)}
                    for side, name in seat.side_names.items()
                ],
            }
            for one in facts.battles
        ],
    }  # fmt: skip
    return render(request, "campaigns/standing.html", told)
