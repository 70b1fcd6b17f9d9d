"""Before a move is ended early: who has sent nothing, and what nobody can order."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk.seats import bodies_without_a_seat, not_heard_of
from campaigns.web.desk.panel import desk_of, shown
from campaigns.web.page.wrapper import page
from rules.values.sentence import say

MOST_NAMED = 12
"""Bodies without a seat that are named; the rest are counted."""


def is_asked(facts: Desk) -> bool:
    """Whether ending the move leaves somebody out who sent nothing or is invited, or what nobody can order, so that it is asked first."""
    return bool(facts.missing or facts.invited or bodies_without_a_seat(facts))


@page
@require_safe
def end_move(request: HttpRequest, battle: str) -> HttpResponse:
    """What is missing in the move, by name, and the button that ends it all the same."""
    facts = desk_of(request, battle, server_time())
    waited, left = not_heard_of(facts), bodies_without_a_seat(facts)
    told = {
        "silent": [one for one in waited if not one.sent],
        "sending": [one for one in waited if one.sent],
        "coming": facts.invited,
        "left": left[:MOST_NAMED],
        "more": len(left) - MOST_NAMED,
        "is_open": facts.clock is not None and facts.clock.state == "open",
    }
    return shown(request, facts, "desk_end_move", say("End the move now"), told)
