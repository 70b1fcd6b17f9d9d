"""What was pressed in the muster, as changes of the force: put down, written, moved, turned, doubled, mirrored, taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from secrets import randbelow
from typing import Any

from django.http import HttpRequest

from campaigns.desk.muster import MusterSheet
from campaigns.usecases.muster.back_line import along_the_back_line
from campaigns.usecases.muster.places import front_of
from campaigns.web.desk import ruled_values
from campaigns.web.desk.ruled_values import Value
from campaigns.web.muster import muster_rows
from campaigns.web.muster.muster_board import BRIGADE, OF_A_NAME, TRAY, TURN, values_of
from campaigns.web.page.measures import read_bearing, read_count, read_decimal, read_point
from rules.contract.palette import Template
from rules.contract.pieces import ANGLE
from rules.errors import Invalid
from rules.values.codec import POINT
from rules.values.measure import INCH
from rules.values.sentence import of_field, say

Changes = list[dict[str, Any]]

WHOLE, ALL = "whole", "all"
"""The field of a tick for a whole group of the table, which names it by its title, and its value for all of a side."""


def _things(request: HttpRequest, sheet: MusterSheet, side: str) -> list[str]:
    """The things that are ticked or in hand, one by one or in whole groups of the table; Invalid where there are none."""
    found = dict.fromkeys(one[:64] for one in request.POST.getlist("things") if one)
    whole = set(request.POST.getlist(WHOLE))
    if whole:
        pieces = sheet.seat.rules.pieces
        for group in muster_rows.grouped(muster_rows.rows_of(pieces, sheet.start, side, {}), pieces):
            own = [row for row in group["rows"] if not row.fixed] or (group["rows"] if ALL not in whole else [])
            if whole & {ALL, str(group["title"])}:
                found |= dict.fromkeys(row.thing for row in own)
    if not found:
        raise Invalid(of_field("things", say("tick at least one in the table")))
    return list(found)


def put(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """Put down what is chosen from the palette, or from the tray."""
    post, seat = request.POST, sheet.seat
    if post.get("template", "").startswith(TRAY):
        return _stood(post, post["template"].split()[1:])
    template = next((one for one in seat.rules.pieces.templates if one.key == post.get("template")), None)
    if template is None:
        raise Invalid(of_field("template", say("choose what is put down")))
    change: dict[str, Any] = {"template": template.key, "side": side, "chosen": _chosen(post, template)}
    if name := post.get("name", "").strip():
        change["name"] = name[:80]
    try:
        if post.get("at", "").strip():
            change["at"] = read_point(post["at"])
        elif (at := _before_the_back_line(sheet, side, template, change["chosen"])) is not None:
            change["at"] = at
        typed = post.get("facing", "").strip()
        change["facing"] = read_bearing(typed) if typed else front_of(side, sheet.seat.rules.sides, sheet.country)
    except ValueError as fault:
        raise Invalid(fault.args[0]) from fault
    named = post.get(BRIGADE, "").strip()
    return [change, *_into_a_brigade(sheet, change, template, named)] if named else [change]


def _stood(post: Mapping[str, str], things: Sequence[str]) -> Changes:
    """Things that have no place yet are put down: at the place that was chosen, else before the back line of their side."""
    change: dict[str, Any] = {"put": list(things)}
    try:
        if post.get("at", "").strip():
            change["at"] = read_point(post["at"])
        if typed := post.get("facing", "").strip():
            change["facing"] = read_bearing(typed)
    except ValueError as fault:
        raise Invalid(fault.args[0]) from fault
    return [change]


def _before_the_back_line(
    sheet: MusterSheet, side: str, template: Template, chosen: Mapping[str, int]
) -> list[int | float] | None:
    """Where something stands for which no place was typed; none where it has none, or the country no size."""
    rules, group = sheet.seat.rules, template.parts[0].group
    if not rules.pieces.kind(group).plotted:
        return None
    (state, *_) = rules.pieces.put_down(template, side, "new", name="", at=None, facing=0, **chosen)[group].values()
    things = [(group, state)]
    found = along_the_back_line(rules, things, side, sheet.country, sheet.start)
    return POINT.write(found[0][0]) if found else None


def _into_a_brigade(sheet: MusterSheet, change: dict[str, Any], template: Template, named: str) -> Changes:
    """What is put down with its id, and those of its parts that are in a brigade."""
    pieces = sheet.seat.rules.pieces
    own = [part for part in template.parts if BRIGADE in dict(pieces.kind(part.group).fields)]
    if not own:
        return []
    thing = pieces.new_id(sheet.start, change["side"], template.key, 100 + randbelow(900))
    change["thing"] = thing
    ids = [f"{thing}-{part.name}" if part.name else thing for part in own]
    return [{"thing": one, "key": BRIGADE, "value": named} for one in ids]


def _chosen(post: Mapping[str, str], template: Template) -> dict[str, int]:
    """The numbers that were typed for a template."""
    found: dict[str, int] = {}
    for one in template.counts:
        typed = post.get(f"n-{template.key}-{one.key}", "").strip()
        try:
            found |= {one.key: read_count(typed)} if typed else {}
        except ValueError as fault:
            raise Invalid(of_field(one.title, fault.args[0])) from fault
    return found


def move(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """Move the things so far, or so that the one that leads them comes to a place."""
    things, post = _things(request, sheet, side), request.POST
    try:
        if post.get("at", "").strip():
            if all(_place_of(sheet, one) is None for one in things):
                return _stood(post, things)
            return [{"move": things, "by": _way(sheet, post.get("lead") or things[0], read_point(post["at"]))}]
        by = [read_decimal(one) for one in post.get("by", "").replace(",", " ").split()]
    except ValueError as fault:
        raise Invalid(of_field("by", fault.args[0])) from fault
    if len(by) != 2 or any(one * INCH % 1 for one in by):
        raise Invalid(of_field("by", say("two numbers are wanted, inches east and inches north, for example 12 -6")))
    return [{"move": things, "by": [int(one) if one == int(one) else one for one in by]}]


def _way(sheet: MusterSheet, lead: str, to: list[int | float]) -> list[int | float]:
    """Inches east and north from where a thing stands to a place."""
    at = _place_of(sheet, lead)
    if at is None:
        raise Invalid(of_field("at", say("it has no place yet from which it can be moved; give it one in its row")))
    way = [Fraction(there) - Fraction(here) for here, there in zip(at, to, strict=True)]
    return [int(one) if one.denominator == 1 else float(one) for one in way]


def _place_of(sheet: MusterSheet, thing: str) -> list[int | float] | None:
    """Where a thing stands, in inches; none where it has no place, or is gone."""
    found = sheet.seat.rules.pieces.find(sheet.start, thing)
    return muster_rows.place_of(found[1]) if found is not None else None


def turn(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """Turn the fronts of the things."""
    act = request.POST.get("act", "")
    by = {"left": -TURN, "right": TURN}.get(act)
    if by is None:
        typed = request.POST.get("by", "")
        by = int(typed) if typed.lstrip("-").isdigit() and typed.isascii() and len(typed) < 5 else TURN
    changes, pieces = [], sheet.seat.rules.pieces
    for thing in _things(request, sheet, side):
        group, state = pieces.find(sheet.start, thing) or ("", {})
        for key, kind in pieces.kind(group).fields:
            front = state.get(key, 0)
            if kind == ANGLE and isinstance(front, int):
                changes.append({"group": group, "thing": thing, "key": key, "value": (front + by) % 360})
    if not changes:
        raise Invalid(of_field("things", say("nothing of it has a front")))
    return changes


def duplicate(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """The same again."""
    return [{"duplicate": _things(request, sheet, side)}]


def mirror(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """The same on the other side, turned about the middle of the country."""
    pieces, whose = sheet.seat.rules.pieces, dict[str, list[str]]()
    for thing in _things(request, sheet, side):
        _, state = pieces.find(sheet.start, thing) or ("", {})
        whose.setdefault(str(state.get("side", "")), []).append(thing)
    return [{"mirror": of, "things": things} for of, things in whose.items() if of]


def mirror_all(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """All that the other side has once more on this one."""
    return [{"mirror": one} for one in sheet.seat.rules.sides if one != side]


def remove(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """Take the things away."""
    return [{"thing": thing, "remove": True} for thing in _things(request, sheet, side)]


def brigade(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """Put the things into a brigade, or into none: those that have none of their own by those that serve them."""
    pieces, named = sheet.seat.rules.pieces, request.POST.get("brigade", "").strip() or None
    into: dict[str, None] = {}
    for thing in _things(request, sheet, side):
        found = pieces.find(sheet.start, thing)
        if found is not None:
            own = BRIGADE in dict(pieces.kind(found[0]).fields)
            into |= dict.fromkeys([thing] if own else pieces.goes_with(sheet.start, found[0], thing))
    if not into:
        raise Invalid(of_field("things", say("nothing of it can be in a brigade")))
    return [{"thing": thing, "key": BRIGADE, "value": named} for thing in into]


def cells(request: HttpRequest, sheet: MusterSheet, side: str) -> Changes:
    """Write a block of values into the table, all of them or none: of each its thing, its field and what was pasted."""
    post = request.POST
    given: dict[str, dict[str, str]] = {}
    for thing, field, value in zip(post.getlist("things"), post.getlist("field"), post.getlist("value"), strict=False):
        given.setdefault(thing[:64], {})[field[:80]] = value
    made: Changes = []
    for thing, fields in given.items():
        values, changes = _written_of(sheet, thing, fields)
        if wrong := next((one for one in values if one.error), None):
            raise Invalid(of_field(wrong.name, wrong.error))
        made += changes
    return made


DEEDS: Mapping[str, Callable[[HttpRequest, MusterSheet, str], Changes]] = {
    "put": put,
    "move": move,
    "turn": turn,
    "left": turn,
    "right": turn,
    "duplicate": duplicate,
    "mirror": mirror,
    "mirror-all": mirror_all,
    "remove": remove,
    "brigade": brigade,
    "cells": cells,
}
"""What may be pressed, besides saving what was written of one thing."""


def written(request: HttpRequest, sheet: MusterSheet) -> tuple[str, list[Value], Changes]:
    """What was written of one thing: its id, its values as they were typed, and the changes; none where nothing is different."""
    thing = _things(request, sheet, "")[0]
    return (thing, *_written_of(sheet, thing, request.POST.dict()))


def _written_of(sheet: MusterSheet, thing: str, given: Mapping[str, str]) -> tuple[list[Value], Changes]:
    """The values of a thing with what was given for some, by their fields, and the changes; Invalid where it is gone."""
    found = sheet.seat.rules.pieces.find(sheet.start, thing)
    if found is None:
        raise Invalid(of_field("things", say("it is no longer there")))
    group, state = found
    values = values_of(sheet, thing, given)
    for one in values:
        one.error = one.error if one.name in given else ""  # what was not sent stays as it is, whatever it is
    changes: Changes = []
    for key in OF_A_NAME:
        typed = given.get(key)
        if typed is not None and typed.strip() != str(state.get(key) or ""):
            changes.append({"group": group, "thing": thing, "key": key, "value": typed.strip() or None})
    if any(not one.leaves for one in values) and not any(one.error for one in values):
        changes += ruled_values.changes(group, thing, values)
    return values, changes
