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

LINKS = {
    "parked": "See the desk",
    "asked": "See the desk",
    "question": "Answer",
    "inject-failed": "Correct it",
    "held": "Decide",
    "answered": "Read",
    "closed": "Work out the move",
    "reported": "Check",
    "claim": "Evidence",
    "nothing-sent": "To the clock",
    "inject-next": "See the desk",
    "not-begun": "Begin",
    "invited": "To the invitations",
}
"""The text of the link to what waits, by its kind."""

PRESSING = frozenset({"parked", "asked", "question", "inject-failed", "held", "closed"})
"""Kinds for which people are waiting now."""


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
            "at": clockface.local(one.since, zone, now),
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
        (bool(desk.parked_why), "The move is stuck", "h-submit"),
        (bool(questions), f"{counted(len(questions), 'question')} to you", "questions"),
        (bool(desk.undecided), f"{counted(len(desk.undecided), 'order')} held or returned, still to decide", "held"),
        (any(one.answered for one in desk.held), "A returned order has been replaced", "held"),
        (bool(reported), f"{counted(reported, 'fact')} reported by an official, not confirmed", "h-orders"),
        (
            clock.state in ("closed", "fire") and desk.open_needs > 0,
            f"{counted(desk.open_needs, 'fact')} to measure",
            "facts",
        ),
        (
            clock.state in ("closed", "fire") and not desk.open_needs,
            "The result is ready to be checked and published",
            "finding",
        ),
        (
            clock.state == "open" and bool(desk.missing),
            f"Nothing yet from {counted(len(desk.missing), 'seat')}",
            "status",
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
