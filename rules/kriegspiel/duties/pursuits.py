"""Retreat and pursuit: the duties of this move carried out, and those of the next worked out.

[KS-CHARGE-15, KS-CHARGE-21 to KS-CHARGE-30, KS-SEQ-05, KS-SEQ-11]
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from rules.kriegspiel.duties import retreats
from rules.kriegspiel.events import (
    BodyMarched,
    ChoiceOwed,
    FlightBegun,
    FlightEnded,
    PursuitStopped,
    RetreatOwed,
    StoodUnderThreat,
)
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body, Gun
from rules.kriegspiel.marches.shifts import opening_places
from rules.kriegspiel.orders import Charge
from rules.kriegspiel.tables.charges import LEAST_CHARGE, STOPPING_REACH
from rules.kriegspiel.tables.paces import PACES
from rules.kriegspiel.works import mines
from rules.values.measure import INCH
from rules.values.sentence import say, to_say

Threats = Mapping[str, tuple[str, ...]]

QUIET = {"must_retire": 0, "retire_from": (), "retire_clause": "", "threatened": (), "gave_way": ()}
"""The fields of a thing that owes nothing."""


# -- in the own move ----------------------------------------------------------------------------


def stop_shot_pursuers(field: Field) -> None:
    """A shell or rifle shot that kills a man of a pursuing body stops it; the fugitives' duty ends at once.  [KS-CHARGE-22]"""
    shot = {identity for identity, dead in field.shot_at.items() if dead and field.side_of(identity) == field.enemy}
    if not shot:
        return
    for fugitive in _fugitives(field):
        pursuers = set(fugitive.flight or fugitive.retire_from)
        _stop(field, fugitive, pursuers & shot, pursuers - shot, say("a shot killed at least one of it"))


def _fugitives(field: Field) -> list[Body | Gun]:
    """The things of the moving side in flight: bodies, including losers of a toss, then guns.  [KS-DEF-12]"""
    bodies = [one for one in field.bodies_of(field.side) if one.flight or one.retire_clause == "KS-CHARGE-18"]
    guns = [gun for _, gun in sorted(field.guns.items()) if gun.owner == field.side and gun.flight]
    return [*bodies, *guns]


def _stop(field: Field, fugitive: Body | Gun, stopped: Set[str], left: Set[str], why: str) -> None:
    """Stop pursuers; a fugitive no longer flees from them, and its duty ends with the last of them.  [KS-CHARGE-22]"""
    if not stopped:
        return
    for identity in sorted(stopped):
        _arrest(field, identity, fugitive.id, why)
    change = field.change if isinstance(fugitive, Body) else field.change_gun
    if left:
        remaining = tuple(sorted(left))
        change(fugitive.id, flight=remaining if fugitive.flight else (), retire_from=remaining)
        return
    change(fugitive.id, flight=(), **QUIET)
    side = field.side_of(fugitive.id)
    field.emit(FlightEnded(clause="KS-CHARGE-22", side=side, body=fugitive.id, sum=to_say("its pursuers were stopped")))


def _arrest(field: Field, identity: str, fugitive: str, why: str) -> None:
    """Stop a pursuer: in its next own move it neither charges nor approaches the fugitives.  [KS-CHARGE-22]"""
    body = field.bodies.get(identity)
    if body is None or not body.men:
        return
    if not body.arrested:
        field.emit(PursuitStopped(clause="KS-CHARGE-22", side=body.side, body=identity, sum=why))
    field.change(identity, arrested=True, fugitives=(*body.fugitives, fugitive))


def carry_out_duties(field: Field) -> None:
    """The engine moves things that must retire and were not ordered to, guns before men.  [KS-CHARGE-30, KS-SEQ-05]"""
    for identity in sorted(field.guns):
        gun = field.guns[identity]
        owes = gun.must_retire or gun.flight
        if gun.owner == field.side and owes and not gun.destroyed and not field.did(gun.id, "retired"):
            retreats.engine_retires_gun(field, gun)
            mines.go_off(field)
    for identity in [one.id for one in field.bodies_of(field.side)]:
        body = field.bodies[identity]
        if (body.must_retire or body.flight) and body.fit and not body.stopped and not field.did(body.id, "retired"):
            retreats.engine_retires(field, body, retreats.owed_by(body), "KS-CHARGE-30")
            mines.go_off(field)


