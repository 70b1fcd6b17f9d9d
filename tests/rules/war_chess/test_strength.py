"""A stronger level of the machine scores more than the one below it, over several openings with both sides of each; by bounds on
positions, so it is the same on every machine."""

from __future__ import annotations

import time
from random import Random

import pytest

from rules.war_chess.field.figures import array
from rules.war_chess.field.position import Position, position_of
from rules.war_chess.machine.opponent import steps_of, think
from rules.war_chess.machine.reply import BOUNDS, balance

TOOK_ALL = 10_000
"""What a game that is won counts beside the worth of what was captured; more than all regiments are worth."""


def opening(seed: int, plies: int = 8) -> Position:
    """A position after some moves at random."""
    draw, position = Random(1866 + seed), position_of(array("defender"), "attacker", "defender")
    for _ in range(plies):
        position = position.moved(*draw.choice(sorted(steps_of(position))))
    return position


def attackers_gain(position: Position, levels: dict[str, int], turns: int) -> int:
    """What the attacker is ahead by after so many turns."""
    for _ in range(turns):
        move = think(position, BOUNDS[levels[position.to_move]]).move
        if move is None:
            break
        position = position.moved(*move)
        if position.won:
            return TOOK_ALL if position.won == "attacker" else -TOOK_ALL
    return balance(position) if position.to_move == "attacker" else -balance(position)


def gains(stronger: int, weaker: int, *, openings: int, turns: int) -> list[int]:
    """What the stronger level is ahead by in each opening, which is played with either side."""
    return [
        attackers_gain(opening(seed), {"attacker": stronger, "defender": weaker}, turns)
        - attackers_gain(opening(seed), {"attacker": weaker, "defender": stronger}, turns)
        for seed in range(openings)
    ]


def points(found: list[int]) -> float:
    """Of each opening one for being ahead, a half for being level."""
    return sum(1 if one > 0 else 0.5 if one == 0 else 0 for one in found)


def test_the_corporal_is_ahead_of_the_recruit_in_each_of_three_openings():
    found = gains(2, 1, openings=3, turns=30)
    assert points(found) == 3 and sum(found) > 900, "by the worth of three regiments of infantry at least"


@pytest.mark.prove
@pytest.mark.parametrize(("stronger", "openings", "turns"), [(2, 6, 40), (3, 6, 40)])
def test_each_level_scores_more_than_the_one_below_it(stronger, openings, turns):
    found = gains(stronger, stronger - 1, openings=openings, turns=turns)
    assert points(found) > openings / 2 and sum(found) > 0, found


@pytest.mark.slow
def test_the_strongest_replies_within_three_seconds_of_one_core():
    """Of processor time, so that a busy machine does not count; it is a bound on positions that keeps it."""
    position, worst = opening(0), 0.0
    for _ in range(4):
        began = time.process_time()
        chosen = think(position, BOUNDS[4])
        worst = max(worst, time.process_time() - began)
        assert chosen.positions <= BOUNDS[4] and chosen.depth >= 4
        assert chosen.move is not None
        position = position.moved(*chosen.move)
    assert worst < 3
