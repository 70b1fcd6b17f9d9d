"""Rulings of the umpire: an order corrected, a finding overruled, a ruling taken back."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk import Desk
from campaigns.desk import desk as read_desk
from campaigns.desk.questions import open_questions
from campaigns.errors import Unseen, WrongState, status_of
from campaigns.usecases.desk import rulings
from campaigns.web.desk.board_page import order_map, seen_by_the_side
from campaigns.web.desk.panel import done, rule_as_typed
from campaigns.web.desk.publication import publication
from campaigns.web.desk.ruled_values import brigades_for, changes, group_of, ruling_values, things_in
from campaigns.web.desk.strip import strip
from campaigns.web.desk.views_desk import Pressed, show_desk
from campaigns.web.order_form import fields
from campaigns.web.page.events import inputs
from campaigns.web.page.frame import frame
from campaigns.web.page.wrapper import page
from rules.contract.answers import Checked
from rules.contract.data import Order
from rules.errors import Illegal, Refused
from rules.values.sentence import say


def _desk_of(request: HttpRequest, battle: str) -> Desk:
    """The desk, while the move may be ruled on."""
    facts = read_desk(sight.find_battle(request.user, battle), server_time())
    if facts.clock is None or facts.clock.state not in ("closed", "fire"):
        raise WrongState(
            say(
                "You can correct orders and overrule the result when the move is closed and before the result is "
                "published."
            )
        )
    return facts


def _shown(request: HttpRequest, facts: Desk, part: str, told: dict[str, Any], refused: Refused | None) -> HttpResponse:
    """A form of the desk as a page.

    It says whether the result is published by itself meanwhile, which the page holds back when something is typed.
    """
    lines = strip(facts, open_questions(facts.seat) if facts.asked else ())
    context = {
        **frame(facts.seat, "desk", facts.clock),
        "desk": facts,
        "publication": publication(facts, lines),
        **told,
    }
    status = status_of(refused) if refused else 400 if request.method == "POST" else 200
    return render(request, f"campaigns/{part}.html", context, status=status)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def correct_order(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """The umpire replaces the orders of a thing: some kept, one added, on the map where there is one."""
    facts = _desk_of(request, battle)
    mine, bare = _ordered(facts, thing)
    offers = _offers(facts, thing, request.POST if request.method == "POST" else None)
    refused: Refused | None = None
    if request.method == "POST":
        kept = _kept(request, bare)
        chosen = [one for one in offers if one.chosen]
        if not any(one.faulty for one in chosen):
            try:
                rulings.correct_order(
                    by=request.user,
                    move=request.POST.get("move", "")[:13],
                    thing=thing,
                    orders=[*kept, *(one.order for one in chosen)],
                    reason=request.POST.get("reason", ""),
                    clause=request.POST.get("clause", "").strip(),
                    sure="sure" in request.POST,
                    now=server_time(),
                )
                name = facts.names.get(thing, thing)
                messages.info(request, say("The corrected orders of {name} are saved.", name=name))
                return redirect("desk", battle)
            except Refused as fault:
                refused = fault
    drawn = order_map(facts, thing)
    told = {
        "thing": thing,
        "name": facts.names.get(thing, thing),
        "plan": drawn,
        "farthest": {layer.kind: layer.reaches[0].far for layer in drawn.layers} if drawn else {},
        "orders": [
            {
                "place": place,
                "order": order,
                "reading": _in_words(facts, thing, mine, place),
                "particulars": inputs(facts.seat.rules.pieces.particulars(order), facts.names),
                "kept": request.method == "GET" or request.POST.get(f"keep-{place}"),
            }
            for place, order in enumerate(bare)
        ],
        "groups": fields.in_groups(offers, facts.seat.rules.pieces.headings),
        "refused": refused,
        "forbidden": isinstance(refused, Illegal),
        "typed": request.POST,
        "move": facts.clock.move if facts.clock else "",
    }
    return _shown(request, facts, "correct_order", told, refused)


@page
@require_POST
def correct_price(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """What the order that the umpire adds would cost after those that are kept, or what forbids it; nothing is saved."""
    facts = _desk_of(request, battle)
    chosen = next((one for one in _offers(facts, thing, request.POST) if one.chosen), None)
    kept = _kept(request, _ordered(facts, thing)[1])
    told: dict[str, Any] = {
        "placed": True,
        "first": not kept,
        "faults": [one.error for one in chosen.fields if one.error] if chosen else [],
    }
    if chosen is not None and not told["faults"]:
        try:
            told["one"] = _checked(facts, thing, chosen.order, kept)
        except Refused as refused:
            told["refused"] = refused
    return render(request, "campaigns/parts/price.html", told)


def _ordered(facts: Desk, thing: str) -> tuple[list[Any], list[dict[str, Any]]]:
    """The orders of a thing, as they lie on the desk and without what was measured."""
    mine = [one.order for one in facts.orders if one.thing == thing]
    return mine, [{key: value for key, value in one.items() if key != "measured"} for one in mine]


def _kept(request: HttpRequest, orders: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The orders that the umpire keeps."""
    return [order for place, order in enumerate(orders) if request.POST.get(f"keep-{place}")]


