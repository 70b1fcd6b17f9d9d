"""Games on a board: as the caller may know them, and turns played."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.board.responses import GameOut, PlayedOut
from campaigns.api.endpoint import Endpoint, Stamped, deed
from campaigns.api.fields import List, Shaped, Strict, Text
from campaigns.api.shared.requests import OfMove
from campaigns.usecases.access import expect_move
from campaigns.usecases.matches.board_turns import play
from rules.contract import data


class OfGame(Strict):
    """Whose board is read: a side, ``observer``, or the umpire's own where it is left out."""

    of = Text(20, required=False, allow_blank=True, default="")


class TurnIn(OfMove):
    """What the player does: a move, a try, a claim.  key: made for this press of the button."""

    orders = List(Shaped(data.Order), 4)
    key = Text(64)


class Board(Endpoint):
    """The board of a game."""

    @deed("board", query=OfGame, answers=GameOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The board with the moves that are open; in the Kriegspiel the caller's own men and what the umpire has said."""
        return sight.game(sight.find_battle(request.user, battle), self.now(), of)


class Play(Stamped):
    """A turn."""

    @deed("play", asks=TurnIn, answers=PlayedOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Move, try, claim or offer; it is judged at once. A refusal gives the clause, and in ``shows`` the cells to mark."""
        expect_move(battle, move)
        return play(user=request.user, move=move, arrived_at=self.arrived, now=self.now(), **given)
