"""Captures after contact: guns, stores, prisoners, white flags.

[KS-LW-10 to KS-LW-14, KS-LW-17, KS-CHARGE-23, KS-SEQ-08]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.errors import Illegal
from rules.floor.called import known_as
from rules.floor.melee import isolated
from rules.kriegspiel.charges.guns import take_gun
from rules.kriegspiel.events import (
    BodyDestroyed,
    BodyRearmed,
    BodySurrendered,
    GunDestroyed,
    GunDisputed,
    PrisonersFreed,
    StoresCaptured,
)
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.carriers import Carrier, carriers
from rules.kriegspiel.floor.conditions import may_act
from rules.kriegspiel.floor.crews import is_at_gun, servers
from rules.kriegspiel.floor.distances import apart, extent, men_of
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.remake import capture, set_free
from rules.kriegspiel.floor.tracks import place_of_train
from rules.kriegspiel.force import NOBODY, Body, Gun, Train
from rules.kriegspiel.melee.fight import seize
from rules.kriegspiel.orders import Surrender
from rules.kriegspiel.tables.figures import CONTACT
from rules.kriegspiel.tables.melee import CAPTORS, GUARD_WITHIN, HELD_WITHIN
from rules.values.measure import FOOT, Point
from rules.values.sentence import say, to_say, to_say_many

# -- white flags --------------------------------------------------------------------


def check_surrender(field: Field, order: Surrender) -> int:
    """Check that a body may show the white flag: isolated, surrounded, or free to by option.  E-SUPPORTED.  [KS-LW-12]"""
    body = field.own_body(order.body)
    may_act(field, body, "surrender")
    if field.options.free_surrender or _surrounded(field, body.id):
        return 0
    friends = order.measured.supporters
    if friends is None:
        friends = order.measured.defenders_support
    if friends is None:
        friends = survey.friends_within_a_move(field, field.side, (body.id,), (body.id,))
    if not isolated(body.ashore, friends):
        raise Illegal(
            "E-SUPPORTED",
            say(
                "{name} has {friends} friends within a move; it is not isolated.",
                name=known_as(body),
                friends=friends,
            ),
            "KS-LW-12",
        )
    return 0


def _surrounded(field: Field, identity: str) -> bool:
    measured = field.facts.pockets
    pockets = measured if measured is not None else tuple(pocket.bodies for pocket in field.pockets.values())
    return any(identity in pocket for pocket in pockets)


def surrender(field: Field, order: Surrender) -> None:
    """Surrender a body: its men become prisoners.  [KS-LW-12]"""
    check_surrender(field, order)
    body = field.bodies[order.body]
    capture(field, body.id, body.men, surrendered=True)
    field.emit(BodySurrendered(clause="KS-LW-12", side=body.side, body=body.id, men=body.men))


# -- the stage of captures ----------------------------------------------------------------------


def settle_captures(field: Field) -> None:
    """Remove bodies driven off, take the helpless, settle guns and stores, free unguarded prisoners.  [KS-SEQ-08]"""
    _remove_driven_off(field)
    _seize_the_helpless(field)
    for identity in sorted(field.guns):
        _settle_gun(field, field.guns[identity])
    for store in (*sorted(field.waggons), *sorted(field.depots)):
        _settle_store(field, store)
    for one in carriers(field):
        _settle_carrier(field, one)
    for body in field.by_id():
        _free(field, body)
        if body.disarmed:
            _rearm(field, field.bodies[body.id])


def free_the_unguarded(field: Field) -> None:
    """Free prisoners whose guards fell or surrendered after the captures: with a bridge, by a mine, for lack of supplies.  [KS-LW-11]"""
    for body in field.by_id():
        _free(field, body)


def _free(field: Field, body: Body) -> None:
    if body.held_by:
        _free_the_held(field, body)
    elif body.captors:
        _free_prisoners(field, body)


def _seize_the_helpless(field: Field) -> None:
    """Troops out of action with a fit enemy in contact become prisoners, however the enemy came there.  [KS-FAIL-04]"""
    for body in [one for one in field.bodies.values() if one.out_of_action and one.men]:
        if body.at is None or body.held_by or body.surrendered:
            continue
        captors = survey.friends_around(field, field.other(body.side), body.at, CONTACT)
        if captors:
            seize(field, body.id, captors[0].id)


def _settle_gun(field: Field, gun: Gun) -> None:
    """Four enemies past the axle and no man of its old side within six inches take a gun; else it is in dispute.  [KS-LW-13, KS-LW-14]"""
    if gun.destroyed:
        return
    if gun.taken_by:
        _settle_taken(field, gun)
    past = _past_axle(field, gun) if gun.owner == field.enemy else 0
    captor = field.notes.get("at_gun", {}).get(gun.id) or _nearest_own(field, gun.at) if past else ""
    if past >= CAPTORS and captor and not _defenders(field, gun):
        take_gun(field, gun, captor, "KS-LW-13")
    elif past:
        field.change_gun(gun.id, in_dispute=True)
        words = to_say("{past} past its axle, {gun} of its side within 6 in.", past=past, gun=_defenders(field, gun))
        field.emit(GunDisputed(clause="KS-LW-13", side=gun.owner, body=gun.id, sum=words))
    elif gun.in_dispute and field.position.guns[gun.id].in_dispute and not field.guns[gun.id].taken_by:
        field.change_gun(gun.id, in_dispute=False)


def _past_axle(field: Field, gun: Gun) -> int:
    """The men past the axle of a gun: as measured, else on a country all who assaulted it and are within six inches."""
    measured = (field.facts.past_axle or {}).get(gun.id)
    attacker = field.notes.get("at_gun", {}).get(gun.id, "")
    if measured is not None or not field.has_map or not attacker or gun.at is None:
        return measured or 0
    near = survey.men_around(field, field.side, gun.at, HELD_WITHIN, gun.id)
    return sum(men for body, men in near if body.id == attacker)


def _settle_taken(field: Field, gun: Gun) -> None:
    """If others may deal with the cavalry in the next move: they did, or the gun falls at its close.  [KS-CHARGE-28]"""
    captor = field.bodies.get(gun.taken_by)
    if gun.owner != field.side:
        return
    if (
        captor is not None
        and captor.fit
        and is_at_gun(field, gun, captor)
        and not (field.facts.dealt_with or {}).get(gun.id, 0)
    ):
        take_gun(field, gun, captor.id)
    else:
        field.change_gun(gun.id, taken_by="", in_dispute=False)


def _defenders(field: Field, gun: Gun) -> int:
    """The men of a gun's side within six inches of it: as measured, else its servers and those who stand there."""
    measured = (field.facts.dealt_with or {}).get(gun.id)
    if measured is not None:
        return measured
    crew = servers(field, gun)
    friends = [] if gun.at is None else survey.men_around(field, gun.owner, gun.at, HELD_WITHIN, gun.id)
    near = sum(men for one, men in friends if crew is None or one.id != crew.id)
    return (crew.ashore if crew is not None else 0) + near


