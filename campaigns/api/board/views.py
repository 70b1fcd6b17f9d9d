"""Games on a board: as one may know them, and a turn that is played."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.board.responses import GameOut, PlayedOut
from campaigns.api.endpoint import Endpoint, Stamped, deed
from campaigns.api.fields import List, Shaped, Strict, Text
from campaigns.api.shared.requests import OfMove
from campaigns.usecases.access import expect_move
from campaigns.usecases.matches.playing import play
from rules.contract import data


class OfGame(Strict):
    """Whose board is read: a side, ``observer``, or the umpire's own where he says nothing."""

    of = Text(20, required=False, allow_blank=True, default="")


class TurnIn(OfMove):
    """What is said and done at once: a move, a try, a claim.  key: made for this press of the button."""

    orders = List(Shaped(data.Order), 4)
    key = Text(64)


class Board(Endpoint):
    """The board of a game."""

    @deed("board", query=OfGame, answers=GameOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The board with the moves that are open; in the Kriegspiel one's own men and what the umpire has said."""
        return sight.game(sight.find_battle(request.user, battle), self.now(), of)


class Play(Stamped):
    """A turn."""

    @deed("play", asks=TurnIn, answers=PlayedOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Move, try, claim or say something; it is judged at once. Refused with clause, and in ``shows`` the cells to be drawn."""
        expect_move(battle, move)
        return play(user=request.user, move=move, arrived_at=self.arrived, now=self.now(), **given)
