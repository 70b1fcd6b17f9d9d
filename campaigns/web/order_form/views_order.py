"""Orders for one thing: offered, read back, sent, revised and withdrawn."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import MoveClosed, NotYours, Stale, Unseen, status_of
from campaigns.serving.arrival import arrived
from campaigns.usecases.orders.drafts import drop_draft
from campaigns.usecases.orders.orders import check_orders, submit_orders
from campaigns.web.order_form import drafts, fields
from campaigns.web.order_form.drafts import Draft
from campaigns.web.order_form.open_form import Opened, Typed, read_place, read_typed
from campaigns.web.page import clockface
from campaigns.web.page.wrapper import page
from rules.errors import Invalid, Refused
from rules.values.sentence import say

Orders = Sequence[Mapping[str, Any]]


@page
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """The form of a thing's orders, as it was left; a POST sends what was read back."""
    came, now = arrived(request), server_time()
    seat = sight.find_battle(request.user, battle)
    if request.method == "POST":
        return _send(request, seat, thing, came)
    if request.GET.get("afresh"):
        return _form(request, Opened(seat, thing, now, []))
    draft = drafts.find(request, request.GET.get("draft", ""), battle, thing)
    if draft is not None:
        return _form(request, Opened(seat, thing, now, draft.orders), base=draft.base)
    if request.GET.get("sent") or request.GET.get("add"):
        return _form(request, Opened(seat, thing, now))
    return _as_it_stands(request, seat, thing, now)


