"""A body on the umpire's board: the lines about it, its values, and the rulings by which they are changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk.questions import open_questions
from campaigns.desk.seats import commanders_of
from campaigns.desk.sightlines import has_sight
from campaigns.errors import Unseen, WrongState, status_of
from campaigns.sight.thing import things_seen
from campaigns.web.board.plan import place_in_words
from campaigns.web.desk.board_page import may_rule
from campaigns.web.desk.panel import desk_of, done, rule_as_typed, shown
from campaigns.web.desk.ruled_values import Value, brigades_for, changes, ruling_values
from campaigns.web.desk.strip import strip
from campaigns.web.page import thing_view
from campaigns.web.page.wrapper import page
from rules.contract.palette import Harm
from rules.contract.pieces import ANGLE, FLAG, LINE, PLACE, WORD
from rules.errors import Refused
from rules.ground.underlay import of_country
from rules.values.measure import INCH
from rules.values.sentence import say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def body(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """The panel of a body; a POST rules on it: other values, or that it is taken away."""
    facts = desk_of(request, battle, server_time())
    group, state, was = _found(facts, thing)
    post = request.POST if request.method == "POST" else None
    taken = facts.left is not None and facts.seat.rules.pieces.find(facts.left, thing) is None
    pieces, floor = facts.seat.rules.pieces, facts.left or facts.position
    brigades = brigades_for(pieces, floor, group, state)
    values = ruling_values(group, state, facts.seat, None, was, brigades) if may_rule(facts) and not taken else []
    if post is not None and values:  # a value that was not sent stays as it is
        sent = {**{one.name: one.typed for one in values}, **post.dict()}
        values = ruling_values(group, state, facts.seat, sent, was, brigades)
    refused: Refused | None = None
    if post is not None:
        try:
            if post.get("act", "") in [one.key for one in _deeds(facts, group, state)] or not any(
                one.error for one in values
            ):
                return _ruled(request, facts, group, thing, values)
            refused = None
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    dropped = dropped_at(request.GET.get("at", ""))
    if dropped and post is None:
        for one in values:
            one.typed = dropped if one.kind == PLACE else one.typed
    return shown(
        request,
        facts,
        "desk_body",
        facts.names.get(thing, thing),
        _told(facts, thing, group, state, values) | {"taken": taken},
        refused,
        faulty=any(one.error for one in values),
    )


def _found(facts: Desk, thing: str) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
    """The group of a thing, its state in the result (or now), and as the move began it."""
    pieces = facts.seat.rules.pieces
    found = pieces.find(facts.left or facts.position, thing) or pieces.find(facts.position, thing)
    if found is None:
        raise Unseen("thing")
    group, state = found
    return group, state, facts.position.get(group, {}).get(thing, {})


def _ruled(request: HttpRequest, facts: Desk, group: str, thing: str, values: Sequence[Value]) -> HttpResponse:
    """Rule what was typed, or that the body is taken away."""
    if not may_rule(facts):
        raise WrongState(say("You can rule on it when the move is closed, before the result is published."))
    name, act = facts.names.get(thing, thing), request.POST.get("act", "")
    deed, away = next((one for one in facts.seat.rules.pieces.harms if one.key == act), None), act == "remove"
    if deed is not None:
        change = [deed.change(thing)]
    else:
        change = [{"group": group, "thing": thing, "remove": True}] if away else changes(group, thing, values)
    rule_as_typed(request, change)
    said = say("{name} is taken away.", name=name) if away else say("The ruling on {name} is saved.", name=name)
    return done(request, facts.seat.battle.public_id, said)


def _deeds(facts: Desk, group: str, state: Mapping[str, Any]) -> list[Harm]:
    """What may be done to a thing by one press: what would change it, of what may befall its group."""
    pieces = facts.seat.rules.pieces
    usual = pieces.usual(group, state)
    return [
        one
        for one in pieces.harms
        if one.act and one.group == group and state.get(one.field, usual.get(one.field)) != one.value
    ]


def dropped_at(text: str) -> str:
    """A place that the map sends, in steps of a sixteenth, as it is written in its field; empty where it is none.

    >>> dropped_at("12.04,-3"), dropped_at("12;x")
    ('12 -3', '')
    """
    try:
        x, y = (round(float(one) * INCH) for one in text.split(","))
    except (ValueError, OverflowError):
        return ""
    return f"{_inches(x)} {_inches(y)}"


def _inches(length: int) -> int | float:
    """A number of sixteenths in inches, whole where it is."""
    return length // INCH if length % INCH == 0 else length / INCH


def _told(facts: Desk, thing: str, group: str, state: Mapping[str, Any], values: Sequence[Value]) -> dict[str, Any]:
    """What the panel shows of a body."""
    pieces = facts.seat.rules.pieces
    look, plotted = pieces.look(group, pieces.whole(group, state)), pieces.kind(group).plotted
    lines = strip(facts, open_questions(facts.seat) if facts.asked else ()).about(thing)
    readings = {one.thing: one for one in facts.entries if one.in_force}
    return {
        "thing": thing,
        "name": facts.names.get(thing, thing),
        "side": pieces.owner(group, state) or "none",
        "look": look,
        "where": place_in_words(state.get("at"), look.facing),
        "lines": lines,
        "orders": [one for one in facts.orders if one.thing == thing],
        "entry": readings.get(thing),
        "values": [one for one in values if _first(one, plotted)],
        "others": [one for one in values if not _first(one, plotted)],
        "begin": next((one.name for one in values if one.error or (one.before and _first(one, plotted))), ""),
        "commanders": commanders_of(facts, thing),
        "rulings": [one for one in facts.rulings if _is_about(one.change, thing)],
        "may_rule": may_rule(facts),
        "fixed": not plotted,
        "deeds": _deeds(facts, group, state),
        "may_remove": not of_country(facts.left or facts.position, group, thing),
        "has_sight": has_sight(facts) and bool(state.get("at")),
        "placed": plotted and bool(state.get("at")) and any(one.kind == PLACE for one in values),
    }


def _first(one: Value, plotted: bool) -> bool:
    """Whether a value stands in the open: typed, different, or set, and how the body stands.

    plotted: whether it is a block.  Of anything else its state comes first, and its place is folded away.
    """
    if one.error or one.before or not one.leaves:
        return True
    if not plotted and one.kind in (PLACE, LINE):
        return False
    return bool(one.found or one.kind in (PLACE, ANGLE, WORD) or (one.kind == FLAG and not plotted))


def _is_about(change: Mapping[str, Any], thing: str) -> bool:
    return change.get("thing") == thing or any(one.get("thing") == thing for one in change.get("changes", ()))


@page
@require_safe
def bodies(request: HttpRequest, battle: str) -> HttpResponse:
    """Every body of both sides, as a list to choose from where there is no map."""
    facts = desk_of(request, battle, server_time())
    pieces = facts.seat.rules.pieces
    things = things_seen(pieces, facts.left or facts.position, truth=True)
    tables = thing_view.grouped([thing_view.row(one) for one in things], pieces)
    return shown(request, facts, "desk_bodies", say("All bodies"), {"tables": tables, "has_sight": has_sight(facts)})
