"""Guns: when one is in action, how it is moved, and who serves it.  [LW-GUN-01 to LW-GUN-06, LW-GUN-14 to LW-GUN-21]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Illegal, Invalid
from rules.ground.compass import bearing
from rules.little_wars.events import GunMoved, GunSetDown
from rules.little_wars.floor.crowd import box_about, standing_in
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.floor.go import check_carriage, may_walk, put, put_thing
from rules.little_wars.floor.ground import FINE, back_line, in_sixteenths, side_of_line, stands_in, touches, travelled
from rules.little_wars.floor.long_moves import must_stop, reach_of, too_near
from rules.little_wars.floor.men import RETIRED, Man
from rules.little_wars.floor.nearness import armed_near_gun, parts, within_of_gun
from rules.little_wars.force.position import Gun
from rules.little_wars.marches.march import from_the_line
from rules.little_wars.orders import MoveGun, OfGun
from rules.little_wars.tables.nearness import CREW, SIX_INCHES
from rules.values.measure import Point, inches
from rules.values.sentence import say, say_many, word


def own_gun(field: Field, order: OfGun) -> Gun:
    """A gun that the moving side may order at all.  E-NONE, E-CAP-04, E-MOVE-02.  [LW-CAP-04, LW-CAP-05, LW-MOVE-02]"""
    gun = field.gun(order.gun)
    if gun.owner != field.side:
        if gun.in_dispute:
            raise Illegal(
                "E-CAP-04", say("Gun {id} is in dispute; you cannot use it.", id=field.called(gun.id)), "LW-CAP-04"
            )
        raise Illegal("E-NONE", say("There is no gun {gun} on your map.", gun=order.gun), "LW-CAP-05")
    if field.men_have_moved:
        raise Illegal("E-MOVE-02", say("Guns first: you have already moved men."), "LW-MOVE-02")
    return gun


def crew_of(field: Field, gun: Gun, measured: int | None) -> tuple[list[Man], int]:
    """Armed men at a gun who may serve it now, and their number, which may be measured.  [LW-GUN-03, LW-GUN-05, LW-GUN-18]

    Men who have moved with another gun do not count; by option, nor do men who serve another gun in this move.
    """
    about = [man for man in armed_near_gun(field, gun, field.side) if not man.with_gun or man.with_gun == gun.id]
    about = [man for man in about if man.body not in field.notes.get("unsupplied", {})]
    if not field.options.crew_sharing:
        about = [man for man in about if not man.served or man.served == gun.id]
    facts = (field.facts.near or {}).get(gun.id)
    number = measured if measured is not None else facts
    return about, len(about) if number is None else number


def check_named_crew(field: Field, gun: Gun, named: Mapping[str, int] | int | None) -> None:
    """Check that a named crew is at its gun, has four men or more, and serves no other gun.  E-GUN-04, E-GUN-18.  [LW-GUN-18]"""
    if not isinstance(named, Mapping) or not named:
        return
    near = [man for man in armed_near_gun(field, gun, field.side) if man.body in named]
    if len(near) < CREW:
        words = say(
            "Gun {id} has only {near} of these men within six inches; it needs four.",
            id=field.called(gun.id),
            near=len(near),
        )
        raise Illegal("E-GUN-04", words, "LW-GUN-04")
    taken = [man for man in near if man.served and man.served != gun.id]
    if not field.options.crew_sharing and len(near) - len(taken) < CREW:
        words = say(
            "{body} already serves gun {served} this move.",
            body=field.called(taken[0].body),
            served=field.called(taken[0].served),
        )
        raise Illegal("E-GUN-18", words, "LW-GUN-18")


def in_action(field: Field, gun: Gun, measured: int | None = None) -> list[Man]:
    """The men who may serve a gun.  E-GUN-04, E-GUN-18.  [LW-GUN-03, LW-GUN-04]"""
    if field.options.legacy_1:
        return crew_of(field, gun, measured)[0]
    about, number = crew_of(field, gun, measured)
    if number >= CREW:
        return about
    everybody = armed_near_gun(field, gun, field.side)
    called = field.called(gun.id)
    if measured is None and len(everybody) >= CREW and not field.options.crew_sharing:
        other = next((man for man in everybody if man.served and man.served != gun.id), None)
        if other is not None:
            words = say(
                "{body} already serves gun {served} this move.",
                body=field.called(other.body),
                served=field.called(other.served),
            )
            raise Illegal("E-GUN-18", words, "LW-GUN-18")
    if any(man.body in field.notes.get("unsupplied", {}) for man in everybody):
        raise Illegal("E-EXT-11", say("These men are out of supply and may not serve a gun."), "LW-EXT-11")
    words = say_many(
        "Gun {called} has only {n} armed man within six inches; it needs four.",
        "Gun {called} has only {n} armed men within six inches; it needs four.",
        number,
        called=called,
    )
    raise Illegal("E-GUN-04", words, "LW-GUN-04")


def not_acted(field: Field, gun: Gun) -> None:
    """Check that a gun is moved, or fired, or left alone, only once.  E-GUN-06.  [LW-GUN-06]"""
    done = field.guns_done.get(gun.id)
    if done:
        raise Illegal(
            "E-GUN-06",
            say("Gun {id} has already {done} this move.", id=field.called(gun.id), done=word(done)),
            "LW-GUN-06",
        )


def serve(field: Field, gun: Gun, crew: Sequence[Man], named: Mapping[str, int] | int | None = None) -> None:
    """Record four of a gun's men, or those named, as its crew in this move.  [LW-GUN-18]"""
    chosen = list(crew)
    if isinstance(named, Mapping):
        chosen = [man for man in crew if man.body in named]
    unshared = [man for man in chosen if not man.served] or chosen
    for man in unshared[:CREW]:
        man.served = gun.id


