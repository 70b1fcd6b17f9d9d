"""Orders given on the board: the panel of a body, drafts that are saved while they are drawn, and all of them sent at once.

The script of the board calls these; it says so by a header, and gets parts of the page.  Without it the same addresses lead to pages.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import Unseen
from campaigns.serving.arrival import arrived
from campaigns.strictjson import loads
from campaigns.usecases.orders import drafts
from campaigns.web.board import plan, reach_layer
from campaigns.web.board.under_cross import lying_at
from campaigns.web.order_form.board_answer import Said, answered, from_the_board
from campaigns.web.order_form.open_form import Opened, Typed, read_place, read_typed
from campaigns.web.order_form.panel import Panel, open_panel
from campaigns.web.page import clockface, thing_view
from campaigns.web.page.frame import frame
from campaigns.web.page.measures import read_point
from campaigns.web.page.wrapper import page
from campaigns.web.sheet import board_parts
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

MOST_TOGETHER = 200
"""Things that one press orders together."""

WAITING = {
    "way": say("Press the map at the end of the way."),
    "line": say("Press the map at the first point of the line."),
    "second": say("Press the map at the next point of the line."),
    "spot": say("Press the map at the place."),
    "target": say("Press the body on the map, or choose it below."),
    "aim": say("Press a body or a place on the map."),
}
"""What the panel says while an order waits for a press on the map."""


@page
@require_safe
def panel(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """The panel of a body of one's own side, alone or as the leader of several."""
    if not from_the_board(request):
        return redirect("order", battle, thing)
    seat, now = sight.find_battle(request.user, battle), server_time()
    opened = open_panel(
        seat, thing, now, place=read_place(request.GET.get("open", ""), -1), add=bool(request.GET.get("add"))
    )
    return render(request, "campaigns/parts/panel.html", _told(opened, together_in(request.GET, thing)))


def together_in(asked: Any, thing: str) -> list[str]:
    """The things that are ordered together with a thing, itself among them; none where it is ordered alone."""
    those = [one for one in str(asked.get("things", "")).split(",") if one][:MOST_TOGETHER]
    return list(dict.fromkeys([thing, *those])) if those else []


def _told(opened: Panel, together: Sequence[str] = ()) -> dict[str, Any]:
    """What the template of a panel shows, with how far the body reaches, drawn for the map."""
    around, thing = opened.opened.sheet.around, opened.opened.sheet.thing
    names = {one.id: one.name for one in around.own}
    return {
        **opened.told(),
        "waiting": WAITING.get(opened.chosen.awaited, "") if opened.chosen else "",
        "reach": {"layers": _reach(opened.opened)} if thing.state.get("at") and not together else None,
        "together": [names[one] for one in together if one in names],
        "together_ids": ",".join(one for one in together if one in names),
    }


def _reach(opened: Opened) -> Sequence[reach_layer.ReachLayer]:
    """How far a body reaches, on the sheet of its map."""
    around = opened.sheet.around
    things = thing_view.on_the_plan([*around.own, *around.enemy])
    paper = plan.sheet_of(things, opened.seat.terms.options.get("map_size_ft"), around.country)
    return reach_layer.layers(opened.sheet.reaches, paper, opened.seat.rules.pieces.reaches) if paper else ()


# -- drafts -----------------------------------------------------------------------------------------


