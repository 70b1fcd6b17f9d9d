"""What the caller draws in the map editor and has not saved, by the same use cases as on its page."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns.api.countries.requests import Drawing, DrawingStep
from campaigns.api.countries.responses import DrawingOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.sight.countries import drawn
from campaigns.usecases.muster import country_drafts as drawings
from campaigns.usecases.muster.country_drafts import turn_country_draft_back as turn_back


class NewDrawing(Endpoint):
    """The caller's drawing of a new country."""

    @deed("new_drawing", answers=DrawingOut)
    def get(self, request: Request) -> Any:
        """The caller's drawing of a new country, which nobody else reads; empty where nothing has been drawn."""
        return drawn(drawings.find_country_draft(by=request.user, now=self.now()))

    @deed("keep_new_drawing", asks=Drawing, answers=DrawingOut, refuses=(412,))
    def put(self, request: Request, **given: Any) -> Any:
        """Keep the drawing of a new country as it is, as a step that can be taken back."""
        return drawn(drawings.keep_country_draft(by=request.user, now=self.now(), **given))

    @deed("drop_new_drawing", status=204)
    def delete(self, request: Request) -> None:
        """Lay the drawing of a new country aside."""
        drawings.drop_country_draft(by=request.user)


class DrawingOfCountry(Endpoint):
    """The caller's changes to a country."""

    @deed("drawing", answers=DrawingOut)
    def get(self, request: Request, country: str) -> Any:
        """What the caller has drawn of a country and not saved; the country as it was saved last where that is nothing."""
        return drawn(drawings.find_country_draft(by=request.user, country=country, now=self.now()))

    @deed("keep_drawing", asks=Drawing, answers=DrawingOut, refuses=(412,))
    def put(self, request: Request, country: str, **given: Any) -> Any:
        """Keep the drawing of a country as it is, as a step that can be taken back; the country stays as it was saved."""
        return drawn(drawings.keep_country_draft(by=request.user, country=country, now=self.now(), **given))

    @deed("drop_drawing", status=204)
    def delete(self, request: Request, country: str) -> None:
        """Lay the drawing of a country aside; the country stays as it was saved last."""
        drawings.drop_country_draft(by=request.user, country=country)


class UndoOfNewDrawing(Endpoint):
    """The last step of a drawing of a new country."""

    @deed("undo_new_drawing", asks=DrawingStep, answers=DrawingOut, refuses=(409, 412))
    def post(self, request: Request, revision: int) -> Any:
        """Take the last step of the drawing of a new country back."""
        return drawn(turn_back(by=request.user, revision=revision, now=self.now()))


class RedoOfNewDrawing(Endpoint):
    """The step of a drawing of a new country that was taken back last."""

    @deed("redo_new_drawing", asks=DrawingStep, answers=DrawingOut, refuses=(409, 412))
    def post(self, request: Request, revision: int) -> Any:
        """Make the step of the drawing of a new country again that was taken back last."""
        return drawn(turn_back(by=request.user, again=True, revision=revision, now=self.now()))


class UndoOfDrawing(Endpoint):
    """The last step of a drawing."""

    @deed("undo_drawing", asks=DrawingStep, answers=DrawingOut, refuses=(409, 412))
    def post(self, request: Request, country: str, revision: int) -> Any:
        """Take the last step of a drawing back."""
        return drawn(turn_back(by=request.user, country=country, revision=revision, now=self.now()))


class RedoOfDrawing(Endpoint):
    """The step of a drawing that was taken back last."""

    @deed("redo_drawing", asks=DrawingStep, answers=DrawingOut, refuses=(409, 412))
    def post(self, request: Request, country: str, revision: int) -> Any:
        """Make the step of a drawing again that was taken back last."""
        return drawn(turn_back(by=request.user, country=country, again=True, revision=revision, now=self.now()))