# -- moving a gun --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GunWay:
    """The way of a gun: the men with it, the line of its axle, and the distance in sixteenths.  off: over its own back line."""

    men: list[Man]
    line: tuple[Point, ...]
    distance: int
    places: dict[int, Point]
    off: bool


def check_move_gun(field: Field, order: MoveGun) -> GunWay:
    """Check that a gun may be moved.  E-GUN-04, -06, -14, -15, E-MOVE-05, -07.  [LW-GUN-14, LW-GUN-15]"""
    gun = own_gun(field, order)
    not_acted(field, gun)
    crew = in_action(field, gun, order.measured.near)
    going = _going(field, gun, crew, order)
    line = _axle_line(field, gun, order)
    rate = _rate(field, going, order)
    distance = _far_enough(field, gun, order, line, rate)
    keeping_up = [man for man in going if distance <= field.options.rate(man.arm) * field.options.long_move]
    going = keeping_up if len(keeping_up) >= CREW else going
    off = _goes_off(field, gun, line, order)
    check_carriage(field, say("Gun {id}", id=field.called(gun.id)), line, 0, off=off)
    if line and not off:
        _stands_free(field, gun, going, line)
    places = {} if off else _about(field, gun, going, line, order)
    return GunWay(going, line, distance, places, off)


def _going(field: Field, gun: Gun, crew: Sequence[Man], order: MoveGun) -> list[Man]:
    """The men who go with a gun: all at it, or those named.  E-GUN-14.  [LW-GUN-14]"""
    named = order.men
    able = [man for man in crew if not man.moved]
    if isinstance(named, int):
        going, number = able[:named], named
    elif named:
        going = []
        for body, men in named.items():
            here = [man for man in able if man.body == body]
            going += here[: men or len(here)]
        number = len(going)
    else:
        going, number = able, len(able) if order.measured.near is None else max(len(able), order.measured.near)
    if (number < CREW or (len(going) < CREW and order.measured.near is None)) and not field.options.legacy_1:
        words = say("At least four of its men must go with gun {id}.", id=field.called(gun.id))
        raise Illegal("E-GUN-14", words, "LW-GUN-14")
    return going


def _axle_line(field: Field, gun: Gun, order: MoveGun) -> tuple[Point, ...]:
    """The line of the axle; in the first move from the back line.  [LW-SETUP-03]"""
    if gun.at is None or not order.path:
        return ()
    start = gun.at
    line = back_line(field.country, field.side)
    if line and not field.own_moves.get(field.side) and field.options.variety != "defensive":
        start = from_the_line(line, start)
    return (start, *order.path)


