"""Orders that are refused because of earlier orders.  [KS-FIRE-01, KS-TS-01]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from rules.errors import Illegal, Refused
from rules.floor.called import known_as
from rules.kriegspiel import orders as given
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.moves.rule import RULES
from rules.kriegspiel.moves.sequence import opened
from rules.kriegspiel.orders import CONTACT, DUTY, MOVEMENT, RIFLES, Order
from rules.values.sentence import say

DELIVERIES = (given.Load, given.Unload, given.Issue)
"""Orders that bind a waggon to its place.  [KS-TS-01]"""

BOARDING = (given.Embark, given.Disembark, given.Entrain, given.Detrain)
"""Orders that bind a boat or train to its place.  [KS-BOAT-01, KS-RAIL-02]"""


def already_bound(field: Field, orders: Mapping[int, Order]) -> dict[int, Refused]:
    """The orders that earlier ones forbid, by index; the rest of the move is judged without them.

    If one of the earlier ones is refused in the end, the move is judged again without it.
    """
    places, given_so_far = list(orders), list(orders.values())
    found = {
        **too_late(field, given_so_far),
        **bound_to_deliver(field, given_so_far),
        **at_work(field, given_so_far),
        **lying_still(field, given_so_far),
    }
    for place in found:
        field.given.lean(places[:place], places[place])
    return {places[place]: refusal for place, refusal in found.items()}


def too_late(field: Field, orders: Sequence[Order]) -> dict[int, Refused]:
    """Orders to fire for things already ordered to spend their move, by index.  [KS-FIRE-01, KS-FIRE-02]

    An order is refused when it is given: a body ordered to march may not be ordered to fire afterwards, although
    fire comes first in the move.  The same applies to a gun and the body that serves it.
    """
    refused: dict[int, Refused] = {}
    firing = {order.subject for order in orders if isinstance(order, (given.FireGun, given.FireRifles))}
    firing.update([field.guns[one].crew for one in firing if one in field.guns])
    moving: dict[str, list[int]] = {}
    for index, order in enumerate(orders):
        if order.stage in (DUTY, MOVEMENT, CONTACT):
            if order.subject in firing:
                moving.setdefault(order.subject, []).append(index)
        elif moving and isinstance(order, (given.FireGun, given.FireRifles)):
            gun = field.guns.get(order.subject)
            earlier = {*moving.get(order.subject, ()), *(moving.get(gun.crew, ()) if gun is not None else ())}
            if earlier:
                splits = (at for at in range(index) if isinstance(orders[at], given.Split))
                try:
                    RULES[type(order)].check(_after(field, [orders[at] for at in sorted({*earlier, *splits})]), order)
                except Refused as refusal:
                    refused[index] = refusal
    return refused


def _after(field: Field, orders: Sequence[Order]) -> Field:
    """The floor after some orders, as far as they are lawful, without the rest of the move."""
    floor = opened(field.position, field.side, field.facts, field.chance)
    floor.notes.update(field.notes)
    floor.given = field.given
    return _carried_out(floor, orders)


def _carried_out(floor: Field, orders: Sequence[Order]) -> Field:
    """A floor on which some orders have been carried out; a refused order changes nothing.

    Contact has no effect here except that it takes the whole move.
    """
    for order in orders:
        with suppress(Refused):
            if order.stage == CONTACT:
                RULES[type(order)].check(floor, order)
                floor.spend(order.subject, floor.left(order.subject), "fought")
            else:
                RULES[type(order)].carry_out(floor, order)
    return floor


def bound_to_deliver(field: Field, orders: Sequence[Order]) -> dict[int, Refused]:
    """Marches of waggons already ordered to deliver, by index.  [KS-TS-01]

    A delivery that was unlawful when given binds nothing, and is itself refused.  A march that was given
    first stands, and the delivery is refused when it is due.
    """
    refused: dict[int, Refused] = {}
    kinds = {type(order) for order in orders}
    if given.MoveWaggon not in kinds or kinds.isdisjoint(DELIVERIES):
        return refused
    told: dict[str, list[int]] = {}
    floor: Field | None = None
    done = 0
    for index, order in enumerate(orders):
        if isinstance(order, given.MoveWaggon) and order.waggon in told:
            floor = _carried_out(floor or _after(field, ()), [one for one in orders[done:index] if _foreseen(one)])
            done = index
            try:
                RULES[given.MoveWaggon].check(floor, order)
            except Refused as refusal:
                refused[index] = refusal
            else:
                refused.update(_unlawful(field, orders, told[order.waggon]))
        for waggon in delivering(order):
            told.setdefault(waggon, []).append(index)
    return refused


def _foreseen(order: Order) -> bool:
    """Whether an order neither fires nor seeks contact, so that its effect is known when it is given."""
    return order.stage > RIFLES and order.stage != CONTACT


def _unlawful(field: Field, orders: Sequence[Order], places: Sequence[int]) -> dict[int, Refused]:
    """The orders at some indexes that are refused on the floor after the orders given before them."""
    refused: dict[int, Refused] = {}
    for place in places:
        try:
            RULES[type(orders[place])].check(
                _after(field, [one for one in orders[:place] if _foreseen(one)]), orders[place]
            )
        except Refused as refusal:
            refused[place] = refusal
    return refused


def at_work(field: Field, orders: Sequence[Order]) -> dict[int, Refused]:
    """Orders to a body already ordered to begin a work, by index.  [KS-FIRE-01]

    A march that was given first stands, and the work is refused when it is due.
    """
    refused: dict[int, Refused] = {}
    if not any(isinstance(order, given.Undertaking) for order in orders):
        return refused
    floor = _after(field, ())
    earlier: list[Order] = []
    crews: set[str] = set()
    for index, order in enumerate(orders):
        if order.subject in crews and order.stage in (RIFLES, DUTY, MOVEMENT, CONTACT):
            body = field.bodies[order.subject]
            sentence = say(
                "{name} has already worked; only one of the two is possible in a move (KS-FIRE-01).",
                name=known_as(body),
            )
            refused[index] = Illegal("E-USED", sentence, "KS-FIRE-01")
            continue
        if isinstance(order, given.Undertaking) and order.subject not in crews:
            _carried_out(floor, earlier)
            earlier = []
            with suppress(Refused):
                RULES[type(order)].check(floor, order)
                crews.add(order.subject)
        earlier.append(order)
    return refused


def lying_still(field: Field, orders: Sequence[Order]) -> dict[int, Refused]:
    """Orders to move boats and trains for which a lot was already ordered in or out, by index.  [KS-BOAT-04, KS-RAIL-02]

    A voyage that was given first stands, and the lot is refused when it is due.
    """
    refused: dict[int, Refused] = {}
    kinds = {type(order) for order in orders}
    if kinds.isdisjoint((given.Sail, given.RunTrain)) or kinds.isdisjoint(BOARDING):
        return refused
    floor = _after(field, ())
    for index, order in enumerate(orders):
        if isinstance(order, given.Sail | given.RunTrain):
            try:
                RULES[type(order)].check(floor, order)
            except Refused as refusal:
                if refusal.code in ("E-LOADING", "E-TRAINLOT"):
                    refused[index] = refusal
                continue
        if _foreseen(order):
            _carried_out(floor, (order,))
    return refused


def delivering(order: Order) -> tuple[str, ...]:
    """The ids of the things that give or take packets by an order.  [KS-TS-01]"""
    if isinstance(order, given.Load):
        return order.waggon, order.source
    if isinstance(order, given.Unload):
        return order.waggon, order.to
    return (order.source,) if isinstance(order, given.Issue) else ()