def _checked(facts: Desk, thing: str, order: Any, before: Sequence[Any]) -> Checked:
    """An order of a thing after those of others and its own before it, as its side could have given it; Refused if not."""
    known = seen_by_the_side(facts)
    others = [Order(dict(one.order)) for one in facts.orders if one.thing != thing]
    return known.check(order, (*others, *before))


def _in_words(facts: Desk, thing: str, orders: Sequence[Any], place: int) -> str:
    """An order of a thing as it is read back to its commander; empty where the rules refuse it now."""
    try:
        return _checked(facts, thing, orders[place], orders[:place]).reading
    except Refused:
        return ""


def _offers(facts: Desk, thing: str, post: Any) -> list[fields.Offer]:
    """The orders that the thing could have been given, as the rules see it with everything else unordered."""
    pieces = facts.seat.rules.pieces
    found = pieces.find(facts.position, thing)
    if found is None or facts.clock is None:
        raise Unseen("thing")
    choices = seen_by_the_side(facts).choices(thing)
    sheet = SimpleNamespace(thing=SimpleNamespace(id=thing, state=found[1]), choices=choices)
    places = {
        key: one["at"]
        for group, key, one in pieces.every(facts.position)
        if pieces.kind(group).men and one.get("at") and one["side"] != facts.clock.side and pieces.look(group, one).men
    }
    return fields.offers(sheet, facts.names, places, post)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def overrule(request: HttpRequest, battle: str) -> HttpResponse:
    """The umpire rules against the finding: choose a thing, change its found values."""
    facts = _desk_of(request, battle)
    move = facts.clock.move if facts.clock else ""
    if facts.left is None:
        raise WrongState(say("There is no result to overrule. The desk shows why."))
    position = facts.left
    wanted = (request.POST if request.method == "POST" else request.GET).get("thing", "")[:64]
    group = group_of(facts.seat.rules.pieces, position, wanted)
    values = (
        ruling_values(
            group,
            position[group][wanted],
            facts.seat,
            request.POST if request.method == "POST" else None,
            facts.position.get(group, {}).get(wanted, {}),
            brigades_for(facts.seat.rules.pieces, position, group, position[group][wanted]),
        )
        if group
        else []
    )
    refused: Refused | None = None
    if request.method == "POST":
        if not group:
            raise Unseen("thing")
        try:
            if not any(one.error for one in values):
                rule_as_typed(request, changes(group, wanted, values))
                messages.info(request, say("The ruling on {name} is saved.", name=facts.names.get(wanted, wanted)))
                return redirect("desk", battle)
        except Refused as fault:
            refused = fault
    told = {
        "things": things_in(facts.seat.rules.pieces, position, facts.names),
        "thing": wanted if group else "",
        "name": facts.names.get(wanted, wanted),
        "values": values,
        "refused": refused,
        "typed": request.POST,
        "move": move,
    }
    return _shown(request, facts, "overrule", told, refused)


@page
@require_POST
def restore(request: HttpRequest, battle: str, ruling: str) -> HttpResponse:
    """The umpire takes a ruling back, with a reason; both stay in the record."""
    seat, now, reason = sight.find_battle(request.user, battle), server_time(), request.POST.get("reason", "")
    try:
        rulings.restore(by=request.user, ruling=ruling, reason=reason, now=now)
    except Refused as refused:
        if not seat.is_umpire or status_of(refused) == 404:
            raise
        pressed = Pressed(ruling, {"reason": reason[:1001]}, refused)
        return show_desk(request, read_desk(seat, now), pressed={"restore_pressed": pressed})
    return done(request, battle, say("The ruling is undone."))
