"""The bench of War-Chess counts what it says, and both engines do the same deed."""

from __future__ import annotations

import chess

from bench import war_chess
from bench.timing import Times


def test_what_is_made_is_as_much_as_what_is_counted():
    assert war_chess.made(war_chess.array_of_war_chess(), 2) == 9_984
    assert war_chess.made_chess(chess.Board(), 2) == 400


def test_both_list_the_moves_of_as_many_positions_of_random_games(monkeypatch):
    monkeypatch.setattr(war_chess, "GAMES", 2)
    monkeypatch.setattr(war_chess, "PLIES", 10)
    ours, theirs = war_chess.positions_of(5), war_chess.boards_of(5)
    assert len(ours) == len(theirs) == 20
    assert len(war_chess.listed(ours[0])) == 104 and theirs[0] == chess.Board()


def test_positions_a_second_are_those_of_a_run_over_its_median_time():
    assert war_chess.Task("made", "x", 300, Times((1.0, 2.0, 9.0))).a_second == 150
