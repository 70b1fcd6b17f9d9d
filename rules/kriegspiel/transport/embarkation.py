"""Lots taken into boats and trains, and out of them: conditions, place and progress.

[KS-BOAT-01, KS-BOAT-02, KS-BOAT-04, KS-RAIL-02]

A lot continues by itself while its body has no other order.  A body partly aboard keeps its id and all its men.
"""

from __future__ import annotations

from fractions import Fraction

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.ground.batch_geometry import points
from rules.kriegspiel.events import BodySplit, LotBegun, LotInterrupted, LotLanded, LotTakenIn
from rules.kriegspiel.floor import distances, survey
from rules.kriegspiel.floor.carriers import (
    Carrier,
    Passenger,
    bank,
    carrier,
    carriers,
    change_passenger,
    lots_of,
    moves_of,
    next_lot,
    number_of,
    own_boat,
    own_train,
    passengers,
    room,
    until,
    weight,
)
from rules.kriegspiel.floor.conditions import may_act, may_leave_its_place, not_used, whole_move
from rules.kriegspiel.floor.crews import gun_may_act, may_leave_the_gun
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.go import embark, land, may_land
from rules.kriegspiel.floor.remake import split_off
from rules.kriegspiel.floor.tracks import place_of_train, train_on_floor
from rules.kriegspiel.force import Boat, Body, Gun, Lot, Train
from rules.kriegspiel.orders import Boarding
from rules.kriegspiel.tables.figures import CONTACT
from rules.values.measure import INCH, MOVE, Point, inches
from rules.values.sentence import joined, say, to_say, to_say_many, word

BARRING = ("fired", "worked", "embarked", "disembarked")
"""Actions after which nothing may be taken aboard or landed in the same move.  [KS-FIRE-01]"""

IN_HAND = frozenset({"embarked", "disembarked", "stood"})
"""Actions that do not interrupt the current lot."""


def clause_of(by: Carrier, *, inward: bool) -> str:
    """The clause under which a carrier loads or lands a lot."""
    return "KS-RAIL-02" if isinstance(by, Train) else "KS-BOAT-01" if inward else "KS-BOAT-02"


# -- the orders -----------------------------------------------------------------------------------


def check_boarding(field: Field, order: Boarding) -> int:
    """The cost of loading or landing a lot, the whole move; a current lot continues.  [KS-BOAT-01, KS-RAIL-02]

    E-BOATARM, E-NOTABOARD, E-BOATMOVED, E-TRAINMOVED, E-POINT, E-TRAINFAR, E-BOATFULL, E-ROOM, E-POINTGAP, E-TRAINLOT.
    """
    thing, by = _passenger(field, order), _carrier(field, order)
    clause = clause_of(by, inward=order.inward)
    if order.inward:
        _is_carried(field, thing, by)
        if isinstance(thing, Body):
            may_leave_its_place(field, thing)
            may_leave_the_gun(field, thing)
    elif not by.aboard.get(thing.id):
        raise Illegal(
            "E-NOTABOARD", say("{thing} is not aboard {id}.", thing=known_as(thing), id=field.called(by.id)), clause
        )
    not_used(field, thing.id, known_as(thing), *BARRING)
    whole_move(field, thing.id, known_as(thing), say("Taking in or out"), clause)
    _carrier_not_moved(field, by, clause)
    point = _point(field, order, thing, by)
    _is_at(field, order, thing, by, point)
    if not _goes_on(thing, order):
        _has_room(field, order, thing, by)
        _no_other_lot_near(field, thing, by, point, clause)
    if not order.inward and point is not None and field.has_map:
        may_land(field, thing, point)
    return MOVE


def board(field: Field, order: Boarding) -> None:
    """Begin a lot, or continue the current one; its progress is settled at the close of the move.  [KS-SEQ-06, KS-SEQ-09]"""
    check_boarding(field, order)
    thing, by = _passenger(field, order), _carrier(field, order)
    goes_on = _goes_on(thing, order)
    if not goes_on:
        point = _point(field, order, thing, by)
        if not order.inward:
            thing, by = split_off_landed(field, thing, by, point), _carrier(field, order)
        _begin(field, thing, by, order.inward, point)
    field.spend(thing.id, MOVE, "embarked" if order.inward else "disembarked")