def force_choices(field: Field) -> None:
    """By option, a body of cavalry that owes the three choices and was ordered none of them retires.  [KS-CHARGE-15]"""
    if field.options.obligation_mode != "force":
        return
    for identity in [one.id for one in field.bodies_of(field.side)]:
        body = field.bodies[identity]
        if (
            body.owes_choice
            and body.mounted
            and body.fit
            and not body.stopped
            and not _chose(field, body)
            and not field.given.is_to(Charge, body.id)
        ):
            retreats.engine_retires(
                field,
                body.but(retire_from=body.owes_choice),
                field.left(body.id) * PACES["cavalry"].country // 864,
                "KS-CHARGE-15",
            )
            mines.go_off(field)


def _chose(field: Field, body: Body) -> bool:
    """Whether a body dismounted, charged or retired by its full allowance in this move."""
    return field.did(body.id, "dismounted", "charged") or body.id in field.notes.get("retired fully", ())


# -- at the close of the move -------------------------------------------------------------------


def duties_of_the_next_move(field: Field) -> None:
    """Set the duties from the final positions: for the side that moved, how it stood; for the other, what it owes next.  [KS-SEQ-11]"""
    threats = survey.threats(field)
    _stop_pursuers_met(field)
    for body in field.by_id():
        if body.side == field.side:
            _close_own(field, body, threats)
        else:
            _open_enemy(field, body, threats)
    for identity in sorted(field.guns):
        gun = field.guns[identity]
        if gun.destroyed:
            continue
        if gun.owner == field.side:
            _close_own_gun(field, gun)
        else:
            _open_enemy_gun(field, gun, threats)


def _stop_pursuers_met(field: Field) -> None:
    """Fresh cavalry that charged a pursuer, or stands in its way, stops it.  [KS-CHARGE-22]"""
    charged: set[str] = field.notes.get("charged", set())
    for fugitive in _fugitives(field):
        if fugitive.flight:
            met = {one for one in fugitive.flight if one in charged or _barred(field, one, fugitive)}
            _stop(field, fugitive, met, set(fugitive.flight) - met, say("fresh cavalry met it"))


def _barred(field: Field, pursuer: str, fugitive: Body | Gun) -> bool:
    """Whether eight mounted men stand within reach of a pursuer and within six inches of its line to the fugitive."""
    start = survey.place(field, pursuer)
    if start is None or fugitive.at is None:
        return False
    reach = field.options.charging_distance_in * INCH
    return any(
        body.sabres >= LEAST_CHARGE
        and not body.flight
        and body.at is not None
        and body.id != fugitive.id
        and survey.between(start, fugitive.at, body.at, STOPPING_REACH)
        for body in survey.friends_around(field, field.side, start, reach)
    )


def _owes_nothing(body: Body) -> bool:
    """Whether a body's duties are empty, so that the close of a move changes nothing in them."""
    return not (
        body.flight or body.threatened or body.owes_choice or body.must_retire or body.retire_from or body.retire_clause
        or body.gave_way or body.stood or body.ran or body.arrested or body.fugitives
    )  # fmt: skip


