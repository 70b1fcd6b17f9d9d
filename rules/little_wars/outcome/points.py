"""Points of a battle at its end or now; the points of a campaign are the same.  [LW-POINTS-01 to LW-POINTS-08, LW-CAMP-03]"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.contract.data import Points
from rules.little_wars.floor.field import Field
from rules.little_wars.floor.nearness import armed_near_gun, is_near_gun
from rules.little_wars.force.position import Gun, Position
from rules.little_wars.orders.facts import NO_FACTS
from rules.little_wars.tables.nearness import CREW, SIX_INCHES
from rules.little_wars.tables.outcome import WORTH
from rules.values.chance import Chance


class Sheet(NamedTuple):
    """The six lines of a side's score, in half points.  [LW-POINTS-07, LW-POINTS-08]"""

    victory: int
    guns: int
    cavalry: int
    infantry: int
    taken: int
    held: int

    @property
    def total(self) -> int:
        """Half points in all."""
        return sum(self)


def sheet(position: Position, side: str) -> Sheet:
    """The score sheet of a side at the end of the battle, or as if it ended now.

    score = V + 10 G + 1 1/2 C + I + 1/2 M + 1/2 P.  [LW-POINTS-07]
    """
    options = position.options
    alive = {True: 0, False: 0}
    mine = yours = 0
    for body in position.bodies.values():
        if body.side == side:
            alive[body.arm == "cavalry"] += body.men + body.retired + body.arrived
            mine += body.prisoners
        else:
            yours += body.prisoners
    waggons = sum(one.owner == side != one.side for one in position.waggons.values()) * options.train_points
    return Sheet(
        _victory(position, side),
        WORTH["gun"] * sum(gun_scores_for(position, gun) == side for gun in position.guns.values()) + waggons,
        WORTH["cavalryman"] * alive[True],
        WORTH["infantryman"] * alive[False],
        _halves(mine * options.prisoner_half_points("own")),
        _halves(yours * options.prisoner_half_points("enemy")),
    )


def _halves(points: Fraction) -> int:
    return int(points)


def _victory(position: Position, side: str) -> int:
    """A hundred to the winner, fifty to each in a draw.  [LW-POINTS-01]"""
    if position.result.get("winner"):
        return WORTH["victory"] if position.result["winner"] == side else 0
    return WORTH["victory"] // 2 if position.result.get("draw") else 0


def gun_scores_for(position: Position, gun: Gun) -> str:
    """The one side for which a gun scores: it saved the gun, is alone on the field, or can take it.  [LW-POINTS-02]"""
    if gun.destroyed:
        return ""
    if gun.retired or not position.result:
        return gun.owner
    on_the_field = [
        side for side in position.sides if any(one.side == side and one.men for one in position.bodies.values())
    ]
    if len(on_the_field) == 1:
        return on_the_field[0]
    enemy = position.enemy_of(gun.owner)
    return enemy if _may_be_taken(position, gun, enemy) else gun.owner


def _may_be_taken(position: Position, gun: Gun, enemy: str) -> bool:
    """Whether none of the holder's armed men is near, four enemies can come up, and the holder's four cannot.  [LW-POINTS-02]"""
    if gun.at is None:
        return False
    field = Field(position, enemy, NO_FACTS, Chance())
    if armed_near_gun(field, gun, gun.owner):
        return False
    return _could_come(field, gun, enemy) >= CREW > _could_come(field, gun, gun.owner)


def _could_come(field: Field, gun: Gun, side: str) -> int:
    """Armed men of a side who could be within six inches of a gun in one move."""

    return sum(is_near_gun(field, man, gun, SIX_INCHES + field.options.rate(man.arm)) for man in field.fit_men(side))


def score(position: Position) -> Points:
    """Points by side, halves as decimals.  [LW-POINTS-07, LW-CAMP-03]"""
    return {side: decimal(sheet(position, side).total) for side in position.sides}


def sheets(position: Position) -> dict[str, Points]:
    """The six lines of both sides, halves as decimals.  [LW-POINTS-08]"""
    return {
        side: {name: decimal(points) for name, points in sheet(position, side)._asdict().items()}
        for side in position.sides
    }


def decimal(points: int) -> int | float:
    """Half points as a decimal for people."""
    return points // 2 if points % 2 == 0 else points / 2
