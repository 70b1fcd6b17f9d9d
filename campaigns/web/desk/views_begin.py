"""Before a battle begins: what nobody could order, and which seats are offered and not taken yet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.clock import server_time
from campaigns.desk.seats import bodies_without_a_seat_at_first
from campaigns.web.desk.panel import desk_of, shown
from campaigns.web.desk.views_end_move import MOST_NAMED
from campaigns.web.page.wrapper import page
from rules.values.sentence import say


@page
@require_safe
def begin(request: HttpRequest, battle: str) -> HttpResponse:
    """What is missing, by name, and the button that begins the battle all the same."""
    facts = desk_of(request, battle, server_time())
    if facts.clock is not None or facts.seat.battle.status != "preparing":
        return redirect("desk", battle)
    left = [] if facts.seat.battle.on_board else bodies_without_a_seat_at_first(facts.seat).items()
    told = {
        "left": [{"side": side, "names": names[:MOST_NAMED], "more": len(names) - MOST_NAMED} for side, names in left],
        "posts": [post for post in facts.posts if post.kind != "umpire"],
    }
    return shown(request, facts, "desk_begin", say("Begin the battle"), told)
