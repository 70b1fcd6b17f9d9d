"""A charge on the map: who comes into contact, and the places of the others, as near as they can.  [LW-MELEE-01, LW-MELEE-04]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rules.errors import Refused
from rules.ground.compass import ahead
from rules.ground.geometry import square
from rules.little_wars.floor.crowd import box_about, standing_in
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.go import check_way, put, standing_about
from rules.little_wars.floor.men import BETWEEN, Man
from rules.little_wars.floor.nearness import ROUNDED, near_any, within
from rules.little_wars.marches.march import check_reach, origin_of
from rules.little_wars.tables.nearness import CONTACT, SIX_INCHES
from rules.values.measure import Point

ROUND_ABOUT = 24
"""The number of directions in which a place beside another man is searched."""

NEAREST = 6
"""How many enemies a man tries to touch, the nearest first."""

MOST_WAYS = 24
"""How many free places beside enemies a man tries."""

TRIES = 12
"""How many places a man tries if he cannot touch anybody."""

Way = tuple[Point, ...]


def place_in_contact(field: Field, men: Sequence[Man], targets: Sequence[Man], nowhere: Refused) -> dict[int, Way]:
    """The line of each man: into contact if possible, else within six inches of one in contact, else as near as possible.

    They go one after another, the nearest first, so that each leaves his place to those who follow.  If nobody comes
    into contact, it is refused with the reason of the nearest.
    """
    trial = field.copy()
    twins = {
        id(man): twin for name in field.men for man, twin in zip(field.men[name], trial.men[name], strict=True)
    }  # fmt: skip
    enemies = [twins[id(one)] for one in targets]
    near = _near_the_fight(trial, [one.at for one in (*men, *targets) if one.at is not None])
    lines: dict[int, Way] = {}
    behind: list[Man] = []
    failure: Refused | None = None
    for man in sorted(men, key=lambda one: min(_far(one, target) for target in targets)):
        line, refused = _into_contact(trial, twins[id(man)], enemies, near)
        failure = failure or refused
        if line is None:
            behind.append(man)
        else:
            lines[id(man)] = line
            put(twins[id(man)], line[-1])
    if not lines:
        raise failure or nowhere
    touching = [twins[id(man)] for man in men if id(man) in lines]
    places = _about(trial, touching)
    for man in behind:
        line = _near(trial, twins[id(man)], places, touching, near)
        if line is not None:
            lines[id(man)] = line
            put(twins[id(man)], line[-1])
    return lines


def _far(one: Man, other: Man) -> int:
    return square(one.at or (0, 0), other.at or (0, 0))


def _first(
    field: Field, man: Man, places: Iterable[Point], about: Sequence[Man] | None = None
) -> tuple[Way | None, Refused | None]:
    """The straight way to the first of some places where a man may go; else the reason why there is none.

    about: those who stand about the ways, among others; else everybody is looked at.
    """
    refused: Refused | None = None
    for place in places:
        line = (origin_of(field, man) or place, place)
        try:
            check_reach(field, (man,), {id(man): line}, None, None)
            check_way(field, (man,), {id(man): line}, about=about)
        except Refused as found:
            refused = found
            continue
        return line, None
    return None, refused


def _into_contact(
    field: Field, man: Man, targets: Sequence[Man], near: Sequence[Man]
) -> tuple[Way | None, Refused | None]:
    """A way into contact with the nearest enemy that has one; else the reason why there is none."""
    nearest = sorted(targets, key=lambda one: _far(man, one))[:NEAREST]
    reached = [place for target in nearest if _in_reach(field, man, target) for place in _beside(field, man, target)]
    about, others = _about_ways(man, reached, field, near)
    free = (one for one in reached if _open(field, man, one, others))
    line, refused = _first(field, man, islice(free, MOST_WAYS), about)
    if line is None and refused is None:
        refused = _first(field, man, islice((one for target in nearest for one in _beside(field, man, target)), 1))[1]
    return line, refused if line is None else None


def _in_reach(field: Field, man: Man, target: Man) -> bool:
    """Whether a place beside an enemy may be within a move as the crow flies."""
    rate = field.options.rate(man.arm) * field.options.long_move
    far = rate + field.radius(man) + field.radius(target) + CONTACT
    here, there = origin_of(field, man), target.at
    return here is None or there is None or square(here, there) <= far * far


def _open(field: Field, man: Man, place: Point, others: Sequence[Man]) -> bool:
    """Whether a place is within a move as the crow flies and unoccupied by others: a cheap check, done first."""
    rate, radius = field.options.rate(man.arm) * field.options.long_move, field.radius(man)
    if square(origin_of(field, man) or place, place) > rate * rate:
        return False
    return not any(
        within(place, radius, one.at or place, field.radius(one), 0)
        for one in standing_in(others, box_about((place,), radius + max(field.options.figure_radius)))
    )


def _near_the_fight(field: Field, places: Sequence[Point]) -> list[Man]:
    """Those who stand about men and the enemies whom they charge, or so near that a place beside them is tried."""
    beside = 2 * max(field.options.figure_radius) + CONTACT + ROUNDED
    return standing_in(field.all_men(), box_about(places, 2 * beside + SIX_INCHES)) if places else []


def _about_ways(man: Man, places: Sequence[Point], field: Field, among: Iterable[Man]) -> tuple[list[Man], list[Man]]:
    """Of some men, those who stand about a man's ways to places; and of them the others who may be in his way."""
    about = standing_about(field, among, [man.at or (0, 0), *places])
    return about, [one for one in about if one is not man and (one.free or one.held)]


