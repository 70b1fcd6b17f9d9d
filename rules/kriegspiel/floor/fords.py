"""Fords on the map: how far a body is from the bank, and its place on the other side.  [KS-INF-01, KS-CAV-01]"""

from __future__ import annotations

from typing import NamedTuple

from rules.ground.batch_geometry import points
from rules.ground.compass import bearing
from rules.ground.geometry import Line, legs, point_at, square_to_leg, stretches_inside
from rules.kriegspiel.floor.contact import along
from rules.kriegspiel.floor.distances import Shape, apart
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures, depth
from rules.kriegspiel.floor.tracks import nearest_on
from rules.kriegspiel.force import Body
from rules.kriegspiel.tables.figures import CLEARANCE, MOUNTED
from rules.values.measure import FOOT, Point

WIDEST = 1_000 * FOOT
"""A width in sixteenths greater than that of any water."""


class Crossing(NamedTuple):
    """A ford from the nearer bank: the distance to the bank, and the line over the water from there."""

    away: int
    line: Line


def crossing_at(field: Field, ford: str, stand: Shape) -> Crossing | None:
    """A marked ford from its nearer bank, or water that may be waded anywhere; if none is named, the nearest of all.

    None if there is no such ford.  [KS-INF-01]
    """
    country = field.ground.country
    named = {ford} if ford else country.fords.keys() | country.water.keys()
    found = [_marked(stand, tuple(country.fords[one].line)) for one in sorted(named & country.fords.keys())]
    for name in sorted(named & country.water.keys()):
        if country.water[name].fordable and (wade := _waded(field, stand, country.water[name].outline)) is not None:
            found.append(wade)
    return min(found, default=None, key=lambda one: one.away)


def _marked(stand: Shape, line: Line) -> Crossing:
    """A marked ford, from the nearer bank."""
    there, back = Crossing(_from(stand, line[0]), line), Crossing(_from(stand, line[-1]), tuple(reversed(line)))
    return there if there.away <= back.away else back


def _from(stand: Shape, bank: Point) -> int:
    return apart(Figures(points([bank]), 0), stand)


def _waded(field: Field, stand: Shape, outline: Line) -> Crossing | None:
    """The way through water that may be waded: from the nearest place on its bank, straight over.

    None if the water has no other bank there, as it goes over the edge of the country.
    """
    men = stand.men.tolist() if isinstance(stand, Figures) else stand
    places = [
        (square_to_leg(a, b, (x, y)), (a, b), (x, y)) for x, y in men for a, b in legs(outline, closed=True) if a != b
    ]
    first, (a, b), _ = min(places)
    # The middle of a front along the bank crosses from its own place.
    (west, south), *_, (east, north) = sorted(man for far, at, man in places if (far, at) == (first, (a, b))) * 2
    bank, over = nearest_on((a, b), ((west + east) // 2, (south + north) // 2)), (a[1] - b[1], b[0] - a[0])
    for way in (over, (-over[0], -over[1])):
        across = along(way, WIDEST)
        end = (bank[0] + across[0], bank[1] + across[1])
        wet = next((one for one in stretches_inside(bank, end, outline) if one[0] * WIDEST <= CLEARANCE), None)
        if wet is not None:
            x, y = point_at(bank, end, wet[1])
            far = round(x), round(y)
            return Crossing(apart(stand, (a, b)), (bank, far)) if _within(field, far) else None
    return None


def _within(field: Field, at: Point) -> bool:
    """Whether a place is inside the country and not on its edge."""
    size = field.ground.country.size
    return size is None or all(0 < here < far for here, far in zip(at, size, strict=True))


def beyond(body: Body, line: Line) -> tuple[Point, int]:
    """The place of a body's front beyond a ford, with its last rank clear of the bank, and its facing."""
    return _beyond(line, depth(body.formation, body.men), body.facing)


def general_beyond(line: Line) -> Point:
    """The place of a General beyond a ford."""
    return _beyond(line, MOUNTED, 0)[0]


def _beyond(line: Line, deep: int, facing: int) -> tuple[Point, int]:
    start, end = line[-2], line[-1]
    way = (end[0] - start[0], end[1] - start[1])
    ahead = along(way, deep + CLEARANCE + 1)
    heading = bearing(start, end)
    return (end[0] + ahead[0], end[1] + ahead[1]), facing if heading is None else heading
