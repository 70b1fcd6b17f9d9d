"""The frame round each page of a battle: names, tabs, the clock in one line, and whose papers are read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from campaigns import sight
from campaigns.clock import server_time
from campaigns.streams import in_words
from campaigns.web.page import clockface
from rules.values.sentence import say, word

SIDE_TABS = (
    ("sheet", say("Sheet")),
    ("reports", say("Reports")),
    ("supplies", say("Supplies")),
    ("points", say("Points")),
    ("receipts", say("Receipts")),
    ("dispatches", say("Messages")),
    ("after", say("Charts and replay")),
)
UMPIRE_TABS = (
    ("desk", say("Desk")),
    ("sheet", say("Views")),
    ("reports", say("Reports")),
    ("supplies", say("Supplies")),
    ("points", say("Points")),
    ("receipts", say("Receipts")),
    ("dispatches", say("Messages")),
    ("record", say("Record")),
    ("after", say("Charts and replay")),
)
OBSERVER_TABS = (
    ("sheet", say("The field")),
    ("reports", say("Reports")),
    ("dispatches", say("Messages")),
    ("after", say("Charts and replay")),
)
IN_THE_BAR = (
    "measuring",
    "desk",
    "sheet",
    "reports",
    "dispatches",
    "supplies",
    "points",
    "receipts",
    "record",
    "after",
)
"""Tabs by how soon they get a place in the bar at the head of the page; those without one are in its menu."""

RANKS = (4, 6)
"""How many tabs the bar shows on a narrow desktop, and on a wide one; on a phone all are in the menu."""

ON_BOARD = {"sheet": say("Board"), "supplies": ""}
"""The name of a tab where a game is played on a board; empty where its paper would be empty."""


def wanted_side(request: HttpRequest, seat: sight.Seat) -> str:
    """Whose papers are read: the reader's own; the umpire chooses by ``?of=``, by default the first side."""
    if not seat.is_umpire:
        return request.GET.get("of", "")
    return request.GET.get("of") or next(iter(seat.side_names), "")


def frame(seat: sight.Seat, here: str, clock: sight.ClockFace | None, of: str = "") -> dict[str, Any]:
    """What every page of a battle shows in its frame: names, the move, its clock in one line, the tabs.

    lives_at: its own address, where a form on it is answered at another.
    """
    battle = seat.battle
    own = seat.side if seat.side in seat.side_names and not seat.is_umpire else ""
    side = of if seat.is_umpire and of in seat.side_names else own
    tabs = _tabs(seat, here, of)
    return {
        "battle": {
            "id": battle.public_id,
            "name": battle.name,
            "campaign_id": seat.campaign.public_id,
            "campaign_name": seat.campaign.name,
            "side": side,
            "side_name": seat.side_names.get(side, ""),
            "seats": seat.title,
            "own": own,  # an umpire who reads a side's papers is of no side
            "move": {"id": clock.move, "words": move_in_words(clock), "brief": move_in_brief(clock)}
            if clock and (battle.status != "ended" or clock.state == "submitted")
            else None,  # the move that was open when a battle was ended is never played
            "status": battle.status,
            "ended": end_in_words(seat),
            "next": next_battle_of(seat),
        },
        "seat": seat,
        "live": {"mark": json.dumps(in_words(seat.mark))} if battle.status != "ended" else None,
        "of": of,
        "strip": {**clockface.face(clock, seat.campaign), "now": clock.now, "mark": clockface.mark(clock)}
        if clock
        else None,
        "bar_from": _bar_from(seat, clock, here, of),
        "readers": _readers(seat, here, of),
        "tabs": tabs,
        "lives_at": next((tab["href"] for tab in tabs if tab["here"]), ""),
    }


def papers(seat: sight.Seat, here: str, of: str = "") -> dict[str, Any]:
    """The frame of a paper that does not read the clock itself."""
    return frame(seat, here, sight.clock(seat, server_time()), of)