def _nearest_own(field: Field, at: Point | None) -> str:
    """The fit body of the moving side nearest to a place; the first by id if no place is known."""
    fit = [body for body in field.bodies_of(field.side) if body.fit]
    placed = [(survey.apart(at, body.at), body.id) for body in fit if at is not None and body.at is not None]
    return min(placed)[1] if placed else fit[0].id if fit else ""


def _settle_store(field: Field, identity: str) -> None:
    """Four fit enemies within six inches of a waggon or depot, and no fit friend, take it with its packets.  [KS-LW-17]"""
    store = field.waggons.get(identity) or field.depots[identity]
    if store.destroyed or store.owner == field.side:
        return
    takers = _takers(field, identity, store.at)
    if takers:
        field.change_store(identity, held_by=field.side)
        _emit_captured(field, identity, store.owner, takers)


def _settle_carrier(field: Field, one: Carrier) -> None:
    """An empty boat or train is taken in the same way; those aboard keep it.  [KS-LW-17]"""
    afloat = not one.destroyed or isinstance(one, Train)
    if not afloat or one.owner == field.side or one.aboard:
        return
    at = place_of_train(field, one) if isinstance(one, Train) else one.at
    takers = _takers(field, one.id, at)
    if takers:
        field.change_carrier(one.id, held_by=field.side)
        _emit_captured(field, one.id, one.owner, takers)


def _takers(field: Field, identity: str, at: Point | None) -> int:
    """The number of fit enemies within six inches who take a thing; 0 if they are under four, or a fit friend is there."""
    measured = (field.facts.past_axle or {}).get(identity)
    if measured is not None:
        takers, keepers = measured, (field.facts.dealt_with or {}).get(identity, 0)
    elif at is not None:
        takers = sum(men for _, men in survey.men_around(field, field.side, at, HELD_WITHIN, identity))
        if takers < CAPTORS:
            return 0
        keepers = sum(men for _, men in survey.men_around(field, field.enemy, at, HELD_WITHIN, identity))
    else:
        return 0
    return takers if takers >= CAPTORS and not keepers else 0


def _emit_captured(field: Field, identity: str, owner: str, takers: int) -> None:
    words = to_say_many("{n} fit enemy within 6 in., no friend", "{n} fit enemies within 6 in., no friend", takers)
    field.emit(StoresCaptured(clause="KS-LW-17", side=owner, body=identity, by=field.side, sum=words))


def _rearm(field: Field, body: Body) -> None:
    """Freed men who reach their own back line take up arms there.  [KS-LW-11]"""
    edge = field.position.country.back_lines.get(body.side)
    line = field.position.country.edge(edge) if edge is not None else None
    stand = men_of(field, body) if line is not None and not body.held_by else None
    there = line is not None and stand is not None and apart(stand, tuple(line)) <= CONTACT
    if there or (not body.held_by and body.men and (field.facts.rearmed or {}).get(body.id)):
        field.change(body.id, disarmed=False)
        said = to_say_many("{n} man on his own back line", "{n} men on their own back line", body.men)
        field.emit(BodyRearmed(clause="KS-LW-11", side=body.side, body=body.id, sum=said))