def _close_own(field: Field, body: Body, threats: Threats) -> None:
    """Set the duties of a body of the side that moved: caught standing, given way, running; what it owed is over."""
    if _owes_nothing(body) and body.immobile == body.stopped:
        return
    near = threats.get(body.id, ())
    retired = field.did(body.id, "retired") or _went_away(field, body)
    after: dict[str, Any] = {
        "stood": False,
        "ran": False,
        "owes_choice": (),
        "arrested": False,
        "fugitives": (),
        "immobile": body.stopped,
        **QUIET,
    }
    if body.must_retire and field.did(body.id, "charged"):
        # Who owes a retreat may not charge: it lost the toss of this very move, and owes it in the next.
        after |= {"must_retire": body.must_retire, "retire_from": body.retire_from, "retire_clause": body.retire_clause}
    if body.side != field.side or not body.men:
        after["flight"] = ()
    elif body.mounted:
        after["gave_way"] = _gave_way_before(field, body) if retired else ()
        after["stood"] = bool(body.owes_choice) and not _chose(field, body)
        after["flight"] = body.flight if retired else ()
    elif body.arm == "artillery" and field.did(body.id, "drew"):
        # Gunners who went with their gun are artillery that retires: what they owe, their gun owes (KS-CHARGE-29).
        after["flight"] = ()
    elif body.arm != "cavalry":
        near = near or _chargers_behind(field, body)
        running = retired and near and (body.flight or _declined(field, body))
        after["ran"] = bool(running)
        after["flight"] = body.flight or (near if running else ())
    else:
        after["flight"] = ()
    _change_if_other(field, body, after)
    if after["stood"]:
        words = to_say("it had to make one of the three choices and made none")
        field.emit(StoodUnderThreat(clause="KS-CHARGE-15", side=body.side, body=body.id, sum=words))
    if after["ran"] and not body.flight:
        clause = "KS-CHARGE-24" if body.formation == "extended" else "KS-CHARGE-25"
        field.emit(FlightBegun(clause=clause, side=body.side, body=body.id, enemies=near))


def _gave_way_before(field: Field, body: Body) -> tuple[str, ...]:
    """The cavalry before which mounted men gave way: those it owed the retreat to, else those named by its order to retire."""
    named: tuple[str, ...] = field.notes.get("retired before", {}).get(body.id, ()) if body.must_retire else ()
    return body.owes_choice or body.flight or body.retire_from or named


def _went_away(field: Field, thing: Body | Gun) -> bool:
    """Whether a march was a retreat, although not ordered as one.  [KS-DEF-12]

    It must end farther from the nearest threatening body than it began, by at least half the distance marched.
    """
    starts = opening_places(field, thing.id) if thing.threatened else ()
    if not starts or thing.at is None or not field.did(thing.id, "marched"):
        return False
    there = [at for one in thing.threatened if (at := survey.place(field, one)) is not None]
    if not there:
        return False
    before = min(survey.apart(at, enemy) for enemy in there for at in starts)
    after = min(survey.apart(thing.at, enemy) for enemy in there)
    travelled = _travelled(field).get(thing.id, 0)
    away = 2 * (after - before) >= travelled > 0
    if away and not field.left(thing.id):
        field.notes.setdefault("retired fully", set()).add(thing.id)
    return away


def _travelled(field: Field) -> Mapping[str, int]:
    """Sixteenths that each thing marched in this move, by id."""
    if "travelled" not in field.notes:
        gone: dict[str, int] = {}
        for event in field.events:
            if isinstance(event, BodyMarched):
                gone[event.body] = gone.get(event.body, 0) + event.distance
        field.notes["travelled"] = gone
    travelled: Mapping[str, int] = field.notes["travelled"]
    return travelled


def _was_sent_back(body: Body) -> bool:
    """Whether a body's duty was laid on it by a charge that it stood.  [KS-CHARGE-13]"""
    return bool(body.must_retire) and not body.flight and body.retire_clause in ("", "KS-CHARGE-13")


def _declined(field: Field, body: Body) -> bool:
    """Whether a retreat is flight: it declines a threatening charge; a retreat that a charge imposed counts only by option.

    [KS-CHARGE-14, KS-CHARGE-24]
    """
    return field.options.forced_retire_is_flight if _was_sent_back(body) else bool(body.threatened)


def _chargers_behind(field: Field, body: Body) -> tuple[str, ...]:
    """The chargers from whom a body fell back a foot, if no places and no threats are known.

    They are still within charging distance of it.  [KS-CHARGE-14]
    """
    if body.at is not None or field.facts.threatened_by is not None or not _was_sent_back(body):
        return ()
    known = (field.bodies[one] for one in body.retire_from if one in field.bodies)
    return tuple(one.id for one in known if survey.may_threaten(one))


