"""The supply phase of a move, in the book's own order.  [KS-SEQ-10, KS-SUP, KS-SIEGE, KS-FAIL, KS-TS]

(a) pockets; (b) standing waggons load, unload, deliver; (c) ammunition counters and packets; (d) arrears; (e) at every
sixth own move the tick, with horses eaten if food is missing; (f) stops, then out of action; (g) clocks of surrender.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.kriegspiel.events import SupplyExempt
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.remake import release
from rules.kriegspiel.supply.ammunition import count_firing
from rules.kriegspiel.supply.arrears import pay_arrears
from rules.kriegspiel.supply.attendance import attended
from rules.kriegspiel.supply.claims import Claim, due_now, is_tick
from rules.kriegspiel.supply.failure import count_moves_without
from rules.kriegspiel.supply.groups import SupplyGroup, is_exempt, supply_groups
from rules.kriegspiel.supply.horses import check_eat_horses, eat_horses
from rules.kriegspiel.supply.issues import check_go_short, check_issue, go_short, issue
from rules.kriegspiel.supply.loads import check_load, check_unload, load, unload
from rules.kriegspiel.supply.rations import supply
from rules.kriegspiel.supply.siege import find_pockets, run_clocks
from rules.kriegspiel.supply.sources import effective
from rules.values.sentence import to_say

__all__ = [
    "check_eat_horses", "check_go_short", "check_issue", "check_load", "check_unload", "eat_horses", "find_pockets",
    "go_short", "issue", "load", "settle_supply", "unload",
]  # fmt: skip


def settle_supply(field: Field) -> None:
    """Stages (c) to (g) of the supply phase; nothing if supply is not used.  [KS-SEQ-10, KS-GAME-05]"""
    if not field.options.use_supply:
        return
    count_firing(field)
    pay_arrears(field)
    if is_tick(field):
        tick(field)
    release(field)
    count_moves_without(field)
    run_clocks(field)


def tick(field: Field) -> None:
    """Food, with horses eaten if it is missing, then forage for the horses left; group by group.  [KS-SUP-02, KS-SUP-03]"""
    groups = supply_groups(field)
    for group in groups:
        if is_exempt(field, group):
            men = field.bodies[group.bodies[0]].men
            words = to_say("{men} infantry by itself, under 30: nothing", men=men)
            field.emit(SupplyExempt(clause="KS-SUP-08", side=field.side, body=group.name, sum=words))
    for kind in ("food", "forage"):
        due = [(group, claims) for group in groups if (claims := due_now(field, group, kind))]
        for group, claims in _nearest_first(field, due, kind):
            supply(field, group, kind, attended(field, claims) if kind == "food" else claims)


Due = tuple[SupplyGroup, list[Claim]]
"""A group and its claims to packets of one kind."""


def _nearest_first(field: Field, due: Sequence[Due], kind: str) -> Sequence[Due]:
    """The groups in the order in which they are supplied: those with a body named by its owner, then the nearest to a source."""
    named = field.notes.get("fed first", frozenset())

    def rank(one: Due) -> tuple[bool, int, str]:
        group, claims = one
        nearest = (next(effective(field, claim, kind), None) for claim in claims)
        far = min((way.distance for way in nearest if way is not None), default=0)
        return named.isdisjoint((*group.bodies, *group.guns)), far, group.name

    return sorted(due, key=rank) if len(due) > 1 else due
