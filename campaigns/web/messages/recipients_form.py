"""The recipients of the umpire's message as the form has them: nobody is chosen until somebody is.  [KS-OFF-01]"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from campaigns import sight
from campaigns.desk.injects import recipients, seats_of_sides
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say


def recipients_typed(request: HttpRequest, seat: sight.Seat) -> dict[str, Any]:
    """Everybody, both sides, a side, or the seats that are ticked.

    Invalid where nobody is chosen, or seats are ticked and the choice is another: a message cannot be withdrawn.
    """
    whom, to = request.POST.get("whom", ""), request.POST.getlist("to")[:41]
    if whom == "posts" or (to and not whom):
        return {"heard": "addressees", "to": to}
    if to:
        raise Invalid(
            of_field(
                "to", say("seats are ticked, but another choice is marked. Mark “These seats”, or untick the seats")
            )
        )
    if whom == "sides":
        return {"heard": "addressees", "to": list(seats_of_sides(seat))}
    if whom.startswith("side-"):
        return {"heard": "side", "side": whom[5:25]}
    if whom != "all":
        raise Invalid(of_field("to", say("choose who gets the message")))
    return {"heard": "all"}


def whom_in_words(request: HttpRequest, seat: sight.Seat) -> str:
    """Whom a message that was accepted goes to, for the confirmation."""
    whom = request.POST.get("whom", "")
    if whom == "all":
        return say("everybody, also observers")
    if whom == "sides":
        return say("both sides, not observers")
    if whom.startswith("side-"):
        return say("the whole side: {side}", side=seat.side_names.get(whom[5:25], whom[5:25]))
    ticked = request.POST.getlist("to")
    return joined(", ", (title for post, title in recipients(seat) if post in ticked))
