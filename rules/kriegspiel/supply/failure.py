"""The effects of missing supplies: silence, stops, and out of action after six moves.  [KS-FAIL-01 to KS-FAIL-04]

Guns are assumed to have unlimited ammunition (KS-FAIL-02).
"""

from __future__ import annotations

from rules.kriegspiel.events import BodyOutOfAction, BodySilenced, BodyStopped, SupplyFailed
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body, Gun, Packets
from rules.kriegspiel.supply.claims import Claim
from rules.kriegspiel.tables.supply import MOVES_WITHOUT
from rules.values.sentence import to_say, word


def fail(field: Field, claim: Claim, kind: str, packets: int, clause: str, reason: str) -> None:
    """A body, or the team of a gun, did not get what was due; it owes the packets.  [KS-FAIL-01, KS-FAIL-03]

    clause, reason: why nothing reached it.
    """
    if kind == "food":
        field.notes.setdefault("hungry", set()).add(claim.id)
    words = to_say("{reason}; {packets} of {kind} owed", reason=reason, packets=packets, kind=word(kind))
    field.emit(SupplyFailed(clause=clause, side=field.side, body=claim.id, kind=kind, packets=packets, sum=words))
    gun = field.guns.get(claim.id)
    if gun is not None:
        if not gun.team_out:
            field.change_gun(
                gun.id, arrears=gun.arrears + Packets(**{kind: packets}), unsupplied_since=_since(field, gun)
            )
            field.emit(BodyStopped(clause="KS-FAIL-03", side=field.side, body=gun.id, kind=kind))
        return
    body = field.bodies[claim.id]
    if body.out_of_action:
        return
    tick = _since(field, body)
    body = field.change(body.id, arrears=body.arrears + Packets(**{kind: packets}))
    if kind == "ammunition":
        field.emit(BodySilenced(clause="KS-FAIL-01", side=field.side, body=body.id))
        return
    field.change(body.id, unsupplied_since=tick)
    if body.stopped:
        field.emit(BodyStopped(clause="KS-FAIL-03", side=field.side, body=body.id, kind=kind))


def _since(field: Field, thing: Body | Gun) -> int:
    """The own move of the first failed tick since which a thing lacks packets."""
    return since(field, thing) if thing.arrears.food or thing.arrears.forage else field.number


def since(field: Field, thing: Body | Gun) -> int:
    """The own move of the failed tick; if not known, the last tick before this move.  [KS-FAIL-04]"""
    if thing.unsupplied_since is not None:
        return thing.unsupplied_since
    period = max(field.options.supply_period_moves, 1)
    return (field.number - 1) // period * period


def count_moves_without(field: Field) -> None:
    """Put out of action everything that was stopped for the six own moves after the failed tick.  [KS-FAIL-04]

    This comes after payment, so that packets at the end of the sixth move still save a body.
    """
    for body in field.bodies_of(field.side):
        if _wants(body):
            _count_body(field, body)
    for identity in sorted(field.guns):
        gun = field.guns[identity]
        if gun.owner == field.side and gun.arrears.forage and not gun.team_out:
            out = field.number - since(field, gun) >= MOVES_WITHOUT
            field.change_gun(identity, unsupplied_since=since(field, gun), team_out=out)
            if out:
                _emit_out(field, identity, since(field, gun))


def _wants(body: Body) -> bool:
    """Whether a body in action owes food or forage, or is recorded as owing it."""
    owes = body.lacks("food") or body.lacks("forage") or body.unsupplied_since is not None
    return bool(owes) and not body.out_of_action


def _count_body(field: Field, body: Body) -> None:
    """Record since when a body lacks packets; after six moves it is out of action."""
    owes = body.lacks("food") or body.lacks("forage")
    tick = since(field, body) if owes else None
    if tick != body.unsupplied_since:
        field.change(body.id, unsupplied_since=tick)
    if tick is not None and body.stopped and body.men and field.number - tick >= MOVES_WITHOUT:
        field.change(body.id, out_of_action=True)
        _emit_out(field, body.id, tick)


def _emit_out(field: Field, identity: str, tick: int) -> None:
    words = to_say(
        "failed at the issue of own move {tick}; {number} - {tick2} = {number2} moves without",
        tick=tick,
        number=field.number,
        tick2=tick,
        number2=field.number - tick,
    )
    field.emit(BodyOutOfAction(clause="KS-FAIL-04", side=field.side, body=identity, sum=words))