def _free_prisoners(field: Field, body: Body) -> None:
    """Prisoners whose guards are dead or taken are free at once, but unarmed.  [KS-LW-11]"""
    lost = sorted(one for one in body.captors if not _can_guard(field.bodies.get(one)))
    freed = min(sum(body.captors[one] for one in lost), body.prisoners)
    if not freed:
        return
    captors = {one: n for one, n in body.captors.items() if one not in lost}
    led: Mapping[str, Point | None] = field.notes.get("led_to", {})
    places = (led[one] if one in led else survey.place(field.position, one) for one in lost)
    at = next((at for at in places if at is not None), None)
    part = set_free(field, body.id, freed, captors, at)
    words = to_say_many("{n} man had no guard left", "{n} men had no guard left", freed)
    field.emit(PrisonersFreed(clause="KS-LW-11", side=body.side, body=body.id, men=freed, into=part, sum=words))


def _can_guard(body: Body | None) -> bool:
    """Whether a body can still guard its prisoners: it has free and armed men.  [KS-LW-11]"""
    return body is not None and body.men > 0 and not (body.disarmed or body.held_by or body.surrendered)


def _free_the_held(field: Field, body: Body) -> None:
    """A body of only prisoners that lost its last guards in this move is free, but unarmed.  [KS-LW-11]"""
    if _guarded(field.position.bodies.values(), body) and not _guarded(field.bodies.values(), body):
        freed = body.men + body.prisoners
        set_free(field, body.id, freed, NOBODY, None)
        field.emit(PrisonersFreed(clause="KS-LW-11", side=body.side, body=body.id, men=freed))


def _guarded(bodies: Iterable[Body], held: Body) -> bool:
    """Whether a fit man of the holding side is within six inches of a body of prisoners, as far as is known.

    If it was escorted, or if a place is unknown, its captors count, or else anybody.
    """
    for one in bodies:
        if one.side != held.held_by or not one.fit:
            continue
        if one.at is not None and held.at is not None:
            if survey.near(one.at, held.at, GUARD_WITHIN):
                return True
        elif not held.captors or one.id in held.captors:
            return True
    return False


# -- driven off ---------------------------------------------------------------------------------


def _remove_driven_off(field: Field) -> None:
    """Destroy a body in flight or thrown back that was forced over the edge of the field or into water.  [KS-CHARGE-23]"""
    size, drowned, told = limits(field), field.notes.get("driven into", {}), field.facts.driven_off or {}
    if size is None and not drowned and not told:
        return
    thrown = field.notes.get("thrown", set())
    for body in field.by_id():
        fled = field.did(body.id, "retired") and (body.flight or body.retire_clause == "KS-CHARGE-18" or body.gave_way)
        if not (fled or body.id in thrown) or not body.men:
            continue
        water = drowned.get(body.id, "")
        over = body.at is not None and size is not None and _over(field, body, size)
        if water or over or (fled and told.get(body.id)):
            field.lose(body.id, body.men)
            words = (
                say("driven into {water}", water=water)
                if water
                else say("driven over the edge of the field")
                if over
                else say("as it was measured")
            )
            field.emit(BodyDestroyed(clause="KS-CHARGE-23", side=body.side, body=body.id, men=body.men, sum=words))
    for name, gun in sorted(field.guns.items()):
        if told.get(name) and gun.flight and field.did(name, "retired") and not gun.destroyed:
            field.change_gun(name, destroyed=True)
            field.emit(GunDestroyed(clause="KS-CHARGE-23", side=gun.owner, body=name, sum=to_say("as it was measured")))


def limits(field: Field) -> Point | None:
    """Width and depth of the field in sixteenths: the country's, else by the option; None if it has no limits."""
    if field.has_map:
        return field.ground.country.size
    size = field.options.map_size_ft
    return (size[0] * FOOT, size[1] * FOOT) if isinstance(size, list | tuple) and len(size) == 2 else None


def _over(field: Field, body: Body, size: Point) -> bool:
    """Whether any part of a body lies beyond an edge; by option, it is safe beyond its own back line.

    Without a country, only its place counts.
    """
    stand = men_of(field, body) if field.has_map else None
    x, y = body.at or (0, 0)
    west, south, east, north = extent(stand) if stand is not None else (x, y, x, y)
    beyond = {"west": west < 0, "east": east > size[0], "south": south < 0, "north": north > size[1]}
    if field.options.own_back_line_is_safe:
        own = field.position.country.back_lines.get(body.side)
        if isinstance(own, str):
            beyond[own] = False
    return any(beyond.values())
