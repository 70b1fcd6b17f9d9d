"""Where an umpire has put something that may be a slip: off the field, in something of the Country, or on others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from rules.contract.data import Misplaced
from rules.floor.called import on_floor
from rules.ground.geometry import square
from rules.little_wars.floor.crowd import box_about, standing_in
from rules.little_wars.floor.ground import stands_in
from rules.little_wars.floor.men import Man, expanded
from rules.little_wars.force.position import GROUPS, Body, Position
from rules.values.measure import Point
from rules.values.sentence import say


def misplaced(position: Position, things: Collection[str]) -> tuple[Misplaced, ...]:
    """What is odd about the places of some bodies, guns and leaders; nothing where people measure."""
    if not position.has_map:
        return ()
    men = _men(position)
    return tuple(one for thing in sorted(things) for one in _odd(position, thing, men))


def beyond(position: Position, things: Collection[str]) -> Point:
    """By how much some things must be moved, east and north, so that each of their figures stands whole on the field.

    Nowhere where it has no edges, and what has no part on it: that is a slip.  What is broader than the field stands
    over its far edge.
    """
    size = position.country.size
    stand = [_spots(position, one) for one in sorted(things)]
    spots = [(at, radius) for radius, places in stand for at in places]
    if not position.has_map or size is None or not any(0 <= x <= size[0] and 0 <= y <= size[1] for (x, y), _ in spots):
        return 0, 0
    east, north = (
        max(-min(at[axis] - radius for at, radius in spots), 0)
        or min(size[axis] - max(at[axis] + radius for at, radius in spots), 0)
        for axis in (0, 1)
    )
    return east, north


def _odd(position: Position, thing: str, men: list[Man]) -> Iterator[Misplaced]:
    radius, spots = _spots(position, thing)
    called = _called(position, thing)
    what = next((one for at in spots if (one := stands_in(position.country, at, radius, position.options))), "")
    if what:
        yield Misplaced(thing=thing, kind="house", sentence=say("{thing} stands in {what}", thing=called, what=what))
    if thing in position.bodies and spots:
        for other in _under(position, thing, radius, spots, men):
            said = say("{thing} stands on {other}", thing=called, other=_called(position, other))
            yield Misplaced(thing=thing, kind="other", sentence=said)


def _called(position: Position, thing: str) -> str:
    return on_floor(position, GROUPS, position.country, thing)


def _under(position: Position, thing: str, radius: int, spots: list[Point], men: list[Man]) -> Iterator[str]:
    """The bodies on whose men those of a body would stand.  Who touches another, to the nearest sixteenth, does not."""
    reach = cache(lambda arm: radius + position.options.radius(arm) - 1)
    widest = max(reach(one.arm) for one in position.bodies.values())
    near = [man for man in standing_in(men, box_about(spots, widest)) if man.body != thing]
    met = {man.body for man in near if man.at and any(square(man.at, at) < reach(man.arm) ** 2 for at in spots)}
    yield from sorted(met)


def _men(position: Position) -> list[Man]:
    """All men of whom it is known where they stand."""
    return [man for body in position.bodies.values() for man in _of(position, body) if man.at is not None]


def _of(position: Position, body: Body) -> list[Man]:
    return expanded(body, position.options.radius(body.arm))


def _spots(position: Position, thing: str) -> tuple[int, list[Point]]:
    """The radius of each figure of a thing, and their places."""
    body = position.bodies.get(thing)
    if body is not None:
        return (
            position.options.radius(body.arm),
            [man.at for man in _of(position, body) if man.at is not None],
        )
    one = position.guns.get(thing) or position.generals.get(thing)
    return (0, []) if one is None or one.at is None else (0, [one.at])
