"""Relations of things in space: distances, lines, neighbours, threats, groups.  [KS-DEF-04, KS-DEF-05, KS-DEF-11]

A thing counts as being at its ``at`` (one point); a thing without ``at`` is near
nothing.  Every test compares whole numbers, squared if necessary; neighbours are
found by a grid of cells, so that the work grows only with the number of bodies.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isqrt

from rules.kriegspiel.floor import distances, surroundings
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.places import CELL, Cells
from rules.kriegspiel.force import Body, Position
from rules.kriegspiel.tables.charges import LEAST_CHARGE
from rules.kriegspiel.tables.figures import CONTACT
from rules.kriegspiel.tables.paces import DISMOUNTED, PACES
from rules.values.measure import INCH, Point


def place(floor: Field | Position, identity: str) -> Point | None:
    """The place of a body, gun, waggon, depot or boat, or None if it is not known."""
    for group in (floor.bodies, floor.guns, floor.waggons, floor.depots, floor.boats):
        thing = group.get(identity)
        if thing is not None:
            return thing.at
    return None


def apart(a: Point, b: Point) -> int:
    """The distance of two points in sixteenths, rounded up.  [KS-DEF-04]

    So ``apart(a, b) <= x`` is exactly the comparison of squares.

    >>> apart((0, 0), (30, 40)), apart((0, 0), (1, 1))
    (50, 2)
    """
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = isqrt(square)
    return root if root * root == square else root + 1


def distance(floor: Field | Position, one: str, other: str) -> int | None:
    """Sixteenths between two things, as ``apart`` counts; 0 in contact; None if one has no place.  [KS-DEF-05]"""
    if floor.has_map:
        return distances.distance(floor, one, other)
    a, b = place(floor, one), place(floor, other)
    if a is None or b is None:
        return None
    far = apart(a, b)
    return 0 if far <= CONTACT else far


def near(a: Point, b: Point, reach: int) -> bool:
    """Whether two points are at most ``reach`` sixteenths apart: exactly ``reach`` is near.  [KS-DEF-04]"""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= reach * reach


def between(start: Point, end: Point, point: Point, within: int) -> bool:
    """Whether a point is within reach of a line, with its foot between the ends.  [KS-SUP-11]

    >>> between((0, 0), (100, 0), (50, 96), 96), between((0, 0), (100, 0), (50, 97), 96)
    (True, False)
    >>> between((0, 0), (100, 0), (101, 0), 96)
    False
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    length = dx * dx + dy * dy
    if not length:
        return near(start, point, within)
    along = dx * px + dy * py
    if not 0 <= along <= length:
        return False
    across = dx * py - dy * px
    return across * across <= within * within * length


# -- friends and enemies ----------------------------------------------------------------------------


def on_the_floor(body: Body) -> bool:
    """Whether a body has men who can be met: neither aboard nor in enemy hands."""
    return bool(body.men and not (body.held_by or body.aboard or body.surrendered))


def men_around(field: Field, side: str, at: Point, reach: int, thing: str = "") -> list[tuple[Body, int]]:
    """Fit bodies of a side within reach of a point, by id, with their men there; without a country, all their men.

    thing: the thing at the point; on a country, distances are from its edge.
    """
    if field.has_map:
        about = (distances.shape(field, thing) if thing else None) or distances.spot(at)
        return [(body, men) for body, men in surroundings.near(field, side, about, reach) if body.fit]
    return [(body, body.ashore) for body in friends_around(field, side, at, reach)]


def friends_around(field: Field, side: str, at: Point, reach: int, thing: str = "") -> list[Body]:
    """Fit bodies of a side within reach of a point, or of the thing there, by id."""
    if field.has_map:
        return [body for body, _ in men_around(field, side, at, reach, thing)]
    found = [field.bodies[name] for name in field.places(side).around(at, reach)]
    return [body for body in found if body.fit]