def _begin(field: Field, thing: Passenger, by: Carrier, inward: bool, at: Point | None) -> None:
    """Begin a lot."""
    number = number_of(thing) if inward else by.aboard[thing.id]
    lot = Lot(by.id, next_lot(field.options, thing, by, number), inward, at)
    moves = moves_of(field.options, thing, lot, by)
    change_passenger(field, thing.id, lot=lot)
    said = to_say(
        "{men} of {number}, {moves} own move a lot" if moves == 1 else "{men} of {number}, {moves} own moves a lot",
        men=lot.men,
        number=number,
        moves=moves,
    )
    clause = clause_of(by, inward=inward)
    field.emit(
        LotBegun(
            clause=clause, side=by.side, body=thing.id, carrier=by.id, men=lot.men, moves=moves, inward=inward, sum=said
        )
    )


def _passenger(field: Field, order: Boarding) -> Passenger:
    """The passenger, a body or gun of the moving side, if it may act."""
    if order.body in field.guns:
        gun = field.own_gun(order.body)
        gun_may_act(field, gun, order.name)
        return gun
    body = field.own_body(order.body)
    may_act(field, body, order.name)
    return body


def _carrier(field: Field, order: Boarding) -> Carrier:
    return own_train(field, order.carrier) if hasattr(order, "train") else own_boat(field, order.carrier)


def _goes_on(thing: Passenger, order: Boarding) -> bool:
    """Whether an order is for the current lot."""
    lot = thing.lot
    if lot is None or lot.carrier != order.carrier or lot.inward != order.inward:
        return False
    at: Point | None = getattr(order, "at", None)
    return at is None or lot.at is None or at == lot.at


def _is_carried(field: Field, thing: Passenger, by: Carrier) -> None:
    """E-BOATARM: an arm that boats do not carry; a gun belongs to the artillery.  E-ABOARD: a gun that is already aboard."""
    if isinstance(thing, Gun) and thing.aboard:
        raise Illegal(
            "E-ABOARD",
            say(
                "{thing} is aboard {aboard}; disembark it first.",
                thing=known_as(thing),
                aboard=field.called(thing.aboard),
            ),
            "KS-DEF-13",
        )
    arm = "artillery" if isinstance(thing, Gun) else thing.arm
    carried = field.options.boats_carry
    if isinstance(by, Boat) and arm not in carried:
        raise Illegal(
            "E-BOATARM", say("Only {carried} may embark.", carried=joined(", ", map(word, carried))), "KS-BOAT-03"
        )


def _carrier_not_moved(field: Field, by: Carrier, clause: str) -> None:
    """E-BOATMOVED, E-TRAINMOVED: the carrier went in this move."""
    if not field.did(by.id, "marched"):
        return
    if isinstance(by, Train):
        raise Illegal(
            "E-TRAINMOVED", say("{id} moved in this move; it must stay where it is.", id=field.called(by.id)), clause
        )
    raise Illegal("E-BOATMOVED", say("{id} has moved; it must lie still.", id=field.called(by.id)), clause)


def _point(field: Field, order: Boarding, thing: Passenger, by: Carrier) -> Point | None:
    """The point of loading or landing: as ordered, else as before, else the place of the body or of the bank."""
    at: Point | None = getattr(order, "at", None)
    if at is not None:
        return at
    if thing.lot is not None and _goes_on(thing, order):
        return thing.lot.at
    if order.inward and thing.at is not None:
        return thing.at
    return place_of_train(field, by) if isinstance(by, Train) else bank(field, by.at)


