"""The time that a side has for its move, and the interval.  [KS-TURN-05, KS-TURN-07]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.kriegspiel.force import Body, Position
from rules.kriegspiel.tables.command import MEN_A_MINUTE


def minutes(men: int, guns: int) -> int:
    """Minutes for one command: one for each 30 men, rounded up, and one for each gun.  [KS-TURN-05]

    >>> minutes(110, 3), minutes(30, 0), minutes(31, 0)
    (7, 1, 2)
    """
    return -(-men // MEN_A_MINUTE) + guns


def allowance(position: Position, side: str) -> int:
    """Minutes that a side has for its next move: those of its largest single command.  [KS-TURN-05]

    A command is the bodies of one ``commander``, with the guns that they serve; men who can be given orders count,
    those in a box or aboard by the option.  A campaign by mail has the hours of its ``move_clock`` instead.
    """
    hours = _hours(position.options.move_clock)
    if hours is not None:
        return hours * 60
    men: dict[str, int] = {}
    guns: dict[str, int] = {}
    for body in position.bodies.values():
        if body.side == side and body.men and not (body.held_by or body.surrendered or body.out_of_action):
            men[body.commander] = men.get(body.commander, 0) + _counted(position, body)
    for gun in position.guns.values():
        if gun.owner == side and not gun.destroyed:
            crew = position.bodies.get(gun.crew)
            commander = crew.commander if crew is not None and crew.side == side else ""
            guns[commander] = guns.get(commander, 0) + 1
    return max((minutes(men.get(one, 0), guns.get(one, 0)) for one in {*men, *guns}), default=0)


def _counted(position: Position, body: Body) -> int:
    """The men of a body who count for the time of its command; a box that hides its men counts as one."""
    if position.options.clock_counts == "all_men":
        return body.men
    if body.boxed:
        return 1
    return 0 if body.aboard else body.ashore


def interval(position: Position) -> int:
    """The most minutes between two moves; melees and replacement are extra.  [KS-TURN-07]"""
    return position.options.interval_minutes


def _hours(clock: Any) -> int | None:
    """The hours of a deadline, or None in real time: ``24``, or a map with one number, as ``{hours: 24}``."""
    if isinstance(clock, Mapping):
        clock = next(iter(clock.values()), None) if len(clock) == 1 else None
    return clock if isinstance(clock, int) and not isinstance(clock, bool) and clock > 0 else None
