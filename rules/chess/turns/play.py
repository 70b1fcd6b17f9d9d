"""Moves of chess: parsed, judged by the code, and made.  [CH79-01 to CH79-17, CH79-21, LAWS-07, LAWS-09a]"""

from __future__ import annotations

import re

import chess

from rules.chess import orders as given
from rules.chess.events import CheckCalled, CheckUnannounced, CheckUnsaid, MoveMade
from rules.chess.game import Bound, Game, Played, other
from rules.chess.moves.legality import board_of, lawful, meets, playable
from rules.chess.moves.notation import read_descriptive, write_descriptive, write_san
from rules.chess.moves.refusals import castles, forbidden, is_promotion, may_castle, out_of_turn
from rules.chess.turns.turn import Turn, judge
from rules.errors import Illegal, Invalid
from rules.values.sentence import of_field, say

SAYS_CHECK = re.compile(r"[+#]|\b(ch|check|mate)\b", re.IGNORECASE)


def read_move(game: Game, order: given.Move) -> chess.Move:
    """The move that an order names; Illegal if no move fits what is written."""
    board = board_of(game)
    if order.descriptive:
        return read_descriptive(board, order.descriptive)
    if order.san:
        try:
            return board.parse_san(order.san)
        except chess.InvalidMoveError as fault:
            raise Invalid(say("{san} is no move in algebraic notation", san=f"{order.san[:20]!r}")) from fault
        except ValueError as fault:
            raise Illegal(
                "E-WRITTEN", say("{san} is not one possible move here.", san=f"{order.san[:20]!r}"), "CH79-29"
            ) from fault
    promotion = chess.PIECE_SYMBOLS.index(order.promote) if order.promote else None
    return chess.Move(chess.parse_square(order.origin), chess.parse_square(order.target), promotion)


def check_move(turn: Turn, order: given.Move) -> chess.Move:
    """The move, if it may be made; else Illegal, with the clause.

    Under the older laws a player may insist on a false move, which stands until the adversary claims.  [LAWS-07a]
    """
    game = replied_to(turn)
    if turn.played or turn.side != game.to_move:
        raise out_of_turn(game)
    move, board = read_move(game, order), game.board
    if move not in playable(game) and not (order.insist and may_be_false(game, move)):
        raise forbidden(game, move)
    if game.bound and not meets(board, move, game.bound):
        raise Illegal("E-BOUND", duty(game.bound), game.bound.clause)
    return move


def duty(bound: Bound) -> str:
    """What a player is bound to do, in a sentence."""
    words = {
        "man": say("The piece on {square} must be moved.", square=bound.square),
        "take": say("The piece on {square} must be taken.", square=bound.square),
        "king": say("The king must be moved."),
        "meet": say("The check must be met."),
    }
    return words[bound.must]


def may_be_false(game: Game, move: chess.Move) -> bool:
    """Whether a move may be made although false: under the older laws, by a player who is not bound."""
    return game.laws and not game.bound and _can_be_put(game.board, move)


def replied_to(turn: Turn) -> Game:
    """The game for a side about to move: a false move to which it replies stands.  [LAWS-07b, AMB-C13]"""
    game = turn.game
    if not game.attempt or turn.side == game.to_move or turn.played:
        return game
    move = chess.Move.from_uci(game.attempt)
    return _after(game, move, _after_false_move(game.board, move), said=False)


def note_attempt(turn: Turn, order: given.Order) -> None:
    """Keep a refused false move: the adversary may still claim it, or let it stand by replying.  [LAWS-07a, LAWS-07b]"""
    game = turn.game
    if not isinstance(order, given.Move) or not order.origin or turn.played or turn.side != game.to_move or game.over:
        return
    if game.options.kriegspiel:
        return
    move = read_move(game, order)
    if move not in playable(game) and may_be_false(game, move):
        turn.game = game.but(attempt=move.uci())


def is_false(game: Game, move: chess.Move) -> bool:
    """Whether the laws do not allow a move.  [LAWS-07a]"""
    return move not in playable(game)