def _is_at(field: Field, order: Boarding, thing: Passenger, by: Carrier, point: Point | None) -> None:
    """E-POINT, E-TRAINFAR: the body, or the boat, is not at the point; it counts as there unless known to be elsewhere.

    If no point is named, body and boat must touch.
    """
    named = getattr(order, "at", None) is not None
    far = order.measured.distance
    if far is None and order.inward:
        far = _away(field, thing.id, point) if named else _gap(field, thing, by)
    if far is not None and far > CONTACT:
        if isinstance(by, Train):
            raise Illegal(
                "E-TRAINFAR",
                say("{thing} is {far} from {id}.", thing=known_as(thing), far=inches(far), id=field.called(by.id)),
                "KS-RAIL-02",
            )
        raise Illegal(
            "E-POINT", say("{thing} is {far} from the point.", thing=known_as(thing), far=inches(far)), "KS-BOAT-01"
        )
    there = _away(field, by.id, point) if named or not order.inward else None
    if there is not None and there > CONTACT:
        code = "E-TRAINFAR" if isinstance(by, Train) else "E-POINT"
        raise Illegal(
            code,
            say("{id} is {there} from the point.", id=field.called(by.id), there=inches(there)),
            clause_of(by, inward=order.inward),
        )


def _shape(field: Field, identity: str) -> distances.Shape | None:
    """The ground that a body, a gun, a boat or a train takes up; None if it has no place."""
    train = field.trains.get(identity)
    return train_on_floor(field, train) if train is not None else distances.shape(field, identity)


def _gap(field: Field, thing: Passenger, by: Carrier) -> int | None:
    """Sixteenths between the nearest edges of a body and its boat or train; None if a place is unknown."""
    one, other = _shape(field, thing.id), _shape(field, by.id)
    return None if one is None or other is None else distances.apart(one, other)


def _away(field: Field, identity: str, point: Point | None) -> int | None:
    """Sixteenths from the nearest edge of a thing to a point; None if either is unknown."""
    shape = _shape(field, identity)
    return None if shape is None or point is None else distances.apart(shape, Figures(points([point]), 0))


def _has_room(field: Field, order: Boarding, thing: Passenger, by: Carrier) -> None:
    """E-BOATFULL for the next lot; E-ROOM for a whole body, which may have no other train.  [KS-BOAT-01, KS-RAIL-02]"""
    if not order.inward:
        return
    left, each = room(field, by), weight(field.options, thing, by)
    if isinstance(by, Train):
        if number_of(thing) * each > left:
            truck = field.options.truck_capacity
            trucks = max(left, Fraction(0)) / truck["infantry"]
            n, c, g = (int(trucks * truck[one]) for one in ("infantry", "cavalry", "gun"))
            raise Illegal(
                "E-ROOM",
                say("{id} has room for {n} infantry, {c} cavalry or {g} guns.", id=field.called(by.id), n=n, c=c, g=g),
                "KS-RAIL-02",
            )
        return
    asked = next_lot(field.options, thing, by, number_of(thing)) * each
    if asked > left:
        holds = field.options.boat_capacity_men
        sentence = say(
            "{id} holds {holds}; {holds2} are aboard, {asked} ask.",
            id=field.called(by.id),
            holds=holds,
            holds2=holds - int(left),
            asked=int(asked),
        )
        raise Illegal("E-BOATFULL", sentence, "KS-BOAT-01")


def _no_other_lot_near(field: Field, thing: Passenger, by: Carrier, point: Point | None, clause: str) -> None:
    """E-POINTGAP, E-TRAINLOT: another current lot is too near, or at the same train.  [KS-BOAT-01]"""
    spacing = field.options.embark_point_spacing_in * INCH
    for other in passengers(field):
        lot = other.lot
        if lot is None or other.id == thing.id or field.side_of(other.id) != field.side:
            continue
        if isinstance(by, Train):
            if lot.carrier == by.id:
                sentence = say(
                    "{id} is taking a lot in or out until move {lot}.",
                    id=field.called(by.id),
                    lot=until(field, other, lot),
                )
                raise Illegal("E-TRAINLOT", sentence, clause)
            continue
        if lot.carrier not in field.boats:
            continue
        apart = 0 if lot.carrier == by.id else None
        if point is not None and lot.at is not None:
            apart = survey.apart(point, lot.at)
        if apart is not None and apart < spacing:
            widest = field.options.embark_point_spacing_in
            sentence = say(
                "The point is {apart} from that of {other}; points must be {widest} in. apart.",
                apart=inches(apart),
                other=known_as(other),
                widest=widest,
            )
            raise Illegal("E-POINTGAP", sentence, clause)


