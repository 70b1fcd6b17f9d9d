"""Guns limbered, unlimbered and moved.  [KS-ART-01 to KS-ART-03, KS-MOVE-05, KS-GUN-09, KS-GUN-10]"""

from __future__ import annotations

from typing import NamedTuple

from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.kriegspiel.country.routes import route
from rules.kriegspiel.events import BodyMarched, GunLimbered, GunUnlimbered
from rules.kriegspiel.floor.conditions import affordable, may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.crews import (
    Men,
    beside,
    bind,
    bind_men_of_moving_gun,
    four_gunners,
    free_gunners,
    gun_may_act,
)
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import go, goer, heading, may_follow, may_go
from rules.kriegspiel.floor.obstacles import Path, not_too_steep_for_wheels
from rules.kriegspiel.floor.ways import (
    Price,
    Way,
    approached,
    emit_contours,
    not_too_steep,
    pace_of,
    payable,
    price_of,
    reckoning,
    way_of,
)
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.marches.formations import not_moving_after_fire
from rules.kriegspiel.orders import Limber, MoveGun, Unlimber
from rules.kriegspiel.tables.fire import CREW
from rules.kriegspiel.tables.paces import DRAWN, LIMBERING, MANHANDLED, Pace, with_the_bonus
from rules.kriegspiel.tables.supply import LEAST_TEAM
from rules.values.codec import GREATEST_COUNT
from rules.values.measure import of_a_move
from rules.values.sentence import say, say_many, to_say, to_say_many

# -- LIMBER and UNLIMBER --------------------------------------------------------------------------


def check_limber(field: Field, order: Limber) -> int:
    """The cost of limbering up a gun, half a move: E-ALREADY, E-CREW, E-DISABLED, E-USED, E-BUDGET.  [KS-ART-02]"""
    gun = field.own_gun(order.gun)
    if gun.limbered:
        raise Illegal("E-ALREADY", say("{gun} is already limbered.", gun=known_as(gun)), "KS-ART-02")
    _may_handle(field, gun, order.name, say("limber up"), "KS-ART-02")
    return LIMBERING


def limber(field: Field, order: Limber) -> None:
    """A gun is limbered up.  [KS-ART-02]"""
    parts = check_limber(field, order)
    gun = field.guns[order.gun]
    bind(field, gun, four_gunners(field, gun))
    field.spend(gun.id, parts, "limbered")
    field.change_gun(gun.id, limbered=True)
    field.emit(GunLimbered(clause="KS-ART-02", side=gun.owner, body=gun.id, sum=to_say("1/2 of a move")))


def check_unlimber(field: Field, order: Unlimber) -> int:
    """The cost of unlimbering a gun, half a move: E-ALREADY, E-CREW, E-DISABLED, E-USED, E-BUDGET.  [KS-ART-01]"""
    gun = field.own_gun(order.gun)
    if not gun.limbered:
        raise Illegal("E-ALREADY", say("{gun} is already unlimbered.", gun=known_as(gun)), "KS-ART-01")
    _may_handle(field, gun, order.name, "unlimber", "KS-ART-01")
    return LIMBERING


def unlimber(field: Field, order: Unlimber) -> None:
    """A gun is unlimbered.  [KS-ART-01]"""
    parts = check_unlimber(field, order)
    gun = field.guns[order.gun]
    bind(field, gun, four_gunners(field, gun))
    field.spend(gun.id, parts, "unlimbered")
    field.change_gun(gun.id, limbered=False)
    field.emit(GunUnlimbered(clause="KS-ART-01", side=gun.owner, body=gun.id, sum=to_say("1/2 of a move")))


def _may_handle(field: Field, gun: Gun, order: str, action: str, clause: str) -> None:
    """Check that a gun has the men and the half move for limbering."""
    gun_may_act(field, gun, order)
    not_moving_after_fire(field, gun.id, known_as(gun))
    four_gunners(field, gun)
    affordable(field, gun.id, known_as(gun), LIMBERING, action, clause)


# -- MOVE GUN -------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A gun's march, computed: its way, its price, its pace, the men who go with it, by body, and what each body pays."""

    way: Way
    price: Price
    pace: Pace
    going: Men
    paid: Men


