"""A march that meets an enemy whom nobody on its side has seen.  [HOUSE-SIGHT-07]"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rules.floor.sight.tables import STOPS
from rules.ground.compass import bearing
from rules.kriegspiel.events import MarchHalted
from rules.kriegspiel.floor.distances import extent, shape
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.survey import on_the_floor
from rules.kriegspiel.floor.treads import first_within, piece, up_to
from rules.kriegspiel.orders import Order
from rules.values.measure import Point


def halted(field: Field, order: Order, seen: Collection[str], carry_out: Callable[[Field, Any], None]) -> bool:
    """Whether the way of an order meets an enemy whom its side has not seen: then it is carried out up to half an inch before him.

    The rest of the march is lost.  seen: the enemy things that its side sees.
    """
    path: tuple[Point, ...] = getattr(order, "path", ())
    met = first_met(field, order.subject, path, seen) if path else None
    if met is None:
        return False
    enemy, short = met
    if short:
        carry_out(field, order.but(path=short))
    field.spend(order.subject, field.left(order.subject), "halted")
    field.emit(MarchHalted(clause="HOUSE-SIGHT-07", side=field.side, body=order.subject, enemy=enemy))
    return True


def first_met(
    field: Field, identity: str, path: tuple[Point, ...], seen: Collection[str]
) -> tuple[str, tuple[Point, ...]] | None:
    """The first unseen enemy whom a thing meets on a way, and the way up to half an inch before him; empty if it meets him at once."""
    start, men = piece(field, identity)
    if start is None or men is None:
        return None
    way = (start, *path)
    found: list[tuple[Fraction, str]] = []
    for enemy, stand in _unseen(field, seen):
        west, south, east, north = extent(stand, STOPS)
        for number, (a, b) in enumerate(pairwise(way)):
            if a == b:
                continue
            goes = men(bearing(a, b))
            reach = int(abs(goes.men).max()) + goes.radius
            if max(a[0], b[0]) + reach < west or min(a[0], b[0]) - reach > east:
                continue
            if max(a[1], b[1]) + reach < south or min(a[1], b[1]) - reach > north:
                continue
            places = [(int(x), int(y)) for x, y in stand.men.tolist()]
            parts = [first_within(goes, a, b, place, STOPS + stand.radius) for place in places]
            first = min((part for part in parts if part is not None), default=None)
            if first is not None:
                found.append((number + first, enemy))
                break
    if not found:
        return None
    place, enemy = min(found)
    short = up_to(way, place)
    return enemy, short if any(point != start for point in short) else ()


def _unseen(field: Field, seen: Collection[str]) -> Iterator[tuple[str, Figures]]:
    """The enemy's bodies on the floor that the moving side does not see."""
    for body in field.bodies_of(field.enemy):
        if body.id not in seen and on_the_floor(body):
            stand = shape(field, body.id)
            if isinstance(stand, Figures):
                yield body.id, stand
