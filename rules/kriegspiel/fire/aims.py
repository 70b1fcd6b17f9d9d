"""Aims that are forbidden: the country blocks a gun's trail, or a rifle shot does not pass over its five.  [KS-GUN-05, KS-RIFLE-03]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.ground.compass import ahead, bearing
from rules.ground.geometry import Line, legs, stretches_inside, to_leg, where
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import figures, rectangle
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.orders import Aim, FireGun, FireRifles, Five
from rules.kriegspiel.tables.figures import GUN
from rules.kriegspiel.tables.fire import MIDDLE, OFF_THE_MIDDLE
from rules.values.measure import Point, inches
from rules.values.sentence import say

AFAR = 1 << 17
"""A length in sixteenths, so great that rounding does not turn the line."""

SWEPT = GUN[0]
"""The greatest distance of a gun's trail from the middle of its axle: less than the length of the gun.  [KS-DEF-15]"""

Solid = tuple[str, Line, bool]
"""A wall or a house: its id, its line or outline, and whether that is closed."""


# -- guns -----------------------------------------------------------------------------------------


def may_swing(field: Field, gun: Gun, order: FireGun) -> None:
    """E-SWING if a wall or a house stops the trail, whichever way the gun is swung about the middle of its axle.  [KS-GUN-05]"""
    aim = _bearing_of(gun.at, order.aim)
    if gun.at is None or aim is None or aim == gun.facing:
        return
    solids = _solids_about(field, gun.at)
    if not solids:
        return
    right = range(1, (aim - gun.facing) % 360 + 1)
    left = range(-1, -((gun.facing - aim) % 360) - 1, -1)
    stops = [_stop(gun, gun.at, turns, solids) for turns in (right, left)]
    if stops[0] and stops[1]:
        called = known_as(gun)
        raise Illegal(
            "E-SWING",
            say("{stops} stops the trail of {called} on its way to {aim}°.", stops=stops[0], called=called, aim=aim),
            "KS-GUN-05",
        )


def _bearing_of(at: Point | None, aim: Aim | None) -> int | None:
    """The bearing of an aim from a place, or None."""
    if aim is None:
        return None
    if aim.bearing is not None:
        return aim.bearing
    return bearing(at, aim.at) if at is not None and aim.at is not None else None


def _solids_about(field: Field, at: Point) -> list[Solid]:
    """The walls and houses that the trail of a gun could reach from a place."""
    country = field.position.country
    walls = [(name, wall.line, False) for name, wall in country.walls.items()]
    houses = [(name, house.outline, True) for name, house in country.houses.items()]
    return [
        (name, line, closed)
        for name, line, closed in (*walls, *houses)
        if any(to_leg(a, b, at) <= SWEPT for a, b in legs(line, closed=closed)) or (closed and where(line, at) >= 0)
    ]


def _stop(gun: Gun, at: Point, turns: Iterable[int], solids: Sequence[Solid]) -> str:
    """The first thing that the trail would strike while the gun turns degree by degree; empty if there is none."""
    for turn in turns:
        trail = _trail(at, (gun.facing + turn) % 360)
        for name, line, closed in solids:
            struck = any(stretches_inside(a, b, trail) for a, b in legs(line, closed=closed))
            if struck or (closed and where(line, trail[1]) > 0):
                return name
    return ""


def _trail(at: Point, facing: int) -> tuple[Point, ...]:
    """The rear half of a gun, from the middle of its axle to the end of its trail.  [KS-DEF-15]"""
    front_right, rear_right, rear_left, front_left = rectangle(at, facing, GUN)
    right, left = (_midway(*side) for side in ((front_right, rear_right), (front_left, rear_left)))
    return (right, rear_right, rear_left, left)


def _midway(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) // 2, (a[1] + b[1]) // 2)


# -- rifles -----------------------------------------------------------------------------------------


def passes_middle_man(field: Field, body: Body, order: FireRifles) -> None:
    """E-MIDDLE if a shot does not pass within an inch of the middle man of its five, from behind.  [KS-RIFLE-03]

    A five with a bearing and a point is aimed along the line through the point; with only one of them, over its middle man.
    If the places of the men do not decide it, it is left to be seen on the floor.
    """
    for five in order.fives:
        middle = _middle_man(body, five)
        aim, facing = five.aim, ahead((0, 0), body.facing, AFAR)
        degrees = _bearing_of(middle, aim)
        if degrees is None:
            continue
        x, y = ahead((0, 0), degrees, AFAR)
        off = 0
        if middle is not None and aim.bearing is not None and aim.at is not None:
            off = abs(x * (middle[1] - aim.at[1]) - y * (middle[0] - aim.at[0]))
        if off > OFF_THE_MIDDLE * AFAR or x * facing[0] + y * facing[1] <= 0:
            man = five.men[MIDDLE] if len(five.men) > MIDDLE else say("the middle man")
            said = say(
                "The shot must pass within 1 in. of {man}, from behind; it passes {inches} off at {degrees}°.",
                man=man,
                inches=inches(off // AFAR),
                degrees=degrees,
            )
            raise Illegal("E-MIDDLE", said, "KS-RIFLE-03")


def _middle_man(body: Body, five: Five) -> Point | None:
    """The place of the middle man of a five, by the number at the end of his name; None if it is not known."""
    laid_out = figures(body)
    if laid_out is None or len(five.men) <= MIDDLE:
        return None
    digits = "".join(one for one in five.men[MIDDLE].rpartition("-")[2] if one.isdigit())
    number = int(digits) if digits and len(digits) < 7 else 0
    if not 1 <= number <= len(laid_out.men):
        return None
    x, y = laid_out.men[number - 1].tolist()
    return (x, y)
