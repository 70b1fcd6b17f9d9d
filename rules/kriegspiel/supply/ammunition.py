"""The count of firing moves, and the ammunition due for them.  [KS-SUP-04, KS-SEQ-10]"""

from __future__ import annotations

from rules.kriegspiel.events import SupplyExempt
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.supply.claims import claims_of, streak_after
from rules.kriegspiel.supply.groups import is_exempt, supply_groups
from rules.kriegspiel.supply.rations import supply
from rules.kriegspiel.tables.supply import FIRING_MOVES
from rules.values.sentence import to_say


def count_firing(field: Field) -> None:
    """Consume ammunition for the bodies whose sixth firing move this was, and advance every counter.  [KS-SUP-04]

    Men of one supply group whose counters are full in the same move are added before rounding; the counter restarts.
    """
    fired = {identity for identity, deeds in field.done.items() if "fired" in deeds}
    counts = {
        body.id: streak_after(field, body)
        for body in field.bodies.values()
        if (body.fire_streak or body.id in fired) and body.side == field.side
    }
    if any(count >= FIRING_MOVES for count in counts.values()):
        for group in supply_groups(field):
            claims = claims_of(field, group, "ammunition")
            if claims and is_exempt(field, group):
                words = to_say("{number} infantry by itself, under 30: no ammunition", number=claims[0].number)
                field.emit(SupplyExempt(clause="KS-SUP-08", side=field.side, body=group.name, sum=words))
            elif claims:
                supply(field, group, "ammunition", claims)
    for identity, count in counts.items():
        after = count % FIRING_MOVES
        if after != field.bodies[identity].fire_streak:
            field.change(identity, fire_streak=after)
