"""Guns taken past the axle, and waggons, carts and trains.  [LW-CAP-01 to LW-CAP-07, LW-EXT-13, LW-EXT-28]"""

from __future__ import annotations

from rules.errors import Illegal
from rules.ground.compass import ahead
from rules.ground.geometry import turn
from rules.little_wars.events import GunCaptured, GunDisputed, GunSilenced, WaggonCaptured
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.men import Man
from rules.little_wars.floor.nearness import armed_near_gun, is_near_gun, near_gun, within
from rules.little_wars.force.position import Gun, Train, Waggon
from rules.little_wars.orders import Capture
from rules.little_wars.tables.nearness import CONTACT, CREW, SIX_INCHES
from rules.values.measure import INCH, Point
from rules.values.sentence import say

FOURTH = INCH
"""Sixteenths from the middle of a waggon to its edge."""


def settle_guns(field: Field) -> None:
    """Test each gun at the end of every move: taken, in dispute, or neither.  [LW-CAP-01, LW-CAP-02, LW-CAP-06, LW-CAP-07]"""
    for name in field.by_id(field.guns):
        gun = field.guns[name]
        if not (gun.retired or gun.destroyed or gun.aboard):
            _settle(field, gun)


def _settle(field: Field, gun: Gun) -> None:
    enemy = field.other(gun.owner)
    past, about = _past(field, gun, enemy)
    near = _defenders(field, gun)
    words = say("{past} past its axle, {near} of its side within 6 in.", past=past, near=near)
    if past >= CREW and not near:
        _take(field, gun, enemy, past, words)
    elif past or about:
        field.change_gun(gun.id, in_dispute=True)
        clause = "LW-CAP-04" if past >= CREW else "LW-CAP-03"
        field.emit(GunDisputed(clause=clause, side=gun.owner, body=gun.id, past=past, near=near, sum=words))
    elif gun.in_dispute and not _unknown(field, gun):
        field.change_gun(gun.id, in_dispute=False)
    _silenced(field, gun)


def _unknown(field: Field, gun: Gun) -> bool:
    """Whether the men at a gun without a known place are still to be measured."""
    return (
        gun.at is None and gun.id not in (field.facts.past_axle or {}) and gun.id not in (field.facts.dealt_with or {})
    )


def _take(field: Field, gun: Gun, captor: str, past: int, words: str) -> None:
    """A captured gun belongs fully to its captor; it keeps its heading and elevation.  [LW-CAP-05]"""
    bodies = field.notes.get("at_gun", {}).get(gun.id, ())
    crew = {body: 0 for body in bodies if field.bodies[body].side == captor and field.free(body)}
    held_by = "" if captor == gun.side else captor
    field.change_gun(
        gun.id, held_by=held_by, crew=crew, in_dispute=False, trail={}, over=(), under=(), crossed=(), commander=""
    )
    clause = "LW-CAP-06" if captor == gun.side else "LW-CAP-01"
    field.notes.setdefault("taken", set()).add(gun.id)
    field.notes.setdefault("lost", set()).add(gun.owner)
    field.emit(GunCaptured(clause=clause, side=gun.owner, body=gun.id, captor=captor, past=past, sum=words))


def _defenders(field: Field, gun: Gun) -> int:
    """Free men of a gun's side within six inches of it, armed or not: as measured, else by places.  [LW-CAP-01]"""
    measured = (field.facts.dealt_with or {}).get(gun.id)
    return len(near_gun(field, gun, gun.owner)) if measured is None else measured


def _past(field: Field, gun: Gun, enemy: str) -> tuple[int, int]:
    """Armed enemies past the axle of a gun, and all within six inches: as measured, else by where each came up from."""
    measured = (field.facts.past_axle or {}).get(gun.id)
    if measured is not None:
        return measured, measured
    if gun.at is None:
        return 0, 0
    near = [man for man in field.fit_men(enemy) if is_near_gun(field, man, gun)]
    over: list[Point] = []
    under: list[Point] = []
    crossed: list[Point] = []
    past = 0
    for man in near:
        came, now = _came_from(field, gun, man), side_of_axle(gun, man.at or gun.at)
        has_crossed = came * now < 0 or (man.origin in gun.crossed)
        (over if came > 0 else under).append(man.at or gun.at)
        if has_crossed:
            crossed.append(man.at or gun.at)
        past += has_crossed if field.options.axle_test == "crossed" else came * now < 0
    field.change_gun(gun.id, over=tuple(over), under=tuple(under), crossed=tuple(crossed))
    return past, len(near)


