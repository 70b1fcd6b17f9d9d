"""How near two things are, between their nearest parts; compared in squares, so that nothing is rounded.  [LW-GEN-01, LW-GEN-02]"""

from __future__ import annotations

from collections.abc import Iterable

from rules.ground.compass import ahead
from rules.ground.geometry import square, square_to_leg
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import Man
from rules.little_wars.force.position import Gun
from rules.little_wars.options import Options
from rules.little_wars.tables.gunnery import TOLERANCE
from rules.little_wars.tables.nearness import SIX_INCHES
from rules.values.measure import Point

ROUNDED = 1
"""Sixteenths by which a part of a gun may lie further from its axle than it is long: its place is rounded."""


def within(one: Point, r: int, other: Point, s: int, gap: int) -> bool:
    """Whether the gap between two discs is at most so many sixteenths.

    >>> within((0, 0), 6, (108, 0), 6, 96), within((0, 0), 6, (109, 0), 6, 96)
    (True, False)
    """
    return square(one, other) <= (r + s + gap) ** 2


def apart(field: Field, one: Man, other: Man, gap: int) -> bool:
    """Whether two men are known to be further apart than a gap, or their places are unknown."""
    if one.at is None or other.at is None:
        return True
    return not within(one.at, field.radius(one), other.at, field.radius(other), gap)


def near_any(field: Field, man: Man, others: Iterable[Man], gap: int) -> bool:
    """Whether a man is within a gap of any of some others."""
    return any(not apart(field, man, other, gap) for other in others)


# -- guns ---------------------------------------------------------------------------------------------


def parts(at: Point, facing: int, options: Options) -> tuple[Point, Point, Point, Point]:
    """Muzzle, trail end and the two wheels of a gun whose axle is at a point.  [LW-GEN-02, LW-GUN-12]

    >>> from rules.little_wars.options import Options
    >>> parts((0, 0), 0, Options())
    ((0, 48), (0, -64), (-16, 0), (16, 0))
    """
    trail, muzzle, track = options.gun_size
    return (
        ahead(at, facing, muzzle),
        ahead(at, facing + 180, trail),
        ahead(at, facing + 270, track),
        ahead(at, facing + 90, track),
    )


def posts(at: Point, facing: int, options: Options) -> tuple[Point, Point]:
    """The places of two men at the trail of a gun that has fired: one on each side, behind the wheels.  [LW-GUN-12]

    >>> from rules.little_wars.options import Options
    >>> posts((0, 0), 0, Options())
    ((-16, -64), (16, -64))
    """
    trail = ahead(at, facing + 180, options.gun_size[0])
    track = options.gun_size[2]
    return ahead(trail, facing + 270, track), ahead(trail, facing + 90, track)


def at_post(field: Field, gun: Gun, man: Man) -> bool:
    """Whether a man's middle is within half an inch of a post at the trail of a gun."""
    if man.at is None or gun.at is None:
        return False
    return any(square(man.at, post) <= TOLERANCE**2 for post in posts(gun.at, gun.facing, field.options))


def within_of_gun(gun_at: Point, facing: int, options: Options, at: Point, radius: int, gap: int) -> bool:
    """Whether a disc is within a gap of any part of a gun: its barrel and trail, or a wheel."""
    if not within(gun_at, max(options.gun_size), at, abs(gap + radius), ROUNDED):
        return False
    muzzle, trail, left, right = parts(gun_at, facing, options)
    reach = (gap + radius) ** 2
    return min(square_to_leg(muzzle, trail, at), square_to_leg(left, right, at)) <= reach


def is_near_gun(field: Field, man: Man, gun: Gun, gap: int = SIX_INCHES) -> bool:
    """Whether a man is near a gun: by places, if both are known."""
    if man.at is None or gun.at is None:
        return False
    return within_of_gun(gun.at, gun.facing, field.options, man.at, field.radius(man), gap)


def near_gun(field: Field, gun: Gun, side: str) -> list[Man]:
    """Free men of a side within six inches of a gun: by places, and its crew without a known place.  [LW-GUN-03]"""
    found: list[Man] = []
    for man in field.all_men(side):
        if man.free and is_near_gun(field, man, gun):
            found.append(man)
    for identity, number in gun.crew.items():
        body = field.bodies.get(identity)
        if body is None or body.side != side:
            continue
        crew = [man for man in field.free(identity) if (man.at is None or gun.at is None) and not _has_left(man, gun)]
        found += crew[: number or len(crew)]
    return found


def _has_left(man: Man, gun: Gun) -> bool:
    """Whether a man without a known place has gone away with another gun."""
    return bool(man.with_gun) and man.with_gun != gun.id


def armed_near_gun(field: Field, gun: Gun, side: str) -> list[Man]:
    """Armed men of a side within six inches of a gun, standing or lying, without prisoners and the disarmed.  [LW-GUN-03]"""
    return [man for man in near_gun(field, gun, side) if man.armed]