def _open_enemy(field: Field, body: Body, threats: Threats) -> None:
    """What a body of the other side owes in its next own move.  [KS-CHARGE-15, KS-CHARGE-21, KS-CHARGE-27]"""
    near = threats.get(body.id, ()) if body.men else ()
    if not near and _owes_nothing(body):
        return
    after: dict[str, Any] = {"threatened": near, "gave_way": (), "owes_choice": ()}
    fleeing = body.flight or body.gave_way
    if fleeing and body.men:
        pursuers = _pursuers(field, body.id, near)
        clause = "KS-CHARGE-21" if body.mounted else "KS-CHARGE-27"
        after["flight"] = pursuers
        if pursuers:
            after |= {"must_retire": retreats.allowance(body), "retire_from": pursuers, "retire_clause": clause}
            owed = RetreatOwed(
                clause=clause, side=body.side, body=body.id, distance=retreats.allowance(body), enemies=pursuers
            )
            field.emit(owed)
        else:
            field.emit(
                FlightEnded(
                    clause="KS-DEF-12" if body.mounted else clause,
                    side=body.side,
                    body=body.id,
                    sum=to_say("it is not pursued"),
                )
            )
    if near and body.mounted and body.fit and not after.get("flight") and not body.must_retire:
        after["owes_choice"] = near
        field.emit(ChoiceOwed(clause="KS-CHARGE-15", side=body.side, body=body.id, enemies=near))
    _change_if_other(field, body, after)


def _pursuers(field: Field, identity: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """The enemies that are again within charging distance of a fugitive or in contact with it; measured, else computed.  [KS-DEF-12]"""
    measured = field.facts.pursued_by
    in_contact: set[str] = field.notes.get("chargers of", {}).get(identity, set())
    pursuers = {*near, *in_contact} if measured is None else set(measured.get(identity, ()))
    known = (field.bodies[one] for one in sorted(pursuers) if one in field.bodies)
    return tuple(one.id for one in known if one.men and not one.arrested)


def _close_own_gun(field: Field, gun: Gun) -> None:
    """End the duties of a gun of the side that moved; if it retired before cavalry it has given way.  [KS-CHARGE-29]"""
    before = gun.threatened or gun.flight
    retired = field.did(gun.id, "retired") or _went_away(field, gun)
    _change_gun_if_other(field, gun, {**QUIET, "gave_way": before if retired else ()})


def _open_enemy_gun(field: Field, gun: Gun, threats: Threats) -> None:
    """Set the duties of a gun of the other side: under threat, and bound to go on retiring while pursued.  [KS-CHARGE-29]"""
    near = threats.get(gun.id) or threats.get(gun.crew, ())
    after: dict[str, Any] = {"threatened": near, "gave_way": ()}
    fleeing = gun.flight or gun.gave_way
    if fleeing:
        pursuers = _pursuers(field, gun.id, near) or _pursuers(field, gun.crew, near)
        after["flight"] = pursuers
        if pursuers:
            owed = retreats.allowance_of_gun(gun)
            after |= {"must_retire": owed, "retire_from": pursuers, "retire_clause": "KS-CHARGE-29"}
            field.emit(RetreatOwed(clause="KS-CHARGE-29", side=gun.owner, body=gun.id, distance=owed, enemies=pursuers))
        else:
            field.emit(FlightEnded(clause="KS-CHARGE-29", side=gun.owner, body=gun.id, sum=to_say("it is not pursued")))
    _change_gun_if_other(field, gun, after)


def _change_if_other(field: Field, body: Body, after: Mapping[str, Any]) -> None:
    held = body.__dict__
    if any(held[name] != value for name, value in after.items()):
        field.change(body.id, **after)


def _change_gun_if_other(field: Field, gun: Gun, after: Mapping[str, Any]) -> None:
    held = gun.__dict__
    if any(held[name] != value for name, value in after.items()):
        field.change_gun(gun.id, **after)
