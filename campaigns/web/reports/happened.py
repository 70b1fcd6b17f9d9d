"""What happened in a move, as strokes on a map: each leads to the line of its event, which opens its sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.sight import Aim, ReportFact, Seat, UnderlayFact, flags, under_battle
from campaigns.sight.thing import things_seen
from campaigns.templatetags.marks import QUIET
from campaigns.web.board import plan, strokes
from campaigns.web.page import thing_view
from campaigns.web.page.events import lost_between
from rules.contract.data import Trace
from rules.contract.traces import manner_of
from rules.ground.underlay import as_it_stands

HAND_TO_HAND = ("rush", "clash")
"""The shapes of what is fought out when everybody has marched: what moved without an event that tells it is shown before."""

UNTOLD = "-1"
"""The key of a stroke that no event tells."""


def board_of(
    things: Sequence[Mapping[str, Any]],
    size: Any,
    country: Mapping[str, Any],
    *,
    traces: Iterable[Trace],
    events: Sequence[Mapping[str, Any]],
    names: Mapping[str, str],
    over: bool,
    flags: Iterable[Aim] = (),
    picture: UnderlayFact | None = None,
) -> plan.Plan | None:
    """The map of a move with what happened in it.

    things: as the map takes them; over: whether they stand where they stood when it was over, else where they began.
    events: all of the move that the reader was told, each with its sentence.  flags: the objectives that they may know.
    picture: what lies under the country.
    """
    sheet = plan.sheet_of(things, size, country)
    if sheet is None:
        return None
    lines = [f"#event-{index}" if event.get("event") not in QUIET else "" for index, event in enumerate(events)]
    said = [str(event.get("sentence", "")) for event in events]
    shown = [strokes.without_its_block(trace) if over else trace for trace in in_sequence(traces)]
    happened = strokes.of(shown, sheet, hrefs=lines, said=said, names=names)
    return plan.draw_plan(things, size, country=country, happened=happened, flags=flags, picture=picture)


def ruled_losses(report: ReportFact, seat: Seat) -> dict[str, int]:
    """The men that each body in sight has really lost on whose strength the umpire ruled."""
    return lost_between(seat.rules.pieces, report.saw, report.sees, report.otherwise)


def board_after(report: ReportFact, seat: Seat, of: str = "") -> plan.Plan | None:
    """The map of a report: where all that was in sight stood when the move was over, and what had happened.

    of: whose report it is, where the umpire reads it.
    """
    return board_of(
        thing_view.on_the_plan(things_seen(seat.rules.pieces, report.sees, of or seat.side)),
        seat.terms.options.get("map_size_ft"),
        as_it_stands(report.sees),
        traces=strokes.as_ruled(report.traces, ruled_losses(report, seat)),
        events=report.events,
        names=report.names,
        over=True,
        flags=flags(seat, of),
        picture=under_battle(seat, of),
    )


def seen_to_move(board: plan.Plan | None, told: Iterable[Trace]) -> list[str]:
    """What the map of a report shows and no event of it tells: in words, each once."""
    untold = any(trace["of"] < 0 for trace in told)
    strokes_of = board.happened if board is not None and untold else ()
    return list(dict.fromkeys(one.said for one in strokes_of if one.key == UNTOLD and one.said))


def in_sequence(traces: Iterable[Trace]) -> list[Trace]:
    """Traces as they are shown one after another: marches of which nobody was told before the fights hand to hand."""
    every = list(traces)
    told = [trace for trace in every if trace["of"] >= 0]
    untold = [trace for trace in every if trace["of"] < 0]
    fought = [place for place, trace in enumerate(told) if manner_of(trace["kind"]).shape in HAND_TO_HAND]
    at = min(fought, default=len(told))
    return [*told[:at], *untold, *told[at:]]
