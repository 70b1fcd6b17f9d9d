"""Touched men, and what follows.  [CH79-18 to CH79-20, LAWS-04, LAWS-05]"""

from __future__ import annotations

from typing import Any

import chess

from rules.chess.events import ManAdjusted, ManTouched
from rules.chess.game import Bound, Game, colour
from rules.chess.moves.legality import binding
from rules.chess.moves.refusals import out_of_turn
from rules.chess.turns.turn import Turn
from rules.errors import Illegal
from rules.values.sentence import say


def check_touch(turn: Turn, order: Any) -> None:
    """Refused if nothing can be touched there."""
    game = turn.game
    if not game.options.touch_move:
        raise Illegal("E-TOUCH", say("This game is played without touch and move."), "CH79-18")
    if turn.side != game.to_move or turn.played:
        raise out_of_turn(game)
    if not game.board.piece_at(chess.parse_square(order.square)):
        raise Illegal("E-NONE", say("There is no piece on {square}.", square=order.square), "CH79-18")


def touch(turn: Turn, order: Any) -> None:
    """Touch a man; the first touch that binds is the one that counts.  [CH79-18 to CH79-20, LAWS-04a, LAWS-04b]"""
    game = turn.game
    adjusted = order.square in game.adoubed
    bound = game.bound or (None if adjusted else touched(game, order.square))
    turn.game = game.but(bound=bound, touched=game.touched if adjusted else (*game.touched, order.square))
    clause = "CH79-20" if adjusted else bound.clause if bound else "LAWS-05a" if game.laws else "CH79-18"
    binds = bool(bound and not game.bound)
    turn.events.append(ManTouched(clause=clause, side=turn.side, square=order.square, binds=binds))


def touched(game: Game, square: str) -> Bound | None:
    """What touching a man binds its player to by itself, or None."""
    board = game.board
    if board.color_at(chess.parse_square(square)) != colour(game.to_move):
        return None if game.laws else binding(game, "take", square, "CH79-19")
    bound = binding(game, "man", square, "LAWS-04a" if game.laws else "CH79-18")
    if bound or not game.laws:
        return bound
    pinned = any(move.from_square == chess.parse_square(square) for move in board.pseudo_legal_moves)
    return binding(game, "king", "", "LAWS-04b") if pinned else None


def demanded(game: Game) -> Bound | None:
    """What the adversary may demand after a man was touched.  [LAWS-05a, LAWS-05b, AMB-C10]"""
    for square in game.touched:
        if game.board.color_at(chess.parse_square(square)) != colour(game.to_move):
            taking = binding(game, "take", square, "LAWS-05a")
            if taking:
                return taking
    return binding(game, "king", "", "LAWS-05b")


def check_adoube(turn: Turn, order: Any) -> None:
    """Refused if the man was already touched, and out of turn.  [CH79-20]"""
    check_touch(turn, order)
    if order.square in turn.game.touched:
        raise Illegal(
            "E-LATE", say("The piece on {square} was touched before anything was said.", square=order.square), "CH79-20"
        )


def adoube(turn: Turn, order: Any) -> None:
    """ "J'adoube" is said: touching this man no longer binds."""
    turn.game = turn.game.but(adoubed=(*turn.game.adoubed, order.square))
    turn.events.append(ManAdjusted(clause="CH79-20", side=turn.side, square=order.square))
