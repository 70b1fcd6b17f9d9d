"""Arrears from a failed tick, paid late.  [KS-FAIL-01, KS-FAIL-03, KS-FAIL-05, KS-SEQ-10]"""

from __future__ import annotations

from rules.kriegspiel.events import ArrearsPaid, TickStands
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.remake import release
from rules.kriegspiel.force import KINDS_OF_PACKET, NONE, Packets
from rules.kriegspiel.supply.claims import Claim, is_tick, next_tick, of_body, of_gun
from rules.kriegspiel.supply.groups import SupplyGroup, supply_groups
from rules.kriegspiel.supply.horses import eat_horses_for, eats_without_order, horses_of, larder
from rules.kriegspiel.supply.rations import packets_in, take_packets
from rules.kriegspiel.supply.sources import Way, effective
from rules.values.sentence import to_say

PAID = {"food": "KS-FAIL-03", "forage": "KS-FAIL-03", "ammunition": "KS-FAIL-01"}
"""The clause by which payment frees a body again."""


def pay_arrears(field: Field) -> None:
    """Pay arrears if all of them are within reach, nearest to a source first.  [KS-SEQ-10]

    Horses replace owed food (KS-SIEGE-04).  With ``auto_issue`` false, packets are issued only by order.
    """
    if not _anything_owed(field):
        return
    for group in supply_groups(field):
        for kind in KINDS_OF_PACKET:
            waiting = [(list(effective(field, claim, kind)), claim) for claim in debtors(field, group, kind)]
            for ways, claim in sorted(waiting, key=lambda one: (one[0][:1] or [Way(0, "~")], one[1].id)):
                _pay(field, group, kind, claim, ways)


def _anything_owed(field: Field) -> bool:
    """Whether a body or a gun team owes anything, so that most moves end here."""
    owed = [*(body.arrears for body in field.bodies.values()), *(gun.arrears for gun in field.guns.values())]
    return any(packets is not NONE and packets != NONE for packets in owed)


def debtors(field: Field, group: SupplyGroup, kind: str) -> list[Claim]:
    """The bodies and gun teams of a group that owe packets of a kind and can still be saved by payment.  [KS-FAIL-04]"""
    bodies = (field.bodies[one] for one in group.bodies)
    found = [
        of_body(field, one, one.men, group.pocket)
        for one in bodies
        if getattr(one.arrears, kind) and not one.out_of_action
    ]
    guns = (field.guns[one] for one in group.guns)
    return found + [of_gun(field, one, group.pocket) for one in guns if getattr(one.arrears, kind) and not one.team_out]


def owed(field: Field, identity: str) -> Packets:
    """The packets that a body, or the team of a gun, owes."""
    return field.bodies[identity].arrears if identity in field.bodies else field.guns[identity].arrears


def _pay(field: Field, group: SupplyGroup, kind: str, claim: Claim, ways: list[Way]) -> None:
    """Pay all that one owes of a kind, if packets and horses suffice; ordered horses also pay a part."""
    due = getattr(owed(field, claim.id), kind)
    lying = packets_in(field, ways, kind)
    there = lying if field.options.auto_issue else 0
    eatable = 0
    if kind == "food" and eats_without_order(field, group) and lying < due:
        eatable = sum(horses_of(field, one) for one in larder(field, group))
    if there + eatable >= due:
        drawn = take_packets(field, ways, kind, min(due, there), claim.id)
        eaten = eat_horses_for(field, group, due - drawn) if drawn < due else 0
        settle(field, claim.id, kind, drawn + eaten)
    elif kind == "food" and lying < due:
        settle(field, claim.id, kind, eat_horses_for(field, group, due - lying, ordered_only=True))


def settle(field: Field, identity: str, kind: str, packets: int) -> None:
    """Subtract packets from arrears; when none are left, the body is free, and the next tick stays.  [KS-FAIL-05]"""
    if not packets:
        return
    left = owed(field, identity) - Packets(**{kind: packets})
    free = left.food == left.forage == 0
    if identity in field.bodies:
        body = field.bodies[identity]
        free = free and not body.held_up_by
        field.change(identity, arrears=left, unsupplied_since=None if free else body.unsupplied_since)
    else:
        field.change_gun(
            identity, arrears=left, unsupplied_since=None if left == NONE else field.guns[identity].unsupplied_since
        )
    if getattr(left, kind):
        return
    release(field)
    paid = ArrearsPaid(clause=PAID[kind], side=field.side, body=identity, kind=kind, packets=packets)
    field.emit(paid)
    if kind != "ammunition" and not is_tick(field) and not field.notes.get("tick stands"):
        field.notes["tick stands"] = True
        at = next_tick(field)
        field.emit(
            TickStands(
                clause="KS-FAIL-05",
                side=field.side,
                at=at,
                sum=to_say("paid at {number}, next issue {at}", number=field.number, at=at),
            )
        )
