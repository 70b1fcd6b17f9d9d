"""After the exercise: replay, after-action report, draws, open papers; and the situation in words."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.after.requests import FromWhere, OfBooks, Replayed
from campaigns.api.after.responses import AfterOut, DrawsOut, MomentOut, PapersOut, SituationOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.errors import Unseen
from campaigns.sight.after import after_action
from campaigns.sight.draws import draws
from campaigns.sight.replay import replay
from campaigns.sight.situation import situation
from campaigns.usecases.desk.open_papers import open_papers


class Replay(Endpoint):
    """The replay of a battle."""

    @deed("replay", query=Replayed, answers=MomentOut)
    def get(self, request: Request, battle: str, of: str, move: int, beside: bool) -> Any:
        """One moment of a battle as somebody saw it, what happened then, and the truth beside it where that is open."""
        found = replay(sight.find_battle(request.user, battle), move, of, beside=beside)
        if found is None:
            raise Unseen("move")
        return found


class After(Endpoint):
    """The after-action report."""

    @deed("after", query=OfBooks, answers=AfterOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """Losses, supplies against need, points, readiness against the clock, move by move."""
        return after_action(sight.find_battle(request.user, battle), of)


class Draws(Endpoint):
    """The seed and its draws."""

    @deed("draws", answers=DrawsOut)
    def get(self, request: Request, battle: str) -> Any:
        """Every draw with its use, computed again from the seed; before the end only the digest of the seed."""
        return draws(sight.find_battle(request.user, battle))


class Papers(Endpoint):
    """The papers of a battle that is over."""

    @deed("open_papers", answers=PapersOut, refuses=(403, 409))
    def post(self, request: Request, battle: str) -> Any:
        """Open both sides' papers to everybody; for the umpire; cannot be undone."""
        return open_papers(by=request.user, battle=battle, now=self.now())


class Situation(Endpoint):
    """The situation in words."""

    @deed("situation", query=FromWhere, answers=SituationOut)
    def get(self, request: Request, battle: str, of: str, start: str) -> Any:
        """Everything that the caller's seat knows, with bearing and distance from one of its bodies."""
        return situation(sight.find_battle(request.user, battle), self.now(), of, start)
