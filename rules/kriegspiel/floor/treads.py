"""What treads on a mine, where on its way, and who does not set it off.  [KS-MINE-02, KS-MINE-04]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rules.ground.batch_geometry import Numbers, points
from rules.ground.compass import bearing
from rules.ground.geometry import part_within, point_at
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures, breadth, depth, laid_out, radius_of, rectangle
from rules.kriegspiel.floor.places import Cells
from rules.kriegspiel.force import Mine
from rules.kriegspiel.tables.figures import CARRIAGE, GUN, MOUNTED, WAGGON
from rules.kriegspiel.tables.works import TRIGGER
from rules.values.measure import Point


class Tread(NamedTuple):
    """A mine trodden on: which, by what, and the way up to it; along: for a train, where it is halted."""

    mine: Mine
    by: str
    path: tuple[Point, ...]
    along: int = 0


def armed(field: Field) -> Iterator[tuple[Mine, Point]]:
    """The mines that can explode, by id, each with its place."""
    for _, mine in sorted(field.mines.items()):
        if mine.armed and not mine.exploded and mine.at is not None:
            yield mine, mine.at


def along_path(field: Field, identity: str, path: tuple[Point, ...]) -> Tread | None:
    """The first mine that a thing treads on along a path."""
    start, men = piece(field, identity)
    if start is None or men is None:
        return None
    way = (start, *path)
    found: list[tuple[Fraction, str]] = []
    for mine, at in _about(field, way, girth(field, identity) + TRIGGER):
        place = None if exempt(field, mine, identity) else first_on_way(men, way, (at,), TRIGGER)
        if place is not None:
            found.append((place, mine.id))
    if not found:
        return None
    at_part, name = min(found)
    return Tread(field.mines[name], identity, up_to(way, at_part))


def first_on_way(men: Layout, way: Sequence[Point], spots: Sequence[Point], within: int) -> Fraction | None:
    """The place on a way, whole legs and the part of a leg, where the first of some men has an edge so near to one of some spots."""
    for number, (a, b) in enumerate(pairwise(way)):
        if a != b:
            going = men(bearing(a, b))
            parts = [part for at in spots if (part := _first_within(going, a, b, at, within)) is not None]
            if parts:
                return number + min(parts)
    return None


def up_to(way: Sequence[Point], place: Fraction) -> tuple[Point, ...]:
    """The points of a way after its start, up to a place on it: whole legs and the part of a leg."""
    leg = min(int(place), len(way) - 2)
    x, y = point_at(way[leg], way[leg + 1], place - leg)
    return (*way[1 : leg + 1], (round(x), round(y)))


def under(field: Field, identity: str) -> Tread | None:
    """The first mine, by id, that a thing stands on where it has been put down.  [KS-MINE-02]"""
    stand = distances.shape(field, identity) if field.mines else None
    if stand is None:
        return None
    for mine, at in armed(field):
        if not exempt(field, mine, identity) and distances.apart(stand, distances.spot(at)) <= TRIGGER:
            return Tread(mine, identity, ())
    return None


def mine_between(field: Field, identity: str, ways: Sequence[tuple[Point, Point]], radius: int) -> Mine | None:
    """The first mine that one of some men treads on, all going straight at once, each on his own way.  [KS-MINE-02]"""
    found: list[tuple[Fraction, str]] = []
    for start, end in ways:
        for mine, at in _about(field, (start, end), radius + TRIGGER):
            part = None if exempt(field, mine, identity) else part_within(start, end, at, at, 2 * (radius + TRIGGER))
            if part is not None:
                found.append((part[0], mine.id))
    return field.mines[min(found)[1]] if found else None


def _about(field: Field, way: Sequence[Point], reach: int) -> Iterator[tuple[Mine, Point]]:
    """The mines that can explode in the cells around a way, widened by a reach."""
    laid = _laid(field)
    for name in sorted({name for a, b in pairwise(way) for name, _ in laid.along(a, b, reach)}):
        mine = field.mines[name]
        if mine.armed and not mine.exploded and mine.at is not None:
            yield mine, mine.at


def _laid(field: Field) -> Cells:
    """The mines by place, whether or not they can explode."""
    number: int
    laid: Cells
    number, laid = field.notes.get("mines laid", (0, Cells()))
    # A mine may go off or be lifted but keeps its place: a grid of as many is the same.
    if number != len(field.mines):
        laid = Cells()
        for mine in field.mines.values():
            laid.put(mine.id, mine.at)
        field.notes["mines laid"] = len(field.mines), laid
    return laid


def girth(field: Field, identity: str) -> int:
    """Sixteenths within which all edges of a thing are from its place, whatever its facing."""
    body = field.bodies.get(identity)
    return max(CARRIAGE) if body is None else breadth(body.formation, body.ashore) + depth(body.formation, body.ashore)


Layout = Callable[[int | None], Figures]


def piece(field: Field, identity: str) -> tuple[Point | None, Layout | None]:
    """Where a thing starts, and its shape about its place by its facing; None for things that cannot tread on a mine."""
    body, gun, waggon = field.bodies.get(identity), field.guns.get(identity), field.waggons.get(identity)
    if body is not None and not body.aboard and body.ashore:
        formation, facing, number = body.formation, body.facing, body.ashore

        def men(going: int | None) -> Figures:
            return Figures(laid_out(formation, number, facing if going is None else going), radius_of(formation))

        return body.at, men
    if gun is not None:
        return gun.at, lambda going: _outline(GUN, going)
    if waggon is not None:
        return waggon.at, lambda going: _outline(WAGGON, going)
    boat = field.boats.get(identity)
    if boat is not None:
        return boat.at, lambda going: _outline(CARRIAGE, 0)
    general = field.generals.get(identity)
    if general is not None:
        return general.at, lambda going: Figures(points([(0, 0)]), MOUNTED)
    return None, None


def _outline(size: tuple[int, int], going: int | None) -> Figures:
    """A gun or waggon by the points of its outline, half an inch apart, about its middle."""
    corners = rectangle((0, 0), going or 0, size)
    edge = [
        (a[0] + (b[0] - a[0]) * n // 6, a[1] + (b[1] - a[1]) * n // 6)
        for a, b in pairwise((*corners, corners[0]))
        for n in range(6)
    ]
    return Figures(points(edge), 0)


def _first_within(figures: Figures, a: Point, b: Point, place: Point, within: int) -> Fraction | None:
    """The part of a leg at which the first of some men has an edge within so many sixteenths of a place."""
    reach = within + figures.radius
    near: Numbers = figures.men[_near_enough(figures, a, b, place, reach)]
    parts = []
    for x, y in near.tolist():
        part = part_within((a[0] + x, a[1] + y), (b[0] + x, b[1] + y), place, place, 2 * reach)
        if part is not None:
            parts.append(part[0])
    return min(parts, default=None)


def _near_enough(figures: Figures, a: Point, b: Point, mine: Point, reach: int) -> Any:
    """Which men's ways pass near enough to a mine to need a check, by the box of each way."""
    offsets, low, high = figures.men, np.minimum(a, b) - reach, np.maximum(a, b) + reach
    return ((offsets + low <= mine) & (offsets + high >= mine)).all(axis=1)


def exempt(field: Field, mine: Mine, identity: str) -> bool:
    """Whether a thing does not set off a mine: its layers, and its side's Engineers if mines are lifted.  [KS-MINE-02, KS-MINE-04]"""
    body = field.bodies.get(identity)
    lifts = field.options.mine_lifting and body is not None and body.arm == "engineers" and body.side == mine.side
    return identity in mine.layers or lifts
