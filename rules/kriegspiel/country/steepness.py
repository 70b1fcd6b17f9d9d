"""Ground too steep for wheels: four contours in a foot of plan, or two within an inch.  [KS-CONT-03]

It is found as an official would find it, with a twelve-inch stick held up and down the slope: at every contour that
the path crosses and at every whole inch of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

import numpy as np

from rules.ground.batch_geometry import box_round
from rules.ground.geometry import NOUGHT, Line, ceil_root, square, turn
from rules.kriegspiel.country.ground import Ground
from rules.kriegspiel.tables.paces import STEEP
from rules.values.measure import INCH, Point

LOOKED_AT = 32
"""The number of places of a leg that are checked together."""

Exact = tuple[Fraction, Fraction]
Leg = tuple[Point, Point]


class Slope(NamedTuple):
    """A leg of a contour: its ends, its higher side (1 left, -1 right), and its contour."""

    leg: Leg
    upper: int
    contour: int


def steep_on(ground: Ground, path: Line) -> list[Fraction]:
    """The checked places on a path where the ground is too steep for wheels."""
    found: list[Fraction] = []
    for i, (a, b) in enumerate(pairwise(path)):
        slopes = _slopes_about(ground, a, b) if ground.contours and a != b else []
        places = _places(a, b, [one.leg for one in slopes]) if slopes else []
        for first in range(0, len(places), LOOKED_AT):
            found += [i + place for place in _steep_of(ground, a, b, places[first : first + LOOKED_AT])]
    return found


def _steep_of(ground: Ground, a: Point, b: Point, places: Sequence[Fraction]) -> list[Fraction]:
    """Which places of a leg are steep, using only the contours near them."""
    points = [_at(a, b, place) for place in places]
    ends = [(floor(x), floor(y)) for x, y in (points[0], points[-1])]
    slopes = _slopes_about(ground, *ends)
    hard = _crowded(points, slopes) if slopes else [False] * len(points)
    rows = zip(places, points, hard, strict=True)
    return [place for place, point, look in rows if look and _is_steep(point, slopes)]


def _slopes_about(ground: Ground, a: Point, b: Point) -> list[Slope]:
    """The legs of contours that a stick on a leg may reach, if they are of more than one contour."""
    legs = ground.contour_legs
    near = legs.in_box(box_round((a, b), STEEP[0].within + 1))
    owners = [int(legs.owner[row]) for row in near]
    if len(set(owners)) < 2:
        return []
    rows = zip(near, owners, strict=True)
    return [Slope(legs.leg(row), ground.contours[owner][1].upper, owner) for row, owner in rows]


def _crowded(points: Sequence[Exact], slopes: Sequence[Slope]) -> list[bool]:
    """Whether enough contours lie near each point to bar it.  A rough check, too generous by a sixteenth."""
    at = np.array([(float(x), float(y)) for x, y in points])[:, None, :]
    starts = np.array([one.leg[0] for one in slopes], dtype=float)
    ways = np.array([one.leg[1] for one in slopes], dtype=float) - starts
    along = np.clip(((at - starts) * ways).sum(axis=2) / (ways * ways).sum(axis=1), 0, 1)
    far = np.hypot(*np.moveaxis(at - starts - along[:, :, None] * ways, 2, 0))
    contours = np.array([one.contour for one in slopes])
    return [any(len(np.unique(contours[row <= reach + 1])) >= count for count, reach in STEEP) for row in far]


def _places(a: Point, b: Point, contours: Sequence[Leg]) -> list[Fraction]:
    """The fractions of a leg at which the slope is checked."""
    length = ceil_root(square(a, b))
    places = {Fraction(inch * INCH, length) for inch in range(length // INCH + 1)} | {Fraction(1)}
    for c, d in contours:
        a_side, b_side = turn(c, d, a), turn(c, d, b)
        if a_side != b_side and a_side * b_side <= 0 and turn(a, b, c) * turn(a, b, d) <= 0:
            places.add(Fraction(a_side, a_side - b_side))
    return sorted(places)


def _at(a: Point, b: Point, part: Fraction) -> Exact:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _is_steep(p: Exact, slopes: Sequence[Slope]) -> bool:
    """Whether the stick, held up and down the slope through a point, meets enough contours to bar the ground there."""
    return any(_bars(p, way, slopes) for way in _ways_up(p, [one.leg for one in slopes]))


def _bars(p: Exact, way: Exact, slopes: Sequence[Slope]) -> bool:
    """Whether enough different contours are met in one sense, up or down, along a line through a point."""
    length = way[0] ** 2 + way[1] ** 2
    met = sorted(set(_met(p, way, slopes)))
    for direction in (1, -1):
        line = [(at, contour) for at, up, contour in met if up == direction]
        for count, reach in STEEP:
            for i, (first, _) in enumerate(line):
                within = {
                    contour
                    for last, contour in line[i:]
                    if (max(last, NOUGHT) - min(first, NOUGHT)) ** 2 * length <= reach * reach
                }
                if len(within) >= count:
                    return True
    return False


def _ways_up(p: Exact, contours: Sequence[Leg]) -> set[Exact]:
    """The directions straight up or down the slope at a point: at right angles to the nearest contour, or from its corner."""
    nearest = [(along := _along(leg, p), leg, _off(leg, along, p)) for leg in contours]
    least = min(off for _, _, off in nearest)
    found = set()
    for along, (c, d), off in nearest:
        if off == least:
            corner = along in (0, 1) and off
            x, y = _at(c, d, along)
            found.add((p[0] - x, p[1] - y) if corner else (Fraction(c[1] - d[1]), Fraction(d[0] - c[0])))
    return found


def _along(leg: Leg, p: Exact) -> Fraction:
    """The fraction of a leg nearest to a point."""
    (ax, ay), (bx, by) = leg
    along = ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / square(*leg)
    return min(max(along, Fraction(0)), Fraction(1))


def _off(leg: Leg, along: Fraction, p: Exact) -> Fraction:
    """The square of the distance of a point from a place on a leg."""
    x, y = _at(*leg, along)
    return (p[0] - x) ** 2 + (p[1] - y) ** 2


def _met(p: Exact, way: Exact, slopes: Sequence[Slope]) -> Iterator[tuple[Fraction, int, int]]:
    """Where a line through a point meets contours: fractions of its direction from the point, 1 uphill or -1 down, and which."""
    for ((cx, cy), (dx, dy)), upper, contour in slopes:
        leg = (dx - cx, dy - cy)
        across = leg[0] * way[1] - leg[1] * way[0]
        if not across:
            continue
        off = (p[0] - cx, p[1] - cy)
        on_leg = (off[0] * way[1] - off[1] * way[0]) / across
        if 0 <= on_leg <= 1:
            yield (leg[1] * off[0] - leg[0] * off[1]) / across, upper if across > 0 else -upper, contour
