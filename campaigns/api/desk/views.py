"""The umpire's desk: facts, preview, fire, submission, rulings, record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rest_framework.request import Request

from campaigns import desk, sight
from campaigns.api.desk.requests import (
    ClauseQuestion,
    ConfirmationsSent,
    Correction,
    FactsSent,
    Overruling,
    RecordPage,
    Restoring,
    SightQuestion,
    Submitting,
)
from campaigns.api.desk.responses import (
    ClauseOut,
    ConfirmedOut,
    DeskOut,
    FindingOut,
    MeasuredOut,
    MeasuringOut,
    PreviewOut,
    RecordOut,
    RuledOut,
    SightlineOut,
    SubmissionOut,
)
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.shared.requests import Of, OfMove
from campaigns.api.shared.responses import SheetOut
from campaigns.desk.sightlines import sightlines
from campaigns.sight.seat import without_drafts
from campaigns.usecases.access import expect_move
from campaigns.usecases.desk import confirmations, facts, rulings
from campaigns.usecases.desk.view_as import read_only, view_as
from campaigns.usecases.moves import finding, fire, submission


class Desk(Endpoint):
    """The desk."""

    @deed("desk", answers=DeskOut, refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """Everything on the desk: seats, orders in the sequence of resolution, facts needed, preview, rulings, what falls due."""
        seat = sight.find_battle(request.user, battle)
        return replace(desk.desk(seat, self.now()), notices=desk.notices_to(seat))


class Facts(Endpoint):
    """What was measured, and what is to be."""

    @deed("measuring", query=Of, answers=MeasuringOut, refuses=(403,))
    def get(self, request: Request, battle: str, of: str) -> Any:
        """The facts that the orders of the caller's own side need, for its official; what was entered, and by whom."""
        return sight.measuring(sight.find_battle(request.user, battle), self.now(), of)

    @deed("measure", asks=FactsSent, answers=MeasuredOut, status=201, refuses=(403, 409, 412, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Record what was measured: a complete new sheet, which replaces the one before.

        For the umpire, and for the official of the side that moves: what is asked of their side (409, E-PENDING), of
        things that their side sees (404, E-NONE); what the umpire has corrected stands (403, E-OFFICIAL).
        """
        expect_move(battle, move)
        return facts.measure(by=request.user, move=move, now=self.now(), **given)


class Confirmations(Endpoint):
    """What the other side's official confirms."""

    @deed("confirm", asks=ConfirmationsSent, answers=ConfirmedOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, facts: Any) -> Any:
        """Give the caller's own measurement of facts that the other side's official reported, once the move has ended.

        For the official of the side that does not move (403, E-OWN to the other).  Two lengths within an eighth of an
        inch agree, and the shorter counts; else both measure again (409, E-DIFFER), and then the shorter counts.
        """
        expect_move(battle, move)
        return confirmations.confirm(by=request.user, move=move, facts=facts, now=self.now())


class Preview(Endpoint):
    """The finding as it would be now."""

    @deed("preview_finding", query=OfMove, answers=PreviewOut, refuses=(403,))
    def get(self, request: Request, battle: str, move: str) -> Any:
        """The result of the move as it stands, and what is still to be measured; nothing is written."""
        expect_move(battle, move)
        found = finding.preview_finding(by=request.user, move=move)
        return {
            "placed": found.placed,
            "sequence": found.sequence,
            "needs": found.needs,
            "wanting": found.wanting,
            "finding": found.finding,
            "refused": found.refused.data() if found.refused is not None else None,
        }


class PublishFire(Endpoint):
    """The fire of a move of two stages."""

    @deed("publish_fire", asks=OfMove, answers=FindingOut, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str) -> Any:
        """Work out the fire and publish it to all; movement orders open."""
        expect_move(battle, move)
        return fire.publish_fire(by=request.user, move=move, now=self.now())


class Submit(Endpoint):
    """The submission of a move."""

    @deed("submit_move", asks=Submitting, answers=SubmissionOut, refuses=(403, 409, 422, 503))
    def post(self, request: Request, battle: str, move: str, remarks: Any) -> Any:
        """Adjudicate a closed move and publish it to all at once; the next one opens.  A second call changes nothing.

        A remark stands only in the reports of its recipients.
        """
        expect_move(battle, move)
        return submission.submit_move(by=request.user, move=move, remarks=remarks, now=self.now())


class Corrections(Endpoint):
    """Orders corrected."""

    @deed("correct_order", asks=Correction, answers=RuledOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Replace all orders of a thing in a closed move, with a reason."""
        expect_move(battle, move)
        return rulings.correct_order(by=request.user, move=move, now=self.now(), **given)


class Rulings(Endpoint):
    """Findings overruled."""

    @deed("overrule_finding", asks=Overruling, answers=RuledOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, move: str, **given: Any) -> Any:
        """Rule against the finding of a closed move, or of its fire before that is published, with a reason and perhaps a clause.

        Things get other values, are added or taken away, all at once.  What looks like a slip is asked about (409, E-ODD).
        """
        expect_move(battle, move)
        return rulings.overrule_finding(by=request.user, move=move, now=self.now(), **given)


class Restore(Endpoint):
    """A ruling taken back."""

    @deed("restore", asks=Restoring, answers=RuledOut, status=201, refuses=(403, 409))
    def post(self, request: Request, ruling: str, **given: Any) -> Any:
        """Take a ruling back before the move is submitted; both stay in the record."""
        return rulings.restore(by=request.user, ruling=ruling, now=self.now(), **given)


class Clauses(Endpoint):
    """The clauses that a ruling may cite."""

    @deed("find_clauses", query=ClauseQuestion, answers=ClauseOut(many=True), refuses=(403,))
    def get(self, request: Request, battle: str, q: str) -> Any:
        """The clauses of the battle's book with all words asked for, the nearest first; the house rule among them."""
        return desk.find_clauses(sight.find_battle(request.user, battle), q)


class Sight(Endpoint):
    """Who sees what."""

    @deed("sight", query=SightQuestion, answers=SightlineOut(many=True), refuses=(403,))
    def get(self, request: Request, battle: str, thing: str, light: str) -> Any:
        """The lines of sight on a thing and from it, the best and nearest first; without one, the best line on each that is seen."""
        return sightlines(desk.desk(sight.find_battle(request.user, battle), self.now()), thing, light)


class Look(Endpoint):
    """The view of another seat."""

    @deed("look", answers=SheetOut, refuses=(403,))
    def get(self, request: Request, battle: str, post: str) -> Any:
        """The sheet of a seat as its holder sees it; the record says that the umpire looked."""
        seen = view_as(by=request.user, battle=battle, post=post, paper="sheet", now=self.now())
        with read_only(), without_drafts():
            return sight.sheet(sight.find_battle(seen.user, battle), self.now())


class Record(Endpoint):
    """The record."""

    @deed("record", query=RecordPage, answers=RecordOut(many=True), refuses=(403,))
    def get(self, request: Request, battle: str, before: int, limit: int) -> Any:
        """Everything that was done in a battle, the latest first, each entry sealed to the one before."""
        return desk.record(sight.find_battle(request.user, battle), before, limit)