def check_move_gun(field: Field, order: MoveGun) -> int:
    """The cost of moving a gun; 0 if the way is still to be measured.  [KS-MOVE-05, KS-GUN-09]

    E-DISABLED, E-DISPUTE, E-UNLIMBERED, E-USED, E-STARVED, E-CREW, E-TEAM, E-ESCORT, E-RIVER, E-BUDGET, E-CONTACT, E-PATH.
    """
    drawn = _move_gun(field, order)
    return drawn.price.parts if drawn else 0


def move_gun(field: Field, order: MoveGun) -> None:
    """Move a gun with its men; its muzzle points to where it came from.  [KS-MOVE-05, KS-GUN-10]"""
    drawn = _move_gun(field, order)
    if drawn is None:
        raise Invalid(
            say(
                "How far {gun} goes is neither drawn (path) nor measured (measured.distance).",
                gun=field.called(order.gun),
            )
        )
    gun, parts = field.guns[order.gun], drawn.price.parts
    field.spend(gun.id, parts, "marched")
    bind(field, gun, drawn.going)
    bind_men_of_moving_gun(field, gun.id, drawn.going, drawn.way.distance)
    men = sum(drawn.going.values())
    said = to_say_many(
        "{n} man goes with it; {pace} = {parts}",
        "{n} men go with it; {pace} = {parts}",
        men,
        pace=reckoning(drawn.way, drawn.pace),
        parts=of_a_move(parts),
    )
    distance, share = drawn.way.distance, of_a_move(parts)
    field.emit(BodyMarched(clause="KS-MOVE-05", side=gun.owner, body=gun.id, distance=distance, cost=share, sum=said))
    emit_contours(field, gun.id, drawn.way)
    for name in drawn.going:
        _go_along(field, name, gun, order.path, max(field.spent[gun.id], drawn.paid[name]))
    facing = heading(gun.at, order.path)
    go(field, gun.id, order.path, None if facing is None else (facing + 180) % 360)


def _move_gun(field: Field, order: MoveGun) -> Drawn | None:
    """A gun's march, computed and checked."""
    gun = field.own_gun(order.gun)
    gun_may_act(field, gun, order.name)
    not_used(field, gun.id, known_as(gun), "fired", "marched", "retired")
    if not gun.limbered:
        raise Illegal(
            "E-UNLIMBERED", say("{gun} is unlimbered; LIMBER first (half a move).", gun=known_as(gun)), "KS-ART-02"
        )
    going = _men_with_gun(field, gun, order.men)
    has_a_team(field, gun)
    if order.measured.ford:
        said = say("Rivers are impassable to {gun}; go by a standing bridge (KS-ART-03).", gun=known_as(gun))
        raise Illegal("E-RIVER", said, "KS-ART-03")
    way = way_of(field.options, order.measured, gun.at, order.path, by_road=False)
    if way is None:
        return None
    if field.has_map and order.path:
        not_too_steep_for_wheels(field, known_as(gun), gun.at, order.path)
    else:
        not_too_steep(field.options, known_as(gun), way)
    pace = _pace(field, going)
    price = price_of(field.options, way, pace)
    payable(field, gun.id, known_as(gun), way, pace, price, (gun.at, *order.path))
    price = approached(field, gun.id, price)
    may_go(field, goer(gun), order.path)
    paid = {name: _may_go_along(field, name, gun, way, order.path, price.parts) for name in going}
    return Drawn(way, price, pace, going, paid)


def has_a_team(field: Field, gun: Gun) -> None:
    """E-TEAM under four horses, E-STARVED without forage, E-OUT after six moves without it.  [KS-SIEGE-04, KS-FAIL-03, KS-FAIL-04]"""
    if gun.team_horses < LEAST_TEAM:
        said = say_many(
            "{gun}'s team has {n} horse; it needs four.",
            "{gun}'s team has {n} horses; it needs four.",
            gun.team_horses,
            gun=known_as(gun),
        )
        raise Illegal("E-TEAM", said, "KS-SIEGE-04")
    if gun.team_out:
        said = say("The team of {gun} has been out of action for want of forage (KS-FAIL-04).", gun=known_as(gun))
        raise Illegal("E-OUT", said, "KS-FAIL-04")
    if gun.arrears.forage and field.options.use_supply:
        said = say("The team of {gun} is unsupplied with forage; it cannot march (KS-FAIL-03).", gun=known_as(gun))
        raise Illegal("E-STARVED", said, "KS-FAIL-03")


