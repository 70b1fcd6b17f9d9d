"""Facts that the map knows: what was not measured for an order is measured on the country.  [KS-DEF-05, KS-DEF-15, KS-OFF-03]

A measured fact always overrides the map's.  Without a country nothing is done here: people measure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.errors import Refused
from rules.kriegspiel import orders as given
from rules.kriegspiel.charges.charge import target_of
from rules.kriegspiel.country.clearance import moved_off
from rules.kriegspiel.country.routes import route
from rules.kriegspiel.floor.contact import Contact, charging_distance, place_in_contact, touched_guns
from rules.kriegspiel.floor.distances import men_of, shape
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import mounted_man
from rules.kriegspiel.floor.fords import crossing_at
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.marches.shifts import stood
from rules.kriegspiel.orders import Order
from rules.values.measure import INCH, Point, without_halts

Facts = dict[str, Any]
Done = TypeVar("Done")


OF_THE_MAP = frozenset({"road_up", "road_down", "climbing"})
"""Facts that only the map knows; they are used if contours were not counted on the floor."""


def surveyed(field: Field, order: Order) -> Order:
    """An order with its missing facts taken from the map; unchanged if there is no map.

    A way that ends against a house or a wall ends a sixteenth short of it (KS-LW-20).
    """
    find = FINDERS.get(type(order)) if field.has_map else None
    if find is None:
        return order
    if find is _of_a_way:
        order = _clear_of_solids(field, order)
    measured = order.measured
    counted = measured.contours_up is not None or measured.contours_down is not None
    missing = {
        key: fact
        for key, fact in find(field, order).items()
        if getattr(measured, key) is None or (key in OF_THE_MAP and not counted)
    }
    return order.but(measured=measured.but(**missing)) if missing else order


def on_the_map(rule: Callable[[Field, Any], Done]) -> Callable[[Field, Any], Done]:
    """A rule that gets its order with the facts of the map."""

    def surveying(field: Field, order: Any) -> Done:
        return rule(field, surveyed(field, order) if field.has_map else order)

    return surveying


# -- ways ---------------------------------------------------------------------------------------------


def _start(field: Field, identity: str) -> Point | None:
    """The place of a thing that goes somewhere."""
    for group in (field.bodies, field.guns, field.waggons, field.generals):
        thing: Any = group.get(identity)
        if thing is not None:
            at: Point | None = thing.at
            return at
    return None


def _clear_of_solids(field: Field, order: Any) -> Any:
    """A way with its end moved off what it would touch.  [KS-LW-20]"""
    if not order.path or not field.ground.solid_legs:
        return order
    *before, end = order.path
    off = moved_off(field.ground, before[-1] if before else _start(field, order.subject), end)
    return order if off == end else order.but(path=(*before, off))


def _of_a_way(field: Field, order: Any) -> Facts:
    """The length of a way, its road, its contours, and whether it enters water.  [KS-DEF-04, KS-MOVE-03, KS-CONT-05]"""
    start = _start(field, order.subject)
    if start is None or not order.path:
        return {}
    path = (start, *order.path)
    if all(point == start for point in path):
        return _at_the_foot(field, start)
    found = route(field.ground, path)
    facts: Facts = {"distance": found.distance}
    if getattr(order, "by_road", False) or getattr(order, "by_motor", False):
        facts["road"] = found.road
    if field.options.use_contours:
        facts |= {"contours_up": found.up, "contours_down": found.down}
        facts |= {"road_up": found.road_up, "road_down": found.road_down}
    water = field.ground.into_water(without_halts(path), field.bridges)
    facts["ford"] = water is not None and water.kind == "water"
    return facts


def _at_the_foot(field: Field, at: Point) -> Facts:
    """A way of no length: a thing at the foot of a contour spends what it has left on climbing it.  [KS-CONT-04]"""
    if field.options.use_contours and field.ground.at_a_contour(at):
        return {"contours_up": 1, "climbing": True}
    return {}


# -- contact ------------------------------------------------------------------------------------------


def _of_a_charge(field: Field, order: given.Charge) -> Facts:
    """Distance, contours, and the men in a charge.  [KS-CHARGE-03, KS-CHARGE-04, KS-CHARGE-28]"""
    try:
        target = target_of(field, order)
    except Refused:
        return {}
    body = field.bodies.get(order.body)
    mine, yours = None if body is None else men_of(field, body), shape(field, target.id)
    if body is None or mine is None or yours is None:
        return {}
    facts: Facts = {"distance": max(charging_distance(one, yours) for one in stood(field, body))}
    if facts["distance"] > field.options.charging_distance_in * INCH:
        return facts
    contact = place_in_contact(field, body.id, "line", target.id)
    return facts if contact is None else facts | _of_contact(field, body, target, contact)


def _of_contact(field: Field, body: Body, target: Body | Gun, contact: Contact) -> Facts:
    """The facts of a charge at contact."""
    facts = _climbs(field, body, contact)
    if field.options.charge_participants == "six_inch":
        facts |= {"chargers": contact.attackers, "charged": contact.defenders}
    if isinstance(target, Gun):
        facts["guns"] = touched_guns(field, target.owner, contact.men)
    return facts


def _climbs(field: Field, body: Body, contact: Contact) -> Facts:
    """Contours on the string of a body that comes up to another.  [KS-CONT-05, KS-CHARGE-20]"""
    if not field.options.use_contours or body.at is None:
        return {}
    climbs = field.ground.climbs(contact.strings.middle(body.at))
    up = sum(one.up for one in climbs)
    return {"contours_up": up, "contours_down": len(climbs) - up}


def _of_an_assault(field: Field, order: given.Assault) -> Facts:
    """Distance and contours; the men in the melee are counted when it is fought.  [KS-LW-15]"""
    body = field.bodies.get(order.body)
    contact = None if body is None else place_in_contact(field, order.body, body.formation, order.target)
    mine, yours = None if body is None else men_of(field, body), shape(field, order.target)
    if body is None or contact is None or mine is None or yours is None:
        return {}
    return {"distance": charging_distance(mine, yours), **_climbs(field, body, contact)}


# -- fords --------------------------------------------------------------------------------------------


def _of_a_ford(field: Field, order: given.Ford) -> Facts:
    """The distance of a body from the bank; without a marked ford, no ford.  [KS-INF-01]"""
    body, general = field.bodies.get(order.body), field.generals.get(order.body)
    stand = men_of(field, body) if body is not None else None
    if general is not None and general.at is not None:
        stand = mounted_man(general.at)
    if stand is None:
        return {}
    crossing = crossing_at(field, order.ford, stand)
    return {"ford": False} if crossing is None else {"distance": crossing.away}


FINDERS: Mapping[type[Order], Callable[[Field, Any], Facts]] = {
    given.March: _of_a_way,
    given.Retire: _of_a_way,
    given.MoveGun: _of_a_way,
    given.MoveWaggon: _of_a_way,
    given.MoveGeneral: _of_a_way,
    given.Escort: _of_a_way,
    given.Charge: _of_a_charge,
    given.Assault: _of_an_assault,
    given.Ford: _of_a_ford,
}
"""The facts that the map knows for each order."""
