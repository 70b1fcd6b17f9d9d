"""A side's General puts down his own force before the battle begins, where the umpire has handed it over: nothing of the other side."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.sight.before import OwnMuster
from campaigns.sight.thing import Thing
from campaigns.usecases.muster import curtain
from campaigns.web.board import plan
from campaigns.web.board.ground import short
from campaigns.web.desk.ruled_values import written
from campaigns.web.muster import muster_rows
from campaigns.web.page import thing_view
from campaigns.web.page.frame import papers
from campaigns.web.page.measures import read_bearing, read_point
from campaigns.web.page.wrapper import page
from rules.contract.pieces import ANGLE, PLACE, WORD
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say


@page
@require_http_methods(["GET", "HEAD", "POST"])
def muster_own(request: HttpRequest, battle: str) -> HttpResponse:
    """The own force on the map and in a table, until its General says that he is ready."""
    seat = sight.find_battle(request.user, battle)
    facts = sight.own_muster(seat)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            _do(request, battle, facts)
            return redirect("muster-own", battle)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    drawn, ground = _map_of(facts)
    told = {
        **papers(seat, "muster-own"),
        "facts": facts,
        "rows": [_row(one, request.POST if refused else None) for one in facts.own if _fields(one)],
        "plan": drawn,
        "own_ground": ground,
        "zone_of": [written(one) for one in facts.zone],
        "doubts": facts.doubts,
        "refused": refused,
    }
    return render(request, "campaigns/muster_own.html", told, status=status_of(refused) if refused else 200)


def _do(request: HttpRequest, battle: str, facts: OwnMuster) -> None:
    """One press of a button, or a block that was dragged."""
    post, act, now = request.POST, request.POST.get("act", ""), server_time()
    if act == "ready":
        curtain.say_ready(by=request.user, battle=battle, now=now)
        return
    if act not in ("save", "move"):
        raise Invalid(of_field("act", say("there is no such button")))
    changes = _moved(post, facts) if act == "move" else [one for thing in facts.own for one in _changed(thing, post)]
    if not changes:
        messages.warning(request, say("Nothing is changed yet."))
        return
    curtain.place_own(by=request.user, battle=battle, base=post.get("base", ""), changes=changes, now=now)
    messages.info(request, say("Saved"))


def _moved(post: Mapping[str, str], facts: OwnMuster) -> list[dict[str, Any]]:
    """A block that was dragged to a place, with what goes with it."""
    thing = next((one for one in facts.own if one.id == post.get("lead")), None)
    at = muster_rows.place_of(thing.state) if thing is not None else None
    if thing is None or at is None:
        raise Invalid(of_field("lead", say("it is no longer there")))
    try:
        to = read_point(post.get("at", ""))
    except ValueError as fault:
        raise Invalid(of_field("at", fault.args[0])) from fault
    way = [Fraction(there) - Fraction(here) for here, there in zip(at, to, strict=True)]
    return [{"move": [thing.id], "by": [int(one) if one.denominator == 1 else float(one) for one in way]}]


def _fields(thing: Thing) -> dict[str, str]:
    """The fields of a thing that its General may set, each with its kind."""
    kinds = dict(thing.pieces.kind(thing.group).fields)
    may = {key: kinds[key] for key in curtain.MAY_SET if key in kinds}
    return {key: kind for key, kind in may.items() if kind != WORD or thing.pieces.words(key, thing.state)}


def _changed(thing: Thing, post: Mapping[str, str]) -> list[dict[str, Any]]:
    """What was typed for a thing that differs.  Invalid where it cannot be read, with its name."""
    changes = []
    for key, kind in _fields(thing).items():
        typed = post.get(f"{thing.id}-{key}")
        if typed is None or typed.strip() in ("", _written(thing, key)):
            continue
        try:
            changes.append({"thing": thing.id, "key": key, "value": _read(typed.strip(), kind)})
        except ValueError as fault:
            raise Invalid(of_field(thing.name, fault.args[0])) from fault
    return changes


def _read(typed: str, kind: str) -> Any:
    return read_point(typed) if kind == PLACE else read_bearing(typed) if kind == ANGLE else typed


def _written(thing: Thing, key: str) -> str:
    """A value of a thing as it is typed, its usual one where it names none."""
    return written(thing.state.get(key, thing.pieces.usual(thing.group, thing.state).get(key, "")))


def _row(thing: Thing, post: Mapping[str, str] | None) -> dict[str, Any]:
    """A thing as a row of fields, with what was typed in them."""
    fields = [
        {
            "key": key,
            "kind": kind,
            "typed": (post or {}).get(f"{thing.id}-{key}", _written(thing, key)),
            "choices": thing.pieces.words(key, thing.state) if kind == WORD else (),
        }
        for key, kind in _fields(thing).items()
    ]
    return {"thing": thing, "fields": fields}


def _map_of(facts: OwnMuster) -> tuple[plan.Plan | None, str]:
    """The map of the own force, and the path of the ground where it may stand."""
    things = thing_view.on_the_plan(facts.own, lambda one: f"#own-{one.id}")
    size, country = facts.seat.terms.options.get("map_size_ft"), dict(facts.start.get("country") or {})
    under = sight.under_battle(facts.seat)
    drawn = plan.draw_plan(things, size, country=country, picture=under)
    paper = plan.sheet_of(things, size, country)
    if drawn is None or paper is None:
        return None, ""
    west, south, east, north = facts.zone
    corners = [paper.at(spot) for spot in ((west, south), (west, north), (east, north), (east, south))]
    return drawn, "M" + "L".join(f"{short(x)} {short(y)}" for x, y in corners) + "Z"
