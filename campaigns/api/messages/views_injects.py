"""What the umpire prepares in advance."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.messages.requests import InjectChange, NewInject
from campaigns.api.messages.responses import InjectOut, PreparedOut
from campaigns.desk.injects import injects
from campaigns.usecases.messages.injects import Planned, change_inject, give_inject, prepare_inject, withdraw_inject


class Injects(Endpoint):
    """The injects of a battle."""

    @deed("injects", answers=InjectOut(many=True), refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """Everything that was prepared in a battle, with what still waits first."""
        return injects(sight.find_battle(request.user, battle)).injects

    @deed("prepare_inject", asks=NewInject, answers=PreparedOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, key: str, **given: Any) -> Any:
        """Prepare a message or a ruling for a move or a time; the clock gives it."""
        return prepare_inject(by=request.user, battle=battle, planned=Planned(**given), key=key, now=self.now())


class Inject(Endpoint):
    """An inject."""

    @deed("change_inject", asks=InjectChange, answers=PreparedOut, refuses=(403, 409))
    def put(self, request: Request, inject: str, base_revision: int, **given: Any) -> Any:
        """Change an inject that has not been given; its earlier text stays in the record."""
        planned = Planned(**given)
        return change_inject(
            by=request.user, inject=inject, base_revision=base_revision, planned=planned, now=self.now()
        )

    @deed("give_inject", answers=PreparedOut, refuses=(403, 409, 422))
    def post(self, request: Request, inject: str) -> Any:
        """Give an inject before it is due: a message in the move under way, a ruling on that move once it is closed."""
        return give_inject(by=request.user, inject=inject, now=self.now())

    @deed("withdraw_inject", answers=PreparedOut, refuses=(403, 409))
    def delete(self, request: Request, inject: str) -> Any:
        """Withdraw an inject that has not been given; it stays in the record."""
        return withdraw_inject(by=request.user, inject=inject, now=self.now())
