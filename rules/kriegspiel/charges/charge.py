"""Cavalry charges: who may, at what cost, and which table settles them.  [KS-CHARGE-01 to KS-CHARGE-04, KS-CHARGE-31]"""

from __future__ import annotations

from typing import NamedTuple

from rules.contract.sentences import counted
from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.floor.field import nothing
from rules.ground.geometry import legs, meet
from rules.kriegspiel.charges import cavalry, guns, infantry
from rules.kriegspiel.events import TargetReckoned
from rules.kriegspiel.floor import obstacles, survey
from rules.kriegspiel.floor.conditions import affordable, may_act, may_leave_its_place, not_used
from rules.kriegspiel.floor.contact import charging_distance, place_in_contact
from rules.kriegspiel.floor.crews import servers, stray
from rules.kriegspiel.floor.distances import spot
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.go import close_with, shifted
from rules.kriegspiel.floor.surroundings import stops_a_charge
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.marches.shifts import stood
from rules.kriegspiel.melee import fight
from rules.kriegspiel.orders import Charge
from rules.kriegspiel.tables.blow import Blow, downhill
from rules.kriegspiel.tables.charges import CHARGING_RATE, LEAST_CHARGE, band
from rules.kriegspiel.tables.figures import CONTACT
from rules.kriegspiel.tables.paces import climb
from rules.values.measure import HALF_MOVE, INCH, MOVE, cost, inches
from rules.values.sentence import say, say_many


class Way(NamedTuple):
    """The way of a charge: plan distance and the length its contours count for, in sixteenths, and the net fall in contours."""

    distance: int
    contours: int
    fall: int

    def inches(self, replace: bool) -> int:
        """The cost of the way in sixteenths: ground plus contours, or the greater of them.  [KS-CONT-01]"""
        return max(self.distance, self.contours) if replace else self.distance + self.contours


def target_of(field: Field, order: Charge) -> Body | Gun:
    """The charged enemy body or gun; gunners who serve a gun are charged at their gun.  [KS-CHARGE-28, KS-CHARGE-31]"""
    identity = order.target
    if identity in field.generals or identity in field.waggons or identity in field.depots:
        raise Illegal(
            "E-TARGET",
            say("{identity} cannot be charged; see KS-LW-17.", identity=field.called(identity)),
            "KS-CHARGE-31",
        )
    gun = field.guns.get(identity)
    if gun is not None and gun.owner != field.side and not gun.destroyed:
        return gun
    body = field.enemy_body(identity)
    if not survey.on_the_floor(body):
        raise nothing("enemy", identity)
    if body.arm == "artillery":
        own = (gun for _, gun in sorted(field.guns.items()) if gun.crew == identity and not gun.destroyed)
        served = next((gun for gun in own if servers(field, gun)), None)
        if served is not None:
            return served
    return body


def way_of(field: Field, order: Charge) -> Way:
    """How far the charge goes and over what; the distance as measured, else from both places.  [KS-CHARGE-03]"""
    measured = order.measured
    distance = measured.distance
    if distance is None:
        distance = _distance(field, order)
    if distance is None:
        raise Invalid(
            say(
                "charge of {body}: the distance to {target} is wanted",
                body=field.called(order.body),
                target=field.called(order.target),
            )
        )
    if not field.options.use_contours:
        return Way(distance, 0, 0)
    up, down = measured.contours_up or 0, measured.contours_down or 0
    return Way(distance, climb(up, down), down - up)


def _distance(field: Field, order: Charge) -> int | None:
    """Sixteenths from the body's place at the start of the move; for a merged body, from the farther of two.  [KS-CHARGE-03]"""
    body, there = field.bodies.get(order.body), survey.place(field, order.target)
    parts = stood(field, body) if body is not None and not field.has_map else ()
    if len(parts) < 2 or there is None:
        return survey.distance(field, order.body, order.target)
    return max(charging_distance(part, spot(there)) for part in parts)


