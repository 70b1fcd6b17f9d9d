"""The points of Little Wars, if a campaign counts them.  [KS-LW-16]"""

from __future__ import annotations

from rules.contract.data import Points
from rules.kriegspiel.force import Position
from rules.kriegspiel.tables.melee import FEW, WORTH


def score(position: Position) -> Points:
    """Points by side, halves as decimals; empty if ``score_points`` is off.  [KS-LW-16]"""
    if not position.options.score_points:
        return {}
    return {side: _decimal(halves(position, side)) for side in position.sides}


def halves(position: Position, side: str) -> int:
    """The points of a side, in half points.  [KS-LW-16]"""
    points = _victory(position, side)
    for body in position.bodies.values():
        worth = WORTH["cavalryman"] if body.arm == "cavalry" else WORTH["infantryman"]
        captive = body.men if body.held_by or body.surrendered else 0
        if body.side == side:
            points += (body.men - captive) * worth
        points += (captive + body.prisoners) * WORTH["captive"]
    return points + WORTH["gun"] * sum(gun.owner == side and not gun.destroyed for gun in position.guns.values())


def _victory(position: Position, side: str) -> int:
    """The points of victory: all to the winner, shared in a draw.  [KS-LW-16]"""
    if position.result.get("winner"):
        return WORTH["victory"] if position.result["winner"] == side else 0
    drawn_game = position.result.get("draw") or all(free_men(position, one) < FEW for one in position.sides)
    return WORTH["victory"] // 2 if drawn_game else 0


def free_men(position: Position, side: str) -> int:
    """Men of a side alive and free."""
    return sum(one.men for one in position.bodies.values() if one.side == side and not (one.held_by or one.surrendered))


def _decimal(points: int) -> int | float:
    return points // 2 if points % 2 == 0 else points / 2
