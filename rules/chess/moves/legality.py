"""Which moves a player may make: those of python-chess, changed by the codes.  [CH79-01 to CH79-17, LAWS-09a]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from rules.chess.game import Bound, Game


def lawful(board: chess.Board) -> list[chess.Move]:
    """The library's legal moves, except those that take a king.  [LAWS-10, AMB-C15]"""
    return [move for move in board.legal_moves if board.piece_type_at(move.to_square) != chess.KING]


class BoardIgnoringCheck(chess.Board):
    """A board with an unsaid check: notation is read and written with the moves that are open if it is ignored.

    Its copy is an ordinary board.  [LAWS-09a, AMB-C19]
    """

    open: Sequence[chess.Move] | None = None

    def generate_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        if self.open is None:
            return super().generate_legal_moves(from_mask, to_mask)
        return (
            move
            for move in self.open
            if chess.BB_SQUARES[move.from_square] & from_mask and chess.BB_SQUARES[move.to_square] & to_mask
        )

    def is_legal(self, move: chess.Move) -> bool:
        return super().is_legal(move) if self.open is None else move in self.open


def heard(fen: str, *, unheard: bool) -> chess.Board:
    """The board of a position.  unheard: its check was not said and may be ignored."""
    board = chess.Board(fen)
    if not unheard or not board.is_check():
        return board
    moves = lawful(board)
    found = BoardIgnoringCheck(fen)
    found.open = (*moves, *(move for move in _ignoring(board) if move not in moves))
    return found


def board_of(game: Game) -> chess.Board:
    """The position as the side to move finds it."""
    return heard(game.fen, unheard=game.may_ignore and not game.said)


def playable(game: Game) -> list[chess.Move]:
    """The moves open to the side to move, lawful or ignoring a check, before what it is bound to do is applied."""
    return lawful(board_of(game))


def legal(game: Game) -> list[chess.Move]:
    """The moves that the side to move may make now; none when the game has ended.

    In a position set up in check it is unknown whether it was said: ignoring it is not offered, but not refused.
    """
    if game.over:
        return []
    unknown = not game.played and game.check_said is None
    moves = lawful(game.board) if unknown else playable(game)
    return [move for move in moves if meets(game.board, move, game.bound)] if game.bound else moves


def _ignoring(board: chess.Board) -> Iterator[chess.Move]:
    """Moves that leave the king in the present check and in no other.  [LAWS-09a]"""
    attackers = _attackers(board, board.turn)
    for move in board.pseudo_legal_moves:
        if board.piece_type_at(move.to_square) == chess.KING or board.is_castling(move):
            continue
        after = board.copy(stack=False)
        after.push(move)
        if _attackers(after, board.turn) <= attackers:
            yield move


def _attackers(board: chess.Board, colour: chess.Color) -> set[int]:
    """The squares of the enemies that attack the king of a colour."""
    king = board.king(colour)
    return set() if king is None else set(board.attackers(not colour, king))


def meets(board: chess.Board, move: chess.Move, bound: Bound) -> bool:
    """Whether a move does what the player is bound to do."""
    if bound.must == "king":
        return board.piece_type_at(move.from_square) == chess.KING and not board.is_castling(move)
    if bound.must == "meet":
        return board.is_legal(move)
    square = chess.parse_square(bound.square)
    if bound.must == "man":
        return move.from_square == square
    return _taken_on(board, move) == square


def _taken_on(board: chess.Board, move: chess.Move) -> int | None:
    """The square of the man that a move takes, or None."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.piece_at(move.to_square) else None


def binding(game: Game, must: str, square: str, clause: str) -> Bound | None:
    """What a player is bound to do, or None if no move would do it.  [AMB-C09, AMB-C11]"""
    bound = Bound(must, square, clause)
    return bound if any(meets(game.board, move, bound) for move in playable(game)) else None


def by_square(moves: list[chess.Move]) -> dict[str, list[str]]:
    """Moves as squares, grouped by the square that they start from."""
    found: dict[str, set[str]] = {}
    for move in moves:
        found.setdefault(chess.square_name(move.from_square), set()).add(chess.square_name(move.to_square))
    return {square: sorted(found[square]) for square in sorted(found)}


def count(board: chess.Board, depth: int) -> int:
    """The number of sequences of legal moves of the library; a game that has ended has none.  [CH79-23, CH79-28]"""
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
