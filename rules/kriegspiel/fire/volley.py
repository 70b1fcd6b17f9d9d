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
from rules.values.measure import FOOT, INCH, Point, inches
from rules.values.sentence import Unread, say, to_say

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


class Thrown(NamedTuple):
    """A shot that was thrown: whom it knocks down, and how that came, or why it hit nobody."""

    shot: ShotMeasured
    why: Unread


def throw(field: Field, order: FireRifles) -> tuple[Thrown, ...]:
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
        if struck is None:
            shots.append(Thrown(ShotMeasured(), _why_nobody(field, line)))
        else:
            name, man = struck
            shots.append(Thrown(ShotMeasured(knocked_down={name: 1}), _why_he(line, man)))
    return tuple(shots)


def _why_he(line: Line, man: Point) -> Unread:
    """Why a man fell: he was the first on the line, however far from the aim.  [KS-RIFLE-02]"""
    far, aim = inches(apart(line.start, man)), inches(apart(line.start, line.aim))
    return to_say("the first man on its line, {far} off; it was aimed {aim} off", far=far, aim=aim)


def _why_nobody(field: Field, line: Line) -> Unread:
    """Why a shot hit nobody: what stands between its rifle and its aim.  Who may stand behind that is told to nobody."""
    between = _between(field, line.start, line.aim) if line.start != line.aim else ""
    return to_say("{house} stood between", house=between) if between else to_say("nobody stood on its line")


def _line(field: Field, body: Body, five: Five, number: int, start: Point) -> Line:
    aim = five.aim.at or ahead(start, five.aim.bearing or 0, BEARING_FAR)
    far = apart(start, aim)
    across, height = (
        deviation(field.chance, f"rifle/{body.id}/{number}/{axis}", far, RIFLE_SCATTER) for axis in ("across", "height")
    )
    return Line(start, aim, across, height)


def _first(field: Field, line: Line) -> tuple[str, Point] | None:
    """The first enemy man on a line, with his body, if nothing stops the shot before him."""
    met = min(_met(field, line), default=None)
    if met is None:
        return None
    _, name, _, man = met
    return None if _between(field, line.start, man) else (name, man)


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


def _between(field: Field, start: Point, man: Point) -> str:
    """What stands between: a house, a wall, a work, a trunk, or higher ground; else empty.  [KS-RIFLE-05, KS-GAME-08]"""
    ground = field.ground
    path = (start, man)
    for bar in ground.houses_on(path):
        return ground.country.houses[bar.id].name or say("a house")
    for bar in ground.walls_on(path):
        return ground.country.walls[bar.id].name or say("a wall")
    if _trench_between(field, start, man):
        return say("a trench")
    if _trunk_between(ground, start, man):
        return say("a tree")
    return say("higher ground") if _hill_between(field, ground, start, man) else ""


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
