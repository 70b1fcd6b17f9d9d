"""Drafts of orders: the caller's own, kept on the server until they are sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, Stamped, deed
from campaigns.api.orders.requests import DraftIn, DraftOf, DraftsIn, DraftsSent, LastMove, Together
from campaigns.api.orders.responses import DraftOut, SavedDraftOut, SentDraftOut
from campaigns.api.shared.requests import OfMove
from campaigns.usecases.orders import drafts
from rules.errors import Refused


class Drafts(Endpoint):
    """The caller's own drafts."""

    @deed("drafts", answers=DraftOut(many=True))
    def get(self, request: Request, battle: str) -> Any:
        """The caller's own drafts in the move under way, in the sequence in which they are sent; nobody else reads them."""
        return sight.drafts(sight.find_battle(request.user, battle), self.now())

    @deed("save_draft", asks=DraftIn, answers=DraftOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Keep orders for a thing without sending them; judged as if the caller's other drafts had been given.

        What the rules refuse is kept with its ``refusal``.
        """
        return drafts.save_draft(user=request.user, battle=battle, move=move, now=self.now(), **given)

    @deed("drop_draft", query=DraftOf, status=204, refuses=(403, 409))
    def delete(self, request: Request, battle: str, move: str, thing: str) -> Any:
        """Delete the caller's draft for a thing, if there is one."""
        drafts.drop_draft(user=request.user, battle=battle, move=move, thing=thing)


class SeveralDrafts(Endpoint):
    """Drafts for several things."""

    @deed("save_drafts", asks=DraftsIn, answers=SavedDraftOut(many=True), refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Keep a draft for each of several things; what is refused of one leaves the others."""
        rows = {one["thing"]: one for one in given["drafts"]}
        bases = {thing: one["base_revision"] for thing, one in rows.items() if "base_revision" in one}
        orders = {thing: one["orders"] for thing, one in rows.items()}
        told = drafts.save_drafts(
            user=request.user, battle=battle, move=move, orders=orders, base_revisions=bases, now=self.now()
        )
        return _saved(told)


class CheckedDrafts(Endpoint):
    """Drafts judged again."""

    @deed("check_drafts", asks=OfMove, answers=DraftOut(many=True), refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str) -> Any:
        """Judge all the caller's drafts again, one after another, as they would be sent."""
        return drafts.check_drafts(user=request.user, battle=battle, move=move, now=self.now())


class SentDrafts(Stamped):
    """Drafts sent."""

    @deed("send_drafts", asks=DraftsSent, answers=SentDraftOut(many=True), refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, key: str, things: Sequence[str]) -> Any:
        """Send the caller's drafts together: a receipt for each that is lawful; the others stay drafts, with the reason.

        The same ``key`` brings the same receipts again, and sends nothing else.
        """
        return drafts.send_drafts(
            user=request.user,
            battle=battle,
            move=move,
            key=key,
            things=things or None,
            arrived_at=self.arrived,
            now=self.now(),
        )


class DraftsTogether(Endpoint):
    """One order for several things."""

    @deed("order_together", asks=Together, answers=SavedDraftOut(many=True), refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Keep a draft of the same order for each of several things, which keep their places to the one it is given to."""
        return _saved(drafts.order_together(user=request.user, battle=battle, move=move, now=self.now(), **given))


class DraftsOfLastMove(Endpoint):
    """The orders of the last move again."""

    @deed("as_last_move", asks=LastMove, answers=SavedDraftOut(many=True), refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Keep a draft for each of several things of the orders that it had in its side's last move, from where it stands now."""
        return _saved(drafts.as_last_move(user=request.user, battle=battle, move=move, now=self.now(), **given))


def _saved(told: Mapping[str, drafts.Draft | Refused]) -> list[dict[str, Any]]:
    """What became of each of several drafts."""
    return [
        {"thing": thing, "draft": None, "refused": Refused.data(one)}
        if isinstance(one, Refused)
        else {"thing": thing, "draft": one, "refused": None}
        for thing, one in told.items()
    ]