def _beside(field: Field, man: Man, target: Man) -> list[Point]:
    """Places an eighth of an inch from an enemy, the nearest to the man first."""
    at, here = target.at or (0, 0), man.at or (0, 0)
    far = field.radius(man) + field.radius(target) + CONTACT
    places = [ahead(at, 360 * turn // ROUND_ABOUT, far) for turn in range(ROUND_ABOUT)]
    touching = [one for one in places if (far - 1) ** 2 <= square(one, at) <= far**2]
    return sorted(touching, key=lambda one: square(one, here))


# -- men who cannot touch anybody --------------------------------------------------------------------------


def _about(field: Field, touching: Sequence[Man]) -> list[Point]:
    """Places within six inches of men in contact, a stride apart, the nearest to any of them first."""
    pitch = 2 * max(field.radius(man) for man in touching) + BETWEEN
    rings = range(pitch, SIX_INCHES + 1, pitch)
    ordered = (
        ahead(man.at or (0, 0), 360 * turn // ROUND_ABOUT, far)
        for far in rings
        for man in touching
        for turn in range(ROUND_ABOUT)
    )
    places: list[Point] = []
    within_a_stride: dict[
        Point, list[Point]
    ] = {}  # places by squares of a stride: only those of nine squares can be nearer
    for place in ordered:
        column, row = place[0] // pitch, place[1] // pitch
        if all(square(place, other) >= pitch * pitch for other in within_a_stride.get((column, row), ())):
            places.append(place)
            for x in (column - 1, column, column + 1):
                for y in (row - 1, row, row + 1):
                    within_a_stride.setdefault((x, y), []).append(place)
    return places


def _near(field: Field, man: Man, places: Sequence[Point], touching: Sequence[Man], near: Sequence[Man]) -> Way | None:
    """The way of a man who touches nobody: to a free place near those who do, else straight on as far as he can."""
    rate = field.options.rate(man.arm) * field.options.long_move
    start = origin_of(field, man) or (0, 0)
    reached = [one for one in places if square(start, one) <= rate * rate]
    about, others = _about_ways(man, reached, field, near)
    free = (one for one in reached if not _taken(field, man, one, others))
    line, _ = _first(field, man, islice(free, TRIES), about)
    if line is None and not near_any(field, man, touching, SIX_INCHES):
        goal = min((other.at or start for other in touching), key=lambda one: square(start, one))
        onward = list(_onward(start, goal, rate))
        about, others = _about_ways(man, onward, field, field.all_men())
        line, _ = _first(field, man, (one for one in onward if not _taken(field, man, one, others)), about)
    return line


def _onward(start: Point, goal: Point, rate: int) -> Iterator[Point]:
    """Places on the straight way to a goal, the furthest within a move first."""
    (ax, ay), (bx, by) = start, goal
    far = max(abs(bx - ax) + abs(by - ay), 1)
    for part in range(TRIES, 0, -1):
        step = min(rate, far) * part
        yield ax + (bx - ax) * step // (far * TRIES), ay + (by - ay) * step // (far * TRIES)


def _taken(field: Field, man: Man, place: Point, others: Sequence[Man]) -> bool:
    """Whether a place is occupied by others, or an enemy among them would be touched there."""
    radius = field.radius(man)
    return any(
        within(place, radius, other.at or place, field.radius(other), 0 if other.side == man.side else CONTACT)
        for other in standing_in(others, box_about((place,), radius + max(field.options.figure_radius) + CONTACT))
    )
