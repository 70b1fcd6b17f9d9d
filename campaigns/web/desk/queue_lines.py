"""What waits for an umpire, as lines with one link each to the place where it is settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse

from campaigns.desk import Desk
from campaigns.desk.claims import ClaimFact
from campaigns.desk.questions import QuestionFact
from campaigns.desk.queue import Waiting
from campaigns.web.page import clockface
from rules.contract.sentences import counted
from rules.values.sentence import say

LINKS = {
    "parked": say("See the desk"),
    "asked": say("See the desk"),
    "question": say("Answer"),
    "inject-failed": say("Correct it"),
    "held": say("Decide"),
    "answered": say("Read"),
    "closed": say("Work out the move"),
    "reported": say("Check"),
    "claim": say("Evidence"),
    "nothing-sent": say("To the clock"),
    "inject-next": say("See the desk"),
    "not-begun": say("Open the campaign"),
    "invited": say("To the invitations"),
}
"""The text of the link to what waits, by its kind."""

PRESSING = frozenset({"parked", "asked", "question", "inject-failed", "held", "closed"})
"""Kinds for which people are waiting now."""


TIMELESS = frozenset({"not-begun"})
"""Kinds that wait since no time that matters, and by no time."""


def lines(found: Iterable[Waiting], zone: str, now: datetime) -> list[dict[str, Any]]:
    """What waits, by rank, each with its link and its time."""
    return [
        {
            "words": one.words,
            "kind": one.kind,
            "pressing": one.kind in PRESSING,
            "name": one.battle_name or one.campaign_name,
            "href": address(one),
            "link": LINKS[one.kind],
            "at": clockface.local(one.since, zone, now) if one.kind not in TIMELESS else "",
        }
        for one in found
    ]


def of_desk(desk: Desk, questions: Collection[QuestionFact], claims: Iterable[ClaimFact] = ()) -> list[dict[str, Any]]:
    """What waits on this desk, the most urgent first, each with the place where it is settled."""
    clock = desk.clock
    if clock is None or desk.seat.battle.status == "ended":
        return []
    needs = [need for order in desk.orders for need in order.needs] + list(desk.move_needs)
    reported = sum(need.waits for need in needs)
    found = [
        (bool(desk.parked_why), say("The move is stuck"), "h-submit"),
        (bool(questions), say("{counted} to you", counted=counted(len(questions), "question")), "questions"),
        (
            bool(desk.undecided),
            say("{counted} held or returned, still to decide", counted=counted(len(desk.undecided), "order")),
            "held",
        ),
        (any(one.answered for one in desk.held), say("A returned order has been replaced"), "held"),
        (
            bool(reported),
            say("{reported} reported by an official, not confirmed", reported=counted(reported, "fact")),
            "h-orders",
        ),
        (
            clock.state in ("closed", "fire") and desk.open_needs > 0,
            say("{open_needs} to measure", open_needs=counted(desk.open_needs, "fact")),
            "facts",
        ),
        (
            clock.state in ("closed", "fire") and not desk.open_needs,
            say("The result is ready to be checked and published"),
            "finding",
        ),
    ]
    lines = [{"words": words, "href": f"#{anchor}"} for wanted, words, anchor in found if wanted]
    board = f"{reverse('board', args=[desk.seat.battle.public_id])}#h-claims"
    return [*lines, *({"words": one.words, "href": board} for one in claims)]


def address(one: Waiting) -> str:
    """The address where it is settled."""
    of_campaign = one.place in ("campaign", "invitations")
    where = reverse(one.place, args=[one.campaign if of_campaign else one.battle])
    return f"{where}#{one.anchor}" if one.anchor else where
