"""Men at the trail of a gun rejoin their body when it marches, instead of keeping their distance.  [LW-GUN-12, LW-MOVE-03]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.ground.compass import ahead
from rules.ground.geometry import square
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.ground import FINE, barred, stands_in, travelled
from rules.little_wars.floor.men import BETWEEN, Man
from rules.little_wars.floor.nearness import at_post, within, within_of_gun
from rules.little_wars.tables.nearness import CONTACT
from rules.values.measure import Point

Lines = Mapping[int, tuple[Point, ...]]

ABOUT = 8
"""The number of directions in which a place beside a comrade is searched."""


def rejoined(field: Field, men: Sequence[Man], lines: Lines) -> dict[int, tuple[Point, ...]]:
    """The lines of marching men; those from a trail go beside their comrades as far as they can reach."""
    back = dict(lines)
    strays = [man for man in men if id(man) in lines and _at_a_trail(field, man)]
    kept = [man for man in men if id(man) in lines and man not in strays]
    for man in strays if kept else ():
        start = lines[id(man)][0]
        others = [lines[id(one)][-1] for one in kept if one.body == man.body] or [lines[id(one)][-1] for one in kept]
        place = next((one for one in _places(field, man, start, others) if _free(field, man, back, one)), None)
        if place is not None:
            back[id(man)] = (start, place)
    return back


def _at_a_trail(field: Field, man: Man) -> bool:
    """Whether a man is where he was put when a gun of his side fired."""
    return any(
        man.body in gun.trail and gun.owner == man.side and at_post(field, gun, man) for gun in field.guns.values()
    )


def _places(field: Field, man: Man, start: Point, others: Sequence[Point]) -> Iterator[Point]:
    """Places beside comrades that he can reach, the nearest first; else those on the way to the nearest of them."""
    pitch, rate = 2 * field.radius(man) + BETWEEN, field.options.rate(man.arm) * FINE
    beside = [ahead(other, 360 * turn // ABOUT, pitch) for other in others for turn in range(ABOUT)]
    yield from sorted((one for one in beside if travelled((start, one)) <= rate), key=lambda one: square(start, one))
    (ax, ay), (bx, by) = start, min(others, key=lambda one: square(start, one))
    parts = 2 * ABOUT
    onward = ((ax + (bx - ax) * part // parts, ay + (by - ay) * part // parts) for part in range(parts - 1, 0, -1))
    yield from (one for one in onward if travelled((start, one)) <= rate)


def _free(field: Field, man: Man, lines: Lines, place: Point) -> bool:
    """Whether he may go straight to a place and stand there: clear of the Country, of everybody, and of contact."""
    radius = field.radius(man)
    if field.position.has_map:
        here = lines[id(man)][0]
        if stands_in(field.country, place, radius, field.options) or barred(field.country, here, place, field.options):
            return False
    for other in field.all_men():
        at = lines[id(other)][-1] if id(other) in lines else other.at
        if other is man or at is None or not (other.free or other.held):
            continue
        gap = 0 if other.side == man.side else CONTACT
        if within(place, radius, at, field.radius(other), gap):
            return False
    guns = [gun for gun in field.guns.values() if gun.at is not None and not gun.retired]
    return not any(within_of_gun(gun.at or place, gun.facing, field.options, place, radius, 0) for gun in guns)
