"""A sixteenth of an inch between men and the houses and walls near them; the layouts of KS-DEF-15 are exempt.  [KS-LW-20]"""

from __future__ import annotations

from rules.ground.compass import ahead
from rules.ground.geometry import meet, square, square_to_leg
from rules.kriegspiel.country.ground import Ground, ground_of
from rules.kriegspiel.force import Position
from rules.values.measure import INCH, Point

FARTHEST = 4
"""The sixteenths around a place in which a clear one is searched; in a narrower corner a man stays where he was put."""


def moved_off(ground: Ground, start: Point | None, end: Point) -> Point:
    """The place of a man who is put somewhere: a sixteenth off a house or wall, on the side of his start.

    Of the nearest clear places, the one nearest to the start.
    """
    if start is None or start == end:
        return end
    touched = [leg for leg in solids_near(ground, end) if square_to_leg(*leg, end) < 1]
    if not touched:
        return end
    solids = solids_near(ground, end, FARTHEST)
    aside = range(-FARTHEST, FARTHEST + 1)
    clear = [
        (square(end, place), square(start, place), place)
        for place in ((end[0] + x, end[1] + y) for x in aside for y in aside)
        if all(square_to_leg(*leg, place) >= 1 for leg in solids)
        and not any(meet(start, place, *leg) for leg in touched)
    ]
    return min(clear)[2] if clear else end


def solids_near(ground: Ground, about: Point, reach: int = 0) -> list[tuple[Point, Point]]:
    """The legs of the houses and walls near a point."""
    x, y = about
    margin = reach + 1
    rows = ground.solid_legs
    return [rows.leg(row) for row in rows.in_box((x - margin, y - margin, x + margin, y + margin))]


def put_clear(position: Position) -> Position:
    """An opening position with every body that touches a house or wall moved off it: to the rear, or forward from a house there."""
    if not position.has_map or not ground_of(position.country).solid_legs:
        return position
    ground = ground_of(position.country)
    moved = {
        name: body.but(at=place)
        for name, body in position.bodies.items()
        if body.at is not None
        and (place := moved_off(ground, _free_of(ground, body.at, body.facing), body.at)) != body.at
    }
    return position.but(bodies={**position.bodies, **moved}) if moved else position


def _free_of(ground: Ground, at: Point, facing: int) -> Point:
    """A point an inch behind another, by its facing; in front of it if a house stands behind."""
    behind = ahead(at, (facing + 180) % 360, INCH)
    return ahead(at, facing, INCH) if ground.houses[1].at(behind) else behind
