"""Kriegspiel chess: tries, the umpire's answers, and what each player may know.  [CHK-01 to CHK-23]"""

from __future__ import annotations

from typing import Any

import chess

from rules.chess.events import (
    AnyAnswered,
    CaptureAnnounced,
    CheckAnnounced,
    GameDrawn,
    MoveKept,
    NoHeard,
    TryRefused,
    TurnAnnounced,
)
from rules.chess.game import Game, Played, colour, other
from rules.chess.moves.legality import lawful
from rules.chess.moves.refusals import is_promotion, out_of_turn
from rules.chess.turns.turn import Turn, judge
from rules.contract.data import Known
from rules.errors import Illegal
from rules.values.sentence import say


def view(board: chess.Board, side: chess.Color) -> chess.Board:
    """The board with only a player's own men.  [CHK-01]"""
    seen = board.copy(stack=False)
    for square in chess.SquareSet(board.occupied_co[not side]):
        seen.remove_piece_at(square)
    seen.ep_square = None
    seen.turn = side
    return seen


def possible(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is possible as far as its player sees.  [CHK-04, CHK-05]"""
    seen = view(board, board.turn)
    if is_promotion(board, move) != bool(move.promotion):
        return False
    return move in seen.pseudo_legal_moves or takes_with_pawn(board, move)


def takes_with_pawn(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move tries a capture by a pawn, whether or not a man stands there."""
    if board.piece_type_at(move.from_square) != chess.PAWN or board.color_at(move.from_square) != board.turn:
        return False
    return move.to_square in board.attacks(move.from_square) and board.color_at(move.to_square) != board.turn


def check_try(turn: Turn, move: chess.Move) -> None:
    """Refused if the player's own view shows a try impossible, or a pawn must first try to capture.  [CHK-05, CHK-13]"""
    game = turn.game
    board = game.board
    if turn.played or turn.side != game.to_move:
        raise out_of_turn(game)
    if not possible(board, move):
        raise Illegal("E-NONSENSE", say("You can see from your own pieces that this is not a possible move."), "CHK-05")
    if game.pawn_try and not takes_with_pawn(board, move):
        raise Illegal("E-PAWN", say("You asked: a capture by a pawn must be tried first."), "CHK-13")


def try_move(turn: Turn, move: chess.Move) -> None:
    """A try: the move stands if it is legal, else the umpire says no.  [CHK-03, CHK-04, CHK-16]"""
    game = turn.game
    board = game.board
    stands = move in lawful(board)
    answer = "stands" if stands else "no"
    turn.game = game.but(
        pawn_try=False, record=(*game.record, {"side": turn.side, "try": move.uci(), "answer": answer})
    )
    if stands:
        _stand(turn, board, move)
        return
    here, there = chess.square_name(move.from_square), chess.square_name(move.to_square)
    turn.events.append(TryRefused(clause="CHK-04", side=turn.side, origin=here, target=there))
    if game.options.kriegspiel_no_heard_by_both:
        turn.events.append(NoHeard(clause="CHK-04", side=turn.side))
    raise Illegal("E-NO", "No.", "CHK-04")


def _stand(turn: Turn, board: chess.Board, move: chess.Move) -> None:
    """Make a move and its announcements.  [CHK-06 to CHK-11, CHK-15]"""
    game = turn.game
    kept = MoveKept(
        clause="CHK-03",
        side=turn.side,
        man=chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN),
        origin=chess.square_name(move.from_square),
        target=chess.square_name(move.to_square),
    )
    turn.events.append(kept)
    if board.is_capture(move):
        turn.events.append(_capture(turn.side, board, move))
    after = board.copy(stack=False)
    after.push(move)
    turn.game = game.but(
        fen=after.fen(),
        played=(*game.played, Played(move.uci(), game.fen)),
        spoken=(),
        asked=("", "") if game.asked[1] == other(turn.side) else game.asked,
    )
    turn.played = True
    if after.is_check():
        directions = tuple(sorted(_direction(after, checker) for checker in after.checkers()))
        turn.events.append(CheckAnnounced(clause="CHK-09", side=turn.game.to_move, directions=directions))
    judge(turn)
    if not turn.game.over and (
        turn.game.positions().count(turn.game.positions()[-1]) >= 3 or after.halfmove_clock >= 100
    ):
        turn.end(GameDrawn(clause="CHK-18", side=turn.side))
    if not turn.game.over:
        turn.events.append(TurnAnnounced(clause="CHK-06", side=turn.game.to_move))


