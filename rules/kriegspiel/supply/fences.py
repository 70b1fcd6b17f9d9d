"""Fences: where the places barred by enemies, houses, walls, water and closed edges connect.  [KS-SIEGE-01]

The barred places of two enemies touch if they are at most twenty-four inches apart, edge to edge, or if a bent
line between them stays within twelve inches of both and nearer to them than to any friend.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import numpy as np
import shapely

from rules.ground.batch_geometry import Legs, Numbers, box_round, points, squares
from rules.ground.country import EDGES, Edge
from rules.ground.enclosure import Exact, Fence
from rules.ground.geometry import NOUGHT, WHOLE, Line, legs, marks_on, square, square_to_leg
from rules.kriegspiel.country.ground import Ground, over_bridges
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.force import Bridge
from rules.values.measure import FOOT, Point


class Siege:
    """The surroundings of some bodies: the places of fit enemies and friends, and what is impassable on foot.

    sites: the place of each enemy, with the distance he bars (reaches); ours: the place of each friend, with
    his body (names).
    edges: those over which the bodies may be relieved.  bar: option ``siege_bar_in``, in sixteenths.
    """

    def __init__(
        self,
        ground: Ground,
        enemies: Sequence[Figures],
        friends: Mapping[str, Figures],
        bridges: Mapping[str, Bridge],
        edges: Sequence[Edge],
        bar: int,
    ) -> None:
        none = points([])
        self.ground, self.bridges, self.edges = ground, bridges, edges
        self.sites: Numbers = np.concatenate([none, *(one.men for one in enemies)])
        self.reaches: Numbers = np.repeat(
            np.array([bar + one.radius for one in enemies], dtype=np.int64), [len(one.men) for one in enemies]
        )
        self.ours: Numbers = np.concatenate([none, *(one.men for one in friends.values())])
        self.men = friends
        self.names = [name for name, one in friends.items() for _ in range(len(one.men))]
        self.tree = shapely.STRtree(cast(Any, shapely.points(self.sites.astype(float))))

    @cached_property
    def friends(self) -> shapely.STRtree:
        """The places of the friends, as an index."""
        return shapely.STRtree(cast(Any, shapely.points(self.ours.astype(float))))

    # -- what is barred -----------------------------------------------------------------------------

    def is_barred(self, place: Point) -> bool:
        """Whether a place is within reach of a fit enemy with no fit friend nearer.  [KS-SIEGE-01]"""
        at = np.array(place)
        far = squares(self.sites, at)
        near = far <= self.reaches**2
        if not near.any():
            return False
        least = int(far[near].min())
        return not (squares(self.ours, at) < least).any()

    def free(self, ways: Sequence[tuple[Point, Point]]) -> Iterator[bool]:
        """Which straight ways are certainly open: no enemy within reach of them, and nothing impassable on them."""
        watched: set[int] = set()
        if len(self.sites) and ways:
            # Within a sixteenth of the reach the result is not certain, and is left to the fences.
            widest, lines = int(self.reaches.max()) + 1, cast(Any, shapely.linestrings(ways))
            watched.update(self.tree.query(lines, predicate="dwithin", distance=widest)[0].tolist())
        for row, (start, end) in enumerate(ways):
            yield start == end or (row not in watched and self.is_passable(start, end))

    def is_passable(self, start: Point, end: Point) -> bool:
        """Whether nothing impassable on foot lies on a straight way."""
        path = (start, end)
        if start == end or not (self.obstacles[1].in_box(box_round(path)) or self.is_solid(start)):
            return True
        return not (self.ground.houses_on(path) or self.ground.walls_on(path) or self._wet(path))

    def is_open_between(self, start: Point, end: Point) -> bool:
        """Whether a string between two friends is open: no enemy stands in the circle about it.

        Nothing impassable may lie on it.
        """
        middle = np.array((start[0] + end[0], start[1] + end[1]))
        if (squares(2 * self.sites, middle) < square(start, end)).any():
            return False
        return not self.obstacles[1].met_by((start, end))

    @cached_property
    def obstacles(self) -> tuple[list[tuple[Line, bool]], Legs]:
        """The lines of what is impassable on foot, each with whether it is closed; and their legs."""
        lines = list(_obstacles(self))
        return lines, Legs(lines)

    def is_solid(self, place: Point) -> bool:
        """Whether a place lies in a house or in unfordable water."""
        names, water = self.ground.water
        wet = any(not self.ground.country.water[names[one]].fordable for one in water.at(place))
        return wet or bool(self.ground.houses[1].at(place))

    def _wet(self, path: Line) -> bool:
        """Whether a path goes through unfordable water, other than over a standing bridge."""
        water = self.ground.country.water
        return any(
            not water[name].fordable and not _is_carried(path, stretch, self.bridges)
            for stretch, name in self.ground.in_water(path)
        )


def _is_carried(path: Line, stretch: tuple[Fraction, Fraction], bridges: Mapping[str, Bridge]) -> bool:
    return any(first <= stretch[0] and stretch[1] <= last for first, last in over_bridges(path, bridges, standing=True))


# -- fences between enemies -----------------------------------------------------------------------------


def between_enemies(siege: Siege, neighbours: Sequence[tuple[int, int]]) -> Iterator[Fence]:
    """A fence between every two enemy neighbours whose barred places touch."""
    pairs = points(pair for pair in neighbours if pair[1] < len(siege.sites))
    i, j = pairs[:, 0], pairs[:, 1]
    reaches = siege.reaches[i] + siege.reaches[j]
    close = squares(siege.sites[i], siege.sites[j]) <= reaches**2
    pairs, reaches = pairs[close], reaches[close]
    about = _friends_about(siege, pairs, reaches)
    for row, (one, other) in enumerate(pairs.tolist()):
        a, b = man_at(siege.sites, one), man_at(siege.sites, other)
        line = _line_between(a, b, int(reaches[row]), siege.ours[about[row]]) if row in about else (a, b)
        if line is not None:
            yield ("man", a), ("man", b), line


def _friends_about(siege: Siege, pairs: Numbers, reaches: Numbers) -> dict[int, list[int]]:
    """For each row, the friends who may bend the fence of a pair, if one stands in the circle about its straight line."""
    a, b = siege.sites[pairs[:, 0]], siege.sites[pairs[:, 1]]
    middles = cast(Any, shapely.points((a + b) / 2))
    in_circle, _ = siege.friends.query(middles, predicate="dwithin", distance=np.sqrt(squares(a, b)) / 2 + 1)
    bent = np.unique(in_circle)
    rows, friends = siege.friends.query(middles[bent], predicate="dwithin", distance=reaches[bent] + 1.0)
    about: dict[int, list[int]] = {}
    for row, friend in sorted(zip(bent[rows].tolist(), friends.tolist(), strict=True)):
        about.setdefault(row, []).append(friend)
    return about


def man_at(rows: Numbers, row: int) -> Point:
    """The point of a row."""
    x, y = rows[row].tolist()
    return x, y


def neighbours(siege: Siege) -> list[tuple[int, int]]:
    """Pairs of men, friend or enemy, with nobody else between: neighbours in the triangulation of all.

    Enemies are numbered first.  Places of other pairs touch only where neighbours' places do, so no other pair is checked.
    """
    everybody = np.concatenate([siege.sites, siege.ours])
    if len(everybody) < 2:
        return []
    west, south, east, north = (int(one) for one in (*everybody.min(axis=0), *everybody.max(axis=0)))
    wide = 8 * max(east - west, north - south, FOOT)
    # Four far corners that are nobody's, so that even a single line of men has neighbours on all sides.
    low, high = (west - wide, south - wide), (east + wide, north + wide)
    corners = points([low, (high[0], low[1] - 1), (high[0] + 1, high[1]), (low[0] - 1, high[1] + 2)])
    cloud = np.concatenate([everybody, corners])
    edges = shapely.delaunay_triangles(shapely.MultiPoint(cloud.astype(float)), only_edges=True)
    ends = np.rint(shapely.get_coordinates(edges)).astype(np.int64)
    # The first of several men in one place counts for all.
    keys, first = np.unique(_key(cloud), return_index=True)
    pairs = np.sort(first[np.searchsorted(keys, _key(ends))].reshape(-1, 2), axis=1)
    pairs = np.unique(pairs[pairs[:, 1] < len(everybody)], axis=0)
    found: list[tuple[int, int]] = [(i, j) for i, j in pairs.tolist()]
    return found


def _key(rows: Numbers) -> Numbers:
    """One number for each place."""
    keys: Numbers = (rows[:, 0] << 31) + rows[:, 1]
    return keys


def _line_between(a: Point, b: Point, reach: int, friends: Numbers) -> tuple[Exact, ...] | None:
    """The line of the fence between two enemies: straight if no friend is nearer, else bent around the friend.

    Every point of it is barred.  Its bend is equally far from both, within reach, and no farther from them than from any friend.
    reach: the sum of the reaches of both.
    """
    length = square(a, b)
    twice = (a[0] + b[0], a[1] + b[1])
    off = np.array(twice) - 2 * friends
    square_to = np.array((a[1] - b[1], b[0] - a[0]))
    pushes, wants = 4 * (off * square_to).sum(axis=1), length - (off * off).sum(axis=1)
    if not (wants > 0).any():
        return a, b
    bend = _bend(pushes.tolist(), wants.tolist())
    if bend is None or (1 + 4 * bend * bend) * length > reach * reach:
        return None
    x, y = square_to.tolist()
    return a, (Fraction(twice[0], 2) + bend * x, Fraction(twice[1], 2) + bend * y), b


def _bend(pushes: Sequence[int], wants: Sequence[int]) -> Fraction | None:
    """The number nearest to zero whose product with every push is at least the matching want; None if there is none."""
    low: Fraction | None = None
    high: Fraction | None = None
    for push, want in zip(pushes, wants, strict=True):
        if push > 0:
            low = Fraction(want, push) if low is None else max(low, Fraction(want, push))
        elif push < 0:
            high = Fraction(want, push) if high is None else min(high, Fraction(want, push))
        elif want > 0:
            return None
    if low is not None and high is not None and low > high:
        return None
    if low is not None and low > 0:
        return low
    return high if high is not None and high < 0 else NOUGHT


# -- fences of the country ------------------------------------------------------------------------------


def country_fences(siege: Siege) -> Iterator[Fence]:
    """Outlines of houses and water, walls and closed edges; where they meet; and where an enemy stands near them."""
    lines, rows = siege.obstacles
    for (line, closed), number in zip(lines, range(len(lines)), strict=True):
        for leg, (a, b) in enumerate(legs(line, closed)):
            yield ("line", number, leg), ("line", number, (leg + 1) % len(line)), (a, b)
    for i, j in rows.meetings().tolist():
        if rows.owner[i] != rows.owner[j]:
            (a, b), (c, d) = rows.leg(i), rows.leg(j)
            at = marks_on(a, b, c, d)[0]
            yield _post(rows, i), _post(rows, j), (a, (a[0] + at * (b[0] - a[0]), a[1] + at * (b[1] - a[1])), c)
    for i, row in rows.about(siege.sites, siege.reaches).tolist():
        place, reach = man_at(siege.sites, i), int(siege.reaches[i])
        touch = _touch(siege, place, reach, *rows.leg(row))
        if touch is not None:
            yield ("man", place), _post(rows, row), (place, touch, rows.leg(row)[0])


def _post(rows: Legs, row: int) -> tuple[str, int, int]:
    """The post at the start of a leg."""
    return "line", int(rows.owner[row]), int(rows.number[row])


def _obstacles(siege: Siege) -> Iterator[tuple[Line, bool]]:
    """What is impassable on foot, as lines, each with whether it is closed."""
    country = siege.ground.country
    for house in country.houses.values():
        yield house.outline, True
    for water in country.water.values():
        if not water.fordable:
            yield water.outline, True
    for wall in country.walls.values():
        yield wall.line, False
    if country.size is not None:
        friendly = {edge for edge in siege.edges if isinstance(edge, str)}
        for name in EDGES:
            edge = country.edge(name)
            if name not in friendly and edge is not None:
                yield edge, False


def _touch(siege: Siege, man: Point, reach: int, a: Point, b: Point) -> Exact | None:
    """The nearest point on a leg that a man bars: within his reach, with no friend nearer; None if there is none."""
    if square_to_leg(a, b, man) > reach * reach:
        return None
    way = (b[0] - a[0], b[1] - a[1])
    length = way[0] ** 2 + way[1] ** 2
    foot = Fraction((man[0] - a[0]) * way[0] + (man[1] - a[1]) * way[1], length)
    low, high = NOUGHT, WHOLE
    near = siege.ours[squares(siege.ours, np.array(man)) <= 4 * reach * reach]
    for x, y in near.tolist():
        # No farther from the man than from this friend: one half of the leg's line.
        push = 2 * (way[0] * (man[0] - x) + way[1] * (man[1] - y))
        want = square(man, a) - square((x, y), a)
        if push > 0:
            low = max(low, Fraction(want, push))
        elif push < 0:
            high = min(high, Fraction(want, push))
        elif want > 0:
            return None
    if low > high:
        return None
    at = min(max(foot, low), high)
    place = (a[0] + at * way[0], a[1] + at * way[1])
    return place if (place[0] - man[0]) ** 2 + (place[1] - man[1]) ** 2 <= reach * reach else None