def _rate(field: Field, going: Sequence[Man], order: MoveGun) -> int:
    """Two feet if at least four cavalry go with it, else one foot.  [LW-GUN-15]"""
    horse = sum(man.arm == "cavalry" for man in going) >= CREW
    return field.options.rate("cavalry" if horse or field.options.legacy_1 else "infantry")


def _far_enough(field: Field, gun: Gun, order: MoveGun, line: tuple[Point, ...], rate: int) -> int:
    """The distance of a gun's move.  E-GUN-15, E-EXT-04; ending where it began is not moving.  [LW-GUN-15, LW-GUN-16]"""
    called = field.called(gun.id)
    if not line and order.measured.distance is None:
        raise Invalid(say("move-gun of {called}: the distance is wanted", called=called))
    fine = order.measured.distance * FINE if order.measured.distance is not None else travelled(line)
    if not fine or (line and line[-1] == gun.at):
        raise Illegal(
            "E-GUN-15",
            say("Gun {called} would stay where it is; it must move.", called=called),
            "LW-GUN-16",
        )
    reach = reach_of(field, rate, gun.at, order.measured.enemy, line)
    if fine > reach * FINE:
        if too_near(field, rate, reach) and fine <= rate * field.options.long_move * FINE:
            raise must_stop(field)
        gone = inches(in_sixteenths(fine))
        words = say(
            "Gun {called} may move {reach} with these men; the path is {gone}.",
            called=called,
            reach=inches(reach),
            gone=gone,
        )
        raise Illegal("E-GUN-15", words, "LW-GUN-15")
    return in_sixteenths(fine)


def _goes_off(field: Field, gun: Gun, line: tuple[Point, ...], order: MoveGun) -> bool:
    """Whether the axle crosses its own side's back line: then the gun is off the field and saved.  [LW-GUN-21]"""
    if order.measured.line == "own":
        return True
    back = back_line(field.country, field.side)
    if not line or back is None or gun.at is None:
        return False
    there, here = side_of_line(back, line[-1]), side_of_line(back, gun.at)
    return there != here and here != 0 and not touches(back, gun.at, 0) and _outside(field, line[-1])


