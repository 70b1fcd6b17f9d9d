"""Changes of formation, mounting and dismounting, and the passage of fords.

[KS-DEF-08, KS-INF-01 to KS-INF-03, KS-CAV-01 to KS-CAV-04, KS-ART-03, KS-RE-02, KS-TS-02]
"""

from __future__ import annotations

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.kriegspiel.command import generals
from rules.kriegspiel.events import FormationChanged, RiverForded
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import affordable, may_act, may_leave_its_place, not_used, whole_move
from rules.kriegspiel.floor.crews import may_leave_the_gun, stray
from rules.kriegspiel.floor.distances import men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.fords import Crossing, beyond, crossing_at, may_ford
from rules.kriegspiel.floor.go import go, goer
from rules.kriegspiel.floor.obstacles import meets_no_enemy
from rules.kriegspiel.force import FORMATIONS_OF, Body
from rules.kriegspiel.marches.shifts import (
    Party,
    blow,
    mine_trodden_on,
    parties,
    remember,
    touches_no_enemy,
    ways_are_open,
)
from rules.kriegspiel.orders import Dismount, Ford, Form, Mount, Stand
from rules.kriegspiel.tables.fire import AT_THE_GUN
from rules.kriegspiel.tables.paces import BANK, FORMING
from rules.values.measure import MOVE, inches, of_a_move
from rules.values.sentence import say, say_many, to_say, to_say_many, word

FORDING = {"infantry": "KS-INF-01", "cavalry": "KS-CAV-01", "artillery": "KS-INF-01"}
"""The clause by which each arm fords; gunners without a gun ford like infantry."""
IMPASSABLE = {"engineers": "KS-RE-02", "transport": "KS-TS-02"}


# -- FORM -----------------------------------------------------------------------------------------


def check_form(field: Field, order: Form) -> int:
    """The cost of taking up a formation: E-FORM, E-ALREADY, E-PINNED, E-USED, E-BUDGET.  [KS-DEF-08]"""
    body = field.own_body(order.body)
    name = known_as(body)
    may_act(field, body, order.name)
    formation = order.formation
    if (
        body.arm not in ("infantry", "cavalry")
        or formation not in FORMATIONS_OF[body.arm]
        or "dismounted"
        in (
            formation,
            body.formation,
        )
    ):
        said = (
            say("{name}: cavalry mounts and dismounts by orders of their own.", name=name)
            if body.arm == "cavalry"
            else say(
                "{name}: {arm} has no formation {formation}.", name=name, arm=word(body.arm), formation=word(formation)
            )
        )
        raise Illegal("E-FORM", said, "KS-DEF-08")
    if formation == body.formation:
        raise Illegal(
            "E-ALREADY", say("{name} is already in {formation}.", name=name, formation=word(formation)), "KS-DEF-08"
        )
    parts, clause = FORMING[frozenset({body.formation, formation})]
    _may_change(field, body)
    affordable(
        field,
        body.id,
        name,
        parts,
        say("{formation} to {formation2}", formation=word(body.formation), formation2=word(formation)),
        clause,
    )
    _taking_places(field, body, formation)
    return parts


def form(field: Field, order: Form) -> None:
    """A body changes its formation.  [KS-INF-02, KS-INF-03, KS-CAV-02]"""
    parts = check_form(field, order)
    body = field.bodies[order.body]
    clause = FORMING[frozenset({body.formation, order.formation})][1]
    _change(field, body, order.formation, parts, clause, "formed")


# -- MOUNT and DISMOUNT ---------------------------------------------------------------------------


def check_mount(field: Field, order: Mount) -> int:
    """The cost of mounting cavalry, its whole move: E-ALREADY, E-HORSES, E-WHOLE.  [KS-CAV-03]"""
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    if body.mounted:
        raise Illegal("E-ALREADY", say("{body} is already mounted.", body=known_as(body)), "KS-CAV-03")
    if body.horses < body.men:
        raise Illegal(
            "E-HORSES",
            say_many(
                "{n} man of {body} has no horse.",
                "{n} men of {body} have no horse.",
                body.men - body.horses,
                body=known_as(body),
            ),
            "KS-CAV-03",
        )
    _may_change(field, body)
    whole_move(field, body.id, known_as(body), say("Mounting"), "KS-CAV-03")
    _taking_places(field, body, "line")
    return MOVE


