"""How far men, guns, boxes and waggons may go in a move: ordinary moves, long ones, roads.  [LW-EXT-03, LW-EXT-04, LW-EXT-16, LW-EXT-18]"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.errors import Illegal
from rules.ground.geometry import Line, legs, point_at, square
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.ground import FINE, travelled
from rules.values.measure import FOOT, Point, feet
from rules.values.sentence import say

STEPS = 64
"""Parts of a leg in which the halt of a long move is searched."""


def reach_of(field: Field, rate: int, at: Point | None, enemy: int | None, path: Line) -> int:
    """Sixteenths that a thing with the ordinary move ``rate`` may go, from a place along a path.  [LW-EXT-03]

    enemy: the measured distance of the nearest enemy.  Ordinary if an enemy is within the limit at the start of the move;
    else a long move, which stops where it first comes within the limit, unless an ordinary move goes further.
    """
    times, limit = field.options.long_move, field.options.long_limit * FOOT
    if times == 1 or (field.options.long_scope == "game" and _met(field, limit)):
        return rate
    if enemy is not None:
        return rate if enemy <= limit else max(rate, min(times * rate, enemy - limit))
    enemies = places_of_enemies(field)
    if at is None or not enemies:
        return times * rate
    if nearest(at, enemies) <= limit * limit:
        return rate
    return max(rate, min(times * rate, _until_within(path, enemies, limit)))


def too_near(field: Field, rate: int, reach: int) -> bool:
    """Whether only an enemy nearby keeps a long move from going on.  [LW-EXT-03]"""
    return rate < reach < rate * field.options.long_move or (field.options.long_move > 1 and reach == rate)


def must_stop(field: Field) -> Illegal:
    """The refusal of a long move through the limit.  E-EXT-04.  [LW-EXT-03]"""
    limit = feet(field.options.long_limit * FOOT)
    return Illegal("E-EXT-04", say("It must stop {limit} from the enemy.", limit=limit), "LW-EXT-03")


def places_of_enemies(field: Field, side: str = "") -> list[Point]:
    """The known places of the men, guns and boxes of a side's enemy."""
    enemy = field.other(side or field.side)
    men = [man.at for man in field.free_men(enemy) if man.at is not None]
    guns = [gun.at for gun in field.guns.values() if gun.owner == enemy and not gun.retired and gun.at is not None]
    boxes = [box.at for box in field.boxes.values() if box.side == enemy and not box.opened and box.at is not None]
    return men + guns + boxes


def _met(field: Field, limit: int) -> bool:
    """Whether the sides are within the limit of each other: then, by option, all go at ordinary moves."""
    others = places_of_enemies(field)
    return (
        any(nearest(one, others) <= limit * limit for one in places_of_enemies(field, field.enemy)) if others else False
    )


def nearest(at: Point, others: Sequence[Point]) -> int:
    """The square of the distance of the nearest of some places."""
    return min((square(at, other) for other in others), default=(1 << 62))


def _until_within(path: Line, enemies: Sequence[Point], limit: int) -> int:
    """Sixteenths along a path until it first comes within the limit of an enemy; all of it if it never does."""
    gone = 0
    for a, b in legs(path):
        length = travelled((a, b))
        for part in (Fraction(step, STEPS) for step in range(1, STEPS + 1)):
            x, y = point_at(a, b, part)
            if any((x - ex) ** 2 + (y - ey) ** 2 < limit * limit for ex, ey in enemies):
                return (gone + _halt(a, b, part, enemies, limit)) // FINE
        gone += length
    return 1 << 30


def _halt(a: Point, b: Point, part: Fraction, enemies: Sequence[Point], limit: int) -> int:
    """The place on a leg, in fine parts, where the limit is reached, within the step before a given part."""
    length = travelled((a, b))
    low, high = (part - Fraction(1, STEPS)) * length, part * length
    while high - low > 1:
        middle = (low + high) / 2
        x, y = point_at(a, b, middle / length)
        if any((x - ex) ** 2 + (y - ey) ** 2 < limit * limit for ex, ey in enemies):
            high = middle
        else:
            low = middle
    return int(low) + 1


def by_road(distance: int, road: int) -> int:
    """The cost of a way partly by road, in sixteenths of allowance: three by road cost two.  [LW-EXT-18]

    >>> by_road(288, 288), by_road(240, 144)
    (192, 192)
    """
    road = min(road, distance)
    return distance - road + -(-2 * road // 3)