def enemies_around(field: Field, side: str, at: Point, reach: int) -> list[Body]:
    """Bodies of the enemy of ``side`` within reach of a point that can be met, by id."""
    if field.has_map:
        about = surroundings.near(field, field.other(side), distances.spot(at), reach)
        return [body for body, _ in about if on_the_floor(body)]
    found = [field.bodies[name] for name in field.places(field.other(side)).around(at, reach)]
    return [body for body in found if on_the_floor(body)]


def cross_country(body: Body) -> int:
    """The pace of a body across country, in inches a move.  [KS-MOVE-01 to KS-MOVE-06]

    Dismounted cavalry leads its horses at the pace of infantry (KS-MOVE-02).
    """
    return DISMOUNTED if body.formation == "dismounted" else PACES[body.arm].country


def friends_within_a_move(field: Field, side: str, exclude: Collection[str], of_ids: Iterable[str]) -> int:
    """Fit men of a side who could reach any of some bodies in the next move.  [KS-DEF-09]

    A friend counts if its distance is at most its own arm's cross-country rate.
    exclude: bodies in the fight, which support nobody.
    """
    if field.has_map:
        contact = [stand for one in of_ids if (stand := distances.shape(field, one)) is not None]
        return surroundings.support(field, side, exclude, contact, cross_country)
    counted: dict[str, int] = {}
    for identity in of_ids:
        at = place(field, identity)
        if at is None:
            continue
        for body in friends_around(field, side, at, CELL):
            if body.id not in exclude and near(at, body.at or at, cross_country(body) * INCH):
                counted[body.id] = body.ashore
    return sum(counted.values())


def nobody_about(field: Field, side: str, start: Point | None, path: Sequence[Point]) -> bool:
    """Whether no enemy body is near enough to a path to need a closer check."""
    grid = field.places(field.other(side))
    here = path[0] if start is None else start
    for end in path:
        if grid.along(here, end, CONTACT):
            return False
        here = end
    return True


def met(field: Field, side: str, start: Point, path: Sequence[Point]) -> tuple[str, int] | None:
    """The first enemy body whose men a path would pass through, and the sixteenths to it; or None.  [KS-MOVE-08]

    An enemy in contact at the start, left there by a charge, does not bar the way away from it.
    """
    if field.has_map:
        return surroundings.met(field, side, start, path, on_the_floor)
    gone, here = 0, start
    grid = field.places(field.other(side))
    for end in path:
        found = [
            (apart(here, point), name)
            for name, point in grid.along(here, end, CONTACT)
            if between(here, end, point, CONTACT)
            and not near(start, point, CONTACT)
            and on_the_floor(field.bodies[name])
        ]
        if found:
            far, name = min(found)
            return name, gone + far
        gone += apart(here, end)
        here = end
    return None


# -- the threat of a charge ---------------------------------------------------------------------------


def may_threaten(body: Body) -> bool:
    """Whether a body could lawfully charge if it were its side's move now.  [KS-DEF-11, KS-CHARGE-01]"""
    return body.sabres >= LEAST_CHARGE and not (
        body.stopped or body.immobile or body.flight or body.must_retire or body.arrested
    )


def threat_reach(field: Field, body: Body) -> int:
    """Sixteenths that a charge of this body reaches: from column half of them, as forming takes the rest.  [KS-DEF-11]"""
    reach = field.options.charging_distance_in * INCH
    return reach // 2 if body.formation == "column" else reach


