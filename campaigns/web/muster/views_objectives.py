"""The objectives of a battle: read by those whom they concern, set by the umpire with a press on the map or typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import objectives as aims
from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.objectives import Kept, kept_objectives, lines, objectives_known, said_as_set
from campaigns.desk.prepared import floor_of
from campaigns.errors import NotUmpire, status_of
from campaigns.sight.thing import things_seen
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.web.board import plan
from campaigns.web.messages.event_form import place_written
from campaigns.web.page import thing_view
from campaigns.web.page.frame import papers
from campaigns.web.page.measures import read_count, read_halves, read_point
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.ground.underlay import as_it_stands
from rules.values.sentence import of_field, say

BEGIN = {
    "kind": aims.HOLD,
    "side": "",
    "way": "",
    "name": "",
    "at": "",
    "inches": "6",
    "amount": "",
    "move": "",
    "shown": "own",
}
"""The first values of the form."""


@page
@require_http_methods(["GET", "HEAD", "POST"])
def objectives(request: HttpRequest, battle: str) -> HttpResponse:
    """Which objectives there are and how they stand, as the reader may know it; the umpire adds, changes and removes them."""
    seat = sight.find_battle(request.user, battle)
    kept = kept_objectives(seat) if seat.is_umpire else None
    refused: Refused | None = None
    if request.method == "POST":
        if kept is None:
            raise NotUmpire
        try:
            return _change(request, seat, kept)
        except Refused as fault:
            if status_of(fault) == 404:
                raise
            refused = fault
    known = objectives_known(seat, kept.objectives if kept is not None else None)
    told = {
        **papers(seat, "desk" if seat.is_umpire else "sheet"),
        "aims": known,
        "lines": lines(seat, kept.objectives, known) if kept is not None else (),
        "refused": refused,
        **(_form(request, seat, kept, known, posted=refused is not None) if kept is not None else {}),
    }
    return render(request, "campaigns/objectives.html", told, status=status_of(refused) if refused else 200)


def _form(
    request: HttpRequest, seat: sight.Seat, kept: Kept, known: tuple[sight.Aim, ...], *, posted: bool
) -> dict[str, Any]:
    """What the umpire's form shows.  posted: whether something was typed that is shown again."""
    edited = next((one for one in kept.objectives if one["id"] == request.GET.get("edit", "")), None)
    again = {key: request.GET[key][:81] for key in BEGIN if key in request.GET}
    typed: Mapping[str, Any] = request.POST if posted else {**BEGIN, **again, **(_typed(edited) if edited else {})}
    floor = floor_of(seat)
    things = thing_view.on_the_plan(things_seen(seat.rules.pieces, floor, truth=True))
    size = seat.terms.options.get("map_size_ft")
    return {
        "typed": typed,
        "kept": kept,
        "kinds": aims.KINDS,
        "ways": {kind: {way: aims.WAYS[way] for way in ways if way} for kind, ways in aims.WAYS_OF.items()},
        "shown_to": aims.SHOWN,
        "begun": seat.battle.status != "preparing",
        "may_set": seat.battle.status != "ended" and not seat.battle.on_board,
        "plan": plan.draw_plan(
            things, size, country=as_it_stands(floor), flags=known, picture=sight.under_battle(seat)
        ),
        "plan_title": say("The map: press the place that is to be held"),
    }


def _typed(one: Mapping[str, Any]) -> dict[str, Any]:
    """An objective as the form has it."""
    amount = aims.halves(one["amount"]) if one["kind"] == aims.POINTS else one["amount"] or ""
    return {
        **one,
        "at": place_written(one["at"]),
        "amount": amount,
        "move": one["move"] or "",
        "inches": one["inches"] or "6",
    }


def _change(request: HttpRequest, seat: sight.Seat, kept: Kept) -> HttpResponse:
    """One press of one button.  What is removed stands in the form, so that it can be set again."""
    post, battle = request.POST, seat.battle.public_id
    removed = next((one for one in kept.objectives if one["id"] == post.get("remove")), None)
    if "remove" in post and removed is None:
        messages.warning(request, say("That objective is gone already."))
        return redirect("objectives", battle)
    if removed is not None:
        wanted = [one for one in kept.objectives if one is not removed]
    else:
        read = _read(post)
        wanted = [read if one["id"] == read["id"] else one for one in kept.objectives]
        if read["id"] not in {one["id"] for one in kept.objectives}:
            wanted.append({**read, "id": ""})
    set_objectives(
        by=request.user,
        battle=battle,
        objectives=wanted,
        reason=post.get("reason", "")[:301],
        base=post.get("base", "")[:64],
        now=server_time(),
    )
    if removed is None:
        messages.info(request, say("The objective is set."))
        return redirect("objectives", battle)
    gone = say(
        "Removed: {objective} It stands in the form: set it again if you want it back.",
        objective=said_as_set(seat, removed),
    )
    messages.info(request, gone)
    again = {key: value for key, value in _typed(removed).items() if key in BEGIN}
    return redirect(f"{reverse('objectives', args=[battle])}?{urlencode(again)}")


def _read(post: Mapping[str, str]) -> dict[str, Any]:
    """An objective as it was typed; Invalid names the field."""
    kind = post.get("kind", "")
    found: dict[str, Any] = {key: post.get(key, "").strip()[:81] for key in ("id", "side", "name", "shown")}
    found |= {"kind": kind, "move": _count(post, "move") if post.get("move", "").strip() else 0}
    if kind == aims.HOLD:
        try:
            found["at"] = read_point(post.get("at", ""))
        except ValueError as fault:
            raise Invalid(of_field("at", fault.args[0])) from fault
        found["inches"] = _count(post, "inches")
    elif kind in aims.WAYS_OF:
        found["way"] = post.get(f"way-{kind}", "")
        found["amount"] = _points(post) if kind == aims.POINTS else _count(post, "amount")
    else:
        raise Invalid(of_field("kind", say("choose what is to be reached")))
    return found


def _count(post: Mapping[str, str], field: str) -> int:
    try:
        return read_count(post.get(field, ""), 999_999)
    except ValueError as fault:
        raise Invalid(of_field(field, fault.args[0])) from fault


def _points(post: Mapping[str, str]) -> int:
    """Points as they are typed, kept in halves."""
    try:
        return read_halves(post.get("amount", ""), 999_999)
    except ValueError as fault:
        raise Invalid(of_field("amount", fault.args[0])) from fault
