"""How far a thing reaches: its march, its charge, its fire, its supplies, the six inches of a fight.

Everything is computed from the floor as one side knows it (``sight.seen``).  [KS-MOVE, KS-DEF-11, KS-SHELL-01, KS-SUP-05, KS-SUP-06]
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract.data import Reach
from rules.floor.called import known_as
from rules.floor.reach import around, marched, ring
from rules.floor.unbroken import as_far_as_it_goes
from rules.ground.compass import bearing
from rules.kriegspiel.country.routes import barred, barred_to_wheels, farthest
from rules.kriegspiel.floor import distances, survey
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.ways import multiple_of, pace_of
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.marches.march import WAGGON_PACE
from rules.kriegspiel.tables.charges import EITHER_WAY
from rules.kriegspiel.tables.fire import AT_THE_GUN
from rules.kriegspiel.tables.melee import REACH
from rules.kriegspiel.tables.paces import DRAWN, ON_HORSEBACK, ROWED, Pace
from rules.kriegspiel.tables.supply import LOADS_WITHIN
from rules.kriegspiel.transport.trains import rate_of
from rules.values.measure import FOOT, INCH, Point, cost
from rules.values.sentence import say, say_as, word

NEAR_ENOUGH = 8 * FOOT
"""The distance within which the charge of an enemy's horse is shown."""

SUPPLIED = (("infantry", "KS-SUP-05"), ("cavalry", "KS-SUP-06"), ("artillery", "KS-SUP-06"))
"""The supply ranges, by arm of the store's users; Engineers as the artillery by default."""


def reaches(field: Field, thing: str) -> tuple[Reach, ...]:
    """The reaches of a thing of the moving side; empty if it has no place."""
    body, gun = field.bodies.get(thing), field.guns.get(thing)
    store, general = field.waggons.get(thing) or field.depots.get(thing), field.generals.get(thing)
    if body is not None and body.side == field.side and body.at is not None and survey.on_the_floor(body):
        return tuple(as_far_as_it_goes(_of_body(field, body, body.at)))
    if gun is not None and gun.owner == field.side and gun.at is not None and not gun.destroyed:
        return tuple(as_far_as_it_goes(_of_gun(field, gun, gun.at)))
    if store is not None and store.owner == field.side and store.at is not None and not store.destroyed:
        return tuple(as_far_as_it_goes(_of_store(field, thing, store.at)))
    if general is not None and general.side == field.side and general.at is not None:
        return tuple(as_far_as_it_goes(_march(field, thing, general.at, ON_HORSEBACK, wheels=False)))
    return ()


def _of_body(field: Field, body: Body, at: Point) -> Iterator[Reach]:
    yield from _march(field, body.id, at, pace_of(field.options, body), wheels=body.arm == "transport")
    if field.options.use_cavalry_charge and survey.may_threaten(body):
        title = say("Charge, from column") if body.formation == "column" else say_as("how far", "Charge")
        yield _about(field, "charge", title, body.id, at, survey.threat_reach(field, body), "KS-DEF-11")
    carries = field.options.rifle_range_in
    if carries is not None and not body.mounted and body.arm in ("infantry", "cavalry"):
        yield _about(field, "fire", say("Rifles"), body.id, at, carries * INCH, "KS-RIFLE-03")
    yield _about(field, "six-inch", say("Six inches"), body.id, at, REACH, "KS-LW-03")
    yield from _to_retire(field, body, at)
    yield from _supplies(field, body)
    yield from _threats(field, at)


def _of_gun(field: Field, gun: Gun, at: Point) -> Iterator[Reach]:
    if gun.limbered:
        yield from _march(field, gun.id, at, Pace(DRAWN, DRAWN, "KS-MOVE-05"), wheels=True)
    for name, feet in field.options.shell_types.items():
        title = say("Shells") if len(field.options.shell_types) == 1 else say("Shells: {name}", name=name)
        yield ring("fire", title, feet * FOOT, "KS-SHELL-01", at)
    yield _about(field, "six-inch", say("Six inches: its men"), gun.id, at, AT_THE_GUN, "KS-GUN-01")
    yield from _threats(field, at)


def _of_store(field: Field, identity: str, at: Point) -> Iterator[Reach]:
    if identity in field.waggons:
        yield from _march(field, identity, at, WAGGON_PACE, wheels=True)
    if field.options.use_supply:
        for arm, clause in SUPPLIED:
            yield ring("supply", say("Supplies {arm}", arm=word(arm)), field.options.supply_range(arm), clause, at)
    yield ring("six-inch", say("Six inches: loading"), LOADS_WITHIN, "KS-TS-03", at)


