"""Boats and trains as carriers: their load, the room left, and the time a lot takes.

[KS-BOAT-01, KS-BOAT-03, KS-RAIL-02]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rules.floor.field import nothing
from rules.ground.geometry import legs, point_at, square, square_to_leg, where
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Boat, Body, Gun, Lot, Train
from rules.kriegspiel.options import Options
from rules.kriegspiel.tables.transport import A_LOT, GUN_IN_A_BOAT, HORSE_IN_A_BOAT, MOVES_IN, MOVES_OUT, TRUCKS_DRAWN
from rules.values.measure import Point

Carrier = Boat | Train
Passenger = Body | Gun


def carrier(field: Field, identity: str) -> Carrier | None:
    """A boat or train by its id, or None."""
    return field.boats.get(identity) or field.trains.get(identity)


def carriers(field: Field) -> list[Carrier]:
    """All boats, then all trains."""
    return [*field.boats.values(), *field.trains.values()]


def own_boat(field: Field, identity: str) -> Boat:
    """A boat of the moving side that is not destroyed.  E-NONE."""
    boat = field.boats.get(identity)
    if boat is None or boat.owner != field.side or boat.destroyed:
        raise nothing("boat", identity)
    return boat


def own_train(field: Field, identity: str) -> Train:
    """A train of the moving side, with or without an engine.  E-NONE."""
    train = field.trains.get(identity)
    if train is None or train.owner != field.side:
        raise nothing("train", identity)
    return train


def change_passenger(field: Field, identity: str, **changes: Any) -> None:
    """Replace a body or gun by itself with some fields changed."""
    if identity in field.guns:
        field.change_gun(identity, **changes)
    else:
        field.change(identity, **changes)


def passengers(field: Field) -> Iterator[Passenger]:
    """Bodies by id, then guns by id."""
    yield from field.by_id()
    yield from (field.guns[name] for name in sorted(field.guns))


# -- room -----------------------------------------------------------------------------------------


def weight(options: Options, thing: Passenger, by: Carrier) -> Fraction:
    """The room, in men, that one man of a body or a gun takes up.  [KS-BOAT-03, KS-RAIL-02]"""
    if isinstance(by, Train):
        truck = options.truck_capacity
        if isinstance(thing, Gun):
            return truck["infantry"] / truck["gun"]
        return truck["infantry"] / truck["cavalry"] if thing.horses else Fraction(1)
    if isinstance(thing, Gun):
        return Fraction(GUN_IN_A_BOAT)
    return Fraction(HORSE_IN_A_BOAT if thing.horses else 1)


def number_of(thing: Passenger) -> int:
    """The number to carry of a thing: its men ashore, or one gun."""
    return 1 if isinstance(thing, Gun) else thing.ashore


def room(field: Field, by: Carrier) -> Fraction:
    """The room left, in men.  [KS-BOAT-01, KS-RAIL-02]"""
    if isinstance(by, Train):
        holds = min(by.trucks, TRUCKS_DRAWN) * field.options.truck_capacity["infantry"]
    else:
        holds = Fraction(field.options.boat_capacity_men)
    return holds - taken(field, by)


def taken(field: Field, by: Carrier) -> Fraction:
    """The room taken up, in men."""
    total = Fraction(0)
    for name, number in by.aboard.items():
        thing = field.bodies.get(name) or field.guns.get(name)
        if thing is not None:
            total += number * weight(field.options, thing, by)
    return total


def next_lot(options: Options, thing: Passenger, by: Carrier, number: int) -> int:
    """How many of ``number`` go in the next lot: as many as take the room of twenty men, and at least one.

    By Chapter V a train takes them all in one lot.  [KS-BOAT-01, KS-RAIL-02, KS-ANX-06]
    """
    if isinstance(by, Train) and options.chapter_v_train:
        return number
    return min(number, max(1, int(A_LOT / weight(options, thing, by))))


def moves_of(options: Options, thing: Passenger, lot: Lot, by: Carrier) -> int:
    """Own moves that a lot takes; a gun that takes more room than twenty men needs the moves of two lots.  [KS-RAIL-02]"""
    if isinstance(by, Train) and options.chapter_v_train:
        return 1
    twenties = -(-weight(options, thing, by) // A_LOT) if isinstance(thing, Gun) else 1
    return int(twenties) * (MOVES_IN if lot.inward else MOVES_OUT)


def until(field: Field, thing: Passenger, lot: Lot) -> int:
    """The own move of its side at whose close the current lot is done."""
    by = carrier(field, lot.carrier)
    moves = MOVES_IN if by is None else moves_of(field.options, thing, lot, by)
    return field.number + moves - lot.moves_done - 1


def lots_of(field: Field, identity: str) -> list[Passenger]:
    """The bodies and guns with a current lot on a carrier."""
    return [one for one in passengers(field) if one.lot is not None and one.lot.carrier == identity]


def bank(field: Field, at: Point | None) -> Point | None:
    """The nearest dry place; the boat's own place if no water is drawn under it."""
    if at is None or not field.position.country.water:
        return at
    for water in field.position.country.water.values():
        if where(water.outline, at) > 0:
            a, b = min(legs(water.outline, closed=True), key=lambda one: square_to_leg(one[0], one[1], at))
            along = (at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])
            length = square(a, b)
            x, y = point_at(a, b, min(max(Fraction(along, length), Fraction(0)), Fraction(1)))
            around = [(round(x) + east, round(y) + north) for east in (0, -1, 1) for north in (0, -1, 1)]
            return next((one for one in around if where(water.outline, one) <= 0), around[0])
    return at
