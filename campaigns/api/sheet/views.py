"""What a seat has before it: sheet, things, clock, reports, stores, points."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.shared.requests import Of
from campaigns.api.shared.responses import ClockOut, ReportOut, SheetOut
from campaigns.api.sheet.requests import Award, Draft
from campaigns.api.sheet.responses import AwardedOut, PointsOut, SuppliesOut, ThingSheetOut
from campaigns.errors import Unseen
from campaigns.usecases.moves import ledgers


class Sheet(Endpoint):
    """The sheet."""

    @deed("sheet", query=Of, answers=SheetOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """Everything on the sheet of the caller's seat: what is seen, its troops and duties, the clock, receipts, the last report."""
        return sight.sheet(sight.find_battle(request.user, battle), self.now(), of)


class Thing(Endpoint):
    """One of the caller's own things on the floor."""

    @deed("thing", answers=ThingSheetOut)
    def get(self, request: Request, battle: str, thing: str) -> Any:
        """A thing with its duties, its orders so far, and the orders that it may be given now."""
        return sight.thing_sheet(sight.find_battle(request.user, battle), thing, self.now())


class Choices(Endpoint):
    """What may follow on a draft."""

    @deed("choices", asks=Draft, answers=ThingSheetOut, refuses=(422,))
    def post(self, request: Request, battle: str, thing: str, orders: list[Any]) -> Any:
        """The thing with the orders that may follow on those of a draft; nothing is stored."""
        return sight.thing_sheet(sight.find_battle(request.user, battle), thing, self.now(), orders)


class ClockFace(Endpoint):
    """The clock."""

    @deed("clock", answers=ClockOut)
    def get(self, request: Request, battle: str) -> Any:
        """The clock of the move under way; E-NONE where there is none."""
        seat = sight.find_battle(request.user, battle)
        posts = (post for post in sight.posts_of(request.user) if post.campaign.id == seat.campaign.id)
        face = sight.clocks(posts, self.now()).get(seat.battle.id)
        if face is None:
            raise Unseen("clock")
        return face


class Reports(Endpoint):
    """The reports."""

    @deed("reports", query=Of, answers=ReportOut(many=True))
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The caller's side's reports of each move, the latest first."""
        return sight.reports(sight.find_battle(request.user, battle), of)


class Report(Endpoint):
    """A report."""

    @deed("report", query=Of, answers=ReportOut)
    def get(self, request: Request, battle: str, number: int, of: str) -> Any:
        """The caller's side's report of a move, by its number in the battle."""
        return sight.report(sight.find_battle(request.user, battle), number, of)


class Supplies(Endpoint):
    """The stores of a side."""

    @deed("supplies", query=Of, answers=SuppliesOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The stores of the caller's side: accounts, entries, and what will be needed."""
        return sight.supplies(sight.find_battle(request.user, battle), of)


class Points(Endpoint):
    """The points of a side."""

    @deed("points", query=Of, answers=PointsOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The value of the force left to the caller's side, and its campaign points, in halves."""
        return sight.points(sight.find_battle(request.user, battle), of)

    @deed("award_points", asks=Award, answers=AwardedOut, status=201, refuses=(403,))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Give or take points, in halves, with a reason; for the umpire."""
        return {"halves": ledgers.award_points(by=request.user, battle=battle, now=self.now(), **given)}
