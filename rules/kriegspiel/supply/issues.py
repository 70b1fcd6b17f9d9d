"""Packets issued to a body by order, and who is fed when they are too few.  [KS-SUP-07, KS-SUP-12]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import KINDS_OF_PACKET, Body, Gun, Packets
from rules.kriegspiel.orders import GoShort, Issue
from rules.kriegspiel.supply.arrears import owed, settle
from rules.kriegspiel.supply.claims import Claim, due_now, is_named, needed, next_tick, of_body, of_gun
from rules.kriegspiel.supply.groups import CHARGED, SupplyGroup, group_of, has_team, remembered, supply_groups
from rules.kriegspiel.supply.loads import delivered, holds, stood
from rules.kriegspiel.supply.rations import hand_over, issued_to
from rules.kriegspiel.supply.sources import (
    effective,
    is_cut,
    length,
    own_source,
    reach_clause,
    store,
    stores_inside,
    way_from,
)
from rules.kriegspiel.tables.packets import packets_of_forage
from rules.values.measure import feet
from rules.values.sentence import of_field, say, say_many, word


def check_issue(field: Field, order: Issue) -> int:
    """Check that packets may go from a source to a body, or to the team of a gun.  [KS-SUP-05 to KS-SUP-07, KS-SUP-11]

    E-NONE, E-UNFIT, E-MOVED, E-POCKET, E-DISTANCE, E-CUT, E-NOTDUE, E-STORE; they may be for arrears or for what is due at
    the close of this move.
    """
    giver = own_source(field, order.source)
    _receiver(field, order.body)
    if not order.packets.total:
        raise Invalid(of_field("issue.packets", say("at least one packet is wanted")))
    stood(field, giver.id)
    measured = True
    for part in _parts(field, order):
        claim = _claim(field, _receiver(field, part.body), group_of(field, part.body))
        if claim.pocket and giver.id not in stores_inside(field, claim.pocket):
            raise Illegal(
                "E-POCKET",
                say("{body} is surrounded; only packets inside the pocket can be used.", body=field.called(part.body)),
                "KS-SIEGE-03",
            )
        if claim.arm in CHARGED:
            measured = _within_reach(field, part, claim) and measured
    _is_due(field, order, at_all=True)
    holds(giver, order.packets, "KS-SUP-07")
    _is_due(field, order)
    if not measured:
        raise Invalid(
            of_field(
                "issue",
                say(
                    "the distance from {source} to {body} is not measured",
                    source=field.called(order.source),
                    body=field.called(order.body),
                ),
            )
        )
    return 0


def issue(field: Field, order: Issue) -> None:
    """Issue packets at once: first for arrears, the rest for what is due at the close.  [KS-SUP-07]"""
    check_issue(field, order)
    parts = _parts(field, order)
    delivered(field, order.source)
    for part in parts:
        hand_over(field, order.source, part.body, part.packets)
        for kind in KINDS_OF_PACKET:
            given = getattr(part.packets, kind)
            late = min(given, getattr(owed(field, part.body), kind))
            settle(field, part.body, kind, late)
            if given > late:
                issued, group = issued_to(field, kind), _issued_in(field, kind)
                issued[part.body] = issued.get(part.body, 0) + given - late
                name = group_of(field, part.body).name
                group[name] = group.get(name, 0) + given - late


def _parts(field: Field, order: Issue) -> list[Issue]:
    """An issue to gunners, split into one for them and one for each team that they serve, which gets the forage.  [KS-SUP-03]"""
    teams = _eaters(field, order.body, "forage") if order.packets.forage else ()
    if teams in ((), (order.body,)):
        return [order]
    left = order.packets.forage
    parts = [order.but(packets=order.packets.but(forage=0))]
    for team in teams:
        wanted = owed(field, team).forage + packets_of_forage(field.guns[team].team_horses)
        share = left if team == teams[-1] else min(left, wanted)
        parts.append(order.but(body=team, packets=Packets(forage=share)))
        left -= share
    return [part for part in parts if part.packets.total]


def _eaters(field: Field, identity: str, kind: str) -> tuple[str, ...]:
    """The consumers of packets issued to a body: itself, or for forage, the teams that gunners serve."""
    body = field.bodies.get(identity)
    if body is None or body.arm != "artillery" or kind != "forage":
        return (identity,)
    guns = (gun for _, gun in sorted(field.guns.items()) if gun.crew == identity)
    return tuple(gun.id for gun in guns if has_team(gun, field.side)) or (identity,)


def _receiver(field: Field, identity: str) -> Body | Gun:
    """The body, or the gun with the team that is fed.  E-NONE, E-UNFIT."""
    if identity in field.guns:
        return field.own_gun(identity)
    body = field.own_body(identity)
    if not body.men or body.held_by or body.surrendered:
        raise Illegal("E-UNFIT", say("{name} cannot act: it has no free men left.", name=known_as(body)), "KS-DEF-13")
    return body


def _claim(field: Field, receiver: Body | Gun, group: SupplyGroup) -> Claim:
    """The claim used to measure the supply range of a receiver."""
    if isinstance(receiver, Gun):
        return of_gun(field, receiver, group.pocket)
    return of_body(field, receiver, receiver.men, group.pocket)


def _is_due(field: Field, order: Issue, *, at_all: bool = False) -> None:
    """E-NOTDUE: more of a kind than the body owes plus what is still due to its group at the close of this move.

    at_all: refuse only if none of the kind is owed or due.
    """
    for kind in KINDS_OF_PACKET:
        asked = getattr(order.packets, kind)
        open_now = _open_now(field, _eaters(field, order.body, kind), kind) if asked else 0
        if asked > open_now and not (at_all and open_now > 0):
            wait = next_tick(field) - field.number
            said = say_many(
                "{body} owes {owes} {kind}; next issue in {n} move."
                if open_now > 0
                else "{body} owes no {kind}; next issue in {n} move.",
                "{body} owes {owes} {kind}; next issue in {n} moves."
                if open_now > 0
                else "{body} owes no {kind}; next issue in {n} moves.",
                wait,
                body=field.called(order.body),
                kind=word(kind),
                **({"owes": open_now} if open_now > 0 else {}),
            )
            raise Illegal("E-NOTDUE", said, "KS-SUP-07")


def _open_now(field: Field, eaters: tuple[str, ...], kind: str) -> int:
    """Packets of a kind that may still be issued: the arrears of the consumers, and what is due to their group at the close."""
    if not field.options.use_supply:
        return 0
    late: int = sum(getattr(owed(field, one), kind) for one in eaters)
    group = group_of(field, eaters[0])
    due, claimants = remembered(field, f"due {group.name} {kind}", lambda: _due(field, group, kind))
    if claimants.isdisjoint(eaters):
        return late
    return late + due - _issued_in(field, kind).get(group.name, 0)


def _due(field: Field, group: SupplyGroup, kind: str) -> tuple[int, frozenset[str]]:
    """Packets due to a group at the close of this move, and its claims."""
    claims = due_now(field, group, kind)
    return needed(field, kind, claims), frozenset(claim.id for claim in claims)


def _issued_in(field: Field, kind: str) -> dict[str, int]:
    """Packets of a kind issued by order in this move for what is due at its close, by supply group."""
    issued: dict[str, int] = field.notes.setdefault("issued in groups", {}).setdefault(kind, {})
    return issued


def _within_reach(field: Field, order: Issue, claim: Claim) -> bool:
    """E-DISTANCE, E-CUT: as measured for this order, else for the move, else by places; False if nothing is known."""
    reach = field.options.supply_range(claim.arm)
    far, cut = order.measured.distance, order.measured.enemy_between
    known = way_from(field, claim, order.source)
    if far is None:
        far = known.distance if known is not None else length(field, claim, order.source)
    if far is None and cut is None:
        return False
    if far is not None and far > reach:
        sentence = say(
            "{id} is {far} from {source}; {arm} is supplied within {reach}.",
            id=field.called(claim.id),
            far=feet(far),
            source=field.called(order.source),
            arm=word(claim.arm),
            reach=feet(reach),
        )
        raise Illegal("E-DISTANCE", sentence, reach_clause(claim.arm))
    if cut is None:
        cut = known.bar == "KS-SUP-11" if known is not None else _is_cut(field, order.source, claim, reach)
    if cut:
        sentence = say(
            "An enemy is within 6 in. of the line between {source} and {id} (KS-SUP-11).",
            source=field.called(order.source),
            id=field.called(claim.id),
        )
        raise Illegal("E-CUT", sentence, "KS-SUP-11")
    return True


def _is_cut(field: Field, source: str, claim: Claim, reach: int) -> bool:
    there = store(field, source).at
    return there is not None and claim.at is not None and is_cut(field, there, claim.at, reach)


# -- SHARE SHORTAGE -----------------------------------------------------------------------------


def check_go_short(field: Field, order: GoShort) -> int:
    """Check that the named bodies can be fed with the packets there: E-NONE, E-NOPHASE, E-EXCESS.  [KS-SUP-12]"""
    if not order.bodies:
        raise Invalid(say("go-short.bodies: the bodies that are fed are wanted"))
    for identity in order.bodies:
        _receiver(field, identity)
    asked = [one for group in _groups(field, order.bodies) for one in _asked(field, group, order.bodies)]
    if not any(due for due, _, _ in asked):
        raise Illegal("E-NOPHASE", say("No food is due before own move {field}.", field=next_tick(field)), "KS-SUP-12")
    excess = [(want, there) for _, want, there in asked if want > there]
    due = (
        claim
        for group in _groups(field, order.bodies)
        for kind in KINDS_OF_PACKET
        for claim in due_now(field, group, kind)
    )
    if any(_unmeasured(field, claim) for claim in due):
        return 0
    if any(there for _, there in excess) or len(excess) == len(asked):
        want, there = max(excess, key=lambda one: (one[1] > 0, one))
        raise Illegal(
            "E-EXCESS",
            say_many(
                "These bodies need {n} packet; {there} are there.",
                "These bodies need {n} packets; {there} are there.",
                want,
                there=there,
            ),
            "KS-SUP-12",
        )
    return 0


def _groups(field: Field, bodies: Iterable[str]) -> list[SupplyGroup]:
    """The supply groups of some bodies, each once."""
    return list({group.name: group for group in (group_of(field, one) for one in bodies)}.values())


def _asked(field: Field, group: SupplyGroup, named: tuple[str, ...]) -> Iterator[tuple[int, int, int]]:
    """For each kind due to a group: packets due, packets for the named claims, packets there."""
    for kind in KINDS_OF_PACKET if field.options.use_supply else ():
        claims = due_now(field, group, kind)
        due = needed(field, kind, claims)
        if due:
            issued = issued_to(field, kind)
            sources = {way.source for claim in claims for way in effective(field, claim, kind)}
            there = sum(getattr(store(field, one).packets, kind) for one in sources)
            there += sum(issued.get(claim.id, 0) for claim in claims)
            yield due, needed(field, kind, [claim for claim in claims if is_named(field, claim, named)]), there


def sharers(field: Field, source: str) -> tuple[str, ...]:
    """The bodies and teams that share the packets of a source at the close of this move, if they are too few.  [KS-SUP-12]

    If it is still to be measured who is within reach, all possible ones.
    """
    found: dict[str, None] = {}
    for group in supply_groups(field):
        short = any(due > there for due, _, there in _asked(field, group, group.bodies))
        for kind in KINDS_OF_PACKET if short else ():
            for claim in due_now(field, group, kind):
                if _unmeasured(field, claim) or any(way.source == source for way in effective(field, claim, kind)):
                    found[claim.id] = None
    return tuple(found)


def _unmeasured(field: Field, claim: Claim) -> bool:
    """Whether the depot that meets a claim is still unmeasured and cannot be seen from the place."""
    return claim.at is None and field.facts.supply is None


def go_short(field: Field, order: GoShort) -> None:
    """Name the bodies that get the packets if they are too few.  [KS-SUP-12]"""
    check_go_short(field, order)
    field.notes["fed first"] = frozenset(order.bodies) | field.notes.get("fed first", frozenset())
