"""Taking back the move that was submitted last."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.desk import requests as asked
from campaigns.api.desk.responses import UndoneOut, UndoPreviewOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.desk.undo import undo_preview
from campaigns.errors import WrongState
from campaigns.usecases.access import expect_move
from campaigns.usecases.desk.undo import undo_move


class Undo(Endpoint):
    """A move taken back."""

    @deed("undo_preview", answers=UndoPreviewOut, refuses=(403, 409))
    def get(self, request: Request, battle: str) -> Any:
        """The move that may be taken back, with everything that depends on it and what becomes of that."""
        found = undo_preview(sight.find_battle(request.user, battle))
        if found is None:
            raise WrongState("No move of this battle can be taken back.")
        return found

    @deed("undo_move", asks=asked.Undo, answers=UndoneOut, status=201, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Take back the move that was submitted last: it opens again, and orders given since are void.  A second call changes nothing."""
        expect_move(battle, move)
        return undo_move(by=request.user, move=move, now=self.now(), **given)
