"""What a UCI engine is given of a game, and how its move becomes an order under our laws."""

from __future__ import annotations

import chess

from rules.chess import orders as given
from rules.chess.adjudicate import try_order
from rules.chess.game import Game, read_game
from rules.chess.moves.legality import legal
from rules.chess.options import read_options
from rules.chess.turns.turn import Turn
from rules.contract.data import Options, Order, Position
from rules.contract.machines import ForEngine
from rules.errors import Refused

FAULTS = ("false-move", "illegal-castling")
"""What the engine claims before it chooses a move: the adversary's last move goes back.  [LAWS-06b, LAWS-07a]"""


def for_engine(code: str, position: Position, options: Options, side: str) -> ForEngine:
    """A game in the form in which an engine is asked: only moves that our laws allow, with check said if they give it."""
    game = read_game(position, code, read_options(options))
    if game.over or side != game.to_move:
        return ForEngine(game.fen, {})
    claims = tuple(given.write_order(one) for one in map(_claim, FAULTS) if _may(game, side, one))
    agree = given.Agree()
    return ForEngine(
        fen=game.fen,
        moves={move.uci(): _order(game, move) for move in legal(game)},
        first=claims[:1],
        agree=given.write_order(agree) if _may(game, side, agree) else None,
    )


def _claim(what: str) -> given.Order:
    return given.Claim(claim=what)


def _may(game: Game, side: str, order: given.Order) -> bool:
    try:
        try_order(Turn(game, side), order)
    except Refused:
        return False
    return True


def _order(game: Game, move: chess.Move) -> Order:
    """A move as an order.  Check is said with it, as an unsaid check might be ignored.  [CH79-21, LAWS-09a]"""
    return given.write_order(
        given.Move(
            origin=chess.square_name(move.from_square),
            target=chess.square_name(move.to_square),
            promote=chess.piece_symbol(move.promotion) if move.promotion else "",
            check=game.board.gives_check(move),
        )
    )
