"""Men moved into contact: an assault, where it is measured and where the engine sees the floor.  [LW-MELEE-01, LW-MELEE-02]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.compass import ahead
from rules.errors import Refused
from rules.little_wars.conditions import who_may_move
from rules.little_wars.events import ContactMade
from rules.little_wars.field import Field, nothing
from rules.little_wars.force import Gun
from rules.little_wars.marching import (
    Way,
    check_reach,
    check_way,
    go,
    leave,
    out_of_supply,
    way_of,
)
from rules.little_wars.men import Man
from rules.little_wars.nearness import CONTACT, near_gun, within
from rules.little_wars.orders import Assault
from rules.measure import Point

ROUND_ABOUT = 24
"""Directions in which a place beside an enemy is looked for."""


def check_assault(field: Field, order: Assault) -> Way:
    """Whether men may come up to an enemy body, or to a gun.  E-NONE, E-MOVE-01, -03, -05 to -08, E-MELEE-02, E-EXT-11."""
    men = who_may_move(field, order.bodies)
    targets = _targets(field, order)
    if any(body in field.notes.get("unsupplied", {}) for body in order.bodies) and targets:
        raise out_of_supply()
    lines = way_of(field, men, order.path, order.figures)
    if not lines:
        lines = _come_up(field, men, targets, order)
    distance = check_reach(field, men, lines, order.measured.distance, order.measured.enemy)
    if order.path or order.figures:
        check_way(field, men, lines)
    return Way(men, lines, distance)


def _targets(field: Field, order: Assault) -> list[Man]:
    """The enemies to be met: of the body named, or about the gun named."""
    gun = field.guns.get(order.target)
    if gun is not None and gun.owner == field.enemy and not gun.retired:
        return near_gun(field, gun, field.enemy)
    field.enemy_body(order.target)
    return field.free(order.target)


def assault(field: Field, order: Assault) -> None:
    """Men come into contact and stay there; the melee follows when the move is over.  [LW-MELEE-02, LW-MELEE-03]"""
    way = check_assault(field, order)
    targets = _targets(field, order)
    go(field, way)
    leave(field, way.men)
    gun = field.guns.get(order.target)
    for man in way.men:
        man.frozen = man.frozen or man.at is None or order.measured.attackers is not None
    if gun is not None:
        _come_to(field, gun, order.bodies)
    known = all(man.at is not None for man in (*way.men, *targets)) and bool(way.lines)
    counted = order.measured.attackers is not None or order.measured.defenders is not None
    fit = [man for man in targets if man.armed]
    if fit and (not known or counted):
        defenders = tuple(dict.fromkeys(man.body for man in fit))
        field.laid.append((order.bodies, defenders, order.measured))
        for identity in order.bodies:
            field.tell(ContactMade(clause="LW-MELEE-01", side=field.side, body=identity, target=order.target))
    elif targets and not fit:
        field.notes.setdefault("met_disarmed", []).append((order.bodies[0], targets, order.measured.defenders))


def _come_to(field: Field, gun: Gun, bodies: Sequence[str]) -> None:
    """Who comes up to an enemy gun whose place, or his, is not known."""
    field.notes.setdefault("at_gun", {})[gun.id] = tuple(bodies)


def _come_up(field: Field, men: Sequence[Man], targets: Sequence[Man], order: Assault) -> dict[int, tuple[Point, ...]]:
    """A place in contact for each man who can reach one, the nearest first; the others stay where they are.  [LW-MELEE-01]

    E-NONE where places are known and nobody can come into contact: the last refusal says why.
    """
    placed = [man for man in men if man.at is not None]
    if len(placed) < len(men) or any(man.at is None for man in targets) or order.measured.distance is not None:
        return {}
    gun = field.guns.get(order.target)
    if not targets and gun is not None and gun.at is not None:
        return _up_to_gun(field, placed, gun.at)
    lines: dict[int, tuple[Point, ...]] = {}
    failure: Refused = nothing("enemy within reach", order.target)
    for man in sorted(placed, key=lambda one: min(_square(one.at, target.at) for target in targets)):
        line, refused = _into_contact(field, man, targets, [one[-1] for one in lines.values()])
        if line is not None:
            lines[id(man)] = line
        failure = refused or failure
    if not lines:
        raise failure
    return lines


def _square(one: Point | None, other: Point | None) -> int:
    (ax, ay), (bx, by) = one or (0, 0), other or (0, 0)
    return (ax - bx) ** 2 + (ay - by) ** 2


def _into_contact(
    field: Field, man: Man, targets: Sequence[Man], taken: Sequence[Point]
) -> tuple[tuple[Point, ...] | None, Refused | None]:
    """A straight way into contact with the nearest enemy whom one leads to; else why there is none."""
    refused: Refused | None = None
    for target in sorted(targets, key=lambda one: _square(man.at, one.at))[:6]:
        for place in _beside(field, man, target):
            if any(within(place, field.radius(man), other, field.radius(man), 0) for other in taken):
                continue
            lines = {id(man): (man.origin or place, place)}
            try:
                check_reach(field, (man,), lines, None, None)
                check_way(field, (man,), lines)
            except Refused as found:
                refused = found
                continue
            return lines[id(man)], None
    return None, refused


def _beside(field: Field, man: Man, target: Man) -> list[Point]:
    """Places at an eighth of an inch from an enemy, the nearest to the man first."""
    at, here = target.at or (0, 0), man.at or (0, 0)
    far = field.radius(man) + field.radius(target) + CONTACT
    places = [ahead(at, 360 * turn // ROUND_ABOUT, far) for turn in range(ROUND_ABOUT)]
    touching = [one for one in places if (far - 1) ** 2 <= _square(one, at) <= far**2]
    return sorted(touching, key=lambda one: _square(one, here))


def _up_to_gun(field: Field, men: Sequence[Man], at: Point) -> dict[int, tuple[Point, ...]]:
    """Men go straight past the axle of a gun that nobody serves, as many as find a place."""
    lines: dict[int, tuple[Point, ...]] = {}
    for man in men:
        for place in sorted(
            (ahead(at, 15 * turn, 48 + 28 * ring) for ring in range(3) for turn in range(24)),
            key=lambda one: -_square(man.at, one),
        ):
            line = {id(man): (man.origin or place, place)}
            if any(within(place, field.radius(man), other[-1], field.radius(man), 0) for other in lines.values()):
                continue
            try:
                check_reach(field, (man,), line, None, None)
                check_way(field, (man,), line)
            except Refused:
                continue
            lines |= line
            break
    return lines
