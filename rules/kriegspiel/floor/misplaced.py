"""Where an umpire has put something that may be a slip: outside the country, in water, in a house, on top of another."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rules.contract.data import Misplaced
from rules.floor.called import on_floor
from rules.ground.areas import Areas
from rules.kriegspiel.country.ground import POINT_BRIDGE, ground_of
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.distances import Shape
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.force import GROUPS, Position
from rules.kriegspiel.tables.figures import CONTACT
from rules.values.measure import Point
from rules.values.sentence import say

SOLID = ("bodies", "guns", "waggons")
"""The groups of things that do not stand on one another."""


def misplaced(position: Position, things: Collection[str]) -> tuple[Misplaced, ...]:
    """What is odd about the places of some things; nothing where people measure, for then nothing has a place."""
    if not position.has_map:
        return ()
    found: list[Misplaced] = []
    for thing in sorted(things):
        stand = distances.shape(position, thing)
        spots = _spots(position, thing, stand)
        odd = list(_on_the_ground(position, thing, spots))
        if stand is not None:
            odd += [("other", _on(position, thing, other)) for other in _under(position, thing, stand)]
        found += [Misplaced(thing=thing, kind=kind, sentence=said) for kind, said in odd]
    return tuple(found)


def beyond(position: Position, things: Collection[str]) -> Point:
    """By how much some things must be moved, east and north, to stand whole in the country.

    Nowhere where it has no edges, and what has no part in it: that is a slip.  What is broader than the country stands
    over its far edge.
    """
    size = position.country.size
    spots = [spot for one in sorted(things) for spot in _spots(position, one, distances.shape(position, one))]
    spots += [at for one in sorted(things) if (at := getattr(_thing(position, one), "at", None)) is not None]
    if not position.has_map or size is None or not any(0 <= x <= size[0] and 0 <= y <= size[1] for x, y in spots):
        return 0, 0
    east, north = (
        max(-min(along), 0) or min(length - max(along), 0)
        for along, length in zip(zip(*spots, strict=True), size, strict=True)
    )
    return east, north


def _on(position: Position, thing: str, other: str) -> str:
    return say("{thing} stands on {other}", thing=called(position, thing), other=called(position, other))


def called(position: Position, thing: str) -> str:
    """What a thing is called."""
    return on_floor(position, GROUPS, position.country, thing)


def _thing(position: Position, thing: str) -> Any:
    groups = (*(getattr(position, group) for group in SOLID), position.depots, position.generals, position.works)
    return next((group[thing] for group in (*groups, position.mines, position.bridges) if thing in group), None)


def _spots(position: Position, thing: str, stand: Shape | None) -> list[Point]:
    """Every man, or every corner, of a thing; else its place or its line."""
    if isinstance(stand, Figures):
        return [(int(x), int(y)) for x, y in stand.men]
    if stand is not None:
        return list(stand)
    one = _thing(position, thing)
    line = getattr(one, "line", ())
    at = getattr(one, "at", None)
    return list(line) if isinstance(line, tuple) and line else [at] if at is not None else []


def _on_the_ground(position: Position, thing: str, spots: list[Point]) -> Iterator[tuple[str, str]]:
    """What is odd about some points of the country."""
    ground, name, size = ground_of(position.country), called(position, thing), position.country.size
    if size is not None and any(not (0 <= x <= size[0] and 0 <= y <= size[1]) for x, y in spots):
        yield "outside", say("{thing} stands outside the country", thing=name)
    if thing in position.boats or thing in position.bridges:
        return
    names, waters = ground.water
    wet = next((names[which] for spot in spots if not _bridged(position, spot) for which in waters.at(spot)), "")
    if wet:
        yield "water", say("{thing} stands in water", thing=name)
    if any(ground.houses[1].at(spot) for spot in spots):
        yield "house", say("{thing} stands in a house", thing=name)


def _bridged(position: Position, spot: Point) -> bool:
    """Whether a bridge that stands carries a point."""
    for bridge in position.bridges.values():
        if bridge.standing and bridge.span and Areas([bridge.span]).at(spot):
            return True
        if bridge.standing and not bridge.span and bridge.at is not None:
            if max(abs(spot[0] - bridge.at[0]), abs(spot[1] - bridge.at[1])) <= POINT_BRIDGE:
                return True
    return False


def _under(position: Position, thing: str, stand: Shape) -> Iterator[str]:
    """What else stands where a thing stands; men may stand about the gun that they serve."""
    if not any(thing in getattr(position, group) for group in SOLID):
        return
    box = distances.extent(stand, CONTACT)
    for group in SOLID:
        for other in sorted(getattr(position, group)):
            if other == thing or _serves(position, thing, other) or _serves(position, other, thing):
                continue
            there = distances.shape(position, other)
            if there is not None and distances.boxes_meet(box, distances.extent(there)):
                if distances.apart(stand, there) <= CONTACT:
                    yield other


def _serves(position: Position, body: str, gun: str) -> bool:
    return gun in position.guns and body in (position.guns[gun].crew, *position.guns[gun].helpers)
