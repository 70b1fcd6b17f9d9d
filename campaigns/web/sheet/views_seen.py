"""What is seen of the country: by a side, by one thing of it, or by somebody who stood at a place; as a page, and as a layer of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import Unseen
from campaigns.web.board import plan
from campaigns.web.page.frame import frame, wanted_side
from campaigns.web.page.kept import Unkept, kept_page
from campaigns.web.page.measures import read_point
from campaigns.web.page.wrapper import page
from campaigns.web.sheet.board_parts import things_of
from rules.contract.data import Lit
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say


@dataclass(frozen=True)
class _Asked:
    """A reader's question.  of: whose papers; thing: one of them; at: as it was typed."""

    seat: sight.Seat
    of: str
    thing: str
    at: str

    def lit(self, facts: sight.Sheet) -> Lit | None:
        """The answer; none where nothing has a place.  Invalid where the place is none."""
        place = _place(self.at) if self.at else None
        found = facts.known.lit(thing=self.thing, at=place) if facts.known is not None else None
        return found if found and found["cell"] else None

    def said(self, facts: sight.Sheet, found: Lit) -> str:
        """How much is seen, in a sentence."""
        if not found["of"]:
            return say("What is darker is not seen.")
        part = f"{100 * found['seen'] / found['of']:.0f}"
        if self.at:
            return say("A man there would see {part} per cent of the map.", part=part)
        name = next((one.name for one in facts.own if one.id == self.thing), self.seat.called(self.seat.view(self.of)))
        return say("{part} per cent of the map is seen: {name}.", name=name, part=part)


def _place(typed: str) -> list[int | float]:
    try:
        return read_point(typed)
    except ValueError as fault:
        raise Invalid(of_field("at", fault.args[0])) from fault


def _asked(request: HttpRequest, battle: str) -> tuple[_Asked, sight.ClockFace | None, Callable[[], sight.Sheet]]:
    """The question of a request, the clock, and what reads the sheet that answers it; Unseen where nobody looks."""
    seat = sight.find_battle(request.user, battle)
    of = wanted_side(request, seat)
    if seat.rules.book.on_board or seat.view(of) not in seat.side_names:
        raise Unseen("page")
    clock, rest = sight.clock_and_sheet(seat, server_time(), of)
    return _Asked(seat, of, request.GET.get("thing", "")[:65], request.GET.get("at", "")[:40]), clock, rest


@page
@require_safe
def seen_layer(request: HttpRequest, battle: str) -> HttpResponse:
    """The layer of a board over what is not seen; 304 where the reader has it."""
    asked, clock, rest = _asked(request, battle)

    def layer() -> dict[str, Any]:
        facts = rest()
        found = asked.lit(facts)
        size = asked.seat.terms.options.get("map_size_ft")
        drawn = plan.unlit_of(things_of(facts), size, facts.country, found) if found is not None else None
        if found is None or drawn is None:
            return {}
        path, sheet = drawn
        return {"unlit": path, "lit_said": asked.said(facts, found), "lit_frame": sheet.said}

    return kept_page(request, "campaigns/parts/lit_alone.html", asked.seat, clock, {}, layer)


@page
@require_safe
def seen(request: HttpRequest, battle: str) -> HttpResponse:
    """The map with what is not seen darker, and a form for one thing, or for a place where somebody might stand."""
    asked, clock, rest = _asked(request, battle)
    seat, of = asked.seat, asked.of
    around = {**frame(seat, "sheet", clock, of), "clock": clock, "of": of if seat.is_umpire else "", "asked": asked}

    def map_data() -> dict[str, Any]:
        facts = rest()
        refused: Refused | None = None
        try:
            found = asked.lit(facts)
        except Refused as fault:
            found, refused = None, fault
        size = seat.terms.options.get("map_size_ft")
        return {
            "plan": plan.draw_plan(things_of(facts), size, country=facts.country, lit=found),
            "said": asked.said(facts, found) if found is not None else "",
            "refused": refused,
            "things": [(one.id, one.name) for one in facts.own if one.state.get("at") and not one.look.gone],
        }

    if asked.at:  # a place that was typed is told what is wrong with it
        return render(request, "campaigns/seen.html", {**around, "kept": Unkept(map_data)})
    return kept_page(request, "campaigns/seen.html", seat, clock, around, map_data)