def _men_with_gun(field: Field, gun: Gun, named: Men | int | None) -> Men:
    """The men who go with a gun, by body: those named, or four of those at it.  E-CREW, E-ESCORT.  [KS-GUN-02, KS-GUN-09]

    A number means men at the gun; names are bodies, each with the men who go, or 0 for all.
    """
    if named is None:
        return four_gunners(field, gun)
    if isinstance(named, int):
        four_gunners(field, gun)
        going = free_gunners(field, gun, named)
    else:
        wanted = {name: min(field.own_body(name).ashore, men or GREATEST_COUNT) for name, men in named.items()}
        four_gunners(field, gun, tuple(wanted))
        about = sum(body.ashore for body in beside(field, gun, tuple(wanted)))
        free = free_gunners(field, gun, max(about, CREW), tuple(wanted))
        going = {name: min(count, wanted[name]) for name, count in free.items() if name in wanted}
    count = sum(going.values())
    if count < CREW:
        raise Illegal(
            "E-ESCORT", say("Four men must go with {gun}; {count} named.", gun=known_as(gun), count=count), "KS-GUN-09"
        )
    return going


def _pace(field: Field, going: Men) -> Pace:
    """The pace of a gun: of gunners or horsemen if four of them go with it, else of infantry.  [KS-MOVE-05]"""
    quick = sum(men for name, men in going.items() if field.bodies[name].arm in ("artillery", "cavalry"))
    country = DRAWN if quick >= CREW else MANHANDLED
    road = with_the_bonus(country) if "artillery" in field.options.road_bonus_arms else country
    return Pace(country, road, "KS-MOVE-05")


def _may_go_along(field: Field, name: str, gun: Gun, way: Way, path: Path, parts: int) -> int:
    """What a body pays that goes with a gun: as much of its move as the gun, or as the way costs it at its own pace.

    It must be free to march, its own way beside the gun's open, and it has the budget or already goes with another gun.
    [KS-GUN-09, KS-MOVE-08]
    """
    body = field.bodies[name]
    may_act(field, body, "move-gun")
    may_leave_its_place(field, body)
    beside = beside_the_gun(body, gun, path)
    own = approached(
        field, name, price_of(field.options, _own_way(field, body, way, beside), pace_of(field.options, body))
    ).parts
    if not field.did(name, "drew"):
        not_used(field, name, known_as(body), "fired", "worked", "marched", "retired")
        affordable(field, name, known_as(body), max(parts, own), say("with {gun}", gun=known_as(gun)), "KS-GUN-09")
    may_follow(field, goer(body), beside)
    return own


def _own_way(field: Field, body: Body, way: Way, beside: Path) -> Way:
    """The way of a body beside a gun, as long as the gun's and with the contours that it crosses itself."""
    if not field.has_map or body.at is None or not beside or not field.options.use_contours:
        return way
    found = route(field.ground, (body.at, *beside))
    return Way(way.distance, way.road, found.up, found.down)


def _go_along(field: Field, name: str, gun: Gun, path: Path, spent: int) -> None:
    """Take a body along with a gun.  [KS-GUN-09]"""
    body = field.bodies[name]
    field.spend(name, max(0, spent - field.spent.get(name, 0)), "marched")
    field.done[name].add("drew")
    way = beside_the_gun(body, gun, path)
    if way:
        go(field, name, way, heading(body.at, way), climbed=0)


def beside_the_gun(body: Body, gun: Gun, path: Path) -> Path:
    """The way of a body beside that of a gun: gunners go at it, others keep their distance; empty if it has no place.

    So nobody who goes with a gun goes farther than it does.  [KS-GUN-09, KS-DEF-07]
    """
    if body.at is None:
        return ()
    if body.arm == "artillery" or gun.at is None:
        return path
    east, north = body.at[0] - gun.at[0], body.at[1] - gun.at[1]
    return tuple((x + east, y + north) for x, y in path)