def mount(field: Field, order: Mount) -> None:
    """Cavalry mounts, in line.  [KS-CAV-03]"""
    parts = check_mount(field, order)
    _change(field, field.bodies[order.body], "line", parts, "KS-CAV-03", "mounted")


def check_dismount(field: Field, order: Dismount) -> int:
    """The cost of dismounting a whole body of cavalry, its whole move: E-ALREADY, E-WHOLE.  [KS-CAV-04]"""
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    if not body.mounted:
        raise Illegal("E-ALREADY", say("{body} is already on foot.", body=known_as(body)), "KS-CAV-04")
    _may_change(field, body)
    whole_move(field, body.id, known_as(body), say("Dismounting"), "KS-CAV-04")
    _taking_places(field, body, "dismounted")
    return MOVE


def dismount(field: Field, order: Dismount) -> None:
    """Cavalry dismounts; its horses stay with it.  [KS-CAV-04]"""
    parts = check_dismount(field, order)
    _change(field, field.bodies[order.body], "dismounted", parts, "KS-CAV-04", "dismounted")


def _may_change(field: Field, body: Body) -> None:
    """E-PINNED and E-USED: a pinned body may only fire, and a body that fired or worked may not form.  [KS-CHARGE-12, KS-FIRE-02]

    A body stopped for lack of supplies may form; that stop does not pin it (KS-FAIL-03).
    """
    if body.immobile and not body.stopped:
        said = say("{body} was charged in close order; it may only fire this move (KS-CHARGE-12).", body=known_as(body))
        raise Illegal("E-PINNED", said, "KS-CHARGE-12")
    not_moving_after_fire(field, body.id, known_as(body))
    may_leave_the_gun(field, body)


def not_moving_after_fire(field: Field, identity: str, name: str) -> None:
    """E-USED: spending budget is moving, and a thing that fired may not move.  [KS-FIRE-02]"""
    if field.did(identity, "fired"):
        raise Illegal(
            "E-USED",
            say(
                "{name} has already fired; after that nothing that costs part of the move is possible (KS-FIRE-02).",
                name=name,
            ),
            "KS-FIRE-02",
        )
    not_used(field, identity, name, "worked")


def _change(field: Field, body: Body, formation: str, parts: int, clause: str, deed: str) -> None:
    """Put a body into a formation, at a price; a mine trodden on in the change explodes.  [KS-MINE-02]"""
    party = _taking_places(field, body, formation)
    mine = mine_trodden_on(field, party) if party is not None else None
    if field.has_map:
        remember(field, body.id, body)
    field.spend(body.id, parts, deed)
    field.put(body.but(formation=formation))
    share = of_a_move(parts)
    said = to_say(
        "{formation} to {formation2}: {share} of a move",
        formation=word(body.formation),
        formation2=word(formation),
        share=share,
    )
    field.emit(FormationChanged(clause=clause, side=body.side, body=body.id, formation=formation, cost=share, sum=said))
    blow(field, mine, body.id)


def _taking_places(field: Field, body: Body, formation: str) -> Party | None:
    """Who goes where when a body changes its formation, about the same middle of its front; None if it has no place.

    The book's price of the change covers all ways, however long; but each must be open.  E-PATH, E-WATER, E-RIVER,
    E-BRIDGEDOWN, E-CONTACT.  [KS-INF-02, KS-DEF-07, KS-MOVE-08]
    """
    before = men_of(field, body) if field.has_map else None
    after = men_of(field, body.but(formation=formation)) if before is not None else None
    if before is None or after is None:
        return None
    found = parties(((body, before),), after, body.facing)
    ways_are_open(field, found[0])
    touches_no_enemy(field, known_as(body), found, after)
    return found[0]


# -- FORD -----------------------------------------------------------------------------------------


