"""Surrounded forces, and when they surrender.  [KS-SIEGE-01, KS-SIEGE-06]"""

from __future__ import annotations

from rules.kriegspiel.events import BodySurrendered, PocketClosed, PocketOpened, SurrenderClock
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.remake import capture
from rules.kriegspiel.force import Pocket
from rules.kriegspiel.supply.claims import claims_of, is_tick, needed
from rules.kriegspiel.supply.encirclement import pockets_on_the_map
from rules.kriegspiel.supply.groups import SupplyGroup, supply_groups
from rules.kriegspiel.supply.horses import larder, owed_food
from rules.kriegspiel.supply.sources import store, stores_inside
from rules.kriegspiel.tables.supply import MOVES_TO_SURRENDER
from rules.values.sentence import say, to_say_many


def find_pockets(field: Field) -> None:
    """Find the surrounded forces of the moving side at the start of its supply phase.  [KS-SIEGE-01, KS-SEQ-10]

    A pocket with a body of an earlier one keeps its clock; a pocket without any surrounded body opens.
    """
    if not field.options.use_supply:
        return
    if field.has_map and field.facts.pockets is None:
        field.facts = field.facts.but(pockets=pockets_on_the_map(field))
    before = {key: pocket for key, pocket in field.pockets.items() if _is_own(field, pocket)}
    for key in before:
        del field.pockets[key]
    kept: set[str] = set()
    for measured in field.facts.pockets or ():
        bodies = tuple(sorted({one for one in measured if _is_shut_in(field, one)}))
        earlier = [key for key, pocket in before.items() if not set(bodies).isdisjoint(pocket.bodies)]
        if bodies and bodies[0] not in field.pockets:
            kept.update(earlier)
            field.pockets[bodies[0]] = _pocket(field, bodies, [before[key] for key in earlier])
    for key in sorted(before.keys() - kept):
        field.emit(PocketOpened(clause="KS-SIEGE-01", side=field.side, body=key, bodies=before[key].bodies))
    field.notes["supply phase"] = {}


def _is_own(field: Field, pocket: Pocket) -> bool:
    """Whether a pocket holds bodies of the moving side, or none that are left."""
    sides = {field.bodies[one].side for one in pocket.bodies if one in field.bodies}
    return not sides or field.side in sides


def _is_shut_in(field: Field, identity: str) -> bool:
    """Whether a thing is a free body of the side that moves."""
    body = field.bodies.get(identity)
    return body is not None and body.side == field.side and body.men > 0 and not body.held_by


def _pocket(field: Field, bodies: tuple[str, ...], earlier: list[Pocket]) -> Pocket:
    """A new pocket, or the continuation of earlier ones; if several became one, the earliest clock counts."""
    if not earlier:
        field.emit(PocketClosed(clause="KS-SIEGE-01", side=field.side, body=bodies[0], bodies=bodies))
        return Pocket(bodies, since=field.number)
    clocks = [one.surrender_at for one in earlier if one.surrender_at is not None]
    horses = [one.last_horse for one in earlier if one.last_horse is not None]
    since = min(one.since for one in earlier)
    return Pocket(bodies, since=since, last_horse=max(horses, default=None), surrender_at=min(clocks, default=None))


# -- the clock of surrender ---------------------------------------------------------------------


def run_clocks(field: Field) -> None:
    """Start, stop or run out the clocks of the pockets of the moving side.  [KS-SIEGE-06, KS-SEQ-10]"""
    if not field.pockets:
        return
    groups = {group.pocket: group for group in supply_groups(field) if group.pocket}
    for key in sorted(groups):
        _run(field, key, groups[key])


def _run(field: Field, key: str, group: SupplyGroup) -> None:
    pocket = field.pockets[key]
    if key in field.notes.get("last horse", ()):
        pocket = pocket.but(last_horse=field.number)
    begins = pocket.last_horse == field.number or _starves_at_the_tick(field, group)
    if _is_victualled(field, key, group):
        if pocket.surrender_at is not None:
            _emit_clock(field, key, None, say("enough food for the next issue and for what is owed is inside"))
        pocket = pocket.but(surrender_at=None)
    elif pocket.surrender_at is None and begins:
        at = field.number + MOVES_TO_SURRENDER
        pocket = pocket.but(surrender_at=at)
        _emit_clock(
            field,
            key,
            at,
            say(
                "no horse is left: {number} + {moves_to_surrender} = {at}",
                number=field.number,
                moves_to_surrender=MOVES_TO_SURRENDER,
                at=at,
            ),
        )
    field.pockets[key] = pocket
    if pocket.surrender_at is not None and field.number >= pocket.surrender_at:
        _give_up(field, key)


def _starves_at_the_tick(field: Field, group: SupplyGroup) -> bool:
    """Whether food was due at this tick and could not be paid, and no horse is left.  [KS-SIEGE-06]"""
    hungry = field.notes.get("hungry", frozenset())
    return is_tick(field) and not hungry.isdisjoint(group.bodies) and not larder(field, group)


def _is_victualled(field: Field, key: str, group: SupplyGroup) -> bool:
    """Whether food for the next tick and for arrears lies inside.  [KS-SIEGE-06]"""
    inside = sum(store(field, one).packets.food for one in stores_inside(field, key))
    return inside >= needed(field, "food", claims_of(field, group, "food")) + owed_food(field, group)


def _emit_clock(field: Field, key: str, at: int | None, reason: str) -> None:
    field.emit(SurrenderClock(clause="KS-SIEGE-06", side=field.side, body=key, at=at, sum=reason))


def _give_up(field: Field, key: str) -> None:
    """Make all the men of a pocket prisoners.  [KS-SIEGE-06]"""
    for identity in field.pockets.pop(key).bodies:
        body = field.bodies[identity]
        if body.men:
            capture(field, identity, body.men, surrendered=True)
            words = to_say_many(
                "own move {number}: {n} prisoner", "own move {number}: {n} prisoners", body.men, number=field.number
            )
            field.emit(BodySurrendered(clause="KS-SIEGE-06", side=field.side, body=identity, men=body.men, sum=words))
