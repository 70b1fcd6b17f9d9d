"""What a side's force will need from its stores if it stays as it is.  [KS-SUP-02, KS-SUP-03, KS-SUP-04]"""

from __future__ import annotations

from rules.contract.data import Want
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Position
from rules.kriegspiel.orders.facts import NO_FACTS
from rules.kriegspiel.supply.claims import claims_of, needed, next_tick
from rules.kriegspiel.supply.groups import SupplyGroup, is_exempt, supply_groups
from rules.kriegspiel.tables.packets import packets_of_ammunition
from rules.kriegspiel.tables.supply import FIRING_MOVES
from rules.values.chance import Chance

CLAUSES = {"food": "KS-SUP-02", "forage": "KS-SUP-03"}


def wants(position: Position, side: str, ticks: int = 2) -> list[Want]:
    """Packets of food and forage due at the coming ticks, and of ammunition if bodies go on firing.

    Each with own_move (due at its close), kind, packets, reckoned (men, horses or rifles) and clause; the
    bodies of a group are added before they are rounded.
    """
    if not position.options.use_supply:
        return []
    field = Field(position, side, NO_FACTS, Chance())
    groups = supply_groups(field)
    first, period = next_tick(field), max(position.options.supply_period_moves, 1)
    due = [_of_a_kind(field, groups, kind, first) for kind in CLAUSES]
    food: list[Want] = [{**one, "own_move": first + period * tick} for tick in range(ticks) for one in due]
    return food + _ammunition(field, groups)


def _of_a_kind(field: Field, groups: list[SupplyGroup], kind: str, at: int) -> Want:
    """The packets of food or forage due from all groups at a tick."""
    packets = reckoned = 0
    for group in groups:
        if kind == "forage" or not is_exempt(field, group):
            claims = claims_of(field, group, kind)
            packets += needed(field, kind, claims)
            reckoned += sum(claim.number for claim in claims)
    return {"own_move": at, "kind": kind, "packets": packets, "reckoned": reckoned, "clause": CLAUSES[kind]}


def _ammunition(field: Field, groups: list[SupplyGroup]) -> list[Want]:
    """Ammunition by the own move at whose close it is due, if the bodies that have fired go on."""
    due: dict[int, tuple[int, int]] = {}
    for group in groups:
        rifles: dict[int, int] = {}
        for body in (field.bodies[identity] for identity in group.bodies):
            if body.fire_streak and not is_exempt(field, group):
                at = field.number + FIRING_MOVES - 1 - body.fire_streak
                rifles[at] = rifles.get(at, 0) + body.men
        for at, men in rifles.items():
            packets, reckoned = due.get(at, (0, 0))
            due[at] = (packets + packets_of_ammunition(men), reckoned + men)
    return [
        {"own_move": at, "kind": "ammunition", "packets": packets, "reckoned": men, "clause": "KS-SUP-04"}
        for at, (packets, men) in sorted(due.items())
    ]
