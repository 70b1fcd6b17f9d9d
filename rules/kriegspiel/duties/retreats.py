"""How a body or gun retires, by order or moved by the engine.  [KS-DEF-12, KS-CHARGE-13, KS-CHARGE-29, KS-CHARGE-30]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.floor.field import nothing
from rules.ground.compass import ahead
from rules.kriegspiel.events import BodyRetired, GunLimbered
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import affordable, may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.crews import bind, bind_men_of_moving_gun, four_gunners, servers, stray
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import Goer, go, goer, may_go
from rules.kriegspiel.floor.obstacles import Path, not_too_steep_for_wheels
from rules.kriegspiel.floor.throw_back import as_far_as_open, direction_away, edge_or_water_crossed, place_driven_to
from rules.kriegspiel.floor.treads import Tread
from rules.kriegspiel.floor.ways import pace_of
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.marches.guns import beside_the_gun, has_a_team
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import Retire
from rules.kriegspiel.tables.charges import GUN_RETIRES
from rules.kriegspiel.tables.paces import LIMBERING, climb
from rules.kriegspiel.works.mines import on_straight_way
from rules.values.measure import INCH, Point, cost, displaced, inches, leg, length_of
from rules.values.sentence import Unread, say, say_many, to_join, to_say

AFAR = 1 << 17
"""A length in sixteenths, so great that rounding does not turn the line."""


def allowance(body: Body) -> int:
    """Sixteenths of a full retreat across country.  [KS-CHARGE-21, KS-CHARGE-27]"""
    return survey.cross_country(body) * INCH


def owed_by(body: Body) -> int:
    """Sixteenths that a body must retire in this move: what was imposed; in flight, its full allowance."""
    return body.must_retire or (allowance(body) if body.flight else 0)


def allowance_of_gun(gun: Gun) -> int:
    """Sixteenths that a gun retires: 24 in. limbered, 12 in. if it must limber first.  [KS-CHARGE-29]"""
    return (GUN_RETIRES if gun.limbered else GUN_RETIRES // 2) * INCH


def rate_of(options: Options, body: Body, by_road: bool) -> int:
    """Inches a move of a retreat: the pace of any march, across country or by road.  [KS-MOVE-01 to KS-MOVE-06, KS-CHARGE-27]"""
    pace = pace_of(options, body)
    return pace.road if by_road else pace.country


def pursuers_of(field: Field, thing: Body | Gun, order: Retire) -> tuple[str, ...]:
    """The enemies that a thing retires from: those it owes the retreat to, else those that threaten it, else those the order names."""
    return thing.retire_from or thing.flight or thing.threatened or ((order.enemy,) if order.enemy else ())


def distance_of(order: Retire, at: Point | None, full: int) -> int:
    """Sixteenths of a retreat: measured, or along its path, else the full allowance."""
    if order.measured.distance is not None:
        return order.measured.distance
    return length_of(at, order.path) if at is not None and order.path else full


def check_retire(field: Field, order: Retire) -> int:
    """The cost of retiring a body or gun.  E-NONE, E-NEARER, E-SHORT and those of all orders.  [KS-DEF-12]"""
    if order.enemy and field.side_of(order.enemy) != field.enemy:
        raise nothing("enemy", order.enemy)
    if order.body in field.guns:
        return _check_gun(field, order)
    body = field.own_body(order.body)
    called = known_as(body)
    may_act(field, body, "retire")
    not_used(field, body.id, called, "fired", "worked", "marched", "retired", "forded", "fought")
    may_leave_its_place(field, body)
    rate = rate_of(field.options, body, order.by_road)
    left = field.left(body.id) * rate // 864
    owed = min(owed_by(body), left)
    distance = distance_of(order, body.at, max(owed, left))
    _way_is_open(field, goer(body), order)
    _never_nearer(field, body.at, order, pursuers_of(field, body, order), called)
    clause = body.retire_clause or "KS-DEF-12"
    if owed and clause != "KS-CHARGE-18":
        _straight_enough(field, body, order, owed)
    _not_short(called, owed, distance, clause)
    contours = _contours(field, order)
    parts = cost(distance + contours, rate)
    affordable(
        field,
        body.id,
        called,
        parts,
        say("{inches} at {rate} in. a move", inches=inches(distance + contours), rate=rate),
        "KS-DEF-12",
        max(left - contours, 0),
    )
    return parts


def _way_is_open(field: Field, who: Goer, order: Retire) -> None:
    """E-WATER, E-PATH, E-CONTACT or E-BRIDGEDOWN if the way of a retreat is barred.  [KS-MOVE-08]"""
    if field.has_map and order.measured.ford:
        said = say("The path of {called} enters water; it must retire round it.", called=who.called)
        raise Illegal("E-WATER", said, "KS-MOVE-08")
    may_go(field, who, order.path)


def _contours(field: Field, order: Retire) -> int:
    """The length in sixteenths that the contours of a measured retreat count for.  [KS-CONT-01, KS-CONT-02]"""
    if not field.options.use_contours:
        return 0
    return climb(order.measured.contours_up or 0, order.measured.contours_down or 0)


def _check_gun(field: Field, order: Retire) -> int:
    """Check that a gun may retire: limbered, served, neither disabled nor in dispute.  [KS-CHARGE-29]"""
    gun = field.own_gun(order.body)
    called = known_as(gun)
    _can_be_drawn(field, gun, called)
    if not gun.limbered:
        raise Illegal(
            "E-UNLIMBERED", say("{called} is unlimbered; LIMBER first (half a move).", called=called), "KS-ART-02"
        )
    not_used(field, gun.id, called, "fired", "marched", "retired")
    left = field.left(gun.id) * GUN_RETIRES // 864
    owed = min(gun.must_retire or (allowance_of_gun(gun) if gun.flight else 0), left)
    distance = distance_of(order, gun.at, max(owed, left))
    _way_is_open(field, goer(gun), order)
    if field.has_map:
        not_too_steep_for_wheels(field, called, gun.at, order.path)
    _never_nearer(field, gun.at, order, pursuers_of(field, gun, order), called)
    _not_short(called, owed, distance, "KS-CHARGE-29")
    contours = _contours(field, order)
    parts = cost(distance + contours, GUN_RETIRES)
    affordable(
        field,
        gun.id,
        called,
        parts,
        say("{distance} at {gun_retires} in. a move", distance=inches(distance + contours), gun_retires=GUN_RETIRES),
        "KS-MOVE-05",
        max(left - contours, 0),
    )
    return parts


def _can_be_drawn(field: Field, gun: Gun, called: str) -> None:
    """E-DISABLED, E-DISPUTE, E-CREW, E-TEAM if a gun cannot be moved.  [KS-CHARGE-29]"""
    if gun.disabled_for:
        raise Illegal(
            "E-DISABLED",
            say_many(
                "{called} is disabled for {n} own move.",
                "{called} is disabled for {n} own moves.",
                gun.disabled_for,
                called=called,
            ),
            "KS-SHELL-05",
        )
    if gun.in_dispute:
        raise Illegal(
            "E-DISPUTE", say("{called} is in dispute; nobody fires or moves it (KS-LW-13).", called=called), "KS-LW-13"
        )
    four_gunners(field, gun)
    has_a_team(field, gun)


def _never_nearer(field: Field, at: Point | None, order: Retire, enemies: Sequence[str], called: str) -> None:
    """E-NEARER if a leg of the way shortens the distance to an enemy.  [KS-DEF-12]"""
    for enemy in enemies:
        there = survey.place(field, enemy)
        here = at
        for number, point in enumerate(order.path, 1):
            if there is not None and here is not None and leg(point, there) < leg(here, there):
                raise Illegal(
                    "E-NEARER",
                    say(
                        "Leg {number} brings {called} nearer to {enemy}.",
                        number=number,
                        called=called,
                        enemy=field.called(enemy),
                    ),
                    "KS-DEF-12",
                )
            here = point


def _straight_enough(field: Field, body: Body, order: Retire, owed: int) -> None:
    """E-SHORT if a leg is more than 45 degrees off straight away from the nearest enemy.  [KS-CHARGE-13, KS-CHARGE-21, KS-CHARGE-27]"""
    enemies = pursuers_of(field, body, order)
    away = direction_away(field, body.id, enemies) if field.has_map else _straight_away(field, body.at, enemies)
    if body.at is None or away is None:
        return
    for number, (start, end) in enumerate(pairwise((body.at, *order.path)), 1):
        x, y = end[0] - start[0], end[1] - start[1]
        along = away[0] * x + away[1] * y
        # Within 45 degrees the cosine is at least the root of one half.
        if along < 0 or 2 * along * along < (away[0] ** 2 + away[1] ** 2) * (x * x + y * y):
            called = known_as(body)
            sentence = say(
                "{called} must go {owed}; leg {number} is not within 45° of straight away.",
                called=called,
                owed=inches(owed),
                number=number,
            )
            raise Illegal("E-SHORT", sentence, body.retire_clause or "KS-CHARGE-30")


def _straight_away(field: Field, at: Point | None, enemies: Sequence[str]) -> Point | None:
    """The direction straight away from the nearest enemy with a known place, as a difference of points."""
    nearest = _nearest(field, at, enemies)
    if at is None or nearest is None:
        return None
    enemy, there = nearest
    if there == at and enemy in field.bodies:
        return ahead((0, 0), field.bodies[enemy].facing, AFAR)
    return (at[0] - there[0], at[1] - there[1])


def _not_short(called: str, owed: int, distance: int, clause: str) -> None:
    """E-SHORT if a retreat is shorter than owed."""
    if distance < owed:
        raise Illegal(
            "E-SHORT",
            say(
                "{called} must go {owed}; this way is {distance}.",
                called=called,
                owed=inches(owed),
                distance=inches(distance),
            ),
            clause,
        )


def retire(field: Field, order: Retire) -> None:
    """A body or gun retires as ordered."""
    parts = check_retire(field, order)
    if order.body in field.guns:
        gun = field.guns[order.body]
        _go_gun(
            field,
            gun,
            distance_of(order, gun.at, max(gun.must_retire, field.left(gun.id) * GUN_RETIRES // 864)),
            parts,
            order,
        )
        return
    body = field.bodies[order.body]
    left = field.left(body.id) * rate_of(field.options, body, order.by_road) // 864
    distance = distance_of(order, body.at, left)
    clause = body.retire_clause or "KS-DEF-12"
    _go(
        field,
        body,
        distance,
        parts,
        order.path,
        pursuers_of(field, body, order),
        clause,
        ordered=True,
    )


def _go(
    field: Field,
    body: Body,
    distance: int,
    parts: int,
    path: Path,
    enemies: Sequence[str],
    clause: str,
    *,
    ordered: bool,
) -> None:
    """Move a body that retires, as far as a mine on a way not ordered, and note whether it went as far as it could."""
    in_flight = bool(body.flight) or body.retire_clause != "KS-CHARGE-13"
    at = path[-1] if path else _away(field, body, enemies, distance, in_flight=in_flight)
    if not path and at is not None and body.at is not None and field.has_map:
        at = as_far_as_open(field, body.id, body.at, at, (cost(1, survey.cross_country(body)), field.left(body.id)))
    tread = None if path else on_straight_way(field, body.id, at)
    at, distance = _as_far_as(tread, body.at, at, distance)
    if field.has_map and body.at is not None and at is not None:
        bar = edge_or_water_crossed(field, body.at, at, on_foot=not body.mounted)
        if bar is not None:
            field.notes.setdefault("driven into", {})[body.id] = bar.id
    stray(field, body.id, distance)
    if not field.left(body.id) - parts:
        field.notes.setdefault("retired fully", set()).add(body.id)
    field.spend(body.id, parts, "retired")
    field.notes.setdefault("retired before", {})[body.id] = tuple(enemies)
    said: Unread
    if ordered and enemies:
        said = to_say("{distance} away from {enemies}", distance=inches(distance), enemies=to_join(", ", enemies))
    elif ordered:
        said = inches(distance)
    elif not enemies:
        said = to_say("no order: moved {distance} by the engine", distance=inches(distance))
    else:
        said = to_say(
            "no order: moved {distance} by the engine away from {enemies}",
            distance=inches(distance),
            enemies=to_join(", ", enemies),
        )
    field.emit(BodyRetired(clause=clause, side=body.side, body=body.id, distance=distance, sum=said))
    _put(field, body.id, path, at, tread)


def _put(field: Field, identity: str, path: Path, at: Point | None, tread: Tread | None) -> None:
    """Put a thing at the end of its retreat: of the path that was ordered, else straight; a mine there goes off."""
    go(field, identity, path or (() if at is None else (at,)))
    if tread is not None:
        field.trodden.append(tread)


def _as_far_as(tread: Tread | None, start: Point | None, end: Point | None, distance: int) -> tuple[Point | None, int]:
    """The end and length of a retreat: no farther than the mine on its way.  [KS-MINE-02]"""
    if tread is None or not tread.path:
        return end, distance
    return tread.path[-1], length_of(start, tread.path) if start is not None else distance


def _go_gun(field: Field, gun: Gun, distance: int, parts: int, order: Retire | None) -> None:
    """Move a gun that retires with its servers, as far as a mine on a way not ordered."""
    enemies = pursuers_of(field, gun, order) if order is not None else gun.retire_from or gun.flight
    path = order.path if order is not None else ()
    at = path[-1] if path else _away(field, gun, enemies, distance)
    if not path and at is not None and gun.at is not None and field.has_map:
        left = field.left(gun.id) - parts + cost(distance, GUN_RETIRES)  # without what the limbering takes
        at = as_far_as_open(field, gun.id, gun.at, at, (cost(1, GUN_RETIRES), left))
    tread = None if path else on_straight_way(field, gun.id, at)
    at, distance = _as_far_as(tread, gun.at, at, distance)
    hands = four_gunners(field, gun)
    bind(field, gun, hands)
    bind_men_of_moving_gun(field, gun.id, hands, distance)
    field.spend(gun.id, parts, "retired")
    crew = servers(field, gun)
    if crew is not None:
        go(field, crew.id, beside_the_gun(crew, gun, path or (() if at is None else (at,))))
        field.spend(crew.id, min(parts, field.left(crew.id)), "retired")
        field.done[crew.id].add("drew")
    said = "" if order is not None else say("no order: moved {distance} by the engine", distance=inches(distance))
    field.emit(BodyRetired(clause="KS-CHARGE-29", side=gun.owner, body=gun.id, distance=distance, sum=said))
    _put(field, gun.id, path, at, tread)


def _away(
    field: Field, thing: Body | Gun, enemies: Sequence[str], distance: int, *, in_flight: bool = True
) -> Point | None:
    """The place straight away from the nearest enemy with a known place.  [KS-CHARGE-30]

    If the enemy is in contact, at the same point, the direction is the enemy's facing: the line of its charge.
    """
    at = thing.at
    if field.has_map and at is not None:
        away = direction_away(field, thing.id, enemies)
        on_foot = isinstance(thing, Body) and not thing.mounted
        return at if away is None else place_driven_to(field, at, away, distance, on_foot=on_foot, in_flight=in_flight)
    nearest = _nearest(field, at, enemies)
    if at is None or nearest is None:
        return at
    enemy, there = nearest
    if there == at and enemy in field.bodies:
        return ahead(at, field.bodies[enemy].facing, distance)
    return displaced(at, there, distance)


def _nearest(field: Field, at: Point | None, enemies: Sequence[str]) -> tuple[str, Point] | None:
    """The enemy nearest to a place, of those whose own place is known, and that place."""
    if at is None:
        return None
    places = [(leg(at, there), enemy, there) for enemy in enemies if (there := survey.place(field, enemy)) is not None]
    return min(places)[1:] if places else None


def _nearest_enemy(field: Field, body: Body) -> tuple[str, ...]:
    """The nearest fit enemy, horsemen before all others, if nobody is named.  [KS-CHARGE-30]"""
    placed = [
        (not enemy.mounted, survey.apart(body.at, enemy.at), enemy.id)
        for enemy in field.bodies_of(field.enemy)
        if body.at is not None and enemy.at is not None and enemy.fit
    ]
    return (min(placed)[2],) if placed else ()


def engine_retires(field: Field, body: Body, owed: int, clause: str) -> None:
    """The engine moves a body that owes a retreat and got no order: straight away from the nearest enemy it retires from."""
    if body.immobile and not body.flight:
        return
    rate = survey.cross_country(body)
    distance = min(owed, field.left(body.id) * rate // 864)
    enemies = body.retire_from or body.flight or body.threatened or _nearest_enemy(field, body)
    _go(field, body, distance, cost(distance, rate), (), enemies, clause, ordered=False)


def engine_retires_gun(field: Field, gun: Gun) -> None:
    """The engine limbers up a gun and moves it, if it can be moved; else it stays.  [KS-CHARGE-29]"""
    try:
        _can_be_drawn(field, gun, known_as(gun))
    except Illegal:
        return
    distance = min(gun.must_retire or allowance_of_gun(gun), allowance_of_gun(gun))
    parts = cost(distance, GUN_RETIRES)
    if not gun.limbered:
        field.emit(GunLimbered(clause="KS-CHARGE-29", side=gun.owner, body=gun.id))
        parts += LIMBERING
    _go_gun(field, field.change_gun(gun.id, limbered=True), distance, parts, None)
