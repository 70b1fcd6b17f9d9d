"""A body brought into contact: the string it goes along, where it halts, and who is then in the fight.  [KS-CHARGE-04, KS-LW-03]"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

import numpy as np

from rules.ground.batch_geometry import Numbers, points, squares
from rules.ground.compass import bearing
from rules.ground.geometry import ceil_root
from rules.kriegspiel.floor.distances import Floor, Shape, apart, shape, within
from rules.kriegspiel.floor.footprints import Figures, laid_out, radius_of, rectangle
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.charges import IN_THE_FIGHT
from rules.kriegspiel.tables.figures import CONTACT, GUN, MOUNTED
from rules.values.measure import Point


class Strings(NamedTuple):
    """The shortest strings from one thing to another: their length from edge to edge, and the ends of each."""

    distance: int
    starts: Numbers
    ends: Numbers

    @property
    def way(self) -> Point:
        """The direction of all strings added, so that a mirror image goes the mirrored way."""
        x, y = (self.ends - self.starts).sum(axis=0).tolist()
        return x, y

    def middle(self, about: Point) -> tuple[Point, Point]:
        """The string that begins nearest to a point."""
        row = int(squares(self.starts, np.array(about)).argmin())
        start, end = self.starts[row].tolist(), self.ends[row].tolist()
        return (start[0], start[1]), (end[0], end[1])


class Contact(NamedTuple):
    """A body that has come up to another: its facing, its displacement, and the strings along which it came.

    attackers, defenders: the men of each in contact or within six inches of an attacker in contact.
    """

    facing: int
    shift: Point
    strings: Strings
    men: Figures
    attackers: int
    defenders: int


def strings(one: Figures, other: Shape) -> Strings:
    """The shortest strings from men to men or to an outline, from the middles of the nearest."""
    if not isinstance(other, Figures):
        other = Figures(_nearest_of(one, other), 0)
    all_of = squares(one.men[:, None, :], other.men[None, :, :])
    least = int(all_of.min())
    mine, yours = np.nonzero(all_of == least)
    far = max(ceil_root(least) - one.radius - other.radius, 0)
    return Strings(far, one.men[mine], other.men[yours])


def _nearest_of(men: Figures, outline: tuple[Point, ...]) -> Numbers:
    """For each man, the nearest point of an outline, to the sixteenth."""
    corners = points(outline)
    starts, ways = corners[None, :, :], (np.roll(corners, -1, axis=0) - corners)[None, :, :]
    at = men.men[:, None, :]
    length = np.maximum((ways * ways).sum(axis=2), 1)
    along = np.clip(((at - starts) * ways).sum(axis=2), 0, length)
    feet = starts + (2 * ways * along[:, :, None] + length[:, :, None]) // (2 * length[:, :, None])
    best = squares(at, feet).argmin(axis=1)
    nearest: Numbers = feet[np.arange(len(best)), best]
    return nearest


def laid_to_contact(body: Body, formation: str, target: Shape) -> Contact:
    """A body wheeled to face the nearest part of a target and brought straight at it until they touch.  [KS-CHARGE-03, KS-CHARGE-04]

    formation: the one in which it comes on.  The body must have a place.
    """
    at = body.at if body.at is not None else (0, 0)
    radius = radius_of(formation)
    stood = Figures(laid_out(formation, body.ashore, body.facing) + np.array(at), radius)
    first = strings(stood, target)
    heading = bearing((0, 0), first.way)
    facing = body.facing if heading is None else heading
    wheeled = Figures(laid_out(formation, body.ashore, facing) + np.array(at), radius)
    run = strings(wheeled, target)
    shift = _until_they_touch(wheeled, run, at, target)
    halted = moved(wheeled, shift)
    attackers, defenders = in_the_fight(halted, target)
    return Contact(facing, shift, run, halted, attackers, defenders)


def moved(men: Figures, shift: Point) -> Figures:
    """Men displaced, all equally."""
    return Figures(men.men + np.array(shift), men.radius)


def _until_they_touch(men: Figures, run: Strings, at: Point, target: Shape) -> Point:
    """The displacement along the sum of the strings that makes men touch a target.  [KS-CHARGE-04, KS-DEF-05]

    The sum of several strings differs in direction from each, so a gap may remain at the end of their length; it is closed
    before the middles of two men would be abreast.  If the sum leads past everybody, they go along the string that
    begins nearest to the middle of their front.
    """
    for far in range(run.distance, run.distance + 2 * MOUNTED + 1):
        shift = along(run.way, far)
        if within(moved(men, shift), target, CONTACT).any():
            return shift
    start, end = run.middle(at)
    return along((end[0] - start[0], end[1] - start[1]), run.distance)


def along(way: Point, distance: int) -> Point:
    """A displacement along a direction, no longer than a distance, with each coordinate cut to a whole sixteenth.

    >>> along((3, 4), 100), along((-1, 0), 7), along((0, 0), 7)
    ((60, 80), (-7, 0), (0, 0))
    """
    length = way[0] ** 2 + way[1] ** 2
    if not length:
        return 0, 0
    x, y = (isqrt((distance * part) ** 2 // length) * (1 if part > 0 else -1) for part in way)
    return x, y


def in_the_fight(attackers: Figures, target: Shape) -> tuple[int, int]:
    """The number of each side in contact or within six inches of an attacker in contact.  [KS-CHARGE-04]"""
    touching = within(attackers, target, CONTACT)
    if not touching.any():
        return 0, 0
    first = Figures(attackers.men[touching], attackers.radius)
    in_it = touching | within(attackers, first, IN_THE_FIGHT)
    met = int(within(target, first, IN_THE_FIGHT).sum()) if isinstance(target, Figures) else 0
    return int(in_it.sum()), met


def charging_distance(body: Figures, target: Shape) -> int:
    """Sixteenths from edge to edge between their places at the start of the move; 0 in contact.  [KS-CHARGE-03, KS-DEF-05]"""
    far = apart(body, target)
    return 0 if far <= CONTACT else far


# -- on a field ---------------------------------------------------------------------------------------


def place_in_contact(floor: Floor, identity: str, formation: str, target: str) -> Contact | None:
    """A body brought into contact with a body or gun, in a formation; None if one of them has no place."""
    body, thing = floor.bodies.get(identity), shape(floor, target)
    if body is None or body.at is None or not body.ashore or thing is None:
        return None
    return laid_to_contact(body, formation, thing)


def touched_guns(floor: Floor, side: str, men: Figures) -> tuple[str, ...]:
    """The guns that a side holds and that men touch, by id.  [KS-CHARGE-28]"""
    return tuple(
        name
        for name, gun in sorted(floor.guns.items())
        if gun.owner == side
        and gun.at is not None
        and not gun.destroyed
        and within(men, rectangle(gun.at, gun.facing, GUN), CONTACT).any()
    )
