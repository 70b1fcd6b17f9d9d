"""Men moved into contact: an assault, as measured or as the engine sees the floor.  [LW-MELEE-01, LW-MELEE-02]"""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import Refused
from rules.floor.field import nothing
from rules.ground.compass import ahead
from rules.ground.geometry import square
from rules.little_wars.events import ContactMade
from rules.little_wars.floor.conditions import who_may_move
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.go import check_way
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import near_gun, within
from rules.little_wars.force.position import Gun
from rules.little_wars.marches.contact_places import place_in_contact
from rules.little_wars.marches.march import Way, check_reach, go, leave, out_of_supply, way_of
from rules.little_wars.orders import Assault
from rules.values.measure import Point
from rules.values.sentence import say


def check_assault(field: Field, order: Assault) -> Way:
    """Check that men may come up to an enemy body, or to a gun.  E-NONE, E-MOVE-01, -03, -05 to -08, E-MELEE-02, E-EXT-11."""
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
    """The enemies to meet: of the named body, or at the named gun."""
    gun = field.guns.get(order.target)
    if gun is not None and gun.owner == field.enemy and not gun.retired:
        return near_gun(field, gun, field.enemy)
    field.enemy_body(order.target)
    return field.free(order.target)


def assault(field: Field, order: Assault) -> None:
    """Men come into contact and stay there; the melee follows at the end of the move.  [LW-MELEE-02, LW-MELEE-03]"""
    way = check_assault(field, order)
    targets = _targets(field, order)
    go(field, way)
    leave(field, way.men)
    gun = field.guns.get(order.target)
    for man in way.men:
        man.frozen = man.frozen or man.at is None or order.measured.attackers is not None
    if gun is not None:
        _record_at_enemy_gun(field, gun, order.bodies)
    known = all(man.at is not None for man in (*way.men, *targets)) and bool(way.lines)
    counted = order.measured.attackers is not None or order.measured.defenders is not None
    fit = [man for man in targets if man.armed]
    if fit and (not known or counted):
        defenders = tuple(dict.fromkeys(man.body for man in fit))
        field.laid.append((order.bodies, defenders, order.measured))
        for identity in order.bodies:
            field.emit(ContactMade(clause="LW-MELEE-01", side=field.side, body=identity, target=order.target))
    elif targets and not fit:
        field.notes.setdefault("met_disarmed", []).append((order.bodies[0], targets, order.measured.defenders))


def _record_at_enemy_gun(field: Field, gun: Gun, bodies: Sequence[str]) -> None:
    """Record the men who come up to an enemy gun, if a place is unknown."""
    field.notes.setdefault("at_gun", {})[gun.id] = tuple(bodies)


def _come_up(field: Field, men: Sequence[Man], targets: Sequence[Man], order: Assault) -> dict[int, tuple[Point, ...]]:
    """A place for each man: in contact if he can reach one, else as near as he can come.  [LW-MELEE-01, LW-MELEE-04]

    E-NONE if places are known and nobody can come into contact: the refusal of the nearest says why.
    """
    placed = [man for man in men if man.at is not None]
    if len(placed) < len(men) or any(man.at is None for man in targets) or order.measured.distance is not None:
        return {}
    gun = field.guns.get(order.target)
    if not targets and gun is not None and gun.at is not None:
        return _up_to_gun(field, placed, gun.at)
    return place_in_contact(field, placed, targets, nothing(say("enemy within reach"), order.target))


def _up_to_gun(field: Field, men: Sequence[Man], at: Point) -> dict[int, tuple[Point, ...]]:
    """Men go straight past the axle of an unserved gun, as many as find a place."""
    lines: dict[int, tuple[Point, ...]] = {}
    for man in men:
        for place in sorted(
            (ahead(at, 15 * turn, 48 + 28 * ring) for ring in range(3) for turn in range(24)),
            key=lambda one: -square(man.at or at, one),
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
