"""The engine of War-Chess compared with the slow one, with printed figures, and with itself turned round."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.war_chess.field.board import BIT, CELLS, STEPS, TURNED, cells_in
from rules.war_chess.field.figures import CITADEL, DEFENDER, NUMBERS, SIDES, array, other
from rules.war_chess.field.position import position_of
from rules.war_chess.moves.duties import bound, legal, owed
from rules.war_chess.moves.legality import Field
from rules.war_chess.moves.perft import count
from tests.rules.war_chess import slow


def opening(low="defender", first="attacker"):
    """The array."""
    return position_of(array(low), first, low)


def moves_of(position, overrides=True):
    """The legal moves as pairs of cells."""
    return {(cell, target) for cell, bits in legal(position, overrides) for target in cells_in(bits)}


def thrown(draw, low):
    """A board with figures anywhere, as no game would leave them: every duty occurs."""
    board = {next(cell for cell, figure in array(low).items() if figure[1] == CITADEL): "dX"}
    figures = ["aW"] + [side[0] + kind for side in SIDES for kind in "LICA" for _ in range(NUMBERS[side][kind])]
    kept = [one for one in figures if one[1] in "AW" or draw.random() < 0.6]
    free = [cell for cell in CELLS if cell not in board]
    return board | dict(zip(draw.sample(free, len(kept)), kept, strict=True))


@pytest.mark.parametrize(("depth", "sequences"), [(1, 104), (2, 9_984), (3, 1_055_576)])
@pytest.mark.parametrize("low", SIDES)
def test_the_sequences_from_the_array_are_those_published(low, depth, sequences):
    assert count(opening(low), depth) == sequences


def test_the_defender_would_have_96_first_moves():
    """WC-SET-07."""
    assert count(opening(first="defender"), 1) == 96


def test_the_slow_engine_counts_as_many_to_depth_two():
    position = opening()
    found = 0
    for move in slow.legal(position.board(), "attacker", "defender"):
        found += len(slow.legal(slow.made(position.board(), move), "defender", "defender"))
    assert found == 9_984


def test_every_step_leads_back_and_every_cell_is_reached_obliquely():
    """WC-BRD-08."""
    assert all(cell in STEPS[to].values() for cell, steps in STEPS.items() for to in steps.values())
    seen, waiting = {1}, [1]
    while waiting:
        waiting = [STEPS[one][way] for one in waiting for way in slow.OBLIQUE if way in STEPS[one]]
        waiting = [one for one in set(waiting) if one not in seen]
        seen |= set(waiting)
    assert seen == set(CELLS)


def test_the_rows_are_as_long_as_printed():
    """WC-BRD-01."""
    rows = [sum(cell.y == y for cell in CELLS.values()) for y in range(19)]
    assert rows == [6, 9, 8, 7, 8, 7, 8, 6, 7, 7, 7, 6, 8, 7, 8, 7, 8, 9, 6]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(SIDES), st.sampled_from(SIDES), st.booleans())
def test_wherever_figures_stand_the_slow_engine_finds_the_same_moves(seed, side, low, overrides):
    board = thrown(Random(seed), low)
    assert moves_of(position_of(board, side, low), overrides) == slow.legal(board, side, low, overrides)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(SIDES))
def test_in_a_game_at_random_every_position_is_what_its_board_says(seed, low):
    """Moves replace and never alter: what is worked out move by move is what is read afresh; no duty is left undone."""
    draw, position = Random(seed), opening(low)
    for _ in range(60):
        moves = sorted(moves_of(position))
        if not moves:
            break
        before = position.board()
        move = draw.choice([one for one in moves if one[1] in before] or moves)
        after = position.moved(*move)
        assert position.board() == before
        assert after.board() == slow.made(before, move)
        if after.won:
            break
        assert after == position_of(after.board(), after.to_move, low)
        assert left_undone(position, move, after) == 0
        position = after


def left_undone(position, move, after):
    """The figures that a move leaves exposed though they were not before, or their duty could have been done."""
    mover = Field(after.again()).exposed
    newly = mover & ~Field(position).exposed
    _, binding = bound(position)
    if binding == "WC-WAG-05":
        return newly | mover & position.own.prize
    return newly if binding or owed(position) or not mover else mover


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(SIDES))
def test_turned_half_round_the_board_has_the_same_moves(seed, side):
    """WC-BRD-04, WC-SET-06."""
    board = thrown(Random(seed), DEFENDER)
    turned = {TURNED[cell]: figure for cell, figure in board.items()}
    ours = moves_of(position_of(board, side, DEFENDER))
    theirs = moves_of(position_of(turned, side, other(DEFENDER)))
    assert {(TURNED[cell], TURNED[target]) for cell, target in ours} == theirs


def test_the_array_with_the_attacker_below_is_the_other_turned():
    assert array("attacker") == {TURNED[cell]: figure for cell, figure in array("defender").items()}


def test_a_position_is_another_once_a_figure_moved():
    assert opening() == opening() != opening().moved(113, 104)
    assert opening().own.bits & BIT[113]