def put_ashore(field: Field, body: Body, at: Point | None) -> None:
    """Put the first men of a body who land at a place; those who follow join them.  [KS-BOAT-02]

    body: as it was before.
    """
    if body.ashore:
        land(field, body.id, body.at)
    else:
        land(field, body.id, at, aboard="")


def split_off_landed(field: Field, thing: Passenger, by: Carrier, point: Point | None) -> Passenger:
    """Make men who land away from the rest of their body a separate body; gives the passenger that lands.  [KS-DEF-07]"""
    if isinstance(thing, Gun) or not thing.ashore or thing.at is None or point is None:
        return thing
    far = _away(field, thing.id, point)
    if far is None or far <= field.options.body_link_in * INCH:
        return thing
    men = by.aboard[thing.id]
    left = thing.men - men
    part = split_off(
        field, thing, field.name_for_part(thing.id), men,
        part={"embarked": men, "aboard": by.id}, places=(None, thing.at),
        rest={"embarked": thing.embarked - men, "lot": None},
    )  # fmt: skip
    aboard = {part.id if name == thing.id else name: number for name, number in by.aboard.items()}
    field.change_carrier(by.id, aboard=aboard)
    said = to_say_many(
        "{n} lands {far} from the {left} others",
        "{n} land {far} from the {left} others",
        men,
        far=inches(far),
        left=left,
    )
    field.emit(BodySplit(clause="KS-DEF-07", side=thing.side, body=thing.id, into=part.id, men=men, sum=said))
    return part


# -- close of the move ----------------------------------------------------------------------------


def drop_lot(field: Field, thing: Passenger, why: str) -> None:
    """Abandon a current lot; earlier lots stay aboard.  [KS-BOAT-04]"""
    change_passenger(field, thing.id, lot=None)
    _emit_interrupted(field, thing, why)


def advance_lots(field: Field) -> None:
    """Advance by one move the lots whose men did not move, fire or fight.  [KS-SEQ-09, KS-BOAT-04]"""
    if not (field.boats or field.trains):
        return
    for thing in list(passengers(field)):
        lot = thing.lot
        if lot is None:
            continue
        by = carrier(field, lot.carrier)
        deeds = field.done.get(thing.id, set()) - IN_HAND
        if by is None or (isinstance(by, Boat) and by.destroyed) or (lot.inward and number_of(thing) < 1):
            drop_lot(field, thing, say("nothing is left to carry, or to be carried"))
        elif deeds & {"marched", "retired", "charged", "assaulted", "forded", "escorted"}:
            drop_lot(field, thing, say("it {names}", names=joined(say(" and "), map(word, sorted(deeds)))))
        elif field.in_combat(thing.id):
            change_passenger(field, thing.id, lot=lot.but(moves_done=0))
            _emit_interrupted(field, thing, say("it was in combat"))
        elif field.side_of(thing.id) == field.side and not _held(thing):
            _advance(field, thing, lot, by)
    settle_aboard(field)


def _held(thing: Passenger) -> bool:
    """Whether a body may not move, so that its lot waits.  [KS-CHARGE-12, KS-FAIL-03]"""
    return isinstance(thing, Body) and (thing.immobile or thing.stopped) and thing.lot is not None and thing.lot.inward


def _emit_interrupted(field: Field, thing: Passenger, why: str) -> None:
    """Report that the current lot starts again."""
    lot = thing.lot
    if lot is not None:
        side = field.side_of(thing.id)
        told = LotInterrupted(
            clause="KS-BOAT-04",
            side=side,
            body=thing.id,
            carrier=lot.carrier,
            men=lot.men,
            sum=to_say("{why}; it starts again", why=why),
        )
        field.emit(told)


def _advance(field: Field, thing: Passenger, lot: Lot, by: Carrier) -> None:
    """Add one own move; after the last, the lot is in or out, and the next begins."""
    deed = "embarked" if lot.inward else "disembarked"
    if not field.did(thing.id, deed):
        field.spend(thing.id, field.left(thing.id), deed)
    done = lot.moves_done + 1
    if done < moves_of(field.options, thing, lot, by):
        change_passenger(field, thing.id, lot=lot.but(moves_done=done))
        return
    if lot.inward:
        _take_in(field, thing, lot, by)
    else:
        _put_out(field, thing, lot, by)
    _next(field, thing.id, lot)


