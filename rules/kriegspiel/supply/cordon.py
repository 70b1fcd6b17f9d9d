"""Forces surrounded by the enemy: the flood of KS-SIEGE-01, decided without flooding.  [KS-SIEGE-01]

A place is barred if it is impassable on foot, or if a fit enemy stands within twelve inches of it and no fit
friend nearer.  There are fences (``rules.kriegspiel.supply.fences``) where barred places connect; standing bridges and
fords are gates through them.  A force is surrounded if the fences separate it from every edge over which it may be
relieved, and bodies that they do not separate are in one pocket.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from rules.ground.batch_geometry import Numbers, nearest, points, squares
from rules.ground.country import EDGES, Country, Edge
from rules.ground.enclosure import Fences
from rules.ground.geometry import Line, ceil_root, legs, square
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.supply.fences import Siege, between_enemies, country_fences, man_at, neighbours
from rules.values.measure import FOOT, INCH, Point

FAR = 10_000 * FOOT
"""A distance in sixteenths beyond everything on a floor without limits."""


# -- the pockets ------------------------------------------------------------------------------------


def pockets(siege: Siege, places: Mapping[str, Point]) -> list[tuple[str, ...]]:
    """The surrounded bodies, by pocket: those that the fences do not separate from each other.  [KS-SIEGE-01]

    places: of one man of each body.
    """
    free = _with_a_way_out(siege, places)
    waiting = _not_free(siege, places, [[name] for name in sorted(places) if name not in set(free)], free)
    if not waiting:
        return []
    near = neighbours(siege)
    crowds = _crowds(siege, near, sorted(places))
    shut = {name for crowd in waiting for name in crowd}
    free = [name for crowd in crowds if not shut.issuperset(crowd) for name in crowd]
    crowds = _not_free(siege, places, [crowd for crowd in crowds if shut.issuperset(crowd)], free)
    return _shut_in(siege, places, near, crowds) if crowds else []


def _shut_in(
    siege: Siege, places: Mapping[str, Point], near: Sequence[tuple[int, int]], crowds: Sequence[list[str]]
) -> list[tuple[str, ...]]:
    """Of crowds not known to be free, those that the fences separate from every way out, by pocket.

    This is tested for one man of each; then, for the surrounded, for all their men, since if fences separate the men of
    a crowd, the whole crowd is wherever any of them is.
    """
    gates, outs = list(_gates(siege)), _ways_out(siege)
    fences = Fences([*between_enemies(siege, near), *country_fences(siege)])
    shut = [crowd for crowd, _ in _parted(fences, [[places[crowd[0]]] for crowd in crowds], crowds, gates, outs)]
    men = [_men(siege, places, crowd) for crowd in shut]
    found: dict[int, list[str]] = {}
    for crowd, area in _parted(fences, men, shut, gates, outs) if shut else ():
        found.setdefault(area, []).extend(crowd)
    return sorted(tuple(sorted(names)) for names in found.values())


def _parted(
    fences: Fences,
    standing: Sequence[list[Point]],
    crowds: Sequence[list[str]],
    gates: Sequence[list[Point]],
    outs: Sequence[Point],
) -> list[tuple[list[str], int]]:
    """The crowds that fences separate from every way out, each with the number of its area.  standing: the places of each."""
    together = [*standing, *gates]
    ends = [end for one in together for end in one]
    area = fences.areas([*ends, *outs])
    joined = _joined(area, together)
    relieved = {joined[one] for one in area[len(ends) :]}
    found, first = [], 0
    for crowd, men in zip(crowds, standing, strict=True):
        if joined[area[first]] not in relieved:
            found.append((crowd, joined[area[first]]))
        first += len(men)
    return found


def _men(siege: Siege, places: Mapping[str, Point], crowd: Sequence[str]) -> list[Point]:
    """The places of the men of a crowd, each once; for a store, or a body that is not fit, its own place."""
    found = {
        (x, y): None
        for name in crowd
        for x, y in (siege.men[name].men.tolist() if name in siege.men else [places[name]])
    }
    return list(found)


def _joined(area: Sequence[int], gates: Sequence[Sequence[Point]]) -> dict[int, int]:
    """For each area, the lowest of those that gates join to it; the areas of the gates' ends come first."""
    joined, first = {one: one for one in area}, 0
    for gate in gates:
        ends = area[first : first + len(gate)]
        first += len(gate)
        least = min(joined[one] for one in ends)
        together = {joined[one] for one in ends}
        joined = {one: least if head in together else head for one, head in joined.items()}
    return joined


