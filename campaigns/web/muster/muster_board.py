"""The muster as a board: the map of both sides with what is wrong, the palette, the order of battle, and the thing in hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from campaigns import sight
from campaigns.desk.injects import planned_moves
from campaigns.desk.muster import MusterSheet
from campaigns.sight.thing import Thing
from campaigns.usecases.muster import places
from campaigns.web.board import plan
from campaigns.web.board.corners import corner_of
from campaigns.web.board.ground import short
from campaigns.web.desk.ruled_values import Value, found_values
from campaigns.web.muster import muster_rows
from campaigns.web.muster.planned import Planned, arrival_marks, planned_of
from campaigns.web.page import thing_view
from rules.contract.palette import Template
from rules.contract.pieces import ANGLE, LINE, PLACE, WORD, Look, Pieces
from rules.ground.features import CROSSINGS
from rules.ground.underlay import as_it_stands, of_country
from rules.values.sentence import joined, say, word

TRAY = "tray "
"""Before the ids of things that are put down from the tray, where the palette has the key of a template."""

STOPS = "stops"
"""The severity of a fault with which a battle cannot begin."""

TURN = 15
"""Degrees of a turn to the left or right."""

BRIGADE = "commander"
OF_A_NAME = ("name", BRIGADE)
"""Fields of a thing that hold a name, and are written as such."""


@dataclass(frozen=True)
class FaultLine:
    """A fault in the list.  side, name: of the thing that it is about."""

    thing: str
    side: str
    name: str
    sentence: str
    clause: str
    severity: str
    at: Any = None


@dataclass(frozen=True)
class FaultMark:
    """A mark on the map.  of: the id of its line in the list; place: an SVG translation; corner: another from there."""

    thing: str
    of: str
    severity: str
    said: str
    place: str
    corner: str


@dataclass
class View:
    """What of the muster is shown.

    thing: in hand; marked: those that are ticked; typed: what was sent and refused.  next_name: of what is put down next,
    in the series of the one that was put down.  done: what was done, in a sentence.
    """

    side: str
    thing: str = ""
    marked: frozenset[str] = frozenset()
    typed: Mapping[str, str] = field(default_factory=dict)
    next_name: str = ""
    done: str = ""


def view_of(request: HttpRequest, seat: sight.Seat) -> View:
    """The side and the thing that a request asks for."""
    given = request.POST if request.method == "POST" else request.GET
    side = given.get("side", "")
    side = side if side in seat.rules.sides else seat.rules.sides[0]
    again = {key: request.GET[key][:80] for key in ("name", "template", BRIGADE) if key in request.GET}
    typed = {"act": "put", **again} if again else {}
    return View(side, given.get("thing", "")[:64], frozenset(request.POST.getlist("things")), typed)


# -- the page -----------------------------------------------------------------------------------------


PARTS = ("says", "map", "tray", "chosen", "order", "faults", "foot")
"""The parts of the page that change."""


def told(
    request: HttpRequest,
    sheet: MusterSheet,
    view: View,
    values: list[Value] | None = None,
    parts: Collection[str] = PARTS,
) -> dict[str, Any]:
    """What page and answer show.  values: of the thing in hand, as they were typed.  parts: those that are wanted."""
    faults = fault_lines(sheet)
    drawn, marks = map_of(sheet, faults, side=view.side) if "map" in parts else (None, [])
    planned = planned_of(sheet, planned_moves(sheet.seat)) if drawn is not None or "order" in parts else []
    return {
        "plan": drawn,
        "fault_marks": marks,
        "arrival_marks": arrival_marks(planned, drawn) if drawn is not None else [],
        "planned": _planned(sheet, view, planned),
        "tray": _tray(sheet, view.side) if "tray" in parts else [],
        "chosen": chosen_of(sheet, view, faults, values),
        "muster": _muster(sheet, view, faults, listed="order" in parts),
        "countries": _countries(request, sheet),
        "typed": view.typed,
        "next_name": view.next_name,
        "done": view.done,
    }


def _tray(sheet: MusterSheet, side: str) -> list[dict[str, Any]]:
    """What of a side, or of none, has no place on the map: by brigade, those who serve something with it.  Nothing on an open floor."""
    pieces, start = sheet.seat.rules.pieces, sheet.start
    waiting = places.waiting(pieces, start, sheet.country)
    rows = [row for of in (side, "") for row in muster_rows.rows_of(pieces, start, of, {}) if row.thing in waiting]
    groups = muster_rows.grouped(rows, pieces)
    for group in groups:
        group["value"] = TRAY + " ".join(row.thing for row in group["rows"])
    return groups


def _countries(request: HttpRequest, sheet: MusterSheet) -> tuple[sight.CountryFact, ...]:
    """The countries that the battle may be moved to, where it has none."""
    if sheet.country:
        return ()
    return sight.countries(request.user, sheet.seat.terms.book)


def _muster(sheet: MusterSheet, view: View, faults: list[FaultLine], *, listed: bool) -> dict[str, Any]:
    """What is told of the forces.  listed: whether the table is shown."""
    seat, pieces = sheet.seat, sheet.seat.rules.pieces
    worst = {one.thing: one.severity for one in sorted(faults, key=lambda one: one.severity == STOPS)}
    rows = muster_rows.rows_of(pieces, sheet.start, view.side, worst) if listed else []
    groups = muster_rows.grouped(rows, pieces)
    brigades = {muster_rows.brigade_of(pieces, sheet.start, one) for _, _, one in pieces.every(sheet.start)} - {""}
    if listed and (others := muster_rows.nobodys(pieces, sheet.start, worst)):
        groups.append({"title": say("Of no side"), "rows": others, "in_all": ()})
    return {
        "revision": sheet.draft.revision,
        "undoes": sheet.draft.undo,
        "redoes": sheet.draft.redo,
        "side": view.side,
        "side_name": seat.called(view.side),
        "sides": [{"key": key, "name": seat.called(key)} for key in seat.rules.sides],
        "mirrors": _other_force(sheet, view.side),
        "in_all": muster_rows.total(rows, pieces),
        "lists": muster_rows.lists_of(groups),
        "groups": groups,
        "brigades": sorted(brigades),
        "faults": faults,
        "stops": sum(one.severity == STOPS for one in faults),
        "has_country": bool(sheet.country),
        "marked": view.marked,
        "palette": palette(seat, view.typed),
        "look_over": reverse("look-over", args=[seat.battle.public_id]),
        "handed": sheet.draft.handed.get(view.side),
    }


def _planned(sheet: MusterSheet, view: View, planned: list[Planned]) -> dict[str, Any]:
    """Who is planned to arrive or depart of the side that is shown, or of none; with the names of what may come near."""
    return {
        "here": [one for one in planned if one.side in (view.side, "")],
        "names": sheet.seat.rules.pieces.names(sheet.start),
    }


def _other_force(sheet: MusterSheet, side: str) -> str:
    """What the other side is called, if it has anything that it does not have from the country and this one has not; else empty."""
    every = sheet.seat.rules.pieces.every(sheet.start)
    owners = {str(state.get("side", "")) for group, thing, state in every if not of_country(sheet.start, group, thing)}
    others = (one for one in sheet.seat.rules.sides if one != side and one in owners)
    return "" if side in owners else next((sheet.seat.called(one) for one in others), "")


def palette(seat: sight.Seat, typed: Mapping[str, str]) -> list[dict[str, Any]]:
    """What may be put down, each with its usual strength and the numbers that may be chosen."""
    return [
        {
            "key": one.key,
            "title": one.title,
            "says": one.says,
            "sign": _sign_of(seat.rules.pieces, one),
            "usual": " · ".join(str(count.usual) for count in one.counts),
            "in_words": joined(
                ", ", (say("{what} {number}", what=word(count.title), number=count.usual) for count in one.counts)
            ),
            "counts": [
                {"key": count.key, "title": count.title, "typed": typed.get(f"n-{one.key}-{count.key}", count.usual)}
                for count in one.counts
            ],
        }
        for one in seat.rules.pieces.templates
    ]


def _sign_of(pieces: Pieces, template: Template) -> str:
    """The block of what a template puts down; empty where it has none on the map."""
    part = template.parts[0]
    return muster_rows.look_of(pieces, part.group, part.state).sign if pieces.kind(part.group).plotted else ""


# -- the map ------------------------------------------------------------------------------------------


def map_of(
    sheet: MusterSheet, faults: list[FaultLine], flags: Iterable[Any] = (), at: str = "", side: str = ""
) -> tuple[plan.Plan | None, list[FaultMark]]:
    """The map of both sides, and the marks of what is wrong on it; none where nothing has a place.

    flags: as ``draw_plan`` has them.  at: the address of the muster, from another page.  side: where a small window begins.
    """
    shown = _things(sheet)
    things = thing_view.on_the_plan(shown, lambda one: f"{at}?side={one.side}&thing={one.id}")
    size, country = sheet.seat.terms.options.get("map_size_ft"), as_it_stands(sheet.start)
    if not things and not country.get("size"):
        return None, []
    crossings = {thing: f"{at}?thing={thing}" for thing in country.get(CROSSINGS) or ()}
    under = sight.under_battle(sheet.seat)
    drawn = plan.draw_plan(things, size, country=country, crossings=crossings, flags=flags, picture=under)
    paper = plan.sheet_of(things, size, country)
    if drawn is None or paper is None:
        return None, []
    return replace(drawn, start=_middle_of(sheet.start, shown, side)), list(_marks(faults, paper, drawn))


def _middle_of(start: Mapping[str, Any], things: Iterable[Thing], side: str) -> str:
    """The middle of where the things of a side stand, without its country's if it has others, in whole inches; empty where none does."""
    of_side = [one for one in things if one.side == side]
    own = [one for one in of_side if not of_country(start, one.group, one.id)]
    places = [one.state["at"] for one in own or of_side]
    return ",".join(str(sum(int(one) for one in along) // len(along)) for along in zip(*places, strict=True))


def _things(sheet: MusterSheet) -> list[Thing]:
    """The things that have a place on the map, each with a look that can be drawn."""
    pieces, found = sheet.seat.rules.pieces, list[Thing]()
    names = pieces.names(sheet.start)
    for group, thing, state in pieces.every(sheet.start):
        at = muster_rows.place_of(state)
        if at is not None:
            shown = _Shown(
                thing,
                group,
                names.get(thing, thing),
                str(state.get("side", "")),
                "",
                {**state, "at": at},
                pieces,
            )
            found.append(shown)
    return found


class _Shown(Thing):
    """A thing that somebody may have written badly: it is drawn as well as it can be."""

    @cached_property
    def look(self) -> Look:
        """Its appearance."""
        return muster_rows.look_of(self.pieces, self.group, self.state)


def _marks(faults: list[FaultLine], paper: Any, drawn: plan.Plan) -> Any:
    """A mark at each place where something is wrong: one for a place, with all that is wrong there."""
    there: dict[tuple[Any, ...], list[tuple[int, FaultLine]]] = {}
    for number, one in enumerate(faults, 1):
        if one.at:
            there.setdefault(tuple(one.at), []).append((number, one))
    for at, those in there.items():
        first = min(those, key=lambda one: one[1].severity != STOPS)
        x, y = paper.at(at)
        said = joined(". ", (one.sentence for _, one in those))
        corner = " ".join(short(along) for along in corner_of(drawn.signs, x, y))
        yield FaultMark(first[1].thing, f"fault-{first[0]}", first[1].severity, said, f"{short(x)} {short(y)}", corner)


def fault_lines(sheet: MusterSheet) -> list[FaultLine]:
    """What is wrong, with the name and the side of the thing that it is about, those first that stop a battle."""
    pieces = sheet.seat.rules.pieces
    found, names = [], pieces.names(sheet.start)
    for one in sheet.faults:
        there = pieces.find(sheet.start, one.thing) if one.thing else None
        state: Mapping[str, Any] = there[1] if there is not None else {}
        at = one.at or (muster_rows.place_of(state) if there is not None else None)
        thing = one.thing if there is not None else ""
        side, name = str(state.get("side", "")), names.get(one.thing, one.thing)
        found.append(FaultLine(thing, side, name, one.sentence, one.clause, one.severity, at))
    return sorted(found, key=lambda one: one.severity != STOPS)


# -- the thing in hand --------------------------------------------------------------------------------


def values_of(sheet: MusterSheet, thing: str, post: Mapping[str, str] | None = None) -> list[Value]:
    """The values of a thing, with what was typed for those that were sent; none where it is not there."""
    found = sheet.seat.rules.pieces.find(sheet.start, thing)
    if found is None:
        return []
    group, state = found
    state = sheet.seat.rules.pieces.begun(group, state)
    values = found_values(group, state, sheet.seat, None, state)
    if post is not None:
        values = found_values(group, state, sheet.seat, {**{one.name: one.typed for one in values}, **post}, state)
    wrong = _misread(sheet, thing)
    for one in values:
        if one.key in wrong:
            one.found = None  # what is shown instead is written when the thing is saved
    return [one for one in values if one.key not in OF_A_NAME]


def _misread(sheet: MusterSheet, thing: str) -> Collection[str]:
    """The fields of a thing that cannot be read."""
    pieces = sheet.seat.rules.pieces
    found = pieces.find(sheet.draft.start, thing)
    return pieces.misread(*found) if found is not None else ()


def chosen_of(
    sheet: MusterSheet, view: View, faults: list[FaultLine], values: list[Value] | None
) -> dict[str, Any] | None:
    """The panel of the thing in hand; none where there is none."""
    pieces = sheet.seat.rules.pieces
    found = pieces.find(sheet.start, view.thing) if view.thing else None
    if found is None:
        return None
    group, state = found
    values = values if values is not None else values_of(sheet, view.thing)
    first = [one for one in values if _first(one, pieces.asked)]
    others = [one for one in values if one not in first]
    kind = pieces.kind(group)
    return {
        "thing": view.thing,
        "name": pieces.names(sheet.start).get(view.thing, view.thing),
        "side": str(state.get("side") or "none"),
        "look": muster_rows.look_of(pieces, group, state),
        "faults": [one for one in faults if one.thing == view.thing],
        "named": "name" in state
        or any(part.named and part.group == group for one in pieces.templates for part in one.parts),
        "typed_name": view.typed.get("name", str(state.get("name", ""))),
        "ordered": BRIGADE in dict(kind.fields),
        "typed_commander": view.typed.get(BRIGADE, str(state.get(BRIGADE) or "")),
        "values": first,
        "others": others,
        "fold_open": any(one.error for one in others),
        "mirrors": bool(state.get("side")),
        "front": next((_front(state.get(key, 0)) for key, form in kind.fields if form == ANGLE), None),
        "may_remove": not of_country(sheet.start, group, view.thing),
    }


def _front(value: Any) -> int:
    """A front in degrees, for one that is badly written too."""
    return value % 360 if isinstance(value, int) else 0


def _first(one: Value, asked: tuple[str, ...]) -> bool:
    """Whether a value stands in the open: how the thing stands and how strong it is, and what is wrong or set."""
    return bool(one.error or one.key in asked or one.kind in (PLACE, LINE, ANGLE, WORD) or one.found)
