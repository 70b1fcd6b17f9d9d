"""Which moves a player may make: python-chess's, and what the codes make of them.  [CH79-01 to CH79-17, LAWS-09a]"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from rules.chess.game import Bound, Game


def lawful(board: chess.Board) -> list[chess.Move]:
    """The library's legal moves, none of which takes a king.  [LAWS-10, AMB-C15]"""
    return [move for move in board.legal_moves if board.piece_type_at(move.to_square) != chess.KING]


def playable(game: Game) -> list[chess.Move]:
    """The moves open to the side to move, what it owes apart: lawful, or ignoring a check of which nothing was said."""
    board = game.board
    moves = lawful(board)
    if board.is_check() and not game.said and game.may_ignore:
        moves += [move for move in _ignoring(board) if move not in moves]
    return moves


def legal(game: Game) -> list[chess.Move]:
    """The moves that the side to move may make now; none once the game has ended.

    Of a position set up in check nobody knows whether it was said: to ignore it is not offered, though it is not refused.
    """
    if game.over:
        return []
    unknown = not game.played and game.check_said is None
    moves = lawful(game.board) if unknown else playable(game)
    return [move for move in moves if meets(game.board, move, game.bound)] if game.bound else moves


def _ignoring(board: chess.Board) -> Iterator[chess.Move]:
    """Moves that leave the king in the check in which he stands, and in no other.  [LAWS-09a]"""
    attackers = _attackers(board, board.turn)
    for move in board.pseudo_legal_moves:
        if board.piece_type_at(move.to_square) == chess.KING or board.is_castling(move):
            continue
        after = board.copy(stack=False)
        after.push(move)
        if _attackers(after, board.turn) <= attackers:
            yield move


def _attackers(board: chess.Board, colour: chess.Color) -> set[int]:
    """The squares of the enemies that attack a king."""
    king = board.king(colour)
    return set() if king is None else set(board.attackers(not colour, king))


def meets(board: chess.Board, move: chess.Move, bound: Bound) -> bool:
    """Whether a move does what a player is bound to do."""
    if bound.must == "king":
        return board.piece_type_at(move.from_square) == chess.KING and not board.is_castling(move)
    if bound.must == "meet":
        return board.is_legal(move)
    square = chess.parse_square(bound.square)
    if bound.must == "man":
        return move.from_square == square
    return _taken_on(board, move) == square


def _taken_on(board: chess.Board, move: chess.Move) -> int | None:
    """The square of the man that a move takes."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.piece_at(move.to_square) else None


def binding(game: Game, must: str, square: str, clause: str) -> Bound | None:
    """What a player is bound to do, or nothing where he has no such move.  [AMB-C09, AMB-C11]"""
    bound = Bound(must, square, clause)
    return bound if any(meets(game.board, move, bound) for move in playable(game)) else None


def by_square(moves: list[chess.Move]) -> dict[str, list[str]]:
    """Moves as squares by the square from which they go."""
    found: dict[str, set[str]] = {}
    for move in moves:
        found.setdefault(chess.square_name(move.from_square), set()).add(chess.square_name(move.to_square))
    return {square: sorted(found[square]) for square in sorted(found)}


def count(board: chess.Board, depth: int) -> int:
    """The sequences of some legal moves of the library; a game that has ended has none.  [CH79-23, CH79-28]"""
    if depth == 0:
        return 1
    if board.is_insufficient_material():
        return 0
    moves = lawful(board)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total
