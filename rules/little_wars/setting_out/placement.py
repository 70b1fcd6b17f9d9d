"""Men and guns put down on or near the back line.  [LW-SETUP-02 to LW-SETUP-08, LW-DEF-05, LW-DEF-06]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Illegal, Invalid
from rules.floor.field import nothing
from rules.ground.geometry import ceil_root, legs, square_to_leg, turn
from rules.little_wars.events import ThingPutDown
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.go import check_way
from rules.little_wars.floor.ground import back_line, middle_line, side_of_line
from rules.little_wars.floor.men import laid_out
from rules.little_wars.force.position import Body, Gun
from rules.little_wars.orders import PutDown
from rules.little_wars.tables.forces import MARGIN, OFF_THE_LINE
from rules.values.measure import Point, inches
from rules.values.sentence import of_field, say


def check_put_down(field: Field, order: PutDown) -> list[Point]:
    """The places of the men of a thing to be put down.  E-SETUP-02, E-SETUP-03, E-DEF-05, E-MOVE-07, E-MOVE-08."""
    thing = _own(field, order)
    if any(field.own_moves.values()):
        raise Illegal("E-SETUP-01", say("The battle has begun; nothing more can be placed."), "LW-SETUP-06")
    _in_turn(field)
    places = _places(field, thing, order)
    rate = field.options.rate(thing.arm if isinstance(thing, Body) else "infantry")
    _near_its_line(field, order, places, rate)
    if isinstance(thing, Body) and places:
        men = field.free(thing.id)
        lines = {id(man): (place, place) for man, place in zip(men, places, strict=True)}
        before = [man.at for man in men]
        for man, place in zip(men, places, strict=True):
            man.at = place
        try:
            check_way(field, men, lines)
        finally:
            for man, place_before in zip(men, before, strict=True):
                man.at = place_before
    return places


def _own(field: Field, order: PutDown) -> Body | Gun:
    thing = field.bodies.get(order.thing) or field.guns.get(order.thing)
    if thing is None or thing.side != field.side:
        raise nothing(say("body or gun"), order.thing)
    return thing


def _in_turn(field: Field) -> None:
    """E-SETUP-02: without a curtain the First Player sets out first; in the Defensive Game the defender.  [LW-SETUP-02, LW-DEF-05]"""
    defensive = field.options.variety == "defensive"
    if field.options.curtain and not defensive:
        return
    first = field.other(field.position.first) if defensive else field.position.first
    if field.side != first and first not in field.setup.ready:
        whose = say("The defender") if defensive else say("The First Player")
        raise Illegal(
            "E-SETUP-02", say("{whose} sets out first.", whose=whose), "LW-DEF-05" if defensive else "LW-SETUP-02"
        )


def _places(field: Field, thing: Body | Gun, order: PutDown) -> list[Point]:
    if order.at is None:
        return []
    if isinstance(thing, Gun):
        return [order.at]
    if order.figures:
        men = len(field.free(thing.id))
        if len(order.figures) != men:
            raise Invalid(
                of_field(
                    "figures",
                    say("a place is wanted for each of {men} men, got {figures}", men=men, figures=len(order.figures)),
                )
            )
        return list(order.figures)
    facing = thing.facing if order.facing is None else order.facing
    return list(laid_out(order.at, facing, len(field.free(thing.id)), field.options.radius(thing.arm)))


def _near_its_line(field: Field, order: PutDown, places: Sequence[Point], rate: int) -> None:
    """E-SETUP-03, E-DEF-05: the zone of a side, in ordinary moves.  [LW-SETUP-03, LW-SETUP-08, LW-DEF-05, LW-DEF-06, LW-EXT-30]"""
    defensive = field.options.variety == "defensive"
    defending = defensive and field.side != field.position.first
    if defending:
        margin = MARGIN.get(field.options.def_margin, rate)
        if any(far < margin for far in _from_the_middle(field, order, places)):
            raise Illegal("E-DEF-05", say("This man is within a move of the middle line."), "LW-DEF-05")
        return
    reach = rate if defensive else OFF_THE_LINE
    far = _from_the_line(field, order, places)
    if far > reach:
        words = say(
            "Set your men on or near your back line: {far} off it, {reach} at most.",
            far=inches(far),
            reach=inches(reach),
        )
        raise Illegal("E-SETUP-03", words, "LW-DEF-06" if defensive else "LW-SETUP-03")


def _from_the_line(field: Field, order: PutDown, places: Sequence[Point]) -> int:
    """The distance of the furthest man from his back line: as measured, else by places, rounded up to a sixteenth."""
    if order.measured.distance is not None:
        return order.measured.distance
    line = back_line(field.country, field.side)
    if line is None:
        return 0
    furthest = 0
    for place in places:
        far = min(square_to_leg(a, b, place) for a, b in legs(line))
        furthest = max(furthest, ceil_root(far.numerator, far.denominator))
    return furthest


def _from_the_middle(field: Field, order: PutDown, places: Sequence[Point]) -> list[int]:
    """The distance of each man from the middle line, in whole sixteenths; negative beyond it."""
    if order.measured.middle is not None:
        return [order.measured.middle]
    line = middle_line(field.country, (field.side, field.enemy))
    own = back_line(field.country, field.side)
    if line is None or own is None:
        return []
    own_side = side_of_line(line, own[0]) or side_of_line(line, own[-1])
    found = []
    for place in places:
        beyond = turn(line[0], line[1], place) * own_side < 0
        far = square_to_leg(line[0], line[1], place)
        whole = ceil_root(far.numerator, far.denominator)
        found.append(-whole if beyond else whole if whole * whole == far else whole - 1)
    return found


def put_down(field: Field, order: PutDown) -> None:
    """Put a body or gun at the place its player chose.  [LW-SETUP-02 to LW-SETUP-04, LW-SETUP-08]"""
    places = check_put_down(field, order)
    thing = _own(field, order)
    facing = thing.facing if order.facing is None else order.facing
    if isinstance(thing, Gun):
        field.change_gun(thing.id, at=order.at if order.at is not None else thing.at, facing=facing)
    else:
        field.change(thing.id, at=order.at if order.at is not None else thing.at, facing=facing)
        for man, place in zip(field.free(thing.id), places, strict=False):
            man.at = man.origin = place
    field.setup = field.setup.but(placed=tuple(dict.fromkeys((*field.setup.placed, thing.id))))
    field.emit(
        ThingPutDown(
            clause="LW-SETUP-02" if not field.options.curtain else "LW-SETUP-04", side=field.side, body=thing.id
        )
    )
