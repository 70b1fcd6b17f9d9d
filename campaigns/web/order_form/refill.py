"""An order in force put back into its form: from plain data to what is typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from campaigns.web.order_form import fields
from campaigns.web.page.measures import as_step
from rules.errors import Refused

Order = Mapping[str, Any]


def refilled(
    sheet: Any,
    names: Mapping[str, str],
    places: Mapping[str, Any],
    order: Order,
    normal: Callable[[Order], Order],
    *,
    on_the_map: bool = False,
) -> list[fields.Offer] | None:
    """The orders on offer with one of them chosen and filled in so that it gives the order; none where that is not possible.

    normal: the book's function, which brings an order into its normal form.  on_the_map: its way as points, however straight.
    """
    for offer in fields.offers(sheet, names, places):
        if offer.blocked or offer.order.get("order") != order.get("order"):
            continue
        form = QueryDict(mutable=True)
        form["choice"] = offer.id
        for field in offer.fields:
            _fill(form, field, order, sheet.thing, on_the_map)
        tried = fields.offers(sheet, names, places, form)
        if _reads_as(next(one for one in tried if one.chosen), order, normal):
            return tried
    return None


def _reads_as(offer: fields.Offer, order: Order, normal: Callable[[Order], Order]) -> bool:
    """Whether a filled form gives the order."""
    try:
        return not offer.faulty and normal(offer.order) == order
    except Refused:
        return False


def _fill(form: QueryDict, field: fields.Field, order: Order, thing: Any, on_the_map: bool) -> None:
    """What one would type into a field for the order."""
    if field.ask.kind == "path":
        _fill_path(form, field, order, None if on_the_map else thing.state.get("at"))
        return
    value = order.get(field.ask.name)
    if value is None and field.ask.kind == "choice":
        value = field.typed["value"]  # a normal form leaves out what is implied
    if value is None or value is False:
        return
    if field.ask.kind == "flag":
        form[field.name] = "yes"
    elif field.ask.kind == "targets":
        form.setlist(field.name, [one for one in value if not (field.ask.with_itself and one == thing.id)])
    elif field.ask.kind in ("counts", "packets"):
        form.update({f"{field.name}-{one}": str(number) for one, number in value.items()})
    elif field.ask.kind == "aim":
        _fill_aim(form, field, value)
    elif field.ask.kind in ("line", "spot"):
        form[field.name] = _points(value if field.ask.kind == "line" else [value])
    elif field.ask.kind == "target" and isinstance(value, Mapping):
        form[field.name] = next(iter(value), "")
    else:
        form[field.name] = str(value)


def _fill_path(form: QueryDict, field: fields.Field, order: Order, at: Any) -> None:
    """A direction and inches for one straight leg that they give exactly, else points; else the inches that were given."""
    path = order.get(field.ask.name)
    if path and (straight := as_step(tuple(at), path[0]) if at and len(path) == 1 else None):
        form[f"{field.name}-bearing"], form[f"{field.name}-inches"] = straight[0], str(straight[1])
    elif path:
        form[f"{field.name}-points"] = _points(path)
    elif (far := (order.get("measured") or {}).get(field.ask.fact)) is not None:
        form[f"{field.name}-inches"] = str(far)


def _fill_aim(form: QueryDict, field: fields.Field, value: Any) -> None:
    """The thing in sight at which it was aimed, if it is still there, else the point."""
    first = value[0] if isinstance(value, list) and value else value
    at = (first.get(field.ask.each, first) or {}).get("at") if isinstance(first, Mapping) else None
    if at:
        stands = next((one for one, _ in field.values if list(field.places[one]) == list(at)), "")
        form[field.name if stands else f"{field.name}-point"] = stands or _points([at])


def _points(points: Sequence[Sequence[Any]]) -> str:
    """Points as they are typed: one to a line, inches east and north."""
    return "\n".join(f"{x}, {y}" for x, y in points)
