"""Boats on the water.  [KS-MOVE-07]

A boat rows a foot a move, full or empty, on water only, as drawn on the map; a measured way, or any way
if no water is drawn, is assumed to lead over water.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.errors import Illegal, Invalid
from rules.ground.geometry import Line, gone, joined, without
from rules.kriegspiel.events import BodyMarched
from rules.kriegspiel.floor.carriers import own_boat
from rules.kriegspiel.floor.conditions import affordable, not_used
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import go, goer, may_go
from rules.kriegspiel.orders import Sail
from rules.kriegspiel.tables.paces import ROWED
from rules.kriegspiel.transport.embarkation import is_loading
from rules.values.measure import cost, inches, length_of, of_a_move
from rules.values.sentence import say, to_say


class Voyage(NamedTuple):
    """A boat's way: its sixteenths, and its cost in parts of a move."""

    distance: int
    parts: int


def check_sail(field: Field, order: Sail) -> int:
    """The cost of a boat's way: E-NONE, E-USED, E-LOADING, E-DRY, E-BUDGET; 0 if the way is still to be measured."""
    voyage = _voyage(field, order)
    return voyage.parts if voyage else 0


def sail(field: Field, order: Sail) -> None:
    """Move a boat with all aboard.  Invalid if its way is neither drawn nor measured.  [KS-MOVE-07]"""
    voyage = _voyage(field, order)
    if voyage is None:
        raise Invalid(
            say(
                "How far {boat} goes is neither drawn (path) nor measured (measured.distance).",
                boat=field.called(order.boat),
            )
        )
    boat = field.boats[order.boat]
    field.spend(boat.id, voyage.parts, "marched")
    share = of_a_move(voyage.parts)
    said = to_say(
        "{distance} at {rowed} in. a move = {share}", distance=inches(voyage.distance), rowed=ROWED, share=share
    )
    field.emit(
        BodyMarched(clause="KS-MOVE-07", side=boat.owner, body=boat.id, distance=voyage.distance, cost=share, sum=said)
    )
    go(field, boat.id, order.path)


def _voyage(field: Field, order: Sail) -> Voyage | None:
    """A boat's way, computed and checked."""
    boat = own_boat(field, order.boat)
    not_used(field, boat.id, field.called(boat.id), "marched")
    is_loading(field, boat.id, "KS-BOAT-04", "E-LOADING")
    distance = order.measured.distance
    if distance is None:
        if boat.at is None or not order.path:
            return None
        distance = length_of(boat.at, order.path)
        _afloat(field, boat.id, (boat.at, *order.path))
    parts = cost(distance, ROWED)
    longest = field.left(boat.id) // cost(1, ROWED)
    affordable(
        field,
        boat.id,
        field.called(boat.id),
        parts,
        say("{distance} at {rowed} in. a move", distance=inches(distance), rowed=ROWED),
        "KS-MOVE-07",
        longest,
    )
    may_go(field, goer(boat), order.path)
    return Voyage(distance, parts)


def _afloat(field: Field, boat: str, path: Line) -> None:
    """E-DRY: a boat's way leaves the drawn water.  [KS-MOVE-07]"""
    if not field.position.country.water:
        return
    wet = joined([stretch for stretch, _ in field.ground.in_water(path)])
    dry = without([(Fraction(0), Fraction(len(path) - 1))], wet)
    if dry:
        raise Illegal(
            "E-DRY",
            say("{boat} runs aground after {inches}.", boat=field.called(boat), inches=inches(gone(path, dry[0][0]))),
            "KS-MOVE-07",
        )