def _capture(side: str, board: chess.Board, move: chess.Move) -> CaptureAnnounced:
    """What is announced of a capture: the square, and whether a pawn or a piece fell.  [CHK-07, CHK-08]"""
    if board.is_en_passant(move):
        square = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        return CaptureAnnounced(
            clause="CHK-08", side=side, square=chess.square_name(square), what="pawn", in_passing=True
        )
    what = "pawn" if board.piece_type_at(move.to_square) == chess.PAWN else "piece"
    return CaptureAnnounced(clause="CHK-07", side=side, square=chess.square_name(move.to_square), what=what)


def _direction(board: chess.Board, checker: int) -> str:
    """The direction of a check, as seen by the king.  [CHK-09, CHK-10]"""
    king = board.king(board.turn)
    if king is None or board.piece_type_at(checker) == chess.KNIGHT:
        return "knight"
    file, rank = chess.square_file(king), chess.square_rank(king)
    if chess.square_rank(checker) == rank:
        return "rank"
    if chess.square_file(checker) == file:
        return "file"
    rising, falling = 8 - abs(file - rank), 8 - abs(file - (7 - rank))
    rises = (chess.square_file(checker) > file) == (chess.square_rank(checker) > rank)
    return say("long diagonal") if (rising > falling) == rises else say("short diagonal")


def check_any(turn: Turn, order: Any) -> None:
    """Refused out of turn, and in games that are not blind.  [CHK-12]"""
    if not turn.game.options.kriegspiel:
        raise Illegal("E-BLIND", say("You can ask that only in the Kriegspiel."), "CHK-12")
    if turn.played or turn.side != turn.game.to_move:
        raise out_of_turn(turn.game)


def answer_any(turn: Turn, order: Any) -> None:
    """ "Any?" answered: ``try`` if a pawn can take; both players hear it.  [CHK-12 to CHK-14]"""
    board = turn.game.board
    found = any(takes_with_pawn(board, move) for move in lawful(board))
    answer = "try" if found else "no"
    record = (*turn.game.record, {"side": turn.side, "any": answer})
    turn.game = turn.game.but(pawn_try=found, record=record)
    turn.events.append(AnyAnswered(clause="CHK-12", side=turn.side, answer=answer))


def sees(game: Game, side: str) -> Known:
    """What a player may know: the player's own men and whose turn it is; an onlooker knows only announcements.  [CHK-22]"""
    known = Known({"to_move": game.to_move})
    if side in game.sides:
        board = game.board
        own = view(board, colour(side))
        men = sorted(own.piece_map().items())
        known["men"] = {chess.square_name(square): chess.piece_name(piece.piece_type) for square, piece in men}
        known["castling"] = [
            wing for wing, may in (("king", board.has_kingside_castling_rights), ("queen", board.has_queenside_castling_rights))
            if may(colour(side))
        ]  # fmt: skip
        known["pawn_try"] = game.pawn_try and game.to_move == side
        known["tries"] = [dict(one) for one in game.record if one["side"] == side]
    return known


def tries(game: Game) -> list[chess.Move]:
    """Every try that the side to move might make as far as it sees, in the order of squares."""
    board = game.board
    seen = view(board, board.turn)
    moves = set(seen.pseudo_legal_moves)
    for square in chess.SquareSet(board.pieces_mask(chess.PAWN, board.turn)):
        for target in board.attacks(square):
            move = chess.Move(square, target)
            if board.color_at(target) != board.turn:
                kinds = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT) if is_promotion(board, move) else (None,)
                moves |= {chess.Move(square, target, kind) for kind in kinds}
    found = sorted(moves, key=lambda move: (move.from_square, move.to_square, move.promotion or 0))
    return [move for move in found if takes_with_pawn(board, move)] if game.pawn_try else found
