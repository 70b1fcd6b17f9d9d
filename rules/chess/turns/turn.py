"""A turn of chess while it is adjudicated, and how a game ends by its position.  [CH79-22, CH79-23, CH79-27, CH79-28, LAWS-11]"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.chess.events import GameDrawn, GameWon, MoveTakenBack
from rules.chess.game import Game, other, side_of
from rules.chess.moves.legality import lawful
from rules.contract.data import RefusedOrder
from rules.contract.events import Event


@dataclass
class Turn:
    """A side's actions in one turn.  played: whether it has moved."""

    game: Game
    side: str
    events: list[Event] = field(default_factory=list)
    refused: list[RefusedOrder] = field(default_factory=list)
    played: bool = False

    def end(self, event: GameWon | GameDrawn) -> None:
        """End the game."""
        self.events.append(event)
        self.game = self.game.but(ended=result_of(event))

    def take_back(self, moves: int, clause: str) -> None:
        """Take moves back, the last one first."""
        for _ in range(moves):
            last = self.game.played[-1]
            side = side_of(last.before.split()[1] == "w")
            self.game = self.game.but(fen=last.before, played=self.game.played[:-1])
            self.events.append(MoveTakenBack(clause=clause, side=side, origin=last.move[:2], target=last.move[2:4]))
        self.game = self.game.but(touched=(), adoubed=(), bound=None, attempt="", asked=("", ""), spoken=())


def result_of(event: GameWon | GameDrawn) -> dict[str, Any]:
    """The result of a game from the event that ended it."""
    if isinstance(event, GameDrawn):
        return {"draw": True, "clause": event.clause}
    conceded = {"conceded": True} if event.conceded else {}
    return {"winner": event.winner, **conceded, "clause": event.clause}


def ending(game: Game, *, said: bool) -> GameWon | GameDrawn | None:
    """How a game has ended by its position, or None.  said: a check, if there is one, binds.

    Nothing else ends it: neither repetition nor any number of moves.  [AMB-C06]
    """
    board = game.board
    side = game.to_move
    if not lawful(board):
        if board.is_check():
            return GameWon(clause="CH79-22", side=side, winner=other(side)) if said else None
        if game.laws:
            return GameWon(clause="LAWS-11b", side=side, winner=side)
        return GameDrawn(clause="CH79-27", side=side)
    return GameDrawn(clause="CH79-28", side=side) if board.is_insufficient_material() else None


def judged(game: Game) -> Game:
    """A game as it was set up, ended if nobody can move.  Lack of force ends it only with the first move.  [AMB-C06]"""
    event = None if game.over else ending(game, said=True)
    return game.but(ended=result_of(event)) if event and not lawful(game.board) else game


def stands(game: Game) -> dict[str, Any]:
    """The result of a game; a draw if it was set up without force to mate."""
    if game.over or game.played:
        return dict(game.ended)
    event = ending(game, said=True)
    return result_of(event) if event else {}


def judge(turn: Turn) -> None:
    """End the game if its position ends it.  [CH79-22 to CH79-28, LAWS-11b, AMB-C16]"""
    game = turn.game
    event = ending(game, said=game.said or not game.may_ignore)
    if event:
        turn.end(event)
