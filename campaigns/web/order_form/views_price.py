"""The cost of an order while it is still being drawn on the map: the rules compute it, and nothing is kept or sent."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from campaigns import sight
from campaigns.clock import server_time
from campaigns.errors import status_of
from campaigns.usecases.orders.orders import check_orders
from campaigns.web.board.under_cross import lying_at
from campaigns.web.order_form import fields
from campaigns.web.order_form.open_form import Opened, read_typed
from campaigns.web.page.measures import read_point
from campaigns.web.page.wrapper import page
from rules.errors import Refused


@page
@require_POST
def order_price(request: HttpRequest, battle: str, thing: str) -> HttpResponse:
    """The cost of the order in the form, or what forbids it, in a line beside the map."""
    now = server_time()
    seat = sight.find_battle(request.user, battle)
    typed = read_typed(request)
    opened = Opened(seat, thing, now, typed.draft[: typed.place])
    aimed = any(ask.kind == "aim" for choice in opened.sheet.choices for ask in choice.asks)
    # Only an aim needs the places of others; a path is priced without them.
    offers = opened.offers(request.POST) if aimed else fields.offers(opened.sheet, {}, {}, request.POST)
    chosen = next((one for one in offers if one.chosen), None)
    told: dict[str, Any] = {
        "chosen": chosen,
        "placed": bool(opened.sheet.thing.state.get("at")),
        "faults": [one.error for one in chosen.fields if one.error] if chosen else [],
    }
    told["first"] = not typed.place
    if request.POST.get("spot"):
        told["over"] = _over(request.POST["spot"], opened)
    orders = typed.with_chosen(chosen.order) if chosen else typed.draft
    if orders and not told["faults"]:
        try:
            checked = check_orders(user=request.user, move=typed.move, thing=thing, orders=orders, now=now).checked
            told["one"] = checked[typed.place if chosen else -1]
            told["spent"] = _spent(checked[-1].left)
        except Refused as refused:
            if status_of(refused) == 404:
                raise
            told["refused"] = refused
    return render(request, "campaigns/parts/price.html", told)


def _over(spot: str, opened: Opened) -> str:
    """What lies where the cross of the keyboard is; empty where that is no place."""
    try:
        x, y = read_point(spot)
    except ValueError:
        return ""
    return lying_at((float(x), float(y)), opened.sheet.around)


def _spent(left: str) -> str:
    """How much of a move is spent, as a decimal for the gauge; empty where a book does not say what is left.

    >>> _spent("1/4"), _spent("0"), _spent("")
    ('0.750', '1.000', '')
    """
    try:
        return f"{float(1 - Fraction(left)):.3f}"
    except ValueError:
        return ""
