"""What lies in the circle of a shell, if the places of men and things are known.  [KS-SHELL-02 to KS-SHELL-07]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from rules.ground.geometry import Line, meet, square, to_polygon
from rules.kriegspiel.country.ground import Ground
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import rectangle
from rules.kriegspiel.floor.survey import on_the_floor
from rules.kriegspiel.force import Body
from rules.kriegspiel.orders.facts import ShotMeasured
from rules.kriegspiel.tables.figures import ARRAYS, CARRIAGE, GUN, MOUNTED, TALL, WAGGON
from rules.kriegspiel.tables.fire import ZONE
from rules.values.measure import INCH, Point

FINER = 1 << 20
"""Parts of a sixteenth, used to compare the distances of men of different sizes."""


class Struck(NamedTuple):
    """A man inside the circle: the distance to his edge, his body, his number in the roster, whether he is screened."""

    near: int
    body: str
    number: int
    screened: bool


def reached_by_shell(field: Field, at: Point) -> ShotMeasured:
    """What a shell at a point reaches, as an official would report it: men, guns, waggons and a General.

    ``nearest`` names the body of each man counted, the nearest first, ties by roster.  [KS-SHELL-03]
    """
    struck = sorted(_men(field, at))
    bare = [man for man in struck if not man.screened]
    men: dict[str, int] = {}
    covered: dict[str, int] = {}
    for man in struck:
        men[man.body] = men.get(man.body, 0) + 1
        if man.screened:
            covered[man.body] = covered.get(man.body, 0) + 1
    wholly, partly = _guns(field, at)
    return ShotMeasured(
        at=at,
        men=men,
        covered=covered,
        guns_wholly=wholly,
        guns_partly=partly,
        waggons=_waggons(field, at),
        general=_general(field, at),
        nearest=tuple(man.body for man in bare),
    )


# -- men ------------------------------------------------------------------------------------------


def _men(field: Field, at: Point) -> Iterator[Struck]:
    """The men inside, in space: a man higher or lower than the shell is farther away.  [KS-SHELL-02]"""
    ground, solids = field.ground, screens(field)
    level = _level(field, ground, at)
    for body in field.by_id():
        stand = men_of(field, body) if on_the_floor(body) and _could_be_near(body, at) else None
        if stand is None:
            continue
        reach = ZONE + stand.radius
        for number, (x, y) in enumerate(stand.men.tolist()):
            plan = square((x, y), at)
            if plan > reach * reach:
                continue
            gap = _gap(level, _level(field, ground, (x, y)))
            if gap and isqrt(plan - 1) + 1 > stand.radius:
                flat = max(0, isqrt(plan) - stand.radius)
                if flat * flat + gap * gap > ZONE * ZONE:
                    continue
            near = isqrt(plan * FINER * FINER) - stand.radius * FINER
            yield Struck(near, body.id, number, screened(ground, solids, at, (x, y)))


def _could_be_near(body: Body, at: Point) -> bool:
    """Whether any man of a body could be inside, given the most ground that the body takes up."""
    if body.at is None:
        return True
    most = ZONE + (body.men + 8) * ARRAYS["extended"].file
    return square(body.at, at) <= most * most


def _level(field: Field, ground: Ground, at: Point) -> int:
    """The height of the ground; 0 if the campaign plays without contours."""
    return ground.level(at, field.options.contour_interval_in * INCH) if field.options.use_contours else 0


def _gap(shell: int, man: int) -> int:
    """Sixteenths of height between a shell and the nearest part of a man.  [KS-SHELL-02]"""
    return man - shell if man >= shell else max(0, shell - man - TALL)


# -- cover ----------------------------------------------------------------------------------------


def screens(field: Field) -> list[Line]:
    """The lines of the standing entrenchments of either side.  [KS-SHELL-07, KS-WORK-05]"""
    return [work.line for _, work in sorted(field.works.items()) if work.is_trench and len(work.line) > 1]


def screened(ground: Ground, trenches: list[Line], shell: Point, man: Point) -> bool:
    """Whether the straight line from a shell to a man's middle crosses a trench, a house or a wall.  [KS-SHELL-07]"""
    if any(meet(shell, man, a, b) for line in trenches for a, b in pairwise(line)):
        return True
    return bool(ground.houses_on((shell, man)) or ground.walls_on((shell, man)))


# -- things ---------------------------------------------------------------------------------------


def _guns(field: Field, at: Point) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Guns wholly and partly inside.  [KS-SHELL-04, KS-SHELL-05]"""
    wholly, partly = [], []
    for name, gun in sorted(field.guns.items()):
        if gun.at is None or gun.destroyed:
            continue
        corners = rectangle(gun.at, gun.facing, GUN)
        if all(square(corner, at) <= ZONE * ZONE for corner in corners):
            wholly.append(name)
        elif to_polygon(corners, at) <= ZONE:
            partly.append(name)
    return tuple(wholly), tuple(partly)


def _waggons(field: Field, at: Point) -> tuple[str, ...]:
    """Waggons and boats touched by the circle.  [KS-SHELL-06, KS-BOAT-03]"""
    touched = []
    for name, waggon in sorted(field.waggons.items()):
        if waggon.at is not None and not waggon.destroyed:
            if to_polygon(rectangle(waggon.at, waggon.facing, WAGGON), at) <= ZONE:
                touched.append(name)
    for name, boat in sorted(field.boats.items()):
        if boat.at is not None and not boat.destroyed and to_polygon(rectangle(boat.at, 0, CARRIAGE), at) <= ZONE:
            touched.append(name)
    return tuple(touched)


def _general(field: Field, at: Point) -> str:
    """The General inside and not screened, or an empty word.  [KS-GENL-07]"""
    reach = ZONE + MOUNTED
    ground, solids = field.ground, screens(field)
    for name, general in sorted(field.generals.items()):
        if general.at is None or general.gone or square(general.at, at) > reach * reach:
            continue
        if not screened(ground, solids, at, general.at):
            return name
    return ""
