"""Things are given a place together: about a point of the map, or before the back line of their side; who serves one, behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaigns.usecases.muster import back_line, places
from campaigns.usecases.muster.back_line import Spot
from rules.contract.pieces import Pieces, State
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.ground.compass import ahead
from rules.values.codec import POINT
from rules.values.measure import INCH, Point
from rules.values.sentence import of_field, say

Thing = tuple[str, str]
BEHIND = 4 * INCH
"""How far behind a thing those stand who serve it, where the palette does not say it."""


def stood(
    pieces: Pieces, start: Mapping[str, Any], trains: Sequence[Sequence[Thing]], spots: Sequence[Spot]
) -> Iterator[tuple[Thing, State]]:
    """Each thing at its place.  trains: things, each before those who serve it; spots: of the first of each."""
    for train, (at, facing) in zip(trains, spots, strict=True):
        behind = _behind(pieces, train[0][0])
        for number, (group, thing) in enumerate(train):
            spot = ahead(at, (facing + 180) % 360, behind * number)
            yield (group, thing), _at(pieces, group, start[group][thing], spot, facing)


def _at(pieces: Pieces, group: str, state: State, at: Point, facing: int) -> State:
    """A thing at a place; what is bound to its place goes."""
    bound = pieces.bound_to(group, "at")
    front = {"facing": facing} if "facing" in dict(pieces.kind(group).fields) else {}
    return {**{key: one for key, one in state.items() if key not in bound}, "at": POINT.write(at), **front}


def _behind(pieces: Pieces, group: str) -> int:
    """How far behind a thing of a group those stand who serve it."""
    parts = (part for one in pieces.templates if one.parts[0].group == group for part in one.parts[1:])
    return max((part.behind for part in parts), default=0) or BEHIND


def about(
    pieces: Pieces, things: Sequence[tuple[str, State]], at: Point, facing: int, country: Mapping[str, Any]
) -> list[Spot]:
    """A place for each of some things in their sequence, side by side about a point, in as many rows as the country is wide for.

    They are moved together so far that all of them are within the country.
    """
    breadths = [pieces.breadth(*one) + places.APART for one in things]
    size = places.size_of(country)
    spots: list[Point] = []
    for depth, row in enumerate(back_line.rows(breadths, min(size) if size else sum(breadths))):
        along = -sum(row) // 2
        for broad in row:
            beside = ahead(at, (facing + 90) % 360, along + broad // 2) if len(things) > 1 else at
            spots.append(ahead(beside, (facing + 180) % 360, depth * back_line.ROW))
            along += broad
    by = [0, 0]
    for axis, long in enumerate(size or ()):
        least, most = min(one[axis] for one in spots), max(one[axis] for one in spots)
        by[axis] = max(0, -least) or min(0, long - most)
    return [((one[0] + by[0], one[1] + by[1]), facing) for one in spots]


def before_the_back_lines(
    rules: Rules, things: Sequence[tuple[str, State]], country: Mapping[str, Any], there: Mapping[str, Any]
) -> list[Spot]:
    """A place before the back line of its side for each of some things; Invalid where the country has no size."""
    found: dict[int, Spot] = {}
    for side in rules.sides:
        own = [(number, one) for number, one in enumerate(things) if str(one[1].get("side", "")) == side]
        spots = back_line.along_the_back_line(rules, [one for _, one in own], side, country, there)
        found |= dict(zip((number for number, _ in own), spots, strict=False))
    if len(found) < len(things):
        raise Invalid(of_field("at", say("give a place: there is no back line before which it could stand")))
    return [found[number] for number in range(len(things))]