def check_charge(field: Field, order: Charge) -> int:
    """The cost of a charge: (ground + contours)/36 of a move, and half a move from column.

    Refused: E-EIGHT, E-NOLINE, E-FAR, E-CLIMB, E-CREPT, E-TARGET, E-BLOCKED and those of all orders.
    [KS-CHARGE-01, KS-CHARGE-02, KS-CHARGE-03, KS-DEF-11]
    """
    body = field.own_body(order.body)
    called = known_as(body)
    may_act(field, body, "charge")
    _may_seek_contact(field, body, called)
    target = target_of(field, order)
    way = way_of(field, order)
    reach = field.options.charging_distance_in * INCH
    if way.distance > reach:
        raise Illegal(
            "E-FAR",
            say(
                "{name} is {distance} away; a charge reaches {reach}.",
                name=known_as(target),
                distance=inches(way.distance),
                reach=inches(reach),
            ),
            "KS-CHARGE-03",
        )
    forming = HALF_MOVE if body.formation == "column" else 0
    within = reach * (MOVE - forming - field.spent.get(body.id, 0)) // MOVE
    total = way.inches(field.options.contour_cost == "replace")
    if not forming and field.spent.get(body.id, 0):
        affordable(
            field,
            body.id,
            called,
            cost(total, CHARGING_RATE),
            say("{total} at {charging_rate} in. a move", total=inches(total), charging_rate=CHARGING_RATE),
            "KS-CHARGE-03",
            within,
        )
    if way.distance > within:
        sentence = say(
            "{called} must be mounted in line; from column it reaches {within}, the target is {distance} away.",
            called=called,
            within=inches(within),
            distance=inches(way.distance),
        )
        raise Illegal("E-NOLINE", sentence, "KS-CHARGE-02")
    if total > within:
        raise _too_steep(way, total, within)
    _line_is_clear(field, body, target)
    return forming + min(cost(total, CHARGING_RATE), MOVE - forming)


def _too_steep(way: Way, total: int, within: int) -> Illegal:
    """E-CLIMB: the ground and its contours are more than a charge covers.  [KS-CHARGE-03]"""
    sentence = say(
        "{distance} of ground and {contours} of contours make {total}; {within} at most.",
        distance=inches(way.distance),
        contours=inches(way.contours),
        total=inches(total),
        within=inches(within),
    )
    return Illegal("E-CLIMB", sentence, "KS-CHARGE-03")


def _line_is_clear(field: Field, body: Body, target: Body | Gun) -> None:
    """E-BLOCKED if a trench or an enemy stands between a body and its target.  [KS-DEF-11, KS-WORK-05]"""
    if body.at is None or target.at is None:
        return
    if field.has_map:
        _string_is_clear(field, body, target)
        return
    stops = [
        work.id
        for work in field.works.values()
        if work.is_trench and any(meet(body.at, target.at, *leg) for leg in legs(work.line))
    ]
    barred = stops if field.options.trench_blocks_charge else []
    enemy = survey.met(field, field.side, body.at, (target.at,))
    if enemy and not survey.near(field.bodies[enemy[0]].at or target.at, target.at, CONTACT):
        barred = [*barred, enemy[0]]
    if barred:
        sentence = say(
            "{barred} is between {name} and {name2}.",
            barred=field.called(barred[0]),
            name=known_as(body),
            name2=known_as(target),
        )
        raise Illegal("E-BLOCKED", sentence, "KS-WORK-05" if barred[0] in field.works else "KS-DEF-11")


def _string_is_clear(field: Field, body: Body, target: Body | Gun) -> None:
    """E-BLOCKED if a house, a wall, a wood, a trench, water or an enemy cuts the line of a charge.  [KS-DEF-11, KS-GAME-08]

    E-PATH if a house, a wall, water or the edge bars the leading man, who goes as far beside that line.  [KS-MOVE-08]
    """
    contact = place_in_contact(field, body.id, "line", target.id)
    if contact is None or body.at is None:
        return
    start, end = contact.strings.middle(body.at)
    barred = stops_a_charge(field, start, end)
    if not barred:
        crews = {target.crew, target.id} if isinstance(target, Gun) else {target.id}
        met = survey.met(field, field.side, start, (end,))
        barred = met[0] if met and met[0] not in crews else ""
    if barred:
        sentence = say(
            "{barred} is between {name} and {name2}.",
            barred=field.called(barred),
            name=known_as(body),
            name2=known_as(target),
        )
        raise Illegal("E-BLOCKED", sentence, "KS-WORK-05" if barred in field.works else "KS-DEF-11")
    met_first = obstacles.first_obstacle(field, (body.at, shifted(body.at, contact.shift)), on_foot=True)
    if met_first is not None:
        raise obstacles.barred(field, known_as(body), *met_first)


