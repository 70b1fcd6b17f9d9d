"""Fords on the map: how far a body stands from the bank, and where it is drawn up on the other side.  [KS-INF-01, KS-CAV-01]"""

from __future__ import annotations

from typing import NamedTuple

from rules.compass import bearing
from rules.geometry import Line
from rules.kriegspiel.contact import along
from rules.kriegspiel.field import Field
from rules.kriegspiel.footprints import MOUNTED, Figures, depth
from rules.kriegspiel.force import Body
from rules.kriegspiel.standing import Shape, apart
from rules.many import points
from rules.measure import Point

CLEAR = 1
"""Sixteenths by which the last rank stands clear of the bank.  [KS-LW-20]"""


class Crossing(NamedTuple):
    """A ford from the bank at which somebody stands: how far that is, and the line over the water from there."""

    away: int
    line: Line


def crossing_at(field: Field, ford: str, stand: Shape) -> Crossing | None:
    """A marked ford from its nearer bank; None where there is no such ford.  [KS-INF-01]"""
    found = field.ground.country.fords.get(ford)
    if found is None:
        return None
    there, back = tuple(found.line), tuple(reversed(found.line))
    near, far = (apart(Figures(points([line[0]]), 0), stand) for line in (there, back))
    return Crossing(near, there) if near <= far else Crossing(far, back)


def beyond(body: Body, line: Line) -> tuple[Point, int]:
    """Where the front of a body comes to stand beyond a ford, with its last rank clear of the bank, and how it faces."""
    return _beyond(line, depth(body.formation, body.men), body.facing)


def general_beyond(line: Line) -> Point:
    """Where a General comes to stand beyond a ford."""
    return _beyond(line, MOUNTED, 0)[0]


def _beyond(line: Line, deep: int, facing: int) -> tuple[Point, int]:
    start, end = line[-2], line[-1]
    way = (end[0] - start[0], end[1] - start[1])
    ahead = along(way, deep + CLEAR + 1)
    heading = bearing(start, end)
    return (end[0] + ahead[0], end[1] + ahead[1]), facing if heading is None else heading
