"""Orders: given, checked, withdrawn; and who is ready."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, Stamped, deed
from campaigns.api.orders.requests import OrdersIn, OrdersSent, OrdersWithdrawn, ReadyIn
from campaigns.api.orders.responses import AcceptedOut, EstimateOut, ReadyOut
from campaigns.api.shared.requests import Of, OfMove
from campaigns.api.shared.responses import ReceiptOut
from campaigns.usecases.access import expect_move
from campaigns.usecases.orders import orders


class Orders(Stamped):
    """The orders of the caller's side."""

    @deed("orders", query=Of, answers=ReceiptOut(many=True))
    def get(self, request: Request, battle: str, of: str) -> Any:
        """Every receipt of the caller's own side, the latest first; ``counts`` marks those in force."""
        return sight.receipts(sight.find_battle(request.user, battle), of)

    @deed("submit_orders", asks=OrdersSent, answers=AcceptedOut, status=201, refuses=(403, 409, 412, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Give a thing all its orders for this stage of the move; the answer is the receipt.

        The same ``key`` with the same orders brings the same receipt again; with others it is refused (422, E-KEY).
        Based on a revision that is no longer in force it is refused with both texts (412, E-STALE).  After the move has
        ended: 409.
        """
        return orders.submit_orders(
            user=request.user, battle=battle, move=move, arrived_at=self.arrived, now=self.now(), **given
        )


class Check(Endpoint):
    """Orders before they are sent."""

    @deed("check_orders", asks=OrdersIn, answers=EstimateOut, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """What orders would cost and how they read; nothing is stored."""
        return orders.check_orders(user=request.user, battle=battle, move=move, now=self.now(), **given)


class Withdraw(Stamped):
    """Orders taken back."""

    @deed("withdraw_orders", asks=OrdersWithdrawn, answers=AcceptedOut, status=201, refuses=(403, 409, 412, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Withdraw the orders of a thing; this too is an entry of the ledger, with its receipt."""
        return orders.withdraw_orders(
            user=request.user, battle=battle, move=move, arrived_at=self.arrived, now=self.now(), **given
        )


class Ready(Endpoint):
    """Whether the caller's seat is ready."""

    @deed("declare_ready", asks=ReadyIn, answers=ReadyOut, refuses=(403, 409))
    def put(self, request: Request, battle: str, move: str, ends: bool) -> Any:
        """Say that the caller is ready; when every commander of the side is, the move ends.

        The last one is refused (409, E-LAST) with a list of the things that have no order (``detail.waiting``), unless
        ``ends`` is sent.
        """
        expect_move(battle, move)
        return orders.declare_ready(user=request.user, move=move, ends=ends, now=self.now())

    @deed("recall_ready", query=OfMove, answers=ReadyOut, refuses=(403, 409))
    def delete(self, request: Request, battle: str, move: str) -> Any:
        """Say that the caller is no longer ready."""
        expect_move(battle, move)
        return orders.recall_ready(user=request.user, move=move, now=self.now())
