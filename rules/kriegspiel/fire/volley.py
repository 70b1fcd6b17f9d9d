"""Rifle shots thrown by the engine: the first enemy man on the line of a shot is hit.  [KS-RIFLE-02, KS-RIFLE-05, KS-GUN-13]"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from rules.ground.compass import ahead
from rules.ground.geometry import marks_on, square
from rules.kriegspiel.country.ground import Ground
from rules.kriegspiel.fire.circle import screens
from rules.kriegspiel.fire.scatter import ONE, deviation
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.survey import apart, on_the_floor
from rules.kriegspiel.force import Body
from rules.kriegspiel.orders import FireRifles, Five
from rules.kriegspiel.orders.facts import ShotMeasured
from rules.kriegspiel.tables.figures import ON_FOOT, TALL
from rules.kriegspiel.tables.fire import A_SHOT, MIDDLE, OWN_TRENCH, RIFLE_SCATTER
from rules.values.measure import FOOT, INCH, Point

HALF_HEIGHT = TALL // 2

BEHIND_HIS_TRENCH = OWN_TRENCH + ON_FOOT
"""The greatest distance behind a trench at which a man can fire over it.  [KS-RIFLE-05]"""

TRUNK = INCH // 4
"""Half the width of a trunk."""

BEARING_FAR = 27 * FOOT
"""The assumed distance of an aim that is only a bearing: Wells's nine yards."""

FINE = 1 << 20


class Line(NamedTuple):
    """The line of a shot: its start, its aim, and the miss at the aim in ten-thousandths of a sixteenth."""

    start: Point
    aim: Point
    across: int
    height: int

    def meets(self, man: Point, half_breadth: int) -> Fraction | None:
        """How far along the line it meets a man, as a fraction of the way to the aim; None if it misses him."""
        dx, dy = self.aim[0] - self.start[0], self.aim[1] - self.start[1]
        px, py = man[0] - self.start[0], man[1] - self.start[1]
        length = dx * dx + dy * dy
        along = Fraction(dx * px + dy * py, length)
        if along <= 0 or abs(self.height * along) > HALF_HEIGHT * ONE:
            return None
        root = Fraction(isqrt(length * FINE * FINE), FINE)
        right = Fraction(dy * px - dx * py) / root
        return along if abs(right - self.across * along / ONE) <= half_breadth else None


def may_be_thrown(field: Field, order: FireRifles) -> bool:
    """Whether the engine throws the shots of an order: by the campaign's mode, from a known place, each with an aim."""
    body = field.bodies.get(order.body)
    return (
        field.options.fire_mode == "simulated"
        and body is not None
        and body.at is not None
        and bool(order.fives)
        and all(five.aim.at is not None or five.aim.bearing is not None for five in order.fives)
    )


def throw(field: Field, order: FireRifles) -> tuple[ShotMeasured, ...]:
    """The man that each shot of a body knocks down, by body; one at most.  [KS-RIFLE-02]"""
    body = field.bodies[order.body]
    stand = men_of(field, body)
    if stand is None:
        return ()
    rows = stand.men.tolist()
    shots = []
    for number, five in enumerate(order.fives):
        east, north = rows[min(A_SHOT * number + MIDDLE, len(rows) - 1)]
        line = _line(field, body, five, number, (east, north))
        struck = _first(field, line) if line.start != line.aim else None
        shots.append(ShotMeasured(knocked_down={struck: 1} if struck else {}))
    return tuple(shots)


def _line(field: Field, body: Body, five: Five, number: int, start: Point) -> Line:
    aim = five.aim.at or ahead(start, five.aim.bearing or 0, BEARING_FAR)
    far = apart(start, aim)
    across, height = (
        deviation(field.chance, f"rifle/{body.id}/{number}/{axis}", far, RIFLE_SCATTER) for axis in ("across", "height")
    )
    return Line(start, aim, across, height)


def _first(field: Field, line: Line) -> str:
    """The body of the first enemy man on a line, if nothing stops the shot before him; else empty."""
    met = min(_met(field, line), default=None)
    if met is None:
        return ""
    _, name, _, man = met
    return "" if _stopped(field, line.start, man) else name


def _met(field: Field, line: Line) -> Iterator[tuple[Fraction, str, int, Point]]:
    """The enemy men on a line, each with how far along it he is; friends count as lying down.  [KS-GUN-06]"""
    for body in field.bodies_of(field.enemy):
        stand = men_of(field, body) if on_the_floor(body) else None
        if stand is None:
            continue
        for number, (x, y) in enumerate(stand.men.tolist()):
            along = line.meets((x, y), stand.radius * 3 // 4)
            if along is not None:
                yield along, body.id, number, (x, y)


# -- what stops a shot ----------------------------------------------------------------------------


def _stopped(field: Field, start: Point, man: Point) -> bool:
    """Whether a house, a wall, a trunk, a work, or higher ground stands between.  [KS-RIFLE-05, KS-GAME-08]"""
    ground = field.ground
    path = (start, man)
    return bool(
        ground.houses_on(path)
        or ground.walls_on(path)
        or _trench_between(field, start, man)
        or _trunk_between(ground, start, man)
        or _hill_between(field, ground, start, man)
    )


def _trench_between(field: Field, start: Point, man: Point) -> bool:
    """Whether a shot crosses a trench other than the firing men's own, which is close before them."""
    for trench in screens(field):
        for a, b in pairwise(trench):
            for mark in marks_on(start, man, a, b):
                if mark * mark * square(start, man) > BEHIND_HIS_TRENCH**2:
                    return True
    return False


def _trunk_between(ground: Ground, start: Point, man: Point) -> bool:
    line = Line(start, man, 0, 0)
    for wood in ground.country.woods.values():
        for trunk in wood.trunks:
            along = line.meets(trunk, TRUNK)
            if along is not None and along < 1:
                return True
    return False


def _hill_between(field: Field, ground: Ground, start: Point, man: Point) -> bool:
    """Whether ground on the way is higher than the straight line from head to head."""
    if not field.options.use_contours:
        return False
    interval = field.options.contour_interval_in * INCH
    low, high = (ground.level(point, interval) + TALL for point in (start, man))
    return any(
        ground.country.contours[climb.contour].height > low + (high - low) * climb.at
        for climb in ground.climbs((start, man))
    )