def _outside(field: Field, at: Point) -> bool:
    """Whether a place is behind the mover's own back line, seen from the enemy's."""
    own, enemy = back_line(field.country, field.side), back_line(field.country, field.enemy)
    if own is None:
        return False
    if enemy is None:
        return True
    middle = ((enemy[0][0] + enemy[-1][0]) // 2, (enemy[0][1] + enemy[-1][1]) // 2)
    return side_of_line(own, at) != side_of_line(own, middle)


def _stands_free(field: Field, gun: Gun, going: Sequence[Man], line: tuple[Point, ...]) -> None:
    """E-MOVE-07, E-MOVE-08: the gun is set down clear of the Country and of men who do not go with it.  [LW-MOVE-07]"""
    facing, end, called = heading(gun, line), line[-1], field.called(gun.id)
    for place in parts(end, facing, field.options) if field.position.has_map else ():
        thing = stands_in(field.country, place, 0, field.options)
        if thing:
            words = say("Gun {id} is not fairly clear of {thing}.", id=called, thing=thing)
            raise Illegal("E-MOVE-07", words, "LW-MOVE-07")
    with_it = {id(man) for man in going}
    for man in field.all_men():
        if man.at is None or id(man) in with_it or not (man.free or man.held):
            continue
        if within_of_gun(end, facing, field.options, man.at, field.radius(man), 0):
            words = say("{body} is packed against {body2}; leave 1/16 in.", body=called, body2=field.called(man.body))
            raise Illegal("E-MOVE-08", words, "LW-MOVE-08")


def heading(gun: Gun, line: tuple[Point, ...]) -> int:
    """The bearing of a moved gun's muzzle: back to where it came from, whatever its path.  [LW-GUN-16]"""
    if not line or gun.at is None:
        return gun.facing
    found = bearing(line[-1], gun.at)
    return gun.facing if found is None else found


def _about(field: Field, gun: Gun, going: Sequence[Man], line: tuple[Point, ...], order: MoveGun) -> dict[int, Point]:
    """The places of its men at a moved gun: within six inches, each within his own move.  E-MOVE-05.  [LW-GUN-14]"""
    placed = [man for man in going if man.at is not None]
    if not line or gun.at is None or not placed:
        return {}
    facing, (dx, dy) = heading(gun, line), (line[-1][0] - gun.at[0], line[-1][1] - gun.at[1])
    places: dict[int, Point] = {}
    for i, man in enumerate(placed):
        at = man.at or (0, 0)
        wished = [order.places[i]] if i < len(order.places) else [(at[0] + dx, at[1] + dy), *_ring(line[-1])]
        reach = field.options.rate(man.arm) * field.options.long_move
        free = (one for one in wished if _fits(field, man, one, line[-1], facing, reach, places, placed))
        place = next((one for one in free if _may_come(field, man, line, one, reach)), None)
        if place is not None:
            places[id(man)] = place
    if len(places) < min(CREW, len(placed)) and not field.options.legacy_1:
        words = say("Four men cannot come within six inches of the new place of gun {id}.", id=field.called(gun.id))
        raise Illegal("E-MOVE-05", words, "LW-GUN-14")
    return places


def _may_come(field: Field, man: Man, line: tuple[Point, ...], place: Point, reach: int) -> bool:
    """Whether a man comes to his place at a moved gun straight, or behind the gun, by an open way within his own move.

    [LW-GUN-14, LW-MOVE-06, LW-CTRY-09]
    """
    start = man.at or place
    ways = (start, place), (start, *line, place)
    return any(travelled(way) <= reach * FINE and may_walk(field, man, way) for way in ways)


def _ring(at: Point) -> list[Point]:
    """Places around a gun."""
    return [(at[0] + x, at[1] + y) for y in (-32, 32, -64, 64, 96, -96) for x in (-32, 32, -64, 64, -96, 96)]


def _fits(
    field: Field,
    man: Man,
    place: Point,
    axle: Point,
    facing: int,
    reach: int,
    places: dict[int, Point],
    going: Sequence[Man],
) -> bool:
    """Whether a man may stand at a place by the gun: near it, clear of it and of everybody, and within his move."""
    radius = field.radius(man)
    if travelled((man.at or place, place)) > reach * FINE:
        return False
    if not within_of_gun(axle, facing, field.options, place, radius, SIX_INCHES):
        return False
    if within_of_gun(axle, facing, field.options, place, radius, 0):
        return False
    others = [(at, radius) for at in places.values()]
    moving = {id(one) for one in going}
    others += [
        (one.at, field.radius(one))
        for one in standing_in(field.all_men(), box_about((place,), radius + max(field.options.figure_radius)))
        if one.at is not None and id(one) not in moving and (one.free or one.held)
    ]
    if any((at[0] - place[0]) ** 2 + (at[1] - place[1]) ** 2 <= (radius + r) ** 2 for at, r in others):
        return False
    return not (field.position.has_map and stands_in(field.country, place, radius, field.options))


def move_gun(field: Field, order: MoveGun) -> None:
    """Move a gun with its men, and set it down trail first.  [LW-GUN-14, LW-GUN-16, LW-GUN-21, LW-MOVE-03]"""
    way = check_move_gun(field, order)
    gun = field.guns[order.gun]
    facing = heading(gun, way.line)
    field.firing = ""
    field.guns_done[gun.id] = "moved"
    for man in way.men:
        if man.at is not None and id(man) not in way.places and not way.off:
            continue
        man.with_gun, man.moved = gun.id, True
        put(man, way.places.get(id(man), man.at))
        if way.off:
            man.status = RETIRED
    crew = {name: men for name, men in counts(way.men).items() if any(one.at is None for one in field.men[name])}
    whole = {name: 0 if men == len(field.free(name)) else men for name, men in crew.items()}
    at = way.line[-1] if way.line else gun.at
    changes = {"facing": facing, "crew": whole or gun.crew, "trail": {}, "retired": way.off, "over": (), "under": ()}
    put_thing(field, gun.id, at, **changes)
    field.emit(
        GunMoved(
            clause="LW-GUN-21" if way.off else "LW-GUN-15", side=field.side, body=gun.id, distance=way.distance,
            men=counts(way.men), facing=facing, off=way.off,
        )
    )  # fmt: skip
    if not way.off:
        field.emit(GunSetDown(clause="LW-GUN-16", side=field.side, body=gun.id, facing=facing, at=at))
