"""Distances of things, edge to edge: men as they are laid out, guns and waggons by their outlines.

[KS-DEF-04, KS-DEF-05, KS-DEF-15]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.ground.batch_geometry import Box, Numbers, box_round, points, squares, turns
from rules.ground.geometry import between_polygons, ceil_root
from rules.kriegspiel.floor.footprints import Figures, crew_about, figures, rectangle
from rules.kriegspiel.force import Boat, Body, Depot, General, Gun, Waggon
from rules.kriegspiel.tables.figures import CARRIAGE, CONTACT, GUN, MOUNTED, WAGGON
from rules.kriegspiel.tables.fire import AT_THE_GUN
from rules.values.measure import Point

Shape = Figures | tuple[Point, ...]
"""Men, or an outline."""

Mask = NDArray[np.bool_]


class Floor(Protocol):
    """Anything with things in places: a position, or the field of a move."""

    @property
    def bodies(self) -> Mapping[str, Body]:
        """The bodies by id."""

    @property
    def guns(self) -> Mapping[str, Gun]:
        """The guns by id."""

    @property
    def waggons(self) -> Mapping[str, Waggon]:
        """The waggons by id."""

    @property
    def depots(self) -> Mapping[str, Depot]:
        """The depots by id."""

    @property
    def generals(self) -> Mapping[str, General]:
        """The Generals by id."""

    @property
    def boats(self) -> Mapping[str, Boat]:
        """The boats by id."""


# -- what a thing takes up --------------------------------------------------------------------------


def shape(floor: Floor, identity: str) -> Shape | None:
    """The ground that a thing takes up; None if it has no place.  A depot is a point."""
    body = floor.bodies.get(identity)
    if body is not None:
        return men_of(floor, body)
    gun = floor.guns.get(identity)
    if gun is not None:
        return None if gun.at is None else rectangle(gun.at, gun.facing, GUN)
    waggon = floor.waggons.get(identity)
    if waggon is not None:
        return None if waggon.at is None else rectangle(waggon.at, waggon.facing, WAGGON)
    for group, radius in ((floor.depots, 0), (floor.generals, MOUNTED)):
        at = group[identity].at if identity in group else None
        if at is not None:
            return Figures(points([at]), radius)
    boat = floor.boats.get(identity)
    return None if boat is None or boat.at is None else rectangle(boat.at, 0, CARRIAGE)


def spot(at: Point) -> Figures:
    """A point without extent."""
    return Figures(points([at]), 0)


def men_of(floor: Floor, body: Body) -> Figures | None:
    """The men of a body at their places: gunners at their guns, all others in formation.  [KS-DEF-15, KS-GUN-08]"""
    if body.aboard or not body.men:
        return None
    if body.boxed:
        return figures(body.but(arm="transport", men=1, embarked=0, formation="two-ranks"))
    if body.arm == "artillery":
        at_guns = about_guns(floor, body)
        if at_guns is not None:
            return at_guns
    return figures(body)


def about_guns(floor: Floor, body: Body) -> Figures | None:
    """Gunners at the guns that they serve and stand beside, in equal parts, the remainder at the first."""
    served = [
        gun
        for _, gun in sorted(floor.guns.items())
        if gun.crew == body.id and gun.at is not None and not gun.destroyed and gun.owner == body.side
    ]
    served = [gun for gun in served if body.at is None or _near(gun.at, body.at)]
    if not served:
        return None
    share, odd = divmod(body.men, len(served))
    parts = [crew_about(gun, share + (number < odd)) for number, gun in enumerate(served)]
    found = [part for part in parts if part is not None]
    return Figures(np.concatenate([part.men for part in found]), found[0].radius)


def _near(one: Point | None, other: Point) -> bool:
    return one is not None and (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= AT_THE_GUN**2


def extent(one: Shape, margin: int = 0) -> Box:
    """The box of a thing, widened by a margin on every side."""
    west, south, east, north = one.box if isinstance(one, Figures) else box_round(one)
    return west - margin, south - margin, east + margin, north + margin


# -- distances ----------------------------------------------------------------------------------------


def apart(one: Shape, other: Shape) -> int:
    """The distance of the nearest edges in sixteenths, rounded up.  [KS-DEF-04, KS-DEF-05]

    So that ``apart(a, b) <= x`` compares the squares.

    >>> apart(Figures(points([(0, 0)]), 4), Figures(points([(104, 0)]), 4))
    96
    """
    if isinstance(one, Figures):
        least, radii = _reaches(one, other)
        return max(ceil_root(int(least.min())) - radii, 0)
    if isinstance(other, Figures):
        return apart(other, one)
    return between_polygons(one, other)


def within(men: Figures, other: Shape, reach: int) -> Mask:
    """Which men have an edge within reach, in sixteenths, of the nearest edge of another thing.  [KS-DEF-04, KS-DEF-05]"""
    least, radii = _reaches(men, other)
    found: Mask = least <= (reach + radii) ** 2
    return found


def _reaches(men: Figures, other: Shape) -> tuple[Numbers, int]:
    """For each man, the square of the distance from his middle to the other thing, rounded up; and the radii to subtract."""
    if isinstance(other, Figures):
        nearest: Numbers = squares(men.men[:, None, :], other.men[None, :, :]).min(axis=1)
        return nearest, men.radius + other.radius
    return _squares_to(men.men, points(other)), men.radius


def _squares_to(men: Numbers, corners: Numbers) -> Numbers:
    """For each point, the square of its distance from an outline, rounded up; zero inside."""
    starts, ends = corners[None, :, :], np.roll(corners, -1, axis=0)[None, :, :]
    at = men[:, None, :]
    way = ends - starts
    length = np.maximum((way * way).sum(axis=2), 1)
    along = ((at - starts) * way).sum(axis=2)
    side = turns(starts, ends, at)
    beside = -(-(side * side) // length)
    found = np.where(along <= 0, squares(at, starts), np.where(along >= length, squares(at, ends), beside)).min(axis=1)
    inside = (side <= 0).all(axis=1) | (side >= 0).all(axis=1)
    least: Numbers = np.where(inside & (len(corners) > 2), 0, found)
    return least


def distance(floor: Floor, one: str, other: str) -> int | None:
    """Sixteenths between two things, edge to edge; 0 in contact; None if one has no place.  [KS-DEF-05]"""
    a, b = shape(floor, one), shape(floor, other)
    if a is None or b is None:
        return None
    far = apart(a, b)
    return 0 if far <= CONTACT else far


def distances(places: Sequence[Point], other: Shape) -> list[int]:
    """Sixteenths from each of some places to a thing, as ``distance`` counts them."""
    least, radii = _reaches(Figures(points(places), 0), other)
    far = [ceil_root(one) - radii for one in least.tolist()]
    return [0 if one <= CONTACT else one for one in far]


# -- strings ------------------------------------------------------------------------------------------


def cutting(start: Point, end: Point, men: Figures, reach: int) -> Mask:
    """Which men have their nearest edge within reach of a string, abreast of some point of it.  [KS-SUP-11]

    >>> string = (0, 0), (960, 0)
    >>> [bool(cutting(*string, Figures(points([(480, y)]), 4), 96)[0]) for y in (100, 101)]
    [True, False]
    """
    way = np.array(end) - np.array(start)
    off = men.men - np.array(start)
    length = int((way * way).sum())
    if not length:
        found: Mask = squares(men.men, np.array(start)) <= (reach + men.radius) ** 2
        return found
    along = (off * way).sum(axis=1)
    across = np.abs(way[0] * off[:, 1] - way[1] * off[:, 0])
    # across / sqrt(length) <= reach, in whole numbers: as across is whole, it is at most the whole root of reach² length.
    found = (along >= 0) & (along <= length) & (across <= isqrt((reach + men.radius) ** 2 * length))
    return found


def boxes_meet(one: Box, other: Box) -> bool:
    """Whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