def _may_seek_contact(field: Field, body: Body, called: str) -> None:
    """Check for eight mounted fit men in line, where they stood at the start of the move.  [KS-CHARGE-01 to KS-CHARGE-03]"""
    not_used(field, body.id, called, "fired", "worked", "charged")
    if body.arm == "cavalry" and not body.mounted:
        raise Illegal(
            "E-NOLINE", say("{called} must be mounted in line; it is on foot.", called=called), "KS-CHARGE-02"
        )
    if body.sabres < LEAST_CHARGE:
        raise Illegal(
            "E-EIGHT",
            say("{called} has {sabres} sabres; eight are needed.", called=called, sabres=body.sabres),
            "KS-CHARGE-01",
        )
    if field.did(body.id, "marched", "retired", "forded"):
        raise Illegal(
            "E-CREPT",
            say("A charge starts where {called} stood when the move began; it has moved.", called=called),
            "KS-CHARGE-03",
        )
    if body.arrested:
        raise Illegal(
            "E-BLOCKED",
            say("{called} was stopped in its pursuit; it may neither charge nor approach in this move.", called=called),
            "KS-CHARGE-22",
        )
    may_leave_its_place(field, body)


def charge(field: Field, order: Charge) -> None:
    """Bring a charge into contact and settle it by its table.  The rest of the charger's move lapses.  [KS-SEQ-07]"""
    parts = check_charge(field, order)
    body = field.own_body(order.body)
    target = target_of(field, order)
    if isinstance(target, Gun):
        fight.fight_melees(field)
    way = way_of(field, order)
    blow = blow_of(field, order, body, target, way)
    close_with(field, body, "line", target)
    field.spend(body.id, max(parts, field.left(body.id)), "charged")
    stray(field, body.id, way.distance)
    field.frozen.add(body.id)
    field.engaged |= {target.id, target.crew} if isinstance(target, Gun) else {target.id}
    _mark(field, body, target)
    if blow.multiple > 1:
        sabres = say(
            "{chargers} × {multiple} = {chargers2}",
            chargers=blow.chargers,
            multiple=blow.multiple,
            chargers2=blow.chargers * blow.multiple,
        )
        words = say_many(
            "{n} sabre charging down {fall}: as {sabres}",
            "{n} sabres charging down {fall}: as {sabres}",
            blow.chargers,
            fall=counted(way.fall, "contour"),
            sabres=sabres,
        )
        field.emit(TargetReckoned(clause="KS-CHARGE-20", side=field.side, body=body.id, reckoned_as=words))
    if isinstance(target, Body) and target.out_of_action:
        fight.seize(field, target.id, body.id)
    elif not field.options.use_cavalry_charge:
        fight.fight(field, (body.id,), target.id if isinstance(target, Body) else target.crew, order.measured)
    elif isinstance(target, Gun):
        guns.settle(field, blow, order)
    elif target.mounted:
        cavalry.settle(field, blow, order)
    else:
        infantry.settle(field, blow)


def blow_of(field: Field, order: Charge, body: Body, target: Body | Gun, way: Way) -> Blow:
    """The numbers of a charge: the men in it on both sides, and the multiplier of the slope.  [KS-CHARGE-04, KS-CHARGE-20]"""
    measured = order.measured
    whole = field.options.charge_participants == "whole_body"
    standing = target.ashore if isinstance(target, Body) else 0
    chargers = body.sabres if whole or measured.chargers is None else min(measured.chargers, body.sabres)
    charged = standing if whole or measured.charged is None else min(measured.charged, standing)
    arm = "artillery" if isinstance(target, Gun) else "cavalry" if target.mounted else "infantry"
    multiple = downhill(field.options, way.fall, arm)
    return Blow(body.id, target.id, way.distance, band(way.distance), chargers, charged, multiple, way.fall)


def _mark(field: Field, body: Body, target: Body | Gun) -> None:
    """Record who charged whom: fresh cavalry stops a pursuer, and whoever overtakes a fugitive pursues it.  [KS-CHARGE-22, KS-DEF-12]"""
    field.notes.setdefault("chargers of", {}).setdefault(target.id, set()).add(body.id)
    if isinstance(target, Body) and target.mounted and not body.flight:
        field.notes.setdefault("charged", set()).add(target.id)
