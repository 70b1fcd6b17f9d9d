"""The forces of a battle: the state of every thing, and one thing with its history."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.after.requests import OfBooks
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.forces.responses import ForceSheetOut, ForcesOut
from campaigns.sight.forces import force, forces


class Forces(Endpoint):
    """The things of a battle."""

    @deed("forces", query=OfBooks, answers=ForcesOut)
    def get(self, request: Request, battle: str, of: str) -> Any:
        """Every thing as it was at first and as it is now: to a side its own, as its reports said; to an observer none."""
        return forces(sight.find_battle(request.user, battle), of)


class Force(Endpoint):
    """One thing of a battle."""

    @deed("force", query=OfBooks, answers=ForceSheetOut)
    def get(self, request: Request, battle: str, group: str, thing: str, of: str) -> Any:
        """A thing with its history: what each move changed, and what the books say came and went."""
        return force(sight.find_battle(request.user, battle), group, thing, of)
