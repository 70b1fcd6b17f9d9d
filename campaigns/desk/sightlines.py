"""Who sees what on the floor of a battle, as the umpire asks.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]"""

from __future__ import annotations

from campaigns.desk.papers import Desk
from campaigns.errors import Unseen
from campaigns.models.plain import Plain
from rules.contract.answers import DAY, Sightline
from rules.contract.data import Position


def floor_of(desk: Desk) -> Plain:
    """The floor on which it is asked: as the move would leave it, or as the move began it where there is no finding."""
    return desk.left or desk.position


def has_sight(desk: Desk) -> bool:
    """Whether things stand on a country, so that one can see another."""
    return not desk.seat.battle.on_board and bool(floor_of(desk).get("country"))


def sightlines(desk: Desk, thing: str = "", light: str = DAY) -> tuple[Sightline, ...]:
    """The lines of sight on a thing and from it, the best and nearest first; without one, the best line on each thing that is seen.

    Unseen where nothing has a place, and if there is no such thing.
    """
    floor, rules = floor_of(desk), desk.seat.rules
    if not has_sight(desk) or (thing and rules.pieces.find(floor, thing) is None):
        raise Unseen("thing")
    return rules.table(Position(dict(floor))).sightlines(thing, light)
