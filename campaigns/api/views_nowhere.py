"""Addresses that the API does not have."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from campaigns.api.endpoint import Endpoint
from rules.errors import Refused


class NoAddress(Refused):
    """An address that does not exist."""

    status = 404

    def __init__(self) -> None:
        super().__init__(
            "E-NONE", "There is no such address; those of the API end with a stroke, and /api/docs/ lists them."
        )


@extend_schema(exclude=True)
class Nowhere(Endpoint):
    """Answers every unknown address with a refusal."""

    authentication_classes: list[Any] = []
    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse, whatever the method."""
        raise NoAddress