def _take_in(field: Field, thing: Passenger, lot: Lot, by: Carrier) -> None:
    """A lot is aboard.  [KS-BOAT-01, KS-RAIL-02]"""
    men = min(lot.men, number_of(thing))
    field.change_carrier(by.id, aboard={**by.aboard, thing.id: by.aboard.get(thing.id, 0) + men})
    if isinstance(thing, Gun):
        embark(field, thing.id, aboard=by.id, lot=None)
        said = to_say("one gun")
    else:
        aboard = thing.embarked + men
        field.change(thing.id, embarked=aboard, lot=None)
        if aboard == thing.men:
            embark(field, thing.id, aboard=by.id)
        said = to_say(
            "{embarked} + {men} = {aboard} of {men2} aboard",
            embarked=thing.embarked,
            men=men,
            aboard=aboard,
            men2=thing.men,
        )
    clause = clause_of(by, inward=True)
    field.emit(LotTakenIn(clause=clause, side=by.side, body=thing.id, carrier=by.id, men=men, sum=said))


def _put_out(field: Field, thing: Passenger, lot: Lot, by: Carrier) -> None:
    """A lot is out, unless the place has become one where nobody can stand.  [KS-BOAT-02, KS-RAIL-02]"""
    try:
        if lot.at is not None and field.has_map:
            may_land(field, thing, lot.at)
    except Illegal as barred:
        drop_lot(field, thing, barred.sentence)
        return
    there = by.aboard.get(thing.id, 0)
    men = min(lot.men, there)
    left = {**by.aboard, thing.id: there - men}
    field.change_carrier(by.id, aboard={name: number for name, number in left.items() if number})
    if isinstance(thing, Gun):
        land(field, thing.id, lot.at, aboard="", lot=None)
        said = to_say("one gun")
    else:
        field.change(thing.id, embarked=thing.embarked - men, lot=None)
        put_ashore(field, thing, lot.at)
        said = to_say(
            "{ashore} + {men} = {ashore2} of {men2} ashore",
            ashore=thing.ashore,
            men=men,
            ashore2=thing.ashore + men,
            men2=thing.men,
        )
    clause = clause_of(by, inward=False)
    field.emit(LotLanded(clause=clause, side=by.side, body=thing.id, carrier=by.id, men=men, sum=said))


def _next(field: Field, identity: str, lot: Lot) -> None:
    """Begin the next lot of the same body, if any men are left and there is room.  [KS-BOAT-01]"""
    thing, by = field.bodies.get(identity), carrier(field, lot.carrier)
    if thing is None or by is None:
        return
    number = number_of(thing) if lot.inward else by.aboard.get(identity, 0)
    men = next_lot(field.options, thing, by, number)
    if number and not (lot.inward and men * weight(field.options, thing, by) > room(field, by)):
        field.change(identity, lot=lot.but(men=men, moves_done=0))


def settle_aboard(field: Field) -> None:
    """Remove passengers who are dead or taken; a body without men ashore is completely aboard."""
    for by in carriers(field):
        gone = [name for name in by.aboard if name in field.bodies and not field.bodies[name].men]
        if gone:
            field.change_carrier(by.id, aboard={name: n for name, n in by.aboard.items() if name not in gone})
        for name in by.aboard:
            body = field.bodies.get(name)
            if name in gone:
                field.change(name, embarked=0, aboard="", lot=None)
            elif body is not None and not body.aboard and not body.ashore:
                embark(field, name, aboard=by.id)


def is_loading(field: Field, identity: str, clause: str, code: str) -> None:
    """E-LOADING, E-TRAINLOT: a carrier with a current lot may not move.  [KS-BOAT-04, KS-RAIL-02]"""
    for thing in lots_of(field, identity):
        lot = thing.lot
        if lot is not None:
            sentence = say(
                "{identity} is taking a lot in or out until move {lot}.",
                identity=field.called(identity),
                lot=until(field, thing, lot),
            )
            raise Illegal(code, sentence, clause)
