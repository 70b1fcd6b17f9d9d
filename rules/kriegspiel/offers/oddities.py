"""What an umpire should look at in a force before the first move: guns without men, sides without a General, hunger."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract.data import Oddity
from rules.floor.called import known_as
from rules.floor.oddities import nobody_serves, odd, of_side, too_few, without_a_place, without_troops
from rules.kriegspiel.floor.crews import men_beside, servers
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import NONE, Position
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.supply.claims import Claim, claims_of
from rules.kriegspiel.supply.groups import is_exempt, supply_groups
from rules.kriegspiel.supply.sources import effective, stores, want_of_source
from rules.kriegspiel.tables.fire import CREW
from rules.values.chance import Chance
from rules.values.sentence import say

PLACED = ("bodies", "guns", "waggons", "depots", "generals")
"""The groups of things that have a place of their own."""


def oddities(position: Position) -> tuple[Oddity, ...]:
    """What is odd about both sides' forces.  [KS-GUN-01, KS-GENL-01, KS-SUP-05, KS-SUP-06, KS-GAME-13]"""
    found = [*without_troops(position, "KS-GAME-13"), *without_a_place(position, PLACED)]
    for side in position.sides:
        field = Field(position, side, NO_FACTS, Chance())
        if any(body.side == side for body in position.bodies.values()):
            found += [*_without_a_general(field), *_without_supplies(field)]
        found += _without_men(field)
    return tuple(found)


def _without_a_general(field: Field) -> Iterator[Oddity]:
    """A side that no General leads.  [KS-GENL-01]"""
    if not any(one.side == field.side and not one.gone for one in field.generals.values()):
        yield of_side(field.side, "general", say("{side} has no General", side=field.side), "KS-GENL-01")


def _without_men(field: Field) -> Iterator[Oddity]:
    """Guns by which fewer than four men of those stand who serve them.  [KS-GUN-01]"""
    for gun in field.guns.values():
        if gun.owner != field.side or gun.destroyed:
            continue
        crew = servers(field, gun)
        if crew is None:
            yield odd(gun, "crew", nobody_serves(gun), "KS-GUN-01")
        elif (men := men_beside(field, gun, crew)) < CREW and not gun.helpers:
            yield odd(gun, "crew", too_few(gun, men, CREW), "KS-GUN-01")


def _without_supplies(field: Field) -> Iterator[Oddity]:
    """Bodies and teams that no depot or waggon could feed where they stand.  [KS-SUP-05, KS-SUP-06, KS-SUP-11]"""
    if not field.options.use_supply:
        return
    if not stores(field):
        said = say("{side} has no depot and no waggon, and supplies are used", side=field.side)
        yield of_side(field.side, "supply", said, "KS-SUP-07")
        return
    for store in (*field.depots.values(), *field.waggons.values()):
        if store.owner == field.side and not store.destroyed and store.packets == NONE:
            yield odd(store, "supply", say("{thing} is empty", thing=known_as(store)), "KS-SUP-07")
    if not field.has_map:
        return
    hungry: dict[str, tuple[str, str]] = {}
    for group in supply_groups(field):
        for kind in ("food", "forage"):
            for claim in claims_of(field, group, kind) if kind == "forage" or not is_exempt(field, group) else ():
                if claim.id not in hungry and _goes_short(field, claim, kind):
                    hungry[claim.id] = want_of_source(field, claim, kind)
    for thing, (clause, reason) in hungry.items():
        one = field.bodies[thing] if thing in field.bodies else field.guns[thing]
        yield odd(one, "supply", say("{thing} is out of supply: {reason}", thing=known_as(one), reason=reason), clause)


def _goes_short(field: Field, claim: Claim, kind: str) -> bool:
    """Whether no source that has packets of a kind is within reach of a claim."""
    return claim.at is not None and next(effective(field, claim, kind), None) is None
