"""Marches of bodies and waggons.  [KS-MOVE-01 to KS-MOVE-08, KS-CONT-01 to KS-CONT-05]"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.kriegspiel.events import BodyMarched, ClimbBegun
from rules.kriegspiel.floor.conditions import may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.crews import may_leave_the_gun, stray
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import go, goer, heading, may_go
from rules.kriegspiel.floor.obstacles import not_too_steep_for_wheels, river
from rules.kriegspiel.floor.survey import apart, place
from rules.kriegspiel.floor.ways import (
    COLUMN_OF_ARM,
    Price,
    Way,
    approached,
    clause_of,
    emit_contours,
    first_contour,
    in_column,
    not_too_steep,
    pace_of,
    payable,
    price_of,
    reckoning,
    way_of,
)
from rules.kriegspiel.force import Body
from rules.kriegspiel.orders import March, MoveWaggon
from rules.kriegspiel.orders.facts import Measured
from rules.kriegspiel.tables.paces import PACES, Pace
from rules.values.measure import Point, inches, of_a_move
from rules.values.sentence import say, to_say, word

ACTED = ("fired", "worked", "retired", "charged", "escorted")
"""Actions after which a body may not march."""
LEAVING = {"marched", "retired", "charged", "assaulted", "shifted"}
"""Actions that move a body."""
WAGGON_PACE = PACES["transport"]


class ComputedMarch(NamedTuple):
    """A march, computed: its way and price, and the sixteenths that a climb keeps for the next move, if it is one."""

    way: Way
    price: Price
    pace: Pace
    kept: int | None = None


# -- bodies ---------------------------------------------------------------------------------------


def check_march(field: Field, order: March) -> int:
    """The cost of a body's march in parts of a move; 0 if the way is still to be measured.

    E-USED, E-STARVED, E-PINNED, E-WATER, E-RIVER, E-ROADFORM, E-BUDGET, E-CONTACT, E-PATH and the refusals of all orders.
    """
    going = _march(field, order)
    return going.price.parts if going else 0


def march(field: Field, order: March) -> None:
    """A body marches.  Invalid if its way is neither drawn nor measured."""
    going = _march(field, order)
    if going is None:
        raise _unmeasured(order.body)
    body = field.bodies[order.body]
    credit = body.climbed if field.options.climb_credit else 0
    stray(field, body.id, going.way.distance)
    _gone(field, body.side, body.id, going, credit)
    go(field, body.id, order.path, heading(body.at, order.path), climbed=going.kept or 0)


def _march(field: Field, order: March) -> ComputedMarch | None:
    """A march, computed and checked."""
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    may_leave_its_place(field, body)
    if body.id in field.done:
        not_used(field, body.id, known_as(body), *ACTED)
        if not _at_a_contour(order.measured):
            not_used(field, body.id, known_as(body), "marched")
    may_leave_the_gun(field, body)
    if order.measured.ford:
        raise river(known_as(body), body.arm)
    _no_nearer_the_fugitives(field, body, order.path)
    way = way_of(field.options, order.measured, body.at, order.path, order.by_road)
    if way is None:
        return None
    pace = pace_of(field.options, body)
    going = _priced(field, body.id, body.climbed, way, pace, order.by_road, climbing=order.measured.climbing)
    if going is None:
        price = price_of(field.options, way, pace, _credit(field, body.climbed), order.by_road)
        if order.by_road:
            _road_needs_column(field, body, way, price)
        payable(field, body.id, known_as(body), way, pace, price, (body.at, *order.path))
    may_go(field, goer(body), order.path)
    return going


def _no_nearer_the_fugitives(field: Field, body: Body, path: tuple[Point, ...]) -> None:
    """E-BLOCKED if a stopped pursuer would end nearer to those it pursued.  [KS-CHARGE-22]"""
    for name in body.fugitives if body.arrested and path and body.at is not None else ():
        there = place(field, name)
        if there is not None and body.at is not None and apart(path[-1], there) < apart(body.at, there):
            said = say(
                "{called} was stopped in its pursuit; it may not approach {name} in this move.",
                called=known_as(body),
                name=field.called(name),
            )
            raise Illegal("E-BLOCKED", said, "KS-CHARGE-22")


def _at_a_contour(measured: Measured) -> bool:
    """Whether a march is only the rest of a climb.  [KS-CONT-04]"""
    return measured.distance == 0 and bool(measured.contours_up or measured.contours_down)


def _road_needs_column(field: Field, body: Body, way: Way, price: Price) -> None:
    """E-ROADFORM if only the pace of a column would bring a body so far by road.  [KS-MOVE-03]"""
    column = COLUMN_OF_ARM.get(body.arm)
    if column is None or body.formation == column or body.arm not in field.options.road_bonus_arms:
        return
    column_price = price_of(field.options, way, in_column(pace_of(field.options, body), body))
    if approached(field, body.id, column_price).parts <= field.left(body.id):
        called = known_as(body)
        said = say(
            "{called}: road pace needs {formation} on the road for its whole stretch; so it costs {parts}.",
            called=called,
            formation=word(column.upper()),
            parts=of_a_move(price.parts),
        )
        raise Illegal("E-ROADFORM", said, "KS-MOVE-03")


# -- waggons --------------------------------------------------------------------------------------


def check_move_waggon(field: Field, order: MoveWaggon) -> int:
    """The cost of a waggon's march: E-USED, E-DELIVERED, E-RIVER, E-BUDGET, E-CONTACT, E-PATH.  [KS-MOVE-06]"""
    going = _move_waggon(field, order)
    return going.price.parts if going else 0


