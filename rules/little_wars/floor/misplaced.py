"""Where an umpire has put something that may be a slip: off the field, or in something of the Country."""

from __future__ import annotations

from collections.abc import Collection

from rules.contract.data import Misplaced
from rules.little_wars.floor.ground import stands_in
from rules.little_wars.floor.men import expanded
from rules.little_wars.force.position import Position
from rules.values.measure import Point
from rules.values.sentence import say


def misplaced(position: Position, things: Collection[str]) -> tuple[Misplaced, ...]:
    """What is odd about the places of some bodies and guns; nothing where people measure."""
    found = []
    for thing in sorted(things) if position.has_map else ():
        name, radius, spots = _spots(position, thing)
        what = next((one for at in spots if (one := stands_in(position.country, at, radius, position.options))), "")
        if what:
            sentence = say("{thing} stands in {what}", thing=name or thing, what=what)
            found.append(Misplaced(thing=thing, kind="house", sentence=sentence))
    return tuple(found)


def _spots(position: Position, thing: str) -> tuple[str, int, list[Point]]:
    """The name of a thing, the radius of each of its figures, and their places."""
    body = position.bodies.get(thing)
    if body is not None:
        radius = position.options.radius(body.arm)
        return body.name, radius, [man.at for man in expanded(body, radius) if man.at is not None]
    gun = position.guns.get(thing)
    return ("", 0, []) if gun is None or gun.at is None else (gun.name, 0, [gun.at])
