"""Shots thrown by the engine: muzzle, elevation, the ground and what stands in the way, and scatter.  [KS-AIM-03, KS-GUN-13]

A shell flies the parabola of its elevation from muzzle to landing; a rifle shot flies straight.  Both are stopped by
anything that is higher than they are where they pass it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from rules.errors import Invalid
from rules.ground.compass import ahead
from rules.ground.geometry import marks_on
from rules.kriegspiel.fire.circle import screens
from rules.kriegspiel.fire.scatter import deviation, off_the_line, whole
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.survey import apart
from rules.kriegspiel.force import Gun
from rules.kriegspiel.orders import FireGun
from rules.kriegspiel.tables.figures import TALL, TRENCH
from rules.kriegspiel.tables.fire import SCATTERS
from rules.values.measure import FOOT, INCH, Point
from rules.values.sentence import say

FAR = 10**9
"""A length great enough for its parts to be as fine as any sine needs."""


def may_be_thrown(field: Field, order: FireGun) -> bool:
    """Whether the engine throws the shells of an order: by the campaign's mode, if the gun has a place and an aim."""
    gun = field.guns.get(order.gun)
    aimed = order.aim is not None and (order.aim.at is not None or order.aim.bearing is not None)
    return field.options.fire_mode == "simulated" and gun is not None and gun.at is not None and aimed


def throw(field: Field, order: FireGun, number: int) -> Point:
    """Where one shell of a gun lands.  number: its index among the gun's shots of this move, from 0.  [KS-GUN-13]"""
    gun = field.guns[order.gun]
    if gun.at is None or order.aim is None:
        raise Invalid(
            say("The place and the aim of {gun} are wanted before its shells are thrown.", gun=field.called(order.gun))
        )
    reach = _reach(field, order)
    aim = order.aim.at or ahead(gun.at, order.aim.bearing or 0, _range_of(order.aim.elevation or 0, reach))
    far = apart(gun.at, aim)
    law = SCATTERS[field.options.shell_scatter]
    along, across = (
        whole(deviation(field.chance, f"shell/{gun.id}/{number}/{axis}", far, law)) for axis in ("along", "across")
    )
    land = off_the_line(gun.at, aim, along, across)
    elevation = order.aim.elevation if order.aim.elevation else _elevation_for(apart(gun.at, land), reach)
    return _stopped(field, gun, land, elevation) or land


def aimed_range(field: Field, order: FireGun) -> int:
    """How far the elevation of an order carries its shell, in sixteenths; as far as it can, if none is laid.  [KS-SHELL-01]"""
    reach = _reach(field, order)
    return _range_of(order.aim.elevation, reach) if order.aim is not None and order.aim.elevation else reach


def _reach(field: Field, order: FireGun) -> int:
    """The greatest range of the shell, in sixteenths.  [KS-SHELL-01]"""
    types = field.options.shell_types
    return types.get(order.shell, max(types.values(), default=0)) * FOOT


def _range_of(elevation: int, reach: int) -> int:
    """The range of a shell at an elevation: the full reach at 45°, else in proportion to the sine of twice the angle.

    >>> _range_of(45, 3456), _range_of(15, 3456), _range_of(0, 3456)
    (3456, 1728, 0)
    """
    return max(0, ahead((0, 0), 2 * elevation, reach)[0])


def _elevation_for(far: int, reach: int) -> int:
    """The least whole degree at which a shell carries so far; 45° if it cannot carry so far."""
    return next((degrees for degrees in range(1, 45) if _range_of(degrees, reach) >= far), 45)


def _stopped(field: Field, gun: Gun, land: Point, elevation: int) -> Point | None:
    """Where something higher than the shell's path stops it; None if nothing does."""
    if gun.at is None or land == gun.at:
        return None
    far = apart(gun.at, land)
    sine, cosine = ahead((0, 0), elevation, FAR)
    interval = field.options.contour_interval_in * INCH
    ground = field.ground
    muzzle = ground.level(gun.at, interval) + TALL if field.options.use_contours else TALL
    for part, top in sorted(_in_the_way(field, gun.at, land)):
        height = muzzle + far * part * (1 - part) * Fraction(sine, cosine)
        if part and height <= top:
            return _short_of(gun.at, land, part)
    return None


def _in_the_way(field: Field, start: Point, land: Point) -> Iterator[tuple[Fraction, int]]:
    """What rises on a line: the part of the line and the height of its top."""
    ground = field.ground
    contours = field.options.use_contours
    interval = field.options.contour_interval_in * INCH

    def foot(part: Fraction) -> int:
        return ground.level(_short_of(start, land, part), interval) if contours else 0

    path = (start, land)
    for bar in ground.houses_on(path):
        yield bar.at, foot(bar.at) + ground.country.houses[bar.id].height
    for bar in ground.walls_on(path):
        yield bar.at, foot(bar.at) + ground.country.walls[bar.id].height
    for line in screens(field):
        for a, b in pairwise(line):
            for mark in marks_on(start, land, a, b):
                yield mark, foot(mark) + TRENCH
    if contours:
        for climb in ground.climbs(path):
            if climb.up:
                yield climb.at, ground.country.contours[climb.contour].height


def _short_of(start: Point, end: Point, part: Fraction) -> Point:
    """The whole point at a part of a line, rounded towards its start."""
    x, y = (int((b - a) * part) for a, b in zip(start, end, strict=True))
    return start[0] + x, start[1] + y