def move_waggon(field: Field, order: MoveWaggon) -> None:
    """A waggon marches.  Invalid if its way is neither drawn nor measured."""
    going = _move_waggon(field, order)
    if going is None:
        raise _unmeasured(order.waggon)
    waggon = field.waggons[order.waggon]
    credit = waggon.climbed if field.options.climb_credit else 0
    _gone(field, waggon.owner, waggon.id, going, credit)
    go(field, waggon.id, order.path, heading(waggon.at, order.path), climbed=going.kept or 0)


def _move_waggon(field: Field, order: MoveWaggon) -> ComputedMarch | None:
    """A waggon's march, computed and checked."""
    field.own_waggon(order.waggon)
    waggon = field.waggons[order.waggon]
    called = known_as(waggon)
    if field.did(waggon.id, "delivered"):
        said = say("{called} delivers in this move, so it cannot march (KS-TS-01).", called=called)
        raise Illegal("E-DELIVERED", said, "KS-TS-01")
    if not _at_a_contour(order.measured):
        not_used(field, waggon.id, called, "marched")
    if order.measured.ford:
        raise river(called, "transport")
    way = way_of(field.options, order.measured, waggon.at, order.path, order.by_road)
    if way is None:
        return None
    if field.has_map and order.path:
        not_too_steep_for_wheels(field, called, waggon.at, order.path)
    else:
        not_too_steep(field.options, called, way)
    climbing = order.measured.climbing
    going = _priced(field, waggon.id, waggon.climbed, way, WAGGON_PACE, order.by_road, climbing=climbing)
    if going is None:
        price = price_of(field.options, way, WAGGON_PACE, _credit(field, waggon.climbed), order.by_road)
        payable(field, waggon.id, called, way, WAGGON_PACE, price, (waggon.at, *order.path))
    may_go(field, goer(waggon), order.path)
    return going


# -- what both share --------------------------------------------------------------------------------


def _credit(field: Field, climbed: int) -> int:
    """Sixteenths of a climb that count towards the next contour.  [KS-CONT-04]"""
    return climbed if field.options.climb_credit else 0


def _priced(
    field: Field, identity: str, climbed: int, way: Way, pace: Pace, by_road: bool, *, climbing: bool = False
) -> ComputedMarch | None:
    """A march that can be paid for, or a climb begun with what is left of the move; None if neither is possible.

    A climb begins at the line: no distance and one contour that costs more than is left.  [KS-CONT-04]
    climbing: on the map, a march of no distance at the foot of a contour does not cross it, whatever is left.
    """
    left = field.left(identity)
    credit = _credit(field, climbed)
    price = approached(field, identity, price_of(field.options, way, pace, credit, by_road))
    if price.parts <= left and not (climbing and left):
        return ComputedMarch(way, price, pace)
    if field.options.climb_credit and left and not way.distance and way.up + way.down == 1:
        kept = min(credit + left // price.unit, first_contour(way))
        return ComputedMarch(way, price._replace(parts=min(left, price.parts)), pace, kept)
    return None


def _gone(field: Field, side: str, identity: str, going: ComputedMarch, credit: int) -> None:
    """Spend and report a march, or a climb begun."""
    way, parts = going.way, going.price.parts
    field.spend(identity, parts, "marched")
    if going.kept is not None:
        field.done[identity].add("climbed")
        begun = to_say(
            "{kept} of {inches} spent; kept while it stays at the line",
            kept=inches(going.kept),
            inches=inches(first_contour(way)),
        )
        field.emit(ClimbBegun(clause="KS-CONT-04", side=side, body=identity, kept=going.kept, sum=begun))
        return
    clause, said = clause_of(way, going.pace), reckoning(way, going.pace)
    share = of_a_move(parts)
    field.emit(
        BodyMarched(
            clause=clause,
            side=side,
            body=identity,
            distance=way.distance,
            cost=share,
            sum=to_say("{said} = {share}", said=said, share=share),
        )
    )
    if way.up or way.down:
        emit_contours(field, identity, way, credit)


def lose_climbs(field: Field) -> None:
    """A body that left the line at which it was climbing, by any order, loses its progress.  [KS-CONT-04]"""
    for name, deeds in field.done.items():
        body = field.bodies.get(name)
        if body is not None and body.climbed and field.spent.get(name) and deeds & LEAVING and "climbed" not in deeds:
            field.put(body.but(climbed=0))


def _unmeasured(identity: str) -> Invalid:
    """The question for a way that nobody drew or measured."""
    return Invalid(
        say("How far {identity} goes is neither drawn (path) nor measured (measured.distance).", identity=identity)
    )