def _tabs(seat: sight.Seat, here: str, of: str) -> list[dict[str, Any]]:
    """The papers that this seat may open."""
    tabs: tuple[tuple[str, str], ...] = (
        UMPIRE_TABS if seat.is_umpire else OBSERVER_TABS if seat.side not in seat.side_names else SIDE_TABS
    )
    if is_official(seat.posts):
        tabs = (("measuring", say("Measuring")), *tabs)
    if seat.battle.on_board:
        named = ((name, ON_BOARD.get(name, title)) for name, title in tabs)
        tabs = tuple((name, title) for name, title in named if title)
    query = f"?of={of}" if of and seat.is_umpire else ""
    new = 0 if here == "dispatches" else seat.new_messages
    ranked = sorted((name for name, _ in tabs), key=IN_THE_BAR.index)
    return [
        {
            "rank": rank(ranked.index(name)),
            "href": reverse(name, args=[seat.battle.public_id]) + (query if name not in ("desk", "record") else ""),
            "title": title,
            "new": new if name == "dispatches" else 0,
            "here": name == here,
        }
        for name, title in tabs
    ]


def rank(place: int) -> str:
    """The class of a tab by its place in the order of ``IN_THE_BAR``, from 0.

    >>> rank(0), rank(4), rank(6)
    ('first', 'second', 'third')
    """
    return "first" if place < RANKS[0] else "second" if place < RANKS[1] else "third"


def _bar_from(seat: sight.Seat, clock: sight.ClockFace | None, here: str, of: str) -> str:
    """Where the bar of this page is fetched anew."""
    asked = {"at": clockface.mark(clock) if clock else "", "here": here, "of": of if seat.is_umpire else ""}
    query = urlencode({name: value for name, value in asked.items() if value})
    return f"{reverse('strip', args=[seat.battle.public_id])}?{query}"


def _readers(seat: sight.Seat, here: str, of: str) -> list[dict[str, Any]]:
    """For the umpire: as whom this paper may be read."""
    if not seat.is_umpire or not of:
        return []
    keys = [*seat.side_names, *(["observer"] if here in ("sheet", "reports", "report") else [])]
    return [{"key": key, "name": seat.side_names.get(key, say("Observer")), "here": key == of} for key in keys]


CHECKMATE = "CH79-22"
"""The clause by which a mate ends a game."""


def end_in_words(seat: sight.Seat) -> str:
    """How a battle ended, or empty while it is in progress."""
    if seat.battle.status != "ended":
        return ""
    winner = seat.battle.result.get("winner")
    if winner and seat.battle.result.get("clause") == CHECKMATE:
        return say("{winner} has won by checkmate.", winner=seat.side_names.get(winner, winner))
    return say("{winner} has won.", winner=seat.side_names.get(winner, winner)) if winner else say("It is drawn.")


def next_battle_of(seat: sight.Seat) -> str:
    """Where the umpire makes the next battle from what this one left, or first says that anything is carried over; empty before the end."""
    battle, campaign = seat.battle, seat.campaign
    if not seat.is_umpire or battle.on_board or battle.status != "ended" or campaign.status == "ended":
        return ""
    return reverse("battle-carry", args=[battle.public_id])


def is_official(posts: Iterable[sight.PostFact]) -> bool:
    """Whether somebody measures for their side."""
    return any(post.kind == "official" for post in posts)


def move_in_brief(clock: sight.ClockFace) -> str:
    """``Move 5, the fire``, beside the reader's own side."""
    stage = say(", the fire") if clock.stage == "fire" else ""
    return say("Move {number}{stage}", number=clock.number, stage=stage)


def move_in_words(clock: sight.ClockFace) -> str:
    """``Move 5, Red, the fire``."""
    stage = say(", the fire") if clock.stage == "fire" else ""
    return say("Move {number}, {side_name}{stage}", number=clock.number, side_name=word(clock.side_name), stage=stage)
