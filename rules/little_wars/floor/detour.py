"""The shortest way around obstacles, for men who might come up.  [LW-ISO-05, LW-CTRY-09]"""

from __future__ import annotations

from heapq import heappop, heappush

from rules.ground.country import Country
from rules.ground.geometry import square
from rules.little_wars.floor.ground import barred, travelled
from rules.little_wars.options import Options
from rules.values.measure import Point

ROUND = 2
"""Sixteenths by which a way keeps clear of a corner."""


def walk(country: Country, options: Options, start: Point, goal: Point, most: int) -> int | None:
    """The length of the shortest way from one place to another, in fine parts; None if it is longer than ``most``.

    It goes from corner to corner of obstacles, and over fords and bridges.
    """
    near = [place for place in _corners(country) if travelled((start, place)) + travelled((place, goal)) <= most]
    places = [start, goal, *near]
    waiting = [(0, 0)]
    reached: dict[int, int] = {}
    while waiting:
        gone, here = heappop(waiting)
        if here in reached:
            continue
        reached[here] = gone
        if here == 1:
            return gone
        for there, place in enumerate(places):
            if there in reached:
                continue
            length = gone + travelled((places[here], place))
            if length <= most and not barred(country, places[here], place, options):
                heappush(waiting, (length, there))
    return None


def _corners(country: Country) -> list[Point]:
    """Places just off each corner of a house and each end of a wall, and the ends of fords and bridges."""
    found: list[Point] = []
    for house in country.houses.values():
        x, y = (sum(point[axis] for point in house.outline) // len(house.outline) for axis in (0, 1))
        found += [_off(point, (x, y)) for point in house.outline]
    for wall in country.walls.values():
        for end, other in ((wall.line[0], wall.line[1]), (wall.line[-1], wall.line[-2])):
            found.append(_off(end, other))
    for ford in country.fords.values():
        found += ford.line
    for bridge in country.bridges.values():
        found += [_off(point, bridge.span[0]) if square(point, bridge.span[0]) else point for point in bridge.span]
    return found


def _off(point: Point, away: Point) -> Point:
    """A point moved two sixteenths away from another on each axis."""
    x, y = (one + ROUND * ((one > other) - (one < other)) for one, other in zip(point, away, strict=True))
    return (x, y)
