"""What of a position looks, and what may be seen.  [HOUSE-SIGHT-01, HOUSE-SIGHT-03]

Men stand singly here, in no formation: a body is seen as a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from rules.floor.rails import on_line
from rules.floor.sight.look import Target
from rules.floor.sight.screen import Screen, screen_of
from rules.floor.sight.standing import Found, found, front_of
from rules.floor.sight.tables import COLUMN, CONTOUR, EXTENDED, LINE, LOW, RAISED, SCOUTS
from rules.ground.batch_geometry import points
from rules.ground.country import Country
from rules.ground.relief import Relief, prepared
from rules.little_wars.floor.men import expanded
from rules.little_wars.force.position import Body, Position
from rules.values.measure import Point


def screen(position: Position) -> Screen:
    """What hides on the ground of a position."""
    return screen_of(prepared(position.country, Relief), interval(position.country))


def interval(country: Country) -> int:
    """Height of a contour in sixteenths: the least step between two that are drawn; the book's map shows no heights."""
    heights = sorted({one.height for one in country.contours.values()})
    return min((high - low for low, high in pairwise(heights)), default=CONTOUR)


def things(position: Position) -> Iterator[Found]:
    """Everything that has a place, as it looks and is looked at."""
    of = partial(found, screen(position))
    for body in position.bodies.values():
        men = _places(position, body)
        if men:
            row = EXTENDED if len(men) == 1 else LINE
            scout = body.arm == "cavalry" and len(men) <= SCOUTS
            at = front_of(body.at, points(men), body.facing)
            yield of(body.side, body.id, at, row, looks=body.men > body.disarmed, scout=scout)
    for gun in position.guns.values():
        if gun.at is not None and not gun.aboard and not gun.retired:
            yield of(gun.owner, gun.id, (gun.at,), LINE, looks=bool(gun.crew) and not gun.destroyed)
    for waggon in position.waggons.values():
        if waggon.at is not None:
            yield of(waggon.owner, waggon.id, (waggon.at,), COLUMN, looks=not waggon.destroyed)
    for box in position.boxes.values():
        if box.at is not None and not box.opened:
            yield of(box.side, box.id, (box.at,), LOW, looks=False)
    for general in position.generals.values():
        if general.at is not None:
            yield of(general.side, general.id, (general.at,), EXTENDED, looks=True)
    for train in position.trains.values():
        rails = position.country.rails.get(train.line)
        place = on_line(rails.line, train.along) if rails is not None else train.at
        if place is not None:
            yield of(train.owner, train.id, (place,), COLUMN, looks=not train.destroyed)
    for bridge in position.bridges.values():
        if bridge.at is not None:
            yield "", None, Target(bridge.id, (bridge.at,), RAISED)


def _places(position: Position, body: Body) -> list[Point]:
    """The places of a body's free men on the floor."""
    if body.aboard:
        return []
    men = expanded(body, position.options.radius(body.arm))
    return [man.at for man in men if man.free and man.at is not None]
