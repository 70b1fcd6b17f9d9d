"""Notices to the caller's seats."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.messages.responses import NoticeOut, ReadOut
from campaigns.usecases import notices


class Notices(Endpoint):
    """The inbox."""

    @deed("notices", answers=NoticeOut(many=True))
    def get(self, request: Request) -> Any:
        """The notices to the caller's seats, the latest first."""
        return sight.notices(request.user)


class Read(Endpoint):
    """A notice read."""

    @deed("mark_read", status=204)
    def post(self, request: Request, notice: str) -> None:
        """Mark a notice as read."""
        notices.mark_read(user=request.user, notice=notice, now=self.now())


class ReadAll(Endpoint):
    """All notices read."""

    @deed("mark_all_read", answers=ReadOut)
    def post(self, request: Request) -> Any:
        """Mark all notices as read."""
        return {"read": notices.mark_all_read(user=request.user, now=self.now())}
