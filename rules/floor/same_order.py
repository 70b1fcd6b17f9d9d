"""An order given again: to another thing, or to the same thing where it stands later.

Several bodies march together and keep their places among each other; a body does as in its last move.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rules.contract.data import Order
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.floor.names import MAKING
from rules.values.codec import POINT, fields_of
from rules.values.measure import Point
from rules.values.sentence import of_field, say

OF_A_WAY = ("path", "by_road", "measured")
"""The keys of an order to go along a way that hold for other kinds of things too."""


def same_order(
    order: Mapping[str, Any],
    group: str,
    thing: str,
    vector: Point | None,
    *,
    forms: Mapping[str, type[Any]],
    ways: Mapping[str, str],
    either: Collection[str],
    pieces: Pieces,
) -> Order:
    """An order in its normal form, given to a thing of a group; its way and its spots are shifted by a vector.

    What it is aimed at stays where it is.  vector: in sixteenths; None if a place is not known.  forms: the classes of
    orders by name.  ways: by group, the order to go along a way; each stands for the others.  either: orders that name
    things of another kind under the same key.  Invalid if there is no such order for the thing.
    """
    name, form = order["order"], forms[order["order"]]
    subject = next((key for key in pieces.naming if order.get(key)), "")
    if subject and order[subject] == thing:
        return Order(_shifted(order, form, vector))
    if not subject or not isinstance(order[subject], str) or any(order.get(key) for key in MAKING):
        raise Invalid(of_field(name, say("this order is given to one at a time")))
    if name in ways.values() and group in ways:
        return Order(_on_its_way(order, ways[group], pieces.kind(group).named, thing, vector, forms))
    if pieces.kind(group).named != subject and name not in either:
        raise Invalid(of_field(name, say("things of this kind are given no such order")))
    return Order({**_shifted(order, form, vector), subject: thing})


def _on_its_way(
    order: Mapping[str, Any],
    name: str,
    subject: str,
    thing: str,
    vector: Point | None,
    forms: Mapping[str, type[Any]],
) -> dict[str, Any]:
    """The order to go along the same way for a thing of another kind."""
    known = fields_of(forms[name])
    kept = {key: order[key] for key in OF_A_WAY if key in order and key in known}
    return {"order": name, subject: thing, **_shifted(kept, forms[name], vector)}


def _shifted(data: Mapping[str, Any], form: type[Any], vector: Point | None) -> dict[str, Any]:
    """Keys of an order with its points shifted."""
    known = fields_of(form)
    return {key: _moved(value, known[key][1].schema, vector) if key in known else value for key, value in data.items()}


def _moved(value: Any, schema: Mapping[str, Any], vector: Point | None) -> Any:
    """A point, or a list of points, shifted; anything else as it is, and so an aim too."""
    if schema == POINT.schema:
        if vector is None:
            raise Invalid(of_field("order", say("a place is not known, so the way cannot be shifted")))
        x, y = POINT.read(value, "order")
        return POINT.write((x + vector[0], y + vector[1]))
    items = schema.get("items")
    if isinstance(value, list | tuple) and isinstance(items, Mapping):
        return [_moved(one, items, vector) for one in value]
    return value
