"""Messages between persons, and the couriers who carry them."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.messages.requests import CourierRuled, MessageSent, UmpiresMessage
from campaigns.api.messages.responses import MessageSheetOut, SentOut
from campaigns.api.shared.requests import Of
from campaigns.api.shared.responses import RiderOut
from campaigns.desk.riders import riders
from campaigns.errors import NotUmpire
from campaigns.usecases.messages import dispatches
from campaigns.usecases.messages.couriers import hold_courier, let_courier_through
from campaigns.usecases.messages.dispatches import Sent
from campaigns.usecases.messages.umpires_messages import send_umpires_message


class Dispatches(Endpoint):
    """What was shouted, whispered and written."""

    @deed("dispatches", query=Of, answers=MessageSheetOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The messages that the caller has received in a battle, the latest first, and how the caller may send one."""
        return sight.messages(sight.find_battle(request.user, battle), of)

    @deed("send_message", asks=MessageSent, answers=SentOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Send a message to seats of the caller's own side, or shout it; it arrives at once and complete.  [KS-GENL-03, KS-GENL-04]"""
        return dispatches.send_message(by=request.user, battle=battle, now=self.now(), **given)


class UmpiresMessages(Endpoint):
    """Messages from the umpire to the players."""

    @deed("send_umpires_message", asks=UmpiresMessage, answers=SentOut, status=201, refuses=(403, 409))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Send a message to everybody, to a side or to some seats, at once; a notice tells each that it has come.  [KS-OFF-01]"""
        sent = send_umpires_message(by=request.user, battle=battle, now=self.now(), **given)
        return Sent(sent.public_id, sent.heard)


class Couriers(Endpoint):
    """The couriers on the road."""

    @deed("couriers", answers=RiderOut(many=True), refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """The couriers who are on the road or held, in the order in which they are due; for the umpire."""
        seat = sight.find_battle(request.user, battle)
        if not seat.is_umpire:
            raise NotUmpire
        return riders(seat)


class Courier(Endpoint):
    """A courier, as the umpire controls them."""

    @deed("rule_courier", asks=CourierRuled, answers=RiderOut(many=True), refuses=(403, 409))
    def post(self, request: Request, battle: str, courier: str, do: str, reason: str) -> Any:
        """Hold a courier, or let them arrive now; the answer lists those who are still on the road."""
        rule = hold_courier if do == "hold" else let_courier_through
        rule(by=request.user, battle=battle, courier=courier, reason=reason, now=self.now())
        return riders(sight.find_battle(request.user, battle))