@page
@require_POST
def draft(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """Save what the form of a panel gives as a draft, take it off, or order several things alike."""
    now, seat = server_time(), sight.find_battle(request.user, battle)
    typed, act = read_typed(request), request.POST.get("act", "save")
    try:
        if act in ("drop", "theirs"):
            drafts.drop_draft(user=request.user, move=typed.move, thing=thing)
            said = Said(done=say("The draft is removed."))
        elif act == "mine":
            said = _over_theirs(request, seat, thing, typed, now)
        elif act == "try":
            return _tried(request, seat, thing, typed, now)
        elif act == "withdraw":
            said = Said(draft=_saved(request, thing, typed, [], now))
        elif act == "again":
            said = _as_last_move(request, thing, typed, now)
        else:
            said = _save(request, seat, thing, typed, now)
    except Unseen:
        raise
    except Refused as refused:
        said = Said(refused=refused)
    return answered(request, seat, said, now) if from_the_board(request) else redirect("drafts", battle)


def _over_theirs(request: HttpRequest, seat: sight.Seat, thing: str, typed: Typed, now: datetime) -> Said:
    """The draft again, in place of the orders that a colleague gave meanwhile, as far as the asker was told of them."""
    mine = next((one for one in sight.drafts(seat, now) if one.thing == thing), None)
    if mine is None or mine.refusal is None or "revision" not in mine.refusal:
        return Said(waits=say("There is nothing more to choose between."))
    based = replace(typed, base=int(mine.refusal["revision"]))
    return Said(draft=_saved(request, thing, based, mine.orders, now))


def _tried(request: HttpRequest, seat: sight.Seat, thing: str, typed: Typed, now: datetime) -> HttpResponse:
    """What lies at a place (``spot``), and what the order would cost with it, or why it is not lawful; nothing is kept."""
    around = sight.thing_sheet(seat, thing, now).around
    try:
        x, y = read_point(request.POST.get("spot", ""))
    except ValueError as fault:
        raise Invalid(of_field("spot", fault.args[0])) from fault
    try:
        said = _save(request, seat, thing, typed, now, only_try=True)
    except Unseen:
        raise
    except Refused as refused:
        said = Said(refused=refused)
    return render(
        request, "campaigns/parts/board_tried.html", {"said": said, "over": lying_at((float(x), float(y)), around)}
    )


def _saved(
    request: HttpRequest,
    thing: str,
    typed: Typed,
    orders: Sequence[Mapping[str, Any]],
    now: datetime,
    *,
    lawful_only: bool = False,
    only_try: bool = False,
) -> drafts.Draft:
    """A draft with these orders.  lawful_only: not kept where the rules refuse it.  only_try: it is not kept at all."""
    return drafts.save_draft(
        user=request.user,
        move=typed.move,
        thing=thing,
        orders=orders,
        base_revision=typed.base,
        lawful_only=lawful_only,
        only_try=only_try,
        now=now,
    )


def _save(
    request: HttpRequest, seat: sight.Seat, thing: str, typed: Typed, now: datetime, *, only_try: bool = False
) -> Said:
    """The draft that the form gives, once it is complete.  only_try: it is judged and not kept."""
    opened = Opened(seat, thing, now, typed.draft[: typed.place], rest=typed.draft[typed.place :])
    chosen = next((one for one in opened.offers(request.POST) if one.chosen), None)
    if chosen is None:
        return Said(waits=say("Choose an order."))
    if chosen.waits:
        return Said(waits=WAITING[chosen.awaited])
    if chosen.faulty:
        return Said(faults=[one.error for one in chosen.fields if one.error])
    together, drawn = together_in(request.POST, thing), bool(request.POST.get("drawn")) and not only_try
    if together:
        told = drafts.order_together(
            user=request.user,
            move=typed.move,
            order=chosen.order,
            things=together,
            lawful_only=drawn,
            only_try=only_try,
            now=now,
        )
        refused = [thing for thing, one in told.items() if isinstance(one, Refused)]
        return _of_several(told, held=drawn, stays=drawn and bool(_lawful_before(request, seat, typed, refused, now)))
    orders = typed.with_chosen(chosen.order)
    if not drawn:
        return Said(draft=_saved(request, thing, typed, orders, now, only_try=only_try))
    try:
        return Said(draft=_saved(request, thing, typed, orders, now, lawful_only=True, only_try=only_try))
    except Unseen:
        raise
    except Refused as refused:
        there = _lawful_before(request, seat, typed, [thing], now)
        return Said(refused=refused, held=True, stays=bool(there), draft=there[0] if there else None)


def _lawful_before(
    request: HttpRequest, seat: sight.Seat, typed: Typed, things: Sequence[str], now: datetime
) -> list[sight.DraftFact]:
    """The lawful drafts of things whose drawn way was refused; one that was itself refused goes with the way."""
    there = [one for one in sight.drafts(seat, now) if one.thing in things]
    for one in there:
        if not one.lawful:
            drafts.drop_draft(user=request.user, move=typed.move, thing=one.thing)
    return [one for one in there if one.lawful]


def _as_last_move(request: HttpRequest, thing: str, typed: Typed, now: datetime) -> Said:
    """The orders of the last move again, for one thing or several."""
    together = together_in(request.POST, thing)
    told = drafts.as_last_move(user=request.user, move=typed.move, things=together or [thing], now=now)
    only = told.get(thing)
    if not together and isinstance(only, drafts.Draft):
        return Said(draft=only)
    if not told:
        return Said(waits=say("It had no orders in your last move."))
    return _of_several(told)


def _of_several(told: Mapping[str, drafts.Draft | Refused], *, held: bool = False, stays: bool = False) -> Said:
    """What became of an order given to several things.  held, stays: as ``Said`` has them, if all of them refuse it."""
    others = []
    lawful = [one for one in told.values() if isinstance(one, drafts.Draft) and one.refusal is None]
    held = held and not any(isinstance(one, drafts.Draft) for one in told.values())
    for thing, one in told.items():
        reason = one.data() if isinstance(one, Refused) else one.refusal
        if reason is not None:
            others.append((thing, reason))
    return Said(together=len(lawful), prices=lawful, others=others, held=held, stays=held and stays)


# -- all of them ------------------------------------------------------------------------------------


@page
@require_http_methods(["GET", "HEAD", "POST"])
def all_drafts(request: HttpRequest, battle: str) -> HttpResponse:
    """The list of all drafts (GET); checked again, sent, or some put back as they were (POST)."""
    came, now = arrived(request), server_time()
    seat = sight.find_battle(request.user, battle)
    if request.method != "POST":
        return _list(request, seat, now)
    move, act = request.POST.get("move", "")[:13], request.POST.get("act", "")
    if act == "check":
        return _list(request, seat, now, _checked(request, move, now))
    if act == "undo":
        return answered(request, seat, _put_back(request, move, now), now)
    try:
        sent = drafts.send_drafts(
            user=request.user, move=move, key=request.POST.get("key", "")[:40], arrived_at=came, now=server_time()
        )
    except Refused as refused:
        if not from_the_board(request):
            raise
        return answered(request, seat, Said(refused=refused), now)
    return _sent(request, seat, sent, now)


def _checked(request: HttpRequest, move: str, now: datetime) -> Refused | None:
    """Check all drafts again; why that cannot be done now, if it cannot."""
    try:
        drafts.check_drafts(user=request.user, move=move, now=now)
    except Unseen:
        raise
    except Refused as refused:
        return refused
    return None


def _list(request: HttpRequest, seat: sight.Seat, now: datetime, refused: Refused | None = None) -> HttpResponse:
    """The drafts with their prices as they were last checked, the duties that are still owed, and what has no order."""
    facts = sight.sheet(seat, now)
    rows = {one.id: thing_view.row(one) for one in facts.own}
    told = {
        **frame(seat, "sheet", facts.clock),
        "drafts": [{"row": rows[one.thing], "draft": one} for one in facts.drafts if one.thing in rows],
        "tally": facts.tally,
        "without": [rows[one.id] for one in facts.tally.without],
        "in_force": [one.row for one in board_parts.troops(facts) if one.state == board_parts.ORDERED],
        "clock": clockface.face(facts.clock, seat.campaign) if facts.clock else None,
        "now": now,
        "refused": refused,
        "key": secrets.token_urlsafe(12),
        "zone": seat.campaign.time_zone,
    }
    told["part"] = from_the_board(request)
    return render(request, "campaigns/parts/drafts_list.html" if told["part"] else "campaigns/drafts.html", told)


def _sent(request: HttpRequest, seat: sight.Seat, sent: Sequence[drafts.Sent], now: datetime) -> HttpResponse:
    """What became of each draft: its receipt, or why it stays a draft."""
    names = {one.id: one.name for one in sight.sheet(seat, now).own}
    rows = [(names.get(one.thing, one.thing), one) for one in sent]
    if from_the_board(request):
        return answered(request, seat, Said(sent=rows), now)
    told = {**frame(seat, "sheet", sight.clock(seat, now)), "rows": rows, "zone": seat.campaign.time_zone}
    return render(request, "campaigns/drafts_sent.html", told)


def _put_back(request: HttpRequest, move: str, now: datetime) -> Said:
    """Drafts as they were before the last press: the orders of each thing, or none where it had no draft."""
    before = loads(request.POST.get("orders") or "{}")
    if not all(one is None or isinstance(one, list) for one in before.values()):
        raise Invalid(of_field("orders", say("the orders of each thing are wanted")))
    try:
        for thing in [thing for thing, orders in before.items() if orders is None][:MOST_TOGETHER]:
            drafts.drop_draft(user=request.user, move=move, thing=thing)
        kept = {thing: orders for thing, orders in before.items() if orders is not None}
        if kept:
            drafts.save_drafts(user=request.user, move=move, orders=kept, now=now)
    except Refused as refused:
        return Said(refused=refused)
    return Said(done=say("Undone."))