def _crowds(siege: Siege, near: Sequence[tuple[int, int]], names: Sequence[str]) -> list[list[str]]:
    """Groups of bodies that are certainly in one area: a man of one is a neighbour of a man of another.

    The places around neighbours connect, as no enemy is nearer to them; if something impassable lies in the
    country, only if none of it crosses the string between them, and nobody stands near it.
    """
    leader = {name: name for name in names}

    def head(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    enemies, lines = len(siege.sites), siege.obstacles[1]
    for i, j in near:
        if i < enemies:
            continue
        one, other = siege.names[i - enemies], siege.names[j - enemies]
        if one in leader and other in leader and head(one) != head(other):
            ends = man_at(siege.ours, i - enemies), man_at(siege.ours, j - enemies)
            if not len(lines) or siege.is_open_between(*ends):
                a, b = sorted((head(one), head(other)))
                leader[b] = a
    crowds: dict[str, list[str]] = {}
    for name in names:
        crowds.setdefault(head(name), []).append(name)
    return list(crowds.values())


def _not_free(
    siege: Siege, places: Mapping[str, Point], crowds: Sequence[list[str]], free: Sequence[str]
) -> list[list[str]]:
    """The crowds not known at a glance to be free, which means a straight way to a free body."""
    left, found = list(crowds), list(free)
    rows = points(places[name] for name in found)
    fresh = bool(found)
    while fresh and left:
        fresh = False
        for crowd in list(left):
            if any(_reaches_one_of(siege, places, name, _nearest(found, rows, places[name])) for name in crowd):
                found += crowd
                rows = np.concatenate([rows, points(places[name] for name in crowd)])
                left.remove(crowd)
                fresh = True
    return left


def _nearest(names: Sequence[str], rows: Numbers, place: Point) -> list[str]:
    """The four of some bodies nearest to a place, ties by name.  rows: the place of each."""
    far = squares(rows, np.array(place))
    fourth = np.partition(far, 3)[3] if len(far) > 4 else far.max()
    return [one for _, one in sorted((int(far[row]), names[row]) for row in np.flatnonzero(far <= fourth).tolist())][:4]


def _reaches_one_of(siege: Siege, places: Mapping[str, Point], name: str, near: Sequence[str]) -> bool:
    """Whether a straight way leads from a body to a free one near it, or from man to man."""
    if any(siege.free([(places[name], places[one]) for one in near])):
        return True
    mine = siege.men.get(name)
    others = [men for one in near if mine is not None and (men := siege.men.get(one)) is not None]
    return mine is not None and any(_is_open_to(siege, mine, men) for men in others)


def _is_open_to(siege: Siege, mine: Figures, yours: Figures) -> bool:
    """Whether the string between the nearest men of two bodies is open."""
    _, one, other = nearest(mine.men, yours.men)
    return siege.is_open_between(man_at(mine.men, one), man_at(yours.men, other))


# -- ways out -----------------------------------------------------------------------------------------


def _with_a_way_out(siege: Siege, places: Mapping[str, Point]) -> list[str]:
    """Those with a straight way to a friendly edge or, on a floor without limits, far away to one side."""
    ways = [(name, out) for name in sorted(places) for out in _nearest_ways_out(siege, places[name])]
    free = siege.free([(places[name], out) for name, out in ways])
    return list(dict.fromkeys(name for (name, _), one in zip(ways, free, strict=True) if one))


def _nearest_ways_out(siege: Siege, place: Point) -> Iterator[Point]:
    """Places on friendly edges directly opposite a place; far away on all four sides if there are no limits."""
    for edge in siege.edges:
        for a, b in legs(siege.ground.country.edge(edge) or ()):
            length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
            along = min(max((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1]), 0), length)
            yield a[0] + along * (b[0] - a[0]) // length, a[1] + along * (b[1] - a[1]) // length
    if siege.ground.country.size is None:
        x, y = place
        yield from ((x, y + FAR), (x + FAR, y), (x, y - FAR), (x - FAR, y))


def _ways_out(siege: Siege) -> list[Point]:
    """Places from which a force is relieved, if not from a friendly edge: along a drawn line, or on a floor without limits."""
    country = siege.ground.country
    found: list[Point] = []
    if country.size is None:
        found.append((FAR, FAR + 1))
    for edge in siege.edges:
        if isinstance(edge, str) and country.size is not None:
            (ax, ay), (bx, by) = country.edge(edge) or ((0, 0), (0, 0))
            middle = ((ax + bx) // 2, (ay + by) // 2)
            out = {"north": (0, FAR), "south": (0, -FAR), "east": (FAR, 0), "west": (-FAR, 0)}[edge]
            found.append((middle[0] + out[0], middle[1] + out[1]))
        elif not isinstance(edge, str):
            found += [
                place for place in _along_line(edge, FOOT) if not siege.is_barred(place) and not siege.is_solid(place)
            ]
    return found


def _along_line(line: Line, step_of: int) -> Iterator[Point]:
    """Places along a line, from end to end of each leg, at most so many sixteenths apart."""
    for a, b in legs(line):
        steps = max(-(-ceil_root(square(a, b)) // step_of), 1)
        for step in range(steps + 1):
            yield a[0] + (b[0] - a[0]) * step // steps, a[1] + (b[1] - a[1]) * step // steps


def friendly_edges(country: Country, side: str) -> tuple[Edge, ...]:
    """The edges over which a side may be relieved: the country's, else its own back line, else every edge."""
    if side in country.friendly_edges:
        return country.friendly_edges[side]
    if side in country.back_lines:
        return (country.back_lines[side],)
    return EDGES if country.size is not None else ()


# -- gates --------------------------------------------------------------------------------------------


def _gates(siege: Siege) -> Iterator[list[Point]]:
    """The dry ends of each standing bridge and of each ford that are not barred, if one may go between them."""
    spans = [bridge.span for bridge in siege.bridges.values() if bridge.standing and len(bridge.span) > 2]
    fords = [(ford.line[0], ford.line[-1]) for ford in siege.ground.country.fords.values()]
    for ends in (*spans, *fords):
        dry = [end for end in ends if not siege.is_solid(end) and not siege.is_barred(end)]
        if dry and all(_may_go(siege, one, other) for one, other in combinations(dry, 2)):
            yield dry


def _may_go(siege: Siege, start: Point, end: Point) -> bool:
    """Whether nobody bars the way over a bridge or through a ford, checked from inch to inch."""
    return not any(siege.is_barred(place) for place in _along_line((start, end), INCH))
