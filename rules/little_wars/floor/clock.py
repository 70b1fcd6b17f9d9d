"""The time that a side has for its move, and the interval.  [LW-TIME-01 to LW-TIME-12]"""

from __future__ import annotations

from rules.little_wars.force.position import Body, Gun, Position
from rules.little_wars.tables.clock import FOR_A_GUN, FOR_A_MAN, WARNINGS

MINUTE = 60
"""Seconds in a minute."""


def seconds(men: int, guns: int) -> int:
    """Seconds for one player: two for each man, sixty for each gun.  [LW-TIME-02]

    >>> seconds(110, 3), seconds(73, 3), seconds(14, 1)
    (400, 326, 88)
    """
    return FOR_A_MAN * men + FOR_A_GUN * guns


def seconds_allowed(position: Position, side: str) -> int:
    """Seconds that a side has for its next move: those of its largest single command.  [LW-TIME-02, LW-TIME-03, LW-EXT-01, LW-EXT-02]

    Rounded up to a whole minute unless the option says otherwise; at most what the players agreed on; if fixed, that of
    the force with which it began.
    """
    options = position.options
    men: dict[str, int] = {}
    guns: dict[str, int] = {}
    for body in position.bodies.values():
        if body.side == side and body.men and _counts(position, body):
            men[body.commander] = men.get(body.commander, 0) + body.men
    for gun in position.guns.values():
        if gun.owner == side and not gun.retired and _counts(position, gun):
            guns[gun.commander] = guns.get(gun.commander, 0) + 1
    if not options.team_roles:
        men, guns = {"": sum(men.values())}, {"": sum(guns.values())}
    if options.allowance_update != "auto" and position.original.get(side):
        unseen = sum(one.men for one in position.bodies.values() if one.side == side and not _counts(position, one))
        men = {"": max(position.original[side] - unseen, sum(men.values()))}
        guns = {"": sum(gun.side == side and _counts(position, gun) for gun in position.guns.values())}
    most = max((seconds(men.get(one, 0), guns.get(one, 0)) for one in {*men, *guns}), default=0)
    if options.allowance_rounding == "up_to_minute":
        most = -(-most // MINUTE) * MINUTE
    agreed = position.setup.allowance
    return most if agreed is None else min(most, agreed * MINUTE)


def _counts(position: Position, thing: Body | Gun) -> bool:
    """Whether a body or gun counts for the time of its command; if hidden in a box, by option.  [LW-EXT-05]"""
    return position.options.clock_counts == "all_men" or thing.aboard not in position.boxes


def allowance(position: Position, side: str) -> int | float:
    """Minutes that a side has for its next move in real time; whole minutes unless seconds are exact.  [LW-TIME-02, LW-TIME-12]"""
    scale = position.options.time_scale or 1
    allowed = seconds_allowed(position, side) * scale
    return allowed // MINUTE if allowed % MINUTE == 0 else round(allowed / MINUTE, 4)


def interval(position: Position) -> int:
    """The most minutes between two moves; melees take extra time.  [LW-TIME-08, LW-TIME-09, LW-TIME-12]"""
    return position.options.interval_max * (position.options.time_scale or 1)


def warnings(allowed: int, scale: int = 1) -> tuple[int, ...]:
    """Seconds before the end of a move at which a warning is given, if the move is longer.  [LW-TIME-07, LW-TIME-12]

    >>> warnings(360), warnings(60)
    ((120, 60, 30), (30,))
    """
    return tuple(one * scale for one in WARNINGS if one * scale < allowed)
