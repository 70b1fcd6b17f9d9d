"""Packets of one kind issued to a supply group, and who goes short.  [KS-SUP-07, KS-SUP-09 to KS-SUP-12, KS-SIEGE-02, KS-SIEGE-03]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heapreplace, merge
from itertools import chain

from rules.kriegspiel.events import (
    BodiesReckonedTogether,
    BodySupplied,
    DeliveryBarred,
    FractionRounded,
    PacketsDue,
    PacketsGivenUp,
)
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Packets
from rules.kriegspiel.supply.claims import Claim, is_named, needed
from rules.kriegspiel.supply.failure import fail
from rules.kriegspiel.supply.groups import SupplyGroup, is_small
from rules.kriegspiel.supply.horses import eat_horses_for
from rules.kriegspiel.supply.sources import Way, effective, marched, reach_clause, store, want_of_source
from rules.kriegspiel.supply.sources import ways as ways_to
from rules.kriegspiel.tables.packets import PER, reckoning
from rules.values.measure import feet
from rules.values.sentence import Unread, say, to_join, to_say, word

CLAUSES = {"food": "KS-SUP-02", "forage": "KS-SUP-03", "ammunition": "KS-SUP-04"}
"""The clause under which packets of a kind are due."""


def supply(field: Field, group: SupplyGroup, kind: str, claims: Sequence[Claim]) -> None:
    """Supply a group with what is due of a kind, from the nearest sources; what is missing fails.  [KS-SUP-12]

    Bodies without an effective source fail, the rest are added together; horses replace
    missing packets of food (KS-SIEGE-04).
    """
    due = needed(field, kind, claims)
    _emit_rations_due(field, group, kind, claims, due)
    if not due:
        return
    issued = issued_to(field, kind)
    ways = {claim.id: effective(field, claim, kind) for claim in claims}
    nearest = {name: next(ways[name], None) for name in ways}
    reached = [claim for claim in claims if nearest[claim.id] or claim.id in issued]
    cut_off = [claim for claim in claims if not (nearest[claim.id] or claim.id in issued)]
    _emit_barred(field, kind, claims)
    asked = needed(field, kind, reached)
    given = min(asked, sum(issued.get(claim.id, 0) for claim in reached))
    sources = merge(*(chain((first,), ways[claim.id]) for claim in reached if (first := nearest[claim.id])))
    lying = 0
    if field.options.auto_issue:
        given += take_packets(field, sources, kind, asked - given, group.name)
    else:
        lying = packets_in(field, sources, kind)
    wanting = max(needed(field, kind, cut_off), 1) if cut_off else 0
    # Horses stand for packets that are not there, never for those that lie there and were not issued.
    eaten = eat_horses_for(field, group, max(asked - given - lying, 0) + wanting) if kind == "food" else 0
    to_reached = min(eaten, asked - given)
    for claim in _go_short(field, kind, reached, given + to_reached, asked, nearest):
        _emit_supplied(field, kind, claim, nearest[claim.id])
    _go_short(field, kind, cut_off, eaten - to_reached, wanting, nearest)


def issued_to(field: Field, kind: str) -> dict[str, int]:
    """Packets of a kind issued by order in this move for what is due at its close, by body.  [KS-SUP-07]"""
    issued: dict[str, int] = field.notes.setdefault("issued", {}).setdefault(kind, {})
    return issued


def take_packets(field: Field, ways: Iterable[Way], kind: str, packets: int, body: str) -> int:
    """Take packets from the nearest sources and out of the game; returns how many.  [KS-SUP-07]"""
    drawn = 0
    for way in ways if packets > 0 else ():
        held = getattr(store(field, way.source).packets, kind)
        take = min(held, packets - drawn)
        if take > 0:
            hand_over(field, way.source, body, Packets(**{kind: take}))
            drawn += take
        if drawn >= packets:
            break
    return drawn


def packets_in(field: Field, ways: Iterable[Way], kind: str) -> int:
    """Packets of a kind at the ends of some ways, counting each source once."""
    return sum(getattr(store(field, source).packets, kind) for source in {way.source for way in ways})


def hand_over(field: Field, source: str, body: str, packets: Packets) -> None:
    """A source issues packets, which are then out of the game.  [KS-SUP-07]"""
    left = store(field, source).packets - packets
    field.change_store(source, packets=left)
    words = to_say(
        "{source} keeps {food} of food, {forage} of forage, {ammunition} of ammunition",
        source=source,
        food=left.food,
        forage=left.forage,
        ammunition=left.ammunition,
    )
    field.emit(
        PacketsGivenUp(clause="KS-SUP-07", side=field.side, body=body, source=source, packets=packets, sum=words)
    )


# -- who is fed ---------------------------------------------------------------------------------


def _go_short(
    field: Field, kind: str, claims: Sequence[Claim], packets: int, due: int, nearest: Mapping[str, Way | None]
) -> list[Claim]:
    """The claims fed when ``packets`` of the ``due`` are there; the others fail.  [KS-SUP-12]"""
    if packets >= due:
        return list(claims)
    fed = fed_with(field, kind, claims, packets, nearest)
    names = {claim.id for claim in fed}
    failing = [claim for claim in claims if claim.id not in names]
    shares = shared(failing, due - packets, PER[kind])
    for claim in failing:
        clause, reason = _why(field, kind, claim, nearest[claim.id], packets, due)
        fail(field, claim, kind, shares[claim.id], clause, reason)
    return fed


def fed_with(
    field: Field, kind: str, claims: Sequence[Claim], packets: int, nearest: Mapping[str, Way | None]
) -> list[Claim]:
    """The claims that get packets: those issued any, then those named by their owner, then the nearest to a source.

    Of two equally near, the larger comes first.  Their need by KS-SUP-10 does not exceed the packets there.  [KS-SUP-12]

    With no packets, nobody is fed.
    """
    named = field.notes.get("fed first", ())
    issued = issued_to(field, kind)

    def rank(claim: Claim) -> tuple[bool, bool, int, int, str]:
        way = nearest[claim.id]
        far = way.distance if way is not None else 0
        return claim.id not in issued, not is_named(field, claim, named), far, -claim.number, claim.id

    waiting = sorted(claims, key=rank)
    fed: list[Claim] = []
    men = 0
    for claim in waiting if packets else ():
        if needed(field, kind, [claim.but(number=men + claim.number)]) <= packets:
            fed.append(claim)
            men += claim.number
    return fed


def shared(failing: Sequence[Claim], packets: int, per: int) -> dict[str, int]:
    """The arrears of each failing claim: at least one packet, the rest to the largest.  [KS-SUP-12, KS-FAIL-03]

    Their sum is the number missing, or one for each if that is more.

    packets: missing; per: men or horses that one packet serves.
    """
    shares = dict.fromkeys((claim.id for claim in failing), 1)
    waiting = [(per - claim.number, claim.id) for claim in failing]
    heapify(waiting)
    for _ in range(packets - len(failing)):
        left, identity = waiting[0]
        shares[identity] += 1
        heapreplace(waiting, (left + per, identity))
    return shares


def _why(field: Field, kind: str, claim: Claim, nearest: Way | None, packets: int, due: int) -> tuple[str, str]:
    """Why a claim fails: no source, nothing issued, or too few packets."""
    if nearest is None:
        clause, reason = want_of_source(field, claim, kind)
        ate = kind == "forage" and claim.id in field.notes.get("larder", ())
        return ("KS-SIEGE-05", say("{reason}; horses never replace forage", reason=reason)) if ate else (clause, reason)
    if not field.options.auto_issue and not packets:
        return "KS-SUP-07", say("no {kind} was issued", kind=word(kind))
    return "KS-SUP-12", say(
        "{due} of {kind} asked, {packets} there: others were fed", due=due, kind=word(kind), packets=packets
    )


# -- what is told -------------------------------------------------------------------------------


def _emit_rations_due(field: Field, group: SupplyGroup, kind: str, claims: Sequence[Claim], due: int) -> None:
    """Report what is due to a group, and the calculation.  [KS-SUP-02 to KS-SUP-04, KS-SUP-09, KS-SUP-10, KS-SIEGE-02, KS-SIEGE-03]"""
    number = sum(claim.number for claim in claims)
    if not number:
        return
    per = PER[kind]
    side, name = field.side, group.name
    shown: list[Unread] = [to_say("{number} {id}", number=claim.number, id=claim.id) for claim in claims[:12]]
    added = to_join(" + ", [*shown, "…"] if len(claims) > 12 else shown)
    if len(claims) > 1 and not group.pocket:
        together = tuple(claim.id for claim in claims)
        field.emit(BodiesReckonedTogether(clause="KS-SUP-09", side=side, body=name, bodies=together, sum=added))
    if number % per:
        words = to_say("{per}: {due} of {kind}", per=reckoning(number, per), due=due, kind=word(kind))
        part = FractionRounded(
            clause="KS-SUP-10", side=side, body=name, kind=kind, reckoned=number, packets=due, sum=words
        )
        field.emit(part)
    if due:
        clause = CLAUSES[kind] if not group.pocket or kind == "ammunition" else "KS-SIEGE-02"
        if group.pocket and is_small(field, group):
            clause = "KS-SIEGE-03"
        words = to_say(
            "{added}: {per} → {due} of {kind}", added=added, per=reckoning(number, per), due=due, kind=word(kind)
        )
        everybody = (*group.bodies, *group.guns)
        wanted = PacketsDue(
            clause=clause, side=side, body=name, bodies=everybody, kind=kind, reckoned=number, packets=due, sum=words
        )
        field.emit(wanted)


def _emit_barred(field: Field, kind: str, claims: Sequence[Claim]) -> None:
    """Report waggons within reach that marched and so cannot deliver, each once in a move.  [KS-TS-01]"""
    told: set[str] = field.notes.setdefault("delivery barred", set())
    for claim in claims if marched(field) else ():
        for way in ways_to(field, claim):
            if way.bar == "KS-TS-01" and way.source not in told and getattr(store(field, way.source).packets, kind):
                told.add(way.source)
                words = to_say("{source} moved this move: no delivery", source=way.source)
                field.emit(DeliveryBarred(clause="KS-TS-01", side=field.side, body=way.source, sum=words))


def _emit_supplied(field: Field, kind: str, claim: Claim, way: Way | None) -> None:
    """Report that a body was within reach of its source.  [KS-SUP-05, KS-SUP-06]"""
    if way is not None:
        within = feet(field.options.supply_range(claim.arm))
        words = to_say(
            "{source} is {distance} off; {within} allowed",
            source=way.source,
            distance=feet(way.distance),
            within=within,
        )
        supplied = BodySupplied(
            clause=reach_clause(claim.arm), side=field.side, body=claim.id,
            source=way.source, kind=kind, distance=way.distance, sum=words,
        )  # fmt: skip
        field.emit(supplied)