def side_of_axle(gun: Gun, at: Point) -> int:
    """The side of a gun's extended axle line on which a place lies: 1 before it, -1 behind it, 0 on it."""
    axle = gun.at or (0, 0)
    left, right = ahead(axle, gun.facing + 270, 1 << 10), ahead(axle, gun.facing + 90, 1 << 10)
    found = turn(left, right, at)
    return (found > 0) - (found < 0)


def _came_from(field: Field, gun: Gun, man: Man) -> int:
    """The side of the axle from which a man first came within six inches: as recorded, else from his way now."""
    if man.origin in gun.over:
        return 1
    if man.origin in gun.under:
        return -1
    return side_of_axle(gun, man.origin or man.at or (0, 0)) or 1


def _silenced(field: Field, gun: Gun) -> None:
    """A gun that had its four men at the start of the move and has lost them is silenced.  [LW-GUN-19, LW-GUN-04]"""
    gun = field.guns[gun.id]
    if gun.owner == field.side or gun.id in field.notes.get("taken", ()):
        return
    before = field.notes.get("served", {}).get(gun.id, 0)
    now = len(armed_near_gun(field, gun, gun.owner))
    if before >= CREW > now:
        field.emit(GunSilenced(clause="LW-GUN-19", side=gun.owner, body=gun.id, men=now))


def served_now(field: Field) -> dict[str, int]:
    """Armed men of its side within six inches of each gun."""
    return {name: len(armed_near_gun(field, gun, gun.owner)) for name, gun in field.guns.items() if not gun.retired}


def claim(field: Field, order: Capture) -> None:
    """Answer a claim that a gun is taken, with what is missing.  E-CAP-01.  [LW-CAP-01, LW-CAP-03]"""
    gun = field.gun(order.gun)
    if gun.owner == field.side:
        return
    past, _ = _past(field, gun, field.side)
    called = field.called(gun.id)
    if past < CREW:
        words = say("Gun {called}: {past} of your men have passed the axle; four are needed.", called=called, past=past)
        raise Illegal("E-CAP-01", words, "LW-CAP-03")
    raise Illegal("E-CAP-01", say("Gun {called}: an enemy is still within six inches.", called=called), "LW-CAP-01")


# -- waggons, carts, trains ------------------------------------------------------------------------------


def settle_waggons(field: Field) -> None:
    """Waggons taken by an armed enemy in contact, with no armed man of their side within six inches.  [LW-EXT-13, LW-EXT-28]"""
    for waggon in list(field.waggons.values()):
        takers, keepers = _at_carriage(field, waggon, CONTACT)
        if takers and not keepers and not waggon.destroyed:
            enemy = field.other(waggon.owner)
            field.waggons[waggon.id] = waggon.but(held_by="" if enemy == waggon.side else enemy)
            field.emit(WaggonCaptured(clause="LW-EXT-13", side=waggon.owner, body=waggon.id, captor=enemy))
    for train in list(field.trains.values()):
        takers, keepers = _at_carriage(field, train, SIX_INCHES)
        if takers >= CREW and not keepers:
            enemy = field.other(train.owner)
            field.trains[train.id] = train.but(held_by="" if enemy == train.side else enemy)
            field.emit(WaggonCaptured(clause="LW-EXT-28", side=train.owner, body=train.id, captor=enemy))


def _at_carriage(field: Field, thing: Waggon | Train, gap: int) -> tuple[int, int]:
    """Armed enemies at a waggon or engine, and armed men of its side within six inches: as measured, else by places."""
    measured = (field.facts.past_axle or {}).get(thing.id)
    if measured is not None:
        return measured, (field.facts.dealt_with or {}).get(thing.id, 0)
    if thing.at is None:
        return 0, 0
    at = thing.at
    takers, keepers = (
        sum(man.at is not None and within(man.at, field.radius(man), at, FOURTH, reach) for man in field.fit_men(side))
        for side, reach in ((field.other(thing.owner), gap), (thing.owner, SIX_INCHES))
    )
    return takers, keepers
