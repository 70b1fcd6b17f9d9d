"""Lines of rails: the place of a train, and the distance to a bridge that is down.  [KS-RAIL-01, KS-RAIL-04]

A train runs on the rails that it names, else on the first by id.  If the country has none, the line is assumed to
run due east from (0, 0), so that ``along`` is what was measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from rules.floor.rails import on_line
from rules.ground.batch_geometry import points
from rules.ground.country import Country
from rules.ground.geometry import Line, gone, point_at, square, square_to_leg, stretches_inside
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.force import Bridge, Train
from rules.kriegspiel.orders import RunTrain
from rules.kriegspiel.tables.figures import CARRIAGE
from rules.values.measure import INCH, Point, length_of

ON_THE_RAILS = ("railway-bridge", "culvert", "rail")
"""Bridges that carry rails, and rails themselves.  [KS-DEST-01, KS-DEST-02, KS-ANX-07]"""

BESIDE = 6 * INCH
"""The greatest distance between a bridge without a span and the rails that it carries."""


def distance_of(order: RunTrain) -> int | None:
    """Sixteenths that a train shall go: measured, else as ordered."""
    return order.measured.distance if order.measured.distance is not None else order.inches


def rails_of(field: Field, train: Train) -> Line:
    """The line of a train; empty if none is drawn."""
    return rails_in(field.position.country, train)


def rails_in(country: Country, train: Train) -> Line:
    """The line of a train in a country; empty if none is drawn."""
    rails = country.rails
    if not rails:
        return ()
    return rails[train.line].line if train.line in rails else rails[min(rails)].line


def length_of_line(field: Field, train: Train) -> int | None:
    """The length of its line in sixteenths; None if its end is unknown."""
    line = rails_of(field, train)
    return length_of(line[0], tuple(line[1:])) if line else None


def place_of_train(field: Field, train: Train) -> Point | None:
    """The place of its engine; None if no rails are drawn."""
    line = rails_of(field, train)
    return on_line(line, train.along) if line else None


def train_on_floor(field: Field, train: Train) -> Figures | None:
    """The ground that an engine and its trucks take up: inch by inch of the line behind the engine.  [KS-DEF-15]"""
    line = rails_of(field, train)
    if not line:
        return None
    ahead, behind = train.along + CARRIAGE[0] // 2, train.along - CARRIAGE[0] // 2 - train.trucks * CARRIAGE[0]
    return Figures(points([on_line(line, at) for at in range(max(behind, 0), ahead + 1, INCH)]), CARRIAGE[1] // 2)


def broken(field: Field, train: Train, distance: int, *, forward: bool) -> tuple[str, int] | None:
    """The first bridge that is down on a train's way, and the sixteenths to it; None if the way is open.  [KS-RAIL-04]"""
    found = []
    for name, bridge in field.bridges.items():
        if bridge.standing or bridge.kind not in ON_THE_RAILS:
            continue
        for first, last in _on_the_line(field, train, bridge):
            far = first - train.along if forward else train.along - last
            if last > train.along if forward else first < train.along:
                found.append((max(far, 0), name))
    nearest = min(found, default=None)
    return (nearest[1], nearest[0]) if nearest is not None and nearest[0] < distance else None


def _on_the_line(field: Field, train: Train, bridge: Bridge) -> Iterator[tuple[int, int]]:
    """The part of a train's line that a bridge carries; none if the bridge is on another line."""
    line = rails_of(field, train)
    if not line:
        if bridge.at is not None:
            yield bridge.at[0], bridge.at[0] + 1
        return
    if len(bridge.span) > 2:
        for number, (a, b) in enumerate(pairwise(line)):
            for first, last in stretches_inside(a, b, bridge.span):
                yield gone(line, number + first), gone(line, number + last)
    elif bridge.at is not None:
        if min(square_to_leg(a, b, bridge.at) for a, b in pairwise(line)) <= BESIDE**2:
            at = gone(line, _nearest(line, bridge.at))
            yield at, at + 1


def _nearest(line: Line, at: Point) -> Fraction:
    """The place on a line nearest to a point: whole legs plus the part of a leg."""
    _, number = min((square_to_leg(a, b, at), number) for number, (a, b) in enumerate(pairwise(line)))
    a, b = line[number], line[number + 1]
    along = (at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])
    return number + min(max(Fraction(along, square(a, b)), Fraction(0)), Fraction(1))


def nearest_on(line: Line, at: Point) -> Point:
    """The point of a line nearest to another point, to the nearest sixteenth."""
    place = _nearest(line, at)
    leg = min(int(place), len(line) - 2)
    x, y = point_at(line[leg], line[leg + 1], place - leg)
    return round(x), round(y)
