"""The situation in words, and a sheet to be printed for each commander."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.sight.situation import seen_from
from campaigns.sight.situation import situation as read_situation
from campaigns.web.board import boards, plan
from campaigns.web.page import clockface, thing_view
from campaigns.web.page.frame import frame, wanted_side
from campaigns.web.page.kept import kept_page
from campaigns.web.page.wrapper import page
from campaigns.web.sheet import situation_text
from rules.values.sentence import joined, say


@dataclass(frozen=True)
class Commander:
    """A person whose sheet is printed: name and title; general: whether they are the chief; seats: by which they command."""

    name: str
    title: str
    general: bool
    seats: tuple[sight.PostFact | sight.Holder, ...] = ()


@page
@require_safe
def situation(request: HttpRequest, battle: str) -> HttpResponse:
    """What the reader knows, line by line, from a body that they choose."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    found = read_situation(seat, server_time(), of, request.GET.get("start", "")[:65])
    return render(
        request,
        "campaigns/situation.html",
        {
            **about(seat, found.sheet.clock, "sheet", of),
            "facts": found.sheet,
            **situation_text.situation_text(found, seat.rules.pieces),
        },
    )


@page
@require_safe
def print_sheet(request: HttpRequest, battle: str) -> HttpResponse:
    """A commander's sheet on paper, with room for orders; for the umpire one for each commander of a side."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    if seat.rules.book.on_board:
        return render(request, "campaigns/print_board.html", board_on_paper(seat, of))
    whose = commanders(seat, seat.view(of))
    clock, rest = sight.clock_and_sheet(seat, server_time(), of)

    def page_data() -> dict[str, Any]:
        facts = rest()
        everything = [*facts.own, *facts.enemy, *facts.others]
        size = seat.terms.options.get("map_size_ft")
        return {
            "sheets": {number: sheet_of(facts, one) for number, one in enumerate(whose, 1)},
            "plan": plan.draw_plan(
                thing_view.on_the_plan(everything),
                size,
                country=facts.country,
                flags=sight.flags(seat, of),
                picture=sight.under_battle(seat, of),
            ),
        }

    around = {"commanders": whose, "briefing": seat.briefings.get(of) or seat.briefing}
    return kept_page(
        request, "campaigns/print_sheet.html", seat, clock, {**about(seat, clock, "sheet", of), **around}, page_data
    )


MOST_LINES = 12
"""Lines for moves to be written by hand."""


def board_on_paper(seat: sight.Seat, of: str) -> dict[str, Any]:
    """The board of a game as the reader may know it, what is owed, the score so far, and lines for the moves to come."""
    facts = sight.game(seat, server_time(), of)
    last = int(facts.score[-1]["number"]) if facts.score else 0
    return {
        **frame(seat, "board", facts.clock, of),
        "clock": clockface.face(facts.clock, seat.campaign) if facts.clock else None,
        "facts": facts,
        "now": facts.clock.now if facts.clock else None,
        "drawing": boards.draw_board(facts.board, facts.side, names=seat.side_names),
        "lines": range(last + 1, last + 1 + MOST_LINES),
        "zone": seat.campaign.time_zone,
    }


def about(seat: sight.Seat, clock: sight.ClockFace | None, here: str, of: str) -> dict[str, Any]:
    """The frame, and the clock in words."""
    return {
        **frame(seat, here, clock, of),
        "clock": clockface.face(clock, seat.campaign) if clock else None,
        "now": clock.now if clock else None,
        "zone": seat.campaign.time_zone,
    }


def commanders(seat: sight.Seat, side: str) -> list[Commander]:
    """The people whose sheets are printed: the reader; for the umpire all who command on a side."""
    if not seat.is_umpire:
        return [Commander("", seat.title, seat.is_general, seat.posts)]
    people: dict[str, list[sight.Holder]] = {}
    for one in sight.roster(seat):
        if one.side == side and one.kind in ("general", "commander"):
            people.setdefault(one.user, []).append(one)
    return [
        Commander(
            name=posts[0].name,
            title=joined(", ", (post.title for post in posts)),
            general=any(post.kind == "general" for post in posts),
            seats=tuple(posts),
        )
        for posts in people.values()
    ] or [Commander("", seat.side_names.get(side, say("Observer")), general=True)]


def sheet_of(facts: sight.Sheet, who: Commander) -> dict[str, Any]:
    """The sheet of one commander: their own things with room for orders, the rest of their side, and what they know of the enemy."""
    theirs = set() if who.general else sight.commanded_by(facts, who.seats)
    mine = [one for one in facts.own if who.general or one.id in theirs]
    others = [one for one in facts.own if one not in mine]
    first = next((one for one in mine if one.state.get("at") and not one.look.gone), None)
    at = first.state["at"] if first is not None else None
    return {
        "origin": first,
        "mine": situation_text.lines(seen_from(mine, at)),
        "duties": [(one.name, duty) for one in mine for duty in one.duties if not one.look.gone],
        "others": situation_text.lines(seen_from(others, at)),
        "enemy": situation_text.lines(seen_from(facts.enemy, at)),
        "rest": situation_text.lines(seen_from(facts.others, at)),
        "in_all": thing_view.in_all(mine, facts.seat.rules.pieces),
    }
