"""Why a move of chess is refused."""

from __future__ import annotations

import chess

from rules.chess.game import Game
from rules.errors import Illegal
from rules.values.sentence import say, word

CLAUSES = {
    chess.ROOK: "CH79-01",
    chess.KNIGHT: "CH79-02",
    chess.BISHOP: "CH79-03",
    chess.QUEEN: "CH79-04",
    chess.KING: "CH79-05",
}
CLAIM = "E-CLAIM"


def forbidden(game: Game, move: chess.Move) -> Illegal:
    """The refusal of an unlawful move, with the clause that it breaks.  [CH79-01 to CH79-13, LAWS-06a, LAWS-10]"""
    board = game.board
    piece = board.piece_at(move.from_square)
    here, there = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if piece is None or piece.color != board.turn:
        return Illegal("E-NONE", say("You have no piece on {here}.", here=here), "LAWS-01b")
    name = chess.piece_name(piece.piece_type)
    if board.color_at(move.to_square) == board.turn:
        return Illegal("E-BLOCKED", say("One of your own pieces is on {there}.", there=there), "CH79-10")
    if castles(board, move):
        moved = game.laws and not may_castle(board, move)
        return Illegal(
            "E-CASTLE", say("The king may not castle to {there} now.", there=there), "LAWS-06a" if moved else "CH79-13"
        )
    if is_promotion(board, move) and not move.promotion:
        return Illegal(
            "E-PROMOTE",
            say("A pawn on the last rank becomes a queen, rook, bishop or knight. Choose which."),
            "CH79-16",
        )
    if board.is_pseudo_legal(move):
        clause = "LAWS-10" if game.laws and board.gives_check(move) else "CH79-22"
        return Illegal(
            "E-CHECK", say("After {here} to {there} your king would be in check.", here=here, there=there), clause
        )
    alone = chess.Board.empty()
    alone.set_piece_at(move.from_square, piece)
    if piece.piece_type not in (chess.PAWN, chess.KNIGHT) and move.to_square in alone.attacks(move.from_square):
        return Illegal(
            "E-BLOCKED",
            say("A piece is in the way of the {name} from {here} to {there}.", name=word(name), here=here, there=there),
            "CH79-10",
        )
    clause = CLAUSES.get(piece.piece_type) or _of_a_pawn(game, move)
    return Illegal(
        "E-LINE", say("The {name} cannot move from {here} to {there}.", name=word(name), here=here, there=there), clause
    )


def _of_a_pawn(game: Game, move: chess.Move) -> str:
    """The clause that a pawn's move breaks.  [CH79-07, CH79-08, LAWS-01a]"""
    rise = chess.square_rank(move.to_square) - chess.square_rank(move.from_square)
    if game.laws and (rise <= 0 if game.board.turn == chess.WHITE else rise >= 0):
        return "LAWS-01a"
    straight = chess.square_file(move.from_square) == chess.square_file(move.to_square)
    return "CH79-07" if straight else "CH79-08"


def may_castle(board: chess.Board, move: chess.Move) -> bool:
    """Whether neither the king nor the rook has moved.  [CH79-13, LAWS-06a]"""
    if chess.square_file(move.to_square) == 6:
        return board.has_kingside_castling_rights(board.turn)
    return board.has_queenside_castling_rights(board.turn)


def castles(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is meant as castling: a king on its own square goes two files along its rank."""
    home = chess.E1 if board.turn == chess.WHITE else chess.E8
    return (
        move.from_square == home
        and board.kings & chess.BB_SQUARES[home] != 0
        and chess.square_rank(move.to_square) == chess.square_rank(home)
        and abs(chess.square_file(move.to_square) - chess.square_file(home)) == 2
    )


def is_promotion(board: chess.Board, move: chess.Move) -> bool:
    """Whether a pawn reaches the last rank.  [CH79-16]"""
    return bool(board.piece_type_at(move.from_square) == chess.PAWN and chess.square_rank(move.to_square) in (0, 7))


def no_claim(sentence: str, clause: str) -> Illegal:
    """The refusal of a claim that is not justified."""
    return Illegal(CLAIM, sentence, clause)


def out_of_turn(game: Game) -> Illegal:
    """The refusal to a side that is not to move.  [LAWS-01b]"""
    return Illegal("E-TURN", say("It is {title}'s turn.", title=word(game.to_move.title())), "LAWS-01b")
