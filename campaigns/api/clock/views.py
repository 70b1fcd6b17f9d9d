"""The clock, as the umpire controls it."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns.api.clock import requests as asked
from campaigns.api.clock.responses import ClockStateOut, PublicationOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.shared.requests import OfMove
from campaigns.usecases.access import expect_move
from campaigns.usecases.clock import clock
from campaigns.usecases.moves import undisputed


class Pause(Endpoint):
    """The clock stopped."""

    @deed("pause_clock", asks=asked.Pause, answers=ClockStateOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Stop the clock, with a reason, for at most so many minutes; it then starts again by itself."""
        return clock.pause_clock(by=request.user, battle=battle, now=self.now(), **given)


class Resume(Endpoint):
    """The clock started again."""

    @deed("resume_clock", answers=ClockStateOut, refuses=(403, 409))
    def post(self, request: Request, battle: str) -> Any:
        """Start the clock again; the time that it was stopped is added."""
        return clock.resume_clock(by=request.user, battle=battle, now=self.now())


class Extend(Endpoint):
    """A move extended."""

    @deed("extend_move", asks=asked.Extend, answers=ClockStateOut, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Add minutes to a move, with a reason, up to the campaign's cap; the same key adds them once."""
        expect_move(battle, move)
        return clock.extend_move(by=request.user, move=move, now=self.now(), **given)


class Close(Endpoint):
    """The move ended before its time."""

    @deed("close_early", asks=asked.Close, answers=ClockStateOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """End the move now; orders that were sent before still count, through the drain."""
        expect_move(battle, move)
        return clock.close_early(by=request.user, move=move, now=self.now(), **given)


class Open(Endpoint):
    """The interval ended early."""

    @deed("cut_interval", asks=OfMove, answers=ClockStateOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str) -> Any:
        """Open the next move before the interval is over."""
        expect_move(battle, move)
        return clock.cut_interval(by=request.user, move=move, now=self.now())


class StopPublication(Endpoint):
    """A result that is not to be published by itself."""

    @deed("stop_publication", asks=OfMove, answers=PublicationOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str) -> Any:
        """Object: the result of the move, or of its fire, is not published by itself; an umpire wants to look."""
        expect_move(battle, move)
        return undisputed.stop_publication(by=request.user, move=move, now=self.now())


class ResumePublication(Endpoint):
    """A result that is published by itself again."""

    @deed("resume_publication", asks=OfMove, answers=PublicationOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str) -> Any:
        """Take the objection back: all the campaign's minutes run again from now."""
        expect_move(battle, move)
        return undisputed.resume_publication(by=request.user, move=move, now=self.now())