def check_ford(field: Field, order: Ford) -> int:
    """The cost of passing a ford, the whole move: E-NOFORD, E-DEEP, E-BANK, E-WHOLE.  [KS-INF-01, KS-CAV-01]

    measured: distance is the distance to the bank; ford false means that the water is not a ford.
    """
    if order.body in field.generals:
        return generals.check_ford_general(
            field, order.body, order.ford, order.measured.distance, deep=order.measured.ford is False
        )
    _has_no_wheels(field, order.body)
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    clause = _fording(field, body)
    may_leave_its_place(field, body)
    not_moving_after_fire(field, body.id, known_as(body))
    may_leave_the_gun(field, body)
    if order.measured.ford is False:
        raise Illegal("E-DEEP", say("{ford} cannot be forded.", ford=order.ford or say("The water")), clause)
    away = order.measured.distance
    if away is not None and away > BANK:
        said = say(
            "{body} is {away} from {ford}; it must start the move within 1 in. of it."
            if order.ford
            else "{body} is {away} from the ford; it must start the move within 1 in. of it.",
            body=known_as(body),
            away=inches(away),
            **({"ford": order.ford} if order.ford else {}),
        )
        raise Illegal("E-BANK", said, clause)
    whole_move(field, body.id, known_as(body), say("Fording"), clause)
    over = _over(field, body, order.ford)
    if over is not None and body.at is not None:
        end, _ = beyond(body, over.line)
        may_ford(field, known_as(body), body.at, over, end, survey.cross_country(body), on_foot=not body.mounted)
        path = (*over.line, end)
        meets_no_enemy(field, body.side, known_as(body), body.at, path, goer(body).stand(path))
    return MOVE


def ford(field: Field, order: Ford) -> None:
    """A body passes a ford and stands on the far bank in the same formation.  [KS-INF-01, KS-CAV-01]"""
    parts = check_ford(field, order)
    if order.body in field.generals:
        generals.ford_general(field, order.body, order.ford)
        return
    body = field.bodies[order.body]
    field.spend(body.id, parts, "forded")
    stray(field, body.id, AT_THE_GUN + 1)
    said = to_say_many("{n} man, one whole move", "{n} men, one whole move", body.men)
    field.emit(RiverForded(clause=FORDING[body.arm], side=body.side, body=body.id, sum=said))
    over = _over(field, body, order.ford)
    if over is not None:
        end, facing = beyond(body, over.line)
        go(field, body.id, (*over.line, end), facing, climbed=0)


def _over(field: Field, body: Body, ford: str) -> Crossing | None:
    """The ford of the country by which a body goes over; None if that is not known."""
    stand = men_of(field, body) if field.has_map else None
    return crossing_at(field, ford, stand) if stand is not None else None


def _has_no_wheels(field: Field, identity: str) -> None:
    """E-NOFORD for guns and waggons.  [KS-ART-03, KS-TS-02]"""
    gun, waggon = field.guns.get(identity), field.waggons.get(identity)
    if gun is not None and gun.owner == field.side:
        raise Illegal(
            "E-NOFORD", say("Rivers are impassable to {gun}; use a bridge (KS-ART-03).", gun=known_as(gun)), "KS-ART-03"
        )
    if waggon is not None and waggon.owner == field.side:
        raise Illegal(
            "E-NOFORD",
            say("Rivers are impassable to {identity}; use a bridge (KS-TS-02).", identity=field.called(identity)),
            "KS-TS-02",
        )


def _fording(field: Field, body: Body) -> str:
    """The clause by which a body fords; E-NOFORD if it never may: Engineers, transport, gunners with a gun."""
    clause = IMPASSABLE.get(body.arm, "")
    if body.arm == "artillery" and body.id in _with_guns(field):
        clause = "KS-ART-03"
    if clause:
        raise Illegal(
            "E-NOFORD",
            say("Rivers are impassable to {body}; use a bridge ({clause}).", body=known_as(body), clause=clause),
            clause,
        )
    return FORDING[body.arm]


def _with_guns(field: Field) -> set[str]:
    """The bodies that have a gun to serve."""
    return {gun.crew for gun in field.guns.values() if not gun.destroyed}


# -- STAND ----------------------------------------------------------------------------------------


def check_stand(field: Field, order: Stand) -> int:
    """Check that a body may stand: E-STANDDUTY if it must retire, and the refusals of all orders.  [KS-TURN-06]"""
    may_act(field, field.own_body(order.body), order.name)
    return 0


def stand(field: Field, order: Stand) -> None:
    """A body stands; nothing happens to it."""
    check_stand(field, order)
