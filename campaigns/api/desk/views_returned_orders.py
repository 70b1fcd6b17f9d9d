"""Orders held, returned to their commanders, released and left out."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns.api.desk.requests import Holding, LeavingOut, Restoring, Returning
from campaigns.api.desk.responses import RuledOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.usecases.access import expect_move
from campaigns.usecases.desk import returned_orders


class Hold(Endpoint):
    """An order held."""

    @deed("hold_order", asks=Holding, answers=RuledOut, status=201, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Hold an order that counts: it does not go into the finding, and its move cannot be submitted, until it is released."""
        expect_move(battle, move)
        return returned_orders.hold_order(by=request.user, move=move, now=self.now(), **given)


class Return(Endpoint):
    """An order returned."""

    @deed("return_order", asks=Returning, answers=RuledOut, status=201, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Return an order to its commander with a comment; the next order that they send replaces it automatically."""
        expect_move(battle, move)
        return returned_orders.return_order(by=request.user, move=move, now=self.now(), **given)


class Release(Endpoint):
    """An order released."""

    @deed("release_order", asks=Restoring, answers=RuledOut, status=201, refuses=(403, 409))
    def post(self, request: Request, ruling: str, **given: Any) -> Any:
        """Let an order that was held or returned go into the finding after all."""
        return returned_orders.release_order(by=request.user, ruling=ruling, now=self.now(), **given)


class LeaveOut(Endpoint):
    """An order left out."""

    @deed("leave_out", asks=LeavingOut, answers=RuledOut, status=201, refuses=(403, 409))
    def post(self, request: Request, ruling: str, **given: Any) -> Any:
        """Leave an order that was held or returned out of the finding, once its stage has closed."""
        return returned_orders.leave_out(by=request.user, ruling=ruling, now=self.now(), **given)