def _as_it_stands(request: HttpRequest, seat: sight.Seat, thing: str, now: Any) -> HttpResponse:
    """The form as it was left; else with an order in force opened in it for change, the last one or the one requested."""
    battle, wanted = seat.battle.public_id, read_place(request.GET.get("open", ""), -1)
    opened = Opened(seat, thing, now, upto=wanted)
    left = drafts.last_typed(request, battle, thing, opened.sheet.clock.move)
    if left is not None:
        opened = Opened(seat, thing, now, []) if opened.sheet.draft else opened
        return _form(request, opened, offers=opened.offers(left.typed))
    orders = opened.in_force[len(opened.sheet.draft) :]
    offers = opened.offers_with(orders[0]) if orders and opened.sheet.takes_orders else None
    if offers is None:
        return _form(request, Opened(seat, thing, now) if orders else opened)
    opened.rest = orders[1:]
    return _form(request, opened, offers=offers, filled=True)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def order_check(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """Check and keep what was chosen (POST), and read it back in plain words with its cost (GET); nothing is sent."""
    now = server_time()
    seat = sight.find_battle(request.user, battle)
    if request.method != "POST":
        draft = drafts.find(request, request.GET.get("draft", ""), battle, thing)
        if draft is None:
            return redirect("order", battle, thing)
        return _read_back(request, Opened(seat, thing, now, draft.orders), draft)
    typed = read_typed(request)
    act = request.POST.get("act", "read")
    opened = Opened(seat, thing, now, typed.draft[: typed.place], rest=typed.draft[typed.place :])
    if act == "more":
        token = drafts.keep(request, Draft(battle, thing, typed.move, typed.base, typed.draft))
        return redirect(f"{reverse('order', args=[battle, thing])}?draft={token}")
    if act.startswith("strike-") and act[7:].isdigit():
        left = [one for place, one in enumerate(typed.draft) if str(place) != act[7:]]
        return _keep(request, opened, typed, left)
    if act in ("withdraw", "take-over"):
        return _keep(request, opened, typed, [] if act == "withdraw" else typed.draft)
    offers = opened.offers(request.POST)
    chosen = next((one for one in offers if one.chosen), None)
    if chosen is None and not typed.draft:
        return _form(request, opened, base=typed.base, offers=offers, error=Invalid(say("Choose an order.")))
    if chosen is not None and chosen.faulty:
        return _form(request, opened, base=typed.base, offers=offers, status=400)
    return _keep(request, opened, typed, typed.with_chosen(chosen.order) if chosen else typed.draft, offers)


def _form(
    request: HttpRequest,
    opened: Opened,
    *,
    base: int | None = None,
    offers: Sequence[fields.Offer] | None = None,
    error: Refused | None = None,
    status: int = 200,
    filled: bool = False,
) -> HttpResponse:
    """The form, with what was typed and what was refused of it.  filled: whether it holds an order in force."""
    sheet = opened.sheet
    sent = next((one for one in sheet.history if one.number == request.GET.get("sent")), None)
    still = [one for one in sheet.around.own if one.is_open and one.receipt is None and one.id != sheet.thing.id]
    offered = sheet.thing.may_order and sheet.takes_orders
    if not offered and sent is None and error is None:
        raise _closed(opened)
    shown = (offers if offers is not None else opened.offers()) if offered else []
    drawn = opened.plan()
    return render(
        request,
        "campaigns/order.html",
        {
            **opened.frame(),
            "base": sheet.base_revision if base is None else base,
            "draft": [*sheet.draft, *opened.rest],
            "place": len(sheet.draft),
            "filled": filled,
            "offered": offered,
            "groups": fields.in_groups(shown, opened.seat.rules.pieces.headings),
            "blocked": [one for one in shown if one.blocked],
            "error": error,
            "sent": sent,
            "following": next((one for one in still if not one.look.gone), None),
            "still": len(still),
            "plan": drawn,
            "farthest": {layer.kind: layer.reaches[0].far for layer in drawn.layers} if drawn else {},
        },
        status=status_of(error) if error else status,
    )


def _closed(opened: Opened) -> Refused:
    """Why a thing cannot be ordered now."""
    thing, clock, seat = opened.sheet.thing, opened.sheet.clock, opened.seat
    if seat.battle.status == "ended":
        return MoveClosed(say("The battle is over. You cannot give more orders."), move=clock.move)
    if clock.side != seat.side:
        return MoveClosed(
            say(
                "It is {side_name}'s move. You can give orders to {name} in your own side's move.",
                side_name=clock.side_name,
                name=thing.name,
            ),
            move=clock.move,
        )
    if not thing.may_order:
        return NotYours(
            say(
                "Only the commander of its arm gives orders to {name}. If nobody has that seat, tell the umpire.",
                name=thing.name,
            )
        )
    if clock.state == "interval":
        at = clockface.local(clock.opened_at, seat.campaign.time_zone, clock.now)
        said = say("It is the break between two moves. Move {number} opens at {at}.", number=clock.number, at=at)
        return MoveClosed(said, move=clock.move)
    return MoveClosed(say("You cannot give orders for move {number} now.", number=clock.number), move=clock.move)


def _keep(
    request: HttpRequest,
    opened: Opened,
    typed: Typed,
    orders: list[dict[str, Any]],
    offers: Sequence[fields.Offer] | None = None,
) -> HttpResponse:
    """Check orders and keep them to be read back; a refused one goes back to the form."""
    try:
        check_orders(user=request.user, move=typed.move, thing=opened.thing, orders=orders, now=opened.now)
    except (MoveClosed, NotYours) as refused:
        return _kept(request, opened, refused, orders, typed)
    except Unseen:
        raise
    except Refused as refused:
        return _form(request, opened, base=typed.base, offers=offers, error=refused)
    battle = opened.seat.battle.public_id
    fields = {} if typed.draft else _fields(request, offers)
    token = drafts.keep(request, Draft(battle, opened.thing, typed.move, typed.base, orders, fields=fields))
    return redirect(f"{reverse('order-check', args=[battle, opened.thing])}?draft={token}")


def _fields(request: HttpRequest, offers: Sequence[fields.Offer] | None) -> dict[str, list[str]]:
    """What was typed into the form of the order that was chosen."""
    chosen = next((one.id for one in offers or () if one.chosen), None)
    mine = [name for name in request.POST if chosen and (name == "choice" or name.startswith(f"{chosen}-"))]
    return {name: [value[:1000] for value in request.POST.getlist(name)] for name in mine[:40]}


def _read_back(request: HttpRequest, opened: Opened, draft: Draft) -> HttpResponse:
    """The orders of a draft in plain words, each with its cost; whether they were sent since."""
    reading = " ".join(str(one.get("order", "")) for one in draft.orders)
    typed = Typed(draft.move, draft.base, draft.orders, draft.key, reading)
    try:
        estimate = check_orders(
            user=request.user, move=draft.move, thing=opened.thing, orders=draft.orders, now=opened.now
        )
    except Unseen:
        raise
    except Refused as refused:
        return _kept(request, opened, refused, draft.orders, typed)
    told = {"draft": draft, "typed": typed, "estimate": estimate, "lines": list(enumerate(estimate.checked))}
    return render(request, "campaigns/order_read.html", {**opened.frame(), **told})


def _send(request: HttpRequest, seat: sight.Seat, thing: str, came: datetime) -> HttpResponse:
    """Send what was read back: a receipt, or what was typed with the reason for the refusal."""
    typed = read_typed(request)
    try:
        receipt = submit_orders(
            user=request.user,
            move=typed.move,
            thing=thing,
            orders=typed.draft,
            base_revision=typed.base,
            key=typed.key,
            arrived_at=came,
            now=server_time(),
        )
    except Unseen:
        raise
    except Refused as refused:
        return _kept(request, Opened(seat, thing, server_time()), refused, typed.draft, typed)
    drafts.mark_sent(request, typed.key, receipt.number)
    drop_draft(user=request.user, move=typed.move, thing=thing)
    return redirect(f"{reverse('order', args=[seat.battle.public_id, thing])}?sent={receipt.number}")


def _kept(request: HttpRequest, opened: Opened, refused: Refused, orders: Orders, typed: Typed) -> HttpResponse:
    """What was typed was refused: both texts, nothing lost, nothing overwritten."""
    sheet = opened.sheet
    stale = isinstance(refused, Stale)
    told = {
        "refused": refused,
        "stale": stale,
        "orders": orders,
        "reading": typed.reading or " ".join(str(one.get("order", "")) for one in orders),
        "base": refused.revision if isinstance(refused, Stale) else sheet.base_revision,
        "move": sheet.clock.move,
        "may_take_over": not stale and sheet.thing.may_order and sheet.takes_orders,
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "campaigns/order_kept.html", {**opened.frame(), **told}, status=status_of(refused))
