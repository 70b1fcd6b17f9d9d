"""The bench of War-Chess counts what it says, and both engines do the same deed."""

from __future__ import annotations

import chess

from bench import war_chess, war_chess_matches
from bench.times import Times


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


def test_a_pair_of_games_is_an_opening_played_twice_and_counted_once_each():
    weak = war_chess_matches.Version("weak", 30)
    found = war_chess_matches.pair(weak, war_chess_matches.RANDOM, 1866)
    assert found.games == 2 and 0 < found.moves <= war_chess_matches.LONGEST
    assert 0 < found.longest <= found.seconds
    again = war_chess_matches.pair(weak, war_chess_matches.RANDOM, 1866)
    assert (again.won, again.drawn, again.lost, again.moves) == (found.won, found.drawn, found.lost, found.moves)


def test_how_sure_a_score_is_after_wilson():
    """From Wilson's own formula: 15 of 20 points lie between 53 and 89 hundredths."""
    low, high = war_chess_matches.confidence(0.75, 20)
    assert (round(low, 2), round(high, 2)) == (0.53, 0.89)
    assert war_chess_matches.confidence(1.0, 20)[1] == 1.0
