"""Who is planned to arrive or depart, in the muster: in the order of battle of his side, and a mark where somebody arrives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.desk.event_offers import of_side
from campaigns.desk.injects import InjectFact
from campaigns.desk.muster import MusterSheet
from campaigns.web.board import plan
from campaigns.web.board.ground import short
from campaigns.web.muster import muster_rows
from rules.values.sentence import joined, say


@dataclass(frozen=True)
class Planned:
    """Somebody who arrives or departs.  inject: the event by which.  called: its name with its side.

    at: in inches, where somebody arrives at a place; where: in words.
    """

    inject: InjectFact
    side: str
    name: str
    called: str
    arrives: bool
    at: tuple[float, float] | None = None
    where: str = ""


@dataclass(frozen=True)
class ArrivalMark:
    """A mark on the map where somebody arrives.  place: an SVG translation.  leftward: whether its name is written to the left."""

    side: str
    names: str
    said: str
    place: str
    leftward: bool


def planned_of(sheet: MusterSheet, injects: Iterable[InjectFact]) -> list[Planned]:
    """All who are planned to arrive or depart by these events, in the sequence in which that was planned."""
    names = sheet.seat.rules.pieces.names(sheet.start)
    return [one for inject in injects if inject.moves_something for one in _of_event(sheet, inject, names)]


def _of_event(sheet: MusterSheet, inject: InjectFact, names: Mapping[str, str]) -> Iterator[Planned]:
    """Those who arrive or depart by one event.  names: what the things of the muster are called."""
    pieces = sheet.seat.rules.pieces

    def called(side: str, name: str) -> str:
        return of_side(name, sheet.seat.called(side)) if side else name

    titles = {one.key: one.title for one in pieces.templates}
    for change in inject.change.get("changes", ()):
        if "template" in change or "add" in change:
            state: Mapping[str, Any] = change.get("add") or change
            side = str(state.get("side") or "")
            name = state.get("name") or titles.get(change.get("template", ""), "") or change.get("thing") or ""
            at = muster_rows.place_of(state)
            where = plan.place_in_words(at, state.get("facing")) if at else ""
            yield Planned(inject, side, name, called(side, name), True, (at[0], at[1]) if at else None, where)
        elif "remove" in change:
            group, thing = pieces.find(sheet.start, change["thing"]) or ("", {})
            side = pieces.owner(group, thing) if group else ""
            name = names.get(change["thing"], change["thing"])
            yield Planned(inject, side, name, called(side, name), False)


def arrival_marks(planned: Iterable[Planned], drawn: plan.Plan) -> list[ArrivalMark]:
    """A mark at each place where somebody arrives: one for a place, with all who arrive there."""
    there: dict[tuple[float, float], list[Planned]] = {}
    for one in planned:
        if one.at is not None:
            there.setdefault(one.at, []).append(one)
    return [_mark(at, those, drawn) for at, those in there.items()]


def _mark(at: tuple[float, float], those: list[Planned], drawn: plan.Plan) -> ArrivalMark:
    x, y = (at[0] - drawn.west) * drawn.unit, (drawn.north - at[1]) * drawn.unit
    names = joined(", ", (one.called for one in those))
    said = joined(". ", map(_said, those))
    return ArrivalMark(those[0].side or "none", names, said, f"{short(x)} {short(y)}", x > drawn.wide / 2)


def _said(one: Planned) -> str:
    """Who arrives here, and in which move where that is fixed."""
    inject = one.inject
    if inject.move_number and not inject.near and not inject.at:
        return say("{name} arrives here when move {number} closes", name=one.called, number=inject.move_number)
    return say("{name} arrives here", name=one.called)
