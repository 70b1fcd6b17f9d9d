"""Prisoners led away: who may, by which way, and where they then stand.  [KS-LW-10]"""

from __future__ import annotations

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.floor.field import nothing
from rules.kriegspiel.country.routes import route
from rules.kriegspiel.events import PrisonersEscorted
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import armed, may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.crews import stray
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import go, goer, may_follow, may_go
from rules.kriegspiel.floor.obstacles import Path, river
from rules.kriegspiel.floor.remake import guards_with, split_off_prisoners
from rules.kriegspiel.floor.ways import Way, approached, payable, price_of, way_of
from rules.kriegspiel.force import Body
from rules.kriegspiel.orders import Escort
from rules.kriegspiel.tables.melee import GUARD_WITHIN, GUARDED_BY_ONE, WALKING_PACE
from rules.kriegspiel.tables.paces import Pace
from rules.values.measure import inches, length_of
from rules.values.sentence import say

WALKING = Pace(WALKING_PACE, WALKING_PACE, "KS-LW-10")
"""The pace of prisoners and of those who lead them."""


def prisoners_named(field: Field, order: Escort) -> dict[str, int]:
    """The prisoners of an escort by body; all of a body's if no number is given.  E-NONE if they are not ours."""
    named = {}
    for identity, men in order.prisoners.items():
        body = field.bodies.get(identity)
        if body is None or body.side == field.side or not (body.prisoners or body.held_by == field.side):
            raise nothing("prisoner", identity)
        named[identity] = min(men or body.captives, body.captives)
    return named


def check_escort(field: Field, order: Escort) -> int:
    """Check that guards may march with prisoners, one man for up to seven, at walking pace.  E-SEVEN, E-GUARDFAR.  [KS-LW-10]"""
    guards = field.own_body(order.body)
    called = known_as(guards)
    may_act(field, guards, "escort")
    armed(guards)
    not_used(field, guards.id, called, "fired", "worked", "marched", "retired", "fought")
    may_leave_its_place(field, guards)
    named = prisoners_named(field, order)
    number = sum(named.values())
    if number > GUARDED_BY_ONE * guards.ashore:
        raise Illegal(
            "E-SEVEN",
            say(
                "One man guards seven; {number} prisoners need {guarded_by_one}.",
                number=number,
                guarded_by_one=-(-number // GUARDED_BY_ONE),
            ),
            "KS-LW-10",
        )
    for identity in named:
        far = _far_from(field, guards, field.bodies[identity])
        if far > GUARD_WITHIN:
            raise Illegal(
                "E-GUARDFAR",
                say("{called} is {far} from the prisoners; 6 at most.", called=called, far=inches(far)),
                "KS-LW-10",
            )
    if order.measured.ford:
        raise river(called, guards.arm)
    way = way_of(field.options, order.measured, guards.at, order.path, by_road=False) or Way(0)
    price = price_of(field.options, way, WALKING)
    payable(field, guards.id, called, way, WALKING, price, (guards.at, *order.path))
    may_go(field, goer(guards), order.path)
    for identity in named:
        led_along(field, field.bodies[identity], guards, order.path)
    return approached(field, guards.id, price).parts


def led_along(field: Field, led: Body, guards: Body, path: Path) -> Path:
    """The way of a body of prisoners beside its guards, or, where that is barred, behind them.  [KS-LW-10, KS-MOVE-08]

    They are led by no way that is barred to them, and by none that is longer than they can walk.  Empty if no place of
    theirs is known: they are where their guards are.
    """
    if not path and guards.at is not None and not (led.at and field.has_map):
        return (guards.at,)
    if led.at is None or guards.at is None or not path or not field.has_map or not (led.held_by or not led.men):
        return path
    east, north = led.at[0] - guards.at[0], led.at[1] - guards.at[1]
    ways = tuple((x + east, y + north) for x, y in path), path
    refusals: list[Illegal] = []
    for way in ways:
        try:
            may_follow(field, goer(led.but(side=guards.side, horses=0, formation="two-ranks")), way)
            _may_walk(field, led, way)
        except Illegal as refused:
            refusals.append(refused)
        else:
            return way
    raise refusals[0]


def _may_walk(field: Field, led: Body, path: Path) -> None:
    """E-BUDGET if prisoners cannot walk so far in a move.  [KS-LW-10, KS-CONT-01]"""
    found = route(field.ground, (led.at, *path)) if led.at is not None else None
    if found is None:
        return
    climbs = (found.up, found.down) if field.options.use_contours else (0, 0)
    way = Way(found.distance, 0, *climbs)
    payable(field, led.id, known_as(led), way, WALKING, price_of(field.options, way, WALKING), (led.at, *path))


def _far_from(field: Field, guards: Body, taken: Body) -> int:
    """Sixteenths from guards to the prisoners of a body, 0 if unknown: to the body, or to its captors if part of it is free.

    [KS-LW-10, KS-LW-11]
    """
    together = taken.at is not None and (taken.held_by or not taken.men)
    by = (taken.id,) if together else tuple(taken.captors)
    ways = [0 if one == guards.id else survey.distance(field, guards.id, one) for one in by]
    return min((way for way in ways if way is not None), default=0)


def escort_distance(order: Escort, guards: Body) -> int:
    """Sixteenths that an escort marches: measured, else along its path, else 0."""
    if order.measured.distance is not None:
        return order.measured.distance
    return length_of(guards.at, order.path) if guards.at is not None and order.path else 0


def escort(field: Field, order: Escort) -> None:
    """Guards march with prisoners and are their captors from now on.  [KS-LW-10]"""
    parts = check_escort(field, order)
    guards = field.bodies[order.body]
    named = prisoners_named(field, order)
    field.spend(guards.id, parts, "marched")
    stray(field, guards.id, escort_distance(order, guards))
    for identity, men in named.items():
        captors = guards_with(field.bodies[identity], guards.id, men)
        field.change(identity, captors=captors)
        together = field.bodies[identity].held_by or not field.bodies[identity].men
        led = split_off_prisoners(field, identity, guards.id, men) if together else ""
        if led:
            go(field, led, led_along(field, field.bodies[led], guards, order.path))
    go(field, guards.id, order.path)
    field.notes.setdefault("led_to", {})[guards.id] = field.bodies[guards.id].at
    field.emit(
        PrisonersEscorted(
            clause="KS-LW-10", side=field.side, body=guards.id, prisoners=sum(named.values()), guards=guards.ashore
        )
    )