def _can_be_put(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move is physically possible: an own man, not onto another own man nor onto a king."""
    if board.color_at(move.from_square) != board.turn or board.color_at(move.to_square) == board.turn:
        return False
    if board.piece_type_at(move.to_square) == chess.KING or move.from_square == move.to_square:
        return False
    if castles(board, move):
        return _rook_of(board, move) is not None
    return is_promotion(board, move) == bool(move.promotion)


def _rook_of(board: chess.Board, move: chess.Move) -> int | None:
    """The corner of the rook with which a king castles, if an own rook stands there."""
    corner = chess.square(7 if chess.square_file(move.to_square) == 6 else 0, chess.square_rank(move.to_square))
    return corner if board.piece_at(corner) == chess.Piece(chess.ROOK, board.turn) else None


def make_move(turn: Turn, order: given.Move) -> None:
    """Make a move, lawful or false, and end the game if it ends it."""
    move, game = check_move(turn, order), replied_to(turn)
    board, false = game.board, is_false(game, move)
    said = order.check or bool(SAYS_CHECK.search(order.san) or SAYS_CHECK.search(order.descriptive))
    after = _after_false_move(board, move) if false else board.copy(stack=False)
    if not false:
        after.push(move)
    turn.game = _after(game, move, after, said=said)
    turn.played = True
    turn.events.append(_made(turn, game, move))
    if said:
        turn.events.append(CheckCalled(clause="LAWS-08" if game.laws else "CH79-21", side=turn.side))
    elif after.is_check():
        turn.events.append(_unsaid_check(turn.game, turn.side, mate=not lawful(after)))
    judge(turn)


def _unsaid_check(game: Game, side: str, *, mate: bool) -> CheckUnannounced:
    """The event of an unsaid check; if it may be ignored, only its giver is told.  [CH79-21, LAWS-09a, AMB-C19]

    mate: whether nothing could meet it.
    """
    if game.may_ignore:
        return CheckUnsaid(clause="LAWS-09a", side=side, mate=mate)
    return CheckUnannounced(clause="CH79-21", side=side)


def _after(game: Game, move: chess.Move, after: chess.Board, *, said: bool) -> Game:
    """The game after a move."""
    board, kind = game.board, ""
    if is_false(game, move):
        kind = "castling" if castles(board, move) and not may_castle(board, move) else "move"
    return game.but(
        fen=after.fen(),
        played=(*game.played, Played(move.uci(), game.fen, said, kind)),
        touched=(),
        adoubed=(),
        bound=None,
        attempt="",
        spoken=(),
        asked=("", "") if game.asked[1] == other(game.to_move) else game.asked,
        check_said=None,
    )


def _after_false_move(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a false move: the man is put on its square, and the rook too if a king castles."""
    after = board.copy(stack=False)
    rook = _rook_of(board, move) if castles(board, move) else None
    piece = after.remove_piece_at(move.from_square)
    if piece is None:
        raise Invalid(of_field(move.uci(), say("there is no piece to move")))
    after.set_piece_at(move.to_square, chess.Piece(move.promotion or piece.piece_type, piece.color))
    if rook is not None:
        after.remove_piece_at(rook)
        after.set_piece_at((move.from_square + move.to_square) // 2, chess.Piece(chess.ROOK, board.turn))
    after.castling_rights = after.clean_castling_rights()
    after.ep_square = None
    after.halfmove_clock = 0
    after.fullmove_number += board.turn == chess.BLACK
    after.turn = not board.turn
    return after


def _made(turn: Turn, game: Game, move: chess.Move) -> MoveMade:
    """The event of a move; check as it was said, if saying counts.  game: before the move; the turn holds the game after it.  [AMB-C19]"""
    board, last = board_of(game), turn.game.played[-1]
    written, said = move in lawful(board), turn.game.behind(said=last.said)
    taken = chess.PAWN if written and board.is_en_passant(move) else board.piece_type_at(move.to_square)
    man = board.piece_type_at(move.from_square) or chess.PAWN
    return MoveMade(
        clause="LAWS-07a" if last.false else CLAUSE_OF[man] if not castles(board, move) else "CH79-11",
        side=turn.side,
        man=chess.piece_name(man),
        origin=chess.square_name(move.from_square),
        target=chess.square_name(move.to_square),
        taken=chess.piece_name(taken) if taken else "",
        san=write_san(board, move, said) if written else "",
        descriptive=write_descriptive(board, move, said) if written else "",
        false=bool(last.false),
        check=turn.game.checked,
    )


CLAUSE_OF = {
    chess.PAWN: "CH79-07",
    chess.KNIGHT: "CH79-02",
    chess.BISHOP: "CH79-03",
    chess.ROOK: "CH79-01",
    chess.QUEEN: "CH79-04",
    chess.KING: "CH79-05",
}
