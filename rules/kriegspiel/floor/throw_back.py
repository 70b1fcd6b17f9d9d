"""Men driven back over a country: how far the ground lets them go, and the losses at an edge or in water.

[KS-CHARGE-13, KS-CHARGE-16, KS-CHARGE-23, KS-CHARGE-30]
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.ground.compass import ahead, bearing
from rules.kriegspiel.country.ground import Bar
from rules.kriegspiel.country.routes import farthest
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.contact import along, moved, strings
from rules.kriegspiel.floor.distances import Shape, apart, extent, shape
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.obstacles import first_obstacle, trenches_on
from rules.kriegspiel.floor.surroundings import bodies_about
from rules.kriegspiel.tables.charges import EITHER_WAY
from rules.kriegspiel.tables.figures import CONTACT
from rules.values.measure import Point, displaced, leg

AFAR = 1 << 17
"""A length in sixteenths, so great that rounding does not turn the line."""


def direction_away(field: Field, identity: str, enemies: Sequence[str]) -> Point | None:
    """The direction straight away from the nearest man of some enemies; None if none has a place.

    From an enemy in contact, it is the enemy's facing: the line of its charge.  [KS-CHARGE-30]
    """
    mine = shape(field, identity)
    placed = [(one, stand) for one in enemies if (stand := shape(field, one)) is not None]
    if mine is None or not placed:
        return None
    far, enemy = min((apart(mine, stand), one) for one, stand in placed)
    stand = dict(placed)[enemy]
    if far <= CONTACT and enemy in field.bodies:
        return ahead((0, 0), field.bodies[enemy].facing, AFAR)
    return strings(stand, mine).way if isinstance(stand, Figures) else None


def place_driven_to(field: Field, at: Point, away: Point, distance: int, *, on_foot: bool, in_flight: bool) -> Point:
    """The place of a body that is driven back: on the open bearing nearest to straight away.

    If all are barred it goes straight away: in flight over the edge or into water, else as far as the ground permits.
    """
    heading = bearing((0, 0), away)
    if heading is None:
        return at
    for off in range(EITHER_WAY + 1):
        for turned in (heading + off, heading - off):
            end = ahead(at, turned, distance)
            if first_obstacle(field, (at, end), on_foot=on_foot) is None:
                return end
    end = ahead(at, heading, distance)
    return _end_before_bar(field, at, end, on_foot=on_foot, at_solids_only=in_flight)


def _end_before_bar(field: Field, start: Point, end: Point, *, on_foot: bool, at_solids_only: bool) -> Point:
    """The end of a straight way, or the last point a sixteenth short of what bars it."""
    path = (start, end)
    if at_solids_only:
        solids = [*field.ground.houses_on(path), *field.ground.walls_on(path)]
        first = min([*solids, *(() if on_foot else trenches_on(field, path))], default=None)
    else:
        found = first_obstacle(field, path, on_foot=on_foot)
        first = found[0] if found else None
    if first is None:
        return end
    clear = int(first.at * leg(start, end)) - 1
    return displaced(start, (2 * start[0] - end[0], 2 * start[1] - end[1]), clear) if clear > 0 else start


def as_far_as_open(
    field: Field, identity: str, start: Point, end: Point, price: tuple[int, int] | None = None
) -> Point:
    """The end of a straight way on which somebody is driven, or where the enemy or the price of a contour ends it.

    price: the parts of a move that a sixteenth costs, and those that are left; None if he is thrown and pays nothing.
    [KS-MOVE-08, KS-CONT-01, KS-CHARGE-13]
    """
    whole = far = leg(start, end)
    if price is not None:
        unit, left = price
        far = min(far, farthest(field.ground, (start, end), (unit, unit), left, contours=field.options.use_contours))
    far = _as_far_as_no_enemy(field, identity, (end[0] - start[0], end[1] - start[1]), far)
    return end if far >= whole else displaced(start, (2 * start[0] - end[0], 2 * start[1] - end[1]), far)


def _as_far_as_no_enemy(field: Field, identity: str, way: Point, far: int) -> int:
    """Sixteenths that all men of a body, or a gun, go in a direction before one comes within 3/16 in. of an enemy.

    An enemy in contact at the start, left there by a charge, does not bar the way away from it.
    """
    stand, side = shape(field, identity), field.side_of(identity)
    if stand is None:
        return far
    round_about = extent(stand, far + CONTACT)
    about = [men for body, men in bodies_about(field, field.other(side), round_about) if survey.on_the_floor(body)]
    enemies = [men for men in about if apart(men, stand) > CONTACT]
    gone = 0
    while enemies and gone < far:
        here = _shifted(stand, along(way, gone))
        free = min(apart(men, here) for men in enemies) - CONTACT - 1
        if free <= 0:
            return gone
        gone += free
    return far


def _shifted(stand: Shape, shift: Point) -> Shape:
    """Men or an outline displaced."""
    if isinstance(stand, Figures):
        return moved(stand, shift)
    return tuple((x + shift[0], y + shift[1]) for x, y in stand)


def edge_or_water_crossed(field: Field, start: Point, end: Point, *, on_foot: bool) -> Bar | None:
    """The edge, or unfordable water, that a way crosses before anything solid stops it.  [KS-CHARGE-23]"""
    found = first_obstacle(field, (start, end), on_foot=on_foot)
    if found is None or found[0].kind not in ("edge", "water", "bridge"):
        return None
    return None if _fordable(field, found[0]) else found[0]


def _fordable(field: Field, bar: Bar) -> bool:
    water = field.ground.country.water.get(bar.id)
    return water is not None and water.fordable


def thrown(field: Field, stand: Figures, at: Point, end: Point, *, on_foot: bool) -> tuple[Point, int]:
    """The place of a body that is thrown back to a point, and how many of its men are lost on the way.  [KS-CHARGE-16]"""
    way = (end[0] - at[0], end[1] - at[1])
    lost = sum(
        edge_or_water_crossed(field, (x, y), (x + way[0], y + way[1]), on_foot=on_foot) is not None
        for x, y in stand.men.tolist()
    )
    return _end_before_bar(field, at, end, on_foot=on_foot, at_solids_only=True), lost
