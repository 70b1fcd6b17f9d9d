"""A march that meets an enemy whom nobody on its side has seen.  [HOUSE-SIGHT-07]"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from rules.floor.sight.tables import STOPS
from rules.ground.batch_geometry import box_round, point
from rules.kriegspiel.events import MarchHalted
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.surroundings import bodies_about
from rules.kriegspiel.floor.survey import on_the_floor
from rules.kriegspiel.floor.treads import first_on_way, girth, piece, up_to
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
    about = box_round(way, girth(field, identity) + STOPS)
    for enemy, stand in bodies_about(field, field.enemy, about):
        if enemy.id not in seen and on_the_floor(enemy):
            spots = [point(row) for row in stand.men]
            place = first_on_way(men, way, spots, STOPS + stand.radius)
            if place is not None:
                found.append((place, enemy.id))
    if not found:
        return None
    place, name = min(found)
    short = up_to(way, place)
    return name, short if any(at != start for at in short) else ()
