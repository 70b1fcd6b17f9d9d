"""Chess compared with python-chess where the laws agree, and with itself where they do not."""

from __future__ import annotations

import json
from random import Random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.books import book
from rules.chess.game import CODES, read_game, write_game
from rules.chess.moves.legality import count, lawful, legal
from rules.chess.moves.notation import read_descriptive, write_descriptive
from rules.chess.options import read_options
from rules.chess.turns import blind

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 10**9)
FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def boards(seed, most=80):
    """The positions of a game at random."""
    draw, board = Random(seed), chess.Board()
    for _ in range(most):
        moves = list(board.legal_moves)
        if not moves:
            return
        yield board
        board.push(draw.choice(moves))


@pytest.mark.parametrize(("fen", "depth", "positions"), [(chess.STARTING_FEN, 4, 197_281), (FEN, 3, 97_862)])
def test_sequences_are_as_many_as_everybody_counts(fen, depth, positions):
    assert count(chess.Board(fen), depth) == positions


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(SEEDS, st.sampled_from(CODES))
def test_a_game_at_random_is_the_same_in_the_library(seed, code):
    """Every move of it legal in both codes, and the same position after it; checks are announced."""
    rules, draw, board = book(code), Random(seed), chess.Board()
    options = rules.options({})
    position = rules.opening({}, options)
    for _ in range(40):
        game = read_game(position, code, read_options({}))
        assert game.fen == board.fen() and write_game(game) == position
        if position.get("result"):
            break
        moves = list(board.legal_moves)
        assert {move.uci() for move in legal(game)} == {move.uci() for move in moves}
        move = draw.choice(moves)
        order = {"order": "move", "from": move.uci()[:2], "to": move.uci()[2:4], "check": True}
        if move.promotion:
            order["promote"] = chess.piece_symbol(move.promotion)
        finding = rules.table(position, options).adjudicate(rules.next_side(position), [order], {}, {})
        assert finding.refused == ()
        board.push(move)
        position = json.loads(json.dumps(finding.position))


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_what_is_written_in_the_descriptive_notation_is_read_again(seed):
    """CH79-29."""
    draw = Random(seed)
    for board in boards(seed):
        move = draw.choice(lawful(board))
        assert read_descriptive(board, write_descriptive(board, move)) == move


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_in_the_kriegspiel_every_legal_move_may_be_tried_and_nothing_hidden_is_seen(seed):
    """CHK-03 to CHK-05, CHK-22: what a player sees does not change when the other's men do."""
    options = read_options({"kriegspiel": "on"})
    for board in boards(seed, 40):
        game = read_game({"fen": board.fen()}, "chess-1879", options)
        tries = blind.tries(game)
        assert set(board.legal_moves) <= set(tries)
        assert all(blind.possible(board, move) for move in tries)
        side = "white" if board.turn else "black"
        bare = blind.view(board, board.turn)
        king = board.king(not board.turn)
        bare.set_piece_at(king, chess.Piece(chess.KING, not board.turn))
        alone = read_game({"fen": bare.fen()}, "chess-1879", options)
        assert blind.sees(game, side) == blind.sees(alone, side)
        assert set(blind.tries(alone)) == set(tries)


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_a_player_who_ignores_a_check_exposes_his_king_to_no_other(seed):
    """LAWS-09a: taken back, it was a check; and no king is taken."""
    for board in boards(seed):
        if not board.is_check():
            continue
        game = read_game({"fen": board.fen(), "check_said": False}, "chess-laws", read_options({}))
        before = set(board.checkers())
        for move in legal(game):
            after = board.copy(stack=False)
            after.push(move)
            king = after.king(board.turn)
            assert after.king(not board.turn) is not None
            assert set(after.attackers(not board.turn, king)) <= before
        for said in ({"check_said": True}, {}):
            told = read_game({"fen": board.fen(), **said}, "chess-laws", read_options({}))
            assert {move.uci() for move in legal(told)} == {move.uci() for move in board.legal_moves}
