"""What an umpire should look at in a force before the first move: guns that nobody can serve, sides without men."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract.data import Oddity
from rules.floor.oddities import nobody_serves, odd, too_few, without_a_place, without_troops
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.nearness import armed_near_gun
from rules.little_wars.force.position import Position
from rules.little_wars.orders.facts import NO_FACTS
from rules.little_wars.tables.nearness import CREW
from rules.values.chance import Chance


def oddities(position: Position) -> tuple[Oddity, ...]:
    """What is odd about both sides' forces.  [LW-GUN-03, LW-FORCE-05]"""
    guns = (one for side in position.sides for one in _without_men(Field(position, side, NO_FACTS, Chance())))
    return (*without_troops(position, "LW-FORCE-05"), *without_a_place(position, ("bodies", "guns")), *guns)


def _without_men(field: Field) -> Iterator[Oddity]:
    """Guns within six inches of which fewer than four men stand.  [LW-GUN-03]"""
    for gun in field.guns.values():
        if gun.owner != field.side or gun.destroyed or (gun.at is None and not gun.crew):
            continue
        men = len(armed_near_gun(field, gun, field.side))
        if men < CREW:
            yield odd(gun, "crew", too_few(gun, men, CREW) if men else nobody_serves(gun), "LW-GUN-03")