def whole_move(field: Field, identity: str) -> int:
    """Inches that a thing goes in a whole move across country, in its formation; 0 if it does not move.  [KS-DEF-03]"""
    body, gun = field.bodies.get(identity), field.guns.get(identity)
    if body is not None:
        country = pace_of(field.options, body).country
    elif gun is not None:
        country = DRAWN if gun.limbered else 0
    elif identity in field.waggons:
        country = WAGGON_PACE.country
    elif identity in field.boats or identity in field.trains:
        return ROWED if identity in field.boats else rate_of(field.options)
    else:
        country = ON_HORSEBACK.country if identity in field.generals else 0
    return int(country * multiple_of(field, identity)) if country else 0


# -- marches --------------------------------------------------------------------------------------


def _march(field: Field, identity: str, at: Point, pace: Pace, *, wheels: bool) -> Iterator[Reach]:
    """The reach of a straight march across country with what is left of the move, and with half of it.  [KS-DEF-03]"""
    left = int(field.left(identity) * multiple_of(field, identity))
    for title, parts in ((say_as("how far", "March"), left), (say("Half the march"), left // 2)):
        most = parts // cost(1, pace.country)
        if most:
            yield ring(
                "march", title, most, pace.clause, at, outline=_edge(field, at, most, pace, parts, wheels=wheels)
            )


def _edge(field: Field, at: Point, most: int, pace: Pace, parts: int, *, wheels: bool) -> list[list[float]] | None:
    """The edge of a march, reduced by contours and obstacles; None without a country.  [KS-CONT, KS-MOVE-08]"""
    if not field.has_map:
        return None
    unit = cost(1, pace.country)

    def far(end: Point) -> int:
        path = (at, end)
        gone = farthest(field.ground, path, (unit, unit), parts, contours=field.options.use_contours)
        bar = barred(field.ground, path, field.bridges)
        steep = barred_to_wheels(field.ground, path, field.options.steep_rule) if wheels else None
        return min(gone, most if bar is None else bar[1], most if steep is None else steep)

    return marched(at, most, far)


# -- around a thing ------------------------------------------------------------------------------


def _about(field: Field, kind: str, title: str, identity: str, at: Point, reach: int, clause: str) -> Reach:
    """A reach from edge to edge: around every man, or the outline of a gun; without a country, around its place.  [KS-DEF-05]"""
    shape = distances.shape(field, identity) if field.has_map else None
    if shape is None:
        return ring(kind, title, reach, clause, at)
    if isinstance(shape, Figures):
        men = [(int(x), int(y)) for x, y in shape.men]
        return ring(kind, title, reach, clause, at, outline=around(men, reach + shape.radius))
    return ring(kind, title, reach, clause, at, outline=around(shape, reach, closed=True))


def _to_retire(field: Field, body: Body, at: Point) -> Iterator[Reach]:
    """The way of a retreat that is owed: within 45 degrees of straight away.  [KS-CHARGE-13]"""
    froms = [place for name in body.retire_from if (place := survey.place(field, name)) is not None]
    away = bearing(min(froms, key=lambda one: survey.apart(one, at)), at) if froms else None
    if body.must_retire and away is not None:
        arc = [(away - EITHER_WAY) % 360, (away + EITHER_WAY) % 360]
        yield ring("retire", say("To retire"), body.must_retire, "KS-CHARGE-13", at, arc=arc)


def _supplies(field: Field, body: Body) -> Iterator[Reach]:
    """The supply range of each store of its own side.  [KS-SUP-05, KS-SUP-06]"""
    if not field.options.use_supply or body.arm == "transport":
        return
    clause = "KS-SUP-05" if body.arm == "infantry" else "KS-SUP-06"
    for store in (*field.depots.values(), *field.waggons.values()):
        if store.owner == field.side and not store.destroyed and store.at is not None and store.packets.total:
            title = say("Supplied from {name}", name=known_as(store))
            yield ring("supply", title, field.options.supply_range(body.arm), clause, store.at)


def _threats(field: Field, at: Point) -> Iterator[Reach]:
    """The charging distance of the known enemy horse nearby.  [KS-DEF-11]"""
    if not field.options.use_cavalry_charge:
        return
    for enemy in survey.enemies_around(field, field.side, at, NEAR_ENOUGH):
        if enemy.at is not None and enemy.arm == "cavalry" and survey.may_threaten(enemy):
            title = say("Charge of {name}", name=known_as(enemy))
            yield _about(field, "threat", title, enemy.id, enemy.at, survey.threat_reach(field, enemy), "KS-DEF-11")
