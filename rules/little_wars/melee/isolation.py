"""Isolation and support: which friends outside a fight could reach it within a move.  [LW-ISO-01 to LW-ISO-07]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt

from rules.ground.geometry import square
from rules.little_wars.floor.detour import walk
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.ground import FINE, barred
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import apart
from rules.little_wars.tables.nearness import SIX_INCHES
from rules.values.measure import FOOT, Point

PARTS = 64
"""Parts of a sixteenth in which a point of contact is measured."""


def contact_point(one: Point, r: int, other: Point, s: int) -> Point:
    """The middle of the gap between two men who touch, in 64ths of a sixteenth.  [LW-ISO-04]

    >>> contact_point((0, 26), 12, (0, 0), 12)
    (0, 832)
    """
    far = isqrt(square(one, other) * PARTS * PARTS) or 1
    over = far + (r - s) * PARTS
    x, y = (PARTS * a + PARTS * (b - a) * over // (2 * far) for a, b in zip(one, other, strict=True))
    return (x, y)


def reach_of_support(field: Field, man: Man, arms: Iterable[str]) -> int:
    """Sixteenths within which a man supports: his own move, the body's, or a foot.  [LW-ISO-05, LW-EXT-04]

    arms: of the supported body, which has the pace of its slowest.
    """
    rule, options = field.options.iso_reach, field.options
    if rule == "one_foot":
        reach = FOOT
    elif rule == "body":
        reach = max((options.rate(arm) for arm in arms), default=FOOT)
    else:
        reach = options.rate(man.arm)
    return reach * (options.long_move if options.iso_scales else 1)


def supporters(
    field: Field, side: str, fighting: Sequence[Man], points: Sequence[Point], engaged: Sequence[Man]
) -> list[Man]:
    """Armed men of a side outside a fight and within their move of a point of contact.  [LW-ISO-03 to LW-ISO-06]

    points: in 64ths of a sixteenth; engaged: men in any melee at the end of this move, who cannot come.
    """
    taken = {id(man) for man in fighting}
    if not field.options.iso_engaged_support:
        taken |= {id(man) for man in engaged}
    arms = {man.arm for man in fighting if man.side == side}
    return [
        man
        for man in field.fit_men(side)
        if id(man) not in taken and man.at is not None and _could_come(field, man, points, arms)
    ]


def _could_come(field: Field, man: Man, points: Sequence[Point], arms: Iterable[str]) -> bool:
    """Whether a man's nearest part is within reach of a point of contact, by a way that he can walk."""
    at = man.at or (0, 0)
    reach = reach_of_support(field, man, arms) + field.radius(man)
    here = (at[0] * PARTS, at[1] * PARTS)
    near = [point for point in points if square(here, point) <= (reach * PARTS) ** 2]
    if not near or field.options.iso_path == "straight" or not field.position.has_map:
        return bool(near)
    goals = [(round(x / PARTS), round(y / PARTS)) for x, y in near]
    if any(not barred(field.country, at, goal, field.options) for goal in goals):
        return True
    return any(walk(field.country, field.options, at, goal, reach * FINE) is not None for goal in goals)


# -- outside a melee -----------------------------------------------------------------------------------


def body_about(field: Field, named: Sequence[Man]) -> list[Man]:
    """The body of a man: every armed man of his side reached from him by steps of six inches.  [LW-ISO-07]

    Men without a known place are a body with the others of their group.
    """
    found = [man for man in named if man.fit]
    waiting = [man for man in field.fit_men(found[0].side) if man not in found] if found else []
    for man in found:
        near = [one for one in waiting if not apart(field, man, one, SIX_INCHES)]
        found += near
        waiting = [one for one in waiting if one not in near]
    return found


def friends_within_a_move(field: Field, body: Sequence[Man]) -> int:
    """Armed friends outside a body within their own move of any of its men.  [LW-ISO-07]"""
    ids = {id(man) for man in body}
    side = body[0].side
    found = 0
    for man in field.fit_men(side):
        if id(man) in ids or man.at is None:
            continue
        reach = reach_of_support(field, man, {one.arm for one in body})
        found += any(not apart(field, man, other, reach) for other in body)
    return found