def threats(field: Field) -> Mapping[str, tuple[str, ...]]:
    """For each body and gun of either side, the enemy cavalry within charging distance of it.  [KS-DEF-11]

    Those without any are left out.  A measured list is complete.  Else the country is used, with its contours and
    whatever cuts the line; without a country, points are compared, and contours are unknown and cost nothing.
    If cavalry charges are not played, nobody is threatened (KS-GAME-05).
    """
    if not field.options.use_cavalry_charge:
        return {}
    measured = field.facts.threatened_by
    if measured is not None:
        known = {name: sorted(one for one in set(enemies) if one in field.bodies) for name, enemies in measured.items()}
        floor = field.bodies.keys() | field.guns.keys()
        return {name: tuple(enemies) for name, enemies in sorted(known.items()) if enemies and name in floor}
    horse = [body for body in field.by_id() if body.arm == "cavalry"]
    riders = [(body, body.at) for body in horse if body.at is not None and may_threaten(body)]
    if not riders:
        return {}
    if field.has_map:
        return surroundings.threats(field, [(body, threat_reach(field, body)) for body, _ in riders], on_the_floor)
    at_guns = _at_guns(field)
    found: dict[str, list[str]] = {}
    for rider, at in riders:
        side, reach = field.other(rider.side), threat_reach(field, rider)
        for name in field.places(side).around(at, reach):
            if on_the_floor(field.bodies[name]):
                found.setdefault(name, []).append(rider.id)
        for name in at_guns[side].around(at, reach):
            found.setdefault(name, []).append(rider.id)
    return {name: tuple(enemies) for name, enemies in found.items()}


def _at_guns(field: Field) -> dict[str, Cells]:
    """For each side, its guns that could be charged; a crew without a place stands at its gun."""
    cells = {side: Cells() for side in field.position.sides}
    for _, gun in sorted(field.guns.items()):
        if gun.at is None or gun.destroyed:
            continue
        cells[gun.owner].put(gun.id, gun.at)
        crew = field.bodies.get(gun.crew)
        if crew is not None and crew.at is None and on_the_floor(crew):
            cells[crew.side].put(crew.id, gun.at)
    return cells


# -- groups -------------------------------------------------------------------------------------------


def groups(
    bodies: Iterable[Body], reach: int, measured_groups: Sequence[Sequence[str]] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Bodies grouped by chains of links of at most ``reach`` sixteenths, by id, the groups by lowest id.

    Measured groups are kept; the other bodies are grouped among themselves, and one without a place
    is a group by itself.
    """
    chosen = {body.id: body for body in sorted(bodies, key=lambda body: body.id)}
    leader = {name: name for name in chosen}
    for group in measured_groups or ():
        _join(leader, [name for name in group if name in chosen])
    settled = {name for group in measured_groups or () for name in group}
    # Two points of one such cell are never farther apart than reach, so a crowd needs no comparisons.
    grid = Cells(reach * 7 // 10)
    for name, body in chosen.items():
        if name not in settled:
            grid.put(name, body.at)
    for cell, names in grid.cells.items():
        _join(leader, list(names))
        for x in range(cell[0] - 2, cell[0] + 3):
            for y in range(cell[1] - 2, cell[1] + 3):
                others = grid.cells.get((x, y))
                if others and (x, y) > cell:
                    _link(leader, names, others, reach)
    members: dict[str, list[str]] = {}
    for name in chosen:
        members.setdefault(_leader(leader, name), []).append(name)
    return tuple(sorted(tuple(group) for group in members.values()))


def _leader(leader: dict[str, str], name: str) -> str:
    """The leader of a name's group."""
    while leader[name] != name:
        leader[name] = leader[leader[name]]
        name = leader[name]
    return name


def _join(leader: dict[str, str], names: Sequence[str]) -> None:
    """Make one group of names; the lowest leader leads it."""
    if len(names) > 1:
        heads = {_leader(leader, name) for name in names}
        least = min(heads)
        for head in heads:
            leader[head] = least


def _link(leader: dict[str, str], names: Mapping[str, Point], others: Mapping[str, Point], reach: int) -> None:
    """Join the groups of two cells as soon as one link between them is found."""
    if _leader(leader, next(iter(names))) == _leader(leader, next(iter(others))):
        return
    for name, at in names.items():
        for other, there in others.items():
            if near(at, there, reach):
                _join(leader, [name, other])
                return
